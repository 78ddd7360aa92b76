// Reads grammars as Joshua and the PPDB write them into flat arrays; see laconic.grammar.scfg.joshua for the format.
#include "base/arrays.h"
#include "base/cancel.h"
#include "base/symbols.h"
#include "base/text.h"

#include <nanobind/stl/string.h>
#include <nanobind/stl/string_view.h>

#include <algorithm>
#include <cmath>

namespace laconic {
namespace {

constexpr std::string_view separator = "|||";

// Takes what stands before the next separator off the front; false if nothing is left.
bool next_part(std::string_view &line, bool &more, std::string_view &part) {
    if (!more) return false;
    const std::size_t end = line.find(separator);
    more = end != std::string_view::npos;
    part = strip(line.substr(0, end));
    if (more) line.remove_prefix(end + separator.size());
    return true;
}

// Reads `[label,number]`; anything else is a word.
bool read_slot(std::string_view text, std::string_view &label, std::int32_t &number) {
    if (text.size() < 5 || text.front() != '[' || text.back() != ']') return false;
    const std::size_t comma = text.rfind(',');
    if (comma == std::string_view::npos || comma < 2) return false;
    const std::string_view digits = text.substr(comma + 1, text.size() - comma - 2);
    label = text.substr(1, comma - 1);
    return digits.size() <= 2 && read_number(digits, number) && digits.front() != '0' && number > 0;
}

class JoshuaReader {
  public:
    // Reads lines and appends their rules; empty lines are skipped. Returns the place of the first line that is no
    // rule, or is written in an unusual way, having read those before it; or the number of lines.
    std::int64_t read(std::string_view text) {
        std::int64_t place = 0;
        for (; !text.empty(); ++place) {
            check_cancelled();
            const std::string_view line = strip(next_line(text));
            if (!line.empty() && !add(line)) return place;
        }
        return place;
    }

    // The rules read so far; the reader starts afresh.
    nb::tuple finish() {
        nb::dict features;
        for (std::int32_t name = 0; name < feature_names_.size(); ++name) {
            columns_[name].resize(lhs_.size());
            features[to_python(feature_names_[name])] = to_numpy(std::move(columns_[name]));
        }
        const std::size_t links = links_.size() / 2;
        nb::tuple found = nb::make_tuple(names(labels_), names(words_), to_numpy(std::move(lhs_)), to_numpy(std::move(source_)),
                              to_numpy(std::move(source_start_)), to_numpy(std::move(target_)),
                              to_numpy(std::move(target_start_)), features, to_numpy(std::move(links_), {links, 2}),
                              to_numpy(std::move(link_start_)));
        *this = JoshuaReader();
        return found;
    }

  private:
    struct Slot {
        std::int32_t number;
        std::string_view label;
        bool used;
    };

    static nb::str to_python(std::string_view text) { return nb::str(text.data(), text.size()); }

    static nb::list names(const Symbols &symbols) {
        nb::list all;
        for (std::int32_t number = 0; number < symbols.size(); ++number)
            all.append(to_python(symbols[number]));
        return all;
    }

    // Adds a rule, or nothing: what a bad line has added is taken back.
    bool add(std::string_view line) {
        const std::size_t source = source_.size(), target = target_.size(), links = links_.size();
        if (read_rule(line)) return true;
        source_.resize(source);
        target_.resize(target);
        links_.resize(links);
        return false;
    }

    bool read_rule(std::string_view line) {
        bool more = true;
        std::string_view label, source, target, features, links;
        if (!next_part(line, more, label) || !next_part(line, more, source) || !next_part(line, more, target))
            return false;
        next_part(line, more, features);
        next_part(line, more, links);
        if (label.size() < 3 || label.front() != '[' || label.back() != ']' ||
            label.find_first_of(" \t\r") != std::string_view::npos)
            return false;
        const std::int32_t number = labels_.add(std::string(label.substr(1, label.size() - 2)));
        if (!read_source(source) || !read_target(target) || !read_links(links) || !read_features(features))
            return false;
        lhs_.push_back(number);
        source_start_.push_back(static_cast<std::int64_t>(source_.size()));
        target_start_.push_back(static_cast<std::int64_t>(target_.size()));
        link_start_.push_back(static_cast<std::int64_t>(links_.size() / 2));
        for (const auto &[column, value] : values_) {
            columns_[column].resize(lhs_.size() - 1);
            columns_[column].push_back(value);
        }
        return true;
    }

