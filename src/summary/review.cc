#include "summary/review.h"

#include <algorithm>
#include <set>

#include "summary/shape.h"
#include "summary/strike.h"

namespace epitome {
namespace {

/// A mended prose is at least this share of what it was.
constexpr size_t kLeastLeftPercent = 50;
/// Of a prose that was mended this share may be gone before another try pays.
constexpr size_t kWellLeftPercent = 75;
/// Striking one sentence may join what it stood between: a second look finds that.
constexpr uint32_t kStrikes = 2;

uint32_t headingsIn(std::string_view prose) {
  uint32_t headings = 0;
  bool lineStart = true;
  for (const char c : prose) {
    if (lineStart && c == '#') ++headings;
    lineStart = c == '\n';
  }
  return headings;
}

}  // namespace

bool Review::poor() const { return headingsMissing || thin || beyondRepair; }

uint32_t Review::score() const {
  if (beyondRepair) return 0;
  const size_t faults = 10 * std::min<size_t>(inventions.size(), 5) + (headingsMissing ? 10 : 0);
  return static_cast<uint32_t>(100 - faults);
}

Review reviewed(std::string_view prose, std::string_view /*beside*/, const Facts& facts,
                const ReviewLimits& limits, const ToolOrders* toolOrders) {
  Review review;
  review.headingsMissing = headingsIn(prose) < limits.headings;
  std::vector<Invention> orders;
  if (toolOrders != nullptr) orders = toolOrders->repeatedIn(prose);
  review.toolOrders = static_cast<uint32_t>(orders.size());
  review.mended = orders.empty() ? std::string(prose) : std::string(trimmed(struck(prose, orders)));
  std::set<std::string> invented;
  std::vector<Invention> spans = facts.inventedIn(review.mended);
  for (uint32_t i = 0; i < kStrikes && !spans.empty(); ++i) {
    for (const Invention& span : spans) {
      invented.insert(review.mended.substr(span.begin, span.end - span.begin));
    }
    review.mended = trimmed(struck(review.mended, spans));
    spans = facts.inventedIn(review.mended);
  }
  review.inventions.assign(invented.begin(), invented.end());
  const size_t left = review.mended.size() * 100;
  review.beyondRepair = !spans.empty() || left < prose.size() * kLeastLeftPercent;
  review.thin = left < prose.size() * kWellLeftPercent;
  return review;
}

}  // namespace epitome
