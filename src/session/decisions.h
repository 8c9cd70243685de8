/// What was decided once and is replayed ever after: segments by the range they stand for, edits by
/// the part they are for. No transcript is known here, so that branches, restarts and parallel runs
/// share it.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <vector>

#include "edits/edit.h"
#include "session/level.h"
#include "summary/blocks.h"
#include "summary/segment.h"
#include "tokens/family.h"
#include "transcript/fingerprint.h"

namespace epitome {

/// The user's text took the place of a record's: which record that was, the last message that the
/// newest record of the chain stood for then, and how many such changes it had.
struct Replacement {
  uint64_t before = 0;
  uint32_t seen = 0;
  uint32_t order = 0;
};

struct Segment {
  /// Never 0; follows from range and text.
  uint64_t id = 0;
  RangePrint range;
  SegmentBody body;
  /// As the model reads it, and the fingerprint by which a view of ours is recognised.
  std::string text;
  uint64_t textHash = 0;
  uint32_t tokens = 0;
  /// Tokens of the messages it stands for.
  uint32_t rangeTokens = 0;
  /// Of these what the user's words take.
  int64_t wordTokens = 0;
  /// Of the saved state, without what stands behind it.
  int64_t bytes = 0;
  /// Of both what the user's own texts take, which no merge makes shorter.
  uint32_t editedTokens = 0;
  int64_t editedBytes = 0;
  /// Larger is more recent.
  uint64_t used = 0;
  /// Units of the range that show behind it all the same while it is the newest: places among its
  /// messages.
  std::vector<uint32_t> held;
  /// What stands behind it while it is the newest.
  std::vector<Block> blocks;
  /// A saved state has had no room for it since it left the view.
  bool unsaved = false;
  /// It stands for a request that was the current one when it was written, and too large to stay.
  bool tookRequest = false;
  /// Print of the initial messages that a model read to write it; 0 where none did. It stands for
  /// nothing behind others.
  uint64_t initial = 0;
  /// Code wrote it since a model's reply did not come: the next fold has a model write what it
  /// stands for, once.
  bool stopgap = false;
  /// The host has taken it back: it is kept to be looked at, and stands for nothing any more.
  bool withdrawn = false;
  /// Of a record that the user wrote.
  Replacement replaced;
};

/// Segments beyond those in use that are kept for branches that a host may return to.
inline constexpr uint32_t kSpareSegments = 32;
/// Their texts together, bytes.
inline constexpr size_t kSpareBytes = 65'536;

/// Completes text, hash, tokens, bytes and id from range and body.
Segment makeSegment(const RangePrint& range, SegmentBody body, uint32_t rangeTokens, Family family);

class Decisions {
 public:
  explicit Decisions(Family family = Family::kO200k) : family_(family) {}

  /// What the tokens of decisions are counted by.
  Family family() const { return family_; }

  void keep(Segment segment);

  const Segment* byId(uint64_t id) const;
  const Segment* byTextHash(uint64_t textHash) const;
  void touch(uint64_t id);
  void withdraw(uint64_t id);
  /// The newest that the user has put in place of it; itself where there is none. `segment` may be
  /// null.
  const Segment* edited(const Segment* segment) const;
  /// Takes what stands behind a segment away; false when nothing does. `segment` may be null.
  bool dropTail(const Segment* segment);
  /// The segment behind which a block with this text stands.
  const Segment* byBlockHash(uint64_t textHash) const;
  /// Forgets the least recent segments that `inUse` does not name, down to the spare ones. Of those
  /// that `shown` does not name, the most recent that take at most `bytes` there stay in the saved
  /// state; what has left it does not come back.
  void evict(std::span<const uint64_t> shown, std::span<const uint64_t> inUse, int64_t bytes);

  const std::map<uint64_t, Segment>& segments() const { return segments_; }
  const EditMap& edits() const { return edits_; }
  void keep(const EditKey& key, Edit edit);
  void forget(const EditKey& key) { edits_.erase(key); }

 private:
  Family family_;
  std::map<uint64_t, Segment> segments_;
  EditMap edits_;
  uint64_t clock_ = 0;
};

}  // namespace epitome
