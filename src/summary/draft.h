/// The course of one request for prose: asked, checked, asked once more where that helps. Decides
/// what a model is told of its fault and when to leave it at that; refuses to know how it is called
/// and what the prose is for.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "summary/check.h"
#include "summary/request.h"

namespace epitome {

struct DraftTerms {
  CheckLimits limits;
  /// The proses that the model was given to bring up to date or to merge.
  std::string records;
  /// Another reply may be asked for, which quotes so much of the first, UTF-16 code units.
  bool asksAgain = true;
  uint64_t quotedUnits = 8'000;
};

enum class DraftStep : uint8_t {
  /// `prose` may stand.
  kDone = 0,
  /// `request` asks for another reply and names the fault of this one.
  kAgain = 1,
  /// No reply may stand: code takes the model's place.
  kRejected = 2,
};

class Draft {
 public:
  Draft() = default;
  Draft(SummaryRequest request, DraftTerms terms);

  const SummaryRequest& request() const { return request_; }

  /// A reply came; `facts` and `voices` are those of what it replaces.
  DraftStep reply(std::string_view text, FinishReason finish, const Facts& facts,
                  const Voices& voices);

  /// What was found of the last reply.
  const CheckedReply& last() const { return last_; }
  uint32_t replies() const { return replies_; }

 private:
  SummaryRequest request_;
  DraftTerms terms_;
  /// As it was asked first.
  std::string prompt_;
  CheckedReply last_;
  uint32_t replies_ = 0;
};

/// What stands behind the first prompt when it is asked again. At most `quotedUnits` UTF-16 code
/// units of the reply, and all that is taken from it, are quoted as data.
std::string askedAgain(std::string_view reply, const CheckedReply& checked, uint64_t quotedUnits);

}  // namespace epitome
