/// What a range leaves in memory while it is read for a fold: previews of its parts, the user's
/// messages whole up to a limit, the language that they are written in. Decides how much of each
/// kind is kept; refuses to know what is written from it. Memory is bounded by
/// `NotesLimits::totalUnits`, whatever the range holds.
///
/// All texts kept are well-formed UTF-8. Reasoning, opaque parts and custom parts leave no text.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "summary/base64_runs.h"
#include "summary/language.h"
#include "text/hash.h"
#include "transcript/message.h"

namespace epitome {

/// What stays of a text, with its full length in UTF-16 code units: its two ends, where `tail` is
/// empty when `head` is the whole text. A long base64 run counts as the short note that stands for
/// it, except in the user's own words.
struct Preview {
  std::string head;
  std::string tail;
  uint64_t units = 0;

  bool whole() const;
  /// Of `units`, those that are here.
  uint64_t shown() const;
};

/// An image or file.
struct NotedMedia {
  std::string type;
  MediaFacts facts;
};

struct NotedPart {
  PartKind kind = PartKind::kText;
  uint16_t flags = 0;
  /// Unique in its range even where the host's id was too long to keep.
  std::string callId;
  /// Of an approval and its answer; its beginning where it is too long.
  std::string approvalId;
  /// Of a text the name of who speaks, where the host gives one.
  std::string toolName;
  NotedMedia media;
  /// Of a result: the first images and files in it, and the number of all.
  std::vector<NotedMedia> attached;
  uint32_t attachedCount = 0;
  Preview text;
};

struct NotedMessage {
  /// Position in the transcript, counted from 1.
  uint32_t number = 0;
  Role role = Role::kOther;
  std::vector<NotedPart> parts;
  /// Parts that memory did not hold.
  uint32_t partsLeftOut = 0;
};

/// Lengths in UTF-16 code units: what users and the agent wrote, what tools were given and gave
/// back.
struct Unread {
  uint64_t words = 0;
  uint64_t tools = 0;
};

/// A range as read, oldest message first, and as context, never part of it, the opening request
/// before and the newest of the messages behind.
struct RangeNotes {
  std::vector<NotedMessage> opening;
  std::vector<NotedMessage> messages;
  std::vector<NotedMessage> after;
  /// That the users of all these messages write in.
  Language language = Language::kUnknown;
  /// Of the messages that memory did not hold (a range of tens of thousands: they lie between the
  /// first and the newest ones), those that the user wrote.
  uint32_t userMessagesLeftOut = 0;
  /// Of parts that memory did not hold.
  Unread leftOut;
  /// Tokens of the range by the engine's counter. Set by the caller, who counted the range when it
  /// arrived; 0 when unknown.
  uint32_t tokens = 0;
};

/// Lengths in UTF-16 code units.
struct NotesLimits {
  /// Over the whole range, ids and a flat price for each part included. When the range does not
  /// fit, the limits of results and inputs are halved, as often as helps; then the oldest user
  /// messages shrink if the user's words take more than half of it; then the limits of the agent's
  /// texts are halved; then whole messages leave, oldest first after the first eighth, the user's
  /// last.
  uint64_t totalUnits = 400'000;
  uint32_t resultHead = 500;
  uint32_t resultTail = 200;
  uint32_t inputHead = 400;
  uint32_t inputTail = 100;
  uint32_t textHead = 75'000;
  uint32_t textTail = 25'000;
  /// A user message's parts share this: one of them takes up to seven eighths of what is left, a
  /// longer one its two ends.
  uint32_t userUnits = 100'000;
  /// All opening messages together, on top of `totalUnits`.
  uint32_t openingUnits = 2'000;
  /// All messages behind the range together, likewise.
  uint32_t afterUnits = 4'000;
};

/// Limits for what a model reads: four times as much of each text, and under which what tools were
/// given and gave back, texts of these lengths, takes about `room` together: the longest give way
/// first, none below what is usual.
NotesLimits limitsWithin(std::span<const uint64_t> lengths, uint64_t room);

/// Collects notes while a range passes by. `expect` comes first, then for each message `number` or
/// `after` and the sink calls. Calls out of order are ignored. Time is linear in the text.
class NotesReader final : public MessageSink {
 public:
  explicit NotesReader(NotesLimits limits = {});

  /// Number of messages that the range will have: a hint that saves reallocation.
  void expect(uint32_t messages);
  /// Position (from 1) of the message that comes next, and whether it is opening context.
  void number(uint32_t position, bool opening);
  /// The same for a message that stays in the view behind the range: context for what is still
  /// open.
  void after(uint32_t position);

  void beginMessage(Role role, uint16_t flags) override;
  void beginPart(PartKind kind, uint16_t flags, const MediaFacts& media) override;
  void attachment(const MediaFacts& media) override;
  void fieldPiece(Field field, std::string_view utf8) override;
  void endMessage() override;

  /// Hands over the notes and starts anew.
  RangeNotes take();

 private:
  struct Span {
    uint64_t head = 0;
    uint64_t tail = 0;
  };

  /// What the running limits keep of a part that is not the user's words.
  Span spanOf(const NotedPart& part) const;
  void keep(std::string_view text);
  void keepId(std::string_view piece);
  void closePart();
  void closePreview();
  void addContextPart();
  void endAfter();
  void addPart();
  bool fits(uint64_t cost, bool user);

  // Ways to make room, cheapest loss first. Each returns whether it changed anything.
  bool shortenOldWords();
  bool halveLimits();
  bool evictOldest();
  void evict(size_t first, bool users, uint64_t& excess);

  NotesLimits limits_;
  RangeNotes notes_;
  /// Units that the range takes, the running message included; of that, the user's messages.
  uint64_t cost_ = 0;
  uint64_t userCost_ = 0;
  /// How often the limits were halved.
  uint32_t level_ = 0;
  uint64_t openingLeft_ = 0;

  uint32_t position_ = 0;
  enum class Place : uint8_t { kOpening, kRange, kAfter };
  Place place_ = Place::kRange;
  uint64_t afterCost_ = 0;
  LanguageReader language_;
  bool inMessage_ = false;
  NotedMessage message_;
  /// What the limits still allow of the running user message.
  uint64_t wordsLeft_ = 0;

  bool inPart_ = false;
  NotedPart part_;
  bool userWords_ = false;
  /// No host wrote it, as system messages are.
  bool usersOwn_ = false;
  Span span_;
  uint64_t headUnits_ = 0;
  bool headFull_ = false;
  /// What followed the head, of which only the end is kept.
  std::string pendingTail_;
  Base64Runs runs_;
  /// Of the part of the call id that was too long to keep.
  text::Hasher idRest_;
  bool idCut_ = false;
};

}  // namespace epitome
