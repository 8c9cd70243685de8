/// What can be taken out of single messages before anything is folded. Decides which parts may
/// shrink, in which order, and what each edit frees; refuses to know when room is needed and to
/// change anything.
///
/// Rungs, cheapest loss first: outdated reads, long results cut to head and tail, results cleared,
/// finished reasoning dropped, images and files cleared, in results those that are left.
#pragma once

#include <cstdint>
#include <vector>

#include "edits/trim.h"
#include "session/policy.h"
#include "session/run.h"

namespace epitome {

struct PruneRequest {
  const Policy* policy = nullptr;
  /// What amounts are fractions of, tokens.
  int64_t budget = 0;
  /// First unit whose parts may be edited.
  uint32_t firstUnit = 0;
  /// Tokens to free; edits stop, oldest first, when they are. Whole rungs are taken where it is
  /// more than there is.
  int64_t need = 0;
  /// Only what costs no more than the rewrite that happens anyway: outdated reads.
  bool freeOnly = false;
  /// What was thought in turns with calls stays.
  bool keepsThoughts = false;
  Family family = Family::kO200k;
};

/// What a request may have beside tokens.
struct RequestLimit {
  int64_t bytes = INT64_MAX;
  int64_t images = INT64_MAX;
  /// Where they are more than `kManyImages`, none may be large.
  bool manyAreSmall = false;
  /// A quarter of the images stays free.
  bool rests = false;

  bool holdsBytes(const ViewSize& view) const { return view.bytes <= bytes; }
  bool holdsImages(const ViewSize& view) const;
  bool holds(const ViewSize& view) const { return holdsBytes(view) && holdsImages(view); }
  /// What a view above it is brought to, so that not every new message asks for that.
  RequestLimit restingFor(const ViewSize& view) const;
};

RequestLimit limitOf(const Budget& budget);

/// Which images and files give way: those that a model has read, but for those of the initial
/// messages, the current request and pinned messages; or all of them, those of the user last, and
/// of these those of the current request. Of tools that the policy keeps the first never takes any
/// for bytes, and for a number of images after others. Pinned ones never give way for bytes, and
/// for a number after all others.
enum class MediaReach : uint8_t { kOld, kAll };

struct Pruning {
  /// One a part at most, by message and part.
  std::vector<EditPlan> edits;
  /// Tokens that they free.
  int64_t freed = 0;

  bool empty() const { return edits.empty(); }
};

/// O(n log n) in the parts of the view.
Pruning planPruning(const Run& run, const PruneRequest& request);

/// Edits that bring images and files within the limit, oldest first, or all there are. Of a budget
/// of so many tokens the policy protects the newest.
std::vector<EditPlan> planLightening(const Run& run, const Policy& policy, Family family,
                                     int64_t budget, const RequestLimit& most, MediaReach reach);

/// First message that no model has read.
uint32_t unreadFrom(const Run& run);

/// The policy never edits results of this one's tool, while the view can be made to fit without.
bool isKept(const Run& run, const ResultPolicy& policy, uint32_t message, uint32_t part);

/// What the user answered to a question that a tool put.
bool isAnswer(const Run& run, const ResultPolicy& policy, uint32_t message, uint32_t part);

/// A call of the tool that gives back earlier messages, or what it brought.
bool isRecalled(const Run& run, const ResultPolicy& policy, uint32_t message, uint32_t part);

/// Number by which the agent can read a message again that gives way; 0 where it has no tool for
/// it.
uint32_t handleOf(const Run& run, const Policy& policy, uint32_t message);

/// Which results may be cut beyond what the policy asks for: those that a model has read, those
/// that none has read, too, or even those that the policy keeps.
enum class Reach : uint8_t { kRead, kUnread, kAll };

/// Results of the units from `firstUnit` on that may lose a part of their text, by message and
/// part; never those of pinned messages. Beyond what a model has read also what the newest calls
/// were given, while their results wait.
std::vector<TrimCandidate> cuttable(const Run& run, uint32_t firstUnit, const ResultPolicy& policy,
                                    Reach reach);

}  // namespace epitome
