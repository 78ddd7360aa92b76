// The words of a language model and their numbers.
#pragma once

#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace laconic::lm {

using WordId = std::uint32_t;

// Three words have the same numbers in every model.
constexpr WordId kUnknown = 0, kBegin = 1, kEnd = 2, kFirstWord = 3;
constexpr std::string_view kUnknownText = "<unk>", kBeginText = "<s>", kEndText = "</s>";

// Two bits of a word's place in a table are flags, and one value marks an empty slot.
constexpr WordId kMaxWords = (1u << 30) - 1;

class Vocabulary {
  public:
    Vocabulary() : starts_{0}, slots_(64, kEmpty) {
        add(kUnknownText);
        add(kBeginText);
        add(kEndText);
    }

    std::size_t size() const { return starts_.size() - 1; }

    std::string_view text(WordId id) const {
        return std::string_view(letters_).substr(starts_[id], starts_[id + 1] - starts_[id]);
    }

    // The word's number, or `kUnknown`.
    WordId find(std::string_view word) const {
        const std::size_t slot = slot_of(word);
        return slots_[slot] == kEmpty ? kUnknown : slots_[slot];
    }

    bool contains(std::string_view word) const { return slots_[slot_of(word)] != kEmpty; }

    // The word's number; a new word gets the next one.
    WordId add(std::string_view word) {
        std::size_t slot = slot_of(word);
        if (slots_[slot] != kEmpty) return slots_[slot];
        if (size() >= kMaxWords) throw std::length_error("there are more than a billion different words.");
        if ((size() + 1) * 2 > slots_.size()) {
            grow();
            slot = slot_of(word);
        }
        const auto id = static_cast<WordId>(size());
        slots_[slot] = id;
        letters_.append(word);
        starts_.push_back(letters_.size());
        return id;
    }

    std::size_t bytes() const {
        return letters_.capacity() + starts_.capacity() * sizeof(std::size_t) + slots_.capacity() * sizeof(WordId);
    }

  private:
    static constexpr WordId kEmpty = ~WordId{0};

    std::size_t slot_of(std::string_view word) const {
        const std::size_t mask = slots_.size() - 1;
        std::size_t slot = hash(word) & mask;
        while (slots_[slot] != kEmpty && text(slots_[slot]) != word) slot = (slot + 1) & mask;
        return slot;
    }

    // FNV-1a, with a last mix because its low bits alone choose the slot.
    static std::uint64_t hash(std::string_view word) {
        std::uint64_t value = 0xcbf29ce484222325u;
        for (const char letter : word) value = (value ^ static_cast<unsigned char>(letter)) * 0x100000001b3u;
        return value ^ (value >> 32);
    }

    void grow() {
        slots_.assign(slots_.size() * 2, kEmpty);
        for (WordId id = 0; id < size(); ++id) slots_[slot_of(text(id))] = id;
    }

    std::string letters_;
    std::vector<std::size_t> starts_;
    std::vector<WordId> slots_;  // a power of two, at most half full
};

}  // namespace laconic::lm
