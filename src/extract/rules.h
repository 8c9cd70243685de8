/// Rules that a measurement can switch off, to see what they buy. Decides which there are. A build
/// as published has them all, and asking costs nothing.
#pragma once

#include <algorithm>
#include <iterator>
#include <string_view>

#include "summary/characters.h"

#ifdef EPITOME_ABLATION
// Defines EPITOME_WITHOUT: names of rules, with a space between them.
#include "epitome_without.h"
#else
#define EPITOME_WITHOUT ""
#endif

namespace epitome {

inline constexpr std::string_view kRules[] = {
    // The user's words (words_choice).
    "rare-words",
    "common-markers",
    "joined-words",
    "returning-words",
    "returning-values",
    "revocations-first",
    "instructions-first",
    "quoted-program-text",
    "telling-words",
    // What the assistant said and tools printed (sayings, selection).
    "rare-sayings",
    "reasons",
    "reports",
    "passing",
    "routine-lines",
    "routine-starts",
    "rare-lines",
    "errors-below",
    "long-results",
    "errors-once",
    "slow-age",
    // Names (facts, selection).
    "name-voices",
    "name-age",
    "name-parts",
    "name-links",
    "names-beside",
    "name-uses",
    // Room.
    "prose-room",
    "said",
    "printed",
    "changes-first",
};

/// Not constant, so that asking for a rule of another name does not compile.
void noSuchRule();

/// Whether a rule of the list holds.
consteval bool isOn(std::string_view rule) {
  if (std::ranges::find(kRules, rule) == std::end(kRules)) noSuchRule();
  return !isOneOf(rule, EPITOME_WITHOUT);
}

}  // namespace epitome
