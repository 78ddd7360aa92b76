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

// An array of Python's that stands where numbers of its type may stand; one that does not is copied when it is passed,
// as are those of another type or order.
template <typename T, std::size_t axes>
struct Array : nb::ndarray<const T, nb::ndim<axes>, nb::c_contig, nb::device::cpu> {
    using Base = nb::ndarray<const T, nb::ndim<axes>, nb::c_contig, nb::device::cpu>;
    Array() = default;
    Array(const Base &base) : Base(base) {}
    bool is_aligned() const { return reinterpret_cast<std::uintptr_t>(this->data()) % alignof(T) == 0; }
};

template <typename T>
using Vector = Array<T, 1>;
template <typename T>
using Matrix = Array<T, 2>;
template <typename T>
using Cube = Array<T, 3>;
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

namespace nanobind::detail {

template <typename T, std::size_t axes>
struct type_caster<laconic::Array<T, axes>> {
    using Array = laconic::Array<T, axes>;
    using Caster = make_caster<typename Array::Base>;
    NB_TYPE_CASTER(Array, Caster::Name)

    template <typename Flags>
    bool from_python(handle source, Flags flags, cleanup_list *cleanup) noexcept {
        Caster caster;
        if (!caster.from_python(source, flags, cleanup)) return false;
        value = caster.value;
        if (value.is_aligned()) return true;
        if (!(flags & static_cast<Flags>(cast_flags::convert))) return false;
        object copy = steal(PyObject_CallMethod(source.ptr(), "copy", nullptr));
        if (!copy.is_valid()) PyErr_Clear();
        if (!copy.is_valid() || !caster.from_python(copy, flags, cleanup)) return false;
        value = caster.value;
        return value.is_aligned();
    }
};

}  // namespace nanobind::detail
