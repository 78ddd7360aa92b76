// Hierarchical phrases with one label or with labels from the tree (Chiang 2005; Zollmann & Venugopal 2006;
// Ganitkevitch et al. 2011, §3).
#include "base/check.h"
#include "bitext/bitext.h"

#include <algorithm>
#include <array>

namespace laconic::bitext {
namespace {

// The labels of English spans.
class SpanLabels {
  public:
    explicit SpanLabels(const Sentence &sentence) : words_(sentence.english.size()) {
        check_room(words_, words_ + 1, sizeof(at_[0]));
        at_.resize(words_ * (words_ + 1));
        // Later nodes lie lower, so the lowest label of a chain comes last.
        for (const Node &node : sentence.nodes) {
            auto &labels = at_[index(node.start, node.end)];
            if (std::find(labels.begin(), labels.end(), node.label) == labels.end()) labels.emplace_back(node.label);
        }
    }

    // All constituents over a span.
    const std::vector<std::string_view> &constituents(std::int32_t start, std::int32_t end) const {
        return at_[index(start, end)];
    }

    // X/Y: an X that lacks a Y at its right; Y\X: one that lacks it at its left; X+Y and X+Y+Z: two or three side by
    // side. The nearest Y is taken.
    std::string complex(std::int32_t start, std::int32_t end) const {
        for (std::int32_t right = end + 1; right <= words(); ++right)
            if (has(start, right) && has(end, right)) return lowest(start, right) + "/" + lowest(end, right);
        for (std::int32_t left = start - 1; left >= 0; --left)
            if (has(left, end) && has(left, start)) return lowest(left, start) + "\\" + lowest(left, end);
        for (std::int32_t middle = start + 1; middle < end; ++middle)
            if (has(start, middle) && has(middle, end)) return lowest(start, middle) + "+" + lowest(middle, end);
        for (std::int32_t first = start + 1; first < end; ++first)
            for (std::int32_t second = first + 1; has(start, first) && second < end; ++second)
                if (has(first, second) && has(second, end))
                    return lowest(start, first) + "+" + lowest(first, second) + "+" + lowest(second, end);
        return {};
    }

  private:
    std::int32_t words() const { return static_cast<std::int32_t>(words_); }
    std::size_t index(std::int32_t start, std::int32_t end) const { return start * (words_ + 1) + end; }
    bool has(std::int32_t start, std::int32_t end) const { return !at_[index(start, end)].empty(); }
    std::string lowest(std::int32_t start, std::int32_t end) const {
        return std::string(at_[index(start, end)].back());
    }

    std::size_t words_;
    std::vector<std::vector<std::string_view>> at_;
};

// A phrase pair that no link leaves, with the labels it may have.
struct Phrase {
    std::int32_t start, end, foreign_start, foreign_end;
    std::vector<std::string> as_label, as_slot;
};

class PhraseExtractor {
  public:
    PhraseExtractor(const Sentence &sentence, const PhraseLimits &limits, RuleCounts &found)
        : sentence_(sentence), limits_(limits), found_(found) {}

    void extract() {
        find_phrases();
        for (const Phrase &phrase : phrases_)
            if (!phrase.as_label.empty()) add_slots(phrase, 0);
    }

  private:
    void find_phrases() {
        const auto words = static_cast<std::int32_t>(sentence_.english.size());
        const SpanLabels labels(sentence_);
        for (std::int32_t start = 0; start < words; ++start) {
            Stretch foreign = kNoWords;
            for (std::int32_t end = start + 1; end <= words && end - start <= limits_.most_span; ++end) {
                const auto &links = sentence_.to_foreign[end - 1];
                foreign.cover(links);
                if (limits_.tight && (sentence_.to_foreign[start].empty() || links.empty())) continue;
                if (foreign.empty() || foreign.size() > limits_.most_span) continue;
                if (!sentence_.is_closed(start, end, foreign)) continue;
                Phrase phrase{start, end, foreign.first, foreign.last + 1, {}, {}};
                name(phrase, labels);
                if (!phrase.as_label.empty() || !phrase.as_slot.empty()) add_with_neighbours(phrase);
            }
        }
    }

    // Adds a phrase pair, and again with foreign words beside it that have no link (Och 2003b): what has no counterpart
    // may belong to either side's phrase, as "de" does in "of war", "de guerre".
    void add_with_neighbours(const Phrase &phrase) {
        const auto words = static_cast<std::int32_t>(sentence_.foreign.size());
        const auto is_free = [&](std::int32_t word) {
            return word >= 0 && word < words && sentence_.to_english[word].empty();
        };
        for (std::int32_t left = 0; left <= limits_.most_unaligned; ++left) {
            if (left > 0 && !is_free(phrase.foreign_start - left)) break;
            for (std::int32_t right = 0; right <= limits_.most_unaligned; ++right) {
                if (right > 0 && !is_free(phrase.foreign_end - 1 + right)) break;
                Phrase grown = phrase;
                grown.foreign_start -= left;
                grown.foreign_end += right;
                if (grown.foreign_end - grown.foreign_start > limits_.most_span) break;
                phrases_.push_back(std::move(grown));
            }
        }
    }

    void name(Phrase &phrase, const SpanLabels &labels) const {
        if (!limits_.syntax) {
            phrase.as_label = phrase.as_slot = {"X"};
            return;
        }
        for (const auto label : labels.constituents(phrase.start, phrase.end)) phrase.as_label.emplace_back(label);
        phrase.as_slot = phrase.as_label;
        if (!phrase.as_label.empty() || !(limits_.complex_label || limits_.complex_slots)) return;
        const std::string label = labels.complex(phrase.start, phrase.end);
        if (label.empty()) return;
        if (limits_.complex_label) phrase.as_label.push_back(label);
        if (limits_.complex_slots) phrase.as_slot.push_back(label);
    }

