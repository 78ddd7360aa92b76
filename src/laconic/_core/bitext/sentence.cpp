// Reads parsed and aligned sentence pairs, weighs their words, and counts rules.
#include "bitext/bitext.h"

#include "base/text.h"

#include <algorithm>

namespace laconic::bitext {
namespace {

// Trees are walked by recursion, and none that a sentence has is nearly so deep.
constexpr std::size_t kDeepest = 1000;

void split(std::string_view text, std::vector<std::string_view> &words) {
    words.clear();
    for (auto word = next_field(text); !word.empty(); word = next_field(text)) words.push_back(word);
}

std::string joined(std::string_view english, std::string_view foreign) {
    std::string key(english);
    key += '\t';
    key += foreign;
    return key;
}

std::int64_t total(const std::unordered_map<std::string, std::int64_t> &totals, std::string_view word) {
    const auto place = totals.find(std::string(word));
    return place == totals.end() ? 0 : place->second;
}

double share(std::int64_t part, std::int64_t whole) {
    return whole ? static_cast<double>(part) / static_cast<double>(whole) : 0;
}

}  // namespace

void WordTable::add(const std::string &english, const std::string &foreign, std::int64_t count) {
    together_[joined(english, foreign)] += count;
    english_[english] += count;
    foreign_[foreign] += count;
}

std::int64_t WordTable::together(std::string_view english, std::string_view foreign) const {
    return total(together_, joined(english, foreign));
}

double WordTable::english_given_foreign(std::string_view english, std::string_view foreign) const {
    return share(together(english, foreign), total(foreign_, foreign));
}

double WordTable::foreign_given_english(std::string_view foreign, std::string_view english) const {
    return share(together(english, foreign), total(english_, english));
}

std::string_view Sentence::read(std::string_view tree, std::string_view english_text, std::string_view foreign_text,
                                std::string_view links) {
    split(english_text, english);
    split(foreign_text, foreign);
    if (english.empty() || foreign.empty()) return "a side has no words";
    if (!read_tree(tree)) return "the tree is not one tree in brackets over the words";
    if (!read_links(links)) return "a link is not two positions within the sentences, such as 0-3";
    english_weight.assign(english.size(), 1);
    foreign_weight.assign(foreign.size(), 1);
    return {};
}

bool Sentence::read_tree(std::string_view tree) {
    nodes.clear();
    std::vector<std::int32_t> open;
    std::int32_t words = 0;
    bool label_next = false;
    for (std::size_t place = 0; place < tree.size();) {
        const char letter = tree[place];
        if (is_blank(letter)) {
            ++place;
        } else if (letter == '(') {
            if (label_next || (open.empty() && !nodes.empty()) || open.size() == kDeepest) return false;
            label_next = true;
            ++place;
        } else if (letter == ')') {
            if (label_next || open.empty() || nodes[open.back()].start == words) return false;
            nodes[open.back()].end = words;
            nodes[open.back()].after = static_cast<std::int32_t>(nodes.size());
            open.pop_back();
            ++place;
        } else {
            const std::size_t end = std::min(tree.find_first_of(" \t()", place), tree.size());
            if (label_next) {
                nodes.push_back({tree.substr(place, end - place), words, words, open.empty() ? -1 : open.back(), 0});
                open.push_back(static_cast<std::int32_t>(nodes.size()) - 1);
                label_next = false;
            } else {
                // Words of laconic's trees stand alone below their tags.
                if (open.empty() || nodes[open.back()].start != words || open.back() + 1 < (std::int32_t)nodes.size())
                    return false;
                ++words;
            }
            place = end;
        }
    }
    return open.empty() && !label_next && !nodes.empty() && words == static_cast<std::int32_t>(english.size());
}

bool Sentence::read_links(std::string_view links) {
    to_foreign.assign(english.size(), {});
    to_english.assign(foreign.size(), {});
    for (auto link = next_field(links); !link.empty(); link = next_field(links)) {
        std::uint32_t here = 0, there = 0;
        if (!read_link(link, here, there) || here >= english.size() || there >= foreign.size()) return false;
        to_foreign[here].push_back(static_cast<std::int32_t>(there));
        to_english[there].push_back(static_cast<std::int32_t>(here));
    }
    for (auto &row : to_foreign) std::sort(row.begin(), row.end());
    for (auto &row : to_english) std::sort(row.begin(), row.end());
    return true;
}

bool Sentence::is_closed(std::int32_t start, std::int32_t end, const Stretch &stretch) const {
    for (std::int32_t word = stretch.first; word <= stretch.last; ++word) {
        const auto &back = to_english[word];
        if (!back.empty() && (back.front() < start || back.back() >= end)) return false;
    }
    return true;
}

void Sentence::weigh(const WordTable &table) {
    // Lexical weighting of Koehn, Och & Marcu (2003): the mean over a word's links. No link leads out of a rule or
    // into its slots, so the weight of a rule is the product over its words.
    for (std::size_t word = 0; word < english.size(); ++word) {
        double sum = 0;
        for (const auto other : to_foreign[word]) sum += table.english_given_foreign(english[word], foreign[other]);
        english_weight[word] = to_foreign[word].empty() ? table.english_given_foreign(english[word], {})
                                                        : sum / static_cast<double>(to_foreign[word].size());
    }
    for (std::size_t word = 0; word < foreign.size(); ++word) {
        double sum = 0;
        for (const auto other : to_english[word]) sum += table.foreign_given_english(foreign[word], english[other]);
        foreign_weight[word] = to_english[word].empty() ? table.foreign_given_english(foreign[word], {})
                                                        : sum / static_cast<double>(to_english[word].size());
    }
}

void RuleCounts::add(const std::string &english, const std::string &foreign, const std::string &order,
                     double english_weight, double foreign_weight) {
    key_.clear();
    ((((key_ += english) += '\t') += foreign) += '\t') += order;
    Found &found = rules_[key_];
    ++found.count;
    found.english_weight = std::max(found.english_weight, english_weight);
    found.foreign_weight = std::max(found.foreign_weight, foreign_weight);
}

}  // namespace laconic::bitext
