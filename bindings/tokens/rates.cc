/// Exports prices of media and envelopes from tokens.wasm: numbers in, numbers out. `family` is a
/// Family and `rule` a MediaRule that `mediaRule` answered; a number that is none answers 0. Linked
/// into tokens.wasm, beside bindings/tokens.cc.

#include <cstdint>
#include <string_view>

#include "side_module.h"
#include "transcript/cost.h"

/// The buffer of bindings/tokens.cc.
extern "C" const uint8_t* buffer();

namespace {

using epitome::Envelope;
using epitome::Family;
using epitome::ImageDetail;
using epitome::MediaRule;
using epitome::MediaShape;
using epitome::PartKind;
using epitome::Role;

bool isFamily(uint32_t family) { return family < epitome::kFamilies; }

Envelope envelope(uint32_t family) {
  return isFamily(family) ? epitome::envelopeOf(static_cast<Family>(family)) : Envelope{};
}

epitome::MediaCost mediaCost(uint32_t rule, uint32_t shape, uint32_t detail, uint32_t byteLength,
                             uint32_t width, uint32_t height, uint32_t length) {
  if (rule >= epitome::kMediaRuleCount || shape >= epitome::kMediaShapeCount ||
      detail >= epitome::kImageDetailCount) {
    return {};
  }
  return epitome::costOfMedia({byteLength, width, height, length, static_cast<MediaShape>(shape),
                               static_cast<ImageDetail>(detail)},
                              static_cast<MediaRule>(rule));
}

}  // namespace

/// The rule of the model whose id is the first `bytes` of the buffer; with 0 bytes the family's.
EPITOME_EXPORT(mediaRule) uint32_t mediaRule(uint32_t family, uint32_t bytes) {
  if (!isFamily(family)) return 0;
  const std::string_view id(reinterpret_cast<const char*>(buffer()), bytes);
  return static_cast<uint32_t>(epitome::mediaRuleOf(id, static_cast<Family>(family)));
}

EPITOME_EXPORT(mediaTokens)
uint32_t mediaTokens(uint32_t rule, uint32_t shape, uint32_t detail, uint32_t byteLength,
                     uint32_t width, uint32_t height, uint32_t length) {
  return mediaCost(rule, shape, detail, byteLength, width, height, length).tokens;
}

EPITOME_EXPORT(mediaBound)
uint32_t mediaBound(uint32_t rule, uint32_t shape, uint32_t detail, uint32_t byteLength,
                    uint32_t width, uint32_t height, uint32_t length) {
  return mediaCost(rule, shape, detail, byteLength, width, height, length).bound;
}

EPITOME_EXPORT(messageOverhead) uint32_t messageOverhead(uint32_t family, uint32_t role) {
  if (!isFamily(family) || role >= epitome::kRoleCount) return 0;
  return epitome::messageOverhead(static_cast<Role>(role), static_cast<Family>(family));
}

EPITOME_EXPORT(partOverhead) uint32_t partOverhead(uint32_t family, uint32_t kind) {
  if (!isFamily(family) || kind >= epitome::kPartKindCount) return 0;
  return epitome::partOverhead(static_cast<PartKind>(kind), static_cast<Family>(family));
}

/// Tokens that a part's text counts, of those that it has.
EPITOME_EXPORT(textCost) uint32_t textCost(uint32_t family, uint32_t kind, uint32_t tokens) {
  if (!isFamily(family) || kind >= epitome::kPartKindCount) return tokens;
  return epitome::textCost(static_cast<PartKind>(kind), tokens, static_cast<Family>(family));
}

/// Of one tool's definition, of having tools, and of every request.
EPITOME_EXPORT(toolOverhead) uint32_t toolOverhead(uint32_t family) {
  return envelope(family).tool;
}
EPITOME_EXPORT(toolsOverhead) uint32_t toolsOverhead(uint32_t family) {
  return envelope(family).tools;
}
EPITOME_EXPORT(requestOverhead) uint32_t requestOverhead(uint32_t family) {
  return envelope(family).request;
}
