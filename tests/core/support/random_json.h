/// Seeded JSON texts for property tests, with white space, escapes and every kind of value. Decides
/// what they look like; refuses to know what is tested with them.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "core/support/random_text.h"

namespace epitome::test {

inline std::string randomSpace(Random& random) {
  static constexpr std::string_view kSpaces[] = {"", "", "", " ", "\n  ", "\t", "\r\n"};
  return std::string(random.pick(kSpaces));
}

/// With its quotes. Surrogates come in pairs.
inline std::string randomJsonString(Random& random, uint32_t pieces) {
  static constexpr std::string_view kPieces[] = {
      "a",       "plain words ",         "\\n",    "\\\"",       "\\\\",           "\\/", "\\u00e9",
      "\u4f60",  "\\ud83d\\ude00",       "\\b\\f", "\U0001F600", "\\t\\r",         "x",   "e\u0301",
      "\\u0301", "\U0001F1E9\U0001F1EA", "[1,2]",  "{",          "], \\\"k\\\": ", "0",   "\u200d",
  };
  std::string out = "\"";
  for (uint32_t i = 0; i < pieces; ++i) out += random.pick(kPieces);
  return out + '"';
}

inline std::string randomJsonText(Random& random, uint32_t depth) {
  static constexpr std::string_view kScalars[] = {"null", "true", "false",  "0",    "-0",     "7",
                                                  "12.5", "-3",   "1e9",    "2E-4", "1.5e+7", "10",
                                                  "[]",   "{}",   "[ \n ]", "{ }",  "\"\""};
  const uint32_t kind = depth == 0 ? random.below(2) : random.below(4);
  std::string out = randomSpace(random);
  if (kind == 0) {
    out += random.pick(kScalars);
  } else if (kind == 1) {
    out += randomJsonString(random, random.below(random.chance(10) ? 40 : 5));
  } else {
    const bool array = kind == 2;
    const uint32_t count = random.below(random.chance(10) ? 12 : 4);
    out += array ? '[' : '{';
    for (uint32_t i = 0; i < count; ++i) {
      if (i > 0) out += ',';
      if (!array) {
        out += randomSpace(random) + randomJsonString(random, random.below(4)) +
               randomSpace(random) + ':';
      }
      out += randomJsonText(random, depth - 1);
    }
    // An empty one holds white space, if anything.
    if (count == 0) out += randomSpace(random);
    out += array ? ']' : '}';
  }
  return out + randomSpace(random);
}

}  // namespace epitome::test
