// Checks the arrays of a forest and shows them to Python without a copy.
#include "forest/graph.h"

#include "base/arrays.h"

#include <algorithm>
#include <stdexcept>
#include <string>

namespace laconic {
namespace {

[[noreturn]] void refuse(const std::string &problem) { throw std::invalid_argument(problem); }

std::string edge_name(std::size_t edge) { return "edge " + std::to_string(edge); }

void check_pointers(const std::vector<Index> &pointers, std::size_t rows, std::size_t values, const char *name) {
    if (pointers.size() != rows + 1)
        refuse(std::string(name) + " has " + std::to_string(pointers.size()) + " entries; " +
               std::to_string(rows) + " edges need " + std::to_string(rows + 1) + ".");
    if (pointers.front() != 0 || static_cast<std::size_t>(pointers.back()) != values ||
        !std::is_sorted(pointers.begin(), pointers.end()))
        refuse(std::string(name) + " must rise from 0 to " + std::to_string(values) +
               ", the number of values it points into.");
}

}  // namespace

Hypergraph::Hypergraph(std::size_t node_count, std::vector<Index> head, std::vector<Index> tail_ptr,
                       std::vector<Index> tails, std::vector<Index> yield_ptr,
                       std::vector<Index> yield_symbols, std::size_t word_count)
    : word_count_(word_count), head_(std::move(head)), tail_ptr_(std::move(tail_ptr)), tails_(std::move(tails)),
      yield_ptr_(std::move(yield_ptr)), yield_symbols_(std::move(yield_symbols)) {
    check_pointers(tail_ptr_, head_.size(), tails_.size(), "tail_ptr");
    check_pointers(yield_ptr_, head_.size(), yield_symbols_.size(), "yield_ptr");
    check_edges(node_count);
    check_yields();
    edge_ptr_.assign(node_count + 1, 0);
    for (const Index node : head_) ++edge_ptr_[node + 1];
    for (std::size_t node = 0; node < node_count; ++node) edge_ptr_[node + 1] += edge_ptr_[node];
}

void Hypergraph::check_edges(std::size_t node_count) const {
    if (node_count == 0) refuse("a forest needs at least one node, its root.");
    check_room(node_count);
    for (std::size_t edge = 0; edge < head_.size(); ++edge) {
        const Index node = head_[edge];
        if (node < 0 || static_cast<std::size_t>(node) >= node_count)
            refuse(edge_name(edge) + " has the head " + std::to_string(node) + "; the nodes are 0 to " +
                   std::to_string(node_count - 1) + ".");
        if (edge > 0 && node < head_[edge - 1])
            refuse(edge_name(edge) + " has the head " + std::to_string(node) + " after an edge with the head " +
                   std::to_string(head_[edge - 1]) + "; sort the edges by head.");
        for (const Index tail : tails(static_cast<Index>(edge)))
            if (tail < 0 || tail >= node)
                refuse(edge_name(edge) + " has the tail " + std::to_string(tail) +
                       ", which does not come before its head " + std::to_string(node) +
                       "; number the nodes from the leaves to the root.");
    }
}

void Hypergraph::check_yields() const {
    std::vector<bool> placed;
    for (std::size_t edge = 0; edge < head_.size(); ++edge) {
        const std::size_t arity = tails(static_cast<Index>(edge)).size();
        std::size_t places = 0;
        placed.assign(arity, false);
        for (const Index symbol : yield(static_cast<Index>(edge))) {
            if (symbol >= 0) {
                if (static_cast<std::size_t>(symbol) >= word_count_)
                    refuse(edge_name(edge) + " yields word " + std::to_string(symbol) + "; the vocabulary has " +
                           std::to_string(word_count_) + " words.");
                continue;
            }
            const std::size_t place = static_cast<std::size_t>(-1 - static_cast<std::int64_t>(symbol));
            if (place >= arity || placed[place])
                refuse(edge_name(edge) + " has " + std::to_string(arity) + " tails and its yield names tail " +
                       std::to_string(place) + (place >= arity ? ", which it lacks." : " twice."));
            placed[place] = true;
            ++places;
        }
        if (places != arity) refuse(edge_name(edge) + " has a tail without a place in its yield.");
    }
}

namespace {

using View = nb::ndarray<nb::numpy, const Index, nb::ndim<1>>;

template <const std::vector<Index> &(Hypergraph::*column)() const>
View view(const Hypergraph &graph) {
    const std::vector<Index> &values = (graph.*column)();
    return View(values.data(), {values.size()});
}

}  // namespace

void bind_forest_graph(nb::module_ &module) {
    const auto inner = nb::rv_policy::reference_internal;
    nb::class_<Hypergraph>(module, "Hypergraph")
        .def(
            "__init__",
            [](Hypergraph *self, std::size_t nodes, Vector<Index> head, Vector<Index> tail_ptr, Vector<Index> tails,
               Vector<Index> yield_ptr, Vector<Index> yield_symbols, std::size_t words) {
                new (self) Hypergraph(nodes, to_vector(head), to_vector(tail_ptr), to_vector(tails), to_vector(yield_ptr),
                                      to_vector(yield_symbols), words);
            },
            "nodes"_a, "head"_a, "tail_ptr"_a, "tails"_a, "yield_ptr"_a, "yield_symbols"_a, "words"_a)
        .def_prop_ro("nodes", &Hypergraph::node_count)
        .def_prop_ro("head", &view<&Hypergraph::heads>, inner)
        .def_prop_ro("edge_ptr", &view<&Hypergraph::edge_ptr>, inner)
        .def_prop_ro("tail_ptr", &view<&Hypergraph::tail_ptr>, inner)
        .def_prop_ro("tails", &view<&Hypergraph::all_tails>, inner)
        .def_prop_ro("yield_ptr", &view<&Hypergraph::yield_ptr>, inner)
        .def_prop_ro("yield_symbols", &view<&Hypergraph::yield_symbols>, inner);
}

}  // namespace laconic
