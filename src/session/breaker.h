/// Whether a model that has failed to write summaries is asked again. Decides when asking stops and
/// what makes it worth another try; refuses to know what went wrong.
#pragma once

#include <cstdint>

namespace epitome {

/// Failures in a row after which a model is left alone.
inline constexpr uint32_t kFailuresInARow = 3;

/// `words` stands for the newest words of the user: a fingerprint that changes when they say more.
class Breaker {
 public:
  struct Memory {
    uint32_t failures = 0;
    /// As of the last failure.
    uint64_t words = 0;
  };

  bool tripped() const { return memory_.failures >= kFailuresInARow; }
  /// The model is not to be asked: it failed too often, and the user has said nothing since.
  bool open(uint64_t words) const { return tripped() && words == memory_.words; }

  void failed(uint64_t words) {
    // Beyond the limit the number says nothing more.
    if (!tripped()) ++memory_.failures;
    memory_.words = words;
  }
  void succeeded() { memory_ = {}; }

  const Memory& memory() const { return memory_; }
  void recall(const Memory& memory) { memory_ = memory; }

 private:
  Memory memory_;
};

}  // namespace epitome
