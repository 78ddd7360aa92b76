// Array types shared by the bindings: contiguous NumPy arrays in, owned NumPy arrays out.
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <utility>
#include <vector>

namespace laconic {

namespace nb = nanobind;
using namespace nb::literals;  // "name"_a names an argument of a binding

template <typename T>
using Vector = nb::ndarray<const T, nb::ndim<1>, nb::c_contig, nb::device::cpu>;
template <typename T>
using Matrix = nb::ndarray<const T, nb::ndim<2>, nb::c_contig, nb::device::cpu>;
template <typename T>
using Output = nb::ndarray<nb::numpy, T>;

template <typename T>
std::vector<T> to_vector(const Vector<T> &values) {
    return std::vector<T>(values.data(), values.data() + values.size());
}

// Flags as zeros and ones: one that Python made by force may be any byte, and a C++ bool may not.
inline std::vector<std::uint8_t> to_flags(const Vector<bool> &values) {
    const auto *bytes = reinterpret_cast<const unsigned char *>(values.data());
    std::vector<std::uint8_t> flags(values.size());
    for (std::size_t i = 0; i < flags.size(); ++i) flags[i] = bytes[i] != 0;
    return flags;
}

// Hands a vector's memory to NumPy without a copy; the array frees it.
template <typename T>
Output<T> to_numpy(std::vector<T> &&values, std::initializer_list<std::size_t> shape) {
    auto *owned = new std::vector<T>(std::move(values));
    nb::capsule owner(owned, [](void *pointer) noexcept { delete static_cast<std::vector<T> *>(pointer); });
    return Output<T>(owned->data(), shape.size(), shape.begin(), owner);
}

template <typename T>
Output<T> to_numpy(std::vector<T> &&values) {
    const std::size_t size = values.size();
    return to_numpy(std::move(values), {size});
}

}  // namespace laconic
