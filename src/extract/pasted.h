/// What of a text was pasted into it: rows of a log or a table, code, markup, data. Decides by what
/// lines look like and by how many look alike; refuses to know what the others say.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace epitome {

/// Counts lines that look alike. Memory is bounded: 8,192 looks.
class LineLooks {
 public:
  /// So many lines make a paste.
  static constexpr uint32_t kRows = 20;

  void add(std::string_view line);
  /// It is one of many that differ in numbers alone, or have the signs of a row, of code or of data
  /// and ask for nothing.
  bool isRow(std::string_view line) const;

 private:
  std::unordered_map<uint64_t, uint32_t> counts_;
  uint32_t data_ = 0;
};

/// Of one text. Linear.
class Pasted {
 public:
  explicit Pasted(std::string_view text);

  bool any() const { return !stretches_.empty(); }
  /// `piece` is a view into the text.
  bool holds(std::string_view piece) const;

 private:
  struct Stretch {
    const char* begin;
    const char* end;
  };
  void add(std::string_view stretch);

  /// Ascending, none within another.
  std::vector<Stretch> stretches_;
};

/// The rest of a long text of the user while it passes by: of its middle the sentences that say
/// most and are not pasted, and its end. Lengths in bytes. Linear; memory is bounded by about four
/// times both.
class LongText {
 public:
  LongText(size_t middle, size_t end) : mostMiddle_(middle), mostEnd_(end) {}

  /// Where the beginning, which is kept elsewhere, ends within a block of code, the rest begins in
  /// it.
  void begin(bool fenced) { fenced_ = begunFenced_ = fenced; }
  void update(std::string_view utf8);
  /// Lines with an ellipsis where something is left out.
  std::string take();

 private:
  struct Kept {
    std::string text;
    uint64_t worth = 0;
  };

  /// What lies before the end goes to the middle.
  void pass();
  void line(std::string_view line);
  void keepBest(size_t bytes);

  size_t mostMiddle_;
  size_t mostEnd_;
  std::string end_;
  /// A line of the middle that goes on.
  std::string open_;
  bool tooLong_ = false;
  bool fenced_ = false;
  bool begunFenced_ = false;
  LineLooks looks_;
  std::vector<Kept> kept_;
  size_t keptBytes_ = 0;
};

}  // namespace epitome
