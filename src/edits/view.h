/// What the model sees, as operations on the host's messages. Decides order and shape of a view;
/// refuses to know why something was folded or trimmed, and holds no text.
///
/// Layout, stable before volatile: leading system messages, opening request, segments, tail.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "edits/trim.h"
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

struct PartChange {
  uint32_t part = 0;
  /// Null: the part is removed.
  const Trim* trim = nullptr;
};

struct ViewItem {
  ViewOp op = ViewOp::kHost;
  uint32_t message = 0;
  uint32_t count = 1;
  /// kEdited: the changes. kAborted, kPick: the parts, without trims unless picked parts have some.
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
inline constexpr std::string_view kAbortedText = "Interrupted before it gave a result.";

/// The host's transcript and what was decided about it.
struct ViewSource {
  const Transcript* transcript = nullptr;
  const Units* units = nullptr;
  const TrimMap* trims = nullptr;
  /// Messages [foldBegin, foldEnd) are folded: a unit that reaches across the end shows only what
  /// is behind it, and nothing shows that answers a call of theirs.
  uint32_t foldBegin = 0;
  uint32_t foldEnd = 0;
  /// Of the answer to an aborted call, beside the tool's name.
  uint32_t abortedTokens = 0;

  /// A part that the view leaves out, or shows behind its call instead.
  bool removed(uint32_t message, uint32_t part) const;
  /// The trim in force for a part; null when there is none.
  const Trim* trimOf(uint32_t message, uint32_t part) const;
};

/// Appends one unit as it shows. Returns its tokens.
uint32_t showUnit(const ViewSource& source, uint32_t unit, View& view);

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
};
struct RepairNote {
  RepairKind kind = RepairKind::kAbortedCall;
  uint32_t message = 0;
};
void repairsOf(const ViewSource& source, uint32_t unit, std::vector<RepairNote>& out);

}  // namespace epitome
