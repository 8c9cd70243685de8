/// Fills the prompts.
#include "summary/request.h"

#include <algorithm>
#include <initializer_list>
#include <string_view>
#include <utility>

#include "summary/boundary.h"
#include "summary/prompts.h"
#include "summary/render.h"
#include "text/utf.h"

namespace epitome {
namespace {

/// The opening request is context: it may take an eighth of the input.
constexpr uint64_t kOpeningShare = 8;

struct Slot {
  std::string_view name;
  std::string_view value;
};

/// The template with its slots filled, in one pass: what a value holds is never filled again.
std::string fill(std::string_view form, std::initializer_list<Slot> slots) {
  std::string out;
  size_t at = 0;
  while (at < form.size()) {
    const size_t open = std::min(form.find('{', at), form.size());
    out += form.substr(at, open - at);
    if (open == form.size()) break;
    const size_t close = std::min(form.find('}', open), form.size());
    const std::string_view name = form.substr(open + 1, close - open - 1);
    const auto slot = std::find_if(slots.begin(), slots.end(), [name](const Slot& candidate) {
      return candidate.name == name;
    });
    if (slot != slots.end()) out += slot->value;
    at = close + 1;
  }
  return out;
}

std::string enclosed(std::string_view text, const std::string& boundary) {
  std::string out = boundary;
  out += '\n';
  out += text;
  if (!text.empty() && text.back() != '\n') out += '\n';
  return out + boundary;
}

/// What the model is told to aim at: a record longer than half of what it replaces is no gain.
uint32_t targetTokens(uint32_t proseTokens, uint32_t replacedTokens) {
  return replacedTokens == 0 ? proseTokens : std::min(proseTokens, replacedTokens / 2 + 1);
}

/// Enough for a reply that overshoots its target and still passes the gate.
uint32_t outputTokens(uint32_t proseTokens) {
  return static_cast<uint32_t>(
      std::min<uint64_t>(uint64_t{proseTokens} + proseTokens / 4, UINT32_MAX));
}

std::string wordsFor(uint32_t tokens) { return std::to_string(uint64_t{tokens} * 3 / 5); }

}  // namespace

SummaryRequest foldRequest(const RangeNotes& notes, std::span<const SegmentBody* const> /*before*/,
                           const RequestLimits& limits) {
  const uint32_t target = targetTokens(limits.proseTokens, notes.tokens);
  const std::string openingText = renderOpening(notes, limits.inputUnits / kOpeningShare);
  const Rendering range = renderRange(notes, limits.inputUnits - text::utf16Length(openingText));
  std::string opening;
  if (!openingText.empty()) {
    const std::string quoted = enclosed(openingText, markFor(openingText));
    opening = fill(prompts::kOpening, {{"opening", quoted}});
  }
  const uint32_t first = notes.messages.empty() ? 0 : notes.messages.front().number;
  const uint32_t last = notes.messages.empty() ? 0 : notes.messages.back().number;

  SummaryRequest request;
  request.kind = RequestKind::kFold;
  request.system = prompts::kSystem;
  request.prompt = fill(prompts::kFold, {{"opening", opening},
                                         {"range", enclosed(range.text, range.boundary)},
                                         {"first", std::to_string(first)},
                                         {"last", std::to_string(last)},
                                         {"tokens", std::to_string(target)},
                                         {"words", wordsFor(target)}});
  request.maxOutputTokens = outputTokens(limits.proseTokens);
  return request;
}

SummaryRequest mergeRequest(std::span<const SegmentBody* const> segments,
                            const RequestLimits& limits) {
  const Rendering range = renderSegments(segments, limits.inputUnits);
  const uint32_t first = segments.empty() ? 0 : segments.front()->firstMessage;
  const uint32_t last = segments.empty() ? 0 : segments.back()->lastMessage;

  SummaryRequest request;
  request.kind = RequestKind::kMerge;
  request.system = prompts::kSystem;
  request.prompt = fill(prompts::kMerge, {{"range", enclosed(range.text, range.boundary)},
                                          {"first", std::to_string(first)},
                                          {"last", std::to_string(last)},
                                          {"tokens", std::to_string(limits.proseTokens)},
                                          {"words", wordsFor(limits.proseTokens)}});
  request.maxOutputTokens = outputTokens(limits.proseTokens);
  return request;
}

}  // namespace epitome
