/// The parts of the run finder that do not depend on who receives the text.
#include "summary/base64_runs.h"

namespace epitome {

bool Base64Runs::looksEncoded(std::string_view start) {
  bool upper = false;
  bool lower = false;
  bool digit = false;
  for (const char c : start) {
    upper = upper || (c >= 'A' && c <= 'Z');
    lower = lower || (c >= 'a' && c <= 'z');
    digit = digit || (c >= '0' && c <= '9');
  }
  return upper && lower && digit;
}

namespace {

constexpr std::string_view kAnnouncement = "base64,";

}  // namespace

bool Base64Runs::announcedAt(std::string_view piece, size_t at) const {
  if (at >= kAnnouncement.size()) return piece.substr(0, at).ends_with(kAnnouncement);
  return (before_ + std::string(piece.substr(0, at))).ends_with(kAnnouncement);
}

void Base64Runs::remember(std::string_view piece) {
  if (piece.size() < kAnnouncement.size()) {
    before_.append(piece);
  } else {
    before_ = piece.substr(piece.size() - kAnnouncement.size());
  }
  if (before_.size() > kAnnouncement.size()) {
    before_.erase(0, before_.size() - kAnnouncement.size());
  }
}

std::string Base64Runs::note() const {
  return "[base64, " + std::to_string(count_) + " characters]";
}

std::string withoutBase64(std::string_view text) {
  std::string out;
  out.reserve(text.size());
  Base64Runs runs;
  const auto keep = [&out](std::string_view piece) { out.append(piece); };
  runs.update(text, keep);
  runs.finish(keep);
  return out;
}

}  // namespace epitome
