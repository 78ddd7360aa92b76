// Flags that Python raises to end computations in other threads.
#include "base/cancel.h"

#include <nanobind/nanobind.h>
#include <nanobind/stl/optional.h>

#include <memory>
#include <optional>
#include <utility>

namespace laconic {
namespace {

namespace nb = nanobind;
using namespace nb::literals;

using Flag = std::shared_ptr<std::atomic<bool>>;

struct Cancellation {
    Flag flag = std::make_shared<std::atomic<bool>>(false);
};

// Owns what `watched_flag` points at, however long the Python objects live.
thread_local Flag owned_flag;

std::optional<Cancellation> watched() {
    if (owned_flag == nullptr) return std::nullopt;
    return Cancellation{owned_flag};
}

// Computations of this thread end once the flag is up. Returns what was watched before.
std::optional<Cancellation> watch(const std::optional<Cancellation> &next) {
    std::optional<Cancellation> previous = watched();
    owned_flag = next ? next->flag : nullptr;
    watched_flag = owned_flag.get();
    return previous;
}

}  // namespace

void bind_cancel(nb::module_ &module) {
    nb::exception<Cancelled>(module, "Cancelled");
    nb::class_<Cancellation>(module, "Cancellation")
        .def(nb::init<>())
        .def("cancel", [](Cancellation &self) { self.flag->store(true, std::memory_order_relaxed); })
        .def_prop_ro("is_cancelled", [](const Cancellation &self) { return self.flag->load(std::memory_order_relaxed); });
    module.def("watch_cancellation", &watch, "cancellation"_a.none());
    module.def("watched_cancellation", &watched);
    module.def("check_cancelled", &check_cancelled);
}

}  // namespace laconic
