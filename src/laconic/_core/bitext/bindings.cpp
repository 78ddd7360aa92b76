// Shows the extraction of translation rules to Python: lines of text in, columns out.
#include "base/arrays.h"
#include "base/cancel.h"
#include "base/check.h"
#include "base/text.h"
#include "bitext/bitext.h"

#include <nanobind/stl/string.h>
#include <nanobind/stl/string_view.h>

#include <algorithm>
#include <map>
#include <memory>

namespace laconic {
namespace {

using namespace bitext;

// The lines of one kind of text, which must be as many in each.
struct Lines {
    std::string_view trees, english, foreign, links;
    bool at_end() const { return trees.empty() && english.empty() && foreign.empty() && links.empty(); }
};

// Strings end to end, as Arrow keeps them.
struct Strings {
    std::string letters;
    std::vector<std::int64_t> starts{0};
    void add(std::string_view text) {
        letters += text;
        starts.push_back(static_cast<std::int64_t>(letters.size()));
    }
    nb::tuple to_python() {
        return nb::make_tuple(nb::bytes(letters.data(), letters.size()), to_numpy(std::move(starts)));
    }
};

struct Columns {
    Strings english, foreign, order;
    std::vector<std::int64_t> count;
    std::vector<double> english_weight, foreign_weight;

