// The promises of rules, the search of a sentence, and the forest of what was found.
#include "grammar/scfg/decoder.h"

#include "base/cancel.h"

#include <algorithm>
#include <limits>
#include <numeric>
#include <utility>

namespace laconic {

namespace {

// Rules beyond the grammar's, as in `ScfgForest`.
constexpr Index kJoin = 0, kPass = 1, kCopy = 2, kDeletion = 3;

}  // namespace

// A chart of buckets as the lazy search reads it.
template <int kRoom>
class PackedScfgForest {
  public:
    using Scorers = std::vector<lm::BasicPhraseScorer<kRoom>>;
    static_assert(LazyResult::kMostTails == kMostSlots);

    PackedScfgForest(const ScfgDecoder &decoder, const std::vector<lm::BasicPhraseScorer<kRoom>> &scorers,
                     const ScfgForest &forest, const ScfgDecoder::Sentence &sentence)
        : decoder_(decoder), scorers_(scorers), forest_(forest), sentence_(sentence),
          own_rules_(3 + sentence.deletions.size()), first_edge_(forest.node_begin.size() + 1, 0) {
        std::iota(own_rules_.begin(), own_rules_.end(), grammar_rules());
        for (const Index head : forest.head) ++first_edge_[head + 1];
        std::partial_sum(first_edge_.begin(), first_edge_.end(), first_edge_.begin());
    }

    std::size_t node_count() const { return forest_.node_begin.size(); }
    Index root() const { return static_cast<Index>(node_count()) - 1; }
    Index first_edge(Index node) const { return first_edge_[node]; }
    Slice tails(Index edge) const { return slice(forest_.tails, forest_.tail_ptr, edge); }
    std::size_t rule_count() const { return decoder_.rules_.size() + own_rules_.size(); }
    // A copy's target is the word at its edge.
    bool depends_on_edge(Index rule) const { return rule == grammar_rules() + kCopy; }

    // Edges that pass something on share no node with others.
    bool only_passes(Index node) const {
        const Index first = first_edge(node);
        return first < first_edge(node + 1) && forest_.rule[first] == decoder_.rules_.bucket_count() + kPass;
    }

    Slice rules(Index edge) const {
        const Index bucket = forest_.rule[edge], own = bucket - decoder_.rules_.bucket_count();
        if (own < 0) return slice(decoder_.bucket_rules_, decoder_.bucket_ptr_, bucket);
        return {own_rules_.data() + own, own_rules_.data() + own + 1};
    }

    double score(Index rule) const {
        const Index own = rule - grammar_rules();
        if (own < 0) return decoder_.scores_[rule];
        return own == kJoin ? sentence_.join : own == kPass ? 0.0 : own == kCopy ? sentence_.copy
                                                                          : sentence_.deletion_scores[own - kDeletion];
    }

    // What is not of the grammar adds no words, except for copies: they are few.
    double promise(Index rule) const {
        if (rule < grammar_rules()) return decoder_.promises_[rule];
        const double own = score(rule);
        return own != kImpossible && rule == grammar_rules() + kCopy ? std::numeric_limits<double>::infinity() : own;
    }

    // A symbol from the grammar's words on is a word of the sentence.
    std::pair<const lm::BasicPhraseScorer<kRoom> *, Slice> target(Index edge, Index rule, bool begins) const {
        static constexpr Index kTails[] = {-1, -2};
        const Index own = rule - grammar_rules();
        if (own < 0 && begins) return {nullptr, decoder_.rules_.target(rule)};
        if (own < 0) return {&scorers_[rule], decoder_.from_slot(rule)};
        if (own != kCopy) return {nullptr, {kTails, kTails + tails(edge).size()}};
        copied_ = decoder_.rules_.word_count() + forest_.node_begin[forest_.head[edge]];
        return {nullptr, {&copied_, &copied_ + 1}};
    }

    lm::WordId word(Index symbol) const {
        const Index own = symbol - decoder_.rules_.word_count();
        return own < 0 ? decoder_.words_[symbol] : sentence_.own_words[own];
    }

  private:
    Index grammar_rules() const { return static_cast<Index>(decoder_.rules_.size()); }

