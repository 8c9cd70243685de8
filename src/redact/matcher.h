/// Rules made ready, and what they find at a place of a text. Decides what is a secret; refuses to
/// know how the text comes and where it goes to.
#pragma once

#include <array>
#include <bitset>
#include <cstdint>
#include <expected>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "redact/pattern.h"

namespace epitome {
namespace redact {

/// What stands for a secret: this, the secret's kind, and `]`.
constexpr std::string_view kMarkerStart = "[redacted: ";

struct Place {
  /// Bytes that can be seen from a place.
  static constexpr size_t kAhead = 1024;
  static constexpr size_t kBehind = 160;

  /// What stands right before the place, at most kBehind bytes, from the end of the last marker on.
  std::string_view behind;
  /// What stands at the place and behind it, at most kAhead bytes: less only where the text ends
  /// or a marker begins.
  std::string_view ahead;
  /// A marker ends it.
  bool walled = false;
};

/// A secret that was found.
struct Found {
  /// Bytes from the place to the secret, and to its end.
  size_t from = 0;
  size_t to = 0;
  /// Empty: it is none, but nothing in it is one.
  std::string_view kind;
  /// What it goes on with behind `to`, as often as it fits; it ends where that marks something.
  const Pattern* tail = nullptr;
};

}  // namespace redact

/// What counts as a secret: the rules of rules.h and patterns of the host's own. Immutable while a
/// Redactor uses it; one serves any number of them.
class RedactionRules {
 public:
  static constexpr size_t kMostOwn = 64;
  /// Literal characters that a pattern of the host's own begins with, at the least.
  static constexpr size_t kLeastPrefix = 3;

  RedactionRules();
  RedactionRules(RedactionRules&&) = default;

  /// Also replaces what matches `pattern` (see redact::Pattern) by `[redacted: name]`. An error
  /// says in English what is wrong: a name other than 1 to 40 of a-z, 0-9 and dashes, a pattern
  /// that is refused, more than kMostOwn patterns.
  std::expected<void, std::string> add(std::string_view name, std::string_view pattern);

  /// Whether anything can begin with these three bytes: quick, and sometimes wrongly so.
  bool mayBegin(const char* text) const {
    return pairs_[byteOf(text[0]) * 256 + byteOf(text[1])] || triples_[slotOf(text)];
  }
  /// The secret that begins at the place; appends to `further` those that it announces.
  std::optional<redact::Found> findAt(const redact::Place& place,
                                      std::vector<redact::Found>& further) const;
  /// Bytes of a code that colours a terminal's text at the start of `text`, 0 for none.
  size_t codeLength(std::string_view text) const;
  redact::Sight sightOf(std::string_view text) const { return {.text = text, .parts = &parts_}; }

 private:
  enum class Type : uint8_t { kForm, kShape, kName, kOwn };
  struct Ready {
    Type type = Type::kOwn;
    std::string kind;
    redact::Pattern body;
    uint32_t flags = 0;
    redact::Pattern tail = {};
  };
  struct Start {
    std::string text;
    uint16_t rule = 0;
  };

  static size_t byteOf(char c) { return static_cast<uint8_t>(c); }
  static size_t slotOf(const char* text) {
    return (byteOf(text[0]) * 613 + byteOf(text[1]) * 8219 + byteOf(text[2]) * 53) % 65536;
  }

  void insert(Ready rule, std::string_view starts);
  void insertStart(std::string_view text);
  std::optional<redact::Found> match(const Start& start, const redact::Place& place) const;
  std::optional<redact::Found> named(const Start& start, const redact::Place& place) const;

  std::vector<Ready> rules_;
  std::vector<Start> starts_;
  redact::Parts parts_;
  std::vector<redact::Pattern> links_;
  redact::Pattern code_;
  /// What a long value goes on with.
  redact::Pattern wordTail_;
  /// Starts by their first byte, in their order.
  std::array<std::vector<uint16_t>, 256> byFirst_;
  std::bitset<65536> pairs_;
  std::bitset<65536> triples_;
  size_t own_ = 0;
};

/// 1 to 40 of a-z, 0-9 and dashes.
bool isKind(std::string_view name);

}  // namespace epitome
