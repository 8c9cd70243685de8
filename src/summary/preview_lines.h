/// The lines of a long text that tell most: of a diff its files, hunks and changed lines, of other
/// output its errors with the frames beside them. Decides which lines those are; refuses to know
/// where the text comes from.
#pragma once

#include <array>
#include <cstdint>
#include <deque>
#include <string>
#include <string_view>

namespace epitome {

/// A diff in a few strictnesses at once, since its length is known at its end only.
class DiffOutline {
 public:
  explicit DiffOutline(uint64_t maxUnits = 0) : maxUnits_(maxUnits) {}

  void line(std::string_view line);
  void finish();
  /// Files with hunks were seen.
  bool isDiff() const { return hunks_ > 0; }
  /// The most that fits; the last line says so where it does not.
  std::string text() const;

 private:
  struct Version {
    std::string out;
    uint64_t units = 0;
  };
  /// Changed lines of a hunk that are shown; in the last not even the hunk.
  static constexpr std::array<uint32_t, 4> kLines = {UINT32_MAX, 6, 2, 0};

  void beginFile(std::string_view name);
  void endFile();
  void put(Version& version, std::string_view line);

  uint64_t maxUnits_;
  std::array<Version, kLines.size()> versions_{};
  bool inFile_ = false;
  bool inHunk_ = false;
  bool named_ = false;
  /// The line before was `--- `.
  bool old_ = false;
  uint64_t hunks_ = 0;
  uint64_t added_ = 0;
  uint64_t removed_ = 0;
  uint64_t changedInHunk_ = 0;
};

/// Errors of an output, and the frames beside them.
class TellingLines {
 public:
  /// `at`: bytes before it in the text.
  void line(std::string_view line, uint64_t at);

  /// At most `maxUnits`, in the order of the text: the last error, the first, others, their frames,
  /// warnings. Left out is what begins before `from` or ends behind `to`, since it is shown anyway.
  std::string text(uint64_t maxUnits, uint64_t from, uint64_t to) const;
  /// Whether an error lies between.
  bool any(uint64_t from, uint64_t to) const;

 private:
  enum class Kind : uint8_t { kError, kFrame, kWarning };
  struct Entry {
    Kind kind = Kind::kError;
    uint64_t at = 0;
    uint64_t end = 0;
    uint32_t times = 1;
    std::string text;
  };

  void add(Kind kind, std::string_view line, uint64_t at);

  /// The first ones stay; of the others the newest.
  std::deque<Entry> first_;
  std::deque<Entry> last_;
  /// A frame that an error may follow, as Python prints them.
  Entry frame_;
  uint32_t linesSinceFrame_ = UINT32_MAX;
  uint32_t framesWanted_ = 0;
  uint32_t warnings_ = 0;
};

}  // namespace epitome
