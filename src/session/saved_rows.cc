#include "session/saved_rows.h"

#include <algorithm>
#include <bit>
#include <span>
#include <utility>

#include "session/checked.h"

namespace epitome {
namespace {

/// Of what a postponed rewrite's requests may quote, tokens.
constexpr uint64_t kMostQuotedTokens = 1'000'000;

void writeLimits(JsonWriter& json, const SegmentLimits& limits) {
  for (const uint32_t limit : {limits.proseTokens, limits.rowsTokens, limits.wordsTokens}) {
    json.number(limit);
  }
}

SegmentLimits restoreLimits(Checked& checked, const JsonValue* row, Family family) {
  SegmentLimits limits;
  for (uint32_t* limit : {&limits.proseTokens, &limits.rowsTokens, &limits.wordsTokens}) {
    *limit = static_cast<uint32_t>(checked.number(row++, kMostSegmentLimit));
  }
  limits.family = family;
  return limits;
}

}  // namespace

/// [kind, owner, content, up to, total, tokens], then what only some kinds have: there may be
/// hundreds.
void writeEdit(JsonWriter& json, const EditKey& key, const Edit& edit) {
  json.beginArray();
  json.number(static_cast<int64_t>(edit.kind));
  json.hex(key.owner);
  json.hex(key.content);
  json.number(edit.upTo);
  json.number(edit.total);
  json.number(edit.tokens);
  if (edit.namesAnother()) json.hex(edit.target);
  if (edit.current) json.boolean(true);
  if (edit.kind == EditKind::kTrim) {
    // Its words follow from its place.
    json.number(edit.cut.from);
    json.number(edit.cut.to);
  }
  if (edit.handle > 0) json.number(edit.handle);
  json.endArray();
}

std::optional<EditKey> restoreEdit(const JsonValue& json, Decisions& decisions) {
  constexpr size_t kFields = 6;
  Checked checked;
  const std::span<const JsonValue> row = checked.list(&json);
  checked.demand(row.size() >= kFields);
  if (!checked.good()) return std::nullopt;
  Edit edit;
  edit.kind = static_cast<EditKind>(checked.number(&row[0], kEditKinds - 1));
  const EditKey key{checked.hex(&row[1]), checked.hex(&row[2])};
  edit.upTo = checked.number32(&row[3]);
  edit.total = checked.number32(&row[4]);
  edit.tokens = checked.number32(&row[5]);
  const std::span<const JsonValue> rest = row.subspan(kFields);
  if (edit.kind == EditKind::kTrim) {
    checked.demand(rest.size() == 2 || rest.size() == 3);
    if (!checked.good()) return std::nullopt;
    const uint32_t from = checked.number32(&rest[0]);
    const uint32_t to = checked.number32(&rest[1]);
    checked.demand(from <= to && to <= edit.total);
    if (rest.size() == 3) edit.handle = checked.number32(&rest[2]);
    if (checked.good()) edit.cut = headAndTail(from, to, edit.total, edit.handle);
  } else if (edit.kind == EditKind::kClear) {
    checked.demand(rest.size() <= 1);
    if (checked.good() && !rest.empty()) edit.handle = checked.number32(&rest[0]);
  } else {
    edit.current = edit.kind == EditKind::kMedia && rest.size() == 1 && checked.boolean(&rest[0]);
    checked.demand(rest.size() == (edit.namesAnother() || edit.current ? 1U : 0U));
    if (checked.good() && edit.namesAnother()) edit.target = checked.hex(&rest[0]);
  }
  if (!checked.good()) return std::nullopt;
  decisions.keep(key, std::move(edit));
  return key;
}

/// Doubles travel as their bits: a session that goes on elsewhere learns the very same.
void writeModel(JsonWriter& json, const Billing::Model& model) {
  const Calibration::Memory& memory = model.calibration.memory();
  json.beginArray();
  json.number(model.id);
  json.number(memory.largest);
  for (const double value : {memory.expected, memory.tokens, memory.messages, memory.billed,
                             memory.density, memory.billedDensity, model.variance}) {
    json.hex(std::bit_cast<uint64_t>(value));
  }
  json.boolean(model.billed);
  json.number(model.overhead);
  json.number(model.input);
  json.number(model.estimate);
  json.number(model.inputs);
  json.number(model.window);
  const Billing::Model::Doubt& doubt = model.doubt;
  if (model.vouched > 0 || doubt.bills > 0) {
    json.number(model.vouched);
    json.number(doubt.input);
    json.number(doubt.estimate);
    json.number(doubt.inputs);
    json.number(doubt.bills);
  }
  json.endArray();
}

std::optional<Billing::Model> restoreModel(const JsonValue& json) {
  Checked checked;
  const std::span<const JsonValue> row = checked.list(&json);
  // Few models have bills that the estimate can't explain.
  constexpr size_t kFields = 15;
  constexpr size_t kDoubted = 20;
  if (row.size() != kFields && row.size() != kDoubted) return std::nullopt;
  Billing::Model model;
  model.id = checked.word(&row[0]);
  Calibration::Memory memory;
  memory.largest = checked.word(&row[1]);
  const JsonValue* value = &row[2];
  for (double* field : {&memory.expected, &memory.tokens, &memory.messages, &memory.billed,
                        &memory.density, &memory.billedDensity, &model.variance}) {
    *field = std::bit_cast<double>(checked.hex(value++));
  }
  model.billed = checked.boolean(&row[9]);
  model.overhead = checked.word(&row[10]);
  model.input = checked.word(&row[11]);
  model.estimate = checked.word(&row[12]);
  model.inputs = checked.word(&row[13]);
  model.window = static_cast<int64_t>(checked.number(&row[14], kLargestWindow));
  if (row.size() == kDoubted) {
    model.vouched = checked.word(&row[15]);
    model.doubt = {checked.word(&row[16]), checked.word(&row[17]), checked.word(&row[18]),
                   checked.word(&row[19])};
  }
  // Written so that what is no number is refused too.
  checked.demand(model.variance >= 0 && model.variance <= Billing::kMostVariance);
  if (!checked.good() || !model.calibration.recall(memory)) return std::nullopt;
  return model;
}

void writeJob(JsonWriter& json, const Job& job) {
  json.beginArray();
  json.hex(job.chain);
  json.hex(job.range.hash);
  json.hex(job.range.first);
  json.hex(job.range.last);
  json.number(job.range.count);
  json.number(job.plan.merged);
  json.boolean(job.plan.asOne);
  json.number(job.plan.tokens);
  json.number(static_cast<int64_t>(job.inputTokens));
  writeLimits(json, job.plan.mergeLimits);
  writeLimits(json, job.plan.foldLimits);
  json.number(job.firstMessage);
  json.number(job.lastMessage);
  json.boolean(job.late);
  json.text(job.instructions);
  for (const uint64_t id : job.requests) json.hex(id);
  json.endArray();
}

bool restoreJob(const JsonValue& entry, Family family, std::vector<Job>& jobs) {
  constexpr size_t kFields = 19;
  Checked checked;
  const std::span<const JsonValue> row = checked.list(&entry);
  checked.demand(row.size() > kFields && jobs.size() < kMostJobs);
  if (!checked.good()) return false;
  Job job;
  job.chain = checked.hex(&row[0]);
  job.range = {checked.hex(&row[1]), checked.number32(&row[4]), checked.hex(&row[2]),
               checked.hex(&row[3])};
  job.plan.merged = checked.number32(&row[5]);
  job.plan.asOne = checked.boolean(&row[6]);
  job.plan.tokens = checked.number32(&row[7]);
  job.inputTokens = checked.number(&row[8], kMostQuotedTokens);
  job.plan.mergeLimits = restoreLimits(checked, &row[9], family);
  job.plan.foldLimits = restoreLimits(checked, &row[12], family);
  job.firstMessage = checked.number32(&row[15]);
  job.lastMessage = checked.number32(&row[16]);
  job.late = checked.boolean(&row[17]);
  job.instructions = checked.text(&row[18]);
  for (const JsonValue& id : row.subspan(kFields)) job.requests.push_back(checked.hex(&id));
  jobs.push_back(std::move(job));
  return checked.good();
}

}  // namespace epitome
