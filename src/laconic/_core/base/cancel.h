// Ending a computation from another thread: the thread that computes watches a flag, and every long loop looks at it.
#pragma once

#include <atomic>
#include <exception>

namespace laconic {

struct Cancelled : std::exception {
    const char *what() const noexcept override { return "the computation was cancelled."; }
};

// The flag that this thread watches, or none. `bind_cancel` sets it and keeps the flag alive meanwhile.
inline thread_local const std::atomic<bool> *watched_flag = nullptr;

// Throws `Cancelled` if the flag is up. Cheap enough for a loop whose round takes a microsecond.
inline void check_cancelled() {
    if (watched_flag != nullptr && watched_flag->load(std::memory_order_relaxed)) throw Cancelled();
}

}  // namespace laconic
