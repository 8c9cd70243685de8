/// The price list of images and files. Every row names its source; measured means: read off bills.
///
/// Sources
///   [openai]    OpenAI, "Images and vision" and "File inputs" guides, 2025 to 2026 editions
///   [anthropic] Anthropic, "Vision" and "PDF support" guides
///   [google]    Google, "Understand and count tokens", "Image understanding", "Media resolution"
///   [bills]     public tables of billed input tokens by image size and PDF page (JOHNISKING,
///               image-token-cost and pdf-token-cost, 2026)
#include "tokens/media.h"

#include <algorithm>
#include <array>
#include <limits>

namespace epitome {
namespace {

constexpr uint32_t kMilli = 1000;

enum class Cut : uint8_t {
  /// Squares of `unit` pixels after the image is made to fit `edge`.
  kPatches,
  /// The same, after the shorter side is also made to fit `shortEdge`.
  kTiles,
  /// Squares of two thirds of the shorter side, within [kLeastCrop, unit].
  kCrops,
  /// The same for every image: the detail's budget.
  kFlat,
};

/// How an image is prepared at one level of detail.
struct Sizing {
  /// Longest side after downscaling, pixels; 0 leaves the image as it is.
  uint32_t edge = 0;
  /// Most units that an image is cut into; it is downscaled to that.
  uint32_t budget = 0;
};

struct Row {
  Cut cut = Cut::kPatches;
  uint32_t unit = 0;
  uint32_t shortEdge = 0;
  /// Tokens of every image, and thousandths of a token for each unit.
  uint32_t base = 0;
  uint32_t perUnitMilli = 0;
  /// By ImageDetail.
  std::array<Sizing, kImageDetailCount> sizing;
  /// Units of an image of unknown size; 0: the budget.
  uint32_t unknownUnits = 0;
  /// Tokens of a page of a document, and at most.
  uint32_t page = 0;
  uint32_t pageBound = 0;
  /// Tokens of a second.
  uint32_t audioSecond = 0;
  uint32_t videoSecond = 0;
};

constexpr std::array<Sizing, kImageDetailCount> always(uint32_t edge, uint32_t budget) {
  return {{{edge, budget}, {edge, budget}, {edge, budget}, {edge, budget}}};
}

/// [openai] low detail is the base price; high fits into 2048 pixels, then the short side into 768,
/// so that 8 tiles of 512 are the most.
constexpr Row tiles(uint32_t base, uint32_t perTile) {
  const uint32_t page = base + 4 * perTile;
  return {.cut = Cut::kTiles,
          .unit = 512,
          .shortEdge = 768,
          .base = base,
          .perUnitMilli = perTile * kMilli,
          .sizing = {{{2048, 8}, {2048, 0}, {2048, 8}, {2048, 8}}},
          .page = page + 600,
          .pageBound = page + 3000,
          .audioSecond = 10,
          .videoSecond = 300};
}

/// [openai] patches of 32 pixels, at most `budget`, times the model's multiplier. The longest sides
/// that the guide states are left out: [bills] go beyond them. A document's page counts as an image
/// of 1224 by 1584 pixels and its text.
constexpr Row patches(uint32_t multiplierMilli, std::array<Sizing, kImageDetailCount> sizing,
                      uint32_t unknownUnits = 0) {
  const uint32_t pagePatches = std::min<uint32_t>(1950, sizing[0].budget);
  return {.cut = Cut::kPatches,
          .unit = 32,
          .perUnitMilli = multiplierMilli,
          .sizing = sizing,
          .unknownUnits = unknownUnits,
          .page = pagePatches * multiplierMilli / kMilli + 600,
          .pageBound = 2500 * multiplierMilli / kMilli + 3000,
          .audioSecond = 10,
          .videoSecond = 300};
}

/// [anthropic] patches of 28 pixels (older editions: width times height over 750, the same within
/// 5 %). A page is an image and 1,500 to 3,000 tokens of text; [bills] 2,100 to 2,480 in all.
constexpr Row claude(uint32_t edge, uint32_t budget) {
  return {.cut = Cut::kPatches,
          .unit = 28,
          .perUnitMilli = kMilli,
          .sizing = always(edge, budget),
          .page = 2400,
          .pageBound = 4600,
          .audioSecond = 32,
          .videoSecond = 300};
}

constexpr std::array<Row, kMediaRuleCount> kRows = {{
    // kCommon: nothing is known; the most that an image costs on the common vision models.
    claude(0, 1600),
    // [anthropic] Claude 3 to 4.6 and Haiku 4.5. [bills] 1,560 to 1,564 at the cap.
    claude(1568, 1568),
    // [anthropic] high resolution: Opus 4.7 and all later models.
    claude(2576, 4784),
    // [openai] gpt-4o, gpt-4.1, gpt-4.5, gpt-4-turbo.
    tiles(85, 170),
    // [openai] gpt-4o-mini is billed as many more tokens for the same price.
    tiles(2833, 5667),
    // [openai] gpt-4.1-mini, gpt-4.1-nano: detail is ignored.
    patches(1620, always(0, 1536)),
    patches(2460, always(0, 1536)),
    // [openai] o1, o1-pro, o3.
    tiles(75, 150),
    // [openai] o4-mini.
    patches(1720, always(0, 1536)),
    // [openai] computer-use-preview.
    tiles(65, 129),
    // [openai] gpt-5, gpt-5-chat-latest, gpt-5.1.
    tiles(70, 140),
    // [openai] gpt-5.2, 5.3 and the minis and nanos of 5 to 5.4; 1.2 measured by several users in
    // place of the 1.62 and 2.46 that earlier editions state.
    patches(1200, {{{0, 1536}, {512, 256}, {0, 1536}, {0, 1536}}}),
    // [openai] gpt-5.4: auto is high.
    patches(1200, {{{0, 2500}, {512, 256}, {0, 2500}, {0, 10'000}}}),
    // [openai] gpt-5.5: auto is original. [bills] 11,868 for 12 megapixels.
    patches(1200, {{{0, 10'000}, {512, 256}, {0, 2500}, {0, 10'000}}}),
    // [openai] gpt-5.6 and later: original has no budget, but more than 30,000 patches are refused.
    // An image of unknown size counts as 10 megapixels.
    patches(1200, {{{0, 30'000}, {512, 256}, {0, 2500}, {0, 30'000}}}, 10'000),
    // [google] Gemini 1 and 2: 258 up to 384 pixels, else 258 a crop; 258 a page; video of 263 a
    // second with sound of 32. Images are fitted into 3072 pixels: 16 crops.
    {.cut = Cut::kCrops,
     .unit = 768,
     .perUnitMilli = 258 * kMilli,
     .sizing = always(3072, 64),
     .unknownUnits = 16,
     .page = 258,
     .pageBound = 258,
     .audioSecond = 32,
     .videoSecond = 295},
    // [google] Gemini 3: the media resolution sets a ceiling that nearly every image reaches;
    // [bills] 1,065 to 1,101 an image, 560 a page.
    {.cut = Cut::kFlat,
     .perUnitMilli = kMilli,
     .sizing = {{{0, 1120}, {0, 280}, {0, 1120}, {0, 2240}}},
     .page = 560,
     .pageBound = 1120,
     .audioSecond = 32,
     .videoSecond = 102},
    // Gemma 3, model card: 256 tokens an image.
    {.cut = Cut::kFlat,
     .perUnitMilli = kMilli,
     .sizing = always(0, 256),
     .page = 2400,
     .pageBound = 4600,
     .audioSecond = 32,
     .videoSecond = 300},
    // Qwen-VL: patches of 28 pixels (32 from version 3 on), 2,560 at most in the hosted API.
    claude(0, 2560),
    // Llama 3.2 vision, model card: 1,601 for each of at most 4 tiles of 560 pixels.
    {.cut = Cut::kTiles,
     .unit = 560,
     .perUnitMilli = 1601 * kMilli,
     .sizing = always(1120, 4),
     .page = 2400,
     .pageBound = 4600,
     .audioSecond = 32,
     .videoSecond = 300},
}};

/// [google] the smallest crop of an image, and the size up to which it is not cropped, pixels.
constexpr uint32_t kLeastCrop = 256;
constexpr uint32_t kUncropped = 384;

/// A document of unknown length: bytes of a page, ordinary and at least; pages when even the bytes
/// are unknown; and the most that any provider reads.
constexpr uint32_t kPageBytes = 50'000;
constexpr uint32_t kLeastPageBytes = 10'000;
constexpr uint32_t kUnknownPages = 10;
constexpr uint32_t kMostUnknownPages = 100;
constexpr uint32_t kMostPages = 1'000;

/// The same for sound and film: 128 and 32 thousand bits a second, 2 and 0.5 million.
constexpr uint32_t kAudioBytes = 16'000;
constexpr uint32_t kLeastAudioBytes = 4'000;
constexpr uint32_t kVideoBytes = 250'000;
constexpr uint32_t kLeastVideoBytes = 62'500;
constexpr uint32_t kUnknownSeconds = 60;
constexpr uint32_t kMostUnknownSeconds = 600;
/// [google] no provider takes more than 9.5 hours of sound.
constexpr uint32_t kMostSeconds = 34'200;

/// Bytes of plain text a token; no byte-level tokenizer makes more than one token of a byte.
constexpr uint32_t kTextBytes = 4;
/// Sealed data is base64 of ciphertext, which is as long as the text that it hides.
constexpr uint32_t kSealedBytes = 4;
constexpr uint32_t kLeastSealedBytes = 3;
/// A reference to reasoning that the server keeps.
constexpr uint32_t kUnknownSealed = 300;
/// Anything else, and text files of unknown length.
constexpr uint32_t kUnknownFile = 1600;

constexpr uint64_t upTo(uint64_t value, uint64_t divisor) {
  return (value + divisor - 1) / divisor;
}

uint32_t saturated(uint64_t value) {
  return static_cast<uint32_t>(std::min<uint64_t>(value, std::numeric_limits<uint32_t>::max()));
}

/// Makes both sides fit `edge`.
void shrink(uint64_t& width, uint64_t& height, uint64_t side, uint64_t edge) {
  if (edge == 0 || side <= edge) return;
  width = upTo(width * edge, side);
  height = upTo(height * edge, side);
}

uint64_t unitsOf(const Row& row, const Sizing& sizing, uint64_t width, uint64_t height) {
  if (row.cut == Cut::kFlat || sizing.budget == 0) return sizing.budget;
  if (row.cut == Cut::kCrops && std::max(width, height) <= kUncropped) return 1;
  shrink(width, height, std::max(width, height), sizing.edge);
  shrink(width, height, std::min(width, height), row.shortEdge);
  uint64_t unit = row.unit;
  if (row.cut == Cut::kCrops) {
    unit = std::clamp<uint64_t>(std::min(width, height) * 2 / 3, kLeastCrop, unit);
  }
  return std::min<uint64_t>(upTo(width, unit) * upTo(height, unit), sizing.budget);
}

MediaCost imageCost(const Row& row, const MediaFacts& media) {
  const Sizing& sizing = row.sizing[static_cast<uint8_t>(media.detail)];
  const auto cost = [&row](uint64_t units) {
    return saturated(row.base + upTo(units * row.perUnitMilli, kMilli));
  };
  if (media.widthPixels == 0 || media.heightPixels == 0) {
    const uint32_t units =
        row.unknownUnits == 0 ? sizing.budget : std::min(sizing.budget, row.unknownUnits);
    return {cost(units), cost(sizing.budget)};
  }
  const uint32_t tokens = cost(unitsOf(row, sizing, media.widthPixels, media.heightPixels));
  return {tokens, tokens};
}

/// Tokens of something that costs by length. `usual` and `least` are bytes of one step of length.
struct Span {
  uint32_t usual = 1;
  uint32_t least = 1;
  uint32_t unknown = 0;
  uint32_t mostUnknown = 0;
  uint32_t most = 0;
};

MediaCost lengthCost(const MediaFacts& media, const Span& span, uint32_t each, uint32_t eachBound) {
  uint64_t usual = media.length;
  uint64_t most = media.length;
  if (media.length == 0 && media.byteLength == 0) {
    usual = span.unknown;
    most = span.mostUnknown;
  } else if (media.length == 0) {
    usual = upTo(media.byteLength, span.usual);
    most = upTo(media.byteLength, span.least);
  }
  return {saturated(std::min<uint64_t>(usual, span.most) * each),
          saturated(std::min<uint64_t>(most, span.most) * eachBound)};
}

MediaCost bytesCost(uint32_t bytes, uint32_t usual, uint32_t least, uint32_t unknown) {
  if (bytes == 0) return {unknown, unknown};
  return {saturated(upTo(bytes, usual)), saturated(upTo(bytes, least))};
}

/// A row of the table of models. An id fits when it holds `name` and `also`; a `^` before a name
/// asks for the id's beginning or a separator before it. The first row that fits decides.
struct ModelRow {
  std::string_view name;
  std::string_view also;
  MediaRule rule;
};

constexpr ModelRow kModels[] = {
    {"gpt-4o-mini", "", MediaRule::kGpt4oMini},
    {"gpt-4.1-mini", "", MediaRule::kGpt41Mini},
    {"gpt-4.1-nano", "", MediaRule::kGpt41Nano},
    {"gpt-4", "", MediaRule::kGpt4o},
    {"gpt-3", "", MediaRule::kGpt4o},
    {"gpt-oss", "", MediaRule::kCommon},
    {"gpt-5.4", "-mini", MediaRule::kGpt52},
    {"gpt-5.4", "-nano", MediaRule::kGpt52},
    {"gpt-5.4", "", MediaRule::kGpt54},
    {"gpt-5.5", "", MediaRule::kGpt55},
    {"gpt-5.2", "", MediaRule::kGpt52},
    {"gpt-5.3", "", MediaRule::kGpt52},
    {"gpt-5.1", "-mini", MediaRule::kGpt52},
    {"gpt-5.1", "", MediaRule::kGpt5},
    {"gpt-5.", "", MediaRule::kGpt56},
    {"gpt-5", "-mini", MediaRule::kGpt52},
    {"gpt-5", "-nano", MediaRule::kGpt52},
    {"gpt-5", "", MediaRule::kGpt5},
    {"gpt-", "", MediaRule::kGpt56},
    {"computer-use", "", MediaRule::kComputerUse},
    {"^o4-mini", "", MediaRule::kO4Mini},
    {"^o1", "", MediaRule::kO1},
    {"^o3", "", MediaRule::kO1},
    {"opus-4-7", "", MediaRule::kClaudeLarge},
    {"opus-4.7", "", MediaRule::kClaudeLarge},
    {"opus-4-8", "", MediaRule::kClaudeLarge},
    {"opus-4.8", "", MediaRule::kClaudeLarge},
    {"opus-4", "", MediaRule::kClaude},
    {"sonnet-4", "", MediaRule::kClaude},
    {"haiku-4", "", MediaRule::kClaude},
    {"claude-3", "", MediaRule::kClaude},
    {"claude-2", "", MediaRule::kClaude},
    {"claude-instant", "", MediaRule::kClaude},
    {"claude", "", MediaRule::kClaudeLarge},
    {"gemini-1", "", MediaRule::kGemini2},
    {"gemini-2", "", MediaRule::kGemini2},
    {"gemini", "", MediaRule::kGemini3},
    {"gemma", "", MediaRule::kGemma},
    {"qwen", "", MediaRule::kQwen},
    {"llama", "", MediaRule::kLlama},
};

char lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }

bool isSeparator(char c) { return c == '/' || c == '.' || c == ':' || c == '@'; }

/// Finds an ASCII name in an id, whatever its case.
bool holds(std::string_view id, std::string_view name) {
  const bool atStart = name.starts_with('^');
  if (atStart) name.remove_prefix(1);
  for (size_t at = 0; at + name.size() <= id.size(); ++at) {
    if (atStart && at > 0 && !isSeparator(id[at - 1])) continue;
    const std::string_view piece = id.substr(at, name.size());
    if (std::ranges::equal(piece, name, {}, lower)) return true;
  }
  return false;
}

/// Longer ids are no model's.
constexpr size_t kLongestId = 512;

}  // namespace

MediaRule mediaRuleOf(std::string_view modelId, Family family) {
  const std::string_view id = modelId.substr(0, kLongestId);
  for (const ModelRow& row : kModels) {
    if (holds(id, row.name) && holds(id, row.also)) return row.rule;
  }
  return mediaRuleOf(family);
}

MediaRule mediaRuleOf(Family family) {
  switch (family) {
    case Family::kO200k:
    case Family::kDeepSeek:
      return MediaRule::kCommon;
    case Family::kCl100k:
      return MediaRule::kGpt4o;
    case Family::kClaude:
      return MediaRule::kClaudeLarge;
    case Family::kGemini:
      return MediaRule::kGemini3;
    case Family::kLlama3:
      return MediaRule::kLlama;
    case Family::kQwen:
      return MediaRule::kQwen;
  }
  return MediaRule::kCommon;
}

bool isUnseen(const MediaFacts& media) {
  if (media.shape == MediaShape::kSealed) return false;
  if (media.shape == MediaShape::kImage) return media.widthPixels == 0 || media.heightPixels == 0;
  return media.length == 0 && media.byteLength == 0;
}

MediaCost costOfMedia(const MediaFacts& media, MediaRule rule) {
  const Row& row = kRows[static_cast<uint8_t>(rule)];
  switch (media.shape) {
    case MediaShape::kImage:
      return imageCost(row, media);
    case MediaShape::kDocument:
      return lengthCost(media,
                        {kPageBytes, kLeastPageBytes, kUnknownPages, kMostUnknownPages, kMostPages},
                        row.page, row.pageBound);
    case MediaShape::kAudio:
      return lengthCost(
          media,
          {kAudioBytes, kLeastAudioBytes, kUnknownSeconds, kMostUnknownSeconds, kMostSeconds},
          row.audioSecond, row.audioSecond);
    case MediaShape::kVideo:
      return lengthCost(
          media,
          {kVideoBytes, kLeastVideoBytes, kUnknownSeconds, kMostUnknownSeconds, kMostSeconds},
          row.videoSecond, row.videoSecond);
    case MediaShape::kText:
      return bytesCost(media.byteLength, kTextBytes, 1, kUnknownFile);
    case MediaShape::kSealed:
      return bytesCost(media.byteLength, kSealedBytes, kLeastSealedBytes, kUnknownSealed);
    case MediaShape::kOther:
      break;
  }
  return {kUnknownFile, kUnknownFile};
}

}  // namespace epitome
