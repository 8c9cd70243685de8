#include "session/pointers.h"

#include <map>
#include <utility>

namespace epitome {
namespace {

/// A unit that a fold of the units before `end` leaves in the view.
constexpr bool behind(uint32_t unit, uint32_t end) { return unit >= end; }

/// The fold takes what the pointers name, and leaves one of them at least.
bool isLost(const Run& run, const PointerGroup& group, uint32_t end) {
  return group.targetUnit >= run.openingUnits() && !run.units()[group.targetUnit].pinned &&
         !behind(group.targetUnit, end) && behind(group.pointers.back().unit, end);
}

}  // namespace

std::vector<PointerGroup> pointerGroups(const Run& run) {
  std::map<uint64_t, PointerGroup> groups;
  const ViewSource source = run.source();
  const Transcript& transcript = run.transcript();
  for (uint32_t m = run.foldEnd(); m < transcript.size(); ++m) {
    for (uint32_t p = 0; p < transcript[m].partCount; ++p) {
      if (transcript.part(m, p).kind != PartKind::kToolResult || source.removed(m, p)) continue;
      const Edit* edit = source.editOf(m, p);
      if (edit == nullptr || edit->kind != EditKind::kPoint) continue;
      PointerGroup& group = groups[edit->target];
      group.targetUnit = run.units().of(run.units().answered(edit->target)->message);
      const int64_t more = int64_t{transcript.part(m, p).textTokens} - edit->tokens;
      group.pointers.push_back({run.units().of(m), m, p, more});
    }
  }
  std::vector<PointerGroup> list;
  list.reserve(groups.size());
  for (auto& [target, group] : groups) list.push_back(std::move(group));
  return list;
}

std::vector<int64_t> gainsOf(const Run& run, const std::vector<PointerGroup>& groups) {
  if (groups.empty()) return {};
  std::vector<int64_t> gains(run.units().size(), 0);
  for (const PointerGroup& group : groups) {
    const PointerGroup::Pointer& newest = group.pointers.back();
    if (run.units()[group.targetUnit].pinned) continue;
    gains[group.targetUnit] += newest.more;
    gains[newest.unit] -= newest.more;
  }
  return gains;
}

std::vector<PointerChange> redirect(const Run& run, const std::vector<PointerGroup>& groups,
                                    uint32_t end) {
  std::vector<PointerChange> changes;
  for (const PointerGroup& group : groups) {
    const PointerGroup::Pointer& newest = group.pointers.back();
    if (!isLost(run, group, end)) continue;
    const uint64_t target = resultPrint(run.transcript().part(newest.message, newest.part));
    for (const PointerGroup::Pointer& pointer : group.pointers) {
      if (!behind(pointer.unit, end)) continue;
      const bool restored = pointer.message == newest.message && pointer.part == newest.part;
      changes.push_back({pointer.message, pointer.part, restored ? 0 : target});
    }
  }
  return changes;
}

int64_t restoredTokens(const Run& run, const std::vector<PointerGroup>& groups, uint32_t end) {
  int64_t tokens = 0;
  for (const PointerGroup& group : groups) {
    if (isLost(run, group, end)) tokens += group.pointers.back().more;
  }
  return tokens;
}

}  // namespace epitome
