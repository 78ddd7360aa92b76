// Forests with a language model: runs the search, then gives its best derivations or its forest.
#include "forest/cube.h"
#include "forest/scores.h"

#include <algorithm>
#include <stdexcept>
#include <utility>
#include <vector>

namespace laconic {
namespace {

class RescoredForest {
  public:
    RescoredForest(const Hypergraph &graph, CubeResult result) : graph_(graph), found_(std::move(result)) {}

    // The root's items: their numbers of words (or 0), in the order of their numbers.
    std::vector<Index> lengths() const {
        std::vector<Index> found;
        for (std::size_t item = found_.first_root; item < found_.items.size(); ++item)
            found.push_back(found_.items[item].length);
        return found;
    }

    // The best derivation of a root item: edges of the old forest, and what each adds to the language
    // model's score.
    void trace(std::size_t which, std::vector<Index> &edges, std::vector<float> &log10) const {
        std::vector<Index> waiting{static_cast<Index>(found_.first_root + which)};
        while (!waiting.empty()) {
            const CubeResult::Arc &arc = found_.arcs[found_.items[waiting.back()].best_arc];
            waiting.pop_back();
            edges.push_back(arc.edge);
            check_derivation(edges.size());
            log10.push_back(arc.log10);
            for (std::size_t i = graph_.tails(arc.edge).size(); i-- > 0;)
                waiting.push_back(found_.arc_tails[arc.tails + i]);
        }
    }

    struct Arrays {
        std::vector<Index> head, tail_ptr{0}, tails, edges, nodes;
        std::vector<float> log10;
    };

    // The new forest: only items that the root can use, with all of its items as one root.
    Arrays arrays() const {
        const std::vector<Index> sorted = arcs_by_item();
        std::vector<Index> number(found_.items.size(), -1);
        mark_used(sorted, number);
        Arrays out;
        for (std::size_t item = 0; item < found_.first_root; ++item) {
            if (number[item] < 0) continue;
            number[item] = static_cast<Index>(out.nodes.size());
            out.nodes.push_back(found_.items[item].node);
        }
        std::fill(number.begin() + static_cast<std::ptrdiff_t>(found_.first_root), number.end(),
                  static_cast<Index>(out.nodes.size()));
        out.nodes.push_back(graph_.root());
        for (const Index which : sorted) {
            const CubeResult::Arc &arc = found_.arcs[which];
            if (number[arc.item] < 0) continue;
            out.head.push_back(number[arc.item]);
            out.edges.push_back(arc.edge);
            out.log10.push_back(arc.log10);
            for (std::size_t i = 0; i < graph_.tails(arc.edge).size(); ++i)
                out.tails.push_back(number[found_.arc_tails[arc.tails + i]]);
            out.tail_ptr.push_back(static_cast<Index>(out.tails.size()));
        }
        return out;
    }

  private:
    std::vector<Index> arcs_by_item() const {
        std::vector<Index> sorted(found_.arcs.size());
        for (std::size_t i = 0; i < sorted.size(); ++i) sorted[i] = static_cast<Index>(i);
        std::stable_sort(sorted.begin(), sorted.end(),
                         [&](Index a, Index b) { return found_.arcs[a].item < found_.arcs[b].item; });
        return sorted;
    }

    // Gives the items that some derivation of the root uses a number of 0.
    void mark_used(const std::vector<Index> &sorted, std::vector<Index> &number) const {
        for (std::size_t i = sorted.size(); i-- > 0;) {
            const CubeResult::Arc &arc = found_.arcs[sorted[i]];
            if (static_cast<std::size_t>(arc.item) < found_.first_root && number[arc.item] < 0) continue;
            for (std::size_t k = 0; k < graph_.tails(arc.edge).size(); ++k)
                number[found_.arc_tails[arc.tails + k]] = 0;
        }
    }

    const Hypergraph &graph_;
    CubeResult found_;
};

template <int kRoom>
CubeResult search(const Hypergraph &graph, const EdgeScores &scores, const Vector<std::uint32_t> &words,
                  const lm::LanguageModel &model, float weight, Limits limits) {
    return CubeSearch<kRoom>(graph, scores.data(), words.data(), model, weight, limits).run();
}

void rescore(RescoredForest *self, const Hypergraph &graph, Vector<double> given, Vector<std::uint32_t> words,
             const lm::LanguageModel &model, double weight, std::size_t beam, std::size_t pops, Index longest) {
    const EdgeScores scores(graph, given);
    check_size(words.size(), graph.word_count(), "words, one per word of the forest,");
    check_range(words.data(), words.size(), 0, static_cast<std::int64_t>(model.unigrams().size()) - 1,
                "word numbers");
    const auto factor = static_cast<float>(weight);
    check_numbers(&factor, 1, "weight");
    require(longest >= kAnyLength, "the longest length must be -1 for any, or not negative.");
    check_room(graph.node_count(), static_cast<std::size_t>(longest) + 1);
    nb::gil_scoped_release unlocked;
    const auto run = model.order() <= 3 ? search<2> : model.order() <= 5 ? search<4> : search<lm::kMaxOrder - 1>;
    new (self) RescoredForest(graph, run(graph, scores, words, model, factor, {beam, pops, longest}));
}

Output<Index> lengths(const RescoredForest &forest) { return to_numpy(forest.lengths()); }

nb::tuple trace(const RescoredForest &forest, std::size_t which) {
    if (which >= forest.lengths().size()) throw std::invalid_argument("there is no such root item");
    std::vector<Index> edges;
    std::vector<float> log10;
    forest.trace(which, edges, log10);
    return nb::make_tuple(to_numpy(std::move(edges)), to_numpy(std::move(log10)));
}

nb::tuple arrays(const RescoredForest &forest) {
    RescoredForest::Arrays out;
    {
        nb::gil_scoped_release unlocked;
        out = forest.arrays();
    }
    return nb::make_tuple(to_numpy(std::move(out.head)), to_numpy(std::move(out.tail_ptr)),
                          to_numpy(std::move(out.tails)), to_numpy(std::move(out.edges)),
                          to_numpy(std::move(out.nodes)), to_numpy(std::move(out.log10)));
}

}  // namespace

void bind_forest_rescore(nb::module_ &module) {
    nb::class_<RescoredForest>(module, "RescoredForest")
        .def("__init__", &rescore, "graph"_a, "scores"_a, "words"_a, "model"_a, "weight"_a, "beam"_a, "pops"_a,
             "longest"_a, nb::keep_alive<1, 2>())
        .def("lengths", &lengths)
        .def("trace", &trace, "which"_a)
        .def("arrays", &arrays);
}

}  // namespace laconic
