// Shows grammars and what they make of trees to Python.
#include "base/arrays.h"
#include "base/cancel.h"
#include "base/check.h"
#include "grammar/transduce.h"

#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

namespace laconic {
namespace {

using Ints = Vector<std::int32_t>;

// Numbers names as the grammar does; those it does not know get the numbers after its own.
std::vector<std::int32_t> encode(const std::vector<std::string> &names, const Symbols &known, Symbols &others) {
    std::vector<std::int32_t> numbers;
    for (const std::string &name : names) {
        const std::int32_t number = known.find(name);
        numbers.push_back(number == Symbols::unknown ? known.size() + others.add(name) : number);
    }
    return numbers;
}

// Throws std::invalid_argument unless the arrays are one tree in reading order, whose every node has children.
void check(const SourceTree &tree) {
    const auto nodes = static_cast<std::int32_t>(tree.size()), words = static_cast<std::int32_t>(tree.word.size());
    check_size(tree.after.size(), tree.size(), "after, one a node,");
    check_size(tree.child_ptr.size(), tree.size() + 1, "child_ptr");
    check_starts(tree.child_ptr.data(), tree.child_ptr.size(), tree.children.size(), "child_ptr");
    check_range(tree.after.data(), tree.after.size(), 1, nodes, "after");
    check_range(tree.children.data(), tree.children.size(), -words, nodes - 1, "children");
    bool good = nodes > 0 && tree.after[0] == nodes && tree.child_ptr.front() == 0 &&
                tree.child_ptr.back() == static_cast<std::int32_t>(tree.children.size());
    for (std::int32_t node = 0; good && node < nodes; ++node) {
        good = tree.child_ptr[node] < tree.child_ptr[node + 1];
        std::int32_t next = node + 1;
        for (std::int32_t k = tree.child_ptr[node]; good && k < tree.child_ptr[node + 1]; ++k) {
            const std::int32_t child = tree.children[k];
            if (child < 0) continue;
            good = child == next;
            next = tree.after[child];
        }
        good = good && next == tree.after[node];
    }
    require(good, "the arrays are not a tree in reading order.");
}

// A tree with the names that only it has.
struct Input {
    SourceTree tree;
    Symbols labels, words;

