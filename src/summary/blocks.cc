#include "summary/blocks.h"

#include <algorithm>

#include "summary/boundary.h"
#include "summary/shape.h"
#include "text/hash.h"
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
  std::string out = "[" + shortened(oneLine(name), kMostNameUnits) + ", as it is now]\n";
  text::appendWellFormed(out, text);
  return out;
}

std::string planBlockText(std::string_view json) {
  std::string body = text::wellFormed(json);
  const std::string mark = markFor(body);
  return "[Your own plan, as you last wrote it; later messages take precedence]\n" + mark + "\n" +
         body + "\n" + mark;
}

std::vector<Block> fitBlocks(const std::vector<BlockSource>& sources, int64_t tokens,
                             Family family) {
  std::vector<Block> blocks;
  size_t bytes = 0;
  for (const BlockSource& source : sources) {
    if (blocks.size() == kMostBlocks) break;
    Block block = makeBlock(source.name, hostBlockText(source.name, source.text), family);
    const size_t roomBytes = kMostBlockBytes - std::min(bytes, kMostBlockBytes);
    if (block.tokens > tokens || block.text.size() > roomBytes) {
      // As dense as the whole, with a little to spare for the line that tells of the cut.
      const uint64_t units = text::utf16Length(source.text);
      const uint64_t byTokens = units * static_cast<uint64_t>(std::max<int64_t>(0, tokens)) /
                                (uint64_t{block.tokens} + 1);
      const uint64_t byBytes = units * roomBytes / (block.text.size() + 1);
      const uint64_t most = std::min(byTokens, byBytes) * 7 / 8;
      if (most * 2 < units) continue;
      block = makeBlock(
          source.name,
          hostBlockText(source.name, shortenedMiddle(text::wellFormed(source.text), most)), family);
      if (block.tokens > tokens || block.text.size() > roomBytes) continue;
    }
    tokens -= block.tokens;
    bytes += block.text.size();
    blocks.push_back(std::move(block));
  }
  return blocks;
}

int64_t tokensOf(const std::vector<Block>& blocks) {
  int64_t tokens = 0;
  for (const Block& block : blocks) tokens += block.tokens;
  return tokens;
}

}  // namespace epitome
