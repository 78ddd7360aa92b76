// Models to bytes and back.
#include "lm/binary.h"

#include "base/text.h"
#include "lm/listing.h"
#include "lm/quantize.h"

#include <cmath>
#include <cstdint>
#include <cstring>
#include <numeric>
#include <stdexcept>
#include <type_traits>
#include <utility>
#include <vector>

namespace laconic::lm {
namespace {

constexpr std::size_t kCodes = 256;

// Numbers are written low byte first; counts and word numbers in groups of seven bits.
class Writer {
  public:
    void number(std::uint64_t value) {
        for (; value >= 0x80; value >>= 7) bytes_.push_back(static_cast<char>(value | 0x80));
        bytes_.push_back(static_cast<char>(value));
    }

    void real(float value) {
        std::uint32_t bits;
        std::memcpy(&bits, &value, sizeof bits);
        for (int shift = 0; shift < 32; shift += 8) bytes_.push_back(static_cast<char>(bits >> shift));
    }

    void codebook(const Codebook &book) {
        number(book.size());
        for (const float value : book.values()) real(value);
    }

    void byte(std::uint8_t value) { bytes_.push_back(static_cast<char>(value)); }
    void text(std::string_view value) { bytes_.append(value); }
    std::string take() { return std::move(bytes_); }

  private:
    std::string bytes_;
};

class Reader {
  public:
    explicit Reader(std::string_view bytes) : bytes_(bytes) {}

    [[noreturn]] static void fail() { throw std::invalid_argument("the model is damaged inside."); }

    std::uint8_t byte() {
        if (at_ == bytes_.size()) fail();
        return static_cast<std::uint8_t>(bytes_[at_++]);
    }

    std::uint64_t number(std::uint64_t most) {
        std::uint64_t value = 0;
        for (int shift = 0; shift < 63; shift += 7) {
            const std::uint8_t next = byte();
            value |= std::uint64_t{next & 0x7fu} << shift;
            if (next & 0x80) continue;
            if (value > most) fail();
            return value;
        }
        fail();
    }

    float real() {
        std::uint32_t bits = 0;
        for (int shift = 0; shift < 32; shift += 8) bits |= std::uint32_t{byte()} << shift;
        float value;
        std::memcpy(&value, &bits, sizeof value);
        if (!std::isfinite(value)) fail();
        return value;
    }

    Codebook codebook() {
        std::vector<float> values(number(kCodes));
        for (float &value : values) value = real();
        return Codebook(std::move(values));
    }

    std::string_view text(std::size_t size) {
        if (size > left()) fail();
        at_ += size;
        return bytes_.substr(at_ - size, size);
    }

    std::size_t left() const { return bytes_.size() - at_; }

