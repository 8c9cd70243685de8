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

/// Reads a range message by message. Calls that only looked, were refused or have no result are
/// counted where nothing else is told. Linear; memory is bounded by 256 open calls of a few
/// kilobytes.
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
    /// It changes nothing, by its name or by what it was given.
    bool looks = false;
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
  uint32_t calls_ = 0;
  Ledger ledger_;
  /// All calls, told where nothing else is.
  std::vector<Counted> counted_;
  uint32_t position_ = 0;

  bool inPart_ = false;
  PartKind kind_ = PartKind::kText;
  uint16_t flags_ = 0;
  std::string callId_;
  std::string input_;
  ResultReader result_;
};

/// A command as it is compared: without `cd dir &&` before it and `2>&1 | tail` behind it. One
/// line.
std::string bareCommand(std::string_view command);

/// "10-59", lines counted from 1, out of a call's arguments; empty: the whole file.
std::string rangeOf(const CallTexts& texts);

}  // namespace epitome
