/// JSON text from outside as values that can be asked without harm. Decides what is JSON and how
/// deep it may nest; refuses to know what it means.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "text/later.h"

namespace epitome {

struct JsonValue {
  enum class Kind : uint8_t {
    kNull,
    kBoolean,
    /// A number with a fraction, below zero or beyond 64 bits: only `real` holds it.
    kReal,
    /// A whole number from zero on: `whole` holds it, and `real` as nearly as it can.
    kWhole,
    kText,
    kArray,
    kObject,
  };

  Kind kind = Kind::kNull;
  bool boolean = false;
  uint64_t whole = 0;
  double real = 0;
  std::string text;
  /// Elements of an array, or the members of an object beside their names.
  std::vector<JsonValue> values;
  std::vector<std::string> names;

  /// The last member of that name; null where there is none, or no object.
  const JsonValue* member(std::string_view name) const;
};

/// Nothing when the text is not one JSON object, nests deeper than a state does, or has more
/// values.
EPITOME_LATER std::optional<JsonValue> parseJsonObject(std::string_view text);

/// The same by the reader that is there from the start, made for options: numbers with a fraction
/// are read as text::decimalOf() promises.
std::optional<JsonValue> parseSmallObject(std::string_view text);

}  // namespace epitome
