/// Long base64 runs in a text that passes by in pieces, each replaced by one short note. Decides
/// what counts as such a run; refuses to know where the text comes from.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <string>
#include <string_view>

namespace epitome {

/// A run is at least kMinRun characters of the base64 alphabets (standard and URL-safe) without a
/// separator, whose first kMinRun hold an upper-case letter, a lower-case letter and a digit, or
/// that stands right behind "base64,". So ruler lines, hex dumps and a letter repeated a thousand
/// times stay as they are. Linear, and the result does not depend on how the text was cut into
/// pieces.
class Base64Runs {
 public:
  static constexpr uint32_t kMinRun = 256;

  /// Calls `emit(std::string_view)` for what stays and for the notes, in order.
  template <typename Emit>
  void update(std::string_view piece, Emit&& emit);

  /// At the end of the text: emits what was held back, and starts anew.
  template <typename Emit>
  void finish(Emit&& emit);

 private:
  enum class Mode : uint8_t {
    /// In `held_` is the beginning of a run, possibly empty.
    kUndecided,
    /// In a run that is replaced.
    kReplacing,
    /// In a run that stays.
    kPassing,
  };

  static bool inAlphabet(char c);
  static bool looksEncoded(std::string_view start);
  static size_t runEnd(std::string_view text, size_t from);
  std::string note() const;

  /// "base64," is what stands before position `at` of a piece.
  bool announcedAt(std::string_view piece, size_t at) const;
  void remember(std::string_view piece);

  Mode mode_ = Mode::kUndecided;
  std::string held_;
  bool announced_ = false;
  /// The last bytes that passed, as many as "base64," has.
  std::string before_;
  uint64_t count_ = 0;
};

/// `text` with its long base64 runs replaced.
std::string withoutBase64(std::string_view text);

inline bool Base64Runs::inAlphabet(char c) {
  static constexpr std::array<bool, 256> kTable = [] {
    std::array<bool, 256> table{};
    for (char letter = 'a'; letter <= 'z'; ++letter) table[static_cast<uint8_t>(letter)] = true;
    for (char letter = 'A'; letter <= 'Z'; ++letter) table[static_cast<uint8_t>(letter)] = true;
    for (char digit = '0'; digit <= '9'; ++digit) table[static_cast<uint8_t>(digit)] = true;
    for (const char other : {'+', '/', '=', '-', '_'}) table[static_cast<uint8_t>(other)] = true;
    return table;
  }();
  return kTable[static_cast<uint8_t>(c)];
}

inline size_t Base64Runs::runEnd(std::string_view text, size_t from) {
  size_t at = from;
  while (at < text.size() && inAlphabet(text[at])) ++at;
  return at;
}

template <typename Emit>
void Base64Runs::update(std::string_view piece, Emit&& emit) {
  // [from, at) was read and stays, but has not been emitted. `at` is where a run may start.
  size_t from = 0;
  size_t at = 0;
  while (at < piece.size()) {
    if (mode_ == Mode::kUndecided && held_.empty()) {
      // No run of kMinRun starts before the last separator among the next kMinRun characters, so
      // only few of them are looked at.
      const size_t window = std::min<size_t>(piece.size() - at, kMinRun);
      size_t start = at + window;
      while (start > at && inAlphabet(piece[start - 1])) --start;
      const bool separated = start > at;
      const bool last = at + window == piece.size();
      at = start;
      if (separated && !last) continue;
      if (at == piece.size()) break;
      announced_ = announcedAt(piece, at);
    }
    const size_t end = runEnd(piece, at);
    const std::string_view run = piece.substr(at, end - at);
    if (mode_ == Mode::kUndecided) {
      const size_t total = held_.size() + run.size();
      if (total >= kMinRun) {
        std::string start = held_;
        start.append(run.substr(0, kMinRun - held_.size()));
        if (announced_ || looksEncoded(start)) {
          if (at > from) emit(piece.substr(from, at - from));
          mode_ = Mode::kReplacing;
          count_ = held_.size();
        } else {
          if (!held_.empty()) emit(std::string_view(held_));
          mode_ = Mode::kPassing;
        }
        held_.clear();
      } else if (end == piece.size()) {
        if (at > from) emit(piece.substr(from, at - from));
        held_.append(run);
        remember(piece);
        return;
      } else {
        emit(std::string_view(held_));
        held_.clear();
      }
    }
    if (mode_ == Mode::kReplacing) {
      count_ += run.size();
      from = end;
    }
    at = end;
    if (at == piece.size()) break;
    // The character at `at` is outside the alphabet and ends the run.
    if (mode_ == Mode::kReplacing) emit(std::string_view(note()));
    mode_ = Mode::kUndecided;
  }
  if (at > from) emit(piece.substr(from, at - from));
  remember(piece);
}

template <typename Emit>
void Base64Runs::finish(Emit&& emit) {
  if (mode_ == Mode::kReplacing) emit(std::string_view(note()));
  if (!held_.empty()) emit(std::string_view(held_));
  mode_ = Mode::kUndecided;
  held_.clear();
  before_.clear();
  announced_ = false;
  count_ = 0;
}

}  // namespace epitome
