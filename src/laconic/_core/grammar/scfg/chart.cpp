// Matches rules and builds the forest from short spans to long ones.
#include "grammar/scfg/chart.h"

#include "base/cancel.h"
#include "base/check.h"

#include <algorithm>
#include <utility>

namespace laconic {

ScfgChart::ScfgChart(const ScfgRules &rules, std::vector<Index> words, const std::vector<LabelledSpan> &labels,
                     const std::vector<LabelledSpan> &deletions, Index longest)
    : rules_(rules), words_(std::move(words)), size_(static_cast<Index>(words_.size())), longest_(longest),
      labelled_from_(words_.size()), glued_to_(words_.size(), 0), targets_(rules, size_) {
    check_room(words_.size() + 1, words_.size() + 1, sizeof(Cell));
    cells_.resize((words_.size() + 1) * (words_.size() + 1));
    for (const auto &[begin, end, label] : labels) give_label(begin, end, label);
    for (std::size_t number = 0; number < deletions.size(); ++number) {
        const auto &[begin, end, label] = deletions[number];
        cell(begin, end).deletions.emplace_back(label, static_cast<Index>(number));
    }
    glued_to_[0] = size_;
}

ScfgForest ScfgChart::build(bool packed) {
    packed_ = packed;
    if (longest_ > 0)
        for (Index begin = size_ - 1; begin >= 0; --begin) derive(begin);
    else
        for (Index begin = 0; begin < size_; ++begin) {
            check_cancelled();
            match(RuleTrie::start, begin, begin, Match{}, 0);
        }
    for (Index length = 1; length <= size_; ++length) {
        for (Index begin = 0; begin + length <= size_; ++begin) {
            check_cancelled();
            const Index end = begin + length;
            build_rules(begin, end);
            if (end <= glued_to_[begin] || length == 1) build_base(begin, end);
            if (end <= glued_to_[begin]) build_glued(begin, end);
            build_fillers(begin, end);
        }
    }
    forest_.new_words = std::move(targets_.new_words());
    return std::move(forest_);
}

// Follows the trie from a position on, by the next word and by every labelled span that begins there.
void ScfgChart::match(RuleTrie::Place place, Index begin, Index position, Match found, std::size_t slots) {
    for (Index bucket = rules_.first_bucket(place); bucket < rules_.first_bucket(place + 1); ++bucket) {
        found.bucket = bucket;
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

// Finds all that rules derive from a position on, where all that begins later is known. Items are rules matched up to a
// position; a span is complete before any rule continues from its end, since no rule is a slot and nothing else.
void ScfgChart::derive(Index begin) {
    const Index last = std::min(size_, begin + longest_);
    if (items_.empty()) items_.resize(words_.size() + 1);
    for (std::vector<Item> &items : items_) items.clear();
    const Item start{RuleTrie::start, Match{}, 0};
    if (words_[begin] >= 0) {
        const RuleTrie::Place next = rules_.sides().after(start.place, words_[begin]);
        if (next != RuleTrie::nowhere) items_[begin + 1].push_back({next, start.found, 0});
    }
    for (Index position = begin + 1; position <= last; ++position) {
        check_cancelled();
        for (Item &item : items_[position]) {
            const Index next_bucket = rules_.first_bucket(item.place + 1);
            for (Index bucket = rules_.first_bucket(item.place); bucket < next_bucket; ++bucket) {
                item.found.bucket = bucket;
                give_label(begin, position, rules_.bucket_label(bucket));
                note(item.found, begin, position);
            }
        }
        for (const auto &[label, number] : cell(begin, position).deletions)
            if (label >= 0) give_label(begin, position, label);
        for (const Index label : cell(begin, position).labels) {
            const RuleTrie::Place next = rules_.sides().after(start.place, -1 - label);
            if (next == RuleTrie::nowhere) continue;
            Item item{next, start.found, 1};
            item.found.slots[0] = {begin, position};
            items_[position].push_back(item);
        }
        if (position == size_) return;
        for (std::size_t place = 0; place < items_[position].size(); ++place)
            advance(Item(items_[position][place]), position, last);
    }
}

// Continues an item by the next word and by every span that rules derive from there.
void ScfgChart::advance(const Item &item, Index position, Index last) {
    if (position == last) return;
    if (words_[position] >= 0) {
        const RuleTrie::Place next = rules_.sides().after(item.place, words_[position]);
        if (next != RuleTrie::nowhere) items_[position + 1].push_back({next, item.found, item.slots});
    }
    if (item.slots == kMostSlots || !rules_.branches_on_labels(item.place)) return;
    for (const Span span : labelled_from_[position]) {
        if (span.end > last) continue;
        for (const Index label : cell(span.begin, span.end).labels) {
            const RuleTrie::Place next = rules_.sides().after(item.place, -1 - label);
            if (next == RuleTrie::nowhere) continue;
            Item longer{next, item.found, item.slots + 1};
            longer.found.slots[item.slots] = span;
            items_[span.end].push_back(longer);
        }
    }
}

void ScfgChart::give_label(Index begin, Index end, Index label) {
    Cell &place = cell(begin, end);
    if (place.labels.empty()) labelled_from_[begin].push_back({begin, end});
    if (!is_labelled(begin, end, label)) place.labels.push_back(label);
}

bool ScfgChart::is_labelled(Index begin, Index end, Index label) const {
    const auto &labels = cell(begin, end).labels;
    return std::find(labels.begin(), labels.end(), label) != labels.end();
}

void ScfgChart::note(const Match &found, Index begin, Index end) {
    if (!is_labelled(begin, end, rules_.bucket_label(found.bucket))) return;
    cell(begin, end).matches.push_back(found);
    std::size_t slot = 0;
    for (const Index symbol : source(found)) {
        if (symbol >= 0) continue;
        const Span span = found.slots[slot++];
        const Index label = -1 - symbol;
        std::vector<Labelled> &fillers = cell(span.begin, span.end).fillers;
        const bool known = std::any_of(fillers.begin(), fillers.end(),
                                       [&](const Labelled &each) { return each.label == label; });
        if (!known) fillers.push_back({label, kNoNumber});
        if (longest_ == 0) glued_to_[span.begin] = std::max(glued_to_[span.begin], span.end);
    }
}

void ScfgChart::build_rules(Index begin, Index end) {
    Cell &place = cell(begin, end);
    const auto label_of = [&](const Match &match) { return rules_.bucket_label(match.bucket); };
    const auto by_label = [&](const Match &a, const Match &b) { return label_of(a) < label_of(b); };
    // Sorting takes memory, and matches of one label are in order.
    if (!std::is_sorted(place.matches.begin(), place.matches.end(), by_label))
        std::stable_sort(place.matches.begin(), place.matches.end(), by_label);
    std::sort(place.deletions.begin(), place.deletions.end());
    // Edges come by head: the deletions without label first, then each label's rules and deletions.
    auto match = place.matches.begin();
    auto deleted = place.deletions.begin();
    while (match != place.matches.end() || deleted != place.deletions.end()) {
        const bool is_match = match != place.matches.end() &&
                              (deleted == place.deletions.end() || label_of(*match) <= deleted->first);
        const Index label = is_match ? label_of(*match) : deleted->first;
        if (place.rules.empty() || place.rules.back().label != label)
            place.rules.push_back({label, add_node(begin, end, label)});
        if (is_match) add_rule_edges(place.rules.back().node, *match++, begin);
        else add_edge(place.rules.back().node, deletion(deleted++->second), {});
    }
}

void ScfgChart::build_base(Index begin, Index end) {
    const Index node = add_node(begin, end, kNoNumber);
    cell(begin, end).base = node;
    if (end == begin + 1) {
        if (!packed_) {
            forest_.yield_symbols.push_back(begin);
            forest_.positions.push_back(begin);
        }
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
            if (longest_ > 0) {
                wanted.node = piece.node;
                break;
            }
            if (place.rules.size() == 1) {  // what fills the slot is what may stand beside other pieces
                wanted.node = place.glued;
                break;
            }
            wanted.node = add_node(begin, end, wanted.label);
            add_edge(wanted.node, pass(), {piece.node});
            add_edge(wanted.node, pass(), {place.base});
        }
    }
}

void ScfgChart::add_rule_edges(Index head, const Match &found, Index begin) {
    Index tails[kMostSlots], ends[kMostSlots];
    std::size_t slots = 0;
    for (const Index symbol : source(found)) {
        if (symbol >= 0) continue;
        ends[slots] = found.slots[slots].end;
        tails[slots] = filler(found.slots[slots], -1 - symbol);
        ++slots;
    }
    if (packed_) {
        for (std::size_t slot = 0; slot < slots; ++slot) forest_.tails.push_back(tails[slot]);
        close_edge(head, found.bucket);
        return;
    }
    targets_.place(source(found), begin, ends);
    for (const Index rule : rules_.bucket(found.bucket)) {
        forest_.tails.insert(forest_.tails.end(), tails, tails + slots);
        targets_.write(rule, forest_.yield_symbols, forest_.positions);
        close_edge(head, rule);
    }
}

void ScfgChart::add_edge(Index head, Index rule, std::initializer_list<Index> tails) {
    Index place = 0;
    for (const Index tail : tails) {
        forest_.tails.push_back(tail);
        if (packed_) continue;
        forest_.yield_symbols.push_back(-1 - place++);
        forest_.positions.push_back(kNoNumber);
    }
    close_edge(head, rule);
}

void ScfgChart::close_edge(Index head, Index rule) {
    forest_.head.push_back(head);
    forest_.rule.push_back(rule);
    forest_.tail_ptr.push_back(static_cast<Index>(forest_.tails.size()));
    if (!packed_) forest_.yield_ptr.push_back(static_cast<Index>(forest_.yield_symbols.size()));
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

}  // namespace laconic
