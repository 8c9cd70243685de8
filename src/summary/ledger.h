/// What was done, by rule: files, commands, tests, addresses, errors and what became of them.
/// Decides how one thing is added to what is known of it, what leaves when there is too much, and
/// how it is written; refuses to know where it comes from (ledger_reader.h).
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "tokens/family.h"

namespace epitome {

/// The values travel in a state: only append.
enum class LedgerKind : uint8_t {
  kRead = 0,
  kChanged = 1,
  kCreated = 2,
  kDeleted = 3,
  kCommand = 4,
  /// A command whose output counts tests.
  kTests = 5,
  kFetched = 6,
  kFault = 7,
  /// A call that changed something, of a tool that nobody has described.
  kCalled = 8,
  /// A call that was to change something; its result says neither that it did nor that it failed.
  kTried = 9,
  /// Calls of which nothing else is told; how they went is not claimed.
  kCounted = 10,
};
inline constexpr uint8_t kLedgerKindCount = 11;

/// Plain data, as it is saved. Texts are one line of well-formed UTF-8.
struct LedgerRow {
  LedgerKind kind = LedgerKind::kRead;
  /// The path, the command, the address, the error's first line, the call. 240 bytes at most.
  std::string subject;
  /// Lines that were read (`10-59, 100-`; empty: all); exit status and counts; what fixed an error.
  std::string detail;
  /// Of an error: the command, the address or the file that it came from; `read ` before a file
  /// that could not be read.
  std::string source;
  /// Counted from 1.
  uint32_t firstMessage = 0;
  uint32_t lastMessage = 0;
  uint32_t times = 1;
  /// The command's last run failed; the error is not known to be fixed.
  bool failed = false;

  bool operator==(const LedgerRow&) const = default;
};

class Ledger {
 public:
  /// Rows at most; the least valuable leave: commands that passed, then addresses, files read,
  /// fixed errors and passing tests, open errors, failing commands, changed files and other
  /// calls; failed calls last. The older first.
  static constexpr size_t kMostRows = 256;

  Ledger() = default;
  /// From saved rows, whatever is in them.
  explicit Ledger(std::span<const LedgerRow> rows);

  /// Adds what happened to what is known of the same file, command, address or error. Rows come in
  /// the order of messages. A command that passes fixes the errors that it gave before.
  void add(LedgerRow row);
  /// The command passes now, which is not worth a row; what went wrong with it before is over, as
  /// far as this ledger has it.
  void settle(const std::string& command, uint32_t message);
  /// One spelling for each file: absolute paths below the folder that relative ones are below, too,
  /// become relative.
  void joinPaths();
  /// Everything in `newer` happened after everything here.
  void merge(const Ledger& newer);

  /// Oldest first by latest message.
  std::vector<LedgerRow> rows() const;
  bool empty() const { return rows_.empty(); }

  /// The most valuable rows that `writtenLedger` puts into `maxTokens` by the counter of `family`,
  /// oldest first.
  std::vector<LedgerRow> best(uint32_t maxTokens, Family family) const;

 private:
  using Key = std::pair<uint8_t, std::string>;

  static Key keyOf(const LedgerRow& row);
  void settleErrors(const LedgerRow& row);
  void noteChange(const LedgerRow& row);
  void evict();

  std::map<Key, LedgerRow> rows_;
};

/// Lines that a model reads, a group of rows each; `leftOut` rows more are said to be missing.
std::string writtenLedger(std::span<const LedgerRow> rows, size_t leftOut);

}  // namespace epitome
