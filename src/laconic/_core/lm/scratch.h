// Records on disk: temporary files that cannot be left behind, and sorting beyond memory.
//
// A record is a fixed number of 32-bit words, the first of which are its key. Keys compare word by word, so
// n-grams are written with their words in the order they are to be sorted by.
#pragma once

#include <cstddef>
#include <cstdint>
#include <fstream>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace laconic::lm {

using Word = std::uint32_t;

// Where temporary files are made.
class ScratchFolder {
  public:
    explicit ScratchFolder(std::string path) : path_(std::move(path)) {}
    std::string next_name() { return path_ + "/" + std::to_string(count_++); }
    const std::string &path() const { return path_; }

  private:
    std::string path_;
    int count_ = 0;
};

// A file without a name: it is removed as soon as it is open, so that the system frees it however we end.
class ScratchFile {
  public:
    explicit ScratchFile(ScratchFolder &folder);
    void append(const Word *words, std::size_t count);
    void read(std::uint64_t position, Word *words, std::size_t count);
    std::uint64_t size() const { return size_; }

  private:
    [[noreturn]] void fail(const char *what) const;

    std::string folder_;
    std::fstream stream_;
    std::uint64_t size_ = 0;  // in words
};

// Writes records one after another, then reads them back in the same order.
class Spool {
  public:
    Spool(ScratchFolder &folder, int width);
    void add(const Word *record);
    void rewind();
    const Word *next();  // null at the end; valid until the next call
    std::uint64_t size() const { return size_; }

  private:
    ScratchFile file_;
    const std::size_t width_;
    std::vector<Word> block_;
    std::size_t capacity_;
    bool written_ = false;
    std::size_t position_ = 0;           // in the block, when reading
    std::uint64_t read_ = 0, size_ = 0;  // records
};

// Sorts records by their keys within a memory limit: sorted runs go to disk and are merged when read.
class Sorter {
  public:
    Sorter(ScratchFolder &folder, int key, int width, std::size_t memory);

    void add(const Word *record);
    // Takes records that filled someone else's memory as a run of their own; sorts them in place.
    void add_run(std::vector<Word> &records);
    // Ends writing; from now on `next` gives the records in order.
    void finish();
    // The same, with last records that stay in memory if they are all there is; nothing was added singly.
    void finish(std::vector<Word> last);
    const Word *next();  // null at the end; valid until the next call
    std::uint64_t size() const { return size_; }

  private:
    struct Run {
        std::uint64_t position, end;  // words of the file
    };
    struct Source {
        Run run;
        std::vector<Word> block;
        std::size_t at = 0;
    };

    void open(const std::vector<Run> &runs);
    bool refill(Source &source);
    const Word *record(std::size_t source) const { return &sources_[source].block[sources_[source].at]; }
    bool later(std::size_t a, std::size_t b) const;
    void merge_some();

    ScratchFolder &folder_;
    const std::size_t key_, width_, memory_, limit_;  // the last two in words
    std::uint64_t size_ = 0;
    std::vector<Word> buffer_;
    std::size_t position_ = 0;  // in the buffer, when everything fits
    std::unique_ptr<ScratchFile> file_;
    std::vector<Run> runs_;
    std::vector<Source> sources_;
    std::vector<std::size_t> heap_;  // sources, the smallest record first
    std::vector<Word> current_;
};

// Sorts records of a width in place by their first `key` words.
void sort_records(Word *records, std::size_t count, std::size_t key, std::size_t width);

}  // namespace laconic::lm
