// What a search with a language model builds: items, the states found at a node.
#pragma once

#include "forest/graph.h"
#include "lm/chart.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <utility>
#include <vector>

namespace laconic {

// Arcs are the ways to reach an item; they are with the search.
struct CubeItem {
    Index node, length, best_arc;
    float score;
};

// Items are added cell by cell: a cell is a node, or a node and a length. They are numbered from the leaves to the root,
// like nodes.
template <typename State>
class CubeItems {
  public:
    std::size_t size() const { return items_.size(); }
    std::size_t size_of_cell() const { return size() - cell_; }
    const State &state(Index item) const { return states_[item].state; }
    float score(Index item) const { return items_[item].score; }
    // The root's items come last, one per length.
    std::size_t first_root() const { return first_root_; }

    void begin_cell() {
        cell_ = size();
        slots_.assign(kFewestSlots, -1);
    }

    void begin_root() { first_root_ = size(); }

    // The item of a state in this cell, added if it is new.
    Index find_or_add(Index node, Index length, const State &state) {
        const std::uint64_t hash = state.hash();
        const std::size_t mask = slots_.size() - 1;
        std::size_t slot = hash & mask;
        for (; slots_[slot] >= 0; slot = (slot + 1) & mask)
            if (states_[slots_[slot]].hash == hash && states_[slots_[slot]].state == state) return slots_[slot];
        slots_[slot] = static_cast<Index>(size());
        add(node, length, state, hash);
        if (2 * size_of_cell() > slots_.size()) enlarge_slots();
        return static_cast<Index>(size()) - 1;
    }

    // The one item of this cell. Nothing follows the whole sentence, so its states do not matter.
    Index whole(Index node, Index length) {
        if (size() == cell_) add(node, length, State{}, 0);
        return static_cast<Index>(cell_);
    }

    // Notes that an arc reaches an item.
    void reach(Index item, Index arc, float total) {
        CubeItem &reached = items_[item];
        if (reached.best_arc < 0 || total > reached.score) {
            reached.best_arc = arc;
            reached.score = total;
        }
    }

    // Appends the cell's items from the best down.
    void list_cell(std::vector<Index> &order) const {
        const std::size_t first = order.size();
        for (std::size_t item = cell_; item < size(); ++item) order.push_back(static_cast<Index>(item));
        std::sort(order.begin() + static_cast<std::ptrdiff_t>(first), order.end(),
                  [&](Index a, Index b) { return score(a) != score(b) ? score(a) > score(b) : a < b; });
    }

    std::vector<CubeItem> finish() { return std::move(items_); }

  private:
    struct Hashed {
        State state;
        std::uint64_t hash;
    };

    static constexpr std::size_t kFewestSlots = 128;

    void add(Index node, Index length, const State &state, std::uint64_t hash) {
        items_.push_back({node, length, -1, -std::numeric_limits<float>::infinity()});
        states_.push_back({state, hash});
    }

    void enlarge_slots() {
        slots_.assign(slots_.size() * 2, -1);
        const std::size_t mask = slots_.size() - 1;
        for (std::size_t item = cell_; item < size(); ++item) {
            std::size_t slot = states_[item].hash & mask;
            while (slots_[slot] >= 0) slot = (slot + 1) & mask;
            slots_[slot] = static_cast<Index>(item);
        }
    }

    std::vector<CubeItem> items_;
    std::size_t first_root_ = 0;
    std::vector<Hashed> states_;  // those of the items
    std::vector<Index> slots_;  // a table of the cell's items by their hashes
    std::size_t cell_ = 0;      // its first item
};

}  // namespace laconic
