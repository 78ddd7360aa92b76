// What is required within which gaps between words that stay, for all dependences of a sentence at once.
//
// A dependence is broken by a gap that covers all of what is required, from `first` to `last`, and begins at `since` or
// later. If it is distant, the dependent word must stay; otherwise the gap must lie between the dependent word and what
// is required, so that the two words on its sides tell.
#include "base/arrays.h"
#include "base/check.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace laconic {
namespace {

struct Link {
    std::int32_t required, dependent, since, first, last;
};

class Gaps {
  public:
    Gaps(const Matrix<std::int32_t> &links, const Vector<bool> &is_distant, const Vector<double> &costs,
         std::int32_t words)
        : is_distant_(to_flags(is_distant)), costs_(to_vector(costs)), words_(words) {
        check_range(words, 0, kMostWords, "the number of words");
        check_size(links.shape(1), sizeof(Link) / sizeof(std::int32_t), "a link");
        check_size(is_distant_.size(), links.shape(0), "is_distant");
        check_size(costs_.size(), links.shape(0), "costs");
        check_numbers(costs_.data(), costs_.size(), "costs");
        for (std::size_t row = 0; row < links.shape(0); ++row) {
            const std::int32_t *link = links.data() + row * links.shape(1);
            check_range(link, 2, 0, words - 1, "the words of a link");
            check_range(link + 2, 3, -1, words - 1, "the limits of a link");
            links_.push_back({link[0], link[1], link[2], link[3], link[4]});
        }
    }

    // What it costs to bring two words together; a gap that begins and ends within a box of the matrix breaks a
    // dependence that is not distant.
    Output<double> charges() const {
        const std::size_t width = static_cast<std::size_t>(words_) + 2;
        std::vector<double> matrix(width * width, 0.0);
        for (std::size_t number = 0; number < links_.size(); ++number) {
            if (is_distant_[number]) continue;
            const auto [required, dependent, since, first, last] = links_[number];
            const bool is_before = required < dependent;
            const std::int32_t top = (is_before ? since : std::max(dependent, since)) + 1;
            const std::int32_t right = is_before ? dependent + 2 : words_ + 2;
            for (std::int32_t row = top; row <= first; ++row) {
                for (std::int32_t column = last + 2; column < right; ++column) {
                    matrix[row * width + column] += costs_[number];
                }
            }
        }
        return to_numpy(std::move(matrix), {width, width});
    }

    // For each of some answers, what it is charged for each dependence, given which words it keeps.
    Output<double> costs(const Matrix<bool> &kept) const {
        check_size(kept.shape(1), static_cast<std::size_t>(words_), "kept");
        const std::size_t answers = kept.shape(0), count = links_.size();
        check_room(answers, count);
        std::vector<double> charged(answers * count, 0.0);
        const auto *stays = reinterpret_cast<const unsigned char *>(kept.data());
        {
            nb::gil_scoped_release unlocked;
            std::vector<std::int32_t> before(words_), after(words_);  // the nearest words that stay, each itself
            for (std::size_t answer = 0; answer < answers; ++answer, stays += words_) {
                for (std::int32_t word = 0, nearest = -1; word < words_; ++word) {
                    if (stays[word]) nearest = word;
                    before[word] = nearest;
                }
                for (std::int32_t word = words_ - 1, nearest = words_; word >= 0; --word) {
                    if (stays[word]) nearest = word;
                    after[word] = nearest;
                }
                for (std::size_t number = 0; number < count; ++number) {
                    const Link &link = links_[number];
                    if (is_broken(link, is_distant_[number], stays, before[link.required], after[link.required])) {
                        charged[answer * count + number] = costs_[number];
                    }
                }
            }
        }
        return to_numpy(std::move(charged), {answers, count});
    }

  private:
    static constexpr std::int32_t kMostWords = 1 << 14;

    static bool is_broken(const Link &link, bool is_distant, const unsigned char *stays, std::int32_t before,
                          std::int32_t after) {
        if (before < link.since || before >= link.first || after <= link.last) return false;
        if (is_distant) return stays[link.dependent];
        return link.required < link.dependent ? after <= link.dependent : link.dependent <= before;
    }

    std::vector<Link> links_;
    std::vector<std::uint8_t> is_distant_;
    std::vector<double> costs_;
    std::int32_t words_;
};

}  // namespace

void bind_gaps(nb::module_ &module) {
    nb::class_<Gaps>(module, "Gaps")
        .def(nb::init<const Matrix<std::int32_t> &, const Vector<bool> &, const Vector<double> &, std::int32_t>(),
             "links"_a, "is_distant"_a, "costs"_a, "words"_a)
        .def("charges", &Gaps::charges)
        .def("costs", &Gaps::costs, "kept"_a);
}

}  // namespace laconic
