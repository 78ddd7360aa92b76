// Upper envelopes of lines: which candidate of each sentence wins at which step of a line search (Och 2003).
//
// Along a line through the space of weights, a candidate's score is a + b·step. The candidates that win
// somewhere form the upper envelope, found by a sweep over the lines in the order of their slopes.
#include "base/arrays.h"
#include "base/cancel.h"
#include "base/check.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <numeric>
#include <stdexcept>
#include <utility>
#include <vector>

namespace laconic {
namespace {

struct Envelope {
    std::vector<std::int64_t> candidate;
    std::vector<double> begins;  // the step from which the candidate wins
};

// The step at which the steeper line overtakes.
double crossing(const double *a, const double *b, std::int64_t flat, std::int64_t steep) {
    return (a[flat] - a[steep]) / (b[steep] - b[flat]);
}

void add_envelope(const double *a, const double *b, std::vector<std::int64_t> &lines, Envelope &out) {
    // Of parallel lines the highest counts, and of equal lines the first.
    std::sort(lines.begin(), lines.end(), [&](std::int64_t x, std::int64_t y) {
        return b[x] != b[y] ? b[x] < b[y] : a[x] != a[y] ? a[x] > a[y] : x < y;
    });
    const std::size_t first = out.candidate.size();
    for (const std::int64_t line : lines) {
        if (out.candidate.size() > first && b[out.candidate.back()] == b[line]) continue;
        double begin = -std::numeric_limits<double>::infinity();
        while (out.candidate.size() > first) {
            begin = crossing(a, b, out.candidate.back(), line);
            if (begin > out.begins.back()) break;
            out.candidate.pop_back();
            out.begins.pop_back();
            begin = -std::numeric_limits<double>::infinity();
        }
        out.candidate.push_back(line);
        out.begins.push_back(begin);
    }
}

// Lines of sentence k are those from starts[k] up to starts[k + 1]. Returns the winners of all sentences, where
// each sentence's begin, and the steps from which they win.
nb::tuple upper_envelopes(Vector<double> a, Vector<double> b, Vector<std::int64_t> starts) {
    check_size(b.size(), a.size(), "slopes");
    check_starts(starts.data(), starts.size(), a.size(), "starts");
    require(starts(0) == 0 && static_cast<std::size_t>(starts(starts.size() - 1)) == a.size(),
            "every line must belong to a sentence.");
    check_numbers(a.data(), a.size(), "heights");
    check_numbers(b.data(), b.size(), "slopes");
    Envelope found;
    std::vector<std::int64_t> pointers{0}, lines;
    {
        nb::gil_scoped_release unlocked;
        for (std::size_t sentence = 0; sentence + 1 < starts.size(); ++sentence) {
            check_cancelled();
            lines.resize(static_cast<std::size_t>(starts(sentence + 1) - starts(sentence)));
            std::iota(lines.begin(), lines.end(), starts(sentence));
            add_envelope(a.data(), b.data(), lines, found);
            pointers.push_back(static_cast<std::int64_t>(found.candidate.size()));
        }
    }
    return nb::make_tuple(to_numpy(std::move(found.candidate)), to_numpy(std::move(pointers)),
                          to_numpy(std::move(found.begins)));
}

}  // namespace

void bind_mert(nb::module_ &module) {
    module.def("upper_envelopes", &upper_envelopes, "heights"_a, "slopes"_a, "starts"_a);
}

}  // namespace laconic
