// Dividing a budget: one option of each group, of a given total size, with the greatest total value.
//
// This is the multiple-choice knapsack problem. A price on size splits it into the groups: the upper hulls
// of their options give the best price, a choice that is optimal or a little below the budget, and a bound.
// An option's deficit is what it loses against the best of its group at that price; a choice's value is the
// bound minus the deficits of its options (and the price of the room that it leaves). One cheap repair of the
// hull's choice limits the deficit of the best, so that dynamic programming need only look at the few options
// and totals within that limit. The result is exact; only the time depends on how well the limit holds.
#include "base/arrays.h"
#include "base/cancel.h"
#include "base/check.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <numeric>
#include <stdexcept>
#include <vector>

namespace laconic {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr double kRounding = 1e-9;
constexpr std::int32_t kNone = -1;

struct Option {
    std::int32_t index;  // in the arrays of the caller
    std::int64_t size;   // above the smallest size of its group
    double value;
    double deficit = 0.0;
};

using Group = std::vector<Option>;  // sizes rise from 0

struct Step {  // from one corner of a hull to the next
    double slope;
    std::int32_t group;
    std::int32_t option;  // place in the group of the corner that it leads to
};

// The places of the corners of a group's upper hull, from the smallest option on.
std::vector<std::int32_t> hull_of(const Group &group) {
    std::vector<std::int32_t> hull;
    const auto slope = [&](std::int32_t from, std::int32_t to) {
        return (group[to].value - group[from].value) / static_cast<double>(group[to].size - group[from].size);
    };
    for (std::int32_t place = 0; place < static_cast<std::int32_t>(group.size()); ++place) {
        while (hull.size() >= 2 && slope(hull[hull.size() - 2], hull.back()) <= slope(hull.back(), place)) hull.pop_back();
        hull.push_back(place);
    }
    return hull;
}

class Division {
  public:
    Division(std::vector<Group> groups, std::int64_t budget, bool exact)
        : groups_(std::move(groups)), budget_(budget), exact_(exact), chosen_(groups_.size(), 0) {}

    // The index of each group's option in the best choice; nothing if no choice fits.
    std::vector<std::int32_t> solve() {
        if (budget_ < 0 || (exact_ && budget_ > largest())) return {};
        const std::int64_t room = follow_hulls();
        if (room == 0 || (!exact_ && price_ == 0.0)) return on_hulls();
        const double loss = repaired(room), limit = loss + kRounding * (1.0 + std::abs(loss));
        return search(std::max(0.0, limit));  // rounding must not leave a group without its best option
    }

  private:
    std::vector<Group> groups_;
    const std::int64_t budget_;  // above the sum of the smallest sizes
    const bool exact_;
    std::vector<std::int32_t> chosen_;
    double price_ = 0.0;
    std::int32_t next_group_ = kNone;  // the step that would exceed the budget
    std::int32_t next_option_ = kNone;

    std::int64_t largest() const {
        return std::accumulate(groups_.begin(), groups_.end(), std::int64_t{0},
                               [](std::int64_t sum, const Group &group) { return sum + group.back().size; });
    }

    // Takes the steps of all hulls, steepest first, while the budget lasts; returns what is left of it.
    std::int64_t follow_hulls() {
        std::vector<Step> steps;
        for (std::size_t index = 0; index < groups_.size(); ++index) {
            const Group &group = groups_[index];
            const std::vector<std::int32_t> hull = hull_of(group);
            for (std::size_t corner = 1; corner < hull.size(); ++corner) {
                const Option &from = group[hull[corner - 1]], &to = group[hull[corner]];
                const double slope = (to.value - from.value) / static_cast<double>(to.size - from.size);
                steps.push_back({slope, static_cast<std::int32_t>(index), hull[corner]});
            }
        }
        std::stable_sort(steps.begin(), steps.end(), [](const Step &a, const Step &b) { return a.slope > b.slope; });
        std::int64_t room = budget_;
        for (const Step &step : steps) {
            if (room == 0 || (!exact_ && step.slope <= 0)) break;
            const Group &group = groups_[step.group];
            const std::int64_t longer = group[step.option].size - group[chosen_[step.group]].size;
            if (longer > room) {
                price_ = step.slope;
                next_group_ = step.group;
                next_option_ = step.option;
                break;
            }
            chosen_[step.group] = step.option;
            room -= longer;
        }
        return room;
    }