    explicit Columns(const RuleCounts &found) {
        for (const auto &[key, rule] : found.rules()) {
            const std::size_t first = key.find('\t'), second = key.find('\t', first + 1);
            const std::string_view text(key);
            english.add(text.substr(0, first));
            foreign.add(text.substr(first + 1, second - first - 1));
            order.add(text.substr(second + 1));
            count.push_back(rule.count);
            english_weight.push_back(rule.english_weight);
            foreign_weight.push_back(rule.foreign_weight);
        }
    }
};

// Reads the pairs of a part of a corpus one by one and hands the good ones to `use`.
template <typename Use>
std::map<std::string, std::int64_t> for_each_pair(Lines lines, Use use) {
    std::map<std::string, std::int64_t> unusable;
    Sentence sentence;
    while (!lines.at_end()) {
        check_cancelled();
        const auto tree = next_line(lines.trees), english = next_line(lines.english);
        const auto foreign = next_line(lines.foreign), links = next_line(lines.links);
        const std::string_view problem = tree.empty() ? "a sentence was not parsed"
                                                      : sentence.read(tree, english, foreign, links);
        if (problem.empty()) use(sentence);
        else ++unusable[std::string(problem)];
    }
    return unusable;
}

template <typename Extract>
nb::tuple extract(const Lines &lines, const WordTable *table, Extract extract_one) {
    RuleCounts found;
    std::map<std::string, std::int64_t> unusable;
    std::int64_t used = 0;
    std::unique_ptr<Columns> columns;
    {
        nb::gil_scoped_release release;
        unusable = for_each_pair(lines, [&](Sentence &sentence) {
            if (table) sentence.weigh(*table);
            extract_one(sentence, found);
            ++used;
        });
        columns = std::make_unique<Columns>(found);
    }
    nb::dict problems;
    for (const auto &[problem, count] : unusable) problems[problem.c_str()] = count;
    return nb::make_tuple(columns->english.to_python(), columns->foreign.to_python(), columns->order.to_python(),
                          to_numpy(std::move(columns->count)), to_numpy(std::move(columns->english_weight)),
                          to_numpy(std::move(columns->foreign_weight)), used, problems);
}

nb::tuple count_word_links(std::string_view trees, std::string_view english, std::string_view foreign,
                           std::string_view links) {
    std::map<std::pair<std::string, std::string>, std::int64_t> counts;
    {
        nb::gil_scoped_release release;
        for_each_pair({trees, english, foreign, links}, [&](const Sentence &sentence) {
            for (std::size_t word = 0; word < sentence.english.size(); ++word) {
                const std::string here(sentence.english[word]);
                if (sentence.to_foreign[word].empty()) ++counts[{here, ""}];
                for (const auto other : sentence.to_foreign[word]) ++counts[{here, std::string(sentence.foreign[other])}];
            }
            for (std::size_t word = 0; word < sentence.foreign.size(); ++word)
                if (sentence.to_english[word].empty()) ++counts[{"", std::string(sentence.foreign[word])}];
        });
    }
    Strings left, right;
    std::vector<std::int64_t> numbers;
    for (const auto &[pair, count] : counts) {
        left.add(pair.first);
        right.add(pair.second);
        numbers.push_back(count);
    }
    return nb::make_tuple(left.to_python(), right.to_python(), to_numpy(std::move(numbers)));
}

// So that two totals can be added.
constexpr std::int64_t kMostLinks = std::int64_t{1} << 62;

// Whether a text has this number of lines, where each but the last has an end; the only line may be empty.
bool has_lines(std::string_view text, std::size_t count) {
    if (text.empty()) return count <= 1;
    return 1 + static_cast<std::size_t>(std::count(text.begin(), text.end(), '\n')) == count;
}

WordTable word_table(std::string_view english, std::string_view foreign, const Vector<std::int64_t> &counts) {
    require(has_lines(english, counts.size()) && has_lines(foreign, counts.size()),
            "there must be one English and one foreign word for every count.");
    check_range(counts.data(), counts.size(), 0, kMostLinks, "counts");
    std::int64_t total = 0;
    for (std::size_t row = 0; row < counts.size(); ++row)
        require((total += counts(row)) <= kMostLinks, "counts must not add up to more than 2^62.");
    WordTable table;
    for (std::size_t row = 0; row < counts.size(); ++row)
        table.add(std::string(next_line(english)), std::string(next_line(foreign)), counts.data()[row]);
    return table;
}

}  // namespace

void bind_bitext(nb::module_ &module) {
    nb::class_<WordTable>(module, "WordTable")
        .def("__init__",
             [](WordTable *table, std::string_view english, std::string_view foreign,
                const Vector<std::int64_t> &counts) { new (table) WordTable(word_table(english, foreign, counts)); },
             "english"_a, "foreign"_a, "counts"_a)
        .def("english_given_foreign", &WordTable::english_given_foreign, "english"_a, "foreign"_a)
        .def("foreign_given_english", &WordTable::foreign_given_english, "foreign"_a, "english"_a)
        .def("__len__", &WordTable::size);
    module.def("count_word_links", &count_word_links, "trees"_a, "english"_a, "foreign"_a, "links"_a);
    module.def(
        "extract_tree_rules",
        [](std::string_view trees, std::string_view english, std::string_view foreign, std::string_view links,
           const WordTable *table, std::int32_t most_words, std::int32_t most_variables, std::int32_t most_nodes) {
            require(most_words >= 0 && most_variables >= 0 && most_nodes >= 0, "limits must not be negative.");
            const TreeLimits limits{most_words, std::min(most_variables, kMostVariables), most_nodes};
            return extract({trees, english, foreign, links}, table,
                           [&](const Sentence &sentence, RuleCounts &found) { extract_trees(sentence, limits, found); });
        },
        "trees"_a, "english"_a, "foreign"_a, "links"_a, "table"_a.none(),
        "most_words"_a, "most_variables"_a, "most_nodes"_a);
    module.def(
        "extract_phrase_rules",
        [](std::string_view trees, std::string_view english, std::string_view foreign, std::string_view links,
           const WordTable *table, bool syntax, bool complex_label, bool complex_slots, bool tight,
           std::int32_t most_span, std::int32_t most_symbols, std::int32_t most_slots, std::int32_t most_unaligned) {
            require(most_span >= 0 && most_symbols >= 0 && most_slots >= 0 && most_unaligned >= 0,
                    "limits must not be negative.");
            const PhraseLimits limits{syntax, complex_label, complex_slots, tight, most_span, most_symbols,
                                      std::min(most_slots, kMostPhraseSlots), most_unaligned};
            return extract({trees, english, foreign, links}, table, [&](const Sentence &sentence, RuleCounts &found) {
                extract_phrases(sentence, limits, found);
            });
        },
        "trees"_a, "english"_a, "foreign"_a, "links"_a, "table"_a.none(),
        "syntax"_a, "complex_label"_a, "complex_slots"_a, "tight"_a, "most_span"_a,
        "most_symbols"_a, "most_slots"_a, "most_unaligned"_a);
}

}  // namespace laconic
