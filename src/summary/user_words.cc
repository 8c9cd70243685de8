#include "summary/user_words.h"

#include <algorithm>
#include <map>
#include <utility>

#include "summary/orders.h"
#include "summary/shape.h"
#include "text/json_escape.h"
#include "text/utf.h"
#include "tokens/counter.h"

namespace epitome {
namespace {

/// Bytes of an entry in JSON besides its text: numbers and punctuation.
constexpr uint32_t kEntryBytes = 40;
/// A shorter beginning of a message says too little to be worth its quoting line.
constexpr uint32_t kMinCutTokens = 16;
/// Between a message's beginning and its orders.
constexpr std::string_view kGap = "\n[\u2026]\n";
/// Wishes are no standing orders.
constexpr uint8_t kLeastStrength = 2;
/// Of a call's input, behind a user's approval of it, UTF-16 code units.
constexpr uint64_t kApprovedUnits = 120;

/// The longest prefix within both limits.
std::string_view prefixWithin(std::string_view text, uint32_t maxTokens, uint64_t maxBytes,
                              Family family) {
  size_t end = 0;
  uint64_t bytes = 0;
  while (end < text.size()) {
    bytes += text::jsonBytesOf(text[end]);
    if (bytes > maxBytes) break;
    ++end;
  }
  while (end > 0 && end < text.size() && (static_cast<uint8_t>(text[end]) & 0xC0) == 0x80) --end;
  return text.substr(0, prefixForTokens(text.substr(0, end), maxTokens, family));
}

/// What is left of the limits.
struct Share {
  uint32_t tokens = 0;
  uint32_t bytes = 0;
  Family family = Family::kO200k;

  bool holds(std::string_view text) const {
    return tokensOfText(text, family) <= tokens && kEntryBytes + text::jsonBytes(text) <= bytes;
  }
  void take(std::string_view text) {
    tokens -= std::min(tokens, tokensOfText(text, family));
    bytes -= static_cast<uint32_t>(std::min<uint64_t>(bytes, kEntryBytes + text::jsonBytes(text)));
  }
  void giveBack(std::string_view text) {
    tokens += tokensOfText(text, family);
    bytes += static_cast<uint32_t>(kEntryBytes + text::jsonBytes(text));
  }
  /// What a text may take when half of the share is left to others.
  Share half() const { return {tokens / 2, bytes / 2, family}; }
  std::string_view beginningOf(std::string_view text) const {
    return prefixWithin(text, tokens, bytes - std::min(bytes, kEntryBytes), family);
  }
};

/// What is carried of one message.
struct Draft {
  size_t source = 0;
  /// Bytes of its beginning.
  size_t prefix = 0;
  std::vector<std::string> orders;
};

UserWords written(const UserWords& whole, const Draft& draft) {
  if (draft.prefix == whole.text.size()) return whole;
  UserWords words = whole;
  if (words.units == 0 && !words.cut) {
    words.units =
        static_cast<uint32_t>(std::min<uint64_t>(text::utf16Length(whole.text), UINT32_MAX));
  }
  words.cut = true;
  words.text = whole.text.substr(0, draft.prefix);
  for (const std::string& order : draft.orders) {
    if (words.text.find(order) != std::string::npos) continue;
    words.text += words.text.empty() ? kGap.substr(1) : kGap;
    words.text += order;
    words.excerpts = true;
  }
  return words;
}

/// Chooses within limits that do not hold everything.
class Choice {
 public:
  Choice(const std::vector<UserWords>& all, const WordsLimits& limits)
      : all_(all), share_{limits.tokens, limits.bytes, limits.family} {}

  std::vector<UserWords> take(uint32_t& leftOut) {
    reserveOrders();
    for (size_t i = all_.size(); i-- > 0;) {
      if (all_[i].approval) continue;
      if (newest_ == kNone) newest_ = i;
      if (!takeWhole(i) && !takePart(i)) ++leftOut;
    }
    widenNewestCut();
    for (size_t i = all_.size(); i-- > 0;) {
      if (all_[i].approval && !takeWhole(i)) ++leftOut;
    }
    std::ranges::sort(drafts_, {}, &Draft::source);
    std::vector<UserWords> words;
    words.reserve(drafts_.size());
    for (const Draft& draft : drafts_) words.push_back(written(all_[draft.source], draft));
    return words;
  }

 private:
  void reserveOrders() {
    Orders orders;
    for (size_t i = 0; i < all_.size(); ++i) {
      orders.begin(static_cast<uint32_t>(i + 1));
      orders.text(all_[i].text);
      orders.end();
    }
    Share reserve = share_.half();
    for (const Order& order : orders.standing()) {
      const std::string line = std::string(kGap) + order.text;
      if (order.strength < kLeastStrength || !reserve.holds(line)) continue;
      reserve.take(line);
      share_.take(line);
      orders_[order.message - 1].push_back(order.text);
    }
  }

  void giveOrdersBack(size_t i) {
    const auto found = orders_.find(i);
    if (found == orders_.end()) return;
    for (const std::string& order : found->second) share_.giveBack(std::string(kGap) + order);
    orders_.erase(found);
  }

  std::vector<std::string> ordersOf(size_t i) const {
    const auto found = orders_.find(i);
    return found != orders_.end() ? found->second : std::vector<std::string>();
  }

