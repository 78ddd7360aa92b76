// Linear scores for compression by deletion: hashed features of words, neighbours and arcs.
#include "base/arrays.h"
#include "base/cancel.h"
#include "base/check.h"
#include "features/deletion_templates.h"

#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <string>
#include <tuple>
#include <vector>

namespace laconic {
namespace {

// Mixes template and atoms into one 64-bit key (the finaliser of splitmix64 between the parts).
struct KeyMaker {
    static std::uint64_t mix(std::uint64_t x) {
        x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9ull;
        x = (x ^ (x >> 27)) * 0x94d049bb133111ebull;
        return x ^ (x >> 31);
    }
    template <typename... Atoms>
    static std::uint64_t key(std::uint32_t id, Atoms... atoms) {
        std::uint64_t key = 0x9e3779b97f4a7c15ull * (id + 1);
        ((key = mix(key ^ atoms.hash)), ...);
        return key;
    }
};

struct ScoringSink {
    const float *weights;
    std::uint64_t mask;
    double sum = 0.0;
    template <typename... Atoms>
    void operator()(std::uint32_t id, Atoms... atoms) {
        sum += weights[KeyMaker::key(id, atoms...) & mask];
    }
    double take() {
        const double taken = sum;
        sum = 0.0;
        return taken;
    }
};

struct CollectingSink {
    std::vector<std::int32_t> &indices;
    std::uint64_t mask;
    template <typename... Atoms>
    void operator()(std::uint32_t id, Atoms... atoms) {
        indices.push_back(static_cast<std::int32_t>(KeyMaker::key(id, atoms...) & mask));
    }
};

struct SpellingSink {
    std::vector<std::tuple<std::int32_t, std::string>> spelled;
    std::uint64_t mask;
    template <typename... Atoms>
    void operator()(std::uint32_t id, Atoms... atoms) {
        std::string text = std::to_string(id);
        ((text += ' ', text += *atoms.text), ...);
        spelled.emplace_back(static_cast<std::int32_t>(KeyMaker::key(id, atoms...) & mask), std::move(text));
    }
};

std::uint64_t bucket_mask(std::size_t size) {
    require(size != 0 && (size & (size - 1)) == 0 && size <= (std::size_t{1} << 30),
            "the number of weights must be a power of two, at most 2^30.");
    return size - 1;
}

class DeletionFeatures {
  public:
    DeletionFeatures(std::vector<std::string> words, std::vector<std::string> tags, std::vector<std::string> relations,
                     std::vector<std::int32_t> heads, std::vector<std::uint8_t> stopword,
                     std::vector<std::int32_t> starts, std::vector<std::int32_t> ends,
                     std::vector<std::int32_t> parents, std::vector<std::string> labels)
        : columns_(checked(std::move(words), std::move(tags), std::move(relations), std::move(heads),
                           std::move(stopword), starts, ends, parents, std::move(labels))) {}

    std::int32_t size() const { return columns_.size(); }

    // token[n], bigram[n+2, n+2] (upper triangle), arc[n+1, n+1] (from the row to the column).
    nb::tuple scores(Vector<float> weights, bool with_pairs, bool with_arcs) const {
        const std::int32_t n = columns_.size();
        const std::size_t posts = n + 2, nodes = n + 1;
        std::vector<double> token(n), pair(with_pairs ? posts * posts : 0), arc(with_arcs ? nodes * nodes : 0);
        ScoringSink sink{weights.data(), bucket_mask(weights.size())};
        {
            nb::gil_scoped_release unlocked;
            Templates<ScoringSink> templates(columns_, sink);
            for (std::int32_t i = 1; i <= n; ++i) {
                templates.token(i);
                token[i - 1] = sink.take();
            }
            for (std::int32_t i = 0; with_pairs && i <= n; ++i) {
                check_cancelled();
                for (std::int32_t j = i + 1; j <= n + 1; ++j) {
                    templates.pair(i, j);
                    pair[i * posts + j] = sink.take();
                }
            }
            for (std::int32_t h = 0; with_arcs && h <= n; ++h) {
                check_cancelled();
                for (std::int32_t m = 1; m <= n; ++m)
                    if (h != m) {
                        templates.arc(h, m);
                        arc[h * nodes + m] = sink.take();
                    }
            }
        }
        // There may be millions of weights, so what they sum up to is checked in their stead.
        for (const auto *part : {&token, &pair, &arc})
            check_numbers(part->data(), part->size(), "sums of weights");
        return nb::make_tuple(to_numpy(std::move(token)),
                              with_pairs ? nb::cast(to_numpy(std::move(pair), {posts, posts})) : nb::none(),
                              with_arcs ? nb::cast(to_numpy(std::move(arc), {nodes, nodes})) : nb::none());
    }

