// Builds the index of a grammar's source sides.
#include "grammar/index.h"

namespace laconic {

GrammarIndex::GrammarIndex(std::string_view lines) {
    std::vector<RuleTrie::Place> ends;
    read_rules(lines, rules_, [&](const std::vector<std::int32_t> &steps) {
        RuleTrie::Place place = RuleTrie::start;
        for (const std::int32_t step : steps) place = sides_.add(place, step);
        ends.push_back(place);
    });
    rules_.shrink();
    sides_.close(ends);
}

}  // namespace laconic
