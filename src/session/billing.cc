#include "session/billing.h"

#include <algorithm>

namespace epitome {
namespace {

/// Estimates large enough that no envelope takes a bill below zero.
constexpr int64_t kMany = 1'000'000'000;

/// A reply billed at less than half of its estimate was cut off, or is not what was billed.
bool plausible(int64_t estimate, int64_t billed) { return billed > 0 && billed * 2 >= estimate; }

}  // namespace

void Billing::use(uint32_t model, double slope) {
  const auto found = std::ranges::find(models_, model, &Model::id);
  if (found != models_.end()) {
    std::rotate(found, found + 1, models_.end());
    return;
  }
  Model fresh;
  fresh.id = model;
  fresh.calibration = Calibration(slope);
  fresh.billed = models_.back().billed;
  fresh.rest = std::max<int64_t>(0, models_.back().rest);
  // What stands for no model yet makes room for the first.
  if (!fresh.billed) {
    models_.back() = fresh;
    return;
  }
  if (models_.size() == kBilledModels) models_.erase(models_.begin());
  models_.push_back(fresh);
}

void Billing::take(const SentView& sent, const Bill& before, const Bill& now, int64_t configured) {
  const auto found = std::ranges::find(models_, sent.model, &Model::id);
  if (found == models_.end() || now.input <= 0 || sent.tokens <= 0) return;
  Calibration& calibration = found->calibration;
  if (method_ == CalibrationMethod::kMovingAverage) {
    const int64_t besides = std::max<int64_t>(0, configured);
    calibration.observeWhole(sent.tokens + besides, now.input);
    found->rest = calibration.billed(besides, 0);
    found->billed = true;
    return;
  }
  // A host that does not send a reply on, since it was broken off, is not billed for it again.
  const bool replied = sent.growth.reply > 0;
  const bool comparable =
      sent.goesOn && before.input > 0 && (!replied || plausible(sent.growth.reply, before.output));
  if (method_ == CalibrationMethod::kLeastSquares && comparable) {
    calibration.observe(sent.growth.input, sent.growth.inputs,
                        now.input - before.input - (replied ? before.output : 0));
  }
  found->rest = now.input - calibration.billed(sent.tokens, sent.inputs);
  found->estimate = sent.tokens;
  found->billed = true;
}

int64_t Billing::beyondEstimate(int64_t estimate, int64_t inputs, const Growth& growth,
                                const Bill& last) const {
  const Model& model = current();
  const Calibration& calibration = model.calibration;
  // What was estimated too long shrinks with the view.
  int64_t shortfall = std::min<int64_t>(0, model.rest);
  if (estimate < model.estimate) shortfall = shortfall * estimate / model.estimate;
  const int64_t known =
      calibration.billed(kMany, inputs) - calibration.billed(kMany, 0) + shortfall;
  if (growth.reply == 0 || !plausible(growth.reply, last.output)) return known;
  return known + last.output - calibration.billed(growth.reply, 0);
}

Budget inEstimates(const Budget& budget, const Calibration& calibration, int64_t beyond) {
  Budget estimated = budget;
  const auto within = [&](int64_t tokens) { return calibration.estimateWithin(tokens - beyond); };
  estimated.total = within(budget.total);
  estimated.trigger = std::min(within(budget.trigger), estimated.total);
  estimated.target = std::min(within(budget.target), estimated.trigger);
  estimated.flush = std::min(within(budget.flush), estimated.trigger);
  estimated.keepRecentTokens =
      std::min(calibration.estimateWithin(budget.keepRecentTokens), mostRecent(estimated.trigger));
  estimated.userWords = std::min(calibration.estimateWithin(budget.userWords), estimated.total / 2);
  return estimated;
}

}  // namespace epitome
