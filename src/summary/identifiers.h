/// What in a text names something: paths, addresses, hashes, versions, numbers, code symbols, error
/// messages. Decides where each begins and ends and of which kind it is; refuses to know which of
/// them matter and whether they are true.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace epitome {

/// The values may travel in a state: only append.
enum class IdentifierKind : uint8_t {
  kPath = 0,
  kUrl = 1,
  /// Hexadecimal, seven digits or more with a digit and a letter among them; colours (#0088ff).
  kHash = 2,
  kUuid = 3,
  /// Dotted numbers: versions, and the addresses of machines.
  kVersion = 4,
  kNumber = 5,
  kEmail = 6,
  /// Names as code writes them, and codes of capitals and digits.
  kSymbol = 7,
  /// `#123`, `ABC-123`.
  kIssue = 8,
  /// A date, a time of day, or both.
  kTime = 9,
  /// From the word that says so to the end of the line.
  kErrorText = 10,
  kFlag = 11,
};
inline constexpr uint8_t kIdentifierKindCount = 12;

struct Identifier {
  IdentifierKind kind = IdentifierKind::kPath;
  /// Surely one. What only may be one is reported too: a number without a unit, two words with a
  /// slash between them. It is worth nothing as a fact, but what is read there does occur.
  bool sure = false;
  /// The number has a unit or a currency, or a decimal point.
  bool measured = false;
  /// Bytes [begin, end) of the text.
  uint64_t begin = 0;
  uint64_t end = 0;
  /// Those bytes; valid during the call.
  std::string_view text;

  bool operator==(const Identifier&) const = default;
};

class IdentifierSink {
 public:
  /// In the order of the text, but for an error, which comes behind those inside its line. Parts of
  /// one may follow as identifiers that are not sure.
  virtual void identifier(const Identifier& found) = 0;

 protected:
  ~IdentifierSink() = default;
};

/// Finds the identifiers of a text that passes by in pieces; how it was cut does not matter.
/// Linear; memory is O(1). Words longer than 1,024 bytes are none; lines longer than 4,096 bytes
/// are read in parts.
class IdentifierReader {
 public:
  explicit IdentifierReader(IdentifierSink& sink) : sink_(sink) {}

  void update(std::string_view utf8);
  /// The text ends here; the next piece begins another one at offset 0.
  void finish();

 private:
  void flush();

  IdentifierSink& sink_;
  std::string line_;
  /// Of the first byte of `line_`.
  uint64_t offset_ = 0;
  /// Inside a word that is too long.
  bool skipping_ = false;
};

/// The same for a whole text.
void findIdentifiers(std::string_view utf8, IdentifierSink& sink);

}  // namespace epitome
