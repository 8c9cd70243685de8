/// What images and files cost. Decides by the providers' documented rules, which are data in
/// media.cc; refuses to read a file: its size, pixels and length arrive as numbers.
#pragma once

#include <cstdint>
#include <string_view>

#include "tokens/family.h"

namespace epitome {

/// What a media part is, as far as prices go. The values cross the boundary.
enum class MediaShape : uint8_t {
  kOther = 0,
  kImage = 1,
  /// PDF: providers read its text and look at its pages.
  kDocument = 2,
  kAudio = 3,
  kVideo = 4,
  /// A file of plain text.
  kText = 5,
  /// Encrypted or redacted data that only the provider can read; counted by its bytes.
  kSealed = 6,
};
inline constexpr uint8_t kMediaShapeCount = 7;

/// How closely the host asks a model to look at an image. The values cross the boundary.
enum class ImageDetail : uint8_t { kAuto = 0, kLow = 1, kHigh = 2, kOriginal = 3 };
inline constexpr uint8_t kImageDetailCount = 4;

/// Numbers of a media part; zero where the host does not say.
struct MediaFacts {
  uint32_t byteLength = 0;
  uint32_t widthPixels = 0;
  uint32_t heightPixels = 0;
  /// Pages of a document, seconds of audio and video.
  uint32_t length = 0;
  MediaShape shape = MediaShape::kOther;
  ImageDetail detail = ImageDetail::kAuto;
};

/// One row of the price list. The values cross the boundary and mean nothing else.
enum class MediaRule : uint8_t {
  kCommon = 0,
  kClaude,
  kClaudeLarge,
  kGpt4o,
  kGpt4oMini,
  kGpt41Mini,
  kGpt41Nano,
  kO1,
  kO4Mini,
  kComputerUse,
  kGpt5,
  kGpt52,
  kGpt54,
  kGpt55,
  kGpt56,
  kGemini2,
  kGemini3,
  kGemma,
  kQwen,
  kLlama,
};
inline constexpr uint8_t kMediaRuleCount = 20;

/// The rule of a model. An id that the table does not know has its family's rule.
MediaRule mediaRuleOf(std::string_view modelId, Family family);
MediaRule mediaRuleOf(Family family);

/// Tokens of a media part: what to expect, and what it costs at most.
struct MediaCost {
  uint32_t tokens = 0;
  uint32_t bound = 0;
};

/// Nothing is known of an image or file but what kind it is: it lies elsewhere, or can't be read.
bool isUnseen(const MediaFacts& media);

/// [anthropic] Where a request has more than 20 images, none may be longer than 2,000 pixels on a
/// side.
inline constexpr uint32_t kManyImages = 20;
inline constexpr uint32_t kLargestOfMany = 2'000;
inline bool isLarge(const MediaFacts& media) {
  return media.widthPixels > kLargestOfMany || media.heightPixels > kLargestOfMany;
}

/// Where the size is unknown, an image costs what the provider's largest does.
MediaCost costOfMedia(const MediaFacts& media, MediaRule rule);

}  // namespace epitome
