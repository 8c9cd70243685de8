/// Shares by kind, then the best of each kind within its share.
#include "summary/selection.h"

#include <algorithm>
#include <array>
#include <map>
#include <numeric>
#include <tuple>
#include <utility>

#include "summary/pattern.h"
#include "text/hash.h"
#include "text/json_escape.h"
#include "text/sort.h"
#include "tokens/counter.h"

namespace epitome {
namespace {

/// Of what the user's words leave, the parts that others have at the least, in percent.
constexpr uint32_t kLedgerPart = 30;
constexpr uint32_t kSaidPart = 20;
constexpr uint32_t kPrintedPart = 12;
constexpr uint32_t kNamesPart = 38;
/// What was concluded fades so many times slower than what was named.
constexpr uint32_t kSayingAge = 8;
/// What stands before a saying, tokens.
constexpr uint32_t kSayingFrame = 5;
/// And where it tells what it answers.
constexpr uint32_t kAnswersFrame = 4;
/// How requests ended may take so much of what the user's words leave, in percent.
constexpr uint32_t kEndsPart = 40;
/// Later uses that are noted.
constexpr size_t kMostUses = 48;
/// Names that stand for many take at most one part of so many of what is told before them.
constexpr uint64_t kSeriesShare = 10;
/// Lines that tell of failures have one part of so many of a record in front of all else.
constexpr uint64_t kFailureShare = 20;
/// Candidates in a row that may be too large for what is left.
constexpr uint32_t kMostMisses = 24;

enum Kind : uint8_t { kWords, kLedger, kSaid, kPrinted, kNames, kKinds };
using Shares = std::array<uint64_t, kKinds>;

uint32_t keyOf(std::string_view text) {
  return static_cast<uint32_t>(text::hashOf(text) & 0x7FFFFFFFU);
}

/// Each its least or what it needs; what is left goes to those that need more, in proportion.
Shares sharesOf(const Shares& needs, const Shares& least, uint64_t total) {
  Shares shares{};
  uint64_t left = total;
  for (size_t k = 0; k < kKinds; ++k) {
    shares[k] = std::min({needs[k], least[k], left});
    left -= shares[k];
  }
  for (int round = 0; round < kKinds && left > 0; ++round) {
    uint64_t weights = 0;
    for (size_t k = 0; k < kKinds; ++k) weights += needs[k] > shares[k] ? least[k] + 1 : 0;
    if (weights == 0) break;
    const uint64_t pool = left;
    for (size_t k = 0; k < kKinds; ++k) {
      if (needs[k] <= shares[k]) continue;
      const uint64_t more = std::min(needs[k] - shares[k], pool * (least[k] + 1) / weights);
      shares[k] += more;
      left -= std::min(left, more);
    }
  }
  return shares;
}

/// In the saved state, at most: texts as JSON, with room for numbers and punctuation.
uint64_t savedBytesOf(const SegmentBody& body) {
  constexpr uint64_t kFrame = 500;
  constexpr uint64_t kEntry = 18;
  uint64_t bytes = kFrame + text::jsonBytes(body.prose) + kEntry * body.again.size();
  for (const UserWords& words : body.words) bytes += 3 * kEntry + text::jsonBytes(words.text);
  for (const LedgerRow& row : body.ledger) {
    bytes += 2 * kEntry + text::jsonBytes(row.subject) + text::jsonBytes(row.detail) +
             text::jsonBytes(row.source);
  }
  for (const Saying& saying : body.said) bytes += 2 * kEntry + text::jsonBytes(saying.text);
  for (const Saying& saying : body.printed) bytes += kEntry + text::jsonBytes(saying.text);
  for (const Name& name : body.names) {
    bytes += kEntry + text::jsonBytes(name.text);
    if (name.alike > 0) bytes += kEntry + text::jsonBytes(name.latest);
  }
  return bytes;
}

struct Ranked {
  size_t index = 0;
  uint64_t worth = 0;
  uint64_t cost = 0;
};

/// More worth per token first, of equals the newer.
void rank(std::vector<Ranked>& all) {
  sortBy(all, [](const Ranked& a, const Ranked& b) {
    const uint64_t left = a.worth * b.cost;
    const uint64_t right = b.worth * a.cost;
    return left != right ? left > right : a.index > b.index;
  });
}

/// The indexes of the best within `most` tokens, ascending.
std::vector<size_t> bestOf(std::vector<Ranked> all, uint64_t most) {
  rank(all);
  std::vector<size_t> chosen;
  uint64_t left = most;
  uint32_t misses = 0;
  for (const Ranked& one : all) {
    if (one.cost > left) {
      if (++misses == kMostMisses) break;
      continue;
    }
    left -= one.cost;
    chosen.push_back(one.index);
  }
  sortBy(chosen);
  return chosen;
}

std::vector<Ranked> rankedSayings(const std::vector<Saying>& sayings, uint32_t now, Family family) {
  std::vector<Ranked> all;
  all.reserve(sayings.size());
  for (size_t i = 0; i < sayings.size(); ++i) {
    // What says twice as much is worth four times as much. What failures have beside their own
    // points only puts some of them first.
    const bool failure = sayings[i].points >= kFailurePoints;
    const uint64_t points = sayings[i].points - (failure ? kFailurePoints - 1 : 0);
    const uint32_t age = (now - std::min(now, sayings[i].message)) / kSayingAge;
    all.push_back({i, worthOf(points * points, now - age, now),
                   uint64_t{tokensOfText(sayings[i].text, family)} + kSayingFrame +
                       (sayings[i].request > 0 ? kAnswersFrame : 0)});
  }
  return all;
}

/// Those that tell of failures.
std::vector<Ranked> failuresOf(const std::vector<Saying>& sayings, std::vector<Ranked> ranked) {
  std::erase_if(ranked,
                [&](const Ranked& one) { return sayings[one.index].points < kFailurePoints; });
  return ranked;
}

uint64_t costOf(const std::vector<Ranked>& ranked) {
  return std::accumulate(ranked.begin(), ranked.end(), uint64_t{0},
                         [](uint64_t sum, const Ranked& one) { return sum + one.cost; });
}

/// What the ends of requests among them cost.
uint64_t costOfEnds(const std::vector<Saying>& sayings, const std::vector<Ranked>& ranked) {
  uint64_t sum = 0;
  for (const Ranked& one : ranked) sum += sayings[one.index].request > 0 ? one.cost : 0;
  return sum;
}

/// What of these, which tell of failures, has room in front of all else: the best one, and more up
/// to `most` tokens.
uint64_t failureTokens(const std::vector<Ranked>& failures, uint64_t most) {
  if (failures.empty()) return 0;
  return std::min(costOf(failures),
                  std::max(std::ranges::min(failures, {}, &Ranked::cost).cost, most));
}

/// The best within `most` tokens, those of `first` within `mostFirst` in front of others.
std::vector<Saying> chosenOf(const std::vector<Saying>& sayings, std::vector<Ranked> ranked,
                             uint64_t most, std::vector<Ranked> first = {},
                             uint64_t mostFirst = 0) {
  std::vector<size_t> chosen = bestOf(std::move(first), std::min(most, mostFirst));
  std::erase_if(ranked, [&](const Ranked& one) {
    const bool taken = std::ranges::binary_search(chosen, one.index);
    if (taken) most -= one.cost;
    return taken;
  });
  for (const size_t index : bestOf(std::move(ranked), most)) chosen.push_back(index);
  sortBy(chosen);
  std::vector<Saying> out;
  for (const size_t index : chosen) out.push_back(sayings[index]);
  return out;
}

/// What a name of more worth is part of may come behind it.
void dropParts(std::vector<Name>& names) {
  IdentifierSet wholes;
  std::vector<Name> kept;
  for (size_t i = names.size(); i-- > 0;) {
    if (names[i].alike == 0 && wholes.has(names[i].kind, names[i].text)) continue;
    wholes.identifier({names[i].kind, true, false, 0, names[i].text.size(), names[i].text});
    kept.push_back(std::move(names[i]));
  }
  std::ranges::reverse(kept);
  names = std::move(kept);
}

/// In the order of their keys.
std::vector<NameUse> mostUsed(const std::map<uint32_t, NameUse>& uses) {
  std::vector<NameUse> all;
  for (const auto& [key, use] : uses) all.push_back(use);
  if (all.size() <= kMostUses) return all;
  sortBy(all, [](const NameUse& a, const NameUse& b) {
    return std::tuple(a.use, a.message, b.key) > std::tuple(b.use, b.message, a.key);
  });
  all.resize(kMostUses);
  sortByKey(all, &NameUse::key);
  return all;
}

/// Chooses names that nothing else says.
class NameChoice {
 public:
  NameChoice(const std::vector<Name>& names, uint32_t now, Family family)
      : names_(names), family_(family) {
    ranked_.reserve(names.size());
    for (size_t i = 0; i < names.size(); ++i) {
      ranked_.push_back({i, worthOf(names[i].use, names[i].message, now),
                         uint64_t{tokensOfText(toldName(names[i]), family)} + 1});
    }
    rank(ranked_);
  }

