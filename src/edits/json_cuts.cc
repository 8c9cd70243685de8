/// The outline that grows while the text passes by.
#include "edits/json_cuts.h"

#include <algorithm>

namespace epitome {

JsonCuts::JsonCuts(uint64_t budget)
    : budget_(budget),
      grain_(std::max<uint64_t>(budget / 16, 16)),
      spacing_(std::max<uint64_t>(budget / (kHeads + kTails), 8)) {}

uint16_t JsonCuts::allocate() {
  if (!freeNodes_.empty()) {
    const uint16_t index = freeNodes_.back();
    freeNodes_.pop_back();
    nodes_[index] = Node{};
    return index;
  }
  if (nodes_.size() == kNodes) return kNone;
  nodes_.emplace_back();
  return static_cast<uint16_t>(nodes_.size() - 1);
}

/// As deep as the text at most.
void JsonCuts::release(uint16_t index) {
  releaseChildren(nodes_[index]);
  if (nodes_[index].offsets != kNone) freeOffsets_.push_back(nodes_[index].offsets);
  freeNodes_.push_back(index);
}

void JsonCuts::releaseChildren(Node& container) {
  uint16_t child = container.child;
  container.child = container.lastFirst = container.lastChild = kNone;
  while (child != kNone) {
    const uint16_t next = nodes_[child].next;
    release(child);
    child = next;
  }
}

void JsonCuts::leaveOut(Node& container, const Node& child) {
  if (container.leftOut == 0) container.leftOutFrom = child.from;
  container.leftOut += child.count;
  container.leftOutEnd = child.end;
}

/// The first of the last ones goes.
void JsonCuts::leaveOutOldest(Node& container) {
  uint16_t& link =
      container.lastFirst == kNone ? container.child : nodes_[container.lastFirst].next;
  const uint16_t oldest = link;
  link = nodes_[oldest].next;
  if (container.lastChild == oldest) container.lastChild = container.lastFirst;
  leaveOut(container, nodes_[oldest]);
  release(oldest);
  --container.lasts;
}

/// Puts a value that has ended into the container around it. `expanded` is its node where it has
/// one.
void JsonCuts::add(const Node& value, uint16_t expanded) {
  if (depth_ == 0) {
    root_ = expanded == kNone ? allocate() : expanded;
    nodes_[root_] = value;
    return;
  }
  ++frames_[depth_ - 1].elements;
  const uint16_t parent = frames_[depth_ - 1].node;
  const bool small = value.kind == Kind::kSmall;
  if (parent == kNone) return;
  const uint16_t last = nodes_[parent].lastChild;
  if (small && last != kNone && nodes_[last].kind == Kind::kSmall &&
      value.end - nodes_[last].from <= grain_ &&
      (nodes_[parent].leftOut == 0 || nodes_[parent].lasts > 0)) {
    nodes_[last].end = value.end;
    ++nodes_[last].count;
    return;
  }
  const bool first = nodes_[parent].firsts < kFirst && nodes_[parent].leftOut == 0;
  uint16_t index = expanded == kNone ? allocate() : expanded;
  if (index == kNone && nodes_[parent].lasts > 0) {
    leaveOutOldest(nodes_[parent]);
    index = allocate();
  }
  if (index == kNone) {
    leaveOut(nodes_[parent], value);
    return;
  }
  nodes_[index] = value;
  Node& container = nodes_[parent];
  (container.lastChild == kNone ? container.child : nodes_[container.lastChild].next) = index;
  container.lastChild = index;
  if (first) {
    container.lastFirst = index;
    ++container.firsts;
  } else if (++container.lasts > kLast) {
    leaveOutOldest(container);
  }
}

void JsonCuts::open(bool array, uint64_t at) {
  const bool outlined = depth_ == 0 || frames_[depth_ - 1].node != kNone;
  frames_[depth_++] = {outlined ? allocate() : kNone, array, at, at + 1, 0};
}

void JsonCuts::comma(uint64_t end) { frames_[depth_ - 1].from = end; }

void JsonCuts::close(uint64_t end) {
  const Frame frame = frames_[--depth_];
  Node value = frame.node == kNone ? Node{} : nodes_[frame.node];
  value.from = depth_ > 0 ? frames_[depth_ - 1].from : frame.start;
  value.start = frame.start;
  value.end = end;
  value.elements = frame.elements;
  value.kind = frame.array ? Kind::kArray : Kind::kObject;
  uint16_t index = frame.node;
  if (value.size() <= grain_ && depth_ > 0) {
    value = Node{};
    value.from = frames_[depth_ - 1].from;
    value.start = frame.start;
    value.end = end;
    if (index != kNone) release(index);
    index = kNone;
  }
  add(value, index);
}

void JsonCuts::beginString(bool name, uint64_t at) {
  inName_ = name;
  if (name) return;
  valueStart_ = at;
  clusters_ = text::SafeOffsets();
  string_.headCount = 0;
  string_.tailCount = 0;
  nextMark_ = at + 1 + spacing_;
}

void JsonCuts::safe(uint64_t first, uint64_t last) {
  if (last < nextMark_) return;
  uint64_t at = std::max(first, nextMark_);
  if (string_.headCount == kHeads && last - at > spacing_ * (kTails + 1)) {
    // Of a long run only the end can be part of the tail. Marks stay where they would be without
    // the leap: how a run is cut into pieces makes no difference.
    at += (last - at - spacing_ * kTails) / spacing_ * spacing_;
  }
  while (at <= last) {
    if (string_.headCount < kHeads) string_.heads[string_.headCount++] = at;
    string_.tails[string_.tailCount++ % kTails] = at;
    at += spacing_;
  }
  nextMark_ = at;
}

void JsonCuts::plain(std::string_view run, uint64_t at) {
  if (inName_) return;
  clusters_.text(run, at, [this](uint64_t first, uint64_t last) { safe(first, last); });
}

void JsonCuts::escape(uint32_t unit, uint64_t at, uint32_t /*width*/) {
  if (inName_) return;
  clusters_.escape(unit, at, [this](uint64_t first, uint64_t last) { safe(first, last); });
}

void JsonCuts::endString(uint64_t end) {
  if (inName_) return;
  Node value;
  value.start = valueStart_;
  value.from = depth_ > 0 ? frames_[depth_ - 1].from : valueStart_;
  value.end = end;
  const bool outlined = depth_ == 0 || frames_[depth_ - 1].node != kNone;
  if (value.size() > grain_ && string_.headCount > 0 && outlined) {
    if (!freeOffsets_.empty()) {
      value.offsets = freeOffsets_.back();
      freeOffsets_.pop_back();
    } else if (offsets_.size() < kStrings) {
      value.offsets = static_cast<uint16_t>(offsets_.size());
      offsets_.emplace_back();
    }
    if (value.offsets != kNone) {
      value.kind = Kind::kString;
      offsets_[value.offsets] = string_;
    }
  }
  add(value, kNone);
}

void JsonCuts::beginScalar(uint64_t at) { valueStart_ = at; }

void JsonCuts::endScalar(uint64_t end) {
  Node value;
  value.start = valueStart_;
  value.from = depth_ > 0 ? frames_[depth_ - 1].from : valueStart_;
  value.end = end;
  add(value, kNone);
}

}  // namespace epitome
