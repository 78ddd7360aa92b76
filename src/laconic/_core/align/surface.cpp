// How alike words look: shares of common beginnings and endings, and edit similarity of their letters.
#include "base/arrays.h"
#include "base/cancel.h"
#include "base/check.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <stdexcept>
#include <vector>

namespace laconic {
namespace {

// Longer words are compared by their beginnings: nobody writes them, and the work grows with their square.
constexpr std::size_t kLongest = 64;
constexpr std::size_t kMeasures = 3;

struct Word {
    const std::uint32_t *letters;
    std::size_t length;
};

std::vector<Word> words_of(const Vector<std::uint32_t> &letters, const Vector<std::int64_t> &ends) {
    std::vector<Word> words;
    words.reserve(ends.size());
    if (ends.size() > 0) check_starts(ends.data(), ends.size(), letters.size(), "word ends");
    std::int64_t start = 0;
    for (std::size_t k = 0; k < ends.size(); ++k) {
        const std::int64_t end = ends.data()[k];
        words.push_back({letters.data() + start, std::min(static_cast<std::size_t>(end - start), kLongest)});
        start = end;
    }
    return words;
}

std::size_t letter_distance(Word a, Word b) {
    std::array<std::size_t, kLongest + 1> row;
    for (std::size_t j = 0; j <= b.length; ++j) row[j] = j;
    for (std::size_t i = 1; i <= a.length; ++i) {
        std::size_t diagonal = row[0];
        row[0] = i;
        for (std::size_t j = 1; j <= b.length; ++j) {
            const std::size_t above = row[j];
            row[j] = std::min({above + 1, row[j - 1] + 1, diagonal + (a.letters[i - 1] != b.letters[j - 1])});
            diagonal = above;
        }
    }
    return row[b.length];
}

void measure(Word a, Word b, float *out) {
    const std::size_t shorter = std::min(a.length, b.length), longer = std::max(a.length, b.length);
    if (longer == 0) {
        std::fill(out, out + kMeasures, 1.0F);
        return;
    }
    std::size_t prefix = 0, suffix = 0;
    while (prefix < shorter && a.letters[prefix] == b.letters[prefix]) ++prefix;
    while (suffix < shorter && a.letters[a.length - 1 - suffix] == b.letters[b.length - 1 - suffix]) ++suffix;
    const auto share = [longer](std::size_t count) { return static_cast<float>(count) / static_cast<float>(longer); };
    out[0] = share(prefix);
    out[1] = share(suffix);
    out[2] = 1.0F - share(letter_distance(a, b));
}

// For every source word and every target word: common prefix, common suffix and edit similarity, each as a
// share of the longer word's letters. Words are given as all their letters in a row and where each ends.
Output<float> surface_similarity(Vector<std::uint32_t> source_letters, Vector<std::int64_t> source_ends,
                                 Vector<std::uint32_t> target_letters, Vector<std::int64_t> target_ends) {
    const std::vector<Word> source = words_of(source_letters, source_ends);
    const std::vector<Word> target = words_of(target_letters, target_ends);
    check_room(source.size(), target.size(), kMeasures * sizeof(float));
    std::vector<float> similarity(source.size() * target.size() * kMeasures);
    {
        nb::gil_scoped_release unlocked;
        float *out = similarity.data();
        for (const Word a : source) {
            check_cancelled();
            for (const Word b : target) {
                measure(a, b, out);
                out += kMeasures;
            }
        }
    }
    return to_numpy(std::move(similarity), {source.size(), target.size(), kMeasures});
}

}  // namespace

void bind_surface(nb::module_ &module) {
    module.def("surface_similarity", &surface_similarity, "source_letters"_a, "source_ends"_a,
               "target_letters"_a, "target_ends"_a);
}

}  // namespace laconic
