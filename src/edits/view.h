/// What the model sees, as operations on the host's messages. Decides order and shape of a view;
/// refuses to know why something was folded or trimmed, and holds no text.
///
/// Layout, stable before volatile: leading system messages, opening request, segments, tail.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "edits/edit.h"
#include "transcript/units.h"

namespace epitome {

/// The values cross the boundary.
enum class ViewOp : uint8_t {
  /// `count` host messages from `message` on, untouched.
  kHost = 0,
  /// The segments message.
  kSegments = 1,
  /// A copy of one host message with changes.
  kEdited = 2,
  /// A tool message that answers the listed call parts of `message` as aborted.
  kAborted = 3,
  /// A tool message made of the listed parts of `message`.
  kPick = 4,
};

/// The values cross the boundary.
enum class ChangeKind : uint8_t {
  /// Of a picked or an aborted part: it is the one that is meant.
  kAsIs = 0,
  kRemove = 1,
  /// `edit` tells the ranges that go.
  kCut = 2,
  /// `edit` tells the placeholder.
  kReplace = 3,
  /// What is not well-formed in its texts becomes U+FFFD.
  kMend = 4,
};

struct PartChange {
  uint32_t part = 0;
  ChangeKind kind = ChangeKind::kAsIs;
  const Edit* edit = nullptr;
};

struct ViewItem {
  ViewOp op = ViewOp::kHost;
  uint32_t message = 0;
  uint32_t count = 1;
  /// kEdited: the changes. kAborted, kPick: the parts, with the edits that picked ones have.
  uint32_t firstChange = 0;
  uint32_t changeCount = 0;
};

struct View {
  std::vector<ViewItem> items;
  std::vector<PartChange> changes;

  void clear();
  std::span<const PartChange> changesOf(const ViewItem& item) const;
};

/// What stands in place of an aborted call's result, and its tokens.
inline constexpr std::string_view kAbortedText = "Interrupted; no result was received.";

/// Messages [begin, end): reasoning of theirs that is bound to what stood before it was there when
/// that changed, and is refused from then on.
struct StaleRange {
  uint32_t begin = 0;
  uint32_t end = 0;

  bool operator==(const StaleRange&) const = default;
};
/// The message is in one of a few ranges.
bool contains(std::span<const StaleRange> ranges, uint32_t message);

/// The host's transcript and what was decided about it.
struct ViewSource {
  const Transcript* transcript = nullptr;
  const Units* units = nullptr;
  const EditMap* edits = nullptr;
  /// Messages [foldBegin, foldEnd) are folded: a unit that reaches across the end shows only what
  /// is behind it, and nothing shows that answers a call of theirs. Pinned and held units show all
  /// the same, and so does a request that was left.
  uint32_t foldBegin = 0;
  uint32_t foldEnd = 0;
  /// Messages of the conversation that the host left out.
  uint32_t missing = 0;
  /// First messages of the units that the newest segment's range keeps for a while.
  std::span<const uint32_t> held = {};
  /// The request that the segments do not stand for though they reach beyond it, and the number of
  /// its first message where what stood behind it was left out; 0: nothing was.
  MessageSpan left = {};
  uint32_t leftNumber = 0;
  /// Of the answer to an aborted call, beside the tool's name.
  uint32_t abortedTokens = 0;
  std::span<const StaleRange> stale = {};

  /// A message's place in the conversation, counted from 1. What the host left out is counted where
  /// the segments end: what stands before them, and the request that they leave, keep their
  /// numbers.
  uint32_t numberOf(uint32_t message) const {
    if (missing == 0 || message < foldBegin) return message + 1;
    const bool apart = leftNumber > 0 && left.holds(message);
    return apart ? leftNumber + message - left.begin : missing + message + 1;
  }
  /// A part that the view leaves out, or shows behind its call instead.
  bool removed(uint32_t message, uint32_t part) const;
  /// The view has a segment in the message's place.
  bool folded(uint32_t message) const;
  /// A folded unit that shows all the same.
  bool stays(uint32_t unit) const;
  /// The view has the answer to an answered call: a late one stands and goes with its call,
  /// wherever the host has it.
  bool answers(const Call& call) const;
  /// Its reasoning left at a rewrite: all of it, since what is left of a group is refused as well,
  /// and of pinned messages too.
  bool isStale(uint32_t message) const {
    return ((*transcript)[message].flags & kThinks) != 0 && contains(stale, message);
  }
  /// The edit in force for a part; null when there is none. What names another result is in force
  /// while that one is in the view.
  const Edit* editOf(uint32_t message, uint32_t part) const;
};

/// Appends one unit as it shows. Returns its tokens.
uint32_t showUnit(const ViewSource& source, uint32_t unit, View& view);

/// What takes the room of a request beside tokens.
struct ViewSize {
  /// Of JSON text.
  int64_t bytes = 0;
  /// Of images and files that a placeholder may stand for.
  int64_t mediaBytes = 0;
  /// Images, and of these the large ones (tokens/media.h).
  int64_t images = 0;
  int64_t largeImages = 0;

  void operator+=(const ViewSize& other);
};

/// Of messages [begin, end) as the host has them; of a view without its segments.
ViewSize sizeOf(const Transcript& transcript, uint32_t begin, uint32_t end);
ViewSize sizeOf(const Transcript& transcript, const View& view);

/// Tokens of a unit as it shows.
uint32_t unitTokens(const ViewSource& source, uint32_t unit);

/// The repairs that a unit shows, in the order of its messages.
enum class RepairKind : uint8_t {
  kAbortedCall = 0,
  kLateResult = 1,
  kOrphanResult = 2,
  kDuplicateResult = 3,
  kEmptyMessage = 4,
  kOrphanApproval = 5,
  kProviderCall = 6,
  kIllFormedText = 7,
  kRepeatedCall = 8,
  kInvalidInput = 9,
};
struct RepairNote {
  RepairKind kind = RepairKind::kAbortedCall;
  uint32_t message = 0;
};
void repairsOf(const ViewSource& source, uint32_t unit, std::vector<RepairNote>& out);

}  // namespace epitome
