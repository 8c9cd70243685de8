/// Reading values that have to be there and of one kind. Decides what is a whole number, an amount,
/// a fingerprint; refuses to know what they are for.
#pragma once

#include <charconv>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "budget/budget.h"
#include "session/json_reader.h"

namespace epitome {

/// Entries of any list: as many as the largest state has bytes.
inline constexpr size_t kMaxEntries = kMostStateBytes;

/// Reads values that must be there and of one kind. A value that is not answers as zero or empty,
/// and `good` tells at the end whether there was one.
class Checked {
 public:
  using Kind = JsonValue::Kind;

  bool good() const { return good_; }
  void demand(bool condition) { good_ = good_ && condition; }

  /// A whole number in [0, most].
  uint64_t number(const JsonValue* value, uint64_t most) {
    return is(value, Kind::kWhole) && fits(value->whole <= most) ? value->whole : 0;
  }

  /// Any word: tokens of a bill, a fingerprint of 32 bits.
  uint32_t word(const JsonValue* value) { return static_cast<uint32_t>(number(value, UINT32_MAX)); }

  /// A count or a place: the largest word stands for none.
  uint32_t number32(const JsonValue* value) {
    return static_cast<uint32_t>(number(value, 0xFFFF'FFFE));
  }

  bool boolean(const JsonValue* value) { return is(value, Kind::kBoolean) && value->boolean; }

  /// An amount of tokens or a fraction of a budget.
  Amount amount(const JsonValue* value) {
    const bool isNumber =
        value != nullptr && (value->kind == Kind::kWhole || value->kind == Kind::kReal);
    return fits(isNumber && value->real > 0 && value->real < 1e15) ? Amount{value->real} : Amount{};
  }

  /// What a token costs; zero is allowed.
  double price(const JsonValue* value) {
    const bool isNumber =
        value != nullptr && (value->kind == Kind::kWhole || value->kind == Kind::kReal);
    return fits(isNumber && value->real >= 0 && value->real < 1e9) ? value->real : 0;
  }

  std::string_view text(const JsonValue* value) {
    return is(value, Kind::kText) ? std::string_view(value->text) : std::string_view();
  }

  /// A fingerprint.
  uint64_t hex(const JsonValue* value) {
    const std::string digits(text(value));
    uint64_t fingerprint = 0;
    const char* end = digits.c_str() + digits.size();
    const auto [stop, error] = std::from_chars(digits.c_str(), end, fingerprint, 16);
    demand(digits.size() == 16 && error == std::errc() && stop == end);
    return fingerprint;
  }

  std::span<const JsonValue> list(const JsonValue* value) {
    if (!is(value, Kind::kArray) || !fits(value->values.size() <= kMaxEntries)) return {};
    return value->values;
  }

  /// The elements of a list of known length; null when it has another.
  const JsonValue* row(const JsonValue* value, size_t length) {
    const std::span<const JsonValue> elements = list(value);
    return fits(elements.size() == length) ? elements.data() : nullptr;
  }

  std::vector<std::string> textList(const JsonValue* value) {
    std::vector<std::string> texts;
    for (const JsonValue& entry : list(value)) texts.emplace_back(text(&entry));
    return texts;
  }

  std::vector<uint64_t> hexList(const JsonValue* value) {
    std::vector<uint64_t> fingerprints;
    for (const JsonValue& entry : list(value)) fingerprints.push_back(hex(&entry));
    return fingerprints;
  }

 private:
  bool fits(bool condition) {
    demand(condition);
    return condition;
  }
  bool is(const JsonValue* value, Kind kind) {
    return fits(value != nullptr && value->kind == kind);
  }

  bool good_ = true;
};

}  // namespace epitome