  uint64_t need() const { return costOf(ranked_); }

  /// `again`: later uses that are known already.
  void choose(SegmentBody& body, const IdentifierSet& told, std::span<const NameUse> again,
              uint64_t most) const {
    body.names.clear();
    std::map<uint32_t, NameUse> uses;
    for (const NameUse& use : again) uses.emplace(use.key, use);
    IdentifierSet said;
    const std::string beside = besideProse(body);
    said.add(beside);
    uint64_t seriesLeft = tokensOfText(beside, family_) / kSeriesShare;
    uint64_t left = most;
    uint32_t misses = 0;
    for (const Ranked& one : ranked_) {
      if (misses == kMostMisses) break;
      const Name& name = names_[one.index];
      if (name.alike > 0) {
        if (one.cost > std::min(left, seriesLeft)) continue;
        seriesLeft -= one.cost;
        left -= one.cost;
        body.names.push_back(name);
        continue;
      }
      if (said.has(name.kind, name.text)) continue;
      if (told.has(name.kind, name.text)) {
        const uint32_t key = keyOf(name.text);
        uses.emplace(key, NameUse{key, name.use, name.message});
        continue;
      }
      if (one.cost > left) {
        ++misses;
        continue;
      }
      left -= one.cost;
      said.identifier({name.kind, true, false, 0, name.text.size(), name.text});
      body.names.push_back(name);
    }
    dropParts(body.names);
    body.again = mostUsed(uses);
  }

