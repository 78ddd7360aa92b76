// What a search with a language model builds: items, the states found at a node, and arcs, the ways to reach them.
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

// An edge of the new forest: which old edge it is, the item it builds, and the items it is built from.
struct Arc {
    Index edge, item;
    std::uint32_t tails;  // where they begin among all arcs' tails
    float log10;          // what the edge adds to the language model's score
};

// The new forest. Items are numbered from the leaves to the root, like nodes.
struct CubeResult {
    struct Item {
        Index node, length, best_arc;
        float score;
    };

    std::vector<Arc> arcs;
    std::vector<Index> arc_tails;
    std::vector<Item> items;
    std::size_t first_root = 0;  // the root's items come last, one per length
};

// Sums beyond the usual go no further: an infinity would cancel another, and no order would hold.
inline float narrow(double value) {
    constexpr double most = kLargestScore<float>;
    return static_cast<float>(value > -most ? std::min(value, most) : -most);
}

// Items are added cell by cell: a cell is a node, or a node and a length.
template <typename State>
class CubeItems {
  public:
    std::size_t size() const { return result_.items.size(); }
    std::size_t size_of_cell() const { return size() - cell_; }
    const State &state(Index item) const { return states_[item].state; }
    float score(Index item) const { return result_.items[item].score; }

    // Makes room for this many items and as many arcs.
    void reserve(std::size_t count) {
        result_.items.reserve(count);
        result_.arcs.reserve(count);
        result_.arc_tails.reserve(count);
        states_.reserve(count);
    }

    void begin_cell() {
        cell_ = size();
        slots_.assign(kFewestSlots, -1);
    }

    void begin_root() { result_.first_root = size(); }

    // The item of a state in this cell, added if it is new.
    Index find_or_add(Index node, Index length, const State &state) {
        return find_or_add(node, length, state, state.hash());
    }
    // The same for the state of another item.
    Index find_or_add_same(Index node, Index other) {
        const Hashed same = states_[other];
        return find_or_add(node, result_.items[other].length, same.state, same.hash);
    }

    // The one item of this cell. Nothing follows the whole sentence, so its states do not matter.
    Index whole(Index node, Index length) {
        if (size() == cell_) add(node, length, State{}, 0);
        return static_cast<Index>(cell_);
    }

    // Starts a way to reach an item; `add_tail` completes it.
    void add_arc(Index edge, Index item, float log10, float total) {
        const auto arc = static_cast<Index>(result_.arcs.size());
        result_.arcs.push_back({edge, item, static_cast<std::uint32_t>(result_.arc_tails.size()), log10});
        CubeResult::Item &reached = result_.items[item];
        if (reached.best_arc < 0 || total > reached.score) {
            reached.best_arc = arc;
            reached.score = total;
        }
    }
    void add_tail(Index item) { result_.arc_tails.push_back(item); }

    // Appends the cell's items from the best down.
    void list_cell(std::vector<Index> &order) const {
        const std::size_t first = order.size();
        for (std::size_t item = cell_; item < size(); ++item) order.push_back(static_cast<Index>(item));
        std::sort(order.begin() + static_cast<std::ptrdiff_t>(first), order.end(),
                  [&](Index a, Index b) { return score(a) != score(b) ? score(a) > score(b) : a < b; });
    }

    CubeResult finish() { return std::move(result_); }

  private:
    struct Hashed {
        State state;
        std::uint64_t hash;
    };

    static constexpr std::size_t kFewestSlots = 64;

    Index find_or_add(Index node, Index length, const State &state, std::uint64_t hash) {
        const std::size_t mask = slots_.size() - 1;
        std::size_t slot = hash & mask;
        for (; slots_[slot] >= 0; slot = (slot + 1) & mask)
            if (states_[slots_[slot]].hash == hash && states_[slots_[slot]].state == state) return slots_[slot];
        slots_[slot] = static_cast<Index>(size());
        add(node, length, state, hash);
        if (2 * size_of_cell() > slots_.size()) enlarge_slots();
        return static_cast<Index>(size()) - 1;
    }

    void add(Index node, Index length, const State &state, std::uint64_t hash) {
        result_.items.push_back({node, length, -1, -std::numeric_limits<float>::infinity()});
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

    CubeResult result_;
    std::vector<Hashed> states_;  // those of the items
    std::vector<Index> slots_;  // a table of the cell's items by their hashes
    std::size_t cell_ = 0;      // its first item
};

}  // namespace laconic