    Input(const GrammarIndex &index, const std::vector<std::string> &node_labels, const Ints &after,
          const Ints &child_ptr, const Ints &children, const std::vector<std::string> &leaves) {
        const RuleTable &rules = index.rules();
        tree.label = encode(node_labels, rules.labels(), labels);
        tree.word = encode(leaves, rules.words(), words);
        tree.after = to_vector(after);
        tree.child_ptr = to_vector(child_ptr);
        tree.children = to_vector(children);
        check(tree);
        for (std::size_t node = 0; node < tree.size(); ++node) {
            ProductionKey key(tree.label[node]);
            for (std::int32_t k = tree.child_ptr[node]; k < tree.child_ptr[node + 1]; ++k) {
                const std::int32_t child = tree.children[k];
                if (child < 0)
                    key.add_word(tree.word[-1 - child]);
                else
                    key.add_node(tree.label[child]);
            }
            tree.production.push_back(rules.production(key.text()));
        }
    }
};

const std::string &name(std::int32_t number, const Symbols &known, const Symbols &others) {
    return number < known.size() ? known[number] : others[number - known.size()];
}

std::string_view view(const nb::str &text) {
    Py_ssize_t size = 0;
    const char *characters = PyUnicode_AsUTF8AndSize(text.ptr(), &size);
    if (characters == nullptr) throw nb::python_error();
    return {characters, static_cast<std::size_t>(size)};
}

// Writes rules as grammars do, whatever their blanks and the numbers of their variables.
std::vector<std::string> canonical_rules(const nb::str &lines) {
    const std::string_view text = view(lines);
    nb::gil_scoped_release release;
    std::vector<std::string> written;
    RuleTable rules;
    read_rules(text, rules, [&](const auto &) { written.push_back(rules.last_as_text()); });
    return written;
}

nb::tuple match(const GrammarIndex &index, const std::vector<std::string> &labels, const Ints &after,
                const Ints &child_ptr, const Ints &children, const std::vector<std::string> &words) {
    std::vector<std::int32_t> nodes, rules;
    {
        const Input input(index, labels, after, child_ptr, children, words);
        nb::gil_scoped_release release;
        for (std::int32_t node = 0; node < static_cast<std::int32_t>(input.tree.size()); ++node) {
            check_cancelled();
            index.match(input.tree, node, [&](Slice found, const auto &, const auto &) {
                rules.insert(rules.end(), found.begin(), found.end());
                nodes.resize(rules.size(), node);
            });
        }
    }
    return nb::make_tuple(to_numpy(std::move(nodes)), to_numpy(std::move(rules)));
}

nb::tuple transduce_tree(const GrammarIndex &index, const std::vector<std::string> &labels, const Ints &after,
                         const Ints &child_ptr, const Ints &children, const std::vector<std::string> &words,
                         std::int32_t coverage, bool deletion_only) {
    if (coverage < 0 || coverage > 2) throw std::invalid_argument("coverage is 0, 1 or 2");
    const Input input(index, labels, after, child_ptr, children, words);
    TransducedForest forest;
    {
        nb::gil_scoped_release release;
        forest = transduce(index, input.tree, {static_cast<Coverage>(coverage), deletion_only});
    }
    const RuleTable &rules = index.rules();
    std::vector<std::string> categories, vocabulary;
    for (const std::int32_t category : forest.node_category)
        categories.push_back(category == RuleTable::empty ? "" : name(category, rules.labels(), input.labels));
    for (const std::int32_t word : forest.vocabulary) vocabulary.push_back(name(word, rules.words(), input.words));
    std::vector<std::int32_t> made_up;
    for (const CoverageRule &rule : forest.coverage)
        made_up.insert(made_up.end(), {rule.node, rule.first, rule.last});
    const std::size_t made_up_count = forest.coverage.size();
    return nb::make_tuple(
        to_numpy(std::move(forest.head)), to_numpy(std::move(forest.tail_ptr)), to_numpy(std::move(forest.tails)),
        to_numpy(std::move(forest.rule)), to_numpy(std::move(forest.yield_ptr)),
        to_numpy(std::move(forest.yield_symbols)), to_numpy(std::move(forest.yield_positions)),
        to_numpy(std::move(forest.node_source)), categories, vocabulary,
        to_numpy(std::move(made_up), {made_up_count, std::size_t{3}}));
}

}  // namespace

void bind_grammar(nb::module_ &module) {
    module.def("canonical_rules", &canonical_rules, "lines"_a);
    nb::class_<GrammarIndex>(module, "GrammarIndex")
        .def(
            "__init__",
            [](GrammarIndex *self, const nb::str &lines) {
                const std::string_view text = view(lines);
                nb::gil_scoped_release release;
                new (self) GrammarIndex(text);
            },
            "lines"_a)
        .def("__len__", [](const GrammarIndex &self) { return self.rules().size(); })
        .def_prop_ro("bytes", &GrammarIndex::bytes)
        .def("only_deletes",
             [](const GrammarIndex &self) {
                 std::vector<std::uint8_t> flags;
                 for (std::size_t rule = 0; rule < self.rules().size(); ++rule)
                     flags.push_back(self.rules().only_deletes(rule));
                 return to_numpy(std::move(flags));
             })
        .def("is_coverage",
             [](const GrammarIndex &self) {
                 std::vector<std::uint8_t> flags;
                 for (std::size_t rule = 0; rule < self.rules().size(); ++rule)
                     flags.push_back(self.rules().run_first(rule) != RuleTable::no_run);
                 return to_numpy(std::move(flags));
             })
        .def("match", &match, "labels"_a, "after"_a, "child_ptr"_a, "children"_a, "words"_a)
        .def("transduce", &transduce_tree, "labels"_a, "after"_a, "child_ptr"_a, "children"_a, "words"_a,
             "coverage"_a, "deletion_only"_a);
}

}  // namespace laconic
