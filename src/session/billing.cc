#include "session/billing.h"

#include <algorithm>

#include "tokens/counter.h"

namespace epitome {
namespace {

/// How far what the host sends besides messages is from what it says or sent to another model,
/// tokens: this, and half of it.
constexpr double kOverheadOff = 1'000;
/// What it changes by from one bill to the next, tokens squared.
constexpr double kDrift = 64;

/// What a provider may add to any prompt, tokens.
constexpr int64_t kUnstated = 1'000;
/// Shorter prompts may be billed at whatever wraps them, tokens.
constexpr int64_t kLeastJudged = 200;
/// What wraps a message beyond what is counted for it, tokens.
constexpr int64_t kMostWrapping = 32;

/// Bills in a row that make what nobody can see believed.
constexpr uint32_t kAgreeing = 3;

/// Of a short reply, tokens.
constexpr int64_t kThoughts = 64;

/// A reply billed at less than half of its estimate was cut off, or is not what was billed.
bool plausible(int64_t estimate, int64_t billed) { return billed > 0 && billed * 2 >= estimate; }

/// One billed at more than twice of it holds thoughts that may not be sent on.
bool sentOn(int64_t estimate, int64_t billed) {
  return plausible(estimate, billed) && billed <= 2 * estimate + kThoughts;
}

/// A view's messages in tokens of its model, before what bills taught.
int64_t counted(const Billing::Model& model, const SentView& sent) {
  return static_cast<int64_t>(model.calibration.memory().expected *
                              static_cast<double>(sent.tokens));
}

}  // namespace

int64_t BillTerms::stated() const {
  if (configured >= 0) return configured;
  return window > 0 ? std::min(assumed, window / 4) : assumed;
}

int64_t Billing::Model::within(int64_t tokens, const BillTerms& terms) const {
  const int64_t least = terms.configured / 2;
  return std::clamp(tokens, std::max<int64_t>(0, least), mostOverhead(terms));
}

int64_t Billing::Model::mostOverhead(const BillTerms& terms) const {
  const int64_t stated = std::max<int64_t>(0, terms.configured);
  const int64_t half = terms.window > 0 ? std::max(terms.window / 2, stated)
                                        : 2 * std::max(terms.stated(), overhead) + kUnstated;
  const int64_t most = terms.configured < 0 ? half : std::min(2 * stated + kUnstated, half);
  return std::max(most, terms.window > 0 ? std::min(vouched, terms.window) : vouched);
}

bool Billing::Model::believes(const SentView& sent, int64_t billedInput, const BillTerms& terms) {
  // A bill beyond a window that is no guess is of no prompt that is wanted.
  const bool bounded = terms.window > 0 && terms.source != WindowSource::kAssumed;
  if (bounded && billedInput > terms.window) return false;
  const int64_t messages = calibration.billed(sent.tokens, sent.inputs);
  const int64_t beyond = billedInput - messages;
  if (beyond <= mostOverhead(terms) + messages / 2) {
    doubt = {};
    return false;
  }
  // The same view again tells nothing new.
  if (doubt.bills > 0 && sent.tokens == doubt.estimate) return false;
  const int64_t before = calibration.billed(doubt.estimate, doubt.inputs);
  const int64_t expected = messages - before;
  const int64_t wrapped = kMostWrapping * std::max<int64_t>(0, sent.inputs - doubt.inputs);
  // The estimate of what came or went is off by half at most, and a sum over calls by no less than
  // the prompt before.
  const int64_t off = (expected < 0 ? -expected : expected) / 2;
  const int64_t most = (before + std::max<int64_t>(0, terms.configured)) / 2;
  const int64_t more = billedInput - doubt.input - expected;
  const bool agrees =
      doubt.bills > 0 && more >= -std::min(off, most) && more <= std::min(off + wrapped, most);
  doubt = {billedInput, sent.tokens, sent.inputs, agrees ? doubt.bills + 1 : 1};
  if (doubt.bills < kAgreeing) return false;
  doubt = {};
  vouched = beyond;
  expectOverhead(beyond);
  billed = true;
  return true;
}

void Billing::Model::expectOverhead(int64_t tokens) {
  overhead = std::max<int64_t>(0, tokens);
  const double off = kOverheadOff + static_cast<double>(overhead) / 2;
  variance = tokens < 0 ? kMostVariance : std::min(off * off, kMostVariance);
}

int64_t Billing::Model::astrayIn(int64_t tokens, int64_t messages) const {
  if (input == 0) return 0;
  const int64_t astray = input - overhead - calibration.billed(estimate, inputs);
  if (tokens >= estimate) return astray;
  if (astray >= 0) return astray * tokens / estimate;
  // What was not billed may be what has gone: the rest costs what it is counted as, and less than
  // the whole did.
  return std::min<int64_t>(0, input - overhead - 1 - calibration.billed(tokens, messages));
}

void Billing::Model::take(const SentView& sent, int64_t billedInput, const BillTerms& terms) {
  const int64_t told =
      overhead + calibration.billed(sent.tokens, sent.inputs) + astrayIn(sent.tokens, sent.inputs);
  const int64_t news = billedInput - told;
  // What came or went, and how far the estimate of that may be off.
  const int64_t changed = sent.tokens > estimate ? sent.tokens - estimate : estimate - sent.tokens;
  const int64_t off = safeMargin(changed);
  const int64_t excess = news - std::clamp(news, -2 * off, 2 * off);
  // A host that is off by so much may be off by more.
  variance += kDrift + static_cast<double>(excess) * static_cast<double>(excess);
  // What the overhead was told too much the messages were told too little, and as much of that is
  // gone as of them.
  const double gone = sent.tokens < estimate
                          ? static_cast<double>(changed) / static_cast<double>(estimate)
                          : static_cast<double>(input == 0);
  const double shared = variance * gone + kDrift;
  const double doubt =
      variance * gone * gone + kDrift + static_cast<double>(off) * static_cast<double>(off);
  const double gain = shared / doubt;
  variance = std::clamp(variance - gain * shared, 0.0, kMostVariance);
  const double moved = gain * static_cast<double>(news - excess);
  overhead += excess + static_cast<int64_t>(moved < 0 ? moved - 0.5 : moved + 0.5);
  overhead = within(std::min(overhead, billedInput), terms);
  // What is gone is no more vouched for.
  vouched = std::min(vouched, 2 * overhead);
  input = billedInput;
  estimate = sent.tokens;
  inputs = sent.inputs;
  billed = true;
}

void Billing::use(uint32_t model, double expected) {
  const auto found = std::ranges::find(models_, model, &Model::id);
  if (found != models_.end()) {
    std::rotate(found, found + 1, models_.end());
    return;
  }
  Model fresh;
  fresh.id = model;
  fresh.calibration = Calibration(expected);
  const Model& last = models_.back();
  // What stands for no model yet makes room for the first.
  if (!last.billed && last.doubt.bills == 0) {
    models_.back() = fresh;
    return;
  }
  fresh.billed = last.billed;
  if (last.billed) fresh.expectOverhead(last.overhead);
  fresh.vouched = last.vouched;
  if (models_.size() == kBilledModels) models_.erase(models_.begin());
  models_.push_back(fresh);
}

BillFault Billing::faultOf(const Model& model, const SentView& sent, int64_t input,
                           const BillTerms& terms) const {
  const bool known = terms.window > 0 && terms.source == WindowSource::kKnown;
  if (known && input > terms.window) return BillFault::kOverWindow;
  const int64_t messages = counted(model, sent);
  const int64_t whole = messages + std::max<int64_t>(0, terms.configured);
  if (whole >= kLeastJudged && 2 * input < whole) return BillFault::kTooSmall;
  const int64_t most = 2 * messages + kMostWrapping * sent.inputs + model.mostOverhead(terms);
  return input > most ? BillFault::kTooLarge : BillFault::kNone;
}

int64_t Billing::windowOf(uint32_t model, int64_t assumed) const {
  const auto found = std::ranges::find(models_, model, &Model::id);
  return found != models_.end() ? std::max(found->window, assumed) : assumed;
}

void Billing::average(Model& model, const SentView& sent, int64_t input,
                      const BillTerms& terms) const {
  // Of what the host does not state, no more than is billed beyond the count.
  const int64_t beyond = std::max<int64_t>(0, input - counted(model, sent));
  const int64_t stated =
      terms.configured >= 0 ? terms.configured : std::min(beyond, terms.stated());
  const int64_t besides = std::max(stated, std::min(beyond, model.vouched));
  model.calibration.observeWhole(sent.tokens + besides, input);
  model.overhead = model.calibration.billed(besides, 0);
  model.vouched = std::min(model.vouched, 2 * besides);
  model.billed = true;
}

Judged Billing::take(const SentView& sent, const Bill& before, const Bill& now,
                     const BillTerms& terms) {
  const auto found = std::ranges::find(models_, sent.model, &Model::id);
  if (found == models_.end() || now.input <= 0 || sent.tokens <= 0) return {};
  const BillFault fault = faultOf(*found, sent, now.input, terms);
  if (fault != BillFault::kNone && fault != BillFault::kTooLarge) return {fault};
  const bool believed = found->believes(sent, now.input, terms);
  if (fault != BillFault::kNone && !believed) return {fault};
  const Judged judged{BillFault::kNone, believed ? found->vouched : 0};
  if (terms.source == WindowSource::kAssumed && now.input > terms.window && terms.window > 0) {
    found->window = terms.window;
    while (found->window < 2 * now.input) found->window *= 2;
    found->window = std::min(found->window, kLargestWindow);
  }
  Calibration& calibration = found->calibration;
  if (method_ == CalibrationMethod::kMovingAverage) {
    average(*found, sent, now.input, terms);
    return judged;
  }
  if (method_ == CalibrationMethod::kLeastSquares && sent.goesOn && before.input > 0) {
    const int64_t added = now.input - before.input;
    const Growth& growth = sent.growth;
    // A host that does not send a reply on, since it was broken off, is not billed for it again.
    if (growth.reply == 0) {
      calibration.observe(growth.input, growth.inputs, added);
    } else if (before.output == 0) {
      calibration.observe(growth.input + growth.reply, growth.inputs, added);
    } else if (sentOn(growth.reply, before.output)) {
      calibration.observe(growth.input, growth.inputs, added - before.output);
    }
  }
  if (!found->billed) found->expectOverhead(terms.configured);
  found->take(sent, now.input, terms);
  return judged;
}

Price Billing::priceOf(const PricedView& view, const Bill& last) const {
  const Model& model = current();
  const Calibration& calibration = model.calibration;
  Price price;
  const double counted = calibration.memory().expected * static_cast<double>(view.tokens);
  price.common = std::clamp(
      calibration.billed(view.tokens, view.inputs) + model.astrayIn(view.tokens, view.inputs),
      static_cast<int64_t>(counted / 2),
      static_cast<int64_t>(2 * counted) + kMostWrapping * view.inputs);
  if (!calibration.covers(view.unbilled.largestUnit)) {
    const double more = calibration.cautiousRatio() - calibration.ratio();
    price.newest = static_cast<int64_t>(more * static_cast<double>(view.unbilled.tokens));
  }
  if (view.growth.reply > 0 && plausible(view.growth.reply, last.output)) {
    const int64_t most = 2 * view.growth.reply + kThoughts;
    price.newest += std::min(last.output, most) - calibration.billed(view.growth.reply, 0);
  }
  return price;
}

int64_t Billing::marginOf(const PricedView& view) const {
  const Calibration& calibration = current().calibration;
  const auto [tokens, largestUnit, largestText] = view.unbilled;
  const double ratio =
      calibration.covers(largestUnit) ? calibration.ratio() : calibration.cautiousRatio();
  const auto most = static_cast<double>(tokens + safeMargin(tokens, largestText));
  return static_cast<int64_t>(calibration.cautiousRatio() * most -
                              ratio * static_cast<double>(tokens));
}

Budget Billing::inEstimates(const Budget& budget, const PricedView& view, const Bill& last) const {
  const Price price = priceOf(view, last);
  const double share = view.tokens > 0 && price.common > 0
                           ? static_cast<double>(view.tokens) / static_cast<double>(price.common)
                           : 1;
  const auto within = [share](int64_t billed) {
    return billed > 0 ? static_cast<int64_t>(static_cast<double>(billed) * share) : 0;
  };
  Budget estimated = budget;
  estimated.total = within(budget.total - price.newest);
  estimated.trigger = std::min(within(budget.trigger - price.newest), estimated.total);
  estimated.target = std::min(within(budget.target - price.newest), estimated.trigger);
  estimated.flush = std::min(within(budget.flush - price.newest), estimated.trigger);
  estimated.keepRecentTokens =
      std::min(within(budget.keepRecentTokens), mostRecent(estimated.trigger));
  estimated.userWords = std::min(within(budget.userWords), estimated.total / 2);
  return withMargin(estimated, within(marginOf(view)));
}

}  // namespace epitome
