// Making a model smaller at the least cost.
#pragma once

#include "lm/model.h"

#include <cstddef>
#include <memory>

namespace laconic::lm {

// Keeps all words and this number of longer n-grams: those whose loss would change the model most, by relative entropy
// (Stolcke 1998, "Entropy-based pruning of backoff language models", equation 5), with the contexts and suffixes they
// need. Backoffs are recomputed, so that probabilities still sum to one.
std::shared_ptr<const LanguageModel> prune_model(const LanguageModel &model, std::size_t ngrams);

}  // namespace laconic::lm
