// Phrases by the numbers of their states, and what joining them gives, each computed once.
//
// A search joins the same phrases again and again: the last words of one piece meet the first words of the next at the
// same places of many spans. Here a phrase is a pair of numbers, of its left state and of its right one, quick to copy
// and to compare, and a joint that was computed before takes one look into a table that is small beside the model.
#pragma once

#include "lm/chart.h"
#include "lm/model.h"

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace laconic::lm {

// The numbers of a state's two sides. That of a closed left side is odd, so that a joint need not look it up.
struct Phrase {
    std::uint32_t left, right;

    bool is_closed() const { return left & 1; }

    bool operator==(const Phrase &other) const { return left == other.left && right == other.right; }
    std::uint64_t hash() const { return mix(left, right); }
};

template <int kRoom>
class Joints {
  public:
    using State = BasicChartState<kRoom>;

    // What joining changes in the log10 of the parts, and the phrase that it gives.
    struct Joint {
        double log10;
        Phrase phrase;
    };

    // Begins with room for the joints of about this many phrases.
    Joints(const LanguageModel &model, std::size_t phrases)
        : model_(model), entries_(table_size(phrases)), left_slots_(entries_.size(), kNone),
          right_slots_(entries_.size(), kNone), empty_(number(BasicPhraseScorer<kRoom>(model).finish().second)) {}

    // The phrase of no words.
    Phrase empty() const { return empty_; }

    const LeftState<kRoom> &left(Phrase phrase) const { return lefts_[phrase.left >> 1]; }

    Phrase number(const State &state) {
        const std::uint32_t left = number_of(lefts_, left_slots_, state.left);
        return {2 * left + state.left.closed, number_of(rights_, right_slots_, state.right)};
    }

    Joint word(Phrase phrase, WordId word) {
        return joined({open_left(phrase), phrase.right, word, kWord}, phrase, {word, kWord});
    }

    // A closed left side stays as it is, and so does the right side of what follows if its left one is closed.
    Joint join(Phrase phrase, Phrase next) {
        if (phrase == empty_) return {0, next};
        const bool is_closed = next.is_closed();
        const Joint joint =
            joined({open_left(phrase), phrase.right, next.left, is_closed ? kAny : next.right}, phrase, next);
        return {joint.log10, {joint.phrase.left, is_closed ? next.right : joint.phrase.right}};
    }

  private:
    // What a joint depends on: the numbers of both phrases, with kAny for a side that does not matter; or those of a
    // phrase, a word and kWord.
    struct Key {
        std::uint64_t phrase, next;

        Key(std::uint32_t left, std::uint32_t right, std::uint32_t next_left, std::uint32_t next_right)
            : phrase(std::uint64_t{left} << 32 | right), next(std::uint64_t{next_left} << 32 | next_right) {}
        bool operator==(const Key &other) const { return phrase == other.phrase && next == other.next; }
        bool is_none() const { return phrase >> 32 == kNone; }
    };

    struct Entry {
        Key key{kNone, kNone, kNone, kNone};
        Joint joint;
    };

    static constexpr std::uint32_t kNone = ~std::uint32_t{0}, kAny = kNone - 1, kWord = kNone - 2;
    // Powers of 2, as all sizes of tables.
    static constexpr std::size_t kFewestAtFirst = std::size_t{1} << 10, kMostAtFirst = std::size_t{1} << 14;

    static std::size_t table_size(std::size_t phrases) {
        std::size_t size = kFewestAtFirst;
        while (size < phrases && size < kMostAtFirst) size *= 2;
        return size;
    }

    static std::uint32_t open_left(Phrase phrase) { return phrase.is_closed() ? kAny : phrase.left; }

    // Looks a joint up. What follows the phrase is another phrase, or a word and kWord.
    Joint joined(const Key &key, Phrase phrase, Phrase next) {
        const std::size_t slot = place(key);
        Joint joint = entries_[slot].key.is_none() ? add(key, phrase, next) : entries_[slot].joint;
        if (phrase.is_closed()) joint.phrase.left = phrase.left;
        return joint;
    }

    // Computes and enters a joint that was not looked for before.
    const Joint &add(const Key &key, Phrase phrase, Phrase next) {
        BasicPhraseScorer<kRoom> scorer(model_, {left(phrase), rights_[phrase.right]});
        if (next.right == kWord) scorer.word(next.left);
        else scorer.phrase({left(next), rights_[next.right]});
        const Joint joint{scorer.log10(), number(scorer.finish().second)};
        if (2 * ++count_ > entries_.size()) enlarge();
        return (entries_[place(key)] = {key, joint}).joint;
    }

    // Where a key stands, or is to stand.
    std::size_t place(const Key &key) const {
        const std::size_t mask = entries_.size() - 1;
        std::size_t slot = mix(mix(0, key.phrase), key.next) & mask;
        while (!(entries_[slot].key == key) && !entries_[slot].key.is_none()) slot = (slot + 1) & mask;
        return slot;
    }

    void enlarge() {
        const std::vector<Entry> entries(std::move(entries_));
        entries_ = std::vector<Entry>(entries.size() * 2);
        for (const Entry &entry : entries)
            if (!entry.key.is_none()) entries_[place(entry.key)] = entry;
    }

    // The number of one side of a state; `slots` is a table of the numbers by hashes.
    template <typename Side>
    static std::uint32_t number_of(std::vector<Side> &sides, std::vector<std::uint32_t> &slots, const Side &side) {
        if (2 * sides.size() >= slots.size()) {
            slots.assign(slots.size() * 2, kNone);
            for (std::size_t i = 0; i < sides.size(); ++i) slots[slot_of(sides, slots, sides[i])] = to_number(i);
        }
        std::uint32_t &number = slots[slot_of(sides, slots, side)];
        if (number == kNone) {
            number = to_number(sides.size());
            sides.push_back(side);
        }
        return number;
    }

    template <typename Side>
    static std::size_t slot_of(const std::vector<Side> &sides, const std::vector<std::uint32_t> &slots,
                               const Side &side) {
        const std::size_t mask = slots.size() - 1;
        std::size_t slot = side.hash() & mask;
        while (slots[slot] != kNone && !(sides[slots[slot]] == side)) slot = (slot + 1) & mask;
        return slot;
    }

    static std::uint32_t to_number(std::size_t place) { return static_cast<std::uint32_t>(place); }

    const LanguageModel &model_;
    std::vector<Entry> entries_;
    std::vector<LeftState<kRoom>> lefts_;
    std::vector<BasicState<kRoom>> rights_;
    std::vector<std::uint32_t> left_slots_, right_slots_;
    std::size_t count_ = 0;
    const Phrase empty_;
};

}  // namespace laconic::lm
