// Minimal rules from elementary trees to foreign strings (Galley et al. 2004; Cohn & Lapata 2013, §5.2.2).
#include "bitext.h"

#include <algorithm>

namespace laconic::bitext {
namespace {

// The same characters as in the text of rules; see laconic.grammar.fragment.
void append_escaped(std::string_view word, std::string &text) {
    for (const char letter : word) {
        if (letter == '\\' || letter == '(' || letter == ')' || letter == '@' || letter == '|') text += '\\';
        text += letter;
    }
}

class TreeExtractor {
   public:
    TreeExtractor(const Sentence &sentence, const TreeLimits &limits, RuleCounts &found)
        : sentence_(sentence), limits_(limits), found_(found) {
        find_frontier();
    }

    void extract() {
        for (std::int32_t root = 0; root < size(); ++root)
            if (reach_[root].frontier) write_rule(root);
    }

   private:
    struct Reach {
        std::int32_t first, last;  // the foreign words linked to it lie between; first > last without links
        bool frontier;             // nothing outside the node is linked into that stretch
    };

    std::int32_t size() const { return static_cast<std::int32_t>(sentence_.nodes.size()); }

    void find_frontier() {
        for (const Node &node : sentence_.nodes) {
            Reach reach{static_cast<std::int32_t>(sentence_.foreign.size()), -1, false};
            for (std::int32_t word = node.start; word < node.end; ++word) {
                if (sentence_.to_foreign[word].empty()) continue;
                reach.first = std::min(reach.first, sentence_.to_foreign[word].front());
                reach.last = std::max(reach.last, sentence_.to_foreign[word].back());
            }
            reach.frontier = reach.first <= reach.last;
            for (std::int32_t word = reach.first; reach.frontier && word <= reach.last; ++word) {
                const auto &back = sentence_.to_english[word];
                reach.frontier = back.empty() || (back.front() >= node.start && back.back() < node.end);
            }
            reach_.push_back(reach);
        }
    }

    void write_rule(std::int32_t root) {
        english_.clear();
        variables_.clear();
        words_ = nodes_ = 0;
        weight_ = 1;
        write_english(root, root);
        if (words_ > limits_.most_words || nodes_ > limits_.most_nodes ||
            static_cast<std::int32_t>(variables_.size()) > limits_.most_variables)
            return;
        write_foreign(reach_[root]);
        found_.add(english_, foreign_, order_, weight_, foreign_weight_);
    }

    // Writes the fragment of a node down to the next frontier nodes, which become variables.
    void write_english(std::int32_t number, std::int32_t root) {
        const Node &node = sentence_.nodes[number];
        if (number != root && reach_[number].frontier) {
            append_escaped(node.label, english_);
            variables_.push_back(number);
            english_ += '@';
            english_ += std::to_string(variables_.size());
            return;
        }
        ++nodes_;
        english_ += '(';
        append_escaped(node.label, english_);
        if (node.after == number + 1) {
            english_ += ' ';
            append_escaped(sentence_.english[node.start], english_);
            weight_ *= sentence_.english_weight[node.start];
            ++words_;
        }
        for (std::int32_t child = number + 1; child < node.after; child = sentence_.nodes[child].after) {
            english_ += ' ';
            write_english(child, root);
        }
        english_ += ')';
    }

    void write_foreign(const Reach &reach) {
        foreign_.clear();
        order_.clear();
        foreign_weight_ = 1;
        std::int32_t slots = 0;
        for (std::int32_t word = reach.first; word <= reach.last;) {
            if (!foreign_.empty()) foreign_ += ' ';
            const auto inside = std::find_if(variables_.begin(), variables_.end(), [&](std::int32_t node) {
                return reach_[node].first == word;  // stretches of frontier nodes beside one another are apart
            });
            if (inside == variables_.end()) {
                append_escaped(sentence_.foreign[word], foreign_);
                foreign_weight_ *= sentence_.foreign_weight[word];
                ++word;
                continue;
            }
            foreign_ += '@';
            foreign_ += std::to_string(++slots);
            order_ += static_cast<char>('1' + (inside - variables_.begin()));
            word = reach_[*inside].last + 1;
        }
    }

    const Sentence &sentence_;
    const TreeLimits &limits_;
    RuleCounts &found_;
    std::vector<Reach> reach_;
    std::vector<std::int32_t> variables_;  // of the rule being written
    std::string english_, foreign_, order_;
    std::int32_t words_ = 0, nodes_ = 0;
    double weight_ = 1, foreign_weight_ = 1;
};

}  // namespace

void extract_trees(const Sentence &sentence, const TreeLimits &limits, RuleCounts &found) {
    TreeExtractor(sentence, limits, found).extract();
}

}  // namespace laconic::bitext
