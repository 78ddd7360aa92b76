#include "search/joint/scores.h"

namespace laconic {
namespace {

std::vector<std::int32_t> numbers_of_allowed(Vector<bool> drop) {
    std::vector<std::int32_t> numbers{0};
    for (std::size_t word = 0; word < drop.size(); ++word) {
        if (!drop(word)) numbers.push_back(static_cast<std::int32_t>(word) + 1);
    }
    return numbers;
}

}  // namespace

JointScores::JointScores(Vector<double> token, Matrix<double> bigram, Matrix<double> arc, Vector<bool> keep,
                         Vector<bool> drop)
    : count(0), number(numbers_of_allowed(drop)), link(number.size()), pair(number.size() + 1) {
    count = static_cast<std::int32_t>(number.size()) - 1;
    for (std::int32_t modifier = 1; modifier <= count; ++modifier) {
        const double own = token(number[modifier] - 1);
        for (std::int32_t head = 0; head <= count; ++head) {
            if (head != modifier) link[head][modifier] = arc(number[head], number[modifier]) + own;
        }
    }
    const std::size_t end = token.size() + 1;
    for (std::int32_t right = 1; right <= count + 1; ++right) {
        for (std::int32_t left = right - 1; left >= 0; --left) {
            pair[left][right] = bigram(number[left], right > count ? end : number[right]);
            if (left > 0 && keep(number[left] - 1)) break;  // nothing may pass over a forced word
        }
    }
}

std::vector<std::int32_t> JointScores::sentence_heads(const std::vector<std::int32_t> &heads,
                                                      std::size_t words) const {
    std::vector<std::int32_t> all(words, kDeleted);
    for (std::int32_t word = 1; word <= count; ++word) {
        if (heads[word] != kDeleted) all[number[word] - 1] = number[heads[word]];
    }
    return all;
}

}  // namespace laconic
