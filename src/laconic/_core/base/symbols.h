// Strings and their numbers.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <unordered_map>
#include <vector>

namespace laconic {

// Numbers strings from 0, in the order of their first appearance.
class Symbols {
  public:
    static constexpr std::int32_t unknown = -1;

    std::int32_t add(const std::string &name) {
        const auto [place, is_new] = numbers_.try_emplace(name, static_cast<std::int32_t>(names_.size()));
        if (is_new) names_.push_back(&place->first);  // keys of a node-based map stay where they are
        return place->second;
    }
    std::int32_t find(const std::string &name) const {
        const auto place = numbers_.find(name);
        return place == numbers_.end() ? unknown : place->second;
    }
    const std::string &operator[](std::int32_t number) const { return *names_[number]; }
    std::int32_t size() const { return static_cast<std::int32_t>(names_.size()); }

    std::size_t bytes() const {
        // A node of the map holds a string, a number, a hash and a pointer; short strings lie within.
        std::size_t total = numbers_.bucket_count() * sizeof(void *) + names_.capacity() * sizeof(names_[0]);
        for (const std::string *name : names_)
            total += sizeof(std::string) + 3 * sizeof(void *) + (name->size() > 15 ? name->capacity() + 1 : 0);
        return total;
    }

  private:
    std::unordered_map<std::string, std::int32_t> numbers_;
    std::vector<const std::string *> names_;
};

}  // namespace laconic
