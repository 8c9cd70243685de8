/// Facts about messages: what the engine keeps of a transcript once its text has gone by. Decides
/// how a message is fingerprinted; refuses to know which messages belong together.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "text/hash.h"
#include "tokens/estimator.h"
#include "transcript/chunked.h"
#include "transcript/cost.h"
#include "transcript/message.h"
#include "transcript/resource.h"
#include "transcript/tool_rules.h"

namespace epitome {

/// Identifies a message across requests and machines: role, text without regard to white space and
/// to how it is split into parts, call and approval ids. What a host may alter between two requests
/// (tool output that it masks, the order of parallel results, reasoning that it drops, strings that
/// become parts) is left out.
using Anchor = uint64_t;

/// Fingerprint of a call or approval id; never 0, which says that there is none.
uint64_t idFingerprint(const text::Hasher& hasher);

/// Images and files of one part that a placeholder names; more are counted.
inline constexpr uint8_t kMostNamedMedia = 8;

struct PartFacts {
  PartKind kind = PartKind::kText;
  /// Of its tool's name, saturated.
  uint8_t nameTokens = 0;
  uint16_t flags = 0;
  /// As `ruleFor` tells it.
  uint8_t toolRule = 0;
  /// Of a call: what it does, and to what; 0 when nothing is known.
  ResourceKind access = ResourceKind::kNone;
  /// Images and files in it, saturated.
  uint8_t media = 0;
  /// Its text is nothing but white space.
  bool blank = false;
  uint64_t resource = 0;
  /// Of the text alone; with its name, its envelope and the media in it.
  uint32_t textTokens = 0;
  uint32_t tokens = 0;
  /// Length of the text in UTF-16 code units, saturated.
  uint32_t units = 0;
  /// Of the images and files in it.
  uint32_t mediaTokens = 0;
  /// As it is sent in a request's JSON text, about; and of that the images and files in it.
  uint32_t bytes = 0;
  uint32_t mediaBytes = 0;
  /// Of the images and files in it the images, and of these the large ones (tokens/media.h).
  uint16_t images = 0;
  uint16_t largeImages = 0;
  /// Tokens of the types and sizes of the first `kMostNamedMedia` of them.
  uint16_t mediaNames = 0;
  /// Fingerprint of the call id; 0 when there is none.
  uint64_t callId = 0;
  /// Fingerprint of the approval id; 0 when there is none.
  uint64_t approvalId = 0;
  /// Fingerprint of the text, exact.
  uint64_t textHash = 0;
};

/// A text that says nothing: no provider takes it.
inline bool isBlankText(const PartFacts& part) {
  return part.kind == PartKind::kText && part.blank && (part.flags & (kOpaque | kFaulty)) == 0;
}

/// The same, or reasoning that no provider would know again: a message needs more.
inline bool saysNothing(const PartFacts& part) {
  const bool plain = (part.flags & (kOpaque | kFaulty)) == 0;
  return isBlankText(part) || (part.kind == PartKind::kReasoning && plain);
}

/// Words of the user in a message that is a tool message otherwise.
inline bool holdsUserWords(const PartFacts& part) {
  return (part.flags & kUserWords) != 0 && !isBlankText(part);
}

/// The same, or a thought that is of use to its provider only beside what it led to. Thoughts of
/// Anthropic's are a chain that has to stay whole.
inline bool leadsNowhere(const PartFacts& part) {
  return saysNothing(part) ||
         (part.kind == PartKind::kReasoning && (part.flags & (kBound | kFaulty)) == 0);
}

struct MessageFacts {
  Role role = Role::kOther;
  /// Tokens that wrap the message, beside those of its parts.
  uint8_t envelope = 0;
  uint16_t flags = 0;
  uint32_t firstPart = 0;
  uint32_t partCount = 0;
  Anchor anchor = 0;
};

/// Messages with their parts, in the host's order.
class Transcript {
 public:
  uint32_t size() const { return size_; }
  const MessageFacts& operator[](uint32_t message) const { return messages_[message]; }
  std::span<const PartFacts> parts(uint32_t message) const;
  const PartFacts& part(uint32_t message, uint32_t part) const;

  void append(const MessageFacts& facts, std::span<const PartFacts> parts);
  /// Appends messages [begin, begin + count) of another transcript.
  void append(const Transcript& from, uint32_t begin, uint32_t count);
  void clear();

  /// Same anchor and the same exact texts: one may stand for the other.
  static bool same(const Transcript& a, uint32_t messageA, const Transcript& b, uint32_t messageB);

 private:
  Chunked<MessageFacts> messages_;
  Chunked<PartFacts> parts_;
  uint32_t size_ = 0;
};

/// Number of system messages before any other.
uint32_t leadingSystem(const Transcript& transcript);

/// Anchors of messages [begin, end).
std::vector<Anchor> anchorsOf(const Transcript& transcript, uint32_t begin, uint32_t end);

/// What a host says of its tools.
struct ToolTables {
  std::span<const ToolRule> rules;
  std::span<const Extractor> extractors;
};

/// Turns messages that pass by into facts at the end of a transcript.
class FactsReader final : public MessageSink {
 public:
  /// The tables must outlive the reader.
  explicit FactsReader(Transcript& into, const Rates& rates = {}, const ToolTables& tools = {})
      : into_(into), rates_(rates), rules_(tools.rules), resource_(tools.extractors) {}

  /// From the next message on.
  void countBy(const Rates& rates) { rates_ = rates; }
  /// The most that a message's media may be taken to cost of which nobody knows the size, tokens.
  void limitUnseen(uint32_t tokens) { mostUnseen_ = tokens; }

  void beginMessage(Role role, uint16_t flags) override;
  void beginPart(PartKind kind, uint16_t flags, const MediaFacts& media) override;
  void attachment(const MediaFacts& media) override;
  void fieldPiece(Field field, std::string_view utf8) override;
  void endMessage() override;

 private:
  void closePart();
  void anchorText(std::string_view utf8);
  void nameMedia(std::string_view words);
  void endMedia();

  Transcript& into_;
  Rates rates_;
  std::span<const ToolRule> rules_;
  ResourceReader resource_;
  std::string toolName_;
  /// Of the medium that was read last, as far as a placeholder names it.
  std::string mediaType_;
  MessageFacts message_;
  std::vector<PartFacts> parts_;
  text::Hasher anchor_;
  /// Of a tool message's parts, added up: parallel results come back in any order.
  uint64_t results_ = 0;
  /// White space seen in the anchored text since its last other character.
  bool gap_ = false;
  bool anyText_ = false;
  uint32_t mostUnseen_ = UINT32_MAX;
  /// Of the message, what is left of it.
  uint32_t unseenLeft_ = UINT32_MAX;

  bool inPart_ = false;
  TextEstimator name_;
  TextEstimator body_;
  text::Hasher bodyHash_;
  text::Hasher callId_;
  text::Hasher approvalId_;
  bool hasCallId_ = false;
  bool hasApprovalId_ = false;
};

}  // namespace epitome