    const ScfgDecoder &decoder_;
    const Scorers &scorers_;
    const ScfgForest &forest_;
    const ScfgDecoder::Sentence &sentence_;
    std::vector<Index> own_rules_, first_edge_;
    mutable Index copied_ = 0;
};

ScfgDecoder::ScfgDecoder(const ScfgRules &rules, std::vector<double> scores, const lm::LanguageModel &model,
                         std::vector<lm::WordId> words, float weight)
    : rules_(rules), model_(model), extensions_(model), words_(std::move(words)), weight_(weight),
      scores_(std::move(scores)) {
    if (model.order() > 5) scorers_.emplace<2>();
    else if (model.order() > 3) scorers_.emplace<1>();
    std::visit([&](auto &scorers) { promise(scorers); }, scorers_);
    sort_buckets();
}

template <int kRoom>
void ScfgDecoder::promise(Scorers<kRoom> &scorers) {
    promises_.reserve(rules_.size());
    scorers.reserve(rules_.size());
    for (Index rule = 0; rule < static_cast<Index>(rules_.size()); ++rule) {
        check_cancelled();
        double log10 = 0;
        bool behind_slot = false;
        lm::BasicPhraseScorer<kRoom> run(model_);
        const auto end_run = [&] {
            if (!behind_slot) scorers.push_back(run);
            const auto [score, state] = run.finish();
            log10 += score + (behind_slot ? extensions_.most_gained(state.left) : 0.0f);
            run.restart();
        };
        for (const Index symbol : rules_.target(rule)) {
            if (symbol >= 0) {
                run.word(words_[symbol]);
                continue;
            }
            end_run();
            behind_slot = true;
        }
        end_run();
        const double most = weight_ >= 0 ? weight_ * log10 : std::numeric_limits<double>::infinity();
        promises_.push_back(scores_[rule] == kImpossible ? kImpossible : scores_[rule] + most);
    }
}

void ScfgDecoder::sort_buckets() {
    bucket_ptr_.push_back(0);
    for (Index bucket = 0; bucket < rules_.bucket_count(); ++bucket) {
        const auto first = static_cast<std::ptrdiff_t>(bucket_rules_.size());
        const Slice rules = rules_.bucket(bucket);
        bucket_rules_.insert(bucket_rules_.end(), rules.begin(), rules.end());
        std::stable_sort(bucket_rules_.begin() + first, bucket_rules_.end(),
                         [&](Index a, Index b) { return promises_[a] > promises_[b]; });
        bucket_ptr_.push_back(static_cast<Index>(bucket_rules_.size()));
    }
}

template <int kRoom>
LazyResult ScfgDecoder::search(const PackedScfgForest<kRoom> &forest, std::size_t beam, std::size_t pops) const {
    return LazyCubeSearch<PackedScfgForest<kRoom>, kRoom>(forest, model_, extensions_, weight_, beam, pops).run();
}

ScfgDecoded ScfgDecoder::decode(const Sentence &sentence, Index longest, std::size_t beam, std::size_t pops) const {
    ScfgDecoded decoded{&rules_, sentence.words, {}, {}};
    decoded.packed = ScfgChart(rules_, sentence.words, sentence.labels, sentence.deletions, longest).build_packed();
    decoded.result = std::visit([&](const auto &scorers) {
        return search(PackedScfgForest(*this, scorers, decoded.packed, sentence), beam, pops);
    }, scorers_);
    return decoded;
}

namespace {

// Writes arcs over a packed forest as edges of a forest of items.
class ItemForest {
  public:
    explicit ItemForest(const ScfgDecoded &decoded)
        : packed_(decoded.packed), found_(decoded.result), rules_(*decoded.rules), number_(found_.items.size(), kNoNumber),
          targets_(rules_, static_cast<Index>(decoded.words.size())) {}

