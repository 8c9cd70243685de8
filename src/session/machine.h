/// The life of a rewrite, as one table: which event is legal when.
///
/// A run is steady until a step finds its view too large. Where the host wants a turn before a
/// fold, it reads what is about to go and waits for that. It asks the host for its blocks where it
/// has some, reads the texts that the rewrite needs, asks for prose where a model is there, in as
/// many requests at once as there are, and is steady again with a new view. Where its view still
/// fits, a rewrite may be postponed while it waits: the run is steady at once, and takes the
/// rewrite up again when the replies are there. Giving up is possible while it waits: code
/// takes the model's place.
#pragma once

#include <cstdint>

namespace epitome {

enum class Phase : uint8_t {
  kSteady = 0,
  kReading = 1,
  kAwaiting = 2,
  kAsking = 3,
  kTurn = 4,
};

enum class Event : uint8_t {
  /// New messages at the end of the transcript.
  kAppend = 0,
  /// What is the view, and does it need a rewrite?
  kStep = 1,
  /// One message that the rewrite or the host's turn wants read has passed by.
  kText = 2,
  /// All of them have.
  kReadDone = 3,
  /// The model answered one of the requests.
  kReply = 4,
  /// The model did not answer one of them.
  kGiveUp = 5,
  /// The host's blocks are there.
  kBlocks = 6,
  /// The step does not wait for the model.
  kPostpone = 7,
  /// The host's turn is over.
  kTurnDone = 8,
};

/// legal[phase][event]
inline constexpr bool kLegal[5][9] = {
    //            append  step   text   done   reply  give up blocks postpone turn
    /* steady   */ {true, true, false, false, false, false, false, false, false},
    /* reading  */ {false, false, true, true, false, false, false, false, false},
    /* awaiting */ {false, false, false, false, true, true, false, true, false},
    /* asking   */ {false, false, false, false, false, false, true, false, false},
    /* turn     */ {false, false, false, false, false, false, false, false, true},
};

constexpr bool legal(Phase phase, Event event) {
  return kLegal[static_cast<uint8_t>(phase)][static_cast<uint8_t>(event)];
}

/// What the driver has to do next.
enum class Next : uint8_t {
  /// The last view and whatever was appended to it, untouched.
  kUnchanged = 0,
  /// A new view is ready.
  kView = 1,
  /// Pass the listed messages by, then say that reading is done.
  kRead = 2,
  /// Call the model with the requests that wait.
  kSummarize = 3,
  /// Ask the host for the blocks that it wants behind the segments.
  kBlocks = 4,
  /// The same as kSummarize where the step need not wait: have the requests that wait answered, and
  /// postpone the rewrite until they are.
  kPrepare = 5,
  /// Give the host its turn before a fold, and wait for it.
  kTurn = 6,
};

}  // namespace epitome
