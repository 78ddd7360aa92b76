// Cheapest edit scripts and longest common subsequences of sequences of interned words.
#include "base/arrays.h"
#include "base/cancel.h"
#include "base/check.h"

#include <algorithm>
#include <cstdint>
#include <stdexcept>
#include <vector>

namespace laconic {
namespace {

constexpr std::uint8_t kMatch = 0;
constexpr std::uint8_t kSubstitute = 1;
constexpr std::uint8_t kDelete = 2;
constexpr std::uint8_t kInsert = 3;

// What is known of the cheapest scripts between two prefixes.
struct Prefix {
    std::int64_t price;       // of the edits, scaled so that one match more breaks a tie
    std::int64_t source = 0;  // where the last link of the chosen script stands, counted from 1; 0 if none
    std::int64_t target = 0;

    bool ends_later_than(const Prefix &other) const {
        return source != other.source ? source > other.source : target > other.target;
    }
};

// Fills choice[i * (m + 1) + j] with the last operation of the chosen script between the first i words of
// the source and the first j of the target.
void choose_operations(const std::int32_t *a, std::size_t n, const std::int32_t *b, std::size_t m,
                       std::int64_t substitution, std::vector<std::uint8_t> &choice) {
    const std::size_t width = m + 1;
    const std::int64_t unit = static_cast<std::int64_t>(std::min(n, m)) + 1;  // more than all matches together
    std::vector<Prefix> row(width);
    for (std::size_t j = 0; j <= m; ++j) {
        row[j] = {static_cast<std::int64_t>(j) * unit};
        choice[j] = kInsert;
    }
    for (std::size_t i = 1; i <= n; ++i) {
        check_cancelled();
        Prefix diagonal = row[0];
        row[0] = {static_cast<std::int64_t>(i) * unit};
        choice[i * width] = kDelete;
        for (std::size_t j = 1; j <= m; ++j) {
            const Prefix above = row[j], left = row[j - 1];
            const bool same = a[i - 1] == b[j - 1];
            const std::int64_t linked = diagonal.price + (same ? -1 : substitution * unit);
            const std::int64_t deleted = above.price + unit, inserted = left.price + unit;
            std::uint8_t &chosen = choice[i * width + j];
            if (linked <= deleted && linked <= inserted) {  // no other script's last link stands later
                row[j] = {linked, static_cast<std::int64_t>(i), static_cast<std::int64_t>(j)};
                chosen = same ? kMatch : kSubstitute;
            } else if (inserted < deleted || (inserted == deleted && !above.ends_later_than(left))) {
                row[j] = {inserted, left.source, left.target};
                chosen = kInsert;
            } else {
                row[j] = {deleted, above.source, above.target};
                chosen = kDelete;
            }
            diagonal = above;
        }
    }
}

// Calls visit(operation, i, j) for every operation of the chosen script, last first; i source words and j
// target words stand before it.
//
// Matches and substitutions link a source word to a target word. Of all cheapest scripts it takes those
// with most matches, and of these the one whose links, read from the end, stand as late as possible in
// the source, then in the target: a target word is linked to its last occurrence. What comes before the
// last link does not depend on what comes after it, so it is enough to know each prefix's last link.
template <typename Visit>
void walk_back(const Vector<std::int32_t> &source, const Vector<std::int32_t> &target, std::int64_t substitution,
               Visit visit) {
    const std::size_t n = source.size(), m = target.size(), width = m + 1;
    check_room(n + 1, width, sizeof(std::uint8_t));
    std::vector<std::uint8_t> choice((n + 1) * width);
    choose_operations(source.data(), n, target.data(), m, substitution, choice);
    for (std::size_t i = n, j = m; i > 0 || j > 0;) {
        const std::uint8_t operation = choice[i * width + j];
        if (operation != kInsert) --i;
        if (operation != kDelete) --j;
        visit(operation, i, j);
    }
}

void check_price(std::int32_t substitution) {
    require(substitution >= 0, "the price of a substitution must not be negative.");
}

// The operations of one cheapest edit script, from the sequences' beginnings to their ends.
//
// `substitution` is the price of replacing a word; above 2 it is never paid, and the matches are a longest
// common subsequence.
Output<std::uint8_t> edit_script(Vector<std::int32_t> source, Vector<std::int32_t> target,
                                 std::int32_t substitution) {
    check_price(substitution);
    std::vector<std::uint8_t> script;
    {
        nb::gil_scoped_release unlocked;
        script.reserve(source.size() + target.size());
        walk_back(source, target, substitution,
                  [&](std::uint8_t operation, std::size_t, std::size_t) { script.push_back(operation); });
        std::reverse(script.begin(), script.end());
    }
    return to_numpy(std::move(script));
}

// The links of the same script, in order; each is one number, its source position in the upper half and
// its target position in the lower, as `laconic.align.Alignment` keeps them.
Output<std::int64_t> edit_links(Vector<std::int32_t> source, Vector<std::int32_t> target,
                                std::int32_t substitution) {
    check_price(substitution);
    std::vector<std::int64_t> links;
    {
        nb::gil_scoped_release unlocked;
        links.reserve(std::min(source.size(), target.size()));
        walk_back(source, target, substitution, [&](std::uint8_t operation, std::size_t i, std::size_t j) {
            if (operation == kInsert || operation == kDelete) return;
            links.push_back(static_cast<std::int64_t>(i) << 32 | static_cast<std::int64_t>(j));
        });
        std::reverse(links.begin(), links.end());
    }
    return to_numpy(std::move(links));
}

}  // namespace

void bind_edit(nb::module_ &module) {
    module.attr("MATCH") = kMatch;
    module.attr("SUBSTITUTE") = kSubstitute;
    module.attr("DELETE") = kDelete;
    module.attr("INSERT") = kInsert;
    module.def("edit_links", &edit_links, "source"_a, "target"_a, "substitution"_a = 1);
    module.def("edit_script", &edit_script, "source"_a, "target"_a, "substitution"_a = 1);
}

}  // namespace laconic
