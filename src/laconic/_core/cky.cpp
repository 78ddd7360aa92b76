// Constituency parsing: the best binary bracketing under labelled span scores.
//
// A span scores its best label; label 0 means "no constituent" and lets the parser build trees of any
// arity out of binary steps. The whole sentence must be a constituent, so label 0 is not allowed there.
#include "arrays.h"

#include <algorithm>
#include <limits>
#include <stdexcept>
#include <utility>
#include <vector>

namespace laconic {
namespace {

using SpanScores = nb::ndarray<const float, nb::ndim<4>, nb::c_contig, nb::device::cpu>;

struct Brackets {
    std::vector<std::int32_t> starts, ends, labels, offsets{0};
};

// One sentence: `scores` points at a (width x width x label_count) block, of which the first
// `length + 1` fence posts count.
class Parser {
  public:
    void parse(const float *scores, std::size_t width, std::size_t label_count, std::size_t length,
               Brackets &out) {
        const std::size_t posts = length + 1;
        best_.assign(posts * posts, 0.0f);
        label_.assign(posts * posts, 0);
        split_.assign(posts * posts, 0);
        for (std::size_t size = 1; size <= length; ++size) {
            for (std::size_t start = 0; start + size < posts; ++start) {
                const std::size_t end = start + size, cell = start * posts + end;
                const float *labels = scores + (start * width + end) * label_count;
                const float *first = labels + (size == length ? 1 : 0);
                const float *top = std::max_element(first, labels + label_count);
                label_[cell] = static_cast<std::int32_t>(top - labels);
                best_[cell] = *top;
                if (size > 1) best_[cell] += best_split(start, end, posts);
            }
        }
        collect(length, posts, out);
    }

  private:
    // Remembers where the two best parts of a span meet and returns what they score together.
    float best_split(std::size_t start, std::size_t end, std::size_t posts) {
        float best = -std::numeric_limits<float>::infinity();
        std::size_t where = start + 1;
        for (std::size_t middle = start + 1; middle < end; ++middle) {
            const float score = best_[start * posts + middle] + best_[middle * posts + end];
            if (score > best) {
                best = score;
                where = middle;
            }
        }
        split_[start * posts + end] = static_cast<std::int32_t>(where);
        return best;
    }

    // Parents before children, left before right.
    void collect(std::size_t length, std::size_t posts, Brackets &out) {
        stack_.assign(1, {0, static_cast<std::int32_t>(length)});
        while (!stack_.empty()) {
            const auto [start, end] = stack_.back();
            stack_.pop_back();
            const std::size_t cell = start * posts + end;
            if (label_[cell] != 0) {
                out.starts.push_back(start);
                out.ends.push_back(end);
                out.labels.push_back(label_[cell]);
            }
            if (end - start > 1) {
                stack_.push_back({split_[cell], end});
                stack_.push_back({start, split_[cell]});
            }
        }
        out.offsets.push_back(static_cast<std::int32_t>(out.starts.size()));
    }

    std::vector<float> best_;
    std::vector<std::int32_t> label_, split_;
    std::vector<std::pair<std::int32_t, std::int32_t>> stack_;
};

nb::tuple cky(SpanScores scores, Vector<std::int32_t> lengths) {
    const std::size_t width = scores.shape(1), label_count = scores.shape(3);
    if (scores.shape(2) != width || lengths.size() != scores.shape(0) || label_count < 2)
        throw std::invalid_argument("cky: scores must be batch x posts x posts x labels, with one length a sentence");
    for (std::size_t b = 0; b < lengths.size(); ++b)
        if (lengths.data()[b] < 1 || static_cast<std::size_t>(lengths.data()[b]) >= width)
            throw std::invalid_argument("cky: a length is not between 1 and the number of fence posts less one");
    Brackets out;
    {
        nb::gil_scoped_release unlocked;
        Parser parser;
        for (std::size_t b = 0; b < lengths.size(); ++b)
            parser.parse(scores.data() + b * width * width * label_count, width, label_count, lengths.data()[b], out);
    }
    return nb::make_tuple(to_numpy(std::move(out.starts)), to_numpy(std::move(out.ends)),
                          to_numpy(std::move(out.labels)), to_numpy(std::move(out.offsets)));
}

}  // namespace
}  // namespace laconic

void bind_cky(nanobind::module_ &module) {
    using namespace nanobind::literals;
    module.def("cky", &laconic::cky, "scores"_a, "lengths"_a);
}
