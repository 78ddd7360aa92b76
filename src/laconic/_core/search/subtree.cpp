// Subtree deletion (Berg-Kirkpatrick et al. 2011): a word stays only with its head.
//
// Visit the words in preorder. At a word either keep it and go on to the next word in preorder, or leave
// out its whole subtree and jump over it. Rows are places in the preorder, so each set is one path.
#include "search/lattice.h"
#include "search/scores.h"

#include <utility>
#include <vector>

namespace laconic {
namespace {

struct Preorder {
    std::vector<std::int32_t> word;   // positions of the words, heads before dependents
    std::vector<std::int32_t> after;  // for each place, the place after the word's subtree
};

// Heads are word numbers from 1, 0 for a word below the root. Throws std::invalid_argument if they form no tree.
Preorder preorder_of(const Vector<std::int32_t> &heads) {
    const std::int32_t n = static_cast<std::int32_t>(heads.size());
    check_range(heads.data(), heads.size(), 0, n, "heads");
    std::vector<std::vector<std::int32_t>> children(n + 1);
    for (std::int32_t word = n; word >= 1; --word) children[heads(word - 1)].push_back(word);
    Preorder order;
    order.after.resize(n);
    std::vector<std::pair<std::int32_t, std::int32_t>> open;  // a word, and its place once it has been visited
    for (const std::int32_t word : children[0]) open.push_back({word, -1});
    while (!open.empty()) {
        const auto [word, place] = open.back();
        open.pop_back();
        if (place >= 0) {
            order.after[place] = static_cast<std::int32_t>(order.word.size());
            continue;
        }
        open.push_back({word, static_cast<std::int32_t>(order.word.size())});
        order.word.push_back(word - 1);
        for (const std::int32_t child : children[word]) open.push_back({child, -1});
    }
    require(order.word.size() == heads.size(), "the heads form no tree: some words never reach the root.");
    return order;
}

Lattice subtree_lattice(const Vector<double> &score, const Preorder &order, const Words &words) {
    const std::int32_t n = static_cast<std::int32_t>(order.word.size());
    std::vector<std::vector<std::int32_t>> leaps(n + 1);  // places whose subtree ends just before this place
    std::vector<std::int32_t> forced_before(n + 1, 0);
    for (std::int32_t place = 0; place < n; ++place) {
        leaps[order.after[place]].push_back(place);
        forced_before[place + 1] = forced_before[place] + words.must_stay(order.word[place]);
    }
    Lattice lattice(score.size());
    for (std::int32_t place = 1; place <= n; ++place) {
        const std::int32_t word = order.word[place - 1];
        if (!words.must_go(word)) lattice.add(place - 1, word, score(word));
        for (const std::int32_t from : leaps[place]) {
            if (forced_before[place] == forced_before[from]) lattice.add(from, kKeepsNone, 0.0);
        }
        lattice.end_row();
    }
    return lattice;
}

nb::tuple subtree_lengths(Vector<double> score, Vector<std::int32_t> heads, const Words &words, std::int32_t limit) {
    check_part(score, {words.size()}, "score");
    check_size(heads.size(), words.size(), "heads");
    const Preorder order = preorder_of(heads);
    return answer_each_length(words, limit, [&] { return subtree_lattice(score, order, words); });
}

nb::tuple subtree_best(Vector<double> score, Vector<std::int32_t> heads, const Words &words, std::int32_t low,
                       std::int32_t high, std::int32_t count) {
    check_part(score, {words.size()}, "score");
    check_size(heads.size(), words.size(), "heads");
    const Preorder order = preorder_of(heads);
    return answer_best(words, low, high, count, [&] { return subtree_lattice(score, order, words); });
}

}  // namespace

void bind_subtree(nb::module_ &module) {
    module.def("subtree_lengths", &subtree_lengths, "score"_a, "heads"_a, "words"_a, "limit"_a);
    module.def("subtree_best", &subtree_best, "score"_a, "heads"_a, "words"_a, "low"_a, "high"_a, "count"_a);
}

}  // namespace laconic
