// Reading text into word numbers.
#include "lm/corpus.h"

#include <algorithm>
#include <stdexcept>
#include <utility>

namespace laconic::lm {

void Corpus::feed(std::string_view piece) {
    lines_.feed(piece, [this](std::string_view line) { read_line(line); });
}

void Corpus::read_line(std::string_view text) {
    bool empty = true;
    for (std::string_view word; !(word = next_field(text)).empty(); empty = false) {
        const std::size_t known = vocabulary_.size();
        const WordId id = vocabulary_.add(word);
        if (id == kBegin || id == kEnd)
            throw std::invalid_argument("the text contains " + std::string(word) +
                                        ", which marks where a sentence begins or ends; take it out.");
        if (id == known) {
            if (!is_utf8(word))
                throw std::invalid_argument(
                    "a word is not UTF-8; convert the text first, for example with iconv -f windows-1252 -t utf-8.");
            counts_.push_back(0);
        }
        ++counts_[id];
        words_.add(&id);
    }
    if (empty) return;
    words_.add(&kEnd);
    ++sentences_;
}

void Corpus::finish(std::uint64_t cutoff, std::size_t limit) {
    lines_.finish([this](std::string_view line) { read_line(line); });
    std::vector<WordId> kept;
    for (WordId id = kFirstWord; id < vocabulary_.size(); ++id)
        if (counts_[id] > cutoff) kept.push_back(id);
    std::sort(kept.begin(), kept.end(), [this](WordId a, WordId b) {
        return counts_[a] != counts_[b] ? counts_[a] > counts_[b] : vocabulary_.text(a) < vocabulary_.text(b);
    });
    if (limit > 0 && kept.size() > limit) kept.resize(limit);
    whole_ = kept.size() + kFirstWord == vocabulary_.size();
    renumbered_.assign(vocabulary_.size(), kUnknown);
    Vocabulary sorted;
    for (const WordId id : kept) renumbered_[id] = sorted.add(vocabulary_.text(id));
    vocabulary_ = std::move(sorted);
}

}  // namespace laconic::lm
