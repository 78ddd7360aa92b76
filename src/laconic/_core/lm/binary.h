// The compact form of a model, as bytes.
//
// Probabilities and backoffs are rounded to at most 256 values for each length of n-grams. The n-grams are a trie from
// the last word to the first: after each n-gram, in order, the number of those that lengthen it to the left and
// their first words, as differences.
#pragma once

#include "lm/model.h"

#include <memory>
#include <string>
#include <string_view>

namespace laconic::lm {

std::string encode_model(const LanguageModel &model);

// Throws std::invalid_argument if the bytes are not a model, whatever they are.
std::shared_ptr<const LanguageModel> decode_model(std::string_view bytes);

}  // namespace laconic::lm
