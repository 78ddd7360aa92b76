// The joint model searched exactly, for every length in one pass: O(n^5) time and O(n^3) space.
//
// Every span begins and ends at a kept word, and counts the words it keeps besides its head. With
// i < j both kept, w a word's weight (1 when lengths are words) and all maxima over lengths too:
//
//   junction[i][s] = max over p of  right[i][p] + pair(p, s)                       i <= p < s
//   inner[i][j]    = max over s of  junction[i][s] + left[s][j]                    i <  s <= j
//   right[i][j]    = max over r of  inner[i][r] + w(r) + link(i, r) + right[r][j]  i <  r <= j
//   left[i][j]     = max over r of  left[i][r] + w(r) + link(j, r) + inner[r][j]   i <= r <  j
//
// `right` is headed by its first word and `left` by its last; `inner` is what lies under an arc between
// i and j, whichever of the two is the head. The junction forgets the rightmost kept word p of a span as
// soon as the next kept word s is chosen, which is what the paper's fourth index was for; the gap between
// p and s may hold any number of deleted words and needs no index at all.
#include "base/cancel.h"
#include "base/vector.h"
#include "search/joint/scores.h"

#include <algorithm>
#include <cstddef>
#include <stdexcept>
#include <vector>

namespace laconic {
namespace {

// The impossible scores before and after each row of scores.
constexpr std::int32_t kMargin = 3;

// One score for each length of a span, for every pair of words.
class SpanTable {
  public:
    explicit SpanTable(std::int32_t count)
        : stride_(static_cast<std::size_t>(count) + 2), begin_(stride_ * stride_), length_(begin_.size()) {}
    void shape(std::int32_t i, std::int32_t j, std::int32_t longest) {
        begin_[i * stride_ + j] = size_ + kMargin;
        length_[i * stride_ + j] = longest + 1;
        size_ += kMargin + longest + 1;
    }
    void allocate() {
        check_room(size_);
        values_.assign(size_ + kMargin, kImpossible);
    }
    double *at(std::int32_t i, std::int32_t j) { return &values_[begin_[i * stride_ + j]]; }
    const double *at(std::int32_t i, std::int32_t j) const { return &values_[begin_[i * stride_ + j]]; }
    std::int32_t length(std::int32_t i, std::int32_t j) const { return length_[i * stride_ + j]; }

  private:
    std::size_t stride_, size_ = 0;
    std::vector<std::size_t> begin_;
    std::vector<std::int32_t> length_;
    std::vector<double> values_;
};

inline double larger(double a, double b) { return a < b ? b : a; }

// out[x + y + shift] = max(..., a[x] + score + b[y]), as far as `out` reaches; before and after `a` and `b` lie `kMargin`
// impossible scores. Four values of x are taken together, so that `out` is read and written a quarter as often, and what
// was just written is not read again at another offset.
inline void merge(double *__restrict out, std::int32_t out_size, const double *a, std::int32_t a_size, const double *b,
                  std::int32_t b_size, std::int32_t shift, double score) {
    if (a_size > b_size) {
        std::swap(a, b);
        std::swap(a_size, b_size);
    }
    for (std::int32_t x = 0; x < a_size; x += kMargin + 1) {
        const double value0 = a[x] + score, value1 = a[x + 1] + score, value2 = a[x + 2] + score,
                     value3 = a[x + 3] + score;
        double *target = out + x + shift;
        const std::int32_t size = std::min(b_size + kMargin, out_size - x - shift);
        for (std::int32_t y = 0; y < size; ++y) {
            const double first = larger(value0 + b[y], value1 + b[y - 1]);
            const double second = larger(value2 + b[y - 2], value3 + b[y - 3]);
            target[y] = larger(target[y], larger(first, second));
        }
    }
}

class JointChart {
  public:
    JointChart(const ArcScores &scores, const Words &words, std::int32_t limit)
        : scores_(scores, words),
          words_(words.size()),
          count_(scores_.count),
          limit_(limit),
          weight_(scores_.weight),
          space_(scores_.space),
          junction_(count_),
          inner_(count_),
          right_(count_),
          left_(count_) {
        check_length(limit);
        check_room(static_cast<std::size_t>(count_) + 1, static_cast<std::size_t>(limit) + 1);
        nb::gil_scoped_release unlocked;
        shape_tables();
        for (std::int32_t j = 1; j <= count_; ++j) {
            right_.at(j, j)[0] = left_.at(j, j)[0] = 0;
            for (std::int32_t i = j - 1; i >= 1; --i) {
                check_cancelled();
                fill(i, j);
            }
        }
        join_halves();
    }

    // The best score of each length, minus infinity where there is none.
    Output<double> best() const { return to_numpy(std::vector<double>(total_)); }

