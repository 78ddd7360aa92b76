// Reads rules from text into flat arrays.
#include "grammar/rules.h"

#include <algorithm>
#include <limits>
#include <stdexcept>

namespace laconic {
namespace {

constexpr std::string_view separator = " ||| ";
constexpr std::string_view epsilon = "\xce\xb5";
constexpr std::int32_t most_marks = 10000;
constexpr std::size_t deepest = 500;

[[noreturn]] void refuse(const std::string &problem) { throw std::invalid_argument(problem); }

char unescaped(char written) {
    switch (written) {
        case 's': return ' ';
        case 'n': return '\n';
        case 'r': return '\r';
        case '\\': case '(': case ')': case '@': case '|': return written;
        default: refuse("a backslash stands before a character that needs none");
    }
}

// Cuts a side into brackets and symbols.
class Reader {
  public:
    explicit Reader(std::string_view text) : text_(text) {}

    bool done() {
        while (place_ < text_.size() && text_[place_] == ' ') ++place_;
        return place_ == text_.size();
    }
    bool take(char bracket) {
        if (done() || text_[place_] != bracket) return false;
        ++place_;
        return true;
    }
    // Reads a label or word; `mark` becomes what stands after an unescaped @, and `marked` whether there is one.
    std::string symbol(bool &marked, std::string_view &mark) {
        std::string name;
        marked = false;
        if (done()) refuse("a side ends before its brackets are closed");
        const std::size_t start = place_;
        for (; place_ < text_.size(); ++place_) {
            const char character = text_[place_];
            if (character == ' ' || character == '(' || character == ')') break;
            if (character == '@') {
                marked = true;
                const std::size_t first = ++place_;
                while (place_ < text_.size() && text_[place_] != ' ' && text_[place_] != ')') ++place_;
                mark = text_.substr(first, place_ - first);
                break;
            }
            if (character == '\\' && ++place_ == text_.size()) refuse("a side ends with a backslash");
            name.push_back(character == '\\' ? unescaped(text_[place_]) : character);
        }
        if (place_ == start || name.empty()) refuse("a label or word is missing");
        return name;
    }

