#include "tokens/bpe/characters.h"

#include <algorithm>
#include <vector>

namespace epitome::bpe {
namespace {

bool continues(uint32_t byte) { return (byte & 0xC0) == 0x80; }

/// Bytes that a code point has behind its lead byte.
uint32_t missingAfter(uint32_t lead) {
  return lead < 0xC0 ? 0 : lead < 0xE0 ? 1 : lead < 0xF0 ? 2 : 3;
}

/// How a token lies among characters.
struct Lie {
  /// All bytes continue a code point: how many, 3 at most.
  uint8_t onlyContinues = 0;
  bool beginsInside = false;
  /// Bytes that the last code point lacks.
  uint8_t missing = 0;
  /// A code point ends in it and another begins.
  bool hasBorder = false;
};

Lie lieOf(uint8_t byte) {
  if (continues(byte)) return {1, true, 0, false};
  return {0, false, static_cast<uint8_t>(missingAfter(byte)), false};
}

Lie joined(const Lie& left, const Lie& right) {
  if (right.onlyContinues != 0) {
    Lie all = left;
    if (left.onlyContinues != 0) {
      all.onlyContinues = std::min<uint8_t>(3, left.onlyContinues + right.onlyContinues);
    }
    all.missing = left.missing - std::min(left.missing, right.onlyContinues);
    return all;
  }
  const bool between = !right.beginsInside;
  return {0, left.beginsInside, right.missing, left.hasBorder || right.hasBorder || between};
}

}  // namespace

Characters::Characters(const Vocabulary& vocabulary)
    : vocabulary_(vocabulary), known_(std::make_unique<uint32_t[]>(kCodePoints)) {
  std::vector<Lie> lies(vocabulary.tokens());
  std::array<uint8_t, kByteTokens> byteOf{};
  for (uint32_t byte = 0; byte < kByteTokens; ++byte) {
    const Token token = vocabulary.ofByte(static_cast<uint8_t>(byte));
    byteOf[token] = static_cast<uint8_t>(byte);
    lies[token] = lieOf(static_cast<uint8_t>(byte));
  }
  std::vector<Token> pending;
  std::vector<uint8_t> bytes;
  for (Token token = kByteTokens; token < vocabulary.tokens(); ++token) {
    const Merge of = vocabulary.halves(token);
    const Lie lie = joined(lies[of.left], lies[of.right]);
    lies[token] = lie;
    if (!lie.hasBorder || (!lie.beginsInside && lie.missing == 0)) continue;
    bytes.clear();
    pending.assign(1, token);
    while (!pending.empty()) {
      const Token part = pending.back();
      pending.pop_back();
      if (part < kByteTokens) {
        bytes.push_back(byteOf[part]);
      } else {
        pending.push_back(vocabulary.halves(part).right);
        pending.push_back(vocabulary.halves(part).left);
      }
    }
    addBorders(bytes.data(), bytes.size());
  }
}

void Characters::addBorders(const uint8_t* bytes, size_t size) {
  const auto add = [this](uint32_t before, uint32_t first, uint32_t second) {
    const uint32_t bit = border(before, first, second);
    borders_[bit >> 6] |= uint64_t{1} << (bit & 63);
  };
  for (size_t i = 1; i < size; ++i) {
    if (continues(bytes[i])) continue;
    if (bytes[i] < 0x80) {
      add(bytes[i - 1], bytes[i], 0);
    } else if (i + 1 < size) {
      add(bytes[i - 1], bytes[i], bytes[i + 1]);
    } else {
      for (uint32_t second = 0x80; second < 0xC0; ++second) add(bytes[i - 1], bytes[i], second);
    }
  }
}

Character Characters::merge(const uint8_t* text, uint32_t bytes) const {
  const Token first = vocabulary_.ofByte(text[0]);
  const Token second = vocabulary_.ofByte(text[1]);
  const Token front = vocabulary_.merged(first, second);
  if (bytes == 2) {
    return front == kNoToken ? Character{Shape::kBytes, 0} : Character{Shape::kToken, front};
  }
  const Token third = vocabulary_.ofByte(text[2]);
  const Token back = vocabulary_.merged(second, third);
  if (front == kNoToken && back == kNoToken) return {Shape::kBytes, 0};
  const bool frontFirst = front < back;
  const Token whole =
      frontFirst ? vocabulary_.merged(front, third) : vocabulary_.merged(first, back);
  if (whole != kNoToken) return {Shape::kToken, whole};
  return frontFirst ? Character{Shape::kPairByte, front} : Character{Shape::kBytePair, back};
}

Character Characters::at(const uint8_t* text, uint32_t bytes) {
  const uint32_t codePoint =
      bytes == 2 ? (text[0] & 0x1FU) << 6 | (text[1] & 0x3FU)
                 : (text[0] & 0x0FU) << 12 | (text[1] & 0x3FU) << 6 | (text[2] & 0x3FU);
  uint32_t& known = known_[codePoint];
  if (known == 0) {
    const Character made = merge(text, bytes);
    known = static_cast<uint32_t>(made.shape) << kTokenBits | made.token;
  }
  return {static_cast<Shape>(known >> kTokenBits), known & ((1U << kTokenBits) - 1)};
}

}  // namespace epitome::bpe
