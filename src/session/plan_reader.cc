#include "session/plan_reader.h"

#include <algorithm>
#include <utility>

#include "extract/leaves.h"
#include "extract/sayings.h"
#include "summary/outcome.h"

namespace epitome {
namespace {

/// Of a call and of a result, bytes that are read.
constexpr size_t kMostRead = 32'768;
constexpr size_t kMostLeaves = 24;

/// What stands beside the list tells: the states of its items say nothing of the call.
bool wasRefused(const std::string& tool, const TodoList& result) {
  ResultReader reader;
  reader.update(result.withoutItems());
  reader.finish(false);
  const Outcome outcome = reader.outcome({Aim::kActs, tool, false});
  return outcome == Outcome::kFailed || toldAsRefused(reader.words());
}

/// It says something in words, as a plan without items does, and not only what to do with one.
bool saysSomething(std::string_view input) {
  const std::vector<Leaf> leaves = leavesOf(input, kMostLeaves);
  return std::ranges::any_of(
      leaves, [](const Leaf& leaf) { return leaf.value.find(' ') != std::string::npos; });
}

}  // namespace

PlanReader::PlanReader(std::vector<PlanCall> calls)
    : calls_(std::move(calls)), reads_(calls_.size()) {}

void PlanReader::beginPart(PartKind, uint16_t, const MediaFacts&) {
  ++at_.part;
  name_ = text_ = nullptr;
  for (size_t i = 0; i < calls_.size(); ++i) {
    if (calls_[i].call == at_) {
      name_ = &reads_[i].tool;
      text_ = &reads_[i].input;
    }
    if (calls_[i].result == at_) text_ = &reads_[i].result;
  }
}

void PlanReader::fieldPiece(Field field, std::string_view utf8) {
  std::string* into = field == Field::kToolName ? name_ : field == Field::kText ? text_ : nullptr;
  if (into == nullptr) return;
  *into += utf8.substr(0, kMostRead - std::min(kMostRead, into->size()));
}

AgentPlan PlanReader::take() {
  AgentPlan plan;
  for (size_t i = 0; i < calls_.size() && !plan.found; ++i) {
    const TodoList asked(reads_[i].input);
    const TodoList told(reads_[i].result);
    if (wasRefused(reads_[i].tool, told)) continue;
    const bool tellsMore = told.told() > asked.told() || (told.known() && !asked.known());
    if (!tellsMore && !asked.known() && !saysSomething(reads_[i].input)) continue;
    // Beside it in the view stands the list that it changes.
    if (!tellsMore && calls_[i].stays && asked.isUpdate()) continue;
    plan.found = true;
    if (calls_[i].stays) continue;
    const std::string& text = tellsMore ? reads_[i].result : reads_[i].input;
    plan.list = TodoList(text).fitted(kMostKeptBytes);
  }
  return plan;
}

}  // namespace epitome
