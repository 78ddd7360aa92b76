// One score for every edge of a forest, checked when it is made.
#pragma once

#include "base/arrays.h"
#include "base/check.h"
#include "forest/graph.h"

namespace laconic {

// Minus infinity means that an edge may not be used.
class EdgeScores {
  public:
    EdgeScores(const Hypergraph &graph, const Vector<double> &scores) : scores_(scores) {
        check_size(scores.size(), graph.edge_count(), "scores, one an edge,");
        check_scores(scores.data(), scores.size(), "scores");
    }
    const double *data() const { return scores_.data(); }
    std::vector<double> copy() const { return to_vector(scores_); }

  private:
    Vector<double> scores_;
};

}  // namespace laconic
