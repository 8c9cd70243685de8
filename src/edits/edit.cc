#include "edits/edit.h"

#include <algorithm>

#include "text/hash.h"
#include "tokens/counter.h"

namespace epitome {
namespace {

/// Second halves of the keys of parts that are not known by their text.
constexpr uint64_t kReasoningContent = 0x7265'6173'6f6e'0001;
constexpr uint64_t kMediaContent = 0x6d65'6469'6100'0001;
constexpr uint64_t kInputContent = 0x696e'7075'7400'0001;

/// Shorter inputs are no reason for anything, UTF-16 code units.
constexpr uint32_t kLeastInputUnits = 1'000;
/// All parts of a message are looked at for each of its calls.
constexpr uint32_t kMostParts = 256;

/// An id of `kMostNameUnits` random characters.
constexpr uint32_t kNameTokens = 40;

Piece words(std::string text) { return {PieceKind::kText, std::move(text), false}; }
Piece name(PieceKind kind, bool ofTarget = false) { return {kind, "", ofTarget}; }
Piece ofMedia(PieceKind kind, uint32_t item) { return {kind, "", false, item}; }

/// The images and files that a cleared result held.
void listMedia(std::vector<Piece>& pieces, uint32_t count) {
  for (uint32_t i = 0; i < std::min<uint32_t>(count, kMostNamedMedia); ++i) {
    pieces.push_back(words(", "));
    pieces.push_back(ofMedia(PieceKind::kMediaType, i));
    pieces.push_back(words(" ("));
    pieces.push_back(ofMedia(PieceKind::kMediaSize, i));
    pieces.push_back(words(")"));
  }
  if (count <= kMostNamedMedia) return;
  pieces.push_back(words(", " + std::to_string(count - kMostNamedMedia) + " more images or files"));
}

/// A line for each image or file that is gone.
void mediaNotes(std::vector<Piece>& pieces, uint32_t count) {
  for (uint32_t i = 0; i < std::min<uint32_t>(count, kMostNamedMedia); ++i) {
    pieces.push_back(words(i > 0 ? "\n[" : "["));
    pieces.push_back(ofMedia(PieceKind::kMediaType, i));
    pieces.push_back(words(" removed to save space: "));
    pieces.push_back(ofMedia(PieceKind::kMediaSize, i));
    pieces.push_back(words("]"));
  }
  if (count <= kMostNamedMedia) return;
  pieces.push_back(words("\n[" + std::to_string(count - kMostNamedMedia) +
                         " more images or files removed to save space]"));
}

}  // namespace

EditKey keyOf(const Transcript& transcript, uint32_t message, uint32_t part) {
  const PartFacts& facts = transcript.part(message, part);
  switch (facts.kind) {
    case PartKind::kReasoning:
      return {transcript[message].anchor, kReasoningContent};
    case PartKind::kMedia:
      return {transcript[message].anchor, kMediaContent + part};
    default:
      // Of results with one text and one id, another tool's has edits of its own, as has one with
      // media.
      return {facts.callId,
              text::combine(textKeyOf(facts).content,
                            (uint64_t{facts.nameTokens} << 16U) + (facts.flags & kHasMedia))};
  }
}

EditKey textKeyOf(const PartFacts& part) {
  return textKeyOf(part.kind, part.callId, part.textHash);
}

EditKey textKeyOf(PartKind kind, uint64_t callId, uint64_t textHash) {
  const bool input = kind == PartKind::kToolCall;
  return {callId, input ? text::combine(textHash, kInputContent) : textHash};
}

TextCut inputCut(uint32_t from, uint32_t to, uint32_t total, uint32_t handle,
                 std::string_view closing) {
  const std::string rest =
      handle > 0 ? "; recall message " + std::to_string(handle) + " for the rest" : std::string();
  std::string text = "[... " + std::to_string(total - (to - from)) + " of " +
                     std::to_string(total) +
                     " characters of this input shown, the tool was given all" + rest + " ...]";
  return {from, to, text += closing};
}

TextCut headAndTail(uint32_t headEnd, uint32_t tailStart, uint32_t total, uint32_t handle) {
  const uint32_t kept = headEnd + (total - tailStart);
  const std::string rest = handle > 0 ? "recall message " + std::to_string(handle) + " for the rest"
                                      : std::string("repeat the call only if you need the rest");
  return {headEnd, tailStart,
          "\n[... " + std::to_string(kept) + " of " + std::to_string(total) +
              " characters shown; " + rest + " ...]\n"};
}

std::vector<Piece> placeholder(const Edit& edit, const PartFacts& part) {
  const bool result = part.kind == PartKind::kToolResult;
  std::vector<Piece> pieces;
  switch (edit.kind) {
    case EditKind::kClear:
      pieces = {words("[Output of "), name(PieceKind::kToolName),
                words(" removed to save space: " + std::to_string(edit.total) + " characters")};
      if ((part.flags & kHasMedia) != 0) listMedia(pieces, part.media);
      pieces.push_back(words(
          edit.handle > 0 ? ". Recall message " + std::to_string(edit.handle) + " to read it.]"
                          : std::string(". Repeat the call only if you need it.]")));
      break;
    case EditKind::kPoint:
      return {words("[Same output as call "), name(PieceKind::kCallId, true),
              words(". See that result.]")};
    case EditKind::kOutdated:
      return {words("[Outdated. See the newer output of call "), name(PieceKind::kCallId, true),
              words(".]")};
    case EditKind::kMedia:
      if (result && part.units > 0) pieces = {name(PieceKind::kOwnText), words("\n")};
      mediaNotes(pieces, result ? part.media : 1);
      break;
    case EditKind::kTrim:
    case EditKind::kDrop:
      break;
  }
  return pieces;
}

uint32_t placeholderTokens(const Edit& edit, const PartFacts& part, uint32_t nameTokens,
                           Family family) {
  // It names another result, or the images and files that are gone.
  uint32_t tokens = edit.namesAnother() ? 0 : part.mediaNames;
  for (const Piece& piece : placeholder(edit, part)) {
    switch (piece.kind) {
      case PieceKind::kText:
        tokens += tokensOfText(piece.text, family);
        break;
      case PieceKind::kToolName:
        tokens += nameTokens + 1;
        break;
      case PieceKind::kCallId:
        tokens += kNameTokens;
        break;
      case PieceKind::kMediaType:
      case PieceKind::kMediaSize:
      case PieceKind::kOwnText:
        // Counted elsewhere: the words around it may take a token more beside it.
        ++tokens;
        break;
    }
  }
  return tokens;
}

uint32_t tokensReplaced(EditKind kind, const PartFacts& part) {
  if (part.kind == PartKind::kMedia) return part.tokens;
  if (kind == EditKind::kMedia) return part.mediaTokens;
  return (part.flags & kHasMedia) != 0 ? part.tokens : part.textTokens;
}

bool isMended(const PartFacts& part) {
  return (part.flags & (kIllFormed | kInvalidInput)) != 0 &&
         (part.flags & (kOpaque | kFaulty)) == 0;
}

bool isClientResult(const Transcript& transcript, uint32_t message, uint32_t part) {
  const MessageFacts& facts = transcript[message];
  const PartFacts& result = transcript.part(message, part);
  return result.kind == PartKind::kToolResult && facts.role == Role::kTool &&
         (facts.flags & kMessageFaulty) == 0 &&
         (result.flags & (kProviderExecuted | kOpaque | kFaulty)) == 0;
}

bool isCuttableResult(const Transcript& transcript, uint32_t message, uint32_t part) {
  return isClientResult(transcript, message, part) &&
         (transcript.part(message, part).flags & kHasMedia) == 0;
}

bool isCuttableInput(const Transcript& transcript, uint32_t message, uint32_t part) {
  const MessageFacts& facts = transcript[message];
  const PartFacts& call = transcript.part(message, part);
  constexpr uint32_t kNever = kProviderExecuted | kOpaque | kFaulty | kIllFormed | kInvalidInput;
  const bool plain = call.kind == PartKind::kToolCall && facts.role == Role::kAssistant &&
                     (facts.flags & kMessageFaulty) == 0 && (call.flags & kNever) == 0 &&
                     (call.flags & kJson) != 0 && call.units >= kLeastInputUnits &&
                     facts.partCount <= kMostParts;
  // What was thought may be bound to the very call that it led to.
  return plain && std::ranges::none_of(transcript.parts(message), [](const PartFacts& other) {
           return other.kind == PartKind::kReasoning || other.kind == PartKind::kCustom;
         });
}

bool isClearableMedia(const Transcript& transcript, uint32_t message, uint32_t part) {
  const PartFacts& facts = transcript.part(message, part);
  if (facts.kind == PartKind::kMedia) {
    return (transcript[message].flags & kMessageFaulty) == 0 &&
           (facts.flags & (kProviderExecuted | kOpaque | kFaulty)) == 0;
  }
  return isClientResult(transcript, message, part) && (facts.flags & kHasMedia) != 0 &&
         facts.media > 0;
}

bool fits(EditKind kind, const Transcript& transcript, uint32_t message, uint32_t part) {
  switch (kind) {
    case EditKind::kDrop:
      return transcript.part(message, part).kind == PartKind::kReasoning;
    case EditKind::kMedia:
      return isClearableMedia(transcript, message, part);
    case EditKind::kClear:
    case EditKind::kOutdated:
      return isClientResult(transcript, message, part);
    case EditKind::kTrim:
      if (isCuttableInput(transcript, message, part)) return true;
      break;
    case EditKind::kPoint:
      break;
  }
  return isCuttableResult(transcript, message, part);
}

}  // namespace epitome
