// Rewrites sentences by synchronous rules and a language model without building their forests.
//
// What does not depend on the sentence is computed once: for each rule a promise (see forest/lazy_cube.h), and for each
// bucket of the trie its rules in the order of their promises. A sentence then takes the chart of its buckets and a lazy
// search.
#pragma once

#include "forest/lazy_cube.h"
#include "grammar/scfg/chart.h"
#include "lm/extensions.h"
#include "lm/model.h"

#include <cstddef>
#include <variant>
#include <vector>

namespace laconic {

// What a decoder found: items and arcs over a packed forest.
struct ScfgDecoded {
    const ScfgRules *rules;
    std::vector<Index> words;  // the sentence, as the grammar numbers it
    ScfgForest packed;
    LazyResult result;

    // The forest of what the search kept, or of the best derivation alone; its nodes are items, with `log10` the
    // language model's part of each edge. Without a derivation there is nothing but a root.
    ScfgForest forest(bool best_only, std::vector<float> &log10) const;
};

template <int kRoom>
class PackedScfgForest;

class ScfgDecoder {
  public:
    // One score per rule. `words` are the grammar's words as the language model numbers them.
    ScfgDecoder(const ScfgRules &rules, std::vector<double> scores, const lm::LanguageModel &model,
                std::vector<lm::WordId> words, float weight);

    const ScfgRules &rules() const { return rules_; }
    const lm::LanguageModel &model() const { return model_; }

    struct Sentence {
        std::vector<Index> words;           // as the grammar numbers them
        std::vector<lm::WordId> own_words;  // as the language model does
        std::vector<LabelledSpan> labels, deletions;
        double join, copy;
        std::vector<double> deletion_scores;
    };

    // `longest` is as for `ScfgChart`.
    ScfgDecoded decode(const Sentence &sentence, Index longest, std::size_t beam, std::size_t pops) const;

  private:
    template <int kRoom>
    using Scorers = std::vector<lm::BasicPhraseScorer<kRoom>>;

    template <int kRoom>
    void promise(Scorers<kRoom> &scorers);
    void sort_buckets();
    template <int kRoom>
    LazyResult search(const PackedScfgForest<kRoom> &forest, std::size_t beam, std::size_t pops) const;

    // A rule's target from its first slot on.
    Slice from_slot(Index rule) const {
        Slice target = rules_.target(rule);
        while (target.first != target.last && *target.first >= 0) ++target.first;
        return target;
    }

    template <int kRoom>
    friend class PackedScfgForest;

    const ScfgRules &rules_;
    const lm::LanguageModel &model_;
    const lm::Extensions extensions_;
    const std::vector<lm::WordId> words_;
    const float weight_;
    std::vector<double> scores_, promises_;
    std::vector<Index> bucket_ptr_, bucket_rules_;
    // For each rule a scorer that has read its target up to the first slot; of the room that the model's order needs.
    std::variant<Scorers<2>, Scorers<4>, Scorers<lm::kMaxOrder - 1>> scorers_;
};

}  // namespace laconic
