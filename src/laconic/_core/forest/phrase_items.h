// The items of a node while a search fills it: the phrases found, with their best scores.
#pragma once

#include "base/slice.h"
#include "lm/joints.h"

#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

namespace laconic {

class PhraseItems {
  public:
    struct Item {
        lm::Phrase phrase;
        float score = -std::numeric_limits<float>::infinity();
        Index best_arc = kNone;
    };

    std::size_t size() const { return items_.size(); }
    auto begin() const { return items_.begin(); }
    auto end() const { return items_.end(); }

    // For the next node.
    void clear() {
        items_.clear();
        slots_.assign(kFewestSlots, kNone);
    }

    // The number of a phrase's item, which is added if it is new.
    Index find_or_add(lm::Phrase phrase) {
        const std::size_t mask = slots_.size() - 1;
        std::size_t slot = phrase.hash() & mask;
        for (; slots_[slot] != kNone; slot = (slot + 1) & mask)
            if (items_[slots_[slot]].phrase == phrase) return slots_[slot];
        const auto added = static_cast<Index>(items_.size());
        slots_[slot] = added;
        items_.push_back({phrase});
        if (4 * items_.size() > slots_.size()) enlarge();
        return added;
    }

    // Notes that an arc reaches an item.
    void reach(Index item, Index arc, float total) {
        Item &reached = items_[item];
        if (reached.best_arc == kNone || total > reached.score) {
            reached.best_arc = arc;
            reached.score = total;
        }
    }

  private:
    static constexpr Index kNone = -1;
    static constexpr std::size_t kFewestSlots = 128;  // a power of 2

    void enlarge() {
        slots_.assign(slots_.size() * 2, kNone);
        const std::size_t mask = slots_.size() - 1;
        for (std::size_t item = 0; item < items_.size(); ++item) {
            std::size_t slot = items_[item].phrase.hash() & mask;
            while (slots_[slot] != kNone) slot = (slot + 1) & mask;
            slots_[slot] = static_cast<Index>(item);
        }
    }

    std::vector<Item> items_;
    std::vector<Index> slots_;  // a table of the items by their hashes
};

}  // namespace laconic
