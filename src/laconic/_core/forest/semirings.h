// Inside and outside of a forest over any semiring: one pass, many questions.
//
// A semiring says how the scores of an edge and of its tails combine (`times`), how the alternatives at a
// node combine (`Sum`), and what they begin with (`zero`, `one`). A score of minus infinity always means
// that an edge may not be used.
#pragma once

#include "base/cancel.h"
#include "base/scores.h"
#include "forest/graph.h"

#include <cmath>
#include <vector>

namespace laconic {

// The best score: max and plus.
struct Best {
    using Value = double;
    static Value zero() { return kImpossible; }
    static Value one() { return 0.0; }
    static Value weigh(double score) { return score; }
    static Value times(Value a, Value b) { return a + b; }
    struct Sum {
        Value value = zero();
        void add(Value other) {
            if (other > value) value = other;
        }
        Value total() const { return value; }
    };
};

// The logarithm of the summed probability mass. The sum is kept relative to its largest term.
struct LogMass {
    using Value = double;
    static Value zero() { return kImpossible; }
    static Value one() { return 0.0; }
    static Value weigh(double score) { return score; }
    static Value times(Value a, Value b) { return a + b; }
    struct Sum {
        Value largest = zero(), mass = 0.0;
        void add(Value other) {
            if (other == zero()) return;
            if (other <= largest) {
                mass += std::exp(other - largest);
            } else {
                mass = mass * std::exp(largest - other) + 1.0;
                largest = other;
            }
        }
        Value total() const { return mass > 0.0 ? largest + std::log(mass) : zero(); }
    };
};

// How many derivations there are; exact up to 2^53.
struct Count {
    using Value = double;
    static Value zero() { return 0.0; }
    static Value one() { return 1.0; }
    static Value weigh(double score) { return score == kImpossible ? 0.0 : 1.0; }
    // Nothing times a count beyond all numbers is nothing, not NaN.
    static Value times(Value a, Value b) { return a == 0.0 || b == 0.0 ? 0.0 : a * b; }
    struct Sum {
        Value value = zero();
        void add(Value other) { value += other; }
        Value total() const { return value; }
    };
};

// Whether there is any derivation.
struct Possible {
    using Value = std::uint8_t;
    static Value zero() { return 0; }
    static Value one() { return 1; }
    static Value weigh(double score) { return score != kImpossible; }
    static Value times(Value a, Value b) { return a & b; }
    struct Sum {
        Value value = zero();
        void add(Value other) { value |= other; }
        Value total() const { return value; }
    };
};

template <typename Semiring>
using Values = std::vector<typename Semiring::Value>;

// What the derivations that end in this edge are worth.
template <typename Semiring>
typename Semiring::Value inside_edge(const Hypergraph &graph, const double *scores, Index edge,
                                     const Values<Semiring> &inside) {
    typename Semiring::Value value = Semiring::weigh(scores[edge]);
    for (const Index tail : graph.tails(edge)) value = Semiring::times(value, inside[tail]);
    return value;
}

template <typename Semiring>
Values<Semiring> inside_pass(const Hypergraph &graph, const double *scores) {
    Values<Semiring> inside(graph.node_count());
    for (Index node = 0; node <= graph.root(); ++node) {
        check_cancelled();
        typename Semiring::Sum sum;
        for (Index edge = graph.first_edge(node); edge < graph.first_edge(node + 1); ++edge)
            sum.add(inside_edge<Semiring>(graph, scores, edge, inside));
        inside[node] = sum.total();
    }
    return inside;
}

template <typename Semiring>
Values<Semiring> outside_pass(const Hypergraph &graph, const double *scores, const Values<Semiring> &inside) {
    std::vector<typename Semiring::Sum> sums(graph.node_count());
    Values<Semiring> outside(graph.node_count(), Semiring::zero()), after;
    sums[graph.root()].add(Semiring::one());
    for (Index node = graph.root(); node >= 0; --node) {
        check_cancelled();
        outside[node] = sums[node].total();
        if (outside[node] == Semiring::zero()) continue;
        for (Index edge = graph.first_edge(node); edge < graph.first_edge(node + 1); ++edge) {
            // A semiring need not divide, so the siblings are multiplied from both ends.
            const Slice tails = graph.tails(edge);
            after.assign(tails.size() + 1, Semiring::one());
            for (std::size_t i = tails.size(); i-- > 1;) after[i] = Semiring::times(after[i + 1], inside[tails[i]]);
            auto before = Semiring::times(outside[node], Semiring::weigh(scores[edge]));
            for (std::size_t i = 0; i < tails.size(); ++i) {
                sums[tails[i]].add(Semiring::times(before, after[i + 1]));
                before = Semiring::times(before, inside[tails[i]]);
            }
        }
    }
    return outside;
}

}  // namespace laconic
