/// What of all that a range or some records leave behind a record has room for. Decides by worth
/// per token, with a least share for each kind; refuses to know how things were found and how they
/// are written.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "summary/identifier_set.h"
#include "summary/segment.h"

namespace epitome {

/// What there is to choose from, each list oldest first.
struct Candidates {
  std::vector<UserWords> words;
  uint32_t wordsLeftOut = 0;
  Ledger ledger;
  uint32_t ledgerLeftOut = 0;
  std::vector<Saying> said;
  std::vector<Saying> printed;
  std::vector<Name> names;
  std::vector<NameUse> again;
  /// Number of the latest message: what lies back fades.
  uint32_t now = 0;
};

/// Of records that become one, oldest first, and of `newer`, what comes behind them.
Candidates joined(std::span<const SegmentBody* const> records, Candidates newer = {});

/// The lines that say most of the proses of records, whole, in their order; at most `maxTokens`.
std::string linesOf(std::span<const SegmentBody* const> records, uint32_t maxTokens, Family family);

/// The names of most worth per token that `maxTokens` hold, none within another.
std::vector<Name> bestNames(const std::vector<Name>& names, uint32_t maxTokens, Family family);

/// Puts the best into the body, in place of what code selected before, within `tokens` and
/// `bytes` of the saved state. What `told` holds stands in the view beside it: such names are left
/// out, and their uses noted.
void select(SegmentBody& body, const Candidates& from, const SegmentLimits& limits,
            const IdentifierSet& told);

}  // namespace epitome
