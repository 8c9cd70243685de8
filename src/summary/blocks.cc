#include "summary/blocks.h"

#include <algorithm>

#include "summary/boundary.h"
#include "summary/shape.h"
#include "text/hash.h"
#include "text/json_escape.h"
#include "text/utf.h"
#include "tokens/counter.h"

namespace epitome {
namespace {

/// Longer names say no more, UTF-16 code units.
constexpr uint64_t kMostNameUnits = 64;

}  // namespace

Block makeBlock(std::string name, std::string text, Family family) {
  Block block;
  block.name = std::move(name);
  block.text = std::move(text);
  block.textHash = text::hashOf(block.text);
  block.tokens = tokensOfText(block.text, family);
  return block;
}

std::string hostBlockText(std::string_view name, std::string_view text) {
  std::string out = "[" + shortened(oneLine(name), kMostNameUnits) + ", current version]\n";
  text::appendWellFormed(out, text);
  return out;
}

std::string planBlockText(const FittedList& list) {
  const std::string mark = markFor(list.text);
  std::string left;
  if (list.finished > 0) left = std::to_string(list.finished) + " finished";
  if (list.finished > 0 && list.open > 0) left += " and ";
  if (list.open > 0) left += std::to_string(list.open) + " open";
  if (!left.empty()) left = ", without " + left + " items";
  return "[Your own plan, as you last wrote it" + left + ". Later messages override it.]\n" + mark +
         "\n" + list.text + "\n" + mark;
}

FittedBlocks fitBlocks(const std::vector<BlockSource>& sources, int64_t tokens, Family family) {
  FittedBlocks fitted;
  size_t bytes = 0;
  for (uint32_t i = 0; i < sources.size(); ++i) {
    const BlockSource& source = sources[i];
    std::string text = text::wellFormed(source.text);
    std::string written = hostBlockText(source.name, text);
    uint32_t cost = tokensOfText(text, family);
    const size_t roomBytes = kMostBlockBytes - std::min(bytes, kMostBlockBytes);
    const auto fits = [&] { return cost <= tokens && text::jsonBytes(written) <= roomBytes; };
    if (!fits()) {
      // As dense as the whole, with a little to spare for the line that tells of the cut.
      const uint64_t units = text::utf16Length(text);
      const uint64_t byTokens =
          units * static_cast<uint64_t>(std::max<int64_t>(0, tokens)) / (uint64_t{cost} + 1);
      const uint64_t byBytes = units * roomBytes / (text::jsonBytes(written) + 1);
      const uint64_t most = std::min(byTokens, byBytes) * 7 / 8;
      if (most * 2 >= units) {
        text = shortenedMiddle(text, most);
        written = hostBlockText(source.name, text);
        cost = tokensOfText(text, family);
      }
    }
    if (!fits() || fitted.blocks.size() == kMostBlocks) {
      fitted.leftOut.push_back(i);
      continue;
    }
    tokens -= cost;
    bytes += text::jsonBytes(written);
    std::string name = shortened(oneLine(source.name), kMostNameUnits);
    fitted.blocks.push_back(makeBlock(std::move(name), std::move(written), family));
  }
  return fitted;
}

int64_t tokensOf(const std::vector<Block>& blocks) {
  int64_t tokens = 0;
  for (const Block& block : blocks) tokens += block.tokens;
  return tokens;
}

int64_t bytesOf(const std::vector<Block>& blocks) {
  int64_t bytes = 0;
  for (const Block& block : blocks) {
    bytes += static_cast<int64_t>(text::jsonBytes(block.name) + text::jsonBytes(block.text));
  }
  return bytes;
}

}  // namespace epitome