  private:
    std::string_view text_;
    std::size_t place_ = 0;
};

std::int32_t mark_number(std::string_view mark) {
    if (mark == epsilon) return 0;
    std::int32_t number = 0;
    for (const char digit : mark) {
        if (digit < '0' || digit > '9') refuse("a variable has no number");
        number = number * 10 + (digit - '0');
        if (number > most_marks) refuse("a variable has too large a number");
    }
    if (number == 0) refuse("a variable has no number");
    return number;
}

template <typename T>
std::size_t held(const std::vector<T> &values) {
    return values.capacity() * sizeof(T);
}

}  // namespace

void append_escaped(std::string_view name, std::string &text) {
    for (const char character : name) {
        switch (character) {
            case ' ': text += "\\s"; break;
            case '\n': text += "\\n"; break;
            case '\r': text += "\\r"; break;
            case '\\': case '(': case ')': case '@': case '|': text += '\\'; [[fallthrough]];
            default: text += character;
        }
    }
}

void RuleTable::read_side(std::string_view text, std::vector<Part> &parts) {
    parts.clear();
    Reader reader(text);
    std::vector<std::size_t> open;
    bool marked;
    std::string_view mark;
    do {
        const std::size_t before = parts.size();
        if (reader.take('(')) {
            const std::string label = reader.symbol(marked, mark);
            if (marked) refuse("a label has an @");
            if (!open.empty()) ++parts[open.back()].value;
            if (open.size() == deepest) refuse("brackets are nested more than 500 deep");
            open.push_back(before);
            parts.push_back({Part::node, labels_.add(label), 0, 0});
            continue;
        }
        if (!open.empty() && reader.take(')')) {
            if (parts[open.back()].value == 0) refuse("a node is empty");
            parts[open.back()].after = static_cast<std::int32_t>(before);
            open.pop_back();
            continue;
        }
        const std::string name = reader.symbol(marked, mark);
        if (!open.empty()) ++parts[open.back()].value;
        const auto after = static_cast<std::int32_t>(before) + 1;
        if (marked)
            parts.push_back({Part::variable, labels_.add(name), mark_number(mark), after});
        else if (open.empty())
            refuse("a word stands outside the brackets");
        else
            parts.push_back({Part::word, words_.add(name), 0, after});
    } while (!open.empty());
    if (!reader.done()) refuse("a side holds more than one tree");
}

std::int32_t RuleTable::add_production(const std::vector<Part> &parts, std::size_t node) {
    ProductionKey key(parts[node].symbol);
    for (std::int32_t child = static_cast<std::int32_t>(node) + 1; child < parts[node].after; child = parts[child].after) {
        if (parts[child].kind == Part::word)
            key.add_word(parts[child].symbol);
        else
            key.add_node(parts[child].symbol);
    }
    return productions_.add(key.text());
}

void RuleTable::add(std::string_view line, std::vector<std::int32_t> &steps) {
    const std::size_t bar = line.find(separator);
    if (bar == std::string_view::npos) refuse("a rule is two trees with ||| between them");
    read_side(line.substr(0, bar), source_);
    if (source_[0].kind != Part::node) refuse("a rule's source is a lone variable");
    const std::string_view rest = line.substr(bar + separator.size());
    const std::size_t begin = std::min(rest.find_first_not_of(' '), rest.size());
    target_.clear();
    if (rest.substr(begin, rest.find_last_not_of(' ') + 1 - begin) != epsilon) read_side(rest, target_);

    steps.clear();
    std::vector<std::int32_t> variable_of_mark;
    std::int32_t variables = 0;
    for (std::size_t place = 0; place < source_.size(); ++place) {
        const Part &part = source_[place];
        if (part.kind == Part::node) steps.push_back(add_production(source_, place) + 1);
        if (part.kind != Part::variable) continue;
        steps.push_back(leave);
        if (part.value > 0) {
            if (part.value >= static_cast<std::int32_t>(variable_of_mark.size()))
                variable_of_mark.resize(part.value + 1, -1);
            if (variable_of_mark[part.value] >= 0) refuse("two source variables have the same number");
            variable_of_mark[part.value] = variables;
        }
        ++variables;
    }
    becomes_.resize(variable_ptr_.back() + variables, empty);
    variable_ptr_.push_back(static_cast<std::uint32_t>(becomes_.size()));
    add_target(variable_of_mark);
    trace_words();
    find_run();
}

void RuleTable::add_target(std::vector<std::int32_t> &variable_of_mark) {
    std::int32_t *becomes = becomes_.data() + variable_ptr_[variable_ptr_.size() - 2];
    for (Part &part : target_) {
        if (part.kind == Part::word) leaves_.push_back(part.symbol);
        if (part.kind != Part::variable) continue;
        const bool known = part.value > 0 && part.value < static_cast<std::int32_t>(variable_of_mark.size());
        const std::int32_t variable = known ? variable_of_mark[part.value] : -1;
        if (variable < 0) refuse("a target variable is linked to no source variable, or to one that is taken");
        variable_of_mark[part.value] = -1;
        becomes[variable] = part.symbol;
        part.value = variable;  // from here on a target variable tells its source variable
        leaves_.push_back(-1 - variable);
    }
    for (const std::int32_t variable : variable_of_mark)
        if (variable >= 0) refuse("a numbered source variable is not in the target");
    leaf_ptr_.push_back(static_cast<std::uint32_t>(leaves_.size()));
    target_label_.push_back(target_.empty() ? empty : target_[0].symbol);
}

// Finds for each word of the target the source word it repeats. Where the whole target can be had from the
// source by deletion, the words keep their order; else each takes the first equal word that is free.
void RuleTable::trace_words() {
    std::vector<std::int32_t> source;  // leaves as in leaves_
    std::vector<std::int32_t> word_number;
    std::int32_t variables = 0, words = 0;
    for (const Part &part : source_) {
        if (part.kind == Part::node) continue;
        source.push_back(part.kind == Part::word ? part.symbol : -1 - variables++);
        word_number.push_back(part.kind == Part::word ? words++ : -1);
    }
    const std::size_t first = leaf_ptr_[leaf_ptr_.size() - 2];
    const auto target = leaves_.begin() + first;
    const std::size_t count = leaves_.size() - first;
    origins_.resize(leaves_.size(), -1);
    std::size_t reached = 0, matched = 0;
    for (; matched < count; ++matched, ++reached) {
        while (reached < source.size() && source[reached] != target[matched]) ++reached;
        if (reached == source.size()) break;
        origins_[first + matched] = word_number[reached];
    }
    only_deletes_.push_back(matched == count);
    if (matched == count) return;
    std::vector<bool> taken(source.size(), false);
    for (std::size_t place = 0; place < count; ++place) {
        origins_[first + place] = -1;
        for (std::size_t other = 0; target[place] >= 0 && other < source.size(); ++other) {
            if (taken[other] || source[other] != target[place]) continue;
            taken[other] = true;
            origins_[first + place] = word_number[other];
            break;
        }
    }
}

// Recognises the rules that coverage makes up: a production copied but for one run of its children.
void RuleTable::find_run() {
    run_first_.push_back(no_run);
    run_last_.push_back(no_run);
    const std::size_t children = source_.size() - 1;
    if (static_cast<std::size_t>(source_[0].value) != children || children > 30000) return;
    if (target_.empty()) {
        run_first_.back() = 0;
        run_last_.back() = static_cast<std::int16_t>(children);
        return;
    }
    if (target_[0].kind != Part::node || target_[0].symbol != source_[0].symbol ||
        static_cast<std::size_t>(target_[0].value) + 1 != target_.size() || target_.size() > source_.size())
        return;
    const std::size_t kept = target_.size() - 1;
    std::vector<std::int32_t> variable(source_.size(), -1);
    std::int32_t variables = 0;
    for (std::size_t place = 1; place < source_.size(); ++place)
        if (source_[place].kind == Part::variable) variable[place] = variables++;
    const auto same = [&](std::size_t here, std::size_t there) {
        const Part &mine = source_[here], &other = target_[there];
        return mine.kind == other.kind && mine.symbol == other.symbol &&
               (mine.kind == Part::word || variable[here] == other.value);
    };
    std::size_t before = 0, behind = 0;
    // Of runs that leave the same words the first one counts, so the end is compared first.
    while (behind < kept && same(children - behind, kept - behind)) ++behind;
    while (before < kept - behind && same(before + 1, before + 1)) ++before;
    if (before + behind != kept) return;
    run_first_.back() = static_cast<std::int16_t>(kept == children ? 0 : before);
    run_last_.back() = static_cast<std::int16_t>(kept == children ? 0 : children - behind);
}

// `numbers` tells for each source variable what to write after its mark; 0 stands for ε.
void RuleTable::write_side(const std::vector<Part> &parts, const std::vector<std::int32_t> &numbers,
                           std::string &text) const {
    const bool is_source = &parts == &source_;
    std::vector<std::int32_t> ends;  // of the brackets that are open
    std::int32_t variables = 0;
    for (std::size_t place = 0; place < parts.size(); ++place) {
        while (!ends.empty() && ends.back() == static_cast<std::int32_t>(place)) {
            text += ')';
            ends.pop_back();
        }
        const Part &part = parts[place];
        if (place > 0) text += ' ';
        if (part.kind == Part::node) {
            text += '(';
            ends.push_back(part.after);
        }
        append_escaped((part.kind == Part::word ? words_ : labels_)[part.symbol], text);
        if (part.kind != Part::variable) continue;
        const std::int32_t number = numbers[is_source ? variables++ : part.value];
        text += '@';
        text += number == 0 ? std::string(epsilon) : std::to_string(number);
    }
    text.append(ends.size(), ')');
}

std::string RuleTable::last_as_text() const {
    std::vector<std::int32_t> numbers;
    std::int32_t linked = 0;
    for (const Part &part : source_)
        if (part.kind == Part::variable) numbers.push_back(part.value == 0 ? 0 : ++linked);
    std::string text;
    write_side(source_, numbers, text);
    text += separator;
    if (target_.empty()) return text += epsilon;
    write_side(target_, numbers, text);
    return text;
}

TargetSide RuleTable::target(std::size_t rule) const {
    const std::uint32_t leaf = leaf_ptr_[rule], variable = variable_ptr_[rule];
    return {target_label_[rule],        leaves_.data() + leaf,     origins_.data() + leaf, leaf_ptr_[rule + 1] - leaf,
            becomes_.data() + variable, variable_ptr_[rule + 1] - variable};
}

void RuleTable::shrink() {
    for (auto *column : {&target_label_, &leaves_, &origins_, &becomes_}) column->shrink_to_fit();
    for (auto *column : {&leaf_ptr_, &variable_ptr_}) column->shrink_to_fit();
    for (auto *column : {&run_first_, &run_last_}) column->shrink_to_fit();
}

std::size_t RuleTable::bytes() const {
    return labels_.bytes() + words_.bytes() + productions_.bytes() + held(target_label_) + held(leaves_) +
           held(origins_) + held(becomes_) + held(leaf_ptr_) + held(variable_ptr_) + held(run_first_) +
           held(run_last_) + only_deletes_.capacity() / 8;
}

}  // namespace laconic
