#include "transcript/transcript.h"

#include <algorithm>
#include <limits>

#include "text/json_escape.h"
#include "text/utf.h"
#include "tokens/counter.h"

namespace epitome {
namespace {

/// Of a tool's name that globs are matched with.
constexpr size_t kMostNameBytes = 256;

/// The braces, types and field names of a part, bytes.
constexpr uint32_t kPartBytes = 120;

bool isSpace(char c) { return c == ' ' || c == '\n' || c == '\t' || c == '\r'; }

uint32_t saturated(uint64_t value) {
  return static_cast<uint32_t>(std::min<uint64_t>(value, std::numeric_limits<uint32_t>::max()));
}

/// As they are sent: files in base64, texts and what is sealed as they are, nothing of what lies
/// elsewhere.
uint64_t bytesOf(const MediaFacts& media) {
  const bool asIs = media.shape == MediaShape::kSealed || media.shape == MediaShape::kText;
  return asIs ? media.byteLength : (uint64_t{media.byteLength} + 2) / 3 * 4;
}

/// Of a media type that a placeholder names, UTF-16 units, and the most bytes that they take.
constexpr size_t kMostTypeUnits = 64;
constexpr size_t kMostTypeBytes = 3 * kMostTypeUnits;

/// As placeholders tell it (`mediaSize` of js/dialects/part-facts.ts).
std::string sizeText(const MediaFacts& media) {
  std::string text;
  if (media.widthPixels > 0 && media.heightPixels > 0) {
    text =
        std::to_string(media.widthPixels) + " x " + std::to_string(media.heightPixels) + " pixels";
  }
  if (media.byteLength > 0) text += ", " + std::to_string(media.byteLength) + " bytes";
  return text.empty() ? "size unknown" : text;
}

}  // namespace

uint64_t idFingerprint(const text::Hasher& hasher) { return hasher.digest() | 1U; }

std::span<const PartFacts> Transcript::parts(uint32_t message) const {
  const MessageFacts& facts = messages_[message];
  return parts_.run(facts.firstPart, facts.partCount);
}

const PartFacts& Transcript::part(uint32_t message, uint32_t part) const {
  return parts(message)[part];
}

void Transcript::append(const MessageFacts& facts, std::span<const PartFacts> parts) {
  MessageFacts copy = facts;
  copy.firstPart = parts_.append(parts);
  copy.partCount = static_cast<uint32_t>(parts.size());
  messages_.append(std::span<const MessageFacts>(&copy, 1));
  ++size_;
}

void Transcript::append(const Transcript& from, uint32_t begin, uint32_t count) {
  for (uint32_t i = begin; i < begin + count; ++i) append(from[i], from.parts(i));
}

void Transcript::clear() {
  messages_.clear();
  parts_.clear();
  size_ = 0;
}

bool Transcript::same(const Transcript& a, uint32_t messageA, const Transcript& b,
                      uint32_t messageB) {
  const MessageFacts& left = a[messageA];
  const MessageFacts& right = b[messageB];
  if (left.anchor != right.anchor || left.role != right.role || left.partCount != right.partCount) {
    return false;
  }
  return std::ranges::equal(
      a.parts(messageA), b.parts(messageB), [](const PartFacts& x, const PartFacts& y) {
        return x.kind == y.kind && x.flags == y.flags && x.callId == y.callId &&
               x.approvalId == y.approvalId && x.units == y.units && x.textHash == y.textHash;
      });
}

uint32_t leadingSystem(const Transcript& transcript) {
  uint32_t count = 0;
  while (count < transcript.size() && transcript[count].role == Role::kSystem) ++count;
  return count;
}

std::vector<Anchor> anchorsOf(const Transcript& transcript, uint32_t begin, uint32_t end) {
  std::vector<Anchor> anchors;
  anchors.reserve(end - begin);
  for (uint32_t i = begin; i < end; ++i) anchors.push_back(transcript[i].anchor);
  return anchors;
}

void FactsReader::beginMessage(Role role, uint16_t flags) {
  message_ = MessageFacts{};
  message_.role = role;
  message_.flags = flags;
  message_.envelope =
      static_cast<uint8_t>(std::min<uint32_t>(messageOverhead(role, rates_.family), UINT8_MAX));
  parts_.clear();
  anchor_ = text::Hasher(static_cast<uint64_t>(role) + 1);
  results_ = 0;
  unseenLeft_ = mostUnseen_;
  gap_ = false;
  anyText_ = false;
  inPart_ = false;
}

void FactsReader::beginPart(PartKind kind, uint16_t flags, const MediaFacts& media) {
  closePart();
  inPart_ = true;
  parts_.push_back(PartFacts{});
  parts_.back().kind = kind;
  parts_.back().flags = flags;
  if (kind == PartKind::kReasoning && (flags & kBound) != 0) message_.flags |= kThinks;
  parts_.back().blank = true;
  parts_.back().tokens = partOverhead(kind, rates_.family);
  parts_.back().bytes = kPartBytes;
  if (kind == PartKind::kMedia) attachment(media);
  name_ = TextEstimator(rates_.family);
  body_ = TextEstimator(rates_.family);
  bodyHash_ = text::Hasher();
  callId_ = text::Hasher();
  approvalId_ = text::Hasher();
  hasCallId_ = false;
  hasApprovalId_ = false;
  toolName_.clear();
}

void FactsReader::attachment(const MediaFacts& media) {
  if (!inPart_) return;
  endMedia();
  PartFacts& part = parts_.back();
  uint32_t tokens = costOfMedia(media, rates_.media).tokens;
  if (isUnseen(media)) {
    tokens = std::min(tokens, unseenLeft_);
    unseenLeft_ -= tokens;
  }
  part.tokens = saturated(uint64_t{part.tokens} + tokens);
  part.mediaTokens = saturated(uint64_t{part.mediaTokens} + tokens);
  part.bytes = saturated(uint64_t{part.bytes} + bytesOf(media));
  part.mediaBytes = saturated(uint64_t{part.mediaBytes} + bytesOf(media));
  if (part.media < UINT8_MAX) ++part.media;
  if (media.shape == MediaShape::kImage && part.images < UINT16_MAX) {
    ++part.images;
    if (isLarge(media)) ++part.largeImages;
  }
  nameMedia(sizeText(media));
}

void FactsReader::nameMedia(std::string_view words) {
  PartFacts& part = parts_.back();
  if (part.media > kMostNamedMedia) return;
  const uint32_t tokens = part.mediaNames + tokensOfText(words, rates_.family);
  part.mediaNames = static_cast<uint16_t>(std::min<uint32_t>(tokens, UINT16_MAX));
}

/// As a whole, since its pieces come cut anywhere; without a type a placeholder says "file".
void FactsReader::endMedia() {
  if (parts_.back().media == 0) return;
  const std::string_view type(mediaType_);
  nameMedia(type.empty() ? "file" : type.substr(0, text::prefixBytes(type, kMostTypeUnits)));
  mediaType_.clear();
}

void FactsReader::fieldPiece(Field field, std::string_view utf8) {
  if (!inPart_) return;
  parts_.back().bytes = saturated(parts_.back().bytes + text::jsonBytes(utf8));
  switch (field) {
    case Field::kCallId:
      callId_.update(utf8);
      hasCallId_ = true;
      break;
    case Field::kApprovalId:
      approvalId_.update(utf8);
      hasApprovalId_ = true;
      break;
    case Field::kToolName:
      name_.update(utf8);
      if (!rules_.empty() && toolName_.size() < kMostNameBytes) {
        toolName_.append(utf8.substr(0, kMostNameBytes - toolName_.size()));
      }
      if (parts_.back().kind == PartKind::kToolCall) resource_.name(utf8);
      break;
    case Field::kMediaType:
      mediaType_.append(utf8.substr(0, kMostTypeBytes - mediaType_.size()));
      break;
    case Field::kText:
      body_.update(utf8);
      bodyHash_.update(utf8);
      if (parts_.back().blank) parts_.back().blank = text::isBlank(utf8);
      if (parts_.back().kind == PartKind::kText) anchorText(utf8);
      if (parts_.back().kind == PartKind::kToolCall) resource_.input(utf8);
      break;
  }
}

void FactsReader::anchorText(std::string_view utf8) {
  char buffer[256];
  uint32_t used = 0;
  for (const char c : utf8) {
    if (isSpace(c)) {
      gap_ = anyText_;
      continue;
    }
    if (used + 2 > sizeof buffer) {
      anchor_.update(std::string_view(buffer, used));
      used = 0;
    }
    if (gap_) buffer[used++] = ' ';
    gap_ = false;
    anyText_ = true;
    buffer[used++] = c;
  }
  anchor_.update(std::string_view(buffer, used));
}

void FactsReader::closePart() {
  if (!inPart_) return;
  inPart_ = false;
  endMedia();
  PartFacts& part = parts_.back();
  part.units = saturated(body_.units());
  part.textHash = bodyHash_.digest();
  if (hasCallId_) part.callId = idFingerprint(callId_);
  if (hasApprovalId_) part.approvalId = idFingerprint(approvalId_);
  part.textTokens = textCost(part.kind, body_.tokens(), rates_.family);
  part.nameTokens = static_cast<uint8_t>(std::min<uint32_t>(name_.tokens(), UINT8_MAX));
  part.tokens = saturated(uint64_t{part.tokens} + part.nameTokens + part.textTokens);
  part.toolRule = ruleFor(rules_, toolName_);
  if (part.kind == PartKind::kToolCall) {
    const Resource resource = resource_.take();
    part.access = resource.kind;
    part.resource = resource.key;
  }
  switch (part.kind) {
    case PartKind::kToolCall:
    case PartKind::kToolResult:
    case PartKind::kApprovalRequest:
    case PartKind::kApprovalResponse:
    case PartKind::kMedia:
    case PartKind::kCustom: {
      const uint64_t kind = static_cast<uint64_t>(part.kind) + 0x100;
      const uint64_t mark = text::combine(text::combine(kind, part.callId), part.approvalId);
      if (message_.role == Role::kTool) {
        results_ += mark;
      } else {
        anchor_.update(mark);
      }
      break;
    }
    case PartKind::kText:
    case PartKind::kReasoning:
      break;
  }
}

void FactsReader::endMessage() {
  closePart();
  anchor_.update(results_);
  message_.anchor = anchor_.digest();
  into_.append(message_, parts_);
}

}  // namespace epitome
