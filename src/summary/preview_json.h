/// A short JSON text that shows the structure of a long one: names, short values, the beginning of
/// arrays, both ends of long strings. Decides what leaves a JSON text first; refuses to know what
/// its members mean.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

#include "text/json_stream.h"

namespace epitome {

/// How much of a JSON text an outline shows. Strings in UTF-16 code units.
struct OutlineCaps {
  uint32_t string = 0;
  uint32_t elements = 0;
  uint32_t members = 0;
  uint32_t depth = 0;
};

/// One outline. Its memory is bounded by the units that it may take.
class JsonOutline final : public text::JsonSink {
 public:
  JsonOutline() = default;
  JsonOutline(OutlineCaps caps, uint64_t maxUnits) : caps_(caps), maxUnits_(maxUnits) {}

  /// False when the outline is longer than allowed: then it ends somewhere.
  bool fits() const { return units_ <= maxUnits_; }
  uint64_t units() const { return units_; }
  const std::string& text() const { return out_; }

  void open(bool array, uint64_t at) override;
  void close(uint64_t end) override;
  void beginString(bool name, uint64_t at) override;
  void plain(std::string_view run, uint64_t at) override;
  void escape(uint32_t unit, uint64_t at, uint32_t width) override;
  void endString(uint64_t end) override;
  void beginScalar(uint64_t at) override;
  void scalar(std::string_view piece) override;
  void endScalar(uint64_t) override {}

 private:
  struct Level {
    bool array = false;
    /// The running element or member is not shown.
    bool skips = false;
    uint64_t count = 0;
  };
  static constexpr uint32_t kShown = UINT32_MAX;

  bool beginValue();
  void put(std::string_view text);
  void keep(std::string_view text);

  OutlineCaps caps_;
  uint64_t maxUnits_ = 0;
  std::string out_;
  uint64_t units_ = 0;

  std::array<Level, text::JsonStream::kMaxDepth + 1> levels_{};
  uint32_t depth_ = 0;
  /// Depth of the container of which the running value is not shown.
  uint32_t hiddenAt_ = kShown;

  // Of the running string.
  bool muted_ = false;
  bool name_ = false;
  uint64_t headMost_ = 0;
  uint64_t tailMost_ = 0;
  uint64_t headUnits_ = 0;
  uint64_t stringUnits_ = 0;
  std::string head_;
  std::string tail_;
  /// First half of a pair that came as escapes; 0: none.
  uint32_t high_ = 0;
};

}  // namespace epitome