    ScfgForest write(bool best_only, std::vector<float> &log10) {
        const bool is_empty = found_.first_root == found_.items.size();
        if (!is_empty && best_only) choose_best();
        else if (!is_empty) choose_all();
        for (const Index item : used_) number_[item] = add_node(found_.items[item].node);
        if (is_empty) add_node(static_cast<Index>(packed_.node_begin.size()) - 1);
        for (const Index arc : chosen_) {
            add_edge(arc);
            log10.push_back(found_.arcs[arc].log10);
        }
        out_.new_words = std::move(targets_.new_words());
        return std::move(out_);
    }

  private:
    // Chooses the items and arcs of the best derivation.
    void choose_best() {
        std::vector<Index> waiting{static_cast<Index>(found_.first_root)};
        while (!waiting.empty()) {
            const Index item = waiting.back();
            waiting.pop_back();
            if (number_[item] != kNoNumber) continue;
            number_[item] = 0;
            used_.push_back(item);
            for (const Index tail : tails(found_.arcs[found_.items[item].best_arc])) waiting.push_back(tail);
        }
        std::sort(used_.begin(), used_.end());
        for (const Index item : used_) chosen_.push_back(found_.items[item].best_arc);
    }

    // Chooses all items that the root uses, and all arcs that reach them.
    void choose_all() {
        std::vector<std::vector<Index>> arcs(number_.size());
        for (std::size_t arc = 0; arc < found_.arcs.size(); ++arc)
            arcs[found_.arcs[arc].item].push_back(static_cast<Index>(arc));
        number_[found_.first_root] = 0;
        for (std::size_t item = number_.size(); item-- > 0;) {
            if (number_[item] == kNoNumber) continue;
            for (const Index arc : arcs[item])
                for (const Index tail : tails(found_.arcs[arc])) number_[tail] = 0;
        }
        for (std::size_t item = 0; item < number_.size(); ++item) {
            if (number_[item] == kNoNumber) continue;
            used_.push_back(static_cast<Index>(item));
            chosen_.insert(chosen_.end(), arcs[item].begin(), arcs[item].end());
        }
    }

    Slice tails(const LazyResult::Arc &arc) const {
        const Index *first = arc.tails.data();
        return {first, first + slice(packed_.tails, packed_.tail_ptr, arc.edge).size()};
    }

    Index add_node(Index node) {
        out_.node_begin.push_back(packed_.node_begin[node]);
        out_.node_end.push_back(packed_.node_end[node]);
        out_.node_label.push_back(packed_.node_label[node]);
        return static_cast<Index>(out_.node_begin.size()) - 1;
    }

    void add_edge(Index which) {
        const LazyResult::Arc &arc = found_.arcs[which];
        const Index rule = arc.rule, begin = packed_.node_begin[packed_.head[arc.edge]];
        Index ends[kMostSlots], slots = 0;
        for (const Index tail : tails(arc)) {
            out_.tails.push_back(number_[tail]);
            ends[slots++] = packed_.node_end[found_.items[tail].node];
        }
        if (rule < static_cast<Index>(rules_.size())) {
            targets_.place(rules_.source(rule), begin, ends);
            targets_.write(rule, out_.yield_symbols, out_.positions);
        } else if (rule == static_cast<Index>(rules_.size()) + kCopy) {
            out_.yield_symbols.push_back(begin);
            out_.positions.push_back(begin);
        }
        for (Index slot = 0; rule >= static_cast<Index>(rules_.size()) && slot < slots; ++slot) {
            out_.yield_symbols.push_back(-1 - slot);
            out_.positions.push_back(kNoNumber);
        }
        out_.head.push_back(number_[arc.item]);
        out_.rule.push_back(rule);
        out_.tail_ptr.push_back(static_cast<Index>(out_.tails.size()));
        out_.yield_ptr.push_back(static_cast<Index>(out_.yield_symbols.size()));
    }

    const ScfgForest &packed_;
    const LazyResult &found_;
    const ScfgRules &rules_;
    std::vector<Index> number_;  // of the items that are used, as nodes of the new forest
    std::vector<Index> used_, chosen_;  // items and arcs in the order of nodes and edges
    TargetWriter targets_;
    ScfgForest out_;
};

}  // namespace

ScfgForest ScfgDecoded::forest(bool best_only, std::vector<float> &log10) const {
    return ItemForest(*this).write(best_only, log10);
}

}  // namespace laconic
