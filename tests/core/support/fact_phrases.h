/// Sentences with something in them that must not be lost, made without knowledge of how it is
/// found. Decides what people and agents write; shares nothing with the extractors.
#pragma once

#include <string>
#include <string_view>

#include "core/support/random_text.h"
#include "summary/identifiers.h"

namespace epitome::test {

struct Canary {
  IdentifierKind kind = IdentifierKind::kPath;
  std::string text;
};

inline std::string digitsOf(Random& random, uint32_t count) {
  std::string out(1, static_cast<char>('1' + random.below(9)));
  while (out.size() < count) out += static_cast<char>('0' + random.below(10));
  return out;
}

inline std::string hexDigits(Random& random, uint32_t count) {
  std::string out;
  for (uint32_t i = 0; i < count; ++i) out += "0123456789abcdef"[random.below(16)];
  return out;
}

inline std::string lowerWord(Random& random) {
  static constexpr std::string_view kWords[] = {"ledger",  "harbor", "velvet", "monsoon", "cobalt",
                                                "lantern", "quartz", "meadow", "saffron", "tundra"};
  return std::string(random.pick(kWords));
}

inline std::string titleWord(Random& random) {
  std::string word = lowerWord(random);
  word[0] = static_cast<char>(word[0] - 32);
  return word;
}

inline std::string twoDigits(uint32_t value) {
  return (value < 10 ? "0" : "") + std::to_string(value);
}

inline Canary randomCanary(Random& random) {
  using enum IdentifierKind;
  static constexpr std::string_view kEndings[] = {".cc", ".ts", ".py", ".md", ".json", ".yaml"};
  static constexpr std::string_view kRoots[] = {"/home/eva/", "src/",      "./", "../",
                                                "packages/",  "/var/log/", ""};
  const auto word = [&] { return lowerWord(random); };
  switch (random.below(13)) {
    case 0: {
      std::string path(random.pick(kRoots));
      for (uint32_t i = random.below(3); i > 0; --i) path += word() + "/";
      return {kPath, path + word() + (random.chance(30) ? "_test" : "") +
                         std::string(random.pick(kEndings))};
    }
    case 1:
      return {kUrl, (random.chance(80) ? "https://" : "http://") + word() + ".example.org/" +
                        word() + (random.chance(50) ? "?id=" + digitsOf(random, 3) : "") +
                        (random.chance(20) ? "&x=" + word() : "")};
    case 2:
      return {kHash, "a7" + hexDigits(random, random.chance(50) ? 5 : 38) + "b"};
    case 3:
      return {kUuid, hexDigits(random, 8) + "-" + hexDigits(random, 4) + "-4" +
                         hexDigits(random, 3) + "-a" + hexDigits(random, 3) + "-" +
                         hexDigits(random, 12)};
    case 4:
      return {kVersion, (random.chance(50) ? "v" : "") + std::to_string(random.below(20)) + "." +
                            std::to_string(random.below(20)) + "." +
                            std::to_string(random.below(200)) +
                            (random.chance(20) ? "-beta.2" : "")};
    case 5: {
      static constexpr std::string_view kUnits[] = {"ms", "GB", "%", "px", " seconds", " MB"};
      const std::string digits = digitsOf(random, 1 + random.below(3));
      return {kNumber, digits + (random.chance(30) ? ".5" : "") + std::string(random.pick(kUnits))};
    }
    case 6:
      return {kNumber, random.chance(50)
                           ? digitsOf(random, 4 + random.below(6))
                           : digitsOf(random, 1 + random.below(3)) + "," + digitsOf(random, 3)};
    case 7:
      return {kEmail, word() + "." + word() + "@" + word() + ".com"};
    case 8:
      switch (random.below(5)) {
        case 0:
          return {kSymbol, word() + "_" + word()};
        case 1:
          return {kSymbol, word() + titleWord(random)};
        case 2:
          return {kSymbol, titleWord(random) + titleWord(random)};
        case 3:
          return {kSymbol, "MAX_" + std::string("DEPTH")};
        default:
          return {kSymbol, "QX" + digitsOf(random, 5)};
      }
    case 9:
      return {kIssue, random.chance(50) ? "#" + digitsOf(random, 3) : "PAY-" + digitsOf(random, 3)};
    case 10: {
      const std::string day = "20" + digitsOf(random, 2) + "-" + twoDigits(1 + random.below(12)) +
                              "-" + twoDigits(1 + random.below(28));
      const std::string time = twoDigits(random.below(24)) + ":" + twoDigits(random.below(60));
      switch (random.below(4)) {
        case 0:
          return {kTime, day};
        case 1:
          return {kTime, time};
        case 2:
          return {kTime, day + "T" + time + ":07Z"};
        default:
          return {kTime, "May " + std::to_string(1 + random.below(28)) + ", 2031"};
      }
    }
    case 11:
      return {kFlag, "--" + word() + (random.chance(50) ? "-" + word() : "")};
    default:
      return {kErrorText,
              titleWord(random) + "Error: the " + word() + " of the " + word() + " is not there"};
  }
}

}  // namespace epitome::test
