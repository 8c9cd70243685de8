/// The course of one request for prose: asked, judged, asked once more where that helps, mended.
/// Decides what becomes of a reply; refuses to know how a model is called and what the prose is
/// for.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "redact/redact.h"
#include "summary/facts.h"
#include "summary/gate.h"
#include "summary/request.h"
#include "summary/review.h"

namespace epitome {

/// What a reply is held against.
struct DraftTerms {
  GateLimits gate;
  ReviewLimits review;
  /// What will stand next to the prose.
  std::string beside;
  /// The proses that the model was given to bring up to date or to merge.
  std::string records;
  /// Another reply may be asked for, which quotes so much of the first, UTF-16 code units.
  bool asksAgain = true;
  uint64_t quotedUnits = 8'000;
};

enum class DraftStep : uint8_t {
  /// `prose` may stand.
  kDone = 0,
  /// `request` asks for another reply and names the faults of this one.
  kAgain = 1,
  /// No reply may stand: the digest takes the model's place.
  kRejected = 2,
};

class Drafting {
 public:
  Drafting() = default;
  Drafting(SummaryRequest request, DraftTerms terms);

  const SummaryRequest& request() const { return request_; }

  /// A reply came, for which `facts` are those of what it replaces. Without `rules` nothing is
  /// redacted; `toolOrders` is null where no tool was read.
  DraftStep reply(std::string_view text, FinishReason finish, const Facts& facts,
                  const RedactionRules* rules, const ToolOrders* toolOrders = nullptr);
  /// None came. What came before may stand.
  DraftStep giveUp();

  /// The verdict on the last reply.
  GateVerdict verdict() const { return verdict_; }
  uint32_t replies() const { return replies_; }
  /// Of the reply that stands.
  const std::string& prose() const { return best_.mended; }
  const Review& review() const { return best_; }
  const std::vector<RedactionCount>& redactions() const { return redactions_; }

 private:
  DraftStep settle();
  void askAgain(std::string_view reply, const Review* review);

  SummaryRequest request_;
  DraftTerms terms_;
  /// As it was asked first.
  std::string prompt_;
  GateVerdict verdict_ = GateVerdict::kEmpty;
  uint32_t replies_ = 0;
  /// Of the best reply that may stand, if any.
  Review best_;
  bool stands_ = false;
  std::vector<RedactionCount> redactions_;
};

}  // namespace epitome
