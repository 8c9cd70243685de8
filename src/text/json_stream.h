/// JSON as it passes by in pieces: a strict reading without a tree.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace epitome::text {

/// What a JSON text is made of, in its order. What was passed on before a text turns out to be no
/// JSON stays passed on: see JsonStream::valid().
class JsonSink {
 public:
  /// An array or an object begins.
  virtual void open(bool array) = 0;
  virtual void close() = 0;
  /// The name of a member, or a value.
  virtual void beginString(bool name) = 0;
  /// A run of its characters as they are written.
  virtual void plain(std::string_view run) = 0;
  /// An escape that stands for the code unit `unit`: a pair comes as two.
  virtual void escape(uint32_t unit) = 0;
  virtual void endString() = 0;
  /// A number, true, false or null begins; its characters follow in pieces.
  virtual void beginScalar() {}
  virtual void scalar(std::string_view piece) = 0;
  virtual void endScalar() = 0;

 protected:
  ~JsonSink() = default;
};

/// Reads one JSON value (RFC 8259) and passes it to a sink. Pieces do not split code points;
/// ill-formed UTF-8 inside strings is passed on. Linear; memory is O(1).
class JsonStream {
 public:
  /// Deeper nesting counts as no JSON.
  static constexpr uint32_t kMaxDepth = 64;

  void update(std::string_view piece, JsonSink& sink);
  /// Call at the end of the text: a number there ends with it. True when the whole was one JSON
  /// value.
  bool finish(JsonSink& sink);
  /// False as soon as the text can no longer become JSON; nothing is passed on from there.
  bool valid() const { return state_ != State::kBroken; }

 private:
  enum class State : uint8_t {
    kValue,
    /// Behind `[`: a value or the end.
    kFirstElement,
    /// Behind `{`: a name or the end.
    kFirstName,
    kName,
    kColon,
    /// Behind a value: a comma, the end of its container, or that of the text.
    kAfter,
    kString,
    kBackslash,
    kHex,
    kNumber,
    kWord,
    kBroken,
  };
  /// How far a number has come.
  enum class Number : uint8_t {
    kSign,
    kZero,
    kWhole,
    kPoint,
    kFraction,
    kExponent,
    kExponentSign,
    kExponentDigits,
  };

  size_t structure(std::string_view rest, JsonSink& sink);
  size_t string(std::string_view rest, JsonSink& sink);
  void backslash(char c, JsonSink& sink);
  void hex(char c, JsonSink& sink);
  size_t number(std::string_view rest, JsonSink& sink);
  size_t word(std::string_view rest, JsonSink& sink);
  bool numberTakes(char c);
  bool numberEnds() const;
  void endNumber(JsonSink& sink);
  void beginValue(char c, JsonSink& sink);
  void pop(bool array, JsonSink& sink);
  bool inArray() const { return (arrays_ >> (depth_ - 1) & 1U) != 0; }

  State state_ = State::kValue;
  Number number_ = Number::kSign;
  bool name_ = false;
  uint32_t depth_ = 0;
  /// A bit a level: it is an array.
  uint64_t arrays_ = 0;
  uint32_t hexValue_ = 0;
  uint32_t hexLeft_ = 0;
  /// What is still to come of true, false or null.
  std::string_view word_;
};

}  // namespace epitome::text
