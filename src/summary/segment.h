/// What stands in the view for a folded range, and the text it is written as. Decides the layout of
/// that text; refuses to know how the prose came about and where a segment is kept.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "summary/ledger.h"
#include "summary/notes.h"
#include "summary/user_words.h"
#include "tokens/family.h"

namespace epitome {

/// Who wrote a segment's prose. The names travel in state and events.
enum class ProseSource : uint8_t { kModel = 0, kDigest = 1 };
constexpr const char* nameOf(ProseSource source) {
  return source == ProseSource::kModel ? "model" : "digest";
}

/// The written side of a segment. Written once; only a merge replaces it.
struct SegmentBody {
  ProseSource source = ProseSource::kDigest;
  std::string prose;
  /// Oldest first.
  std::vector<UserWords> words;
  /// User messages of the range that the share could not hold at all.
  uint32_t wordsLeftOut = 0;
  /// What was done there, oldest first.
  std::vector<LedgerRow> ledger;
  uint32_t ledgerLeftOut = 0;
  /// What has to be kept and the prose does not say, weightiest first, a line each.
  std::vector<std::string> facts;
  /// The same of what tools printed.
  std::vector<std::string> printed;
  /// First and last message that it stands for, counted from 1.
  uint32_t firstMessage = 0;
  uint32_t lastMessage = 0;
  /// The first message of a request that was the current one: it is not in the record, which tells
  /// what was done of it. 0: there was none.
  uint32_t leaves = 0;
  /// Folds that were merged into it; 1 for a plain fold.
  uint32_t rounds = 1;
};

/// No limit of a segment is larger, tokens or bytes.
inline constexpr uint32_t kMostSegmentLimit = 1'000'000;

/// Limits of what a segment may take.
struct SegmentLimits {
  uint32_t proseTokens = 0;
  /// Of the texts alone: a quoting line costs what a message's envelope does.
  uint32_t wordsTokens = 0;
  /// Of `words` as JSON text in UTF-8: the state's ceiling is in bytes.
  uint32_t wordsBytes = 0;
  /// What tokens are counted by.
  Family family = Family::kO200k;
  /// Of the ledger as it is written, and of the facts.
  uint32_t ledgerTokens = 0;
  uint32_t factsTokens = 0;
  /// Of the ledger's rows as JSON text.
  uint32_t ledgerBytes = 0;
  /// Of all of it in the saved state.
  uint32_t bytes = kMostSegmentLimit;
};

/// The user's words of a range, as many as the limits hold; `before` are segments whose words come
/// first. Sets `wordsLeftOut`.
std::vector<UserWords> carryWords(const RangeNotes& notes, const SegmentLimits& limits,
                                  uint32_t& wordsLeftOut,
                                  std::span<const SegmentBody* const> before = {});

/// The same over segments that are about to be merged, oldest first.
std::vector<UserWords> carryWords(std::span<const SegmentBody* const> segments,
                                  const SegmentLimits& limits, uint32_t& wordsLeftOut);

/// Gives a body as much of what was done as the limits hold, the most valuable; `before` are
/// segments whose ledgers come first.
void carryLedger(const Ledger& ledger, const SegmentLimits& limits, SegmentBody& body,
                 std::span<const SegmentBody* const> before = {});

/// Tokens that a segment has at most beside its prose, ledger, facts and the user's words, and
/// those of one that is prose alone.
uint32_t frameTokens(Family family, bool proseAlone = false);

/// The text that the model reads: a heading that says what it stands for and that it is reference,
/// not orders; the prose; facts and ledger, then the user's words, as quoted data. Well-formed
/// UTF-8, deterministic. Content cannot forge the layout: the boundary of quoted data derives from
/// a hash of what it encloses.
std::string segmentText(const SegmentBody& body);

/// What stands beside the prose, as the model reads it.
std::string besideProse(const SegmentBody& body);

}  // namespace epitome