    // The heads of the best set of this length: numbers from 1, 0 for the root, -1 for a deleted word.
    Output<std::int32_t> heads(std::int32_t length) const {
        if (length < 0 || length > limit_ || total_[length] == kImpossible) {
            throw std::invalid_argument("no set has this length");
        }
        std::vector<std::int32_t> heads(count_ + 1, kDeleted);
        {
            nb::gil_scoped_release unlocked;
            trace(length, heads);
        }
        return to_numpy(scores_.sentence_heads(heads, words_));
    }

  private:
    enum class Kind { kInner, kRight, kLeft };
    struct Span {
        Kind kind;
        std::int32_t i, j, length;
    };
    // The best split of a span: where, and the length of its left part.
    struct Split {
        double score = kImpossible;
        std::int32_t at = 0, length = 0;
        void offer(double candidate, std::int32_t place, std::int32_t part) {
            if (candidate > score) score = candidate, at = place, length = part;
        }
    };

    void shape_tables() {
        std::vector<std::int32_t> sum(count_ + 1, 0);
        for (std::int32_t word = 1; word <= count_; ++word) sum[word] = sum[word - 1] + weight_[word];
        const auto cap = [this](std::int32_t length) { return std::min(length, limit_); };
        for (std::int32_t j = 1; j <= count_; ++j) {
            for (std::int32_t i = j; i >= 1; --i) {
                right_.shape(i, j, cap(sum[j] - sum[i]));
                left_.shape(i, j, cap(sum[j - 1] - sum[i - 1]));
                if (i == j) continue;
                inner_.shape(i, j, cap(sum[j - 1] - sum[i]));
                junction_.shape(i, j, cap(sum[j - 1] - sum[i]));
            }
        }
        for (SpanTable *table : {&junction_, &inner_, &right_, &left_}) table->allocate();
    }

    LACONIC_WIDE_LOOP
    void fill(std::int32_t i, std::int32_t j) {
        double *junction = junction_.at(i, j);
        for (std::int32_t p = i; p < j; ++p) {
            const double score = scores_.pair[p][j];
            if (score == kImpossible) continue;
            const double *before = right_.at(i, p);
            const std::int32_t size = right_.length(i, p);
            for (std::int32_t length = 0; length < size; ++length) {
                const double candidate = before[length] + score;
                junction[length] = junction[length] < candidate ? candidate : junction[length];
            }
        }
        for (std::int32_t s = i + 1; s <= j; ++s) {
            merge(inner_.at(i, j), inner_.length(i, j), junction_.at(i, s), junction_.length(i, s), left_.at(s, j),
                  left_.length(s, j), 0, 0.0);
        }
        for (std::int32_t r = i + 1; r <= j; ++r) {
            merge(right_.at(i, j), right_.length(i, j), inner_.at(i, r), inner_.length(i, r), right_.at(r, j),
                  right_.length(r, j), weight_[r], scores_.link[i][r]);
        }
        for (std::int32_t r = i; r < j; ++r) {
            merge(left_.at(i, j), left_.length(i, j), inner_.at(r, j), inner_.length(r, j), left_.at(i, r),
                  left_.length(i, r), weight_[r], scores_.link[j][r]);
        }
    }

    // The length of a row of halves, with the margin before it; the next row's margin is the one after it.
    std::size_t half_width() const { return static_cast<std::size_t>(limit_) + 1 + kMargin; }

    // The root's halves, each already maximised over the sentence's first or last kept word.
    void join_halves() {
        const std::size_t width = half_width();
        first_half_.assign((count_ + 1) * width + kMargin, kImpossible);
        last_half_.assign((count_ + 1) * width + kMargin, kImpossible);
        total_.assign(static_cast<std::size_t>(limit_) + 1, kImpossible);
        total_[0] = scores_.pair[0][count_ + 1];
        for (std::int32_t root = 1; root <= count_; ++root) {
            check_cancelled();
            double *first = &first_half_[root * width + kMargin], *last = &last_half_[root * width + kMargin];
            for (std::int32_t s = 1; s <= root; ++s) {
                const std::int32_t shift = weight_[root] - space_[s];
                for (std::int32_t length = 0; length < left_.length(s, root); ++length) {
                    if (length + shift > limit_) break;
                    // A shift below zero meets only lengths that hold the first word, so never a negative index.
                    if (length + shift < 0) continue;
                    first[length + shift] =
                        std::max(first[length + shift], left_.at(s, root)[length] + scores_.pair[0][s]);
                }
            }
            for (std::int32_t p = root; p <= count_; ++p) {
                for (std::int32_t length = 0; length < right_.length(root, p); ++length) {
                    last[length] =
                        std::max(last[length], right_.at(root, p)[length] + scores_.pair[p][count_ + 1]);
                }
            }
            merge(total_.data(), limit_ + 1, first, limit_ + 1, last, limit_ + 1, 0, scores_.link[kRoot][root]);
        }
    }

