/// What messages and their parts cost beside their texts. Decides which envelope and which media
/// price applies to what; refuses to count texts. The core's facts and `countMessages` in js/ both
/// ask here, so that they come to the same sum.
#pragma once

#include <cstdint>

#include "tokens/envelope.h"
#include "tokens/media.h"
#include "transcript/message.h"

namespace epitome {

/// Whose prices apply.
struct Rates {
  Family family = Family::kO200k;
  MediaRule media = MediaRule::kCommon;
};

/// Tokens that wrap a message.
uint32_t messageOverhead(Role role, Family family);

/// Tokens of a part beside its tool's name, its text and its media. What never reaches a provider
/// as such costs nothing: approvals, and the errors that hosts turn into results.
uint32_t partOverhead(PartKind kind, Family family);

/// Tokens that a part's text counts, of those that it has as it is.
uint32_t textCost(PartKind kind, uint32_t tokens, Family family);

}  // namespace epitome
