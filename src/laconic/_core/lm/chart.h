// Scores of phrases whose left context is not known yet, for decoders that join pieces in any order.
//
// A phrase is scored as if nothing stood before it. Its first words may score otherwise once something
// does, so its state remembers on the left the n-grams that a longer history could still lengthen. When
// phrases are joined, exactly these scores are corrected: any bracketing of a sentence gives the same
// total as reading it from left to right (Heafield et al. 2011, "Left language model state for syntactic
// machine translation").
#pragma once

#include "lm/model.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <utility>

namespace laconic::lm {

// The first words whose scores are open: `nodes[i]` is the n-gram of the first i + 1 words.
template <int kRoom>
struct LeftState {
    std::array<Slot, kRoom> nodes;
    std::array<float, kRoom> log10;  // their scores, a function of the nodes
    int length = 0;
    bool closed = false;  // the words after them are scored for good

    bool operator==(const LeftState &other) const {
        return length == other.length && closed == other.closed &&
               std::equal(nodes.begin(), nodes.begin() + length, other.nodes.begin());
    }

    std::uint64_t hash() const {
        std::uint64_t value = static_cast<std::uint64_t>(length) * 2 + closed;
        for (int i = 0; i < length; ++i) value = mix(value, nodes[i]);
        return value;
    }
};

template <int kRoom>
struct BasicChartState {
    LeftState<kRoom> left;
    BasicState<kRoom> right;

    bool operator==(const BasicChartState &other) const { return left == other.left && right == other.right; }

    std::uint64_t hash() const { return mix(right.hash(), left.hash()); }
};

using ChartState = BasicChartState<kMaxOrder - 1>;

// Joins words and phrases from left to right into one phrase.
template <int kRoom>
class BasicPhraseScorer {
  public:
    using ChartState = BasicChartState<kRoom>;

    // A scorer that has read a phrase, if one is given; its score is not counted.
    explicit BasicPhraseScorer(const LanguageModel &model, const ChartState &phrase = {})
        : model_(&model), state_(phrase) {}

    // Forgets what was added.
    void restart() {
        state_ = ChartState{};
        log10_ = 0;
    }

    // What follows stands at the beginning of a sentence. Call it first or not at all.
    void begin_sentence() {
        state_.right = model_->template begin_state<kRoom>();
        state_.left.closed = true;
    }

    void word(WordId word) {
        BasicState<kRoom> next;
        const Score score = model_->score(state_.right, word, next);
        log10_ += score.log10;
        remember(score);
        // Where the context did not grow, it was cut: what follows cannot reach beyond the phrase.
        if (next.length != state_.right.length + 1) state_.left.closed = true;
        state_.right = next;
    }

    // Adds a phrase; its own score is not added, only the change to it.
    void phrase(const ChartState &next) { log10_ += joint(next); }

    // The score of what was added.
    double log10() const { return log10_; }

    // The same as a float, and the state.
    std::pair<float, ChartState> finish() const {
        ChartState state = state_;
        if (state.left.length == model_->order() - 1) state.left.closed = true;
        return {static_cast<float>(log10_), state};
    }

  private:
    using Backoffs = std::array<float, kRoom>;

    // Adds a phrase and returns what that changes: summed up on its own, so that remembered joints (lm/joints.h) give
    // the same sums.
    double joint(const ChartState &next) {
        double change = 0;
        if (next.left.length == 0) {
            if (next.left.closed) follow_closed(next, state_.right.backoff.data(), state_.right.length, change);
            return change;  // else the phrase is empty
        }
        if (state_.right.length == 0) {
            follow_unrelated(next);
            return change;
        }
        Backoffs backoffs = state_.right.backoff, longer;
        int context = state_.right.length;
        for (int length = 1; length <= next.left.length; ++length) {
            context = reopen(next, length, context, backoffs, longer, change);
            if (context != state_.right.length) state_.left.closed = true;
            if (context == 0) {  // the rest of the phrase is scored for good
                state_.right = next.right;
                return change;
            }
            std::swap(backoffs, longer);
        }
        if (next.left.closed) {
            follow_closed(next, backoffs.data(), context, change);
        } else if (next.right.length < next.left.length) {
            state_.right = next.right;
        } else {
            append(next.right, backoffs, context);
        }
        return change;
    }

    // A score that a longer history may change is remembered on the left, until one is final.
    void remember(const Score &score) {
        if (state_.left.closed) return;
        if (score.independent) {
            state_.left.closed = true;
        } else {
            state_.left.log10[state_.left.length] = score.log10;
            state_.left.nodes[state_.left.length++] = score.node;
        }
    }

    // Behind the open words comes one that found no n-gram as long as its context: it backs off.
    void follow_closed(const ChartState &next, const float *backoffs, int count, double &change) {
        for (int i = 0; i < count; ++i) change += backoffs[i];
        state_.left.closed = true;
        state_.right = next.right;
    }

    // No context reaches into the phrase, so its scores stand.
    void follow_unrelated(const ChartState &next) {
        state_.right = next.right;
        if (state_.left.closed) return;
        if (state_.left.length > 0) {
            state_.left.closed = true;
        } else {
            state_.left = next.left;
        }
    }

    // Scores again the word that ends the first `length` words of a phrase, now that `context` words before
    // it are known. `backoffs` are those of the context followed by the words before this one, `longer`
    // becomes those with this one. Returns how many words of the context still matter to the next word.
    int reopen(const ChartState &next, int length, int context, const Backoffs &backoffs, Backoffs &longer,
               double &change) {
        const float alone = next.left.log10[length - 1];
        Score joined{alone, length, next.left.nodes[length - 1], false};
        int useful = 0;
        model_->lengthen(joined, state_.right.words.data(), context, [&](int position, const Middle &entry) {
            const int words = position + 1 - length;
            longer[words - 1] = entry.backoff;
            if (entry.word & kIsContext) useful = words;
        });
        for (int i = joined.length - length; i < context; ++i) change += backoffs[i];
        change += joined.log10 - alone;
        remember(joined);
        return useful;
    }

    // The phrase is so short that its words and some before it are the context of the next word.
    void append(const BasicState<kRoom> &right, const Backoffs &backoffs, int context) {
        BasicState<kRoom> joined = right;
        std::copy_n(state_.right.words.begin(), context, joined.words.begin() + right.length);
        std::copy_n(backoffs.begin(), context, joined.backoff.begin() + right.length);
        joined.length = right.length + context;
        state_.right = joined;
    }

    const LanguageModel *model_;
    ChartState state_;
    double log10_ = 0;
};

using PhraseScorer = BasicPhraseScorer<kMaxOrder - 1>;

}  // namespace laconic::lm
