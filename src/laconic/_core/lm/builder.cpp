// Fills the tables of a language model from lists of n-grams.
#include "lm/builder.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>
#include <type_traits>
#include <utility>

namespace laconic::lm {
namespace {

// Stands for the probability of an added n-gram until its shorter ones are known.
const float kAdded = std::numeric_limits<float>::quiet_NaN();

class Builder {
  public:
    Builder(const Vocabulary &vocabulary, std::vector<NgramList> &lists)
        : vocabulary_(vocabulary), lists_(lists), order_(static_cast<int>(lists.size())) {}

    // One attempt; false if n-grams were missing, which are then in the lists and wait for the next attempt.
    bool build() {
        fill_unigrams();
        middle_.clear();
        for (int length = 2; length <= order_; ++length) {
            if (length == order_) {
                longest_ = NgramTable<Longest>(lists_[length - 1].size());
                fill(length, longest_);
            } else {
                middle_.emplace_back(lists_[length - 1].size());
                fill(length, middle_.back());
            }
            if (missing_.size() > 0) {
                add_missing(length - 1);
                return false;
            }
        }
        return true;
    }

    std::shared_ptr<const LanguageModel> finish(Vocabulary vocabulary) {
        return std::make_shared<const LanguageModel>(std::move(vocabulary), std::move(unigrams_),
                                                     std::move(middle_), std::move(longest_), order_);
    }

  private:
    void fill_unigrams() {
        const NgramList &list = lists_[0];
        unigrams_.resize(list.size());
        for (std::size_t i = 0; i < list.size(); ++i)
            unigrams_[i] = {list.log10[i], list.backoff[i], context_flag(list.backoff[i])};
    }

    template <typename Entry>
    void fill(int length, NgramTable<Entry> &table) {
        const NgramList &list = lists_[length - 1];
        for (std::size_t i = 0; i < list.size(); ++i) {
            const WordId *words = &list.words[i * length];
            const Slot suffix = find(words + 1, length - 1), context = find(words, length - 1);
            if (suffix == kNoSlot) missing_.add(words + 1, length - 1, kAdded, 0);
            if (context == kNoSlot) missing_.add(words, length - 1, kAdded, 0);
            if (suffix == kNoSlot || context == kNoSlot) continue;
            const Slot slot = table.insert(suffix, words[0]);
            if (slot == kNoSlot) refuse_duplicate(length, i);
            table[slot].log10 = std::isnan(list.log10[i])
                                    ? backoff(length - 1, context) + probability(length - 1, suffix)
                                    : list.log10[i];
            if constexpr (std::is_same_v<Entry, Middle>) {
                table[slot].backoff = list.backoff[i];
                table[slot].word |= context_flag(list.backoff[i]);
            }
            flags(length - 1, suffix) |= kExtendsLeft;
            flags(length - 1, context) |= kIsContext;
        }
    }

    // A backoff counts even where pruning left nothing that begins with the n-gram.
    static std::uint32_t context_flag(float backoff) { return backoff == 0 ? 0 : kIsContext; }

    // Adds the missing n-grams of a length to its list, once each.
    void add_missing(int length) {
        std::vector<const WordId *> ngrams;
        for (std::size_t i = 0; i < missing_.size(); ++i) ngrams.push_back(&missing_.words[i * length]);
        std::sort(ngrams.begin(), ngrams.end(), [length](const WordId *a, const WordId *b) {
            return std::lexicographical_compare(a, a + length, b, b + length);
        });
        const auto end = std::unique(ngrams.begin(), ngrams.end(), [length](const WordId *a, const WordId *b) {
            return std::equal(a, a + length, b);
        });
        for (auto ngram = ngrams.begin(); ngram != end; ++ngram) lists_[length - 1].add(*ngram, length, kAdded, 0);
        missing_ = {};
    }

    // The place of an n-gram of less than the highest order; all words are in the vocabulary.
    Slot find(const WordId *words, int length) const {
        Slot node = words[length - 1];
        for (int size = 2; size <= length && node != kNoSlot; ++size)
            node = middle_[size - 2].find(node, words[length - size]);
        return node;
    }

    float backoff(int length, Slot node) const {
        return length == 1 ? unigrams_[node].backoff : middle_[length - 2][node].backoff;
    }
    float probability(int length, Slot node) const {
        return length == 1 ? unigrams_[node].log10 : middle_[length - 2][node].log10;
    }
    std::uint32_t &flags(int length, Slot node) {
        return length == 1 ? unigrams_[node].flags : middle_[length - 2][node].word;
    }

    [[noreturn]] void refuse_duplicate(int length, std::size_t index) const {
        std::string text;
        for (int i = 0; i < length; ++i)
            text.append(i ? " " : "").append(vocabulary_.text(lists_[length - 1].words[index * length + i]));
        throw DuplicateNgram("the n-gram '" + text + "' stands twice in the model.", length, index);
    }

    const Vocabulary &vocabulary_;
    std::vector<NgramList> &lists_;
    const int order_;
    NgramList missing_;  // of the length below the one being filled
    std::vector<Unigram> unigrams_;
    std::vector<NgramTable<Middle>> middle_;
    NgramTable<Longest> longest_;
};

}  // namespace

std::shared_ptr<const LanguageModel> build_model(Vocabulary vocabulary, std::vector<NgramList> lists) {
    Builder builder(vocabulary, lists);
    while (!builder.build()) {
    }
    return builder.finish(std::move(vocabulary));
}

}  // namespace laconic::lm
