/// What a range leaves behind when its texts pass by for a fold: notes to write from, facts to hold
/// the writing against, a ledger of what was done. Decides which text goes to whom; refuses to know
/// what any of them keeps.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string_view>
#include <vector>

#include "extract/sayings.h"
#include "summary/facts.h"
#include "summary/ledger.h"
#include "summary/ledger_reader.h"
#include "summary/notes.h"
#include "summary/segment.h"
#include "summary/voices.h"
#include "transcript/message.h"
#include "transcript/resource.h"

namespace epitome {

struct Findings {
  RangeNotes notes;
  /// Never null.
  std::unique_ptr<Facts> facts = std::make_unique<Facts>();
  Ledger ledger;
  std::vector<Saying> said;
  std::vector<Saying> printed;
  /// Who said what: no record may give a tool's word as its own.
  Voices voices;
};

/// What a record says, by who said it: its prose is the agent's.
void takeIn(Voices& voices, const SegmentBody& body);

class FindingsReader final : public MessageSink {
 public:
  /// `extractors` are the host's and must outlive the reader. `checks`: a reply will be held
  /// against what is read.
  explicit FindingsReader(std::span<const Extractor> extractors = {}, bool checks = true,
                          const NotesLimits& limits = {})
      : checks_(checks), notes_(limits), ledger_(extractors, facts_.get()) {
    facts_->remembers(checks);
  }

  /// What records say that the range is to go on from. Comes before the first message.
  void begin(std::span<const SegmentBody* const> records);
  /// Number of messages that the range will have: a hint that saves reallocation.
  void expect(uint32_t messages) { notes_.expect(messages); }
  /// Position (from 1) of the message that comes next, and whether it is opening context, which is
  /// noted and nothing else.
  void number(uint32_t position, bool opening);
  /// The same for a message that stays in the view behind the range: noted as context, too.
  void after(uint32_t position);
  /// A call that brought earlier messages back: told where nothing else is.
  void recalled();

  void beginMessage(Role role, uint16_t flags) override;
  void beginPart(PartKind kind, uint16_t flags, const MediaFacts& media) override;
  void attachment(const MediaFacts& media) override { notes_.attachment(media); }
  void fieldPiece(Field field, std::string_view utf8) override;
  void endMessage() override;

  Findings take();

 private:
  bool checks_;
  NotesReader notes_;
  std::unique_ptr<Facts> facts_ = std::make_unique<Facts>();
  LedgerReader ledger_;
  SayingsReader sayings_;
  Voices voices_;
  uint32_t position_ = 0;
  /// The running message is context; it calls tools.
  bool context_ = false;
  bool calls_ = false;
  Role role_ = Role::kOther;
};

}  // namespace epitome
