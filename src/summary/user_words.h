/// The user's words of a range, carried verbatim by code. Decides which are carried when not all of
/// them fit; refuses to know how they are laid out and what else a segment holds.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "summary/notes.h"
#include "tokens/family.h"

namespace epitome {

/// A user message of the range, a system message amid it, or what the user said to an approval or
/// to a tool's question.
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
  /// What the user said to an approval or a question, with the call that it was for.
  bool answer = false;
  /// Who of several speaks, as the host names them; empty where it does not. One line.
  std::string speaker = {};
  /// Messages that say the same; `message` is the newest of them.
  uint32_t times = 1;

  bool operator==(const UserWords&) const = default;
};

/// All of a range, oldest first. Text parts of one message are joined by a line break, attachments
/// stand as a line in brackets; a message without either is not there. An approval, a denial
/// or an answer stands with the call that it is for. No other tool output counts as the user's
/// words, nor do blocks of a harness where a message holds anything else.
std::vector<UserWords> wordsIn(const RangeNotes& notes);

/// What several of them say is told once, where it was said last: equal messages are one, and a
/// sentence that a newer message repeats is left out of the older.
std::vector<UserWords> toldOnce(std::vector<UserWords> words);

/// Tokens that they take where all are carried.
uint64_t tokensOfWords(const std::vector<UserWords>& words, Family family);

/// Those of `all`, oldest first, that `maxTokens` hold. When not all fit, the sentences that say
/// most per token are carried, whole: names, numbers and limits say something, and what takes
/// something back says most, so that an order never stands without its end. Short messages come
/// before parts of long ones; pleasantries, quoted output and code come last. Of the newest message
/// something is there while there is room for anything. Adds to `leftOut` the messages that are not
/// there at all.
std::vector<UserWords> chooseWords(const std::vector<UserWords>& all, uint32_t maxTokens,
                                   Family family, uint32_t& leftOut);

}  // namespace epitome
