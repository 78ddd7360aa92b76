// Splitting text into lines and words, reading numbers and links, and checking that it is UTF-8.
#pragma once

#include <algorithm>
#include <charconv>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <system_error>

namespace laconic {

// Only ASCII blanks part words: other Unicode spaces may be letters of a token.
inline bool is_blank(char letter) { return letter == ' ' || letter == '\t' || letter == '\r' || letter == '\n'; }

inline std::string_view strip(std::string_view text) {
    while (!text.empty() && is_blank(text.front())) text.remove_prefix(1);
    while (!text.empty() && is_blank(text.back())) text.remove_suffix(1);
    return text;
}

// Takes the next field off the front; empty at the end.
inline std::string_view next_field(std::string_view &text) {
    while (!text.empty() && is_blank(text.front())) text.remove_prefix(1);
    std::size_t size = 0;
    while (size < text.size() && !is_blank(text[size])) ++size;
    const std::string_view field = text.substr(0, size);
    text.remove_prefix(size);
    return field;
}

// Takes the next line off the front, without its end.
inline std::string_view next_line(std::string_view &text) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    const std::string_view line = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    return line;
}

// Reads a text that is a number and nothing else.
template <typename Number>
bool read_number(std::string_view text, Number &value) {
    const char *end = text.data() + text.size();
    const auto [stop, error] = std::from_chars(text.data(), end, value);
    return error == std::errc() && stop == end;
}

// Reads a link in Pharaoh format, such as 0-3: two positions joined by a hyphen.
inline bool read_link(std::string_view text, std::uint32_t &here, std::uint32_t &there) {
    const std::size_t hyphen = text.find('-');
    return hyphen != std::string_view::npos && read_number(text.substr(0, hyphen), here) &&
           read_number(text.substr(hyphen + 1), there);
}

// Puts lines together from pieces of text of any size.
class LineReader {
  public:
    // Calls `read(line)` for each line that ends in the piece, without its end.
    template <typename Read>
    void feed(std::string_view piece, Read read) {
        std::size_t end;
        while ((end = piece.find('\n')) != std::string_view::npos) {
            ++count_;
            if (rest_.empty()) {
                read(piece.substr(0, end));
            } else {
                rest_.append(piece.substr(0, end));
                read(std::string_view(rest_));
                rest_.clear();
            }
            piece.remove_prefix(end + 1);
        }
        rest_.append(piece);
    }

    // Does the same for a last line without an end.
    template <typename Read>
    void finish(Read read) {
        if (!rest_.empty()) feed("\n", read);
    }

    std::size_t count() const { return count_; }

  private:
    std::string rest_;
    std::size_t count_ = 0;
};

// Tells whether the bytes are well-formed UTF-8 (RFC 3629: no surrogates, no overlong forms).
inline bool is_utf8(std::string_view text) {
    for (std::size_t i = 0; i < text.size();) {
        const auto lead = static_cast<unsigned char>(text[i]);
        constexpr std::size_t kWrong = 4;
        const std::size_t more = lead < 0x80   ? 0
                                 : lead < 0xc2 ? kWrong
                                 : lead < 0xe0 ? 1
                                 : lead < 0xf0 ? 2
                                 : lead < 0xf5 ? 3
                                               : kWrong;
        if (more == kWrong || i + more >= text.size()) return false;
        for (std::size_t k = 1; k <= more; ++k)
            if ((static_cast<unsigned char>(text[i + k]) & 0xc0) != 0x80) return false;
        const auto second = more ? static_cast<unsigned char>(text[i + 1]) : 0u;
        if ((lead == 0xe0 && second < 0xa0) || (lead == 0xed && second > 0x9f) || (lead == 0xf0 && second < 0x90) ||
            (lead == 0xf4 && second > 0x8f))
            return false;
        i += more + 1;
    }
    return true;
}

}  // namespace laconic
