// Checks of what Python passes, made once before a kernel starts, so that kernels need not look again.
//
// A wrong argument throws std::invalid_argument, and work that would fill the memory std::length_error; Python sees
// both as a ValueError.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <limits>
#include <stdexcept>
#include <string>
#include <type_traits>

namespace laconic {

// Sums of scores within these bounds cannot overflow, however many there are.
template <typename T>
constexpr T kLargestScore = std::is_same_v<T, float> ? T(1e30) : T(1e100);

// The most cells of eight bytes that a table may have: two gigabytes.
constexpr std::size_t kMostCells = std::size_t{1} << 28;

inline void require(bool good, const char *problem) {
    if (!good) throw std::invalid_argument(problem);
}

inline void check_size(std::size_t found, std::size_t needed, const char *name) {
    if (found != needed)
        throw std::invalid_argument(std::string(name) + " must have the size " + std::to_string(needed) + ", not " +
                                    std::to_string(found) + ".");
}

// Whether every value is of usual size, or is the one `also` allowed. Several are looked at together, which compilers do
// with whole numbers but not with comparisons of floats: a wrong value sets the top bit of `wrong`.
template <typename T>
bool are_usual(const T *values, std::size_t count, T also) {
    using Bits = std::conditional_t<sizeof(T) == 8, std::uint64_t, std::uint32_t>;
    static_assert(sizeof(T) == sizeof(Bits) && std::numeric_limits<T>::is_iec559);
    const auto bits = [](T value) {
        Bits copied;
        std::memcpy(&copied, &value, sizeof copied);
        return copied;
    };
    constexpr Bits kSign = Bits{1} << (8 * sizeof(T) - 1);
    const Bits largest = bits(kLargestScore<T>), allowed = bits(also);
    Bits wrong = 0;
    for (std::size_t i = 0; i < count; ++i) {
        const Bits value = bits(values[i]), difference = value ^ allowed;
        wrong |= (largest - (value & ~kSign)) & (difference | (0 - difference));
    }
    return (wrong & kSign) == 0;
}

// Scores are numbers, or minus infinity for what may not be chosen.
template <typename T>
void check_scores(const T *values, std::size_t count, const char *name) {
    if (!are_usual(values, count, -std::numeric_limits<T>::infinity()))
        throw std::invalid_argument(std::string(name) + " must be numbers of usual size or minus infinity.");
}

// Numbers proper: neither infinite nor NaN, nor so large that their sums are.
template <typename T>
void check_numbers(const T *values, std::size_t count, const char *name) {
    if (!are_usual(values, count, T{0}))
        throw std::invalid_argument(std::string(name) + " must be finite numbers of usual size.");
}

inline void check_number(double value, const char *name) { check_numbers(&value, 1, name); }

// Whole numbers from `low` to `high`, both included.
template <typename T>
void check_range(const T *values, std::size_t count, std::int64_t low, std::int64_t high, const char *name) {
    bool good = true;
    for (std::size_t i = 0; i < count; ++i) good &= values[i] >= low && values[i] <= high;
    if (!good)
        throw std::invalid_argument(std::string(name) + " must lie from " + std::to_string(low) + " to " +
                                    std::to_string(high) + ".");
}

inline void check_range(std::int64_t value, std::int64_t low, std::int64_t high, const char *name) {
    check_range(&value, 1, low, high, name);
}

// Row k of `values` entries is those from starts[k] up to starts[k + 1].
template <typename T>
void check_starts(const T *starts, std::size_t count, std::size_t values, const char *name) {
    bool good = count > 0 && starts[0] >= 0 && static_cast<std::size_t>(starts[count - 1]) <= values;
    for (std::size_t k = 1; good && k < count; ++k) good = starts[k - 1] <= starts[k];
    if (!good)
        throw std::invalid_argument(std::string(name) + " must ascend from 0 within " + std::to_string(values) +
                                    " values.");
}

// Whether a table of this size may be made; the product may be beyond all numbers.
inline void check_room(std::size_t rows, std::size_t columns = 1, std::size_t bytes = sizeof(double)) {
    const std::size_t most = kMostCells * sizeof(double) / bytes;
    if (columns > 0 && rows > most / columns) throw std::length_error("this would take more than two gigabytes.");
}

}  // namespace laconic
