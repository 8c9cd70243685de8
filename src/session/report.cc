#include "session/report.h"

#include <algorithm>
#include <iterator>
#include <string_view>
#include <utility>

#include "session/json_writer.h"

namespace epitome {
namespace {

constexpr const char* kReasons[] = {"none",    "trigger",    "budget", "manual", "arrival",
                                    "economy", "background", "bytes",  "images", "edit"};
constexpr const char* kCodeReasons[] = {
    "none",           "no-summarizer", "failed",    "timed-out",  "aborted",   "empty",
    "refused",        "truncated",     "inflated",  "too-short",  "tool-call", "echo",
    "wrong-language", "invented",      "no-record", "repetitive", "paused",    "not-asked"};
constexpr const char* kBillFaults[] = {"", "over-window", "too-small", "too-large"};
constexpr const char* kTook[] = {"none", "initial-messages", "current-request"};
constexpr const char* kRoles[] = {"system", "user", "assistant", "tool", "other"};
constexpr const char* kRepairs[] = {
    "aborted-call",    "late-result",   "orphan-result",   "duplicate-result", "empty-message",
    "orphan-approval", "provider-call", "ill-formed-text", "repeated-call",    "invalid-input"};

template <typename Enum, size_t kCount>
const char* nameOf(const char* const (&names)[kCount], Enum value) {
  return names[static_cast<size_t>(value)];
}

void writeFold(JsonWriter& json, const FoldReport& fold, const Calibration& calibration) {
  json.beginObject();
  json.hex("id", fold.id);
  json.text("kind", fold.source == ProseSource::kUser ? "edit" : fold.merge ? "merge" : "fold");
  json.number("firstMessage", fold.firstMessage);
  json.number("lastMessage", fold.lastMessage);
  json.number("tokensBefore", calibration.billed(fold.tokensBefore, 0));
  json.number("tokensAfter", calibration.billed(fold.tokensAfter, 0));
  json.text("source", nameOf(fold.source));
  if (fold.source == ProseSource::kCode) {
    json.text("codeReason", nameOf(kCodeReasons, fold.codeReason));
  }
  json.beginObject("userMessages");
  json.number("carried", fold.carried);
  json.number("cut", fold.cut);
  json.number("leftOut", fold.leftOut);
  json.endObject();
  json.beginObject("deeds");
  json.number("rows", fold.deeds);
  json.number("leftOut", fold.deedsLeftOut);
  json.endObject();
  json.number("names", fold.names);
  json.beginObject("review");
  json.number("replies", fold.replies);
  json.number("struck", fold.inventionsStruck);
  json.beginObject("unread");
  json.number("words", fold.unread.words);
  json.number("tools", fold.unread.tools);
  json.endObject();
  json.endObject();
  if (fold.took != Took::kNone) json.text("took", nameOf(kTook, fold.took));
  if (!fold.replaced.empty()) {
    json.beginObject("replaces");
    json.beginArray("ids");
    for (const uint64_t id : fold.replaced) json.hex(id);
    json.endArray();
    json.number("cacheTokens", calibration.billed(fold.cacheTokens, 0));
    json.endObject();
  }
  json.endObject();
}

constexpr const char* kEdits[] = {"trim", "clear", "repeat", "outdated", "reasoning", "media"};
static_assert(std::size(kEdits) == kEditKinds);

void writeEdit(JsonWriter& json, const Run& run, const EditReport& edit) {
  const PartRef asked = run.units().asked(edit.message, edit.part);
  const bool called = asked.message != kNone;
  json.beginObject();
  json.text("kind", nameOf(kEdits, edit.kind));
  json.number("message", int64_t{edit.message} + 1);
  // Where the tool's name is: some dialects' results have none.
  json.number("namedIn", int64_t{called ? asked.message : edit.message} + 1);
  json.number("part", called ? asked.part : edit.part);
  json.number("kept", edit.kept);
  json.number("total", edit.total);
  json.endObject();
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

/// What the view has beside tokens, and what it may have.
void writeSize(JsonWriter& json, const Run& run, const Budget& budget) {
  json.number("viewBytes", run.viewSize().bytes);
  json.number("requestBytes", budget.requestBytes);
  json.number("viewImages", run.viewSize().images);
  if (budget.requestImages > 0) json.number("requestImages", budget.requestImages);
}

/// What the smallest valid view consists of.
void writeFloor(JsonWriter& json, const Run& run, const Budget& budget, int64_t viewTokens,
                const Calibration& calibration) {
  int64_t system = 0;
  for (uint32_t u = 0; u < run.openingUnits(); ++u) {
    if (run.units()[u].role == Role::kSystem) system += run.unitTokens()[u];
  }
  json.beginObject("cannotFit");
  json.number("contextWindow", budget.contextWindow);
  json.number("outputReserve", budget.outputReserve);
  json.number("hostOverhead", budget.hostOverhead);
  json.number("margin", budget.margin);
  json.number("budget", budget.total);
  int64_t rest = viewTokens;
  // The whole may be known by its bill, and each share of it is an estimate.
  const auto share = [&](int64_t tokens) {
    const int64_t taken = std::min(calibration.billed(tokens, 0), rest);
    rest -= taken;
    return taken;
  };
  json.number("system", share(system));
  json.number("initial", share(run.openingTokens() - system));
  json.number("records", share(run.segmentTokens()));
  json.number("recent", rest);
  json.number("view", viewTokens);
  writeSize(json, run, budget);
  json.endObject();
}

void writeBudget(JsonWriter& json, const Budget& budget) {
  json.beginObject("budget");
  json.number("contextWindow", budget.contextWindow);
  json.number("outputReserve", budget.outputReserve);
  json.number("hostOverhead", budget.hostOverhead);
  json.number("margin", budget.margin);
  json.number("total", budget.total);
  json.number("trigger", budget.trigger);
  json.number("target", budget.target);
  json.endObject();
}

/// An amount of money as a whole number of millionths: JSON numbers are told without fractions.
int64_t millionths(double money) {
  return static_cast<int64_t>(std::clamp(money * 1e6, -9.0e15, 9.0e15));
}

/// Money in millionths of what prices are in.
void writeReckoning(JsonWriter& json, const Explained& explained) {
  const Reckoning& reckoning = explained.reckoning;
  const auto view = static_cast<double>(explained.viewTokens);
  json.beginObject("reckoning");
  json.number("growth", reckoning.outlook.growth);
  json.number("stepsToTrigger", reckoning.steps);
  json.number("freed", reckoning.outlook.freed);
  json.number("rewritten", reckoning.outlook.rewritten);
  json.boolean("cold", reckoning.outlook.cold);
  json.number("saves", millionths(reckoning.saves));
  json.number("costs", millionths(reckoning.costs));
  json.boolean("pays", reckoning.pays);
  json.number("viewCached", millionths(view * explained.prices.cacheRead));
  json.number("viewWritten", millionths(view * explained.prices.cacheWrite));
  json.endObject();
}

void writeSegments(JsonWriter& json, const Run& run, const Decisions& decisions,
                   const Calibration& calibration) {
  json.beginArray("records");
  for (const uint64_t id : run.chain()) {
    const Segment* segment = decisions.byId(id);
    if (segment == nullptr) continue;
    json.beginObject();
    json.hex("id", id);
    json.number("firstMessage", segment->body.firstMessage);
    json.number("lastMessage", segment->body.lastMessage);
    json.number("tokens", calibration.billed(segment->tokens, 0));
    json.text("source", nameOf(segment->body.source));
    json.endObject();
  }
  json.endArray();
}

/// How a view treats one message.
struct Treatment {
  bool shown = false;
  bool edited = false;
  /// Name of its first repair; null where it needed none.
  const char* repair = nullptr;
};

std::vector<Treatment> treatmentsOf(const Run& run) {
  std::vector<Treatment> treatments(run.transcript().size());
  std::vector<RepairNote> repairs;
  for (uint32_t u = 0; u < run.units().size(); ++u) repairsOf(run.source(), u, repairs);
  for (const RepairNote& note : repairs) {
    const char*& repair = treatments[note.message].repair;
    if (repair == nullptr) repair = nameOf(kRepairs, note.kind);
  }
  for (const ViewItem& item : run.view().items) {
    if (item.op == ViewOp::kSegments) continue;
    for (uint32_t m = item.message; m < item.message + item.count; ++m) treatments[m].shown = true;
    if (item.op == ViewOp::kEdited) treatments[item.message].edited = true;
  }
  return treatments;
}

/// What became of a message, and why.
struct Fate {
  const char* name;
  const char* reason;
};

/// By EditKind.
constexpr Fate kEditFates[] = {
    {"trimmed", "tool result larger than its share"},
    {"cleared", "old tool result"},
    {"pointed", "repeats another result"},
    {"outdated", "read again later"},
    {"trimmed", "reasoning of a finished turn"},
    {"cleared", "old image or file"},
};
static_assert(std::size(kEditFates) == kEditKinds);

/// A call that goes takes its answers with it, also those behind the end of a fold: no repair or
/// edit of theirs says why.
constexpr const char* kUncalled = "its call is not in the view";

Fate fateOf(const Run& run, uint32_t message, const Treatment& treatment, const Edit* edit) {
  const bool inFold = message >= run.foldBegin() && message < run.foldEnd();
  const Fate* edited = edit != nullptr ? &kEditFates[static_cast<size_t>(edit->kind)] : nullptr;
  if (!treatment.shown) {
    if (inFold && run.source().folded(message)) return {"folded", "in a segment"};
    if (treatment.repair != nullptr) return {"dropped", treatment.repair};
    // Whatever it held was taken out of it.
    return {"dropped", edited != nullptr ? edited->reason : kUncalled};
  }
  if (treatment.repair != nullptr) return {"repaired", treatment.repair};
  if (treatment.edited) return edited != nullptr ? *edited : Fate{"trimmed", kUncalled};
  if (inFold) {
    const bool pinned = run.units()[run.units().of(message)].pinned;
    const bool current = run.units().currentRequest().holds(message);
    return {"kept", pinned ? "pinned" : current ? "current request" : "held until the next fold"};
  }
  if (message < run.foldBegin()) {
    const bool system = run.transcript()[message].role == Role::kSystem;
    return {"kept", system ? "system message" : "initial message"};
  }
  return {"kept", run.chain().empty() ? "within the budget" : "recent"};
}

void writeMessages(JsonWriter& json, const Run& run, const Calibration& calibration) {
  const Transcript& transcript = run.transcript();
  const std::vector<Treatment> treatments = treatmentsOf(run);
  json.beginArray("messages");
  for (uint32_t m = 0; m < transcript.size(); ++m) {
    uint32_t tokens = transcript[m].envelope;
    const Edit* edit = nullptr;
    for (uint32_t p = 0; p < transcript[m].partCount; ++p) {
      tokens += transcript.part(m, p).tokens;
      if (edit == nullptr) edit = run.source().editOf(m, p);
    }
    const Fate fate = fateOf(run, m, treatments[m], edit);
    json.beginObject();
    json.number("message", int64_t{m} + 1);
    json.text("role", nameOf(kRoles, transcript[m].role));
    const bool input = transcript[m].role != Role::kAssistant;
    json.number("tokens", calibration.billed(tokens, input ? 1 : 0));
    json.text("fate", fate.name);
    json.text("reason", fate.reason);
    json.endObject();
  }
  json.endArray();
}

}  // namespace

std::string reportText(const Report& report, const Run& run, const Calibration& calibration) {
  JsonWriter json;
  json.beginObject();
  json.number("round", report.round);
  json.text("reason", nameOf(kReasons, report.reason));
  json.number("tokensBefore", report.tokensBefore);
  json.number("tokensAfter", report.tokensAfter);
  json.number("bytesBefore", report.bytesBefore);
  json.number("bytesAfter", run.viewSize().bytes);
  json.number("budget", report.budget.total);
  json.number("trigger", report.budget.trigger);
  json.number("target", report.budget.target);
  json.beginArray("folds");
  for (const FoldReport& fold : report.folds) writeFold(json, fold, calibration);
  json.endArray();
  json.beginArray("edits");
  for (const EditReport& edit : report.edits) writeEdit(json, run, edit);
  json.endArray();
  json.beginObject("kept");
  json.number("messages", keptMessages(run));
  json.number("tokens", calibration.billed(run.tailTokens(), 0));
  json.endObject();
  if (report.cannotFit) writeFloor(json, run, report.budget, report.tokensAfter, calibration);
  json.endObject();
  return json.take();
}

std::string explanationText(const Run& run, const Decisions& decisions, const Explained& explained,
                            const Calibration& calibration) {
  JsonWriter json;
  json.beginObject();
  writeBudget(json, explained.budget);
  json.number("firstMessage", int64_t{run.missing()} + 1);
  json.number("viewTokens", explained.viewTokens);
  writeSize(json, run, explained.budget);
  if (explained.prices.known()) writeReckoning(json, explained);
  writeSegments(json, run, decisions, calibration);
  writeMessages(json, run, calibration);
  json.endObject();
  return json.take();
}

std::string repairsText(const Run& run) {
  std::vector<RepairNote> repairs;
  for (uint32_t u = 0; u < run.units().size(); ++u) {
    const bool shown = u < run.openingUnits() || u >= run.firstUnit() || run.source().stays(u);
    if (shown) repairsOf(run.source(), u, repairs);
  }
  JsonWriter json;
  json.beginArray();
  for (const RepairNote& note : repairs) {
    json.beginObject();
    json.text("repair", nameOf(kRepairs, note.kind));
    json.number("message", int64_t{note.message} + 1);
    json.endObject();
  }
  json.endArray();
  return json.take();
}

std::string totalsText(const Totals& totals) {
  JsonWriter json;
  json.beginObject();
  json.number("compactions", totals.compactions);
  json.number("summariesRequested", totals.summariesRequested);
  json.number("summariesAccepted", totals.summariesAccepted);
  json.number("summaryInputTokens", totals.summaryInputTokens);
  json.number("summaryOutputTokens", totals.summaryOutputTokens);
  json.number("viewTokens", totals.viewTokens);
  json.number("budget", totals.budget);
  json.number("hostOverhead", totals.hostOverhead);
  json.number("warn", totals.warn);
  json.number("inputTokens", totals.inputTokens);
  json.number("outputTokens", totals.outputTokens);
  json.number("provenWindow", totals.provenWindow);
  json.number("unseen", totals.judged.unseen);
  if (totals.judged.fault != BillFault::kNone) {
    json.text("ignoredBill", nameOf(kBillFaults, totals.judged.fault));
  }
  json.endObject();
  return json.take();
}

}  // namespace epitome