  private:
    std::string_view bytes_;
    std::size_t at_ = 0;
};

// What every length of n-grams has in common, whatever its table.
struct Values {
    float log10;
    float backoff;
    bool context;
};

Values values_at(const LanguageModel &model, int length, Slot node) {
    if (length == 1) {
        const Unigram &unigram = model.unigrams()[node];
        return {unigram.log10, unigram.backoff, (unigram.flags & kIsContext) != 0};
    }
    if (length == model.order()) return {model.longest()[node].log10, 0, false};
    const Middle &entry = model.middle()[length - 2][node];
    return {entry.log10, entry.backoff, (entry.word & kIsContext) != 0};
}

void write_values(Writer &out, const LanguageModel &model, int length, const std::vector<Slot> &listing) {
    std::vector<float> probabilities, backoffs;
    for (const Slot node : listing) {
        const Values values = values_at(model, length, node);
        probabilities.push_back(values.log10);
        if (values.context) backoffs.push_back(values.backoff);
    }
    const Codebook probability = Codebook::of(std::move(probabilities), kCodes);
    out.codebook(probability);
    for (const Slot node : listing) out.byte(probability.code(values_at(model, length, node).log10));
    if (length == model.order()) return;
    const Codebook backoff = Codebook::of(std::move(backoffs), kCodes - 1);  // code 0: no context
    out.codebook(backoff);
    for (const Slot node : listing) {
        const Values values = values_at(model, length, node);
        out.byte(values.context ? static_cast<std::uint8_t>(backoff.code(values.backoff) + 1) : 0);
    }
}

// For each shorter n-gram, how many lengthen it, and their first words.
void write_children(Writer &out, const LanguageModel &model, int length, const std::vector<Slot> &listing,
                    const std::vector<Slot> &shorter) {
    std::size_t next = 0;
    const auto key = [&](Slot node) {
        return length == model.order() ? std::pair(model.longest()[node].parent, model.longest()[node].word & kWordMask)
                                       : std::pair(model.middle()[length - 2][node].parent,
                                                   model.middle()[length - 2][node].word & kWordMask);
    };
    for (const Slot parent : shorter) {
        std::size_t end = next;
        while (end < listing.size() && key(listing[end]).first == parent) ++end;
        out.number(end - next);
        for (WordId before = 0; next < end; ++next) {
            const WordId word = key(listing[next]).second;
            out.number(word - before);
            before = word;
        }
    }
}

std::vector<Values> read_values(Reader &in, std::size_t count, bool longest) {
    std::vector<Values> result(count);
    const Codebook probability = in.codebook();
    for (Values &values : result) {
        const std::uint8_t code = in.byte();
        if (code >= probability.size()) Reader::fail();
        values = {probability.values()[code], 0, false};
        if (values.log10 > 0) Reader::fail();
    }
    if (longest) return result;
    const Codebook backoff = in.codebook();
    for (Values &values : result) {
        const std::uint8_t code = in.byte();
        if (code > backoff.size()) Reader::fail();
        if (code == 0) continue;
        values.backoff = backoff.values()[code - 1];
        values.context = true;
    }
    return result;
}

// Reads a table; `parents` are the shorter n-grams' slots in order and become those of this table.
template <typename Entry, typename MarkParent>
NgramTable<Entry> read_table(Reader &in, std::size_t count, std::size_t words, std::vector<Slot> &parents, bool longest,
                             MarkParent mark) {
    NgramTable<Entry> table(count);
    std::vector<Slot> slots;
    slots.reserve(count);
    for (const Slot parent : parents) {
        const std::uint64_t children = in.number(count - slots.size());
        if (children > 0) mark(parent);
        std::uint64_t word = 0;
        for (std::uint64_t i = 0; i < children; ++i) {
            word += in.number(words);
            if (word >= words) Reader::fail();
            const Slot slot = table.insert(parent, static_cast<WordId>(word));
            if (slot == kNoSlot) Reader::fail();
            slots.push_back(slot);
        }
    }
    if (slots.size() != count) Reader::fail();
    const std::vector<Values> values = read_values(in, count, longest);
    for (std::size_t i = 0; i < count; ++i) {
        Entry &entry = table[slots[i]];
        entry.log10 = values[i].log10;
        if constexpr (std::is_same_v<Entry, Middle>) {
            entry.backoff = values[i].backoff;
            if (values[i].context) entry.word |= kIsContext;
        }
    }
    parents = std::move(slots);
    return table;
}

Vocabulary read_vocabulary(Reader &in, std::size_t count) {
    Vocabulary vocabulary;
    for (WordId id = 0; id < count; ++id) {
        const std::string_view word = in.text(in.number(in.left()));
        const bool expected = id < kFirstWord ? word == vocabulary.text(id) : vocabulary.add(word) == id;
        if (!expected || !is_utf8(word)) Reader::fail();
    }
    return vocabulary;
}

}  // namespace

std::string encode_model(const LanguageModel &model) {
    Writer out;
    out.number(model.order());
    for (int length = 1; length <= model.order(); ++length) out.number(model.count(length));
    for (WordId id = 0; id < model.vocabulary().size(); ++id) {
        out.number(model.vocabulary().text(id).size());
        out.text(model.vocabulary().text(id));
    }
    std::vector<Slot> listing;
    for (int length = 1; length <= model.order(); ++length) {
        const std::vector<Slot> shorter = std::exchange(listing, list_ngrams(model, length, listing));
        if (length > 1) write_children(out, model, length, listing, shorter);
        write_values(out, model, length, listing);
    }
    return out.take();
}

std::shared_ptr<const LanguageModel> decode_model(std::string_view bytes) {
    Reader in(bytes);
    const int order = static_cast<int>(in.number(kMaxOrder));
    if (order == 0) Reader::fail();
    std::vector<std::size_t> counts(order);
    for (std::size_t &count : counts) count = in.number(bytes.size());  // an n-gram takes a byte at least
    if (counts[0] < kFirstWord) Reader::fail();
    Vocabulary vocabulary = read_vocabulary(in, counts[0]);
    std::vector<Unigram> unigrams;
    for (const Values &values : read_values(in, counts[0], order == 1))
        unigrams.push_back({values.log10, values.backoff, values.context ? kIsContext : 0});
    std::vector<Slot> slots(counts[0]);
    std::iota(slots.begin(), slots.end(), Slot{0});
    std::vector<NgramTable<Middle>> middle;
    NgramTable<Longest> longest;
    for (int length = 2; length <= order; ++length) {
        const auto mark = [&](Slot parent) {
            (length == 2 ? unigrams[parent].flags : middle[length - 3][parent].word) |= kExtendsLeft;
        };
        if (length == order) {
            longest = read_table<Longest>(in, counts[length - 1], counts[0], slots, true, mark);
        } else {
            NgramTable<Middle> table = read_table<Middle>(in, counts[length - 1], counts[0], slots, false, mark);
            middle.push_back(std::move(table));
        }
    }
    if (in.left() > 0) Reader::fail();
    return std::make_shared<const LanguageModel>(std::move(vocabulary), std::move(unigrams), std::move(middle),
                                                 std::move(longest), order);
}

}  // namespace laconic::lm
