/// The terms that a text is found by. Decides what a word is in prose, in code, in paths and in
/// scripts without spaces, and which words count as the same; refuses to know where terms are kept.
///
/// Words are runs of letters, digits and `_`. A word of several parts (`fold_case`, `foldCase`,
/// `FoldCase2`) is found by its parts and as a whole, in any of these spellings. Words with one of
/// `- . / : @ # \` between them (paths, versions, addresses, ids) are found side by side, too.
/// Characters of scripts without spaces are found in pairs. Case, accents and width don't count.
/// Endings do: rules that strip them found no more in recorded sessions (`npm run recall`).
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

namespace epitome::recall {

enum class TermKind : uint8_t {
  /// A word, a part of one, or a pair of characters: what a text's length is counted in.
  kWord,
  /// A word of several parts.
  kWhole,
  /// Two words with a joining character between them.
  kPair,
};

struct Term {
  /// Equal for what counts as the same.
  uint32_t key = 0;
  /// Where its word begins in the text, UTF-16 code units.
  uint32_t unit = 0;
  TermKind kind = TermKind::kWord;
  bool operator==(const Term&) const = default;
};

/// Appends the terms of `utf8` in the order of their words. Linear; a word longer than 256 bytes is
/// one term. Bytes that are not well-formed end words. Returns the text's length in UTF-16 code
/// units.
uint32_t appendTerms(std::vector<Term>& terms, std::string_view utf8);

}  // namespace epitome::recall