    bool read_source(std::string_view text) {
        slots_.clear();
        bool any = false;
        for (auto symbol = next_field(text); !symbol.empty(); symbol = next_field(text)) {
            any = true;
            Slot slot{0, {}, false};
            if (!read_slot(symbol, slot.label, slot.number)) {
                source_.push_back(words_.add(std::string(symbol)));
                continue;
            }
            if (find(slot.number) < slots_.size()) return false;
            slots_.push_back(slot);
            source_.push_back(-1 - labels_.add(std::string(slot.label)));
        }
        return any;
    }

    bool read_target(std::string_view text) {
        for (auto symbol = next_field(text); !symbol.empty(); symbol = next_field(text)) {
            std::string_view label;
            std::int32_t number = 0;
            if (!read_slot(symbol, label, number)) {
                target_.push_back(words_.add(std::string(symbol)));
                continue;
            }
            const std::size_t place = find(number);
            if (place == slots_.size() || slots_[place].used || slots_[place].label != label) return false;
            slots_[place].used = true;
            target_.push_back(-1 - static_cast<std::int32_t>(place));
        }
        return std::all_of(slots_.begin(), slots_.end(), [](const Slot &slot) { return slot.used; });
    }

    bool read_features(std::string_view text) {
        values_.clear();
        std::size_t place = 0;
        for (auto piece = next_field(text); !piece.empty(); piece = next_field(text), ++place) {
            const std::size_t equals = piece.rfind('=');
            const bool named = equals != std::string_view::npos;
            const std::string_view number = named ? piece.substr(equals + 1) : piece;
            double value = 0;
            if (!read_number(number, value) || !std::isfinite(value)) return false;
            const std::string name = named ? std::string(piece.substr(0, equals)) : "feature_" + std::to_string(place);
            const std::int32_t column = feature_names_.add(name);
            if (column == static_cast<std::int32_t>(columns_.size())) columns_.emplace_back();
            for (const auto &[other, _] : values_)
                if (other == column) return false;
            values_.emplace_back(column, static_cast<float>(value));
        }
        return true;
    }

    bool read_links(std::string_view text) {
        const auto sources = static_cast<std::int64_t>(source_.size()) - source_start_.back();
        const auto targets = static_cast<std::int64_t>(target_.size()) - target_start_.back();
        found_.clear();
        for (auto link = next_field(text); !link.empty(); link = next_field(text)) {
            std::uint32_t here = 0, there = 0;
            if (!read_link(link, here, there) || here >= sources || there >= targets) return false;
            found_.emplace_back(static_cast<std::int32_t>(here), static_cast<std::int32_t>(there));
        }
        std::sort(found_.begin(), found_.end());
        found_.erase(std::unique(found_.begin(), found_.end()), found_.end());
        for (const auto &[here, there] : found_) links_.insert(links_.end(), {here, there});
        return true;
    }

    std::size_t find(std::int32_t number) const {
        return std::find_if(slots_.begin(), slots_.end(), [&](const Slot &slot) { return slot.number == number; }) -
               slots_.begin();
    }

    Symbols labels_, words_, feature_names_;
    std::vector<std::int32_t> lhs_, source_, target_, links_;
    std::vector<std::int64_t> source_start_{0}, target_start_{0}, link_start_{0};
    std::vector<std::vector<float>> columns_;
    std::vector<Slot> slots_;                                   // of the rule being read, as its source has them
    std::vector<std::pair<std::int32_t, float>> values_;        // its features
    std::vector<std::pair<std::int32_t, std::int32_t>> found_;  // its links
};

}  // namespace

void bind_joshua(nb::module_ &module) {
    nb::class_<JoshuaReader>(module, "JoshuaReader")
        .def(nb::init<>())
        .def("read", &JoshuaReader::read, "text"_a, nb::call_guard<nb::gil_scoped_release>())
        .def("finish", &JoshuaReader::finish);
}

}  // namespace laconic
