/// A list that grows without moving what it holds: in a memory that never shrinks, every copy that
/// a growing vector leaves behind is a hole. Decides chunk sizes; refuses to know what is stored.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace epitome {

template <typename T>
class Chunked {
 public:
  /// Elements of a chunk; the first one starts small and doubles up to this.
  static constexpr uint32_t kShift = 9;
  static constexpr uint32_t kChunk = 1U << kShift;

  const T& operator[](uint32_t index) const {
    return chunks_[index >> kShift][index & (kChunk - 1)];
  }
  /// The elements from `index` on that `append` put there together.
  std::span<const T> run(uint32_t index, uint32_t count) const {
    if (count == 0) return {};
    return std::span<const T>(chunks_[index >> kShift]).subspan(index & (kChunk - 1), count);
  }
  /// Puts elements side by side, in a chunk of their own where they are many. Returns the index of
  /// the first; indices between two calls may be left out.
  uint32_t append(std::span<const T> elements) {
    const bool fits = !chunks_.empty() && chunks_.back().size() + elements.size() <= kChunk;
    if (!fits) {
      chunks_.emplace_back();
      if (chunks_.size() > 1) chunks_.back().reserve(kChunk);
    }
    std::vector<T>& chunk = chunks_.back();
    const uint32_t index = static_cast<uint32_t>(((chunks_.size() - 1) << kShift) + chunk.size());
    chunk.insert(chunk.end(), elements.begin(), elements.end());
    return index;
  }
  /// A short list keeps its room: it is filled and emptied at every step.
  void clear() {
    if (chunks_.size() > 1) chunks_.clear();
    if (!chunks_.empty()) chunks_.front().clear();
  }

 private:
  std::vector<std::vector<T>> chunks_;
};

}  // namespace epitome
