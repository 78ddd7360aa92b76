// Rounding many numbers to few.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <queue>
#include <utility>
#include <vector>

namespace laconic::lm {

// A few values, ascending, that stand for many.
class Codebook {
  public:
    Codebook() = default;
    explicit Codebook(std::vector<float> values) : values_(std::move(values)) {}

    // At most `size` values: the interval with the widest spread is halved until there are enough, and each is
    // represented by its mean. So the worst error is small, gaps cost nothing, and where there are no more
    // different numbers than values there is no error at all.
    static Codebook of(std::vector<float> numbers, std::size_t size) {
        std::sort(numbers.begin(), numbers.end());
        struct Interval {
            std::size_t begin, end;
            float spread;
            bool operator<(const Interval &other) const {
                return spread != other.spread ? spread < other.spread : begin > other.begin;
            }
        };
        const auto interval = [&](std::size_t begin, std::size_t end) {
            return Interval{begin, end, numbers[end - 1] - numbers[begin]};
        };
        std::priority_queue<Interval> widest;
        if (!numbers.empty()) widest.push(interval(0, numbers.size()));
        while (!widest.empty() && widest.size() < size && widest.top().spread > 0) {
            const Interval wide = widest.top();
            widest.pop();
            const float middle = numbers[wide.begin] + wide.spread / 2;
            const auto first = numbers.begin() + wide.begin, last = numbers.begin() + wide.end;
            // At least the smallest number goes left and the largest right, however the middle is rounded.
            const auto latest = std::lower_bound(first, last, *(last - 1));
            const auto cut = std::clamp(std::upper_bound(first, last, middle), first + 1, latest);
            widest.push(interval(wide.begin, cut - numbers.begin()));
            widest.push(interval(cut - numbers.begin(), wide.end));
        }
        std::vector<float> values;
        for (; !widest.empty(); widest.pop()) {
            const auto first = numbers.begin() + widest.top().begin, last = numbers.begin() + widest.top().end;
            values.push_back(static_cast<float>(std::accumulate(first, last, 0.0) / static_cast<double>(last - first)));
        }
        std::sort(values.begin(), values.end());
        return Codebook(std::move(values));
    }

    // The code of the nearest value.
    std::uint8_t code(float number) const {
        const auto above = std::lower_bound(values_.begin(), values_.end(), number);
        if (above == values_.begin()) return 0;
        const bool down = above == values_.end() || number - *(above - 1) <= *above - number;
        return static_cast<std::uint8_t>(above - values_.begin() - (down ? 1 : 0));
    }

    std::size_t size() const { return values_.size(); }
    const std::vector<float> &values() const { return values_; }

  private:
    std::vector<float> values_;
};

}  // namespace laconic::lm
