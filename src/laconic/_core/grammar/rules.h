// The rules of a tree substitution grammar in flat arrays, read from their text.
//
// A source side is a walk over productions: in reading order, every node of the fragment is either
// expanded by a production (its label and its children's labels and words) or left as a variable. A tree
// node has exactly one production, so matching compares one number per node. Of a target side only what a
// forest needs is kept: the root's label, the leaves, and what each source variable becomes.
#pragma once

#include "base/symbols.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace laconic {

// Writes a word or label so that it can stand in a rule; see laconic.grammar.fragment.
void append_escaped(std::string_view name, std::string &text);

// One side of a rule, or a tree, in reading order: parents before children.
struct Part {
    enum Kind : std::uint8_t { node, variable, word } kind;
    std::int32_t symbol;  // a label's or a word's number
    std::int32_t value;   // of a node: its number of children; of a variable: its mark, 0 for ε
    std::int32_t after;   // the place after its last descendant
};

// What the target side of one rule is to a forest.
struct TargetSide {
    std::int32_t label;                  // the root's; empty if there is no target
    const std::int32_t *leaves;          // a word's number, or -1-k for source variable k
    const std::int32_t *origins;         // for each leaf that is a word of the source side, which one; else -1
    std::size_t leaf_count;
    const std::int32_t *becomes;         // for each source variable its label in the target, or empty
    std::size_t variable_count;
};

class RuleTable {
  public:
    static constexpr std::int32_t empty = -1;      // the category of what is deleted
    static constexpr std::int32_t no_run = -1;
    static constexpr std::int32_t leave = 0;       // the step that leaves a node a variable; production p is step p+1

    // Reads a rule `source ||| target` and appends it; `steps` becomes the walk over its source side.
    // Throws std::invalid_argument, in words for the user.
    void add(std::string_view line, std::vector<std::int32_t> &steps);
    // The rule added last as text: single blanks, and variables numbered as they come in the source.
    std::string last_as_text() const;

    std::size_t size() const { return target_label_.size(); }
    TargetSide target(std::size_t rule) const;
    // Whether the target's leaves are some of the source's, in their order.
    bool only_deletes(std::size_t rule) const { return only_deletes_[rule]; }
    // The children that the rule deletes of a production that it otherwise copies; an empty run is a
    // plain copy. First is no_run if the rule does something else.
    std::int32_t run_first(std::size_t rule) const { return run_first_[rule]; }
    std::int32_t run_last(std::size_t rule) const { return run_last_[rule]; }

    const Symbols &labels() const { return labels_; }
    const Symbols &words() const { return words_; }
    // The number of a production given as its key, or Symbols::unknown.
    std::int32_t production(const std::string &key) const { return productions_.find(key); }
    void shrink();
    std::size_t bytes() const;

  private:
    void read_side(std::string_view text, std::vector<Part> &parts);
    std::int32_t add_production(const std::vector<Part> &parts, std::size_t node);
    void add_target(std::vector<std::int32_t> &variable_of_mark);
    void trace_words();
    void find_run();
    void write_side(const std::vector<Part> &parts, const std::vector<std::int32_t> &numbers, std::string &text) const;

    Symbols labels_, words_, productions_;
    std::vector<std::int32_t> target_label_, leaves_, origins_, becomes_;
    std::vector<std::uint32_t> leaf_ptr_{0}, variable_ptr_{0};
    std::vector<std::int16_t> run_first_, run_last_;
    std::vector<bool> only_deletes_;
    std::vector<Part> source_, target_;  // of the rule being added
};

// The key of a production: a node's label and its children, each a label or a word.
class ProductionKey {
  public:
    explicit ProductionKey(std::int32_t label) { append(label); }
    void add_node(std::int32_t label) { append(label << 1); }
    void add_word(std::int32_t word) { append(word << 1 | 1); }
    const std::string &text() const { return text_; }

  private:
    void append(std::int32_t number) { text_.append(reinterpret_cast<const char *>(&number), sizeof number); }
    std::string text_;
};

}  // namespace laconic