    // The features of one compression, with repetition: kept positions from 0, heads from 1 in the
    // source's numbering (empty without arcs).
    Output<std::int32_t> indices(Vector<std::int32_t> kept, Vector<std::int32_t> heads, std::size_t buckets,
                                 bool with_pairs) const {
        const std::int32_t n = columns_.size();
        require(heads.size() == 0 || heads.size() == kept.size(),
                "there must be one head for every kept word, or none at all.");
        check_range(heads.data(), heads.size(), 0, n, "heads");
        for (std::size_t k = 0; k < kept.size(); ++k)
            require(kept(k) > (k == 0 ? -1 : kept(k - 1)) && kept(k) < n,
                    "kept words must be rising positions in the sentence.");
        for (std::size_t k = 0; k < heads.size(); ++k) require(heads(k) != kept(k) + 1, "no word is its own head.");
        std::vector<std::int32_t> found;
        CollectingSink sink{found, bucket_mask(buckets)};
        {
            nb::gil_scoped_release unlocked;
            Templates<CollectingSink> templates(columns_, sink);
            std::int32_t previous = 0;
            for (std::size_t k = 0; k < kept.size(); ++k) {
                const std::int32_t i = kept.data()[k] + 1;
                templates.token(i);
                if (with_pairs) templates.pair(previous, i);
                if (heads.size() != 0) templates.arc(heads.data()[k], i);
                previous = i;
            }
            if (with_pairs) templates.pair(previous, n + 1);
        }
        return to_numpy(std::move(found));
    }

    // The features of one word's deletion label: used by chain models, one row per word.
    nb::tuple token_rows(std::size_t buckets) const {
        std::vector<std::int32_t> found;
        std::vector<std::int64_t> offsets{0};
        CollectingSink sink{found, bucket_mask(buckets)};
        Templates<CollectingSink> templates(columns_, sink);
        for (std::int32_t i = 1; i <= columns_.size(); ++i) {
            templates.token(i);
            offsets.push_back(static_cast<std::int64_t>(found.size()));
        }
        return nb::make_tuple(to_numpy(std::move(found)), to_numpy(std::move(offsets)));
    }

    // Spelled features of a word ("token", i, i), a pair of neighbours ("pair", i, j) or an arc
    // ("arc", head, word), with their weights' places. Positions count from 1.
    std::vector<std::tuple<std::int32_t, std::string>> describe(const std::string &part, std::int32_t i, std::int32_t j,
                                                                std::size_t buckets) const {
        SpellingSink sink{{}, bucket_mask(buckets)};
        Templates<SpellingSink> templates(columns_, sink);
        const std::int32_t n = columns_.size();
        if (part == "token") {
            check_range(i, 1, n, "the word");
            templates.token(i);
        } else if (part == "pair") {
            check_range(i, 0, n, "the left word");
            check_range(j, i + 1, n + 1, "the right word");
            templates.pair(i, j);
        } else {
            require(part == "arc" && i != j, "the part must be token, pair or arc, and no word is its own head.");
            check_range(i, 0, n, "the head");
            check_range(j, 1, n, "the word");
            templates.arc(i, j);
        }
        return std::move(sink.spelled);
    }

  private:
    static ParsedSentence checked(std::vector<std::string> words, std::vector<std::string> tags,
                                  std::vector<std::string> relations, std::vector<std::int32_t> heads,
                                  std::vector<std::uint8_t> stopword, const std::vector<std::int32_t> &starts,
                                  const std::vector<std::int32_t> &ends, const std::vector<std::int32_t> &parents,
                                  std::vector<std::string> labels) {
        const std::size_t n = words.size(), spans = labels.size();
        require(tags.size() == n && relations.size() == n && heads.size() == n && stopword.size() == n,
                "every column must have one entry per word.");
        require(starts.size() == spans && ends.size() == spans && parents.size() == spans,
                "every constituent needs a start, an end, a parent and a label.");
        check_range(heads.data(), n, 0, static_cast<std::int64_t>(n), "heads");
        ParsedSentence sentence{std::move(words), std::move(tags), std::move(relations), std::move(heads),
                                std::move(stopword), {}};
        for (std::size_t k = 0; k < spans; ++k) {
            const bool inside = starts[k] >= 0 && starts[k] < ends[k] && static_cast<std::size_t>(ends[k]) <= n;
            require(inside && parents[k] >= -1 && parents[k] < static_cast<std::int32_t>(k),
                    "constituents must lie in the sentence, parents before children.");
            sentence.constituents.push_back({starts[k], ends[k], parents[k], std::move(labels[k])});
        }
        return sentence;
    }

    Columns columns_;
};

}  // namespace

void bind_deletion_features(nb::module_ &module) {
    nb::class_<DeletionFeatures>(module, "DeletionFeatures")
        .def(nb::init<std::vector<std::string>, std::vector<std::string>, std::vector<std::string>,
                      std::vector<std::int32_t>, std::vector<std::uint8_t>, std::vector<std::int32_t>,
                      std::vector<std::int32_t>, std::vector<std::int32_t>, std::vector<std::string>>(),
             "words"_a, "tags"_a, "relations"_a, "heads"_a, "stopword"_a, "starts"_a, "ends"_a, "parents"_a, "labels"_a)
        .def("__len__", &DeletionFeatures::size)
        .def("scores", &DeletionFeatures::scores, "weights"_a, "with_pairs"_a = true, "with_arcs"_a = true)
        .def("indices", &DeletionFeatures::indices, "kept"_a, "heads"_a, "buckets"_a, "with_pairs"_a = true)
        .def("token_rows", &DeletionFeatures::token_rows, "buckets"_a)
        .def("describe", &DeletionFeatures::describe, "part"_a, "i"_a, "j"_a, "buckets"_a);
}

}  // namespace laconic