    void trace(std::int32_t length, std::vector<std::int32_t> &heads) const {
        const std::size_t width = half_width();
        Split best;
        if (length == 0) best.offer(scores_.pair[0][count_ + 1], 0, 0);
        for (std::int32_t root = 1; root <= count_; ++root) {
            for (std::int32_t part = 0; part <= length; ++part) {
                const double halves = first_half_[root * width + kMargin + part] +
                                      last_half_[root * width + kMargin + length - part];
                best.offer(halves + scores_.link[kRoot][root], root, part);
            }
        }
        const std::int32_t root = best.at;
        if (root == 0) return;
        heads[root] = kRoot;
        Split first, last;
        for (std::int32_t s = 1; s <= root; ++s) {
            const std::int32_t part = best.length - weight_[root] + space_[s];
            if (part < 0 || part >= left_.length(s, root)) continue;
            first.offer(left_.at(s, root)[part] + scores_.pair[0][s], s, part);
        }
        for (std::int32_t p = root; p <= count_; ++p) {
            const std::int32_t part = length - best.length;
            if (part >= right_.length(root, p)) continue;
            last.offer(right_.at(root, p)[part] + scores_.pair[p][count_ + 1], p, part);
        }
        std::vector<Span> open{{Kind::kLeft, first.at, root, first.length}, {Kind::kRight, root, last.at, last.length}};
        while (!open.empty()) {
            const Span span = open.back();
            open.pop_back();
            if (span.i == span.j) continue;
            switch (span.kind) {
                case Kind::kInner: trace_inner(span, open); break;
                case Kind::kRight: trace_right(span, open, heads); break;
                case Kind::kLeft: trace_left(span, open, heads); break;
            }
        }
    }

    // Finds again the split that gave a span its score, where `length` is shared by the two parts.
    static void offer_splits(Split &best, std::int32_t place, std::int32_t length, const double *a,
                             std::int32_t a_size, const double *b, std::int32_t b_size, double score) {
        for (std::int32_t part = std::max(0, length - b_size + 1); part < a_size && part <= length; ++part) {
            best.offer(a[part] + score + b[length - part], place, part);
        }
    }

    void trace_inner(const Span &span, std::vector<Span> &open) const {
        const auto [kind, i, j, length] = span;
        Split best;
        for (std::int32_t s = i + 1; s <= j; ++s) {
            offer_splits(best, s, length, junction_.at(i, s), junction_.length(i, s), left_.at(s, j),
                         left_.length(s, j), 0.0);
        }
        Split before;
        for (std::int32_t p = i; p < best.at; ++p) {
            if (best.length < right_.length(i, p)) {
                before.offer(right_.at(i, p)[best.length] + scores_.pair[p][best.at], p, best.length);
            }
        }
        open.push_back({Kind::kRight, i, before.at, best.length});
        open.push_back({Kind::kLeft, best.at, j, length - best.length});
    }

    void trace_right(const Span &span, std::vector<Span> &open, std::vector<std::int32_t> &heads) const {
        const auto [kind, i, j, length] = span;
        Split best;
        for (std::int32_t r = i + 1; r <= j; ++r) {
            offer_splits(best, r, length - weight_[r], inner_.at(i, r), inner_.length(i, r), right_.at(r, j),
                         right_.length(r, j), scores_.link[i][r]);
        }
        heads[best.at] = i;
        open.push_back({Kind::kInner, i, best.at, best.length});
        open.push_back({Kind::kRight, best.at, j, length - weight_[best.at] - best.length});
    }

    void trace_left(const Span &span, std::vector<Span> &open, std::vector<std::int32_t> &heads) const {
        const auto [kind, i, j, length] = span;
        Split best;
        for (std::int32_t r = i; r < j; ++r) {
            offer_splits(best, r, length - weight_[r], inner_.at(r, j), inner_.length(r, j), left_.at(i, r),
                         left_.length(i, r), scores_.link[j][r]);
        }
        heads[best.at] = j;
        open.push_back({Kind::kInner, best.at, j, best.length});
        open.push_back({Kind::kLeft, i, best.at, length - weight_[best.at] - best.length});
    }

    JointScores scores_;
    std::size_t words_;
    std::int32_t count_, limit_;
    const std::vector<std::int32_t> &weight_, &space_;
    SpanTable junction_, inner_, right_, left_;
    std::vector<double> first_half_, last_half_, total_;
};

}  // namespace

void bind_joint_exact(nb::module_ &module) {
    nb::class_<JointChart>(module, "JointChart")
        .def(
            "__init__",
            [](JointChart *self, Vector<double> token, Matrix<double> bigram, Matrix<double> arc, const Words &words,
               std::int32_t limit) { new (self) JointChart(ArcScores(token, bigram, arc, words), words, limit); },
            "token"_a, "bigram"_a, "arc"_a, "words"_a, "limit"_a)
        .def("best", &JointChart::best)
        .def("heads", &JointChart::heads, "length"_a);
}

}  // namespace laconic