    // Writes the phrase with the slots chosen so far, then tries one more among the phrases from `next` on.
    void add_slots(const Phrase &phrase, std::size_t next) {
        const std::int32_t most = limits_.most_symbols;
        if (symbols(phrase, true) <= most && symbols(phrase, false) <= most && is_anchored(phrase)) write(phrase);
        if (static_cast<std::int32_t>(chosen_.size()) >= limits_.most_slots) return;
        for (std::size_t k = next; k < phrases_.size(); ++k) {
            const Phrase &inner = phrases_[k];
            if (inner.start >= phrase.end) break;
            if (inner.start < phrase.start || inner.end > phrase.end || inner.as_slot.empty()) continue;
            if (inner.start == phrase.start && inner.end == phrase.end) continue;
            if (inner.foreign_start < phrase.foreign_start || inner.foreign_end > phrase.foreign_end) continue;
            if (!chosen_.empty() && !is_apart(inner)) continue;
            chosen_.push_back(&inner);
            add_slots(phrase, k + 1);
            chosen_.pop_back();
        }
    }

    // How many words and slots a side would have.
    std::int32_t symbols(const Phrase &phrase, bool english) const {
        std::int32_t count = english ? phrase.end - phrase.start : phrase.foreign_end - phrase.foreign_start;
        for (const Phrase *slot : chosen_)
            count -= (english ? slot->end - slot->start : slot->foreign_end - slot->foreign_start) - 1;
        return count;
    }

    // Phrases come by their start, so a slot lies after those chosen before; in the foreign text anywhere.
    bool is_apart(const Phrase &slot) const {
        const std::int32_t gap = limits_.tight ? 1 : 0;
        if (slot.start < chosen_.back()->end) return false;
        return std::all_of(chosen_.begin(), chosen_.end(), [&](const Phrase *other) {
            return slot.foreign_start >= other->foreign_end + gap || other->foreign_start >= slot.foreign_end + gap;
        });
    }

    // Whether a foreign word stays; for tight rules, one that has a link.
    bool is_anchored(const Phrase &phrase) const {
        for (std::int32_t word = phrase.foreign_start; word < phrase.foreign_end; ++word) {
            const bool in_slot = std::any_of(chosen_.begin(), chosen_.end(), [&](const Phrase *slot) {
                return word >= slot->foreign_start && word < slot->foreign_end;
            });
            if (!in_slot && !(limits_.tight && sentence_.to_english[word].empty())) return true;
        }
        return false;
    }

    // Adds the rule under every combination of labels.
    void write(const Phrase &phrase) {
        for (const std::string &label : phrase.as_label) {
            label_ = &label;
            choose_labels(phrase, 0);
        }
    }

    void choose_labels(const Phrase &phrase, std::size_t slot) {
        if (slot == chosen_.size()) return write_rule(phrase);
        for (const std::string &label : chosen_[slot]->as_slot) {
            slot_label_[slot] = &label;
            choose_labels(phrase, slot + 1);
        }
    }

    void write_rule(const Phrase &phrase) {
        double english_weight = 1, foreign_weight = 1;
        begin(english_);
        begin(foreign_);
        order_.clear();
        std::size_t next = 0;
        for (std::int32_t word = phrase.start; word < phrase.end;) {
            if (next < chosen_.size() && chosen_[next]->start == word) {
                append_slot(english_, next, next);
                word = chosen_[next++]->end;
            } else {
                (english_ += ' ') += sentence_.english[word];
                english_weight *= sentence_.english_weight[word++];
            }
        }
        for (std::int32_t word = phrase.foreign_start; word < phrase.foreign_end;) {
            const auto slot = std::find_if(chosen_.begin(), chosen_.end(),
                                           [&](const Phrase *other) { return other->foreign_start == word; });
            if (slot != chosen_.end()) {
                const std::size_t number = slot - chosen_.begin();
                append_slot(foreign_, number, order_.size());
                order_ += static_cast<char>('1' + number);
                word = (*slot)->foreign_end;
            } else {
                (foreign_ += ' ') += sentence_.foreign[word];
                foreign_weight *= sentence_.foreign_weight[word++];
            }
        }
        found_.add(english_, foreign_, order_, english_weight, foreign_weight);
    }

    void begin(std::string &text) const { ((text = "[") += *label_) += "] |||"; }

    void append_slot(std::string &text, std::size_t slot, std::size_t number) const {
        ((text += " [") += *slot_label_[slot]) += ',';
        (text += static_cast<char>('1' + number)) += ']';
    }

    const Sentence &sentence_;
    const PhraseLimits &limits_;
    RuleCounts &found_;
    std::vector<Phrase> phrases_;           // by start, then by end
    std::vector<const Phrase *> chosen_;    // the slots of the rule being written, from left to right
    const std::string *label_ = nullptr;    // its label, and those of its slots
    std::array<const std::string *, kMostPhraseSlots> slot_label_{};
    std::string english_, foreign_, order_;
};

// Characters that structure a line of such a grammar.
bool has_marks(const std::vector<std::string_view> &words) {
    return std::any_of(words.begin(), words.end(),
                       [](std::string_view word) { return word.find_first_of("[]|") != std::string_view::npos; });
}

}  // namespace

void extract_phrases(const Sentence &sentence, const PhraseLimits &limits, RuleCounts &found) {
    if (!has_marks(sentence.english) && !has_marks(sentence.foreign)) PhraseExtractor(sentence, limits, found).extract();
}

}  // namespace laconic::bitext
