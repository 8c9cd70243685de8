/// Candidates by fingerprint, weighed in integers.
#include "summary/facts.h"

#include <algorithm>
#include <array>
#include <bit>
#include <optional>
#include <utility>

#include "summary/characters.h"
#include "text/path.h"
#include "tokens/counter.h"

namespace epitome {
namespace {

using enum IdentifierKind;

/// Candidates that stay when some have to leave.
constexpr size_t kKeptCandidates = Facts::kMostCandidates * 3 / 4;
constexpr size_t kMostTextBytes = 240;
/// Messages in which a tool has to say what nobody else says.
constexpr uint32_t kToolMessages = 3;
/// From either end of a text: there a result says what it is about.
constexpr uint64_t kEdgeBytes = 80;
/// Numbers with fewer digits come again by chance.
constexpr int kLeastDigits = 4;
/// Facts in a row that may be too long for what is left before the search ends.
constexpr uint32_t kMostMisses = 32;
/// Of those tokens, the part that what tools printed may have.
constexpr uint32_t kPrintedPart = 3;
/// Of the tokens that a prose may be given, what it is looked through for.
constexpr uint32_t kSoughtTimes = 4;
/// Letters of an error that a prose has to have, spaces left out.
constexpr size_t kErrorLetters = 24;

/// Weights: who says it decides, then how often and how lately, then of which kind it is.
constexpr uint32_t kBySpeaker[] = {100, 400, 900};
constexpr uint32_t kBothSay = 120;
constexpr uint32_t kByDoubling = 60;
constexpr uint32_t kMostDoublings = 6;
constexpr uint32_t kRecency = 200;
constexpr uint32_t kToolError = 250;

constexpr uint32_t byKind(IdentifierKind kind, bool measured) {
  switch (kind) {
    case kErrorText:
      return 120;
    case kUrl:
    case kEmail:
      return 100;
    case kPath:
    case kIssue:
      return 80;
    case kHash:
    case kUuid:
    case kVersion:
      return 60;
    case kTime:
      return 50;
    case kNumber:
      return measured ? 70 : 40;
    case kFlag:
      return 30;
    case kSymbol:
      return 20;
  }
  return 0;
}

/// A prose may not invent these.
constexpr bool isGated(IdentifierKind kind) {
  return kind == kPath || kind == kUrl || kind == kHash || kind == kUuid || kind == kVersion ||
         kind == kNumber;
}

std::string shownText(const Identifier& found) {
  if (found.kind == kErrorText) return normalForm(kErrorText, found.text);
  if (found.kind == kPath) {
    return std::string(found.text.substr(0, found.text.find_last_not_of('/') + 1));
  }
  return std::string(found.text);
}

/// Letters and digits only, in lower case.
std::string lettersOf(std::string_view text) {
  std::string out;
  for (const char c : text) {
    if (isAlnum(c) || !isAscii(c)) out += lowered(c);
  }
  return out;
}

/// Looks facts up in a prose and what stands beside it.
class Prose {
 public:
  Prose(std::string_view prose, std::string_view beside) : texts_{prose, beside} {
    for (const std::string_view text : texts_) set_.add(text);
  }

  bool has(const Fact& fact) const {
    if (set_.has(fact.kind, fact.text)) return true;
    if (fact.kind != kErrorText) return fact.kind == kSymbol && wordIn(fact.text);
    std::string_view message = fact.text;
    const size_t colon = message.find(": ");
    if (colon != std::string_view::npos && colon < message.size() / 2) message.remove_prefix(colon);
    const std::string start = lettersOf(message).substr(0, kErrorLetters);
    return letters().find(start) != std::string::npos;
  }

 private:
  bool wordIn(std::string_view word) const {
    for (const std::string_view text : texts_) {
      for (size_t at = text.find(word); at != text.npos; at = text.find(word, at + 1)) {
        const size_t end = at + word.size();
        const bool starts = at == 0 || !isAlnum(text[at - 1]);
        if (starts && (end == text.size() || !isAlnum(text[end]))) return true;
      }
    }
    return false;
  }

  const std::string& letters() const {
    if (!letters_) {
      letters_ = lettersOf(texts_[0]) + '\n';
      *letters_ += lettersOf(texts_[1]);
    }
    return *letters_;
  }

