/// Checks a view before it is handed out, over facts alone. Decides what a valid view is; refuses
/// to know how the view was made: it reads the operations and the transcript, not the units.
#pragma once

#include <cstdint>
#include <map>

#include "edits/view.h"

namespace epitome {

enum class ViewFault : uint8_t {
  kNone = 0,
  /// A result without a call before it.
  kOrphanResult,
  /// A second answer to a call, or a second call by its id before there is one.
  kSecondAnswer,
  /// The user or another block of the assistant while a client call waits.
  kSplitCall,
  /// A message with nothing in it.
  kEmptyMessage,
  /// Something was folded and the view does not start with user content.
  kStartsWrong,
  /// The segments message stands behind assistant or tool messages, or stands twice.
  kMisplacedSegments,
  /// Host messages out of order or twice.
  kDisorder,
  /// An edit of a part that no edit may touch.
  kForbiddenEdit,
};

/// Follows a view item by item; an extension goes on where the last view ended.
class ViewValidator {
 public:
  /// The first fault of the items, kNone when there is none.
  ViewFault check(const Transcript& transcript, const View& view);
  /// Messages [begin, end) shown untouched behind everything checked so far.
  ViewFault extend(const Transcript& transcript, uint32_t begin, uint32_t end);

 private:
  ViewFault takeItem(const Transcript& transcript, const View& view, const ViewItem& item);
  ViewFault takeMessage(const Transcript& transcript, uint32_t message,
                        std::span<const PartChange> changes);
  ViewFault takeResult(const PartFacts& part);
  ViewFault takeAnswers(const Transcript& transcript, const ViewItem& item,
                        std::span<const PartChange> changes);

  /// Calls without an answer.
  struct Waiting {
    uint32_t client = 0;
    uint32_t provider = 0;
  };
  /// By call id; an entry stays when all are answered.
  std::map<uint64_t, Waiting> calls_;
  /// Client calls of all ids.
  uint32_t waiting_ = 0;
  /// The last message was the assistant's: another one goes on with its block.
  bool inBlock_ = false;
  bool started_ = false;
  bool startsWithUser_ = false;
  bool segments_ = false;
  /// Behind the last host message in place.
  uint32_t next_ = 0;
};

}  // namespace epitome
