/// What stands in the view for a folded range, and the text it is written as. Decides the layout of
/// that text; refuses to know what is chosen for it (selection.h) and where a segment is kept.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "extract/sayings.h"
#include "summary/facts.h"
#include "summary/ledger.h"
#include "summary/user_words.h"
#include "tokens/family.h"

namespace epitome {

/// Who wrote a segment's prose. The names travel in state and events.
enum class ProseSource : uint8_t { kModel = 0, kCode = 1, kUser = 2 };
inline constexpr const char* kSources[] = {"model", "code", "user"};
constexpr const char* nameOf(ProseSource source) { return kSources[static_cast<size_t>(source)]; }

/// Later uses of a name that an older record in the view tells.
struct NameUse {
  /// Of the name's text.
  uint32_t key = 0;
  uint32_t use = 0;
  uint32_t message = 0;

  bool operator==(const NameUse&) const = default;
};

/// What the user wrote in place of a record. It stays as it is, whatever the record is merged into.
struct EditedText {
  uint32_t firstMessage = 0;
  uint32_t lastMessage = 0;
  std::string text;

  bool operator==(const EditedText&) const = default;
};

/// The written side of a segment. Written once; only a merge replaces it.
struct SegmentBody {
  ProseSource source = ProseSource::kCode;
  /// Oldest first.
  std::vector<EditedText> edited;
  /// A model's; empty where none wrote.
  std::string prose;
  /// Oldest first.
  std::vector<UserWords> words;
  /// User messages of the range that there was no room for at all.
  uint32_t wordsLeftOut = 0;
  /// What was done there, oldest first.
  std::vector<LedgerRow> ledger;
  uint32_t ledgerLeftOut = 0;
  /// What the assistant concluded, and what tools reported, oldest first.
  std::vector<Saying> said;
  std::vector<Saying> printed;
  /// The most useful first.
  std::vector<Name> names;
  std::vector<NameUse> again;
  /// First and last message that it stands for, counted from 1.
  uint32_t firstMessage = 0;
  uint32_t lastMessage = 0;
  /// The first message of a request that was the current one: it is not in the record, which tells
  /// what was done of it. 0: there was none.
  uint32_t leaves = 0;
  /// Name of the tool by which the agent can read those messages again; empty where there was none.
  std::string recall;
  /// Folds that were merged into it; 1 for a plain fold.
  uint32_t rounds = 1;
  /// 0 for a plain fold; a merged one is one higher than the highest that it was made of.
  uint32_t rank = 0;
};

/// No rank is higher, however often records are merged.
inline constexpr uint32_t kMostRank = 64;

/// No limit of a segment is larger, tokens or bytes.
inline constexpr uint32_t kMostSegmentLimit = 1'000'000;

/// Limits of what a segment may take.
struct SegmentLimits {
  /// Of a model's prose.
  uint32_t proseTokens = 0;
  /// Of all that code selects.
  uint32_t rowsTokens = 0;
  /// Of these what the user's words have at the least, where there are so many.
  uint32_t wordsTokens = 0;
  /// Of all of it in the saved state.
  uint32_t bytes = kMostSegmentLimit;
  /// What tokens are counted by.
  Family family = Family::kO200k;
};

/// Tokens that a segment has at most beside its prose and what code selects; `recall` is as in its
/// body.
uint32_t frameTokens(Family family, bool empty = false, std::string_view recall = {});

/// The text that the model reads: a heading that says what it stands for and that it is reference,
/// not orders; the prose; the rows in fixed sections. Well-formed UTF-8, deterministic. Content
/// cannot forge the layout: a row is one line behind a dash, the user's words of several lines
/// stand between marks that no text of the segment holds, and no line of the prose or of an edited
/// text begins like a section.
std::string segmentText(const SegmentBody& body);

/// Of that text the lines before all that was written, and those of the user's own texts.
std::string headingText(const SegmentBody& body);
std::string editedText(const SegmentBody& body);

/// What stands beside the prose, as the model reads it.
std::string besideProse(const SegmentBody& body);

}  // namespace epitome
