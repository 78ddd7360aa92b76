// Pruning by relative entropy.
#include "lm/prune.h"

#include "base/cancel.h"
#include "lm/builder.h"
#include "lm/listing.h"

#include <algorithm>
#include <cmath>
#include <tuple>
#include <utility>
#include <vector>

namespace laconic::lm {
namespace {

// An n-gram of two words or more, by its place and those of what it is made of.
struct Ngram {
    Slot node, context, suffix;  // the last two one word shorter: without the last word, without the first
    double probability;          // of the last word after the others
    double shorter;              // of the last word after all but the first
    double loss = 0;             // what leaving it out costs
};

// What is known of an n-gram as a context.
struct Context {
    double joint = 0;          // the probability of its words
    double followers = 0;      // sum of the probabilities of the words that follow it in the model
    double followers_off = 0;  // the same, each after one word less
    double loss = 0;           // the largest loss of what needs it
};

class Pruner {
  public:
    explicit Pruner(const LanguageModel &model) : model_(model) {
        std::vector<Slot> listing;
        for (int length = 1; length <= model.order(); ++length) {
            listing = list_ngrams(model, length, listing);
            if (length < model.order()) contexts_.emplace_back(slots(length));
            if (length == 1 && model.order() == 1) break;  // a lone word has no context
            if (length == 1) {
                for (const Slot word : listing) contexts_[0][word].joint = power(model.unigrams()[word].log10);
                // A sentence begins as often as one ends, though the model never predicts it.
                contexts_[0][kBegin].joint = power(model.unigrams()[kEnd].log10);
            } else {
                describe(length, listing);
            }
        }
        for (int length = model.order(); length >= 2; --length) measure(length);
    }

    std::shared_ptr<const LanguageModel> keep(std::size_t count) {
        // Costliest first; of equals the shorter, because longer ones need it.
        std::vector<std::tuple<double, int, std::size_t>> ranked;
        for (int length = 2; length <= model_.order(); ++length)
            for (std::size_t i = 0; i < ngrams_[length - 2].size(); ++i)
                ranked.emplace_back(-ngrams_[length - 2][i].loss, length, i);
        std::sort(ranked.begin(), ranked.end());
        ranked.resize(std::min(count, ranked.size()));
        for (auto &contexts : contexts_)
            for (Context &context : contexts) context.followers = context.followers_off = 0;
        for (const auto &[loss, length, i] : ranked) follow(length, ngrams_[length - 2][i]);

        std::vector<NgramList> lists(model_.order());
        for (WordId word = 0; word < model_.unigrams().size(); ++word) add(lists, 1, word);
        for (const auto &[loss, length, i] : ranked) add(lists, length, ngrams_[length - 2][i].node);
        return build_model(model_.vocabulary(), std::move(lists));
    }

  private:
    static double power(double log10) { return std::pow(10.0, log10); }

    std::size_t slots(int length) const {
        return length == 1 ? model_.unigrams().size() : model_.middle()[length - 2].slots();
    }

    // Lists the n-grams of a length, and counts each as a follower of its context.
    void describe(int length, const std::vector<Slot> &listing) {
        std::vector<Ngram> &ngrams = ngrams_.emplace_back();
        ngrams.reserve(listing.size());
        WordId words[kMaxOrder];
        for (const Slot node : listing) {
            check_cancelled();
            model_.spell(length, node, words);
            Score context = model_.at(1, words[length - 2]);
            for (int i = length - 3; i >= 0; --i) model_.lengthen(context, &words[i], 1, [](int, const Middle &) {});
            const Slot suffix =
                length == model_.order() ? model_.longest()[node].parent : model_.middle()[length - 2][node].parent;
            const double probability = power(model_.at(length, node).log10);
            ngrams.push_back({node, context.node, suffix, probability, power(model_.at(length - 1, suffix).log10)});
            follow(length, ngrams.back());
            if (length < model_.order())
                contexts_[length - 1][node].joint = contexts_[length - 2][context.node].joint * probability;
        }
    }

    void follow(int length, const Ngram &ngram) {
        Context &context = contexts_[length - 2][ngram.context];
        context.followers += ngram.probability;
        context.followers_off += ngram.shorter;
    }

    // Finds what it costs to leave out each n-gram of a length; longer ones have been measured, and what they need
    // costs as much as they do.
    void measure(int length) {
        for (Ngram &ngram : ngrams_[length - 2]) {
            const Context &context = contexts_[length - 2][ngram.context];
            const double rest = std::max(kTiny, 1 - context.followers);
            const double rest_off = std::max(kTiny, 1 - context.followers_off);
            const double with = std::log(rest / rest_off);  // the backoff as it is, and without the n-gram
            const double without = std::log((rest + ngram.probability) / (rest_off + ngram.shorter));
            const double own = std::log(ngram.shorter) + without - std::log(ngram.probability);
            const double change = ngram.probability * own + rest * (without - with);
            ngram.loss = std::max(0.0, -context.joint * change);
            if (length < model_.order()) ngram.loss = std::max(ngram.loss, contexts_[length - 1][ngram.node].loss);
            if (length == 2) continue;
            for (const Slot needed : {ngram.context, ngram.suffix}) {
                double &loss = contexts_[length - 2][needed].loss;
                loss = std::max(loss, ngram.loss);
            }
        }
    }

    // Adds an n-gram with the backoff that its remaining followers leave.
    void add(std::vector<NgramList> &lists, int length, Slot node) const {
        WordId words[kMaxOrder];
        model_.spell(length, node, words);
        double backoff = 1;
        if (length < model_.order()) {
            const Context &context = contexts_[length - 1][node];
            if (context.followers > 0)
                backoff = std::max(kTiny, 1 - context.followers) / std::max(kTiny, 1 - context.followers_off);
        }
        lists[length - 1].add(words, length, model_.at(length, node).log10, static_cast<float>(std::log10(backoff)));
    }

    static constexpr double kTiny = 1e-9;

    const LanguageModel &model_;
    std::vector<std::vector<Context>> contexts_;  // by length - 1 and place
    std::vector<std::vector<Ngram>> ngrams_;      // by length - 2
};

}  // namespace

std::shared_ptr<const LanguageModel> prune_model(const LanguageModel &model, std::size_t ngrams) {
    return Pruner(model).keep(ngrams);
}

}  // namespace laconic::lm
