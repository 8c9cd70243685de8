/// The user's words of a range, carried verbatim by code. Decides what counts as the user's;
/// refuses to know which of it fits and how it is laid out.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "summary/notes.h"
#include "tokens/family.h"

namespace epitome {

/// A user message of the range, a system message amid it, or what the user said to an approval.
struct UserWords {
  /// Position in the transcript, counted from 1.
  uint32_t message = 0;
  std::string text;
  /// Not all of it is there: `text` is its beginning, or sentences of it.
  bool cut = false;
  /// Length of the whole message in UTF-16 code units; 0 when unknown.
  uint32_t units = 0;
  /// `text` is sentences of a message that was cut, with an ellipsis where some are left out.
  bool excerpts = false;
  /// What the user said to an approval, with the call that it was for.
  bool approval = false;

  bool operator==(const UserWords&) const = default;
};

/// All of a range, oldest first. Text parts of one message are joined by a line break, attachments
/// stand as a line in brackets; a message without either is not there. An approval or a denial
/// stands with the call that it is for. Tool output never counts as the user's words.
std::vector<UserWords> wordsIn(const RangeNotes& notes);

/// Tokens that they take where all are carried.
uint64_t tokensOfWords(const std::vector<UserWords>& words, Family family);

/// What stands before a message, tokens.
inline constexpr uint32_t kWordsFrame = 4;
/// The lines around a text of several lines, tokens.
inline constexpr uint32_t kLinesFrame = 24;
/// With these lines, where it has several.
uint32_t tokensWithMarks(std::string_view text, Family family);

}  // namespace epitome
