/// Whether a model declined instead of writing a record. What else the reply says decides, not its
/// form: a record may tell that somebody could not or would not do something.
#pragma once

#include <string_view>

namespace epitome {

enum class Refusal {
  kNone,
  /// It begins as one.
  kPlain,
  /// It has headings, lists or JSON around it, or an explanation before it.
  kFormed,
};

/// A short reply that declines, and beside that tells nothing of what the prompt `given` quotes.
/// Linear in both, times the clauses of a short reply.
Refusal refusalIn(std::string_view reply, std::string_view given);

}  // namespace epitome
