#include "summary/drafting.h"

#include <optional>
#include <utility>

#include "summary/asking_again.h"

namespace epitome {
namespace {

constexpr uint32_t kMostReplies = 2;

/// What a provider filters or a model declines is not asked for twice in the same words.
bool worthAskingAgain(GateVerdict verdict) { return verdict != GateVerdict::kRefused; }

}  // namespace

Drafting::Drafting(SummaryRequest request, DraftTerms terms)
    : request_(std::move(request)), terms_(std::move(terms)), prompt_(request_.prompt) {}

DraftStep Drafting::reply(std::string_view text, FinishReason finish, const Facts& facts,
                          const RedactionRules* rules, const ToolOrders* toolOrders) {
  ++replies_;
  const std::string tidy = redacted(tidyReply(text), rules, redactions_);
  GateLimits limits = terms_.gate;
  limits.given = prompt_;
  limits.records = terms_.records;
  limits.language = request_.language;
  verdict_ = judgeReply(tidy, finish, limits);
  std::optional<Review> review;
  if (verdict_ == GateVerdict::kAccepted) {
    review = reviewed(tidy, terms_.beside, facts, terms_.review, toolOrders);
    if (review->beyondRepair) verdict_ = GateVerdict::kInvented;
  }
  const bool again = terms_.asksAgain && replies_ < kMostReplies &&
                     (review ? review->poor() : worthAskingAgain(verdict_));
  if (again) askAgain(tidy, review ? &*review : nullptr);
  if (review && !review->beyondRepair && (!stands_ || review->score() >= best_.score())) {
    best_ = std::move(*review);
    stands_ = true;
  }
  return again ? DraftStep::kAgain : settle();
}

DraftStep Drafting::giveUp() { return settle(); }

DraftStep Drafting::settle() { return stands_ ? DraftStep::kDone : DraftStep::kRejected; }

void Drafting::askAgain(std::string_view reply, const Review* review) {
  request_.prompt = prompt_ + askedAgain(reply, verdict_, review, terms_.quotedUnits);
  ++request_.attempt;
}

}  // namespace epitome