 private:
  const std::vector<Name>& names_;
  Family family_;
  std::vector<Ranked> ranked_;
};

/// Some of both may be the same.
void joinSeries(Name& known, const Name& newer) {
  known.use += newer.use;
  known.message = std::max(known.message, newer.message);
  known.alike = std::max(known.alike, newer.alike);
  known.latest = newer.latest;
}

}  // namespace

Candidates joined(std::span<const SegmentBody* const> records, Candidates newer) {
  Candidates all;
  std::map<uint32_t, NameUse> uses;
  const auto use = [&](const NameUse& more) {
    NameUse& known = uses[more.key];
    known = {more.key, known.use + more.use, std::max(known.message, more.message)};
  };
  std::map<std::pair<IdentifierKind, std::string_view>, size_t> places;
  std::map<std::pair<IdentifierKind, uint64_t>, size_t> series;
  const auto add = [&](const std::vector<Name>& names) {
    for (const Name& name : names) {
      const size_t next = all.names.size();
      if (name.alike > 0) {
        const auto [place, fresh] =
            series.emplace(std::pair(name.kind, patternOf(name.text).print), next);
        if (fresh) {
          all.names.push_back(name);
        } else {
          joinSeries(all.names[place->second], name);
        }
        continue;
      }
      const auto [place, fresh] =
          places.emplace(std::pair(name.kind, std::string_view(name.text)), next);
      if (fresh) {
        all.names.push_back(name);
      } else {
        Name& known = all.names[place->second];
        known.use += name.use;
        known.message = std::max(known.message, name.message);
      }
    }
  };
  for (const SegmentBody* record : records) {
    all.words.insert(all.words.end(), record->words.begin(), record->words.end());
    all.wordsLeftOut += record->wordsLeftOut;
    all.ledger.merge(Ledger(record->ledger));
    all.ledgerLeftOut += record->ledgerLeftOut;
    all.said.insert(all.said.end(), record->said.begin(), record->said.end());
    all.printed.insert(all.printed.end(), record->printed.begin(), record->printed.end());
    add(record->names);
    for (const NameUse& more : record->again) use(more);
    all.now = std::max(all.now, record->lastMessage);
  }
  const auto append = [](auto& to, auto& from) {
    to.insert(to.end(), std::make_move_iterator(from.begin()), std::make_move_iterator(from.end()));
  };
  append(all.words, newer.words);
  all.words = toldOnce(std::move(all.words));
  all.wordsLeftOut += newer.wordsLeftOut;
  all.ledger.merge(newer.ledger);
  all.ledgerLeftOut += newer.ledgerLeftOut;
  append(all.said, newer.said);
  append(all.printed, newer.printed);
  add(newer.names);
  for (const NameUse& more : newer.again) use(more);
  all.now = std::max(all.now, newer.now);
  // Uses of a name that is among them are its own.
  for (Name& name : all.names) {
    const auto found = uses.find(keyOf(name.text));
    if (found == uses.end()) continue;
    name.use += found->second.use;
    name.message = std::max(name.message, found->second.message);
    uses.erase(found);
  }
  for (const auto& [key, more] : uses) all.again.push_back(more);
  return all;
}

std::string linesOf(std::span<const SegmentBody* const> records, uint32_t maxTokens,
                    Family family) {
  std::vector<std::string_view> lines;
  std::vector<Ranked> ranked;
  for (const SegmentBody* record : records) {
    std::string_view rest = record->prose;
    while (!rest.empty()) {
      const size_t end = std::min(rest.find('\n'), rest.size());
      const std::string_view line = rest.substr(0, end);
      rest.remove_prefix(std::min(end + 1, rest.size()));
      const std::string_view bare = bareSentence(line);
      if (bare.empty() || line.starts_with('#')) continue;
      const uint64_t points = worthOfWords(bare).points;
      ranked.push_back({lines.size(), points * points, uint64_t{tokensOfText(line, family)} + 2});
      lines.push_back(line);
    }
  }
  std::string out;
  for (const size_t index : bestOf(std::move(ranked), maxTokens)) {
    out += lines[index];
    out += '\n';
  }
  if (!out.empty()) out.pop_back();
  return out;
}

std::vector<Name> bestNames(const std::vector<Name>& names, uint32_t maxTokens, Family family) {
  uint32_t now = 0;
  for (const Name& name : names) now = std::max(now, name.message);
  SegmentBody body;
  NameChoice(names, now, family).choose(body, IdentifierSet(), {}, maxTokens);
  return std::move(body.names);
}

void select(SegmentBody& body, const Candidates& from, const SegmentLimits& limits,
            const IdentifierSet& told) {
  const std::vector<Ranked> said = rankedSayings(from.said, from.now, limits.family);
  const std::vector<Ranked> printed = rankedSayings(from.printed, from.now, limits.family);
  const uint64_t ends = costOfEnds(from.said, said);
  const std::vector<Ranked> failures = failuresOf(from.printed, printed);
  const NameChoice names(from.names, from.now, limits.family);
  const size_t rows = from.ledger.rows().size();
  const uint64_t ledgerNeed =
      rows == 0 ? 0 : tokensOfText(writtenLedger(from.ledger.rows(), 0), limits.family);
  const Shares needs{tokensOfWords(from.words, limits.family), ledgerNeed, costOf(said),
                     costOf(printed), names.need()};
  // The frame has room for the titles of all sections.
  const uint64_t most =
      uint64_t{limits.rowsTokens} + frameTokens(limits.family) - frameTokens(limits.family, true);
  uint64_t tokens = limits.rowsTokens;
  constexpr int kAttempts = 8;
  for (int attempt = 0; attempt < kAttempts; ++attempt) {
    const uint64_t words = std::min<uint64_t>(limits.wordsTokens, tokens);
    const uint64_t rest = tokens - words;
    const uint64_t saidPart =
        std::max(rest * kSaidPart / 100, std::min(ends, rest * kEndsPart / 100));
    const uint64_t failed = failureTokens(failures, tokens / kFailureShare);
    const Shares least{words, rest * kLedgerPart / 100, saidPart,
                       std::max(rest * kPrintedPart / 100, std::min(rest, failed)),
                       rest * kNamesPart / 100};
    const Shares shares = sharesOf(needs, least, tokens);
    body.wordsLeftOut = from.wordsLeftOut;
    body.words = chooseWords(from.words, static_cast<uint32_t>(shares[kWords]), limits.family,
                             body.wordsLeftOut);
    body.ledger = from.ledger.best(static_cast<uint32_t>(shares[kLedger]), limits.family);
    body.ledgerLeftOut = from.ledgerLeftOut + static_cast<uint32_t>(rows - body.ledger.size());
    body.said = chosenOf(from.said, said, shares[kSaid]);
    body.printed = chosenOf(from.printed, printed, shares[kPrinted], failures, failed);
    names.choose(body, told, from.again, shares[kNames]);
    const uint64_t bytes = savedBytesOf(body);
    const uint64_t written = tokensOfText(besideProse(body), limits.family);
    if ((bytes <= limits.bytes && written <= most) || tokens == 0) return;
    // What texts take is known when they are written.
    if (written > most) tokens -= std::min(tokens, (written - most) * 5 / 4 + 1);
    if (bytes > limits.bytes) tokens = tokens * limits.bytes / bytes * 7 / 8;
    // Some things do not get smaller with less room.
    if (attempt + 2 == kAttempts) tokens = 0;
  }
}

}  // namespace epitome
