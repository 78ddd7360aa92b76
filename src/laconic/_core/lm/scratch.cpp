// Temporary files and external sorting.
#include "lm/scratch.h"

#include <algorithm>
#include <array>
#include <cstdio>
#include <memory>
#include <stdexcept>
#include <utility>

namespace laconic::lm {
namespace {

// Words read or written at once: the first number where memory allows, and at least the second.
constexpr std::size_t kBlock = 1 << 16, kLeastBlock = 1 << 12;
constexpr std::size_t kMaxWidth = 20;

template <std::size_t width>
void sort_of_width(Word *records, std::size_t count, std::size_t key) {
    using Record = std::array<Word, width>;
    static_assert(sizeof(Record) == width * sizeof(Word));
    auto *first = reinterpret_cast<Record *>(records);
    std::sort(first, first + count, [key](const Record &a, const Record &b) {
        return std::lexicographical_compare(a.begin(), a.begin() + key, b.begin(), b.begin() + key);
    });
}

template <std::size_t... widths>
void dispatch(Word *records, std::size_t count, std::size_t key, std::size_t width, std::index_sequence<widths...>) {
    const bool known = ((width == widths + 1 && (sort_of_width<widths + 1>(records, count, key), true)) || ...);
    if (!known) throw std::length_error("a record is too wide.");
}

}  // namespace

void sort_records(Word *records, std::size_t count, std::size_t key, std::size_t width) {
    dispatch(records, count, key, width, std::make_index_sequence<kMaxWidth>());
}

ScratchFile::ScratchFile(ScratchFolder &folder) : folder_(folder.path()) {
    const std::string name = folder.next_name();
    stream_.open(name, std::ios::in | std::ios::out | std::ios::binary | std::ios::trunc);
    if (!stream_) fail("created");
    std::remove(name.c_str());  // where open files cannot be removed, the folder is removed at the end
}

void ScratchFile::append(const Word *words, std::size_t count) {
    stream_.seekp(static_cast<std::streamoff>(size_ * sizeof(Word)));
    stream_.write(reinterpret_cast<const char *>(words), static_cast<std::streamsize>(count * sizeof(Word)));
    if (!stream_) fail("written: is the disk full?");
    size_ += count;
}

void ScratchFile::read(std::uint64_t position, Word *words, std::size_t count) {
    stream_.seekg(static_cast<std::streamoff>(position * sizeof(Word)));
    stream_.read(reinterpret_cast<char *>(words), static_cast<std::streamsize>(count * sizeof(Word)));
    if (!stream_) fail("read: is the disk full?");
}

void ScratchFile::fail(const char *what) const {
    throw std::runtime_error("a temporary file in " + folder_ + " cannot be " + what);
}

Spool::Spool(ScratchFolder &folder, int width) : file_(folder), width_(width), capacity_(kBlock / width_ * width_) {
    block_.reserve(capacity_);
}

void Spool::add(const Word *record) {
    if (block_.size() == capacity_) {
        file_.append(block_.data(), block_.size());
        block_.clear();
    }
    block_.insert(block_.end(), record, record + width_);
    ++size_;
}

void Spool::rewind() {
    if (!written_) file_.append(block_.data(), block_.size());
    written_ = true;
    block_.clear();
    position_ = 0;
    read_ = 0;
}

const Word *Spool::next() {
    if (read_ == size_) return nullptr;
    if (position_ == block_.size()) {
        block_.resize(std::min<std::uint64_t>(capacity_, (size_ - read_) * width_));
        file_.read(read_ * width_, block_.data(), block_.size());
        position_ = 0;
    }
    const Word *record = &block_[position_];
    position_ += width_;
    ++read_;
    return record;
}

Sorter::Sorter(ScratchFolder &folder, int key, int width, std::size_t memory)
    : folder_(folder),
      key_(key),
      width_(width),
      memory_(memory / sizeof(Word)),
      limit_(std::max(width_, memory_ * 3 / 5 / width_ * width_)),
      current_(width_) {}

void Sorter::add(const Word *record) {
    if (buffer_.size() + width_ > limit_) {
        add_run(buffer_);
        buffer_.clear();
    }
    // Grown by halves: old and new buffer together stay within the memory.
    if (buffer_.size() + width_ > buffer_.capacity())
        buffer_.reserve(std::min(limit_, std::max(kLeastBlock, buffer_.capacity() * 3 / 2)));
    buffer_.insert(buffer_.end(), record, record + width_);
    ++size_;
}

void Sorter::add_run(std::vector<Word> &records) {
    sort_records(records.data(), records.size() / width_, key_, width_);
    if (!file_) file_ = std::make_unique<ScratchFile>(folder_);
    const std::uint64_t start = file_->size();
    file_->append(records.data(), records.size());
    runs_.push_back({start, file_->size()});
}

void Sorter::finish(std::vector<Word> last) {
    buffer_ = std::move(last);
    finish();
}

void Sorter::finish() {
    if (runs_.empty()) {
        sort_records(buffer_.data(), buffer_.size() / width_, key_, width_);
        return;
    }
    if (!buffer_.empty()) add_run(buffer_);
    std::vector<Word>().swap(buffer_);
    merge_some();
    open(runs_);
}

// Merges neighbouring runs until so few are left that each can have a block of memory.
void Sorter::merge_some() {
    const std::size_t most = std::max<std::size_t>(2, memory_ / kLeastBlock);
    while (runs_.size() > most) {
        auto merged = std::make_unique<ScratchFile>(folder_);
        std::vector<Run> longer;
        std::vector<Word> block;
        for (std::size_t first = 0; first < runs_.size(); first += most) {
            open({runs_.begin() + first, runs_.begin() + std::min(first + most, runs_.size())});
            const std::uint64_t start = merged->size();
            while (const Word *record = next()) {
                block.insert(block.end(), record, record + width_);
                if (block.size() < kBlock) continue;
                merged->append(block.data(), block.size());
                block.clear();
            }
            merged->append(block.data(), block.size());
            block.clear();
            longer.push_back({start, merged->size()});
        }
        file_ = std::move(merged);
        runs_ = std::move(longer);
    }
}

void Sorter::open(const std::vector<Run> &runs) {
    sources_.clear();
    heap_.clear();
    const std::size_t share = std::min(kBlock, memory_ / runs.size()) / width_ * width_;
    for (const Run &run : runs) {
        sources_.push_back({run, std::vector<Word>(std::max(share, width_)), 0});
        sources_.back().at = sources_.back().block.size();
        if (refill(sources_.back())) heap_.push_back(sources_.size() - 1);
    }
    std::make_heap(heap_.begin(), heap_.end(), [this](std::size_t a, std::size_t b) { return later(a, b); });
}

// Makes the source's next record readable; false at its end.
bool Sorter::refill(Source &source) {
    if (source.at < source.block.size()) return true;
    if (source.run.position == source.run.end) return false;
    source.block.resize(std::min<std::uint64_t>(source.block.size(), source.run.end - source.run.position));
    file_->read(source.run.position, source.block.data(), source.block.size());
    source.run.position += source.block.size();
    source.at = 0;
    return true;
}

bool Sorter::later(std::size_t a, std::size_t b) const {
    const Word *left = record(a), *right = record(b);
    for (std::size_t i = 0; i < key_; ++i)
        if (left[i] != right[i]) return left[i] > right[i];
    return a > b;
}

const Word *Sorter::next() {
    if (runs_.empty()) {
        if (position_ == buffer_.size()) return nullptr;
        position_ += width_;
        return &buffer_[position_ - width_];
    }
    if (heap_.empty()) return nullptr;
    const auto order = [this](std::size_t a, std::size_t b) { return later(a, b); };
    std::pop_heap(heap_.begin(), heap_.end(), order);
    Source &source = sources_[heap_.back()];
    std::copy_n(&source.block[source.at], width_, current_.begin());
    source.at += width_;
    if (refill(source)) {
        std::push_heap(heap_.begin(), heap_.end(), order);
    } else {
        heap_.pop_back();
    }
    return current_.data();
}

}  // namespace laconic::lm
