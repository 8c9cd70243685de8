#include "session/report.h"

#include <array>
#include <string_view>

#include <nlohmann/json.hpp>

#include "text/hash.h"

namespace epitome {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::array<std::string_view, 4> kReasons = {"none", "trigger", "budget", "manual"};
constexpr std::array<std::string_view, 11> kDigestReasons = {
    "none",    "no-summarizer", "failed",   "timed-out", "aborted",  "empty",
    "refused", "truncated",     "inflated", "too-short", "tool-call"};
constexpr std::array<std::string_view, 2> kSources = {"model", "digest"};
constexpr std::array<std::string_view, 5> kRoles = {"system", "user", "assistant", "tool", "other"};
constexpr std::array<std::string_view, 7> kRepairs = {
    "aborted-call",  "late-result",     "orphan-result", "duplicate-result",
    "empty-message", "orphan-approval", "provider-call"};

std::string textOf(const Json& json) {
  return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

Json budgetOf(const Budget& budget) {
  return {{"contextWindow", budget.contextWindow},
          {"outputReserve", budget.outputReserve},
          {"hostOverhead", budget.hostOverhead},
          {"total", budget.total},
          {"trigger", budget.trigger},
          {"target", budget.target}};
}

Json foldOf(const FoldReport& fold) {
  Json json = {{"id", text::hexOf(fold.id)},
               {"kind", fold.merge ? "merge" : "fold"},
               {"firstMessage", fold.firstMessage},
               {"lastMessage", fold.lastMessage},
               {"tokensBefore", fold.tokensBefore},
               {"tokensAfter", fold.tokensAfter},
               {"source", kSources[static_cast<size_t>(fold.source)]}};
  if (fold.source == ProseSource::kDigest) {
    json["digestReason"] = kDigestReasons[static_cast<size_t>(fold.digestReason)];
  }
  json["userMessages"] = {{"carried", fold.carried}, {"cut", fold.cut}, {"leftOut", fold.leftOut}};
  return json;
}

/// Messages that the view shows as they are behind the segments.
uint32_t keptMessages(const Run& run) {
  uint32_t kept = 0;
  for (const ViewItem& item : run.view().items) {
    if (item.op == ViewOp::kHost && item.message + item.count > run.foldEnd()) {
      kept += item.message + item.count - std::max(item.message, run.foldEnd());
    }
  }
  return kept;
}

Json floorOf(const Run& run, const Budget& budget) {
  int64_t system = 0;
  for (uint32_t u = 0; u < run.openingUnits(); ++u) {
    if (run.units()[u].role == Role::kSystem) system += run.unitTokens()[u];
  }
  return {{"contextWindow", budget.contextWindow},
          {"outputReserve", budget.outputReserve},
          {"hostOverhead", budget.hostOverhead},
          {"budget", budget.total},
          {"system", system},
          {"opening", run.openingTokens() - system},
          {"segments", run.segmentTokens()},
          {"recent", run.tailTokens()},
          {"view", run.tokens()}};
}

}  // namespace

std::string reportText(const Report& report, const Run& run) {
  Json json = {{"round", report.round},
               {"reason", kReasons[static_cast<size_t>(report.reason)]},
               {"tokensBefore", report.tokensBefore},
               {"tokensAfter", run.tokens()},
               {"budget", report.budget.total},
               {"trigger", report.budget.trigger},
               {"target", report.budget.target},
               {"folds", Json::array()},
               {"trims", Json::array()},
               {"kept", {{"messages", keptMessages(run)}, {"tokens", run.tailTokens()}}}};
  for (const FoldReport& fold : report.folds) json["folds"].push_back(foldOf(fold));
  for (const TrimReport& trim : report.trims) {
    json["trims"].push_back({{"message", trim.message + 1},
                             {"part", trim.part},
                             {"kept", trim.kept},
                             {"total", trim.total}});
  }
  if (report.cannotFit) json["cannotFit"] = floorOf(run, report.budget);
  return textOf(json);
}

std::string explanationText(const Run& run, const Decisions& decisions, const Budget& budget) {
  Json json = {{"budget", budgetOf(budget)},
               {"viewTokens", run.tokens()},
               {"segments", Json::array()},
               {"messages", Json::array()}};
  for (const uint64_t id : run.chain()) {
    const Segment* segment = decisions.byId(id);
    if (segment == nullptr) continue;
    json["segments"].push_back({{"id", text::hexOf(id)},
                                {"firstMessage", segment->body.firstMessage},
                                {"lastMessage", segment->body.lastMessage},
                                {"tokens", segment->tokens},
                                {"source", kSources[static_cast<size_t>(segment->body.source)]}});
  }
  const Transcript& transcript = run.transcript();
  std::vector<RepairNote> repairs;
  for (uint32_t u = 0; u < run.units().size(); ++u) repairsOf(run.source(), u, repairs);
  std::map<uint32_t, RepairKind> repairOf;
  for (const RepairNote& note : repairs) repairOf.try_emplace(note.message, note.kind);
  std::vector<bool> shown(transcript.size(), false);
  std::vector<bool> edited(transcript.size(), false);
  for (const ViewItem& item : run.view().items) {
    if (item.op == ViewOp::kSegments) continue;
    for (uint32_t m = item.message; m < item.message + item.count; ++m) shown[m] = true;
    edited[item.message] = edited[item.message] || item.op == ViewOp::kEdited;
  }
  for (uint32_t m = 0; m < transcript.size(); ++m) {
    uint32_t tokens = kTokensPerMessage;
    bool trimmed = false;
    for (uint32_t p = 0; p < transcript[m].partCount; ++p) {
      tokens += transcript.part(m, p).tokens;
      trimmed = trimmed || run.source().trimOf(m, p) != nullptr;
    }
    std::string_view fate = "kept";
    std::string_view reason = "recent";
    if (m >= run.foldBegin() && m < run.foldEnd()) {
      fate = "folded";
      reason = "in a segment";
    } else if (const auto repair = repairOf.find(m); repair != repairOf.end()) {
      fate = shown[m] ? "repaired" : "dropped";
      reason = kRepairs[static_cast<size_t>(repair->second)];
    } else if (trimmed && edited[m]) {
      fate = "trimmed";
      reason = "tool result larger than its share";
    } else if (m < run.foldBegin()) {
      reason = transcript[m].role == Role::kSystem ? "system message" : "opening request";
    } else if (run.chain().empty()) {
      reason = "within the budget";
    }
    json["messages"].push_back({{"message", m + 1},
                                {"role", kRoles[static_cast<size_t>(transcript[m].role)]},
                                {"tokens", tokens},
                                {"fate", fate},
                                {"reason", reason}});
  }
  return textOf(json);
}

std::string repairsText(const Run& run) {
  std::vector<RepairNote> repairs;
  for (uint32_t u = 0; u < run.units().size(); ++u) {
    const bool shown = u < run.openingUnits() || u >= run.firstUnit();
    if (shown) repairsOf(run.source(), u, repairs);
  }
  Json json = Json::array();
  for (const RepairNote& note : repairs) {
    json.push_back(
        {{"repair", kRepairs[static_cast<size_t>(note.kind)]}, {"message", note.message + 1}});
  }
  return textOf(json);
}

std::string totalsText(const Totals& totals) {
  return textOf({{"compactions", totals.compactions},
                 {"summariesRequested", totals.summariesRequested},
                 {"summariesAccepted", totals.summariesAccepted},
                 {"viewTokens", totals.viewTokens},
                 {"budget", totals.budget},
                 {"hostOverhead", totals.hostOverhead},
                 {"inputTokens", totals.inputTokens},
                 {"outputTokens", totals.outputTokens}});
}

}  // namespace epitome
