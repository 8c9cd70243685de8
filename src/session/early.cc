/// What the next fold will take is read before it is due, a few messages a step, so that no step
/// reads all of it. Decides how far that has come; refuses to know what is read.

#include <algorithm>

#include "session/level.h"
#include "session/session.h"

namespace epitome {
namespace {

/// Of one step. A fold takes about as much as comes between half of the trigger and the trigger.
constexpr uint32_t kMostMessages = 4;
/// None is begun beyond this, tokens.
constexpr uint32_t kMostTokens = 2'000;

uint32_t tokensOf(const Transcript& transcript, uint32_t message) {
  uint32_t tokens = 0;
  for (const PartFacts& part : transcript.parts(message)) tokens += part.tokens;
  return tokens;
}

}  // namespace

RangePass::Terms Session::passTerms(const Run& run, uint32_t from, bool asks,
                                    uint32_t joined) const {
  RangePass::Terms terms;
  terms.extractors = options_.policy.extractors;
  terms.redaction = redaction();
  terms.checks = asks;
  terms.from = from;
  const std::span<const uint64_t> records = run.chain().last(joined);
  terms.records.assign(records.begin(), records.end());
  return terms;
}

bool Session::readsEarly(const Slot& slot) const {
  return slot.run->phase == Phase::kSteady && slot.pass && !slot.pass->left().empty();
}

int64_t Session::foldTrigger(const Slot& slot) const {
  return options_.background ? softLevel(slot.careful, options_.backgroundAt)
                             : slot.careful.trigger;
}

bool Session::nearsFold(const Slot& slot) const {
  const int64_t half = foldTrigger(slot) / 2;
  return options_.policy.enabled && half > 0 && slot.run->tokens() > half;
}

FoldChoice Session::foldToCome(const Slot& slot) const {
  const Run& run = *slot.run;
  const Policy& policy = options_.policy;
  const Budget& budget = slot.careful;
  const int64_t trigger = foldTrigger(slot);
  const int64_t half = trigger / 2;
  const uint32_t first = run.firstUnit();
  FoldChoice fold{first, first, 0};
  // It frees this at least. What is read by now is the same share of it as the view has come from
  // half of the trigger to the trigger.
  const int64_t freed = std::max<int64_t>(trigger - budget.target, 0);
  const int64_t due = freed * std::min(run.tokens() - half, half) / half;
  const Level level = levelOf(0, budget, policy, options_.family, false, 0);
  FoldInput input;
  input.units = &run.units();
  input.tokens = run.unitTokens();
  input.first = first;
  input.keepTokens = level.keepTokens;
  input.keepMessages = level.keepMessages;
  input.keepTurns = level.keepTurns;
  input.keepLeast = budget.keepLeast;
  input.keepNewest = level.keepNewest;
  input.keepBeside = level.keepBeside;
  const uint32_t end = protectedFrom(input);
  while (fold.end < end && fold.tokens + input.tokens[fold.end] <= due) {
    fold.tokens += input.tokens[fold.end++];
  }
  return fold;
}

std::expected<std::vector<uint32_t>, ErrorCode> Session::readEarly(uint32_t id) {
  Slot* slot = find(id);
  if (slot == nullptr) return std::unexpected(ErrorCode::kUnknownHandle);
  if (slot->run->phase != Phase::kSteady || !nearsFold(*slot)) return std::vector<uint32_t>();
  return readAhead(*slot);
}

std::vector<uint32_t> Session::readAhead(Slot& slot) const {
  std::vector<uint32_t> messages;
  const Run& run = *slot.run;
  const FoldChoice fold = foldToCome(slot);
  if (fold.begin == fold.end) return messages;
  const MessageSpan range = messagesOf(run, fold);
  const bool asks = asksModel(run, RewritePlan());
  const auto joined =
      options_.policy.oneSummary ? static_cast<uint32_t>(run.chain().size()) : uint32_t{0};
  RangePass::Terms terms = passTerms(run, range.begin, asks, joined);
  if (!slot.pass || !slot.pass->holds(terms)) {
    slot.pass = std::make_unique<RangePass>(std::move(terms), bodiesOf(run, joined));
    if (asks) slot.pass->plan(openingPassages(run));
  }
  RangePass& pass = *slot.pass;
  uint32_t tokens = 0;
  uint32_t added = 0;
  for (uint32_t m = pass.end(); m < range.end; ++m) {
    if (added == kMostMessages || tokens > kMostTokens) break;
    if (run.units()[run.units().of(m)].pinned) continue;
    pass.add({m, run.numberOf(m), false, false});
    tokens += tokensOf(run.transcript(), m);
    ++added;
  }
  for (const RangePass::Passage& passage : pass.left()) messages.push_back(passage.message);
  return messages;
}

}  // namespace epitome