    std::vector<std::int32_t> on_hulls() const {
        std::vector<std::int32_t> found(groups_.size());
        for (std::size_t index = 0; index < groups_.size(); ++index) found[index] = groups_[index][chosen_[index]].index;
        return found;
    }

    // Fills in the deficits; returns the smallest loss of a choice that differs from a hull's in one group.
    double repaired(std::int64_t room) {
        for (Group &group : groups_) {
            double best = -kInfinity;
            for (const Option &option : group) best = std::max(best, option.value - price_ * option.size);
            for (Option &option : group) option.deficit = best - (option.value - price_ * option.size);
        }
        double loss = exact_ ? kInfinity : price_ * room;
        one_change(room, loss);
        if (next_group_ != kNone) {
            const std::int32_t before = chosen_[next_group_];
            const Group &group = groups_[next_group_];
            chosen_[next_group_] = next_option_;
            one_change(room - (group[next_option_].size - group[before].size), loss);
            chosen_[next_group_] = before;
        }
        return loss;
    }

    void one_change(std::int64_t room, double &loss) const {
        double total = 0.0;  // of the hull's choice: nothing but rounding
        for (std::size_t index = 0; index < groups_.size(); ++index) total += groups_[index][chosen_[index]].deficit;
        for (std::size_t index = 0; index < groups_.size(); ++index) {
            const Option &now = groups_[index][chosen_[index]];
            for (const Option &option : groups_[index]) {
                const std::int64_t left = room - (option.size - now.size);
                if (left < 0 || (exact_ && left != 0)) continue;
                loss = std::min(loss, total - now.deficit + option.deficit + (exact_ ? 0.0 : price_ * left));
            }
        }
    }

    // Dynamic programming over the totals from which a choice within the limit can still be reached.
    std::vector<std::int32_t> search(double limit) {
        for (Group &group : groups_) {
            group.erase(std::remove_if(group.begin(), group.end(), [&](const Option &o) { return o.deficit > limit; }),
                        group.end());
        }
        std::vector<std::int64_t> least_after(groups_.size() + 1, 0), most_after(groups_.size() + 1, 0);
        for (std::size_t index = groups_.size(); index-- > 0;) {
            least_after[index] = least_after[index + 1] + groups_[index].front().size;
            most_after[index] = most_after[index + 1] + groups_[index].back().size;
        }
        std::vector<double> loss{0.0};  // of the totals from `first` on
        std::int64_t first = 0;
        std::vector<Row> rows(groups_.size());
        std::size_t cells = 0;  // of all rows
        for (std::size_t index = 0; index < groups_.size(); ++index) {
            const Group &group = groups_[index];
            const std::int64_t low = std::max(first + group.front().size, exact_ ? budget_ - most_after[index + 1] : 0);
            const std::int64_t high = std::min(first + static_cast<std::int64_t>(loss.size()) - 1 + group.back().size,
                                               budget_ - least_after[index + 1]);
            if (low > high) return {};
            cells += static_cast<std::size_t>(high - low) + 1;
            check_room(cells, 1, sizeof(std::uint16_t));
            check_room(static_cast<std::size_t>(high - low) + 1);
            std::vector<double> next(high - low + 1, kInfinity);
            Row &row = rows[index];
            row.first = low;
            row.option.assign(next.size(), 0);
            for (std::size_t place = 0; place < group.size(); ++place) {
                check_cancelled();
                extend(loss, first, group[place], static_cast<std::uint16_t>(place), limit, next, row);
            }
            trim(next, row);
            if (next.empty()) return {};
            loss.swap(next);
            first = row.first;
        }
        return trace(loss, first, rows);
    }

    struct Row {
        std::int64_t first = 0;
        std::vector<std::uint16_t> option;  // the place in its group of the option that led to each total
    };

