#include "edits/edit.h"

#include <algorithm>

#include "text/hash.h"
#include "tokens/counter.h"

namespace epitome {
namespace {

/// Second halves of the keys of parts that are not known by their text.
constexpr uint64_t kReasoningContent = 0x7265'6173'6f6e'0001;
constexpr uint64_t kMediaContent = 0x6d65'6469'6100'0001;

/// An id of `kMostNameUnits` random characters, or a type with a size.
constexpr uint32_t kNameTokens = 40;

Piece words(std::string text) { return {PieceKind::kText, std::move(text), false}; }
Piece name(PieceKind kind, bool ofTarget = false) { return {kind, "", ofTarget}; }

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
      return {facts.callId, text::combine(facts.textHash, (uint64_t{facts.nameTokens} << 16U) +
                                                              (facts.flags & kHasMedia))};
  }
}

EditKey textKeyOf(const PartFacts& result) { return {result.callId, result.textHash}; }

uint32_t Edit::kept() const {
  uint32_t gone = 0;
  for (const TextCut& cut : cuts) gone += cut.to - cut.from;
  return total - std::min(gone, total);
}

uint32_t Edit::length() const {
  uint32_t length = kept();
  // The words of cuts are ASCII.
  for (const TextCut& cut : cuts) length += static_cast<uint32_t>(cut.text.size());
  return length;
}

TextCut headAndTail(uint32_t headEnd, uint32_t tailStart, uint32_t total) {
  const uint32_t kept = headEnd + (total - tailStart);
  return {headEnd, tailStart,
          "\n[... shortened: " + std::to_string(kept) + " of " + std::to_string(total) +
              " characters shown; call the tool again for the rest ...]\n"};
}

std::vector<Piece> placeholder(const Edit& edit) {
  switch (edit.kind) {
    case EditKind::kClear:
      return {words("[Output of "), name(PieceKind::kToolName),
              words(" cleared to save room: " + std::to_string(edit.total) +
                    " characters. Call the tool again if you need it.]")};
    case EditKind::kPoint:
      return {words("[Same output as that of call "), name(PieceKind::kCallId, true),
              words(": see there.]")};
    case EditKind::kOutdated:
      return {words("[Outdated: call "), name(PieceKind::kCallId, true),
              words(" tells what it is like by now.]")};
    case EditKind::kMedia:
      return {words("["), name(PieceKind::kMediaType), words(" removed to save room: "),
              name(PieceKind::kMediaSize), words("]")};
    case EditKind::kTrim:
    case EditKind::kDrop:
      break;
  }
  return {};
}

uint32_t placeholderTokens(const Edit& edit, uint32_t nameTokens, Family family) {
  uint32_t tokens = 0;
  for (const Piece& piece : placeholder(edit)) {
    if (piece.kind == PieceKind::kText) {
      tokens += tokensOfText(piece.text, family);
    } else {
      tokens += piece.kind == PieceKind::kToolName ? nameTokens + 1 : kNameTokens;
    }
  }
  return tokens;
}

bool isMended(const PartFacts& part) {
  return (part.flags & kIllFormed) != 0 && (part.flags & (kOpaque | kFaulty)) == 0;
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

bool isClearableMedia(const PartFacts& part) {
  return part.kind == PartKind::kMedia &&
         (part.flags & (kProviderExecuted | kOpaque | kFaulty)) == 0;
}

bool fits(EditKind kind, const Transcript& transcript, uint32_t message, uint32_t part) {
  switch (kind) {
    case EditKind::kDrop:
      return transcript.part(message, part).kind == PartKind::kReasoning;
    case EditKind::kMedia:
      return isClearableMedia(transcript.part(message, part));
    case EditKind::kClear:
    case EditKind::kOutdated:
      return isClientResult(transcript, message, part);
    case EditKind::kTrim:
    case EditKind::kPoint:
      break;
  }
  return isCuttableResult(transcript, message, part);
}

}  // namespace epitome
