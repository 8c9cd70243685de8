/// What is put back behind the segments when messages are folded: the agent's own plan, and texts
/// that the host gives (rules, skills, open files). Decides how a block reads and what fits;
/// refuses to know where blocks come from and when they are asked for.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "summary/todo_list.h"
#include "tokens/family.h"

namespace epitome {

/// A block as a host gives it, stable ones first.
struct BlockSource {
  std::string name;
  std::string text;
};

/// As it stands in the view.
struct Block {
  std::string name;
  std::string text;
  uint64_t textHash = 0;
  uint32_t tokens = 0;
  /// The agent's own plan, not a text of the host's.
  bool ofAgent = false;

  bool operator==(const Block&) const = default;
};

/// The host's blocks of one view together as JSON text, bytes: they are part of the saved state.
inline constexpr size_t kMostBlockBytes = 12'000;
inline constexpr size_t kMostBlocks = 16;

/// Completes hash and tokens.
Block makeBlock(std::string name, std::string text, Family family);

/// A host's text under its name. Well-formed UTF-8.
std::string hostBlockText(std::string_view name, std::string_view text);

/// The plan as the agent last gave it to a tool, quoted as data within a boundary that it can't
/// forge.
std::string planBlockText(const FittedList& list);

struct FittedBlocks {
  std::vector<Block> blocks;
  /// Sources without one, counted from 0.
  std::vector<uint32_t> leftOut;
};

/// The first of `sources` whose texts fit `tokens`, in their order; the line with the name comes on
/// top. One that does not fit is cut in its middle where that leaves half of it, and left out
/// otherwise.
FittedBlocks fitBlocks(const std::vector<BlockSource>& sources, int64_t tokens, Family family);

int64_t tokensOf(const std::vector<Block>& blocks);
/// As JSON text.
int64_t bytesOf(const std::vector<Block>& blocks);

}  // namespace epitome
