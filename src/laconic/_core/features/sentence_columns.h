// A parsed sentence as columns of hashed atoms, with what feature templates ask of its trees.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace laconic {

// FNV-1a over bytes: stable across machines and versions, since models on disk depend on it.
inline std::uint64_t hash_text(const std::string &text) {
    std::uint64_t hash = 0xcbf29ce484222325ull;
    for (const unsigned char byte : text) hash = (hash ^ byte) * 0x100000001b3ull;
    return hash;
}

// A value that a feature is made of: its hash for scoring, its text for explaining.
struct Atom {
    std::uint64_t hash;
    const std::string *text;
};

// A constituent, in preorder; `parent` is -1 for the root. Positions count from 0.
struct Constituent {
    std::int32_t start, end, parent;
    std::string label;
};

struct ParsedSentence {
    std::vector<std::string> words, tags, relations;  // words in lower case
    std::vector<std::int32_t> heads;                  // from 1, 0 for the root
    std::vector<std::uint8_t> stopword;
    std::vector<Constituent> constituents;
};

// Small numbers as atoms: exact up to 5, then in steps that a model can learn from little data.
class Numbers {
  public:
    static Atom of(std::int64_t value) {
        static const Numbers table;
        const std::int64_t size = value < 0 ? -value : value;
        const std::size_t bin = size <= 5 ? static_cast<std::size_t>(size) : size <= 7 ? 6 : size <= 10 ? 7 : size <= 15 ? 8 : size <= 25 ? 9 : 10;
        return table.atoms_[value < 0 ? bin + kBins : bin];
    }

  private:
    static constexpr std::size_t kBins = 11;
    Numbers() {
        static const char *names[kBins] = {"0", "1", "2", "3", "4", "5", "6-7", "8-10", "11-15", "16-25", "26+"};
        for (std::size_t bin = 0; bin < kBins; ++bin) {
            texts_[bin] = names[bin];
            texts_[bin + kBins] = std::string("-") + names[bin];
        }
        for (std::size_t bin = 0; bin < 2 * kBins; ++bin) atoms_[bin] = {hash_text(texts_[bin]), &texts_[bin]};
    }
    std::array<std::string, 2 * kBins> texts_;
    std::array<Atom, 2 * kBins> atoms_;
};

// Positions 1..n are the words; 0 and less, n + 1 and more, are the begin and the end of the sentence.
// The root of the dependency tree is position 0 as well.
class Columns {
  public:
    explicit Columns(ParsedSentence sentence);
    Columns(const Columns &) = delete;  // atoms point into the strings
    Columns &operator=(const Columns &) = delete;

    std::int32_t size() const { return n_; }
    Atom word(std::int32_t i) const { return words_[slot(i)]; }
    Atom tag(std::int32_t i) const { return tags_[slot(i)]; }
    Atom relation(std::int32_t i) const { return relations_[slot(i)]; }
    Atom suffix(std::int32_t i) const { return suffixes_[slot(i)]; }
    Atom phrase(std::int32_t i) const { return phrases_[slot(i)]; }             // smallest constituent
    Atom outer_phrase(std::int32_t i) const { return outer_phrases_[slot(i)]; }  // the one around it
    bool stopword(std::int32_t i) const { return i >= 1 && i <= n_ && sentence_.stopword[i - 1]; }

    // The head's position, 0 for the root; the ends of the sentence hang from the root too.
    std::int32_t head(std::int32_t i) const { return i >= 1 && i <= n_ ? sentence_.heads[i - 1] : 0; }
    std::int32_t depth(std::int32_t i) const { return depth_[slot(i)]; }
    std::int32_t subtree_size(std::int32_t i) const { return subtree_size_[slot(i)]; }
    std::int32_t child_count(std::int32_t i) const { return child_count_[slot(i)]; }
    bool is_ancestor(std::int32_t upper, std::int32_t lower) const;

    // The largest constituents that lie wholly between the kept words i and j: label and parent's label.
    template <typename Visit>
    void constituents_between(std::int32_t i, std::int32_t j, Visit visit) const {
        // Preorder: once a constituent is taken, what lies inside it is skipped by its end.
        std::int32_t reached = i;
        for (const auto &[start, end, label, parent] : spans_) {
            if (start >= j - 1) break;
            if (start >= reached && end <= j - 1 && start >= i) {
                visit(start, end, label, parent);
                reached = end;
            }
        }
    }

  private:
    struct Span {
        std::int32_t start, end;  // from 0, end excluded: the words start + 1 .. end
        Atom label, parent;
    };

    std::size_t slot(std::int32_t i) const { return i < 1 ? 0 : i > n_ ? n_ + 1 : i; }
    std::vector<Atom> column(const std::vector<std::string> &texts) const;
    void measure_tree();
    void find_phrases();

    ParsedSentence sentence_;
    std::int32_t n_;
    std::vector<std::string> suffix_texts_;
    std::vector<Atom> words_, tags_, relations_, suffixes_, phrases_, outer_phrases_;
    std::vector<std::int32_t> depth_, subtree_size_, child_count_;
    std::vector<Span> spans_;
};

}  // namespace laconic
