// From lists of n-grams to a language model.
#pragma once

#include "lm/model.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

namespace laconic::lm {

// N-grams of one length: words first to last, log10 probability and backoff.
struct NgramList {
    std::vector<WordId> words;
    std::vector<float> log10;
    std::vector<float> backoff;

    std::size_t size() const { return log10.size(); }

    void add(const WordId *first, int length, float probability, float weight) {
        words.insert(words.end(), first, first + length);
        log10.push_back(probability);
        backoff.push_back(weight);
    }
};

// An n-gram that its list holds twice.
struct DuplicateNgram : std::invalid_argument {
    DuplicateNgram(const std::string &problem, int length_, std::size_t index_)
        : std::invalid_argument(problem), length(length_), index(index_) {}
    int length;
    std::size_t index;
};

// Builds a model of order `lists.size()`; `lists[n - 1]` holds the n-grams of length n, and `lists[0]` every
// word of the vocabulary in the order of its number.
//
// Models pruned by other tools may have an n-gram without its suffix or its context. What is missing is added
// with the probability that backing off gives, which changes no score.
std::shared_ptr<const LanguageModel> build_model(Vocabulary vocabulary, std::vector<NgramList> lists);

}  // namespace laconic::lm
