// Minimal rules from elementary trees to foreign strings (Galley et al. 2004; Cohn & Lapata 2013, §5.2.2).
#include "bitext/bitext.h"
#include "grammar/rules.h"

#include <algorithm>

namespace laconic::bitext {
namespace {

class TreeExtractor {
  public:
    TreeExtractor(const Sentence &sentence, const TreeLimits &limits, RuleCounts &found)
        : sentence_(sentence), limits_(limits), found_(found) {}

    void extract() {
        for (const Node &node : sentence_.nodes) reach_.push_back(reach_of(node));
        for (std::size_t root = 0; root < reach_.size(); ++root)
            if (reach_[root].frontier) write_rule(static_cast<std::int32_t>(root));
    }

  private:
    struct Reach {
        Stretch foreign;  // the foreign words linked to it lie there
        bool frontier;    // there are some, and nothing outside the node is linked into that stretch
    };

    Reach reach_of(const Node &node) const {
        Stretch foreign = kNoWords;
        for (std::int32_t word = node.start; word < node.end; ++word) foreign.cover(sentence_.to_foreign[word]);
        return {foreign, !foreign.empty() && sentence_.is_closed(node.start, node.end, foreign)};
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
        write_foreign(reach_[root].foreign);
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

    void write_foreign(const Stretch &stretch) {
        foreign_.clear();
        order_.clear();
        foreign_weight_ = 1;
        std::int32_t slots = 0;
        for (std::int32_t word = stretch.first; word <= stretch.last;) {
            if (!foreign_.empty()) foreign_ += ' ';
            const auto inside = std::find_if(variables_.begin(), variables_.end(), [&](std::int32_t node) {
                return reach_[node].foreign.first == word;  // stretches of frontier nodes beside one another are apart
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
            word = reach_[*inside].foreign.last + 1;
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
