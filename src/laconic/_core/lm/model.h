// Queries of a backoff n-gram model: probabilities by word numbers, with minimal states.
//
// Left to right, begin with `begin_state()` or `null_state()` and call `score` for each word. To score
// pieces that are joined later, as a chart decoder does, use lm/chart.h. A model never changes once it
// is built, so threads may share it.
//
// A state keeps only the words that can still matter: those of the longest context that begins some
// n-gram of the model, or has a backoff. It also carries their backoffs, so that no context is looked up twice.
#pragma once

#include "lm/table.h"
#include "lm/vocabulary.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace laconic::lm {

constexpr int kMaxOrder = 16;

inline std::uint64_t mix(std::uint64_t hash, std::uint64_t value) {
    hash = (hash ^ value) * 0x9e3779b97f4a7c15u;
    return hash ^ (hash >> 29);
}

// What the words so far mean for the next one; `words[0]` is the last word. There is room for the contexts of models
// whose order is at most `kRoom + 1`: searches that keep many states use no more of it than they need.
template <int kRoom>
struct BasicState {
    std::array<WordId, kRoom> words;
    std::array<float, kRoom> backoff;  // a function of the words, so no part of the identity
    int length = 0;

    bool operator==(const BasicState &other) const {
        return length == other.length && std::equal(words.begin(), words.begin() + length, other.words.begin());
    }

    std::uint64_t hash() const {
        std::uint64_t value = static_cast<std::uint64_t>(length);
        for (int i = 0; i < length; ++i) value = mix(value, words[i]);
        return value;
    }
};

using State = BasicState<kMaxOrder - 1>;

struct Score {
    float log10;
    int length;        // of the n-gram found, from 1
    Slot node;         // where it is in the table of its order
    bool independent;  // no word further left can change the score
};

struct Unigram {
    float log10;
    float backoff;
    std::uint32_t flags;
};

class LanguageModel {
  public:
    LanguageModel(Vocabulary vocabulary, std::vector<Unigram> unigrams, std::vector<NgramTable<Middle>> middle,
                  NgramTable<Longest> longest, int order)
        : vocabulary_(std::move(vocabulary)),
          unigrams_(std::move(unigrams)),
          middle_(std::move(middle)),
          longest_(std::move(longest)),
          order_(order),
          id_(next_id()) {}

    int order() const { return order_; }
    // A number that no other model of this process has.
    std::uint64_t id() const { return id_; }
    const Vocabulary &vocabulary() const { return vocabulary_; }

    State null_state() const { return State{}; }

    State begin_state() const { return begin_state<kMaxOrder - 1>(); }

    template <int kRoom>
    BasicState<kRoom> begin_state() const {
        BasicState<kRoom> state;
        push(state, 0, kBegin, unigrams_[kBegin].backoff, unigrams_[kBegin].flags);
        return state;
    }

    // The probability of a word after a state; `next` becomes the state after it and must be another object.
    template <int kRoom>
    Score score(const BasicState<kRoom> &state, WordId word, BasicState<kRoom> &next) const {
        const Unigram &unigram = unigrams_[word];
        next.length = 0;
        push(next, 0, word, unigram.backoff, unigram.flags);
        Score result{unigram.log10, 1, word, !(unigram.flags & kExtendsLeft)};
        lengthen(result, state.words.data(), state.length, [&](int position, const Middle &entry) {
            push(next, position, entry.word & kWordMask, entry.backoff, entry.word);
        });
        for (int i = result.length - 1; i < state.length; ++i) result.log10 += state.backoff[i];
        return result;
    }

    // Asks for the bigram that scoring `word` after `previous` will look up first.
    void prefetch(WordId previous, WordId word) const {
        if (order_ > 2) {
            middle_[0].prefetch(word, previous);
        } else if (order_ == 2) {
            longest_.prefetch(word, previous);
        }
    }

    // Goes from an n-gram to the longest one that the words to its left, nearest first, allow.
    // `found(position, entry)` is called for every n-gram of a middle order; position + 1 is its length.
    template <typename Found>
    void lengthen(Score &result, const WordId *words, int count, Found found) const {
        for (int i = 0; i < count && !result.independent; ++i) {
            if (result.length + 1 == order_) {
                const Slot slot = longest_.find(result.node, words[i]);
                result.independent = true;
                if (slot == kNoSlot) return;
                result = {longest_[slot].log10, order_, slot, true};
                return;
            }
            const NgramTable<Middle> &table = middle_[result.length - 1];
            const Slot slot = table.find(result.node, words[i]);
            if (slot == kNoSlot) {
                result.independent = true;
                return;
            }
            const Middle &entry = table[slot];
            result = {entry.log10, result.length + 1, slot, !(entry.word & kExtendsLeft)};
            found(result.length - 1, entry);
        }
    }

    // The n-gram of a length at a place, as `score` once returned it.
    Score at(int length, Slot node) const {
        if (length == 1) return {unigrams_[node].log10, 1, node, !(unigrams_[node].flags & kExtendsLeft)};
        if (length == order_) return {longest_[node].log10, length, node, true};
        const Middle &entry = middle_[length - 2][node];
        return {entry.log10, length, node, !(entry.word & kExtendsLeft)};
    }

    const std::vector<Unigram> &unigrams() const { return unigrams_; }
    const std::vector<NgramTable<Middle>> &middle() const { return middle_; }
    const NgramTable<Longest> &longest() const { return longest_; }

    // How many n-grams of a length there are.
    std::size_t count(int length) const {
        return length == 1 ? unigrams_.size() : length == order_ ? longest_.size() : middle_[length - 2].size();
    }

    // Spells the n-gram at a place, first word first.
    void spell(int length, Slot node, WordId *words) const {
        for (int position = 0; position < length; ++position) {
            const int left = length - position;
            if (left == 1) {
                words[position] = node;
            } else if (left == order_) {
                words[position] = longest_[node].word & kWordMask;
                node = longest_[node].parent;
            } else {
                const Middle &entry = middle_[left - 2][node];
                words[position] = entry.word & kWordMask;
                node = entry.parent;
            }
        }
    }

    std::size_t bytes() const {
        std::size_t total = vocabulary_.bytes() + unigrams_.capacity() * sizeof(Unigram);
        for (const auto &table : middle_) total += table.bytes();
        return total + longest_.bytes();
    }

  private:
    template <int kRoom>
    void push(BasicState<kRoom> &state, int position, WordId word, float backoff, std::uint32_t flags) const {
        if (position + 1 >= order_) return;
        state.words[position] = word;
        state.backoff[position] = backoff;
        if (flags & kIsContext) state.length = position + 1;
    }

    static std::uint64_t next_id() {
        static std::atomic<std::uint64_t> last{0};
        return ++last;
    }

    Vocabulary vocabulary_;
    std::vector<Unigram> unigrams_;
    std::vector<NgramTable<Middle>> middle_;  // orders 2 to order - 1
    NgramTable<Longest> longest_;             // empty in a model of order 1
    int order_;
    std::uint64_t id_;
};

}  // namespace laconic::lm
