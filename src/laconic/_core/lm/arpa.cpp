// The ARPA text format of n-gram models.
#include "lm/arpa.h"

#include "base/text.h"
#include "lm/listing.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <stdexcept>
#include <utility>

namespace laconic::lm {
namespace {

// What an unknown word gets in a model that does not provide for one, and the least any n-gram gets: some tools write
// a probability of zero as -99, others as minus infinity.
constexpr float kUnknownWithoutEntry = -100, kZero = -100;

[[noreturn]] void fail(const std::string &problem) { throw std::invalid_argument(problem); }

std::string quoted(std::string_view text) {
    constexpr std::size_t kShown = 60;
    return "'" + std::string(text.substr(0, kShown)) + (text.size() > kShown ? "…'" : "'");
}

float to_number(std::string_view field, const char *what) {
    double value = 0;
    const bool has_plus = !field.empty() && field.front() == '+';
    if (!read_number(field.substr(has_plus), value) || std::isnan(value))
        fail(quoted(field) + " is not a number where the " + what + " was expected.");
    return static_cast<float>(value);
}

void append_number(std::string &text, float value) {
    char digits[48];
    const auto result = std::to_chars(digits, digits + sizeof digits, value == 0 ? 0.0f : value);
    text.append(digits, result.ptr);
}

}  // namespace

// What throws leaves the reader unusable.
void ArpaReader::begin_reading() {
    if (!is_usable_) fail("the reader has finished, or met an error before.");
    is_usable_ = false;
}

void ArpaReader::feed(std::string_view piece) {
    begin_reading();
    lines_.feed(piece, [this](std::string_view line) { read_line(line); });
    is_usable_ = true;
}

void ArpaReader::read_line(std::string_view text) {
    text = strip(text);
    if (part_ == Part::kPreamble) {
        if (text == "\\data\\") part_ = Part::kCounts;
    } else if (part_ == Part::kEnd) {
        return;
    } else if (text == "\\end\\") {
        if (part_ != Part::kNgrams) fail("\\end\\ stands before the n-grams.");
        close_section();
        if (static_cast<std::size_t>(length_) != counts_.size())
            fail("the model ends after its " + std::to_string(length_) + "-grams, but the header promises " +
                 std::to_string(counts_.size()) + "-grams.");
        part_ = Part::kEnd;
    } else if (text.empty()) {
        section_over_ = part_ == Part::kNgrams && section_size_ > 0;
    } else if (text.front() == '\\' && text.size() > 8 && text.substr(text.size() - 7) == "-grams:") {
        open_section(text);
    } else if (part_ == Part::kCounts) {
        read_count(text);
    } else {
        read_ngram(text);
    }
}

void ArpaReader::read_count(std::string_view text) {
    const std::string order = std::to_string(counts_.size() + 1);
    const std::size_t equals = text.find('=');
    std::string_view left = text.substr(0, std::min(equals, text.size()));
    std::size_t count = 0;
    const bool good = equals != std::string_view::npos && next_field(left) == "ngram" && strip(left) == order &&
                      read_number(strip(text.substr(equals + 1)), count);
    if (!good) fail(quoted(text) + " stands where 'ngram " + order + "=COUNT' was expected.");
    if (counts_.size() == kMaxOrder)
        fail("the order is over " + std::to_string(kMaxOrder) + ", the highest supported.");
    counts_.push_back(count);
}

void ArpaReader::open_section(std::string_view text) {
    if (part_ == Part::kNgrams) close_section();
    ++length_;
    const std::string expected = "\\" + std::to_string(length_) + "-grams:";
    if (text != expected || static_cast<std::size_t>(length_) > counts_.size())
        fail(quoted(text) + " stands where " +
             (static_cast<std::size_t>(length_) > counts_.size() ? "\\end\\" : expected) + " was expected.");
    part_ = Part::kNgrams;
    section_over_ = false;
    section_size_ = 0;
    first_lines_.push_back(line());
    lists_.emplace_back();
    if (length_ == 1) {
        for (WordId word = 0; word < kFirstWord; ++word) lists_[0].add(&word, 1, kUnknownWithoutEntry, 0);
        seen_words_.assign(kFirstWord, false);
    }
}

void ArpaReader::close_section() {
    const std::size_t promised = counts_[length_ - 1];
    if (section_size_ != promised)
        fail("the header promises " + std::to_string(promised) + " n-grams of length " + std::to_string(length_) +
             ", but there are " + std::to_string(section_size_) + ".");
    if (length_ == 1 && !(seen_words_[kBegin] && seen_words_[kEnd]))
        fail("the model has no <s> or no </s>: sentences need both.");
}

void ArpaReader::read_ngram(std::string_view text) {
    if (section_over_) fail("an n-gram stands after the blank line that ended its section.");
    if (section_size_++ == 0) first_lines_.back() = line();
    const std::string_view whole = text;
    const std::string_view probability = next_field(text);
    float log10 = to_number(probability, "log10 probability");
    if (log10 < kZero) log10 = kZero;
    if (log10 > 0) fail("the log10 probability " + quoted(probability) + " is over 0.");
    std::string_view fields[kMaxOrder];
    for (int i = 0; i < length_; ++i) {
        fields[i] = next_field(text);
        if (fields[i].empty()) fail(quoted(whole) + " has fewer than " + std::to_string(length_) + " words.");
    }
    float backoff = 0;
    if (const std::string_view field = next_field(text); !field.empty()) backoff = to_number(field, "backoff");
    if (!std::isfinite(backoff)) fail("a backoff is infinite.");
    if (!next_field(text).empty())
        fail(quoted(whole) + " has more than " + std::to_string(length_) + " words and a backoff.");
    if (length_ == 1) {
        add_unigram(fields[0], log10, backoff);
        return;
    }
    WordId words[kMaxOrder];
    for (int i = 0; i < length_; ++i) words[i] = known_word(fields[i]);
    lists_.back().add(words, length_, log10, backoff);
}

void ArpaReader::add_unigram(std::string_view word, float log10, float backoff) {
    if (!is_utf8(word)) {
        fail("a word is not UTF-8; convert the file first, for example with iconv -f windows-1252 -t utf-8.");
    }
    const WordId id = vocabulary_.add(word == "<UNK>" ? kUnknownText : word);
    if (id < seen_words_.size()) {
        if (seen_words_[id]) fail("the word " + quoted(word) + " stands twice among the 1-grams.");
        seen_words_[id] = true;
        lists_[0].log10[id] = log10;
        lists_[0].backoff[id] = backoff;
    } else {
        seen_words_.push_back(true);
        lists_[0].add(&id, 1, log10, backoff);
    }
}

WordId ArpaReader::known_word(std::string_view word) const {
    if (word == "<UNK>") return kUnknown;
    const WordId id = vocabulary_.find(word);
    if (id == kUnknown && word != kUnknownText) fail("the word " + quoted(word) + " is not among the 1-grams.");
    return id;
}

std::shared_ptr<const LanguageModel> ArpaReader::finish() {
    begin_reading();
    lines_.finish([this](std::string_view line) { read_line(line); });
    if (part_ == Part::kPreamble) fail("there is no \\data\\ line: is this an ARPA file?");
    if (part_ != Part::kEnd) fail("the file ends without \\end\\; it may be cut short.");
    try {
        return build_model(std::move(vocabulary_), std::move(lists_));
    } catch (const DuplicateNgram &duplicate) {
        wrong_line_ = first_lines_[duplicate.length - 1] + duplicate.index;
        throw;
    }
}

std::string arpa_header(const std::vector<std::size_t> &counts) {
    std::string text = "\\data\\\n";
    for (std::size_t i = 0; i < counts.size(); ++i)
        text += "ngram " + std::to_string(i + 1) + "=" + std::to_string(counts[i]) + "\n";
    return text;
}

void append_arpa_line(std::string &text, const Vocabulary &vocabulary, const WordId *words, int length, float log10,
                      const float *backoff) {
    append_number(text, log10);
    for (int i = 0; i < length; ++i) {
        text.push_back(i == 0 ? '\t' : ' ');
        text.append(vocabulary.text(words[i]));
    }
    if (backoff != nullptr) {
        text.push_back('\t');
        append_number(text, *backoff);
    }
    text.push_back('\n');
}

ArpaWriter::ArpaWriter(std::shared_ptr<const LanguageModel> model) : model_(std::move(model)) {
    std::vector<std::size_t> counts;
    for (int length = 1; length <= model_->order(); ++length) counts.push_back(model_->count(length));
    piece_ = arpa_header(counts);
}

std::string ArpaWriter::next() {
    while (piece_.size() < kPieceSize && length_ <= model_->order()) {
        if (position_ == listing_.size()) {
            open_next_section();
        } else {
            append_ngram(listing_[position_++]);
        }
    }
    return std::exchange(piece_, {});
}

void ArpaWriter::open_next_section() {
    position_ = 0;
    if (++length_ > model_->order()) {
        piece_ += "\n\\end\\\n";
        return;
    }
    listing_ = list_ngrams(*model_, length_, listing_);
    piece_ += "\n\\" + std::to_string(length_) + "-grams:\n";
}

void ArpaWriter::append_ngram(Slot node) {
    WordId words[kMaxOrder];
    model_->spell(length_, node, words);
    const float *backoff = nullptr;
    if (length_ < model_->order())
        backoff = length_ == 1 ? &model_->unigrams()[node].backoff : &model_->middle()[length_ - 2][node].backoff;
    append_arpa_line(piece_, model_->vocabulary(), words, length_, model_->at(length_, node).log10, backoff);
}

}  // namespace laconic::lm
