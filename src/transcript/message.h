/// What a message is to the core: a role, and parts that have a kind, flags, ids and a text that
/// passes by in pieces. This file decides the neutral vocabulary that every dialect is translated
/// into; it refuses to know any host's message shape, and it stores nothing.
#pragma once

#include <cstdint>
#include <string_view>

#include "tokens/media.h"

namespace epitome {

/// The values cross the boundary: js/dialects/dialect.ts mirrors them, and a test compares
/// the two.
enum class Role : uint8_t { kSystem = 0, kUser = 1, kAssistant = 2, kTool = 3, kOther = 4 };
inline constexpr uint8_t kRoleCount = 5;

/// The words of these messages are orders: carried verbatim when they are folded. A system message
/// is the host's own; where it stands amid a conversation it is folded like any other.
constexpr bool givesOrders(Role role) { return role == Role::kUser || role == Role::kSystem; }

enum class PartKind : uint8_t {
  kText = 0,
  kReasoning = 1,
  /// Its text is the JSON of the call's input.
  kToolCall = 2,
  /// In a tool message a client result; in an assistant message a provider-executed one.
  kToolResult = 3,
  /// An image or file. Its bytes never cross: media type, byte length and pixel size stand for it.
  kMedia = 4,
  kApprovalRequest = 5,
  kApprovalResponse = 6,
  /// Anything else, kept byte for byte.
  kCustom = 7,
};
inline constexpr uint8_t kPartKindCount = 8;

/// Bit set of a part.
enum PartFlag : uint16_t {
  kProviderExecuted = 1,
  /// The tool failed: `error-text`, `error-json`, `isError`.
  kError = 2,
  /// The user or a policy denied the call.
  kDenied = 4,
  /// The text is JSON: a cut may not split one of its escapes.
  kJson = 8,
  /// Signed, encrypted or a provider's own compaction block: byte for byte, or gone with its unit.
  kOpaque = 16,
  /// A tool result that holds images or files beside its text: never trimmed.
  kHasMedia = 32,
  /// The host's part could not be read fully (missing id, throwing getter, not serialisable).
  kFaulty = 64,
  /// A text of the part holds half of a surrogate pair: providers refuse it.
  kIllFormed = 128,
  /// The user's words in a message that is a tool message otherwise: text, as Anthropic's API has
  /// it, or what a tool brought that puts questions to the user.
  kUserWords = 256,
  /// Reasoning whose signature covers all that the request had before it: refused once that
  /// changes.
  kBound = 512,
  /// A call whose input is no JSON object in the host's message: the text is what the view shows.
  kInvalidInput = 1024,
};

/// Bit set of a message.
enum MessageFlag : uint16_t {
  /// The host's content is a string, not parts.
  kStringContent = 1,
  /// The message could not be read fully; it is carried as it is and never edited.
  kMessageFaulty = 2,
  /// The host wants to have it verbatim in every view.
  kPinned = 4,
  /// The host wants it to stay for longer than others.
  kPriority = 8,
  /// Reasoning of it is `kBound`; the core's own.
  kThinks = 16,
};

/// The texts that a part carries. A field arrives in one or more pieces, in this order of fields.
enum class Field : uint8_t {
  kCallId = 0,
  kApprovalId = 1,
  kToolName = 2,
  kMediaType = 3,
  kText = 4
};
inline constexpr uint8_t kFieldCount = 5;

/// Receives a message as it is read: on arrival, and again when a rewrite wants its text.
///
/// Order of calls: beginMessage, then per part beginPart, the pieces of its short fields, its
/// attachments and the pieces of its text, then endMessage. A media type behind an attachment is
/// that attachment's. Text is UTF-8; a piece never splits a code point. Ill-formed bytes may occur
/// all the same (the boundary is fuzzed) and count as U+FFFD.
class MessageSink {
 public:
  virtual ~MessageSink() = default;
  virtual void beginMessage(Role role, uint16_t flags) = 0;
  virtual void beginPart(PartKind kind, uint16_t flags, const MediaFacts& media) = 0;
  /// What a part carries beside its text that is not text: an image in a tool result, sealed data.
  virtual void attachment(const MediaFacts& /*media*/) {}
  virtual void fieldPiece(Field field, std::string_view utf8) = 0;
  virtual void endMessage() = 0;
};

}  // namespace epitome
