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

/// A user message of the range, a system message amid it, or what the user said to an approval.
struct UserWords {
  /// Position in the transcript, counted from 1.
  uint32_t message = 0;
  std::string text;
  /// The share did not hold all of it: `text` is its beginning.
  bool cut = false;
  /// Length of the whole message in UTF-16 code units; 0 when unknown.
  uint32_t units = 0;
  /// Of a message that was cut `text` has standing orders too, each a line behind an ellipsis.
  bool excerpts = false;
  /// What the user said to an approval, with the call that it was for.
  bool approval = false;

  bool operator==(const UserWords&) const = default;
};

struct WordsLimits {
  /// Of the texts alone: a quoting line costs what a message's envelope does.
  uint32_t tokens = 0;
  /// As JSON text in UTF-8: the state's ceiling is in bytes.
  uint32_t bytes = 0;
  Family family = Family::kO200k;
};

/// All of a range, oldest first. Text parts of one message are joined by a line break, attachments
/// stand as a line in brackets; a message without either is not there. An approval or a denial
/// stands with the call that it is for. Tool output never counts as the user's words.
std::vector<UserWords> wordsIn(const RangeNotes& notes);

/// Those of `all`, oldest first, that the limits hold. When not all fit, standing orders
/// (summary/orders.h) go first, the strongest before others, up to half of the share; then whole
/// messages, the newest first. One that does not fit is cut at its end and leaves half of what is
/// left to older ones, and takes what they did not need. The newest is always there in part while
/// the share is not zero. Approvals come last, where there is room. Adds to `leftOut` the messages
/// that are not there at all.
std::vector<UserWords> chooseWords(const std::vector<UserWords>& all, const WordsLimits& limits,
                                   uint32_t& leftOut);

}  // namespace epitome
