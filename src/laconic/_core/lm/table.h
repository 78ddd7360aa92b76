// Tables of n-grams: flat, open-addressing, exact.
//
// An n-gram w1 … wn is found from its suffix: its key is the slot of w2 … wn in the table below, and w1.
// So a key of 64 bits identifies an n-gram of any length without collisions, the tables form a trie
// of reversed n-grams without pointers, and walking parents spells an n-gram back.
#pragma once

#include "lm/vocabulary.h"

#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <vector>

namespace laconic::lm {

using Slot = std::uint32_t;
constexpr Slot kNoSlot = ~Slot{0};

// What is known of an n-gram besides its numbers, kept in the two top bits of a word.
constexpr std::uint32_t kExtendsLeft = 1u << 31;  // a longer n-gram ends with it
constexpr std::uint32_t kIsContext = 1u << 30;    // a longer n-gram begins with it, or it has a backoff
constexpr std::uint32_t kWordMask = kIsContext - 1;
constexpr WordId kNoWord = kWordMask;

// An n-gram of a middle order; log10 probabilities.
struct Middle {
    Slot parent;
    std::uint32_t word = kNoWord;  // with flags
    float log10;
    float backoff;
};

// An n-gram of the highest order never is a context, so it needs no backoff.
struct Longest {
    Slot parent;
    std::uint32_t word = kNoWord;
    float log10;
};

template <typename Entry>
class NgramTable {
  public:
    // Room for `count` n-grams; a third of the slots stays empty, so that misses end soon.
    explicit NgramTable(std::size_t count = 0) : slots_(count + count / 2 + 1) {
        if (slots_.size() >= kNoSlot) throw std::length_error("an order has more than 2.8 billion n-grams.");
    }

    std::size_t size() const { return size_; }
    Slot slots() const { return static_cast<Slot>(slots_.size()); }
    bool holds(Slot slot) const { return (slots_[slot].word & kWordMask) != kNoWord; }
    Entry &operator[](Slot slot) { return slots_[slot]; }
    const Entry &operator[](Slot slot) const { return slots_[slot]; }

    Slot find(Slot parent, WordId word) const {
        for (Slot slot = home(parent, word);; slot = next(slot)) {
            const Entry &entry = slots_[slot];
            const WordId here = entry.word & kWordMask;
            if (here == word && entry.parent == parent) return slot;
            if (here == kNoWord) return kNoSlot;
        }
    }

    // Asks for the memory that `find` will read.
    void prefetch(Slot parent, WordId word) const {
#if defined(__GNUC__)
        __builtin_prefetch(&slots_[home(parent, word)]);
#endif
    }

    // The slot of a new n-gram, or `kNoSlot` if it is there already. The constructor's count must not be exceeded.
    Slot insert(Slot parent, WordId word) {
        Slot slot = home(parent, word);
        for (; holds(slot); slot = next(slot))
            if ((slots_[slot].word & kWordMask) == word && slots_[slot].parent == parent) return kNoSlot;
        slots_[slot].parent = parent;
        slots_[slot].word = word;
        ++size_;
        return slot;
    }

    std::size_t bytes() const { return slots_.size() * sizeof(Entry); }

  private:
    Slot home(Slot parent, WordId word) const {
        std::uint64_t key = (std::uint64_t{parent} << 32 | word) * 0x9e3779b97f4a7c15u;
        key = (key ^ (key >> 32)) * 0xd6e8feb86659fd93u;
        return static_cast<Slot>((key >> 32) * slots_.size() >> 32);
    }

    Slot next(Slot slot) const { return slot + 1 == slots_.size() ? 0 : slot + 1; }

    std::vector<Entry> slots_;
    std::size_t size_ = 0;
};

}  // namespace laconic::lm
