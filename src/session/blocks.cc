/// The blocks of a rewrite: when the host is asked for them, and which stand behind a new segment.

#include "summary/blocks.h"

#include <algorithm>
#include <iterator>

#include "session/checked.h"
#include "session/reading.h"
#include "session/session.h"

namespace epitome {

std::expected<Next, ErrorCode> Session::offerBlocks(uint32_t id, std::string_view json) {
  const auto found = expect(id, Event::kBlocks);
  if (!found) return std::unexpected(found.error());
  const std::optional<JsonValue> given = parseJsonObject(json);
  if (!given) return std::unexpected(ErrorCode::kMalformedInput);
  Slot& slot = **found;
  Checked checked;
  std::vector<BlockSource> sources;
  for (const JsonValue& entry : checked.list(given->member("blocks"))) {
    const JsonValue* row = checked.row(&entry, 2);
    if (row == nullptr) break;
    sources.push_back({std::string(checked.text(&row[0])), std::string(checked.text(&row[1]))});
  }
  if (!checked.good()) return std::unexpected(ErrorCode::kMalformedInput);
  slot.run->phase = Phase::kSteady;
  slot.blocks = fitBlocks(sources, roomForBlocks(slot), options_.family);
  return decide(slot);
}

std::vector<uint32_t> Session::blocksLeftOut(uint32_t run) const {
  const Slot* slot = find(run);
  return slot != nullptr && slot->blocks ? slot->blocks->leftOut : std::vector<uint32_t>();
}

std::expected<int64_t, ErrorCode> Session::blockRoom(uint32_t run) const {
  const Slot* slot = find(run);
  if (slot == nullptr) return std::unexpected(ErrorCode::kUnknownHandle);
  if (slot->run->phase != Phase::kAsking) return std::unexpected(ErrorCode::kOutOfOrder);
  return roomForBlocks(*slot);
}

int64_t Session::roomForBlocks(const Slot& slot) const {
  return options_.policy.blockTokens.of(budgetOf(slot.input).total);
}

bool Session::asksForBlocks(const Slot& slot, const RewritePlan& plan) const {
  return options_.blocks && !slot.blocks && !plan.noBlocks && !plan.fold.empty();
}

int64_t Session::blockTokens(const Slot& slot) const {
  const std::optional<Block> pins = pinsBlock();
  return (slot.blocks ? tokensOf(slot.blocks->blocks) : 0) + (pins ? int64_t{pins->tokens} : 0);
}

int64_t Session::hostBytes(const Slot& slot) const {
  // Pins are saved apart, and as they stand in the view. The agent's plan may come as well.
  int64_t bytes = 2 * std::ssize(pinsJson()) + static_cast<int64_t>(kMostKeptBytes);
  for (const uint64_t id : slot.run->chain()) {
    if (const Segment* segment = decisions_.byId(id); segment != nullptr) {
      bytes += segment->editedBytes;
    }
  }
  for (const Job& job : jobs_) bytes += 2 * std::ssize(job.instructions);
  bytes += 2 * std::ssize(slot.instructions);
  return bytes + (slot.blocks ? bytesOf(slot.blocks->blocks) : 0);
}

std::vector<Block> Session::blocksBehind(const Slot& slot, const Rewrite& rewrite) const {
  const Run& run = *slot.run;
  std::vector<Block> blocks;
  if (rewrite.plan.noBlocks) return blocks;
  if (std::optional<Block> pins = pinsBlock()) blocks.push_back(std::move(*pins));
  if (slot.blocks) std::ranges::copy(slot.blocks->blocks, std::back_inserter(blocks));
  if (!rewrite.agentPlan.list.text.empty()) {
    Block plan = makeBlock("plan", planBlockText(rewrite.agentPlan.list), options_.family);
    plan.ofAgent = true;
    blocks.push_back(std::move(plan));
  } else if (!rewrite.agentPlan.found) {
    for (const Block& block : run.blocks()) {
      if (block.ofAgent) blocks.push_back(block);
    }
  }
  return blocks;
}

}  // namespace epitome
