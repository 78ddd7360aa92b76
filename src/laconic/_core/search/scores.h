// The scores of words to keep, checked when they are made: their parts fit the words and one another, and are numbers or
// minus infinity.
#pragma once

#include "base/arrays.h"
#include "base/check.h"
#include "search/words.h"

#include <initializer_list>

namespace laconic {

// Throws std::invalid_argument unless the array has this shape and holds scores.
template <typename Array>
void check_part(const Array &part, std::initializer_list<std::size_t> shape, const char *name) {
    std::size_t axis = 0;
    for (const std::size_t size : shape) check_size(part.shape(axis++), size, name);
    check_scores(part.data(), part.size(), name);
}

// token[n] for the words, bigram[n + 2, n + 2] for neighbours: 0 is the begin, n + 1 the end of the sentence.
struct BigramScores {
    Vector<double> token;
    Matrix<double> bigram;

    BigramScores(Vector<double> token_, Matrix<double> bigram_, const Words &words) : token(token_), bigram(bigram_) {
        check_part(token, {words.size()}, "token");
        check_part(bigram, {words.size() + 2, words.size() + 2}, "an axis of bigram");
    }
    std::size_t size() const { return token.size(); }
};

// The same, and arc[n + 1, n + 1] for dependencies from the row to the column; 0 is the root.
struct ArcScores : BigramScores {
    Matrix<double> arc;

    ArcScores(Vector<double> token_, Matrix<double> bigram_, Matrix<double> arc_, const Words &words)
        : BigramScores(token_, bigram_, words), arc(arc_) {
        check_part(arc, {words.size() + 1, words.size() + 1}, "an axis of arc");
    }
};

// token[n] for the words, transition[n + 1, 2, 2] for the labels of neighbours: 0 deleted, 1 kept.
struct ChainScores {
    Vector<double> token;
    Cube<double> transition;

    ChainScores(Vector<double> token_, Cube<double> transition_, const Words &words)
        : token(token_), transition(transition_) {
        check_part(token, {words.size()}, "token");
        check_part(transition, {words.size() + 1, 2, 2}, "an axis of transition");
    }
    std::size_t size() const { return token.size(); }
};

}  // namespace laconic
