/// Reads escapes; what is safe is SafeOffsets' matter.
#include "text/cut_finder.h"

#include <algorithm>

#include "text/utf.h"

namespace epitome::text {
namespace {

constexpr uint32_t kReplacement = 0xFFFD;

}  // namespace

CutFinder::CutFinder(uint64_t headUnits, uint64_t tailStartUnits, bool json)
    : headUnits_(headUnits), tailStartUnits_(tailStartUnits), json_(json) {
  boundary(0);
}

void CutFinder::boundary(uint64_t at) {
  if (at <= headUnits_) headEnd_ = at;
  if (!tailFound_ && at >= tailStartUnits_) {
    tailFound_ = true;
    tailStart_ = at;
  }
}

void CutFinder::safe(uint64_t first, uint64_t last) {
  boundary(std::clamp(tailStartUnits_, first, last));
  if (first <= headUnits_) headEnd_ = std::min(last, headUnits_);
}

void CutFinder::plain(std::string_view run) {
  position_ +=
      offsets_.text(run, position_, [this](uint64_t first, uint64_t last) { safe(first, last); });
}

/// `unit` is the code unit that the escape stands for.
void CutFinder::endEscape(uint32_t unit) {
  escape_ = Escape::kNone;
  offsets_.escape(unit, escapeAt_, [this](uint64_t first, uint64_t last) { safe(first, last); });
}

void CutFinder::update(std::string_view piece) {
  if (!json_) {
    plain(piece);
    return;
  }
  while (!piece.empty()) {
    const char c = piece.front();
    switch (escape_) {
      case Escape::kNone: {
        if (c == '\\') {
          escape_ = Escape::kBackslash;
          escapeAt_ = position_++;
          piece.remove_prefix(1);
          break;
        }
        const size_t run = std::min(piece.find('\\'), piece.size());
        plain(piece.substr(0, run));
        piece.remove_prefix(run);
        break;
      }
      case Escape::kBackslash: {
        if (c == 'u') {
          escape_ = Escape::kHex;
          hexLeft_ = 4;
          hexValue_ = 0;
          ++position_;
          piece.remove_prefix(1);
          break;
        }
        const uint32_t bytes = codePointBytes(piece, 0);
        position_ += bytes == 4 ? 2 : 1;
        piece.remove_prefix(bytes == 0 ? 1 : bytes);
        endEscape(c == 'n' ? '\n' : c == 'r' ? '\r' : ' ');
        break;
      }
      case Escape::kHex: {
        const uint32_t digit = hexDigit(c);
        if (digit > 15) {
          // Not JSON: the broken escape ends before this character.
          endEscape(kReplacement);
          break;
        }
        hexValue_ = hexValue_ << 4 | digit;
        ++position_;
        piece.remove_prefix(1);
        if (--hexLeft_ == 0) endEscape(hexValue_);
        break;
      }
    }
  }
}

}  // namespace epitome::text