  bool takeWhole(size_t i) {
    const std::string& text = all_[i].text;
    const Share before = share_;
    const std::vector<std::string> orders = ordersOf(i);
    giveOrdersBack(i);
    if (share_.holds(text)) {
      share_.take(text);
      drafts_.push_back({i, text.size(), {}});
      return true;
    }
    share_ = before;
    if (!orders.empty()) orders_[i] = orders;
    return false;
  }

  bool takePart(size_t i) {
    const std::string& text = all_[i].text;
    const std::vector<std::string> orders = ordersOf(i);
    std::string_view kept = share_.half().beginningOf(text);
    const bool tiny = tokensOfText(kept, share_.family) < kMinCutTokens;
    // However small the share, it shows how the newest message begins.
    if (tiny && i == newest_ && orders.empty()) {
      kept = prefixWithin(text, share_.tokens, share_.bytes, share_.family);
    } else if (tiny) {
      kept = {};
    }
    if (kept.empty() && orders.empty()) return false;
    if (!kept.empty()) {
      if (newestCut_ == kNone) newestCut_ = drafts_.size();
      share_.take(kept);
    }
    drafts_.push_back({i, kept.size(), orders});
    return true;
  }

  void widenNewestCut() {
    if (newestCut_ == kNone) return;
    Draft& draft = drafts_[newestCut_];
    const std::string_view whole = all_[draft.source].text;
    const std::string_view now = whole.substr(0, draft.prefix);
    const std::string_view more =
        prefixWithin(whole, tokensOfText(now, share_.family) + share_.tokens,
                     text::jsonBytes(now) + share_.bytes, share_.family);
    if (more.size() <= draft.prefix) return;
    share_.take(more.substr(draft.prefix));
    draft.prefix = more.size();
  }

  static constexpr size_t kNone = SIZE_MAX;

  const std::vector<UserWords>& all_;
  Share share_;
  /// Sentences that stay whatever becomes of their messages.
  std::map<size_t, std::vector<std::string>> orders_;
  std::vector<Draft> drafts_;
  /// The newest message, and the draft of the newest one that was cut.
  size_t newest_ = kNone;
  size_t newestCut_ = kNone;
};

/// Calls by the approval that was asked for them.
using Approvals = std::map<std::string_view, const NotedPart*>;

Approvals approvalsIn(const RangeNotes& notes) {
  std::map<std::string_view, const NotedPart*> calls;
  Approvals approvals;
  for (const NotedMessage& message : notes.messages) {
    for (const NotedPart& part : message.parts) {
      if (part.kind == PartKind::kToolCall) calls.insert_or_assign(part.callId, &part);
      if (part.kind != PartKind::kApprovalRequest) continue;
      const auto call = calls.find(part.callId);
      if (call != calls.end()) approvals.insert_or_assign(part.approvalId, call->second);
    }
  }
  return approvals;
}

std::string approvalLine(const NotedPart& part, const Approvals& approvals) {
  const auto asked = approvals.find(part.approvalId);
  std::string out = (part.flags & kDenied) != 0 ? "[denied" : "[approved";
  if (asked != approvals.end()) {
    out += ": " + oneLine(asked->second->toolName) + " " +
           shortened(oneLine(asked->second->text.head), kApprovedUnits);
  }
  out += "]";
  const std::string reason = oneLine(textOf(part.text));
  return reason.empty() ? out : out + " " + reason;
}

/// The user's words of one message. False when it holds none.
bool wordsOf(const NotedMessage& message, const Approvals& approvals, UserWords& words) {
  words = UserWords{};
  words.message = message.number;
  uint64_t units = 0;
  bool cut = false;
  for (const NotedPart& part : message.parts) {
    const bool approval = part.kind == PartKind::kApprovalResponse;
    if (!givesOrders(message.role) && (part.flags & kUserWords) == 0 && !approval) continue;
    std::string line;
    std::string_view piece = part.text.head;
    uint64_t pieceUnits = part.text.units;
    if (part.kind == PartKind::kMedia || approval) {
      line = approval ? approvalLine(part, approvals) : mediaLine(part.media);
      piece = line;
      pieceUnits = text::utf16Length(line);
    } else if (part.kind != PartKind::kText) {
      continue;
    }
    if (pieceUnits == 0) continue;
    words.approval = approval;
    if (units > 0) ++units;
    units += pieceUnits;
    // Behind a cut nothing can follow: what is carried is a beginning.
    if (cut) continue;
    if (!words.text.empty()) words.text += '\n';
    text::appendWellFormed(words.text, piece);
    cut = text::utf16Length(piece) < pieceUnits;
  }
  words.cut = cut || message.partsLeftOut > 0;
  words.units = static_cast<uint32_t>(std::min<uint64_t>(units, UINT32_MAX));
  return !trimmed(words.text).empty();
}

}  // namespace

std::vector<UserWords> wordsIn(const RangeNotes& notes) {
  const Approvals approvals = approvalsIn(notes);
  std::vector<UserWords> all;
  for (const NotedMessage& message : notes.messages) {
    UserWords words;
    if (wordsOf(message, approvals, words)) all.push_back(std::move(words));
  }
  return all;
}

std::vector<UserWords> chooseWords(const std::vector<UserWords>& all, const WordsLimits& limits,
                                   uint32_t& leftOut) {
  Share share{limits.tokens, limits.bytes, limits.family};
  const bool holdsAll = std::ranges::all_of(all, [&](const UserWords& words) {
    const bool holds = share.holds(words.text);
    share.take(words.text);
    return holds;
  });
  return holdsAll ? all : Choice(all, limits).take(leftOut);
}

}  // namespace epitome
