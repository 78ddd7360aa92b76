// Constituency parsing: the best bracketing under span scores.
//
// A score says how much better a span is as a constituent, with its best label, than as none. A span
// that gains nothing is built all the same, but silently: so trees of any arity come out of binary
// steps. The whole sentence is always a constituent.
#include "base/cancel.h"
#include "parse/batch.h"

#include <algorithm>
#include <limits>
#include <stdexcept>
#include <utility>
#include <vector>

namespace laconic {
namespace {

struct Brackets {
    std::vector<std::int32_t> starts, ends, offsets{0};
};

// One sentence: `scores` points at a (width x width) block, of which the first `length + 1` fence posts count.
class Parser {
  public:
    void parse(const float *scores, std::size_t width, std::size_t length, Brackets &out) {
        posts_ = length + 1;
        best_.assign(posts_ * posts_, 0.0f);
        split_.assign(posts_ * posts_, 0);
        for (std::size_t size = 1; size <= length; ++size) {
            check_cancelled();
            for (std::size_t start = 0; start + size < posts_; ++start) {
                const std::size_t end = start + size;
                best_[start * posts_ + end] =
                    std::max(0.0f, scores[start * width + end]) + (size > 1 ? best_split(start, end) : 0.0f);
            }
        }
        collect(scores, width, length, out);
    }

  private:
    // Remembers where the two best parts of a span meet and returns what they score together.
    float best_split(std::size_t start, std::size_t end) {
        float best = -std::numeric_limits<float>::infinity();
        std::size_t where = start + 1;
        for (std::size_t middle = start + 1; middle < end; ++middle) {
            const float score = best_[start * posts_ + middle] + best_[middle * posts_ + end];
            if (score > best) {
                best = score;
                where = middle;
            }
        }
        split_[start * posts_ + end] = static_cast<std::int32_t>(where);
        return best;
    }

    // Parents before children, left before right.
    void collect(const float *scores, std::size_t width, std::size_t length, Brackets &out) {
        stack_.assign(1, {0, static_cast<std::int32_t>(length)});
        while (!stack_.empty()) {
            const auto [start, end] = stack_.back();
            stack_.pop_back();
            const bool whole = static_cast<std::size_t>(end - start) == length;
            if (whole || scores[start * width + end] > 0.0f) {
                out.starts.push_back(start);
                out.ends.push_back(end);
            }
            if (end - start > 1) {
                const std::int32_t middle = split_[start * posts_ + end];
                stack_.push_back({middle, end});
                stack_.push_back({start, middle});
            }
        }
        out.offsets.push_back(static_cast<std::int32_t>(out.starts.size()));
    }

    std::size_t posts_ = 0;
    std::vector<float> best_;
    std::vector<std::int32_t> split_;
    std::vector<std::pair<std::int32_t, std::int32_t>> stack_;
};

nb::tuple cky(Cube<float> scores, Vector<std::int32_t> lengths) {
    const Batch batch(scores, lengths);
    Brackets out;
    {
        nb::gil_scoped_release unlocked;
        Parser parser;
        for (std::size_t b = 0; b < batch.size(); ++b)
            parser.parse(batch.square(b), batch.width(), batch.length(b), out);
    }
    return nb::make_tuple(to_numpy(std::move(out.starts)), to_numpy(std::move(out.ends)),
                          to_numpy(std::move(out.offsets)));
}

}  // namespace

void bind_cky(nb::module_ &module) {
    module.def("cky", &cky, "scores"_a, "lengths"_a);
}

}  // namespace laconic
