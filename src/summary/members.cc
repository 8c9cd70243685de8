#include "summary/members.h"

#include <algorithm>
#include <utility>

#include "text/characters.h"
#include "text/utf.h"

namespace epitome {
namespace {

constexpr size_t kMostMembers = 96;
constexpr size_t kMostNameBytes = 64;
constexpr size_t kMostValueBytes = 240;
/// Of a string that may be the result itself, written as JSON once more.
constexpr size_t kMostNested = 4096;

/// What holds a result, or what is said of it.
constexpr std::string_view kEnvelopes =
    "metadata meta result response output data body content structuredcontent error payload "
    "toolresult value envelope";
/// Strings that may be a result written as JSON.
constexpr std::string_view kNested = "text result output";

bool isEnvelope(std::string_view name) {
  return isOneOf(name, kEnvelopes) || name.ends_with("response");
}

bool opensJson(std::string_view text) { return text.starts_with('{') || text.starts_with('['); }

}  // namespace

void MembersReader::update(std::string_view utf8) {
  if (!begun_) {
    while (!utf8.empty() && static_cast<uint8_t>(utf8.front()) <= ' ') utf8.remove_prefix(1);
    if (utf8.empty()) return;
    begun_ = true;
    json_ = opensJson(utf8) || utf8.starts_with('"');
  }
  if (json_ && stream_.valid()) stream_.update(utf8, *this);
}

void MembersReader::finish() {
  seen_ = begun_;
  if (!json_) return;
  known_ = stream_.valid() && stream_.finish(*this);
  if (!known_) members_.clear();
}

/// The object itself and what an envelope holds; what lies deeper is the thing that the result is
/// about.
bool MembersReader::wanted() const {
  if (members_.size() == kMostMembers) return false;
  if (!levels_.empty() && levels_.back().item && name_ != "text") return false;
  return std::all_of(levels_.begin(), levels_.end(), [](const Level& one) { return one.envelope; });
}

void MembersReader::open(bool array) {
  fill();
  Level level;
  level.name = array ? name_ : "";
  if (levels_.empty()) {
    level.envelope = true;
    level.list = array;
  } else {
    const Level& around = levels_.back();
    level.item = around.list && !array;
    level.list = array && name_ == "content";
    level.data = !array && name_ == "data";
    level.deep = around.deep || (around.data && !array);
    level.envelope =
        level.item || level.list || (!array && !around.deep && (around.data || isEnvelope(name_)));
    if (!around.list && wanted()) {
      members_.push_back({name_, "", true, false, around.deep});
      level.member = members_.size();
    }
  }
  levels_.push_back(std::move(level));
}

/// Something is in all that is open.
void MembersReader::fill() {
  for (const Level& around : levels_) {
    if (around.member > 0) members_[around.member - 1].filled = true;
  }
}

void MembersReader::close() {
  if (!levels_.empty()) levels_.pop_back();
  name_ = levels_.empty() ? "" : levels_.back().name;
}

void MembersReader::piece(bool name, std::string_view utf8) {
  const size_t most = name ? kMostNameBytes : kMostNested;
  if (text_.size() < most) text_ += utf8.substr(0, most - text_.size());
}

void MembersReader::end(bool name) {
  std::string text = std::exchange(text_, {});
  if (name) {
    name_ = foldedName(text);
    return;
  }
  fill();
  if (!wanted()) return;
  const bool alone = levels_.empty();
  if (opensJson(text) && (alone || isOneOf(name_, kNested))) {
    MembersReader nested;
    if (text.size() < kMostNested) {
      nested.update(text);
      nested.finish();
    }
    for (Member& member : nested.members_) {
      if (members_.size() == kMostMembers) break;
      members_.push_back(std::move(member));
    }
    if (nested.known()) return;
  }
  text.resize(std::min(text.size(), kMostValueBytes));
  const bool deep = !alone && levels_.back().deep;
  members_.push_back({alone ? "text" : name_, text::wellFormed(text), false, false, deep});
}

}  // namespace epitome
