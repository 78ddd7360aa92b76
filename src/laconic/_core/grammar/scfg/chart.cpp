// Matches rules and builds the forest from short spans to long ones.
#include "grammar/scfg/chart.h"

#include "base/check.h"

#include <algorithm>
#include <utility>

namespace laconic {

ScfgChart::ScfgChart(const ScfgRules &rules, std::vector<Index> words, const std::vector<LabelledSpan> &labels,
                     const std::vector<LabelledSpan> &deletions)
    : rules_(rules), words_(std::move(words)), size_(static_cast<Index>(words_.size())),
      labelled_from_(words_.size()), glued_to_(words_.size(), 0),
      local_word_(static_cast<std::size_t>(rules.word_count()), kNoNumber) {
    check_room(words_.size() + 1, words_.size() + 1, sizeof(Cell));
    cells_.resize((words_.size() + 1) * (words_.size() + 1));
    for (const auto &[begin, end, label] : labels) {
        Cell &place = cell(begin, end);
        if (place.labels.empty()) labelled_from_[begin].push_back({begin, end});
        place.labels.push_back(label);
    }
    for (std::size_t number = 0; number < deletions.size(); ++number)
        cell(deletions[number].begin, deletions[number].end).deletions.push_back(static_cast<Index>(number));
    glued_to_[0] = size_;
}

ScfgForest ScfgChart::build() {
    for (Index begin = 0; begin < size_; ++begin) match(RuleTrie::start, begin, begin, Match{}, 0);
    for (Index length = 1; length <= size_; ++length) {
        for (Index begin = 0; begin + length <= size_; ++begin) {
            const Index end = begin + length;
            build_rules(begin, end);
            if (end <= glued_to_[begin] || length == 1) build_base(begin, end);
            if (end <= glued_to_[begin]) build_glued(begin, end);
            build_fillers(begin, end);
        }
    }
    return std::move(forest_);
}

// Follows the trie from a position on, by the next word and by every labelled span that begins there.
void ScfgChart::match(RuleTrie::Place place, Index begin, Index position, Match found, std::size_t slots) {
    for (const Index rule : rules_.sides().rules_at(place)) {
        found.rule = rule;
        note(found, begin, position);
    }
    if (position == size_) return;
    if (words_[position] >= 0) {
        const RuleTrie::Place next = rules_.sides().after(place, words_[position]);
        if (next != RuleTrie::nowhere) match(next, begin, position + 1, found, slots);
    }
    if (slots == kMostSlots || !rules_.branches_on_labels(place)) return;
    for (const Span span : labelled_from_[position]) {
        if (span.begin == 0 && span.end == size_) continue;  // no rule is longer than the sentence
        for (const Index label : cell(span.begin, span.end).labels) {
            const RuleTrie::Place next = rules_.sides().after(place, -1 - label);
            if (next == RuleTrie::nowhere) continue;
            found.slots[slots] = span;
            match(next, begin, span.end, found, slots + 1);
        }
    }
}

void ScfgChart::note(const Match &found, Index begin, Index end) {
    Cell &place = cell(begin, end);
    const Index lhs = rules_.lhs(found.rule);
    if (std::find(place.labels.begin(), place.labels.end(), lhs) == place.labels.end()) return;
    place.matches.push_back(found);
    std::size_t slot = 0;
    for (const Index symbol : rules_.source(found.rule)) {
        if (symbol >= 0) continue;
        const Span span = found.slots[slot++];
        const Index label = -1 - symbol;
        std::vector<Labelled> &fillers = cell(span.begin, span.end).fillers;
        const bool known = std::any_of(fillers.begin(), fillers.end(),
                                       [&](const Labelled &each) { return each.label == label; });
        if (!known) fillers.push_back({label, kNoNumber});
        glued_to_[span.begin] = std::max(glued_to_[span.begin], span.end);
    }
}

void ScfgChart::build_rules(Index begin, Index end) {
    Cell &place = cell(begin, end);
    std::stable_sort(place.matches.begin(), place.matches.end(),
                     [&](const Match &a, const Match &b) { return rules_.lhs(a.rule) < rules_.lhs(b.rule); });
    for (const Match &found : place.matches) {
        const Index label = rules_.lhs(found.rule);
        if (place.rules.empty() || place.rules.back().label != label)
            place.rules.push_back({label, add_node(begin, end, label)});
        add_rule_edge(place.rules.back().node, found, begin);
    }
    if (place.deletions.empty()) return;
    // What is deleted stands beside other pieces, but fills no slot: a rule with a hole makes no sense.
    place.rules.push_back({kNoNumber, add_node(begin, end, kNoNumber)});
    for (const Index number : place.deletions) add_edge(place.rules.back().node, deletion(number), {});
}

void ScfgChart::build_base(Index begin, Index end) {
    const Index node = add_node(begin, end, kNoNumber);
    cell(begin, end).base = node;
    if (end == begin + 1) {
        forest_.yield_symbols.push_back(begin);
        forest_.positions.push_back(begin);
        close_edge(node, copy());
        return;
    }
    for (Index middle = begin + 1; middle < end; ++middle) {
        const Index left = cell(begin, middle).glued;
        const Cell &right = cell(middle, end);
        for (const Labelled &piece : right.rules) add_edge(node, join(), {left, piece.node});
        if (end == middle + 1) add_edge(node, join(), {left, right.base});
    }
}

void ScfgChart::build_glued(Index begin, Index end) {
    Cell &place = cell(begin, end);
    place.glued = place.base;
    if (place.rules.empty()) return;
    place.glued = add_node(begin, end, kNoNumber);
    for (const Labelled &piece : place.rules) add_edge(place.glued, pass(), {piece.node});
    add_edge(place.glued, pass(), {place.base});
}

void ScfgChart::build_fillers(Index begin, Index end) {
    Cell &place = cell(begin, end);
    for (Labelled &wanted : place.fillers) {
        wanted.node = place.base;
        for (const Labelled &piece : place.rules) {
            if (piece.label != wanted.label) continue;
            wanted.node = add_node(begin, end, wanted.label);
            add_edge(wanted.node, pass(), {piece.node});
            add_edge(wanted.node, pass(), {place.base});
        }
    }
}

void ScfgChart::add_rule_edge(Index head, const Match &found, Index begin) {
    // Where each symbol of the source side stands in the sentence.
    std::vector<Index> places;
    Index position = begin;
    std::size_t slot = 0;
    for (const Index symbol : rules_.source(found.rule)) {
        places.push_back(position);
        if (symbol >= 0) {
            ++position;
            continue;
        }
        const Span span = found.slots[slot++];
        forest_.tails.push_back(filler(span, -1 - symbol));
        position = span.end;
    }
    const Slice target = rules_.target(found.rule), copies = rules_.copies(found.rule);
    for (std::size_t i = 0; i < target.size(); ++i) {
        const Index kept = target[i] >= 0 && copies[i] >= 0 ? places[static_cast<std::size_t>(copies[i])] : kNoNumber;
        forest_.yield_symbols.push_back(target[i] < 0 ? target[i] : kept >= 0 ? kept : new_word(target[i]));
        forest_.positions.push_back(kept);
    }
    close_edge(head, found.rule);
}

void ScfgChart::add_edge(Index head, Index rule, std::initializer_list<Index> tails) {
    Index place = 0;
    for (const Index tail : tails) {
        forest_.tails.push_back(tail);
        forest_.yield_symbols.push_back(-1 - place++);
        forest_.positions.push_back(kNoNumber);
    }
    close_edge(head, rule);
}

void ScfgChart::close_edge(Index head, Index rule) {
    forest_.head.push_back(head);
    forest_.rule.push_back(rule);
    forest_.tail_ptr.push_back(static_cast<Index>(forest_.tails.size()));
    forest_.yield_ptr.push_back(static_cast<Index>(forest_.yield_symbols.size()));
}

Index ScfgChart::add_node(Index begin, Index end, Index label) {
    forest_.node_begin.push_back(begin);
    forest_.node_end.push_back(end);
    forest_.node_label.push_back(label);
    return static_cast<Index>(forest_.node_begin.size()) - 1;
}

Index ScfgChart::filler(Span span, Index label) {
    for (const Labelled &each : cell(span.begin, span.end).fillers)
        if (each.label == label) return each.node;
    return kNoNumber;
}

Index ScfgChart::new_word(Index word) {
    if (local_word_[word] < 0) {
        local_word_[word] = size_ + static_cast<Index>(forest_.new_words.size());
        forest_.new_words.push_back(word);
    }
    return local_word_[word];
}

}  // namespace laconic
