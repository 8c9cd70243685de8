/// Sentences that a host has pinned: orders that hold whatever is folded, until the host or the
/// user takes them back.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "summary/user_words.h"

namespace epitome {

class Pins {
 public:
  static constexpr size_t kMost = 32;
  /// Of one pin, bytes of UTF-8.
  static constexpr size_t kMostBytes = 600;
  /// Of all of them as JSON text.
  static constexpr size_t kMostTogether = 8'000;

  /// One line of well-formed text; the newest stands last. False when it is empty or too long, or
  /// there are too many.
  bool add(std::string_view utf8);
  /// There is room for another one of that text.
  bool holds(std::string_view utf8) const;
  /// False when there is none like it.
  bool remove(std::string_view utf8);
  /// Takes off those that later words take back.
  void takeBack(std::span<const UserWords> words);

  const std::vector<std::string>& all() const { return pins_; }
  /// As the model reads them; empty when there are none.
  std::string text() const;

 private:
  std::vector<std::string> pins_;
};

}  // namespace epitome
