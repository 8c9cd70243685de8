/// Shortening a JSON text so that what is left is JSON again. Decides what of its structure stays;
/// refuses to know why the text is too long.
///
/// Structure comes first: the members of an object and short values stay while there is room; long
/// strings keep their head and tail around a marker; long arrays keep their first and last
/// elements, with a string between them that says how many were left out, and objects a member
/// `"..."`.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "text/json_stream.h"
#include "text/safe_offsets.h"

namespace epitome {

/// [from, to) gives way to `text`. Offsets in UTF-16 code units.
struct JsonCut {
  uint64_t from = 0;
  uint64_t to = 0;
  std::string text;

  bool operator==(const JsonCut&) const = default;
};

/// Reads a text once and says how to cut it. Linear; memory is bounded whatever the length: an
/// outline of at most kNodes values and runs of small ones, and kStrings long strings with 64
/// offsets each, all allocated as needed. What does not fit in is left out of the middle.
class JsonCuts final : private text::JsonSink {
 public:
  static constexpr size_t kMostCuts = 24;

  /// `budget` is what may stay, UTF-16 code units.
  explicit JsonCuts(uint64_t budget);

  /// A piece of the text; it does not split a code point.
  void update(std::string_view piece) { stream_.update(piece, *this); }
  /// At the end of the text: at most kMostCuts cuts, ascending and disjoint, with which the text is
  /// JSON of about the budget, or as near as they bring it. None when it fits as it is, when
  /// nothing can be left out, and when it is no JSON or nests more than text::JsonStream::kMaxDepth
  /// deep: see wasJson().
  std::vector<JsonCut> finish();
  /// Valid after finish().
  bool wasJson() const { return wasJson_; }

 private:
  static constexpr uint16_t kNone = 0xFFFF;
  static constexpr size_t kNodes = 1024;
  static constexpr size_t kStrings = 64;
  /// Children of a container that the outline keeps, from its start and from its end.
  static constexpr uint16_t kFirst = 12;
  static constexpr uint16_t kLast = 12;
  /// Offsets of a string where it may be cut, from its start and from its end.
  static constexpr size_t kHeads = 40;
  static constexpr size_t kTails = 24;

  enum class Kind : uint8_t { kSmall, kString, kArray, kObject };

  /// A value, or a run of neighbours that are small together.
  struct Node {
    Kind kind = Kind::kSmall;
    uint16_t next = kNone;
    /// Of a container, in their order; `lastFirst` is the last one before those left out, if any.
    uint16_t child = kNone;
    uint16_t lastFirst = kNone;
    uint16_t lastChild = kNone;
    uint16_t firsts = 0;
    uint16_t lasts = 0;
    /// Of a string: where its offsets are.
    uint16_t offsets = kNone;
    /// Behind the bracket or the comma before it.
    uint64_t from = 0;
    /// Of the value itself, behind its name.
    uint64_t start = 0;
    uint64_t end = 0;
    /// Neighbours that it stands for.
    uint64_t count = 1;
    /// Elements or members in all, and those that the outline leaves out.
    uint64_t elements = 0;
    uint64_t leftOut = 0;
    uint64_t leftOutFrom = 0;
    uint64_t leftOutEnd = 0;

    uint64_t size() const { return end - from; }
  };

  /// Of a long string: safe offsets, about `spacing_` apart.
  struct Offsets {
    std::array<uint64_t, kHeads> heads;
    std::array<uint64_t, kTails> tails;
    size_t headCount = 0;
    /// All that were ever put into the ring `tails`.
    uint64_t tailCount = 0;
  };

  void open(bool array, uint64_t at) override;
  void close(uint64_t end) override;
  void comma(uint64_t end) override;
  void beginString(bool name, uint64_t at) override;
  void plain(std::string_view run, uint64_t at) override;
  void escape(uint32_t unit, uint64_t at, uint32_t width) override;
  void endString(uint64_t end) override;
  void beginScalar(uint64_t at) override;
  void scalar(std::string_view) override {}
  void endScalar(uint64_t end) override;

  void safe(uint64_t first, uint64_t last);
  uint16_t allocate();
  void release(uint16_t index);
  void releaseChildren(Node& container);
  void add(const Node& value, uint16_t expanded);
  void leaveOutOldest(Node& container);
  static void leaveOut(Node& container, const Node& child);

  struct Share;
  /// How many children stay at either end, what they take at least, and how many may be cut.
  struct Kept {
    size_t first = 0;
    size_t last = 0;
    uint64_t room = 0;
    size_t cuts = 0;
  };
  uint64_t least(const Node& node) const;
  std::vector<Share> sharesOf(const Node& container, uint64_t room) const;
  static Kept choose(const Node& container, const std::vector<Share>& shares, uint64_t room,
                     size_t cuts);
  static uint64_t levelOf(const std::vector<Share>& shares, uint64_t room);
  void leaveOutBetween(const Node& container, const std::vector<Share>& shares, size_t first,
                       size_t last);
  uint64_t reduce(const Node& node, uint64_t room, size_t cuts);
  uint64_t reduceString(const Node& node, uint64_t room);
  uint64_t reduceContainer(const Node& node, uint64_t room, size_t cuts);
  void cut(uint64_t from, uint64_t to, std::string text);

  uint64_t budget_;
  /// Larger values have a node of their own.
  uint64_t grain_;
  uint64_t spacing_;
  text::JsonStream stream_;
  bool wasJson_ = false;

  std::vector<Node> nodes_;
  std::vector<uint16_t> freeNodes_;
  std::vector<Offsets> offsets_;
  std::vector<uint16_t> freeOffsets_;

  /// A container that is open. `node` is kNone when the outline has no room for what is in it.
  struct Frame {
    uint16_t node = kNone;
    bool array = false;
    uint64_t start = 0;
    /// Where the next element or member begins.
    uint64_t from = 0;
    uint64_t elements = 0;
  };
  std::array<Frame, text::JsonStream::kMaxDepth> frames_;
  uint32_t depth_ = 0;
  /// The whole text's value; kNone until it has ended.
  uint16_t root_ = kNone;
  uint64_t valueStart_ = 0;
  bool inName_ = false;
  text::SafeOffsets clusters_;
  Offsets string_;
  uint64_t nextMark_ = 0;

  std::vector<JsonCut> cuts_;
};

}  // namespace epitome
