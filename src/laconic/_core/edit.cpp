// Edit distance and longest common subsequence over sequences of interned words.
#include "arrays.h"

#include <algorithm>
#include <cstdint>
#include <numeric>
#include <vector>

namespace laconic {
namespace {

constexpr std::uint8_t kMatch = 0;
constexpr std::uint8_t kSubstitute = 1;
constexpr std::uint8_t kDelete = 2;
constexpr std::uint8_t kInsert = 3;

// Levenshtein distance in O(min(n, m)) space.
std::int64_t edit_distance(Vector<std::int32_t> source, Vector<std::int32_t> target) {
    nb::gil_scoped_release unlocked;
    const std::int32_t *a = source.data(), *b = target.data();
    std::size_t n = source.size(), m = target.size();
    if (n < m) {
        std::swap(a, b);
        std::swap(n, m);
    }
    std::vector<std::int64_t> row(m + 1);
    std::iota(row.begin(), row.end(), 0);
    for (std::size_t i = 1; i <= n; ++i) {
        std::int64_t diagonal = row[0];
        row[0] = static_cast<std::int64_t>(i);
        for (std::size_t j = 1; j <= m; ++j) {
            const std::int64_t above = row[j];
            row[j] = std::min({above + 1, row[j - 1] + 1, diagonal + (a[i - 1] != b[j - 1])});
            diagonal = above;
        }
    }
    return row[m];
}

// The operations of one cheapest edit script, from the sequences' ends backwards.
//
// Of several cheapest scripts the walk takes a match or substitution first, then an insertion, then a
// deletion. Read from the end, this links a target word to its last possible occurrence in the source.
// `substitution` is the price of replacing a word; with 2 or more the script never needs one, and its
// matches are a longest common subsequence.
Output<std::uint8_t> edit_script(Vector<std::int32_t> source, Vector<std::int32_t> target,
                                 std::int32_t substitution) {
    std::vector<std::uint8_t> script;
    {
        nb::gil_scoped_release unlocked;
        const std::int32_t *a = source.data(), *b = target.data();
        const std::size_t n = source.size(), m = target.size(), width = m + 1;
        std::vector<std::int32_t> cost((n + 1) * width);
        for (std::size_t i = 0; i <= n; ++i) cost[i * width] = static_cast<std::int32_t>(i);
        for (std::size_t j = 0; j <= m; ++j) cost[j] = static_cast<std::int32_t>(j);
        for (std::size_t i = 1; i <= n; ++i) {
            const std::int32_t *above = &cost[(i - 1) * width];
            std::int32_t *here = &cost[i * width];
            for (std::size_t j = 1; j <= m; ++j) {
                const std::int32_t diagonal = above[j - 1] + (a[i - 1] == b[j - 1] ? 0 : substitution);
                here[j] = std::min({diagonal, above[j] + 1, here[j - 1] + 1});
            }
        }
        script.reserve(n + m);
        for (std::size_t i = n, j = m; i > 0 || j > 0;) {
            const std::int32_t here = cost[i * width + j];
            const bool both = i > 0 && j > 0;
            if (both && a[i - 1] == b[j - 1] && here == cost[(i - 1) * width + j - 1]) {
                script.push_back(kMatch);
                --i, --j;
            } else if (both && here == cost[(i - 1) * width + j - 1] + substitution) {
                script.push_back(kSubstitute);
                --i, --j;
            } else if (j > 0 && here == cost[i * width + j - 1] + 1) {
                script.push_back(kInsert);
                --j;
            } else {
                script.push_back(kDelete);
                --i;
            }
        }
        std::reverse(script.begin(), script.end());
    }
    return to_numpy(std::move(script));
}

}  // namespace
}  // namespace laconic

void bind_edit(nanobind::module_ &module) {
    using namespace nanobind::literals;
    module.attr("MATCH") = laconic::kMatch;
    module.attr("SUBSTITUTE") = laconic::kSubstitute;
    module.attr("DELETE") = laconic::kDelete;
    module.attr("INSERT") = laconic::kInsert;
    module.def("edit_distance", &laconic::edit_distance, "source"_a, "target"_a);
    module.def("edit_script", &laconic::edit_script, "source"_a, "target"_a, "substitution"_a = 1);
}
