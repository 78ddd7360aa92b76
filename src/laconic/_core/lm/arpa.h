// The ARPA text format of n-gram models, read and written piece by piece.
#pragma once

#include "base/text.h"
#include "lm/builder.h"

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace laconic::lm {

// Reads a file given in pieces of any size; wrong content throws std::invalid_argument, and `line()` gives the place. Once
// it has thrown or finished, it reads no more.
class ArpaReader {
  public:
    void feed(std::string_view piece);
    std::shared_ptr<const LanguageModel> finish();
    std::size_t line() const { return wrong_line_ > 0 ? wrong_line_ : lines_.count(); }

  private:
    enum class Part { kPreamble, kCounts, kNgrams, kEnd };

    void begin_reading();
    void read_line(std::string_view text);
    void read_count(std::string_view text);
    void open_section(std::string_view text);
    void close_section();
    void read_ngram(std::string_view text);
    void add_unigram(std::string_view word, float log10, float backoff);
    WordId known_word(std::string_view word) const;

    Part part_ = Part::kPreamble;
    bool is_usable_ = true;
    LineReader lines_;
    std::size_t wrong_line_ = 0;  // where that is known only in the end
    std::vector<std::size_t> counts_;
    std::vector<std::size_t> first_lines_;
    int length_ = 0;  // of the n-grams in the current section
    bool section_over_ = false;
    std::size_t section_size_ = 0;
    Vocabulary vocabulary_;
    std::vector<NgramList> lists_;
    std::vector<bool> seen_words_;
};

// The text before the first section.
std::string arpa_header(const std::vector<std::size_t> &counts);

// Adds the line of one n-gram, first word first; no backoff where the pointer is null.
void append_arpa_line(std::string &text, const Vocabulary &vocabulary, const WordId *words, int length, float log10,
                      const float *backoff);

// Writes a model, a piece at a time.
class ArpaWriter {
  public:
    explicit ArpaWriter(std::shared_ptr<const LanguageModel> model);
    std::string next();  // empty at the end

  private:
    static constexpr std::size_t kPieceSize = 1 << 20;

    void open_next_section();
    void append_ngram(Slot node);

    std::shared_ptr<const LanguageModel> model_;
    std::string piece_;
    int length_ = 0;
    std::vector<Slot> listing_;  // the n-grams of the current section
    std::size_t position_ = 0;
};

}  // namespace laconic::lm
