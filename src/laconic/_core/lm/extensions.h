// How much the score of a phrase can rise once something stands before it: a bound for searches that put off the exact
// score of a joint until it may matter.
//
// The first words of a phrase count by what is known of their history. A longer history finds at best the most probable
// n-gram of the model that ends with the words found so far.
#pragma once

#include "lm/chart.h"
#include "lm/model.h"

#include <algorithm>
#include <cstddef>
#include <limits>
#include <vector>

namespace laconic::lm {

class Extensions {
  public:
    explicit Extensions(const LanguageModel &model) {
        constexpr float none = -std::numeric_limits<float>::infinity();
        const auto &middle = model.middle();
        // For each order and n-gram the best log10 of a longer one that ends with it.
        gains_.emplace_back(model.unigrams().size(), none);
        for (const auto &table : middle) gains_.emplace_back(table.slots(), none);
        if (model.order() > 1) lift(model.longest(), nullptr, gains_[middle.size()]);
        for (std::size_t i = middle.size(); i-- > 0;) lift(middle[i], &gains_[i + 1], gains_[i]);
        // The most that backoffs add.
        float backoffs = 0, most = 0;
        for (const Unigram &unigram : model.unigrams()) most = std::max(most, unigram.backoff);
        for (const auto &table : middle) {
            backoffs += most;
            most = 0;
            for (Slot slot = 0; slot < table.slots(); ++slot)
                if (table.holds(slot)) most = std::max(most, table[slot].backoff);
        }
        backoffs_ = backoffs + most;
        for (WordId word = 0; word < model.unigrams().size(); ++word)
            subtract(gains_[0][word], model.unigrams()[word].log10);
        for (std::size_t i = 0; i < middle.size(); ++i)
            for (Slot slot = 0; slot < middle[i].slots(); ++slot)
                if (middle[i].holds(slot)) subtract(gains_[i + 1][slot], middle[i][slot].log10);
    }

    // No joint on its left raises the log10 of a phrase by more.
    template <int kRoom>
    float most_gained(const LeftState<kRoom> &phrase) const {
        float gained = backoffs_;  // of a word behind the open ones
        for (int i = 0; i < phrase.length; ++i) {
            const auto place = static_cast<std::size_t>(i);
            gained += gains_[place][phrase.nodes[place]];
        }
        return gained;
    }

  private:
    // Tells the n-grams of a table to those that they extend.
    template <typename Entry>
    static void lift(const NgramTable<Entry> &table, const std::vector<float> *longer, std::vector<float> &shorter) {
        for (Slot slot = 0; slot < table.slots(); ++slot) {
            if (!table.holds(slot)) continue;
            float &best = shorter[table[slot].parent];
            best = std::max({best, table[slot].log10, longer ? (*longer)[slot] : table[slot].log10});
        }
    }

    void subtract(float &best, float log10) const { best = backoffs_ + std::max(0.0f, best - log10); }

    std::vector<std::vector<float>> gains_;  // for each order and n-gram what a longer history can add
    float backoffs_;                         // that is, for words that are not extended; mostly nothing
};

}  // namespace laconic::lm