    static void extend(const std::vector<double> &loss, std::int64_t first, const Option &option, std::uint16_t place,
                       double limit, std::vector<double> &next, Row &row) {
        const std::int64_t shift = first + option.size - row.first;
        const std::int64_t begin = std::max<std::int64_t>(0, -shift);
        const std::int64_t end = std::min<std::int64_t>(loss.size(), static_cast<std::int64_t>(next.size()) - shift);
        for (std::int64_t total = begin; total < end; ++total) {
            const double longer = loss[total] + option.deficit;
            if (longer <= limit && longer < next[total + shift]) {
                next[total + shift] = longer;
                row.option[total + shift] = place;
            }
        }
    }

    // Forgets the totals at both ends that nothing reaches.
    static void trim(std::vector<double> &next, Row &row) {
        std::size_t begin = 0, end = next.size();
        while (begin < end && next[begin] == kInfinity) ++begin;
        while (end > begin && next[end - 1] == kInfinity) --end;
        next = std::vector<double>(next.begin() + begin, next.begin() + end);
        row.option = std::vector<std::uint16_t>(row.option.begin() + begin, row.option.begin() + end);
        row.first += begin;
    }

    std::vector<std::int32_t> trace(const std::vector<double> &loss, std::int64_t first, const std::vector<Row> &rows) {
        std::int64_t total = kNone;
        double least = kInfinity;
        for (std::size_t place = 0; place < loss.size(); ++place) {
            const std::int64_t reached = first + static_cast<std::int64_t>(place);
            if (reached > budget_ || (exact_ && reached != budget_)) continue;
            const double whole = loss[place] + (exact_ ? 0.0 : price_ * (budget_ - reached));
            if (whole < least) {
                least = whole;
                total = reached;
            }
        }
        if (total == kNone) return {};
        std::vector<std::int32_t> found(groups_.size());
        for (std::size_t index = groups_.size(); index-- > 0;) {
            const Option &option = groups_[index][rows[index].option[total - rows[index].first]];
            found[index] = option.index;
            total -= option.size;
        }
        return found;
    }
};

// So that what is left of a budget can be counted, however the sizes are.
constexpr std::int64_t kLargestBudget = std::int64_t{1} << 62;

void check_options(const Vector<std::int32_t> &starts, const Vector<std::int32_t> &size, const Vector<double> &value) {
    check_size(value.size(), size.size(), "value");
    check_starts(starts.data(), starts.size(), size.size(), "starts");
    check_numbers(value.data(), value.size(), "value");
    for (std::size_t index = 0; index + 1 < starts.size(); ++index) {
        const std::int32_t options = starts(index + 1) - starts(index);
        require(options >= 1 && options <= std::numeric_limits<std::uint16_t>::max(),
                "a group must have from 1 to 65535 options.");
        for (std::int32_t place = starts(index) + 1; place < starts(index + 1); ++place)
            require(size(place - 1) < size(place), "the sizes of a group's options must rise.");
    }
}

// Options of group g lie from starts[g] to starts[g + 1], their sizes rising. Returns the chosen options'
// indices, or none where no choice has exactly (or, unless `exact`, at most) the budget's size.
Output<std::int32_t> divide(Vector<std::int32_t> starts, Vector<std::int32_t> size, Vector<double> value,
                            std::int64_t budget, bool exact) {
    check_options(starts, size, value);
    check_range(budget, -kLargestBudget, kLargestBudget, "budget");
    std::vector<std::int32_t> found;
    {
        nb::gil_scoped_release unlocked;
        std::vector<Group> groups(starts.size() - 1);
        for (std::size_t index = 0; index < groups.size(); ++index) {
            const std::int32_t first = starts(index);
            for (std::int32_t place = first; place < starts(index + 1); ++place) {
                groups[index].push_back({place, std::int64_t{size(place)} - size(first), value(place)});
            }
            budget -= size(first);
        }
        found = Division(std::move(groups), budget, exact).solve();
    }
    return to_numpy(std::move(found));
}

}  // namespace

void bind_divide(nb::module_ &module) {
    module.def("divide", &divide, "starts"_a, "size"_a, "value"_a, "budget"_a, "exact"_a);
}

}  // namespace laconic
