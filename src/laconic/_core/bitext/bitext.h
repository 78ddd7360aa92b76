// Parsed and aligned sentence pairs, and the translation rules counted in them.
//
// English is the parsed side. A rule is three texts: the English side, whose slots are numbered from 1 as they come;
// the foreign side, whose slots are numbered as they come there, so that compatible foreign strings are identical;
// and the order, which gives for each foreign slot the number of its English slot.
#pragma once

#include <algorithm>
#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

namespace laconic::bitext {

struct Node {
    std::string_view label;
    std::int32_t start, end;  // the words it covers
    std::int32_t parent;      // -1 for the root
    std::int32_t after;       // the number after its last descendant's
};

// How probable words are as translations of one another: relative frequencies of links, and of having none.
class WordTable {
  public:
    // An empty word stands for no link.
    void add(const std::string &english, const std::string &foreign, std::int64_t count);
    double english_given_foreign(std::string_view english, std::string_view foreign) const;
    double foreign_given_english(std::string_view foreign, std::string_view english) const;
    std::size_t size() const { return together_.size(); }

  private:
    using Totals = std::unordered_map<std::string, std::int64_t>;
    std::int64_t together(std::string_view english, std::string_view foreign) const;
    Totals together_, english_, foreign_;
};

// A stretch of foreign words, both ends included; without words, the first comes after the last.
struct Stretch {
    std::int32_t first, last;
    bool empty() const { return first > last; }
    std::int32_t size() const { return last - first + 1; }
    // Grows to cover words, which are given in ascending order.
    void cover(const std::vector<std::int32_t> &words) {
        if (words.empty()) return;
        first = empty() ? words.front() : std::min(first, words.front());
        last = std::max(last, words.back());
    }
};
constexpr Stretch kNoWords{0, -1};

// One pair; its words are views of the text it was read from.
class Sentence {
  public:
    // Returns what is wrong with the pair, or an empty text. A tree is in Penn brackets; its words are taken from
    // `english`, where they may be spelt otherwise.
    std::string_view read(std::string_view tree, std::string_view english, std::string_view foreign,
                          std::string_view links);
    // Whether no foreign word of a stretch is linked to an English word outside a span.
    bool is_closed(std::int32_t start, std::int32_t end, const Stretch &stretch) const;
    // Notes for each word how probable it is given its links.
    void weigh(const WordTable &table);

    std::vector<std::string_view> english, foreign;
    std::vector<Node> nodes;                                    // parents first, left to right
    std::vector<std::vector<std::int32_t>> to_foreign, to_english;  // for each word its links, ascending
    std::vector<double> english_weight, foreign_weight;         // lexical weights; 1 where there is no table

  private:
    bool read_tree(std::string_view tree);
    bool read_links(std::string_view links);
};

// Equal rules counted together, with the greatest lexical weights seen.
class RuleCounts {
  public:
    struct Found {
        std::int64_t count = 0;
        double english_weight = 0, foreign_weight = 0;
    };
    void add(const std::string &english, const std::string &foreign, const std::string &order, double english_weight,
             double foreign_weight);
    const std::unordered_map<std::string, Found> &rules() const { return rules_; }  // texts parted by tabs

  private:
    std::unordered_map<std::string, Found> rules_;
    std::string key_;
};

// Slots and variables are numbered by one digit.
constexpr std::int32_t kMostVariables = 9, kMostPhraseSlots = 3;

struct TreeLimits {
    std::int32_t most_words;
    std::int32_t most_variables;  // up to kMostVariables
    std::int32_t most_nodes;
};

// Minimal rules from elementary trees to strings (Galley et al. 2004).
void extract_trees(const Sentence &sentence, const TreeLimits &limits, RuleCounts &found);

struct PhraseLimits {
    bool syntax;           // labels from the tree; else X alone
    bool complex_label;    // whether the left-hand side may be X/Y, Y\X, X+Y or X+Y+Z
    bool complex_slots;    // whether slots may
    bool tight;            // whether English phrases begin and end with linked words, and slots never touch
    std::int32_t most_span;     // words of a phrase before slots are cut out
    std::int32_t most_symbols;  // words and slots of one side
    std::int32_t most_slots;    // up to kMostPhraseSlots
    std::int32_t most_unaligned;  // foreign words without links that a phrase may take in at each end
};

// Synchronous context-free rules (Chiang 2005; Zollmann & Venugopal 2006).
void extract_phrases(const Sentence &sentence, const PhraseLimits &limits, RuleCounts &found);

}  // namespace laconic::bitext
