/// The engine as numbers: the calls of calls.def, their texts and tables through one buffer. Every
/// handle, every length and every number is checked. Emscripten is not needed here, so fuzzing can
/// run it natively.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <span>
#include <string>

#include "session/session.h"
#include "wire.h"

namespace epitome {

/// Longer strings cross in pieces: memory stays small whatever arrives.
inline constexpr uint32_t kBufferBytes = 131'072;

enum StepFlag : uint32_t {
  kManualStep = 1,
  kFinalStep = 2,
  kResumingStep = 4,
  kBilledLate = 8,
  kKeepsThoughts = 16,
  /// The host set the window, or nobody did.
  kStatedWindow = 32,
  kAssumedWindow = 64,
  /// As in `StepInput`.
  kManyAreSmall = 128,
  kBilledBefore = 256,
};

/// In the place of a run: messages for a text that `beginText` began.
inline constexpr uint32_t kForText = UINT32_MAX;

class Engine {
 public:
  /// Of a call in calls.def.
  enum class Place : uint32_t {
#define CALL(name, ...) name,
#include "calls.def"
#undef CALL
    none,
  };
  /// What a call takes: as many numbers as the longest needs.
  using Numbers = std::array<double, 11>;

  std::span<uint8_t> buffer() { return buffer_; }
  std::span<const uint8_t> output() const { return output_.bytes(); }

  /// The call at that place; kUnknownHandle where there is none. A number below 0 is
  /// taken for 0, one that is too large for the largest.
  int32_t call(uint32_t place, const Numbers& numbers);

/// Each call by its name.
#define CALL(name, ...)                                        \
  template <typename... Given>                                 \
  int32_t name(Given... given) {                               \
    return call(Place::name, {static_cast<double>(given)...}); \
  }
#include "calls.def"
#undef CALL

 private:
  struct Slot {
    explicit Slot(const SessionOptions& options) : session(options) {}

    Session session;
    /// The pieces of a saved state so far.
    std::string state;
    wire::Decoder intake;
    wire::Decoder reader;
  };
  struct Calls;
  struct Dispatch;

  Slot* find(uint32_t session);

  int32_t call(Place place, const Numbers& numbers) {
    return call(static_cast<uint32_t>(place), numbers);
  }

  std::array<uint8_t, kBufferBytes> buffer_{};
  wire::Encoder output_;
  std::map<uint32_t, Slot> sessions_;
  uint32_t nextSession_ = 1;
};

}  // namespace epitome
