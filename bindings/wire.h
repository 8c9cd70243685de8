/// How messages and answers are laid out in the one byte buffer that crosses the boundary. Every
/// byte that comes in is checked here. js/engine/ mirrors the layout: record-writer.ts what comes
/// in; view-reader.ts, turn-reader.ts and engine-session.ts what goes out.
///
/// In: a sequence of records, little-endian, each starting on a multiple of four bytes.
///   message  [1 | role << 8 | flags << 16]
///   part     [2 | kind << 8 | flags << 16], and for media its facts
///   field    [3 | field << 8], byteLength, UTF-8 padded to a multiple of four
///   end      [4]
///   attached [5], facts: before the part's text; a media type right behind it is its own
///   facts    byteLength, width, height, length, shape | detail << 8
/// A message may go on in the next buffer after any record; a long text comes as several field
/// records.
#pragma once

#include <cstdint>
#include <expected>
#include <span>
#include <string_view>
#include <vector>

#include "session/session.h"

namespace epitome::wire {

/// Raised whenever a layout or calls.def changes: loader and core must agree.
inline constexpr uint32_t kVersion = 12;

enum class Record : uint8_t { kMessage = 1, kPart = 2, kField = 3, kEnd = 4, kAttached = 5 };

/// Reads records into a sink; remembers between buffers where it is in a message.
class Decoder {
 public:
  /// kMalformedInput when a record is cut off, unknown or out of order; what came before it has
  /// reached the sink.
  std::expected<void, ErrorCode> decode(std::span<const uint8_t> bytes, MessageSink& sink);
  /// A message has begun and not ended.
  bool inMessage() const { return inMessage_; }
  void reset();

 private:
  bool inMessage_ = false;
  bool inPart_ = false;
};

/// Writes answers: words and texts, each on a multiple of four bytes.
class Encoder {
 public:
  void clear() { bytes_.clear(); }
  void word(uint32_t value);
  /// How many, then each.
  void words(std::span<const uint32_t> values);
  /// Two words, the low one first.
  void fingerprint(uint64_t value);
  /// Byte length, then UTF-8 padded to a multiple of four.
  void text(std::string_view utf8);
  /// Bare bytes, for answers that are one text.
  void raw(std::string_view utf8);
  std::span<const uint8_t> bytes() const { return bytes_; }

 private:
  std::vector<uint8_t> bytes_;
};

/// [how, common, knownRun, n, n x (known, begin, count)]
void encode(Encoder& out, const Attached& attached);
/// The segments, then the blocks behind them, under the fingerprints of their texts:
/// [s, s x (id low, id high, text), i, i x (op, message, count, c, c x change)]
/// change: [part, ChangeKind], for kCut [from, to, text], for kReplace
/// [n, n x (PieceKind, text | message, part | message, part, item)]: the message and part that a
/// name is taken of, and for types and sizes which image or file of a result.
void encode(Encoder& out, const Run& run, const Decisions& decisions);
/// [kind, maxOutputTokens, attempt, first message, last message, system text, prompt text]
void encode(Encoder& out, const SummaryRequest& request);
/// [n, n x message index, tokens, prompt text, silent token text, f, f x (IdentifierKind, message
/// number, text)]
void encode(Encoder& out, const TurnRequest& request);

}  // namespace epitome::wire
