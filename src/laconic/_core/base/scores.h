// What all searches agree on about scores.
#pragma once

#include <limits>

namespace laconic {

// The score of what may not be chosen.
constexpr double kImpossible = -std::numeric_limits<double>::infinity();

}  // namespace laconic
