/// What a reply may name: all that its writer was given, and all that the range holds. Decides
/// which names of a prose occur nowhere there, in any spelling that what was read supports; refuses
/// to know what becomes of them. Errs to one side: it lets a name pass that was not read rather
/// than stop one that was.
#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

#include "summary/facts.h"

namespace epitome {

/// Bytes [begin, end) of a text.
struct Span {
  size_t begin = 0;
  size_t end = 0;

  bool operator==(const Span&) const = default;
};

class WasRead {
 public:
  /// Both must outlive this. `given` is the request's text, with all that it quotes.
  WasRead(const Facts& facts, std::string_view given) : facts_(facts), given_(given) {}

  /// Paths, addresses, hashes, versions and sure numbers that occur nowhere. Ascending and
  /// disjoint. Linear: so many names are looked up in the text itself, and those behind them are
  /// not.
  std::vector<Span> inventedIn(std::string_view prose) const;

 private:
  const Facts& facts_;
  std::string_view given_;
};

}  // namespace epitome
