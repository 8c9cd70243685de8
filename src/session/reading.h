/// Reads the texts that a rewrite wants: a range for its notes, results that are to be cut.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "edits/edit.h"
#include "session/plan.h"
#include "session/plan_reader.h"
#include "summary/findings.h"
#include "summary/identifier_set.h"
#include "summary/identifiers.h"
#include "text/hash.h"
#include "text/safe_cut.h"
#include "text/utf.h"
#include "tokens/counter.h"
#include "tokens/estimator.h"

namespace epitome {

/// A trim as its text allowed it, with the key of the text that was read.
struct FoundTrim {
  EditKey key;
  Edit edit;
};

/// Finds the safe cuts of planned trims as their messages pass by.
class TrimReader final : public MessageSink {
 public:
  TrimReader(Family family, uint32_t firstHandle) : family_(family), firstHandle_(firstHandle) {}

  /// By message and part. Only the trims among the plans are looked at.
  void plan(std::vector<EditPlan> plans) { plans_ = std::move(plans); }
  void at(uint32_t message) { message_ = message; }

  void beginMessage(Role role, uint16_t flags) override;
  void beginPart(PartKind kind, uint16_t flags, const MediaFacts& media) override;
  void fieldPiece(Field field, std::string_view utf8) override;
  void endMessage() override;

  std::vector<FoundTrim> take() { return std::move(found_); }

 private:
  void closePart();
  void closeInput();
  void keep(FoundTrim found);

  Family family_;
  uint32_t firstHandle_;
  std::vector<EditPlan> plans_;
  std::vector<FoundTrim> found_;
  uint32_t message_ = 0;
  uint32_t part_ = 0;
  const EditPlan* current_ = nullptr;
  /// Of what a call was given: all of its text.
  bool input_ = false;
  std::string json_;
  text::SafeCut finder_{0, 0};
  text::Hasher callId_;
  text::Hasher textHash_;
  bool hasCallId_ = false;
  /// Of the whole text, and of what is to stay.
  TextEstimator whole_;
  TextEstimator head_;
  TextEstimator tail_;
};

/// A message whose texts are to be passed by.
struct ToRead {
  uint32_t message = 0;
  /// Without its secrets; as it is where nothing of it is kept but lengths and fingerprints.
  bool clean = true;

  bool operator==(const ToRead&) const = default;
};

/// Passes each message of a reading list to those who want it.
class RangeReader final : public MessageSink {
 public:
  /// One pass of a message. What is cut is measured in the message as it is, and what is kept is
  /// read without secrets: a message that is wanted for both passes twice.
  struct Entry {
    uint32_t message = 0;
    /// Position that notes give it, counted from 1.
    uint32_t number = 0;
    bool opening = false;
    bool range = false;
    /// It stays in the view behind the range.
    bool after = false;
    /// It stays there as it is: a record need not tell what it names.
    bool shows = false;
    bool trim = false;
    /// A call on the agent's list is in it, or the result of one.
    bool plan = false;
    /// Results that are the user's words, ascending.
    std::vector<uint32_t> answers;
    /// Parts that no record tells of, ascending: earlier messages that the agent has read again.
    std::vector<uint32_t> recalled;

    /// Something that is read of it is kept.
    bool isKept() const { return range || opening || after || plan; }
  };

  struct Terms {
    Family family = Family::kO200k;
    /// The host's; they must outlive the reader.
    std::span<const Extractor> extractors;
    /// A reply will be held against what is read.
    bool checks = true;
    /// Of what is noted for a model.
    NotesLimits limits = {};
    /// Number of the transcript's message 0 where trims name theirs; 0: they name none.
    uint32_t firstHandle = 0;
  };

  RangeReader(std::vector<Entry> entries, const RewritePlan& plan, const Terms& terms);
  RangeReader(const RangeReader&) = delete;
  RangeReader& operator=(const RangeReader&) = delete;

  std::vector<ToRead> messages() const;
  /// Every message of the list has passed by.
  bool complete() const { return next_ == entries_.size(); }

  void beginMessage(Role role, uint16_t flags) override;
  void beginPart(PartKind kind, uint16_t flags, const MediaFacts& media) override;
  void attachment(const MediaFacts& media) override;
  void fieldPiece(Field field, std::string_view utf8) override;
  void endMessage() override;

  /// What records say that the range is to go on from. Comes before the first message.
  void begin(std::span<const SegmentBody* const> records);

  Findings takeFindings() { return findings_.take(); }
  /// What is named by the messages that show beside the range.
  IdentifierSet takeShown() { return std::move(shown_); }
  std::vector<FoundTrim> takeTrims() { return trims_.take(); }
  AgentPlan takePlan() { return plans_.take(); }

 private:
  bool toFindings() const;
  bool toTrims() const;
  bool shows() const;
  bool toPlans() const;

  std::vector<Entry> entries_;
  size_t next_ = 0;
  FindingsReader findings_;
  IdentifierSet shown_;
  IdentifierReader showing_{shown_};
  TrimReader trims_;
  PlanReader plans_;
  /// Parts of the running message so far.
  uint32_t parts_ = 0;
  /// The running one leaves nothing.
  bool recalled_ = false;
};

}  // namespace epitome
