// Columns of a parsed sentence: atoms, depths, subtree sizes, phrases.
#include "features/sentence_columns.h"

#include <algorithm>
#include <numeric>

namespace laconic {
namespace {

const std::string kBegin = "<s>", kEnd = "</s>", kNone = "-";

Atom atom(const std::string &text) { return {hash_text(text), &text}; }

}  // namespace

Columns::Columns(ParsedSentence sentence)
    : sentence_(std::move(sentence)), n_(static_cast<std::int32_t>(sentence_.words.size())) {
    for (const std::string &word : sentence_.words)
        suffix_texts_.push_back(word.size() > 3 ? word.substr(word.size() - 3) : word);
    words_ = column(sentence_.words);
    tags_ = column(sentence_.tags);
    relations_ = column(sentence_.relations);
    suffixes_ = column(suffix_texts_);
    measure_tree();
    find_phrases();
}

std::vector<Atom> Columns::column(const std::vector<std::string> &texts) const {
    std::vector<Atom> atoms;
    atoms.reserve(texts.size() + 2);
    atoms.push_back(atom(kBegin));
    for (const std::string &text : texts) atoms.push_back(atom(text));
    atoms.push_back(atom(kEnd));
    return atoms;
}

void Columns::measure_tree() {
    depth_.assign(n_ + 2, 0);
    subtree_size_.assign(n_ + 2, 1);
    child_count_.assign(n_ + 2, 0);
    for (std::int32_t i = 1; i <= n_; ++i) {
        ++child_count_[head(i)];
        // A walk up is bounded by n even if a foreign parse has a cycle.
        for (std::int32_t up = head(i), steps = 0; steps < n_; up = head(up), ++steps) {
            ++depth_[i];
            if (up == 0) break;
            ++subtree_size_[up];
        }
    }
}

bool Columns::is_ancestor(std::int32_t upper, std::int32_t lower) const {
    for (std::int32_t steps = 0; steps <= n_ && lower != 0; ++steps) {
        lower = head(lower);
        if (lower == upper) return true;
    }
    return false;
}

void Columns::find_phrases() {
    phrases_.assign(n_ + 2, atom(kNone));
    outer_phrases_.assign(n_ + 2, atom(kNone));
    for (const Constituent &node : sentence_.constituents) {
        const Atom label = atom(node.label);
        const Atom parent = node.parent < 0 ? atom(kNone) : atom(sentence_.constituents[node.parent].label);
        spans_.push_back({node.start, node.end, label, parent});
        // Preorder: inner constituents come later and overwrite.
        for (std::int32_t word = node.start + 1; word <= node.end; ++word) {
            phrases_[word] = label;
            outer_phrases_[word] = parent;
        }
    }
}

}  // namespace laconic