  std::array<std::string_view, 2> texts_;
  IdentifierSet set_;
  /// Made when an error is looked up.
  mutable std::optional<std::string> letters_;
};

/// Collects what a prose names for sure.
class Named final : public IdentifierSink {
 public:
  void identifier(const Identifier& found) override {
    if (found.sure && isGated(found.kind)) places.push_back({found.kind, found.begin, found.end});
  }
  std::vector<Invention> places;
};

}  // namespace

Speaker speakerOf(Role role, PartKind kind, uint16_t partFlags) {
  if (kind != PartKind::kText) return Speaker::kTool;
  if (givesOrders(role) || (partFlags & kUserWords) != 0) return Speaker::kUser;
  return role == Role::kAssistant ? Speaker::kAssistant : Speaker::kTool;
}

void Facts::end() {
  reader_.finish();
  for (const auto& [end, key] : latest_) {
    const auto near = candidates_.find(key);
    if (end + kEdgeBytes >= textBytes_ && near != candidates_.end()) near->second.edge = true;
  }
  latest_.clear();
  textBytes_ = 0;
}

void Facts::begin(Speaker speaker, uint32_t message) {
  end();
  speaker_ = speaker;
  message_ = message;
  if (firstMessage_ == 0) firstMessage_ = message;
}

void Facts::identifier(const Identifier& found) {
  read_.identifier(found);
  if (!found.sure || found.text.size() > kMostTextBytes) return;
  const uint64_t key = identifierKey(found.kind, found.text);
  const uint8_t bit = static_cast<uint8_t>(1U << static_cast<uint8_t>(speaker_));
  const bool edge = found.begin < kEdgeBytes;
  if (!edge) {
    std::erase_if(latest_, [&](const auto& one) { return one.first + kEdgeBytes < found.end; });
    latest_.emplace_back(found.end, key);
  }
  const auto known = candidates_.find(key);
  if (known == candidates_.end()) {
    if (candidates_.size() >= kMostCandidates) evict();
    candidates_.emplace(key, Candidate{found.kind, speaker_, found.measured, bit, message_,
                                       message_, 1, edge, shownText(found)});
    return;
  }
  Candidate& candidate = known->second;
  candidate.edge = candidate.edge || edge;
  if (candidate.last != message_) ++candidate.messages;
  candidate.last = message_;
  candidate.speakers |= bit;
  candidate.speaker = std::max(candidate.speaker, speaker_);
  candidate.measured = candidate.measured || found.measured;
}

uint32_t Facts::weightOf(const Candidate& candidate) const {
  uint32_t weight = kBySpeaker[static_cast<uint8_t>(candidate.speaker)];
  if (candidate.speaker == Speaker::kTool && candidate.kind == kErrorText) weight += kToolError;
  if (std::popcount(static_cast<unsigned>(candidate.speakers >> 1)) > 1) weight += kBothSay;
  const uint32_t doublings = static_cast<uint32_t>(std::bit_width(candidate.messages)) - 1;
  weight += kByDoubling * std::min(doublings, kMostDoublings);
  const uint64_t span = message_ > firstMessage_ ? message_ - firstMessage_ : 0;
  const uint64_t age = candidate.last > firstMessage_ ? candidate.last - firstMessage_ : 0;
  weight += span == 0 ? 0 : static_cast<uint32_t>(kRecency * std::min(age, span) / span);
  return weight + byKind(candidate.kind, candidate.measured);
}

Facts::Standing Facts::standingOf(const Candidate& candidate) {
  if (candidate.speaker != Speaker::kTool || candidate.kind == kErrorText) return Standing::kFact;
  if (candidate.kind == kSymbol || candidate.kind == kFlag) return Standing::kChatter;
  const std::string_view text = candidate.text;
  const bool number = candidate.kind == kNumber;
  if (number && std::ranges::count_if(text, isDigit) < kLeastDigits) return Standing::kChatter;
  // Times of day are a log's, names beside a file are code's.
  if (candidate.kind == kTime && text.substr(0, 3).find(':') != text.npos) {
    return Standing::kChatter;
  }
  if (candidate.kind == kPath && text.starts_with('.')) return Standing::kChatter;
  if (candidate.messages >= kToolMessages) return Standing::kFact;
  // Which files there are, the ledger says.
  const bool telling = candidate.kind != kPath && (!number || candidate.measured);
  return candidate.edge && telling ? Standing::kPrinted : Standing::kChatter;
}

void Facts::evict() {
  std::vector<std::pair<uint32_t, uint64_t>> order;
  order.reserve(candidates_.size());
  // Equal weights: the newer stays, then the smaller fingerprint.
  for (const auto& [key, candidate] : candidates_) order.emplace_back(weightOf(candidate), key);
  const auto weightier = [this](const auto& a, const auto& b) {
    if (a.first != b.first) return a.first > b.first;
    const uint32_t lastA = candidates_.find(a.second)->second.last;
    const uint32_t lastB = candidates_.find(b.second)->second.last;
    return lastA != lastB ? lastA > lastB : a.second < b.second;
  };
  const auto kept = order.begin() + static_cast<ptrdiff_t>(kKeptCandidates);
  std::nth_element(order.begin(), kept, order.end(), weightier);
  for (auto at = kept; at != order.end(); ++at) candidates_.erase(at->second);
}

std::vector<Fact> Facts::ranked(Standing standing) const {
  std::vector<Fact> out;
  for (const auto& [key, one] : candidates_) {
    if (standingOf(one) != standing) continue;
    out.push_back(
        {one.kind, one.text, one.speaker, one.first, one.last, one.messages, weightOf(one)});
  }
  std::sort(out.begin(), out.end(), [](const Fact& a, const Fact& b) {
    if (a.weight != b.weight) return a.weight > b.weight;
    if (a.lastMessage != b.lastMessage) return a.lastMessage > b.lastMessage;
    return a.kind != b.kind ? a.kind < b.kind : a.text < b.text;
  });
  return out;
}

std::vector<Fact> Facts::top(uint32_t maxTokens, Family family) const {
  return top(Standing::kFact, maxTokens, family);
}

std::vector<Fact> Facts::top(Standing standing, uint32_t maxTokens, Family family) const {
  std::vector<Fact> out;
  IdentifierSet said;
  uint64_t tokens = 0;
  uint32_t misses = 0;
  for (Fact& fact : ranked(standing)) {
    if (misses >= kMostMisses) break;
    if (said.has(fact.kind, fact.text)) continue;
    const uint64_t cost = uint64_t{tokensOfText(fact.text, family)} + 1;
    if (tokens + cost > maxTokens) {
      ++misses;
      continue;
    }
    tokens += cost;
    said.identifier({fact.kind, true, false, 0, fact.text.size(), fact.text});
    out.push_back(std::move(fact));
  }
  return out;
}

FactGaps Facts::gapsIn(std::string_view prose, std::string_view beside, uint32_t maxTokens,
                       Family family) const {
  const uint64_t most = std::min<uint64_t>(uint64_t{kSoughtTimes} * maxTokens, UINT32_MAX);
  const Prose there(prose, beside);
  uint64_t tokens = 0;
  const auto lacking = [&](std::vector<Fact>& sought, uint64_t most) {
    std::vector<Fact> missing;
    for (Fact& fact : sought) {
      if (there.has(fact)) continue;
      tokens += uint64_t{tokensOfText(fact.text, family)} + 1;
      if (tokens > most) break;
      missing.push_back(std::move(fact));
    }
    return missing;
  };
  std::vector<Fact> sought = top(Standing::kFact, static_cast<uint32_t>(most), family);
  FactGaps gaps;
  gaps.sought = static_cast<uint32_t>(sought.size());
  gaps.missing = lacking(sought, maxTokens);
  std::vector<Fact> printed = top(Standing::kPrinted, static_cast<uint32_t>(most), family);
  gaps.printed = lacking(printed, std::min<uint64_t>(maxTokens, tokens + maxTokens / kPrintedPart));
  return gaps;
}

std::vector<Invention> Facts::inventedIn(std::string_view prose) const {
  Named named;
  findIdentifiers(prose, named);
  std::vector<Invention> out;
  for (const Invention& place : named.places) {
    const std::string_view text = prose.substr(place.begin, place.end - place.begin);
    if (read_.has(place.kind, text)) continue;
    if (place.kind == kPath) {
      // A folder and what a listing of it says.
      const std::string path = normalForm(kPath, text);
      bool apart = false;
      for (size_t at = path.find('/', 1); at != path.npos && !apart; at = path.find('/', at + 1)) {
        const std::string_view folder = std::string_view(path).substr(0, at);
        const std::string_view rest = std::string_view(path).substr(at + 1);
        apart = read_.has(kPath, folder) && read_.has(kPath, rest);
      }
      if (apart) continue;
    }
    // Parts follow the whole.
    if (!out.empty() && place.begin < out.back().end) continue;
    out.push_back(place);
  }
  return out;
}

}  // namespace epitome
