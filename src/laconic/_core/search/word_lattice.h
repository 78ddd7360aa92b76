// Lattices in which every edge keeps a word, except those into the end: a row knows the word kept last.
//
// Such lattices can be narrowed to sets that keep some words and delete others, whatever their scores are
// made of: neighbours (search/bigram.cpp) or three words in a row (search/trigram.cpp).
#pragma once

#include "search/lattice.h"

#include <cstdint>
#include <vector>

namespace laconic {

class WordLattice {
  public:
    explicit WordLattice(Lattice lattice);

    std::size_t words() const { return lattice_.words(); }

    // The lattice of the sets that meet the fates and keep at least one word.
    Lattice under(const std::vector<Fate> &fates) const;

    // The score of one set of words; minus infinity if it is not in the lattice.
    double score(const std::vector<std::uint8_t> &kept) const;

  private:
    Lattice lattice_;
    std::vector<std::int32_t> passed_;  // for each row, how many words lie before it or are kept by it
};

}  // namespace laconic
