/// The pieces that a plan is chosen from: rewrites by edits alone, and the fold of one level.
/// Decides what each would do; refuses to choose between them.
#pragma once

#include <optional>

#include "session/plan.h"

namespace epitome {

/// More messages stand behind the segments than a host wants that has switched the rest off.
bool isCrowded(const Run& run, const Policy& policy);

/// The newest unit, where it ends with results that no model has read and its calls take a quarter
/// of the budget at most: an agent that does not see what it has just done does it again. Else
/// size().
uint32_t waitingUnit(const Run& run, const PlanRequest& request);

/// That unit alone is larger than a view should be after a rewrite.
bool waitsLarge(const Run& run, const PlanRequest& request);

/// Units larger than the target, or than half of the trigger where that is more, are cut to half of
/// that size, and nothing is folded: half leaves the next fold room to keep them. What no model has
/// read is cut only where the view does not fit.
RewritePlan planOversized(const Run& run, const PlanRequest& request, uint32_t trimFloor);

/// Nothing but edits of single messages, `need` tokens' worth or all there are.
RewritePlan planEdits(const Run& run, const PlanRequest& request, int64_t need);

/// Adds edits to the units behind `tail`: what costs nothing at a rewrite, and, where the view
/// would still be over its trigger, what the policy allows. Of a view that does not fit, trims
/// follow, down to `trimFloor` tokens a result.
void shortenTail(const Run& run, const PlanRequest& request, uint32_t tail, uint32_t trimFloor,
                 bool floor, RewritePlan& plan);

/// `known` is where a fold may end for nothing behind it to be paid for twice.
RewritePlan planLevel(const Run& run, const Decisions& decisions, const PlanRequest& request,
                      uint32_t number, const std::optional<Run::Known>& known);

/// Tokens of the units [begin, end) as they show.
int64_t tokensIn(const Run& run, uint32_t begin, uint32_t end);
/// Of the units that begin in a span of messages.
int64_t tokensIn(const Run& run, const MessageSpan& span);

}  // namespace epitome
