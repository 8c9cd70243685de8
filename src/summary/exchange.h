/// Which tool result answers which call in the notes of a range. Decides the pairing by call id;
/// refuses to know how a pair is shown.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "summary/notes.h"
#include "transcript/units.h"

namespace epitome {

/// Pairs each result with the latest call before it that has its id and no result yet. Places are
/// those in the notes, which must outlive the object.
class Exchanges {
 public:
  explicit Exchanges(std::span<const NotedMessage> messages);

  /// The result of a call; null when the notes hold none. `at` says where it is.
  const NotedPart* resultOf(PartRef call, PartRef& at) const;
  /// The call that a result answers; null when the notes hold none.
  const NotedPart* callOf(PartRef result, PartRef& at) const;

 private:
  uint32_t indexOf(PartRef ref) const { return firstPart_[ref.message] + ref.part; }
  const NotedPart* partner(PartRef ref, PartRef& at) const;

  std::span<const NotedMessage> messages_;
  /// Per message the index of its first part among all parts.
  std::vector<uint32_t> firstPart_;
  std::vector<PartRef> refs_;
  /// Per part the index of its partner.
  std::vector<uint32_t> partner_;
};

}  // namespace epitome
