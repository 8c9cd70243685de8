/// Room is shared out over the outline from the root down, and cuts are made where it is not
/// enough.
#include <algorithm>
#include <cstddef>
#include <utility>

#include "edits/json_cuts.h"

namespace epitome {
namespace {

/// Room that a marker takes at most, with its quotes and a comma.
constexpr uint64_t kMarkerUnits = 64;
constexpr uint64_t kBrackets = 2;

/// So many elements of a list are worth more than less of each.
constexpr uint64_t kTellingElements = 6;

std::string stringMarker(uint64_t left) {
  return " [... " + std::to_string(left) + " characters omitted ...] ";
}

std::string elementMarker(uint64_t left) {
  return "\"... " + std::to_string(left) + (left == 1 ? " element" : " elements") + " omitted\"";
}

std::string memberMarker(uint64_t left) {
  return "\"...\":\"" + std::to_string(left) + (left == 1 ? " member" : " members") + " omitted\"";
}

}  // namespace

std::vector<JsonCut> JsonCuts::finish() {
  wasJson_ = stream_.finish(*this);
  const uint64_t total = stream_.position();
  if (!wasJson_ || total <= budget_ || root_ == kNone) return {};
  const uint64_t around = total - nodes_[root_].size();
  reduce(nodes_[root_], budget_ - std::min(budget_, around), kMostCuts);
  return std::move(cuts_);
}

void JsonCuts::cut(uint64_t from, uint64_t to, std::string text) {
  cuts_.push_back({from, to, std::move(text)});
}

/// The smallest size that a node can be brought to, its name included.
uint64_t JsonCuts::least(const Node& node) const {
  if (node.kind == Kind::kSmall) return node.size();
  const uint64_t name = node.start - node.from;
  const uint64_t inside = kMarkerUnits + (node.kind == Kind::kString ? 2 * spacing_ : 0);
  return std::min(node.size(), name + kBrackets + inside);
}

/// Brings a node to `room` units where it can, with at most `cuts` cuts; returns its new size.
uint64_t JsonCuts::reduce(const Node& node, uint64_t room, size_t cuts) {
  if (node.size() <= room || cuts == 0 || node.kind == Kind::kSmall) return node.size();
  return node.kind == Kind::kString ? reduceString(node, room) : reduceContainer(node, room, cuts);
}

uint64_t JsonCuts::reduceString(const Node& node, uint64_t room) {
  const Offsets& offsets = offsets_[node.offsets];
  const uint64_t begin = node.start + 1;
  const uint64_t end = node.end - 1;
  const uint64_t fixed = node.start - node.from + kBrackets + kMarkerUnits;
  const uint64_t inside = room > fixed ? room - fixed : 0;
  uint64_t head = begin;
  for (size_t i = 0; i < offsets.headCount; ++i) {
    if (offsets.heads[i] - begin <= inside * 2 / 3) head = offsets.heads[i];
  }
  uint64_t tail = end;
  const uint64_t kept = std::min<uint64_t>(offsets.tailCount, kTails);
  for (uint64_t i = 1; i <= kept; ++i) {
    const uint64_t offset = offsets.tails[(offsets.tailCount - i) % kTails];
    if (end - offset <= inside - (head - begin)) tail = offset;
  }
  if (tail <= head + kMarkerUnits) return node.size();
  std::string marker = stringMarker(tail - head);
  const uint64_t size = node.size() - (tail - head) + marker.size();
  cut(head, tail, std::move(marker));
  return size;
}

/// Which children of a container stay, and what room each of them needs at least.
struct JsonCuts::Share {
  const Node* node = nullptr;
  uint64_t least = 0;
  /// It may have to be cut.
  bool open() const { return node->size() > least; }
};

std::vector<JsonCuts::Share> JsonCuts::sharesOf(const Node& container, uint64_t room) const {
  std::vector<Share> shares;
  for (uint16_t at = container.child; at != kNone; at = nodes_[at].next) {
    const Node& child = nodes_[at];
    uint64_t need = least(child);
    // A list is told by a few whole elements, an object by all of its names.
    if (container.kind == Kind::kArray) need = std::max(need, room / kTellingElements);
    shares.push_back({&child, std::min(need, child.size())});
  }
  return shares;
}

/// How many of the first and of the last children stay, so that their least sizes fit into `room`
/// and no more than `cuts` of them are open.
JsonCuts::Kept JsonCuts::choose(const Node& container, const std::vector<Share>& shares,
                                uint64_t room, size_t cuts) {
  Kept kept;
  const size_t firsts = container.leftOut > 0 ? container.firsts : shares.size();
  const size_t lasts = container.leftOut > 0 ? container.lasts : shares.size();
  const auto take = [&](size_t& side, size_t index, uint64_t mostRoom, size_t mostCuts) {
    const Share& share = shares[index];
    if (kept.room + share.least > mostRoom || kept.cuts + share.open() > mostCuts) return false;
    kept.room += share.least;
    kept.cuts += share.open();
    ++side;
    return true;
  };
  const auto all = [&] { return kept.first + kept.last == shares.size(); };
  const auto takeFirst = [&](uint64_t mostRoom, size_t mostCuts) {
    while (!all() && kept.first < firsts && take(kept.first, kept.first, mostRoom, mostCuts)) {
    }
  };
  takeFirst(room * 2 / 3, (2 * cuts + 2) / 3);
  while (!all() && kept.last < lasts &&
         take(kept.last, shares.size() - 1 - kept.last, room, cuts)) {
  }
  takeFirst(room, cuts);
  return kept;
}

/// The largest size to which all may grow together within `room`.
uint64_t JsonCuts::levelOf(const std::vector<Share>& shares, uint64_t room) {
  uint64_t fits = 0;
  uint64_t over = room + 1;
  while (over - fits > 1) {
    const uint64_t middle = fits + (over - fits) / 2;
    uint64_t sum = 0;
    for (const Share& share : shares) {
      sum += std::min(share.node->size(), std::max(share.least, middle));
    }
    (sum <= room ? fits : over) = middle;
  }
  return fits;
}

/// Leaves out the children from `first` to the one before `last`, and what the outline does not
/// hold of those between.
void JsonCuts::leaveOutBetween(const Node& container, const std::vector<Share>& shares,
                               size_t first, size_t last) {
  uint64_t from = container.leftOut > 0 ? container.leftOutFrom : UINT64_MAX;
  uint64_t end = container.leftOut > 0 ? container.leftOutEnd : 0;
  uint64_t count = container.leftOut;
  for (size_t i = first; i < last; ++i) {
    from = std::min(from, shares[i].node->from);
    end = std::max(end, shares[i].node->end);
    count += shares[i].node->count;
  }
  if (shares.empty() && count == 0) {
    from = container.start + 1;
    end = container.end - 1;
    count = container.elements;
  }
  if (count == 0 || end - from <= kMarkerUnits) return;
  cut(from, end, container.kind == Kind::kArray ? elementMarker(count) : memberMarker(count));
}

uint64_t JsonCuts::reduceContainer(const Node& node, uint64_t room, size_t cuts) {
  const size_t before = cuts_.size();
  uint64_t inside = node.leftOutEnd - node.leftOutFrom;
  for (uint16_t at = node.child; at != kNone; at = nodes_[at].next) inside += nodes_[at].size();
  const uint64_t fixed = node.size() - inside;
  uint64_t left = room > fixed ? room - fixed : 0;

  std::vector<Share> shares = sharesOf(node, left);
  Kept kept = choose(node, shares, left, cuts);
  const bool all = node.leftOut == 0 && kept.first + kept.last == shares.size() && !shares.empty();
  if (!all) {
    left = left > kMarkerUnits ? left - kMarkerUnits : 0;
    shares = sharesOf(node, left);
    kept = choose(node, shares, left, cuts - 1);
  }
  std::vector<Share> staying(shares.begin(), shares.begin() + static_cast<ptrdiff_t>(kept.first));
  staying.insert(staying.end(), shares.end() - static_cast<ptrdiff_t>(kept.last), shares.end());
  const uint64_t level = levelOf(staying, left);

  size_t open = kept.cuts;
  size_t cutsLeft = all ? cuts : cuts - 1;
  // What one does not need is the next one's.
  uint64_t spare = 0;
  for (size_t i = 0; i <= staying.size(); ++i) {
    if (i == kept.first && !all) {
      leaveOutBetween(node, shares, kept.first, shares.size() - kept.last);
    }
    if (i == staying.size()) break;
    const Share& share = staying[i];
    const uint64_t granted = std::min(share.node->size(), std::max(share.least, level)) + spare;
    const size_t known = cuts_.size();
    const size_t most = open == 0 ? 0 : 1 + (cutsLeft - open) / open;
    const uint64_t size = reduce(*share.node, granted, share.open() ? most : 0);
    cutsLeft -= cuts_.size() - known;
    open -= share.open() ? 1 : 0;
    spare = granted > size ? granted - size : 0;
  }
  uint64_t size = node.size();
  for (size_t i = before; i < cuts_.size(); ++i) {
    size += cuts_[i].text.size();
    size -= cuts_[i].to - cuts_[i].from;
  }
  return size;
}

}  // namespace epitome
