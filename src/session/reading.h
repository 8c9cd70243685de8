/// Reads the texts that a rewrite wants: a range for its notes, results that are to be cut. Decides
/// which message goes where; refuses to know what is written from it.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "edits/edit.h"
#include "redact/redacting_sink.h"
#include "session/run.h"
#include "summary/findings.h"
#include "text/cut_finder.h"
#include "text/hash.h"
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
  explicit TrimReader(Family family) : family_(family) {}

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

  Family family_;
  std::vector<EditPlan> plans_;
  std::vector<FoundTrim> found_;
  uint32_t message_ = 0;
  uint32_t part_ = 0;
  const EditPlan* current_ = nullptr;
  text::CutFinder finder_{0, 0, false};
  text::Hasher callId_;
  text::Hasher textHash_;
  bool hasCallId_ = false;
  /// Of the whole text, and of what is to stay.
  TextEstimator whole_;
  TextEstimator head_;
  TextEstimator tail_;
};

/// What reads the messages of a range, and those that tell about it. It may begin before a fold is
/// due: what comes of it depends on the messages alone, not on when each of them passes by.
class RangePass final : public MessageSink {
 public:
  struct Passage {
    uint32_t message = 0;
    /// Position that notes give it, counted from 1.
    uint32_t number = 0;
    bool opening = false;
    /// It stays in the view behind the range.
    bool after = false;

    bool operator==(const Passage&) const = default;
  };

  struct Terms {
    /// The host's; they must outlive the pass.
    std::span<const Extractor> extractors;
    /// Null: nothing is redacted. Must outlive the pass.
    const RedactionRules* redaction = nullptr;
    /// A reply will be held against what is read.
    bool checks = true;
    /// First message of the range.
    uint32_t from = 0;
    /// Records that the range is to go on from, by their ids.
    std::vector<uint64_t> records;

    bool operator==(const Terms& other) const {
      return extractors.data() == other.extractors.data() && redaction == other.redaction &&
             checks == other.checks && from == other.from && records == other.records;
    }
  };

  /// `records` are those that the terms name.
  RangePass(Terms terms, std::span<const SegmentBody* const> records);
  RangePass(const RangePass&) = delete;
  RangePass& operator=(const RangePass&) = delete;

  /// False where other terms would have told something else.
  bool holds(const Terms& terms) const { return terms_ == terms && !inMessage_; }
  /// All that is to pass by; false where what did so already is not how that begins.
  bool plan(std::vector<Passage> passages);
  /// One more is to pass by.
  void add(const Passage& passage) { passages_.push_back(passage); }
  /// The message behind the last one of the range so far.
  uint32_t end() const;
  /// Those that are still to come.
  std::span<const Passage> left() const { return std::span(passages_).subspan(next_); }

  void beginMessage(Role role, uint16_t flags) override;
  void beginPart(PartKind kind, uint16_t flags, const MediaFacts& media) override;
  void attachment(const MediaFacts& media) override;
  void fieldPiece(Field field, std::string_view utf8) override;
  void endMessage() override;

  Findings take() { return findings_.take(); }
  /// Secrets replaced on the way.
  std::vector<RedactionCount> redactions() const { return redacting_.counts(); }

 private:
  Terms terms_;
  std::vector<Passage> passages_;
  size_t next_ = 0;
  bool inMessage_ = false;
  FindingsReader findings_;
  RedactingSink redacting_;
};

/// What a prompt tells of the run's opening, in front of the range.
std::vector<RangePass::Passage> openingPassages(const Run& run);

/// A plan longer than this is cut, bytes of JSON text.
inline constexpr size_t kMostKeptBytes = 8'000;

/// Passes each message of a reading list to those who want it.
class RangeReader final : public MessageSink {
 public:
  struct Entry {
    uint32_t message = 0;
    /// It is one of those that the pass has still to see.
    bool passes = false;
    bool trim = false;
    /// The text of `keptPart` is wanted as it is.
    bool keeps = false;
    uint32_t keptPart = 0;
  };

  /// `pass` sees what entries pass to it, and is null where none does; the kept text is redacted by
  /// `redaction`.
  RangeReader(std::vector<Entry> entries, std::vector<EditPlan> edits,
              std::unique_ptr<RangePass> pass, Family family, const RedactionRules* redaction);
  RangeReader(const RangeReader&) = delete;
  RangeReader& operator=(const RangeReader&) = delete;

  std::vector<uint32_t> messages() const;
  /// Every message of the list has passed by.
  bool complete() const { return next_ == entries_.size(); }

  void beginMessage(Role role, uint16_t flags) override;
  void beginPart(PartKind kind, uint16_t flags, const MediaFacts& media) override;
  void attachment(const MediaFacts& media) override;
  void fieldPiece(Field field, std::string_view utf8) override;
  void endMessage() override;

  Findings takeFindings() { return pass_ ? pass_->take() : Findings(); }
  std::vector<FoundTrim> takeTrims() { return trims_.take(); }
  /// The text of the part that an entry keeps, up to kMostKeptBytes, redacted.
  std::string takeKept();
  /// Secrets replaced on the way.
  std::vector<RedactionCount> redactions() const;

 private:
  bool passes() const { return next_ < entries_.size() && entries_[next_].passes; }
  bool trims() const { return next_ < entries_.size() && entries_[next_].trim; }

  std::vector<Entry> entries_;
  size_t next_ = 0;
  const RedactionRules* redaction_;
  std::unique_ptr<RangePass> pass_;
  TrimReader trims_;
  std::string kept_;
  size_t keptBytes_ = 0;
  std::vector<RedactionCount> keptRedactions_;
  /// Parts of the running message so far.
  uint32_t parts_ = 0;
};

}  // namespace epitome
