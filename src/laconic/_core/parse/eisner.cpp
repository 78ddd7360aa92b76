// Dependency parsing: the best projective tree under arc scores (Eisner 1996), one word below the root.
#include "base/cancel.h"
#include "parse/batch.h"

#include <limits>
#include <stdexcept>
#include <utility>
#include <vector>

namespace laconic {
namespace {

enum Shape : std::int32_t { kIncomplete, kComplete };
enum Direction : std::int32_t { kLeft, kRight };  // kLeft: the head is the span's last word

// Spans run over the words alone, numbered from 0; the root is attached at the end, so that exactly
// one word hangs from it.
class Parser {
  public:
    void parse(const float *scores, std::size_t width, std::size_t length, std::int32_t *heads) {
        n_ = length;
        for (auto &table : score_) table.assign(n_ * n_, 0.0f);
        for (auto &table : split_) table.assign(n_ * n_, 0);
        const auto arc = [&](std::size_t head, std::size_t word) { return scores[(head + 1) * width + word + 1]; };
        for (std::size_t size = 1; size < n_; ++size) {
            check_cancelled();
            for (std::size_t i = 0, j = size; j < n_; ++i, ++j) {
                // Two complete spans face each other; the arc goes either way.
                const auto [facing, where] = best(kComplete, kRight, i, 0, kComplete, kLeft, 1, j, i, j);
                set(kIncomplete, kLeft, i, j, facing + arc(j, i), where);
                set(kIncomplete, kRight, i, j, facing + arc(i, j), where);
                const auto [left, left_at] = best(kComplete, kLeft, i, 0, kIncomplete, kLeft, 0, j, i, j);
                set(kComplete, kLeft, i, j, left, left_at);
                const auto [right, right_at] = best(kIncomplete, kRight, i, 1, kComplete, kRight, 1, j, i, j);
                set(kComplete, kRight, i, j, right, right_at);
            }
        }
        float top = -std::numeric_limits<float>::infinity();
        std::size_t root = 0;
        for (std::size_t word = 0; word < n_; ++word) {
            const float score = scores[word + 1] + get(kComplete, kLeft, 0, word) + get(kComplete, kRight, word, n_ - 1);
            if (score > top) {
                top = score;
                root = word;
            }
        }
        heads[root] = 0;
        trace(root, heads);
    }

  private:
    struct Item {
        Shape shape;
        Direction direction;
        std::size_t i, j;
    };

    static std::size_t table(Shape shape, Direction direction) { return shape * 2 + direction; }
    float get(Shape shape, Direction direction, std::size_t i, std::size_t j) const {
        return score_[table(shape, direction)][i * n_ + j];
    }
    void set(Shape shape, Direction direction, std::size_t i, std::size_t j, float score, std::size_t split) {
        score_[table(shape, direction)][i * n_ + j] = score;
        split_[table(shape, direction)][i * n_ + j] = static_cast<std::int32_t>(split);
    }

    // The best r in [i, j) for left(i, r + left_shift) + right(r + right_shift, j).
    std::pair<float, std::size_t> best(Shape left_shape, Direction left_direction, std::size_t i,
                                       std::size_t left_shift, Shape right_shape, Direction right_direction,
                                       std::size_t right_shift, std::size_t j, std::size_t from,
                                       std::size_t to) const {
        const float *left = &score_[table(left_shape, left_direction)][i * n_ + left_shift];
        const float *right = &score_[table(right_shape, right_direction)][right_shift * n_ + j];
        float top = -std::numeric_limits<float>::infinity();
        std::size_t where = from;
        for (std::size_t r = from; r < to; ++r) {
            const float score = left[r] + right[r * n_];
            if (score > top) {
                top = score;
                where = r;
            }
        }
        return {top, where};
    }

    void trace(std::size_t root, std::int32_t *heads) {
        stack_.assign({{kComplete, kLeft, 0, root}, {kComplete, kRight, root, n_ - 1}});
        while (!stack_.empty()) {
            const Item item = stack_.back();
            stack_.pop_back();
            if (item.i == item.j) continue;
            const std::size_t r = split_[table(item.shape, item.direction)][item.i * n_ + item.j];
            if (item.shape == kIncomplete) {
                const bool left = item.direction == kLeft;
                heads[left ? item.i : item.j] = static_cast<std::int32_t>((left ? item.j : item.i) + 1);
                stack_.push_back({kComplete, kRight, item.i, r});
                stack_.push_back({kComplete, kLeft, r + 1, item.j});
            } else if (item.direction == kLeft) {
                stack_.push_back({kComplete, kLeft, item.i, r});
                stack_.push_back({kIncomplete, kLeft, r, item.j});
            } else {
                stack_.push_back({kIncomplete, kRight, item.i, r + 1});
                stack_.push_back({kComplete, kRight, r + 1, item.j});
            }
        }
    }

    std::size_t n_ = 0;
    std::vector<float> score_[4];
    std::vector<std::int32_t> split_[4];
    std::vector<Item> stack_;
};

Output<std::int32_t> eisner(Cube<float> scores, Vector<std::int32_t> lengths) {
    const Batch batch(scores, lengths);
    const std::size_t words = batch.width() == 0 ? 0 : batch.width() - 1;
    std::vector<std::int32_t> heads(batch.size() * words, -1);
    {
        nb::gil_scoped_release unlocked;
        Parser parser;
        for (std::size_t b = 0; b < batch.size(); ++b)
            parser.parse(batch.square(b), batch.width(), batch.length(b), heads.data() + b * words);
    }
    return to_numpy(std::move(heads), {batch.size(), words});
}

}  // namespace

void bind_eisner(nb::module_ &module) {
    module.def("eisner", &eisner, "scores"_a, "lengths"_a);
}

}  // namespace laconic
