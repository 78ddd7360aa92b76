// Text as numbers: a corpus is read once, and kept on disk as the numbers of its words.
#pragma once

#include "base/text.h"
#include "lm/scratch.h"
#include "lm/vocabulary.h"

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

namespace laconic::lm {

class Corpus {
  public:
    explicit Corpus(ScratchFolder &folder) : words_(folder, 1), counts_(kFirstWord) {}

    // Takes a piece of text of any size: one sentence per line, words separated by spaces. Blank lines are skipped.
    // Throws std::invalid_argument for words that cannot be; `line()` gives the place.
    void feed(std::string_view piece);

    // Ends the text. Words seen at most `cutoff` times, and all but the `limit` most frequent (0: no limit), become
    // the unknown word; the others are numbered by frequency, so that numbers do not depend on the order of the text.
    void finish(std::uint64_t cutoff, std::size_t limit);

    // Calls `sentence_end()` and `word(id)` for what the text holds, from its beginning.
    template <typename Word_, typename End>
    void read(Word_ word, End sentence_end) {
        words_.rewind();
        while (const Word *old = words_.next()) {
            if (*old == kEnd) {
                sentence_end();
            } else {
                word(renumbered_[*old]);
            }
        }
    }

    std::size_t line() const { return lines_.count(); }
    std::uint64_t sentences() const { return sentences_; }
    std::uint64_t tokens() const { return words_.size() - sentences_; }
    const Vocabulary &vocabulary() const { return vocabulary_; }
    bool whole() const { return whole_; }  // no word was made unknown

  private:
    void read_line(std::string_view text);

    Spool words_;
    Vocabulary vocabulary_;
    std::vector<std::uint64_t> counts_;  // by word
    std::vector<WordId> renumbered_;
    LineReader lines_;
    std::uint64_t sentences_ = 0;
    bool whole_ = true;
};

}  // namespace laconic::lm
