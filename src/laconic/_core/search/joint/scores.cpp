// Makes the scores of the joint model ready.
#include "search/joint/scores.h"

namespace laconic {
namespace {

std::vector<std::int32_t> numbers_of_allowed(const Words &words) {
    std::vector<std::int32_t> numbers{0};
    for (std::size_t word = 0; word < words.size(); ++word) {
        if (!words.must_go(word)) numbers.push_back(static_cast<std::int32_t>(word) + 1);
    }
    return numbers;
}

}  // namespace

JointScores::JointScores(const ArcScores &scores, const Words &words)
    : count(0), number(numbers_of_allowed(words)), weight{0}, space{0}, link(number.size()), pair(number.size() + 1) {
    count = static_cast<std::int32_t>(number.size()) - 1;
    for (std::int32_t modifier = 1; modifier <= count; ++modifier) {
        const std::int32_t word = number[modifier] - 1;
        weight.push_back(words.weight()[word]);
        space.push_back(words.space()[word]);
        const double own = scores.token(word);
        for (std::int32_t head = 0; head <= count; ++head) {
            if (head != modifier) link[head][modifier] = scores.arc(number[head], number[modifier]) + own;
        }
    }
    const std::size_t end = words.size() + 1;
    for (std::int32_t right = 1; right <= count + 1; ++right) {
        for (std::int32_t left = right - 1; left >= 0; --left) {
            pair[left][right] = scores.bigram(number[left], right > count ? end : number[right]);
            if (left > 0 && words.must_stay(number[left] - 1)) break;  // nothing may pass over a forced word
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
