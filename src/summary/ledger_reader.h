/// Tool calls and their results as rows of a ledger. Decides by the resource of a call
/// (transcript/resource.h) and by what its result says; refuses to know what is kept of the rows.
#pragma once

#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "summary/facts.h"
#include "summary/ledger.h"
#include "summary/outcome.h"
#include "transcript/message.h"
#include "transcript/resource.h"

namespace epitome {

/// Reads a range message by message. A call that the user denied has failed, and of one without a
/// result nobody knows how it went. Calls that only looked are counted where nothing else is told.
/// Linear; memory is bounded by 256 open calls of a few kilobytes.
class LedgerReader final : public MessageSink {
 public:
  /// `own` are the host's extractors; they must outlive the reader.
  /// Values that unknown tools are called with become names of `names`, if it is not null.
  explicit LedgerReader(std::span<const Extractor> own = {}, Facts* names = nullptr);
  void names(Facts* names) { names_ = names; }

  /// Position (from 1) of the message that comes next.
  void number(uint32_t position) { position_ = position; }

  void beginMessage(Role role, uint16_t flags) override;
  void beginPart(PartKind kind, uint16_t flags, const MediaFacts& media) override;
  void fieldPiece(Field field, std::string_view utf8) override;
  void endMessage() override;
  /// A call that is not read.
  void called(std::string_view tool);

  /// Hands over the ledger of the range and starts anew.
  Ledger take();

 private:
  struct Call {
    uint32_t order = 0;
    Resource resource;
    CallTexts texts;
    std::string tool;
    /// The beginning of the input, where files are named inside it.
    std::string input;
    /// The tool's name and what it was given.
    std::string deed;
    /// What it is counted as.
    std::string told;
    /// It changes nothing, by its name or by what it was given.
    bool looks = false;
    /// A result of the host's belongs to it.
    bool answerable = false;
    uint32_t position = 0;

    /// Nothing is other for it.
    bool onlySees() const;
    /// With its tool's name, whatever it is called on.
    std::string whole() const;
  };

  /// Calls of one tool.
  struct Counted {
    std::string tool;
    /// What the newest was given, and how many in a row were given that.
    std::string newest;
    uint32_t alike = 0;
    uint32_t times = 0;
    uint32_t position = 0;
  };

  void endPart();
  void endCall();
  void endResult();
  void deny(const std::string& callId);
  void endUnanswered(const Call& call);
  /// What the result says, unless it poses as somebody else's words.
  std::string said() const;
  void settle(const Call& call);
  void count(std::string_view tool, std::string_view told);
  void tellCounted();
  void settleRun(const Call& call);
  void settleOther(const Call& call);
  void settleFiles(const Call& call);
  void tried(std::string call, std::string file = {});
  std::vector<LedgerRow> filesOf(const Call& call) const;
  void addFile(LedgerKind kind, std::string_view path, std::string detail = {});
  void addError(std::string_view text, std::string_view source);

  ResourceReader resources_;
  Facts* names_;
  std::string tool_;
  std::map<std::string, Call> open_;
  /// Of calls that the user is asked for.
  std::map<std::string, std::string> approvals_;
  uint32_t calls_ = 0;
  Ledger ledger_;
  /// Calls that were not denied, told where nothing else is.
  std::vector<Counted> counted_;
  uint32_t position_ = 0;

  bool inPart_ = false;
  PartKind kind_ = PartKind::kText;
  uint16_t flags_ = 0;
  std::string callId_;
  std::string approvalId_;
  std::string input_;
  ResultReader result_;
};

/// A command as it is compared: without `cd dir &&` before it and `2>&1 | tail` behind it. One
/// line.
std::string bareCommand(std::string_view command);

/// "10-59", lines counted from 1, out of a call's arguments; empty: the whole file.
std::string rangeOf(const CallTexts& texts);

}  // namespace epitome
