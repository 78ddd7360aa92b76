// A priority queue whose first element may be replaced, which takes half the time of removing it and adding another.
#pragma once

#include <cstddef>
#include <utility>
#include <vector>

namespace laconic {

// `a < b` if b comes before a; it should not branch, since no processor can foresee how two elements compare.
template <typename Element>
class ReplacingQueue {
  public:
    bool empty() const { return heap_.empty(); }
    const Element &first() const { return heap_.front(); }
    void clear() { heap_.clear(); }

    void push(const Element &element) {
        std::size_t place = heap_.size();
        heap_.push_back(element);
        for (; place > 0; place = (place - 1) / 2) {
            const Element &parent = heap_[(place - 1) / 2];
            if (!(parent < element)) break;
            heap_[place] = parent;
        }
        heap_[place] = element;
    }

    void replace_first(const Element &element) { sift(element, heap_.size()); }

    void pop() {
        const Element last = heap_.back();
        heap_.pop_back();
        if (!heap_.empty()) sift(last, heap_.size());
    }

  private:
    // Puts an element in the place of the first.
    void sift(const Element element, std::size_t size) {
        Element *const heap = heap_.data();
        std::size_t place = 0, child = 2;
        for (; child < size; child = 2 * place + 2) {
            child -= heap[child] < heap[child - 1];
            if (!(element < heap[child])) break;
            heap[place] = heap[child];
            place = child;
        }
        if (child == size && element < heap[child - 1]) {
            heap[place] = heap[child - 1];
            place = child - 1;
        }
        heap[place] = element;
    }

    std::vector<Element> heap_;
};

}  // namespace laconic
