// Sums of scores as the searches with a language model store them.
#pragma once

#include "base/check.h"

#include <algorithm>

namespace laconic {

// Sums beyond the usual go no further: an infinity would cancel another, and no order would hold.
inline float narrow(double value) {
    constexpr double most = kLargestScore<float>;
    return static_cast<float>(value > -most ? std::min(value, most) : -most);
}

}  // namespace laconic
