/// A preview by kind: what a JSON text, a diff or an output with errors shows of itself when not
/// all of it can be kept. Decides the kind and how its parts share the room; refuses to know whose
/// text it is.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

#include "summary/preview_json.h"
#include "summary/preview_lines.h"

namespace epitome {

/// Splits a text that passes by in pieces into lines, of each of which the beginning is looked at.
class LineKinds {
 public:
  explicit LineKinds(uint64_t maxUnits = 0) : diff(maxUnits) {}

  void update(std::string_view utf8);
  void finish();

  DiffOutline diff;
  TellingLines telling;
  /// Bytes of the lines so far.
  uint64_t bytes = 0;

 private:
  void endLine();

  std::string line_;
  uint64_t lineBytes_ = 0;
};

/// Reads a text that passes by in pieces. Linear; memory is a few times the room.
class KindReader {
 public:
  /// What a preview may take, UTF-16 code units. `lines`: look for diffs and errors, too.
  KindReader(uint64_t maxUnits, bool lines);
  KindReader() : KindReader(0, false) {}

  void update(std::string_view utf8);
  /// At the end: the preview, at most the room long; empty when the text has no kind that shows
  /// more than its two ends do. `head` and `tail` are those ends, in bytes of the text.
  std::string finish(std::string_view head, std::string_view tail);

 private:
  /// Passes JSON on to the outlines, and what its strings hold to the lines.
  class Structure;

  static constexpr size_t kOutlines = 5;

  std::string outline(uint64_t maxUnits) const;
  std::string structure() const;
  std::string errors(std::string_view head, std::string_view tail) const;

  uint64_t maxUnits_;
  bool lines_;
  std::array<JsonOutline, kOutlines> outlines_;
  text::JsonStream json_;
  LineKinds text_;
  /// What the strings of a JSON text say.
  LineKinds strings_;
};

}  // namespace epitome
