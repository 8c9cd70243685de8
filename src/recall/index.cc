#include "recall/index.h"

#include <algorithm>

#include "recall/logarithm.h"
#include "text/fold_case.h"
#include "text/hash.h"

namespace epitome::recall {
namespace {

/// Words of a passage. Whole messages in their place find one exact name in twenty less.
constexpr uint32_t kPassageWords = 100;
/// How soon a word that is repeated says no more, as is usual for BM25.
constexpr double kSaturation = 1.2;
/// How much a long passage is held back: less than usual, since passages are about equally long.
constexpr double kLengthShare = 0.4;
/// What a message's other passages add to its best one.
constexpr double kShareOfRest = 0.1;
/// Hits of a search at most.
constexpr uint32_t kMostHits = 100;

}  // namespace

uint32_t toolKey(std::string_view name) {
  if (name.empty()) return 0;
  const uint64_t hash = text::hashOf(text::foldedCase(name));
  return std::max(static_cast<uint32_t>(hash ^ (hash >> 32)), 1U);
}

bool Index::beginMessage(const MessageInfo& info) {
  if (bytes() >= mostBytes_) return false;
  messages_.push_back(info);
  part_ = 0;
  tool_ = 0;
  units_ = 0;
  wordsOfMessage_ = 0;
  return true;
}

void Index::beginPart(uint32_t tool) {
  closePassage();
  // The first one is number 0.
  if (hasPart_) ++part_;
  hasPart_ = true;
  isFirst_ = true;
  tool_ = tool;
  units_ = 0;
}

void Index::addText(std::string_view utf8) {
  terms_.clear();
  const uint32_t units = appendTerms(terms_, utf8);
  for (size_t i = 0; i < terms_.size(); ++i) {
    const Term& term = terms_[i];
    const bool isNewWord = i == 0 || term.unit != terms_[i - 1].unit;
    if (isNewWord && (wordsOfMessage_ >= kMostWords)) break;
    // Terms of one word stay together.
    if (isOpen_ && isNewWord && open_.words >= kPassageWords) {
      open_.to = units_ + term.unit;
      closePassage();
    }
    if (!isOpen_) openPassage(isFirst_ ? 0 : units_ + term.unit);
    keys_.push_back(term.key);
    if (term.kind != TermKind::kWord) continue;
    ++open_.words;
    ++wordsOfMessage_;
  }
  units_ += units;
  if (isOpen_) open_.to = units_;
}

void Index::endMessage() {
  closePassage();
  hasPart_ = false;
}

void Index::openPassage(uint32_t from) {
  isOpen_ = true;
  isFirst_ = false;
  open_ = {messages() - 1, part_, from, from, tool_, 0};
}

void Index::closePassage() {
  if (!isOpen_) return;
  isOpen_ = false;
  const uint32_t number = static_cast<uint32_t>(passages_.size());
  passages_.push_back(open_);
  words_ += open_.words;
  std::ranges::sort(keys_);
  for (size_t at = 0; at < keys_.size();) {
    size_t end = at + 1;
    while (end < keys_.size() && keys_[end] == keys_[at]) ++end;
    postings_.add(keys_[at], {number, static_cast<uint32_t>(end - at)});
    at = end;
  }
  keys_.clear();
}

double Index::rarity(uint32_t key) const {
  const double all = static_cast<double>(passages_.size());
  const double holding = postings_.passages(key);
  return logarithm(1 + (all - holding + 0.5) / (holding + 0.5));
}

bool Index::allows(const Filter& filter, const Passage& passage) const {
  const MessageInfo& info = messages_[passage.message];
  return (filter.roles >> info.role & 1) != 0 && (!filter.tool || *filter.tool == passage.tool) &&
         info.position >= filter.firstPosition && info.position <= filter.lastPosition &&
         info.round >= filter.firstRound && info.round <= filter.lastRound &&
         info.at >= filter.from && info.at <= filter.to;
}

std::vector<uint32_t> Index::keysOf(std::string_view query) {
  std::vector<Term> terms;
  appendTerms(terms, query);
  std::vector<uint32_t> keys;
  keys.reserve(terms.size());
  for (const Term& term : terms) keys.push_back(term.key);
  std::ranges::sort(keys);
  const auto repeated = std::ranges::unique(keys);
  keys.erase(repeated.begin(), repeated.end());
  return keys;
}

Window Index::excerpt(std::string_view query, std::string_view utf8, uint32_t mostUnits) const {
  const std::vector<uint32_t> keys = keysOf(query);
  std::vector<Term> terms;
  const uint32_t units = appendTerms(terms, utf8);
  if (units <= mostUnits) return {0, units};
  std::erase_if(terms,
                [&](const Term& term) { return !std::ranges::binary_search(keys, term.key); });
  // The words of the query in [first, i] fit; each counts once.
  std::vector<uint32_t> held(keys.size());
  const auto placeOf = [&](const Term& term) {
    return static_cast<size_t>(std::ranges::lower_bound(keys, term.key) - keys.begin());
  };
  double sum = 0;
  double best = 0;
  uint32_t begin = 0;
  uint32_t end = 0;
  size_t first = 0;
  for (const Term& term : terms) {
    const size_t place = placeOf(term);
    if (held[place]++ == 0) sum += rarity(term.key);
    // The last word needs room, too.
    for (; term.unit - terms[first].unit > mostUnits - mostUnits / 4; ++first) {
      const size_t gone = placeOf(terms[first]);
      if (--held[gone] == 0) sum -= rarity(terms[first].key);
    }
    if (sum <= best) continue;
    best = sum;
    begin = terms[first].unit;
    end = term.unit;
  }
  // What stands around the words tells what they mean: as much on both sides.
  const uint32_t spare = mostUnits - std::min(end - begin, mostUnits);
  uint32_t from = begin - std::min(begin, spare / 2);
  from = std::min(from, units - mostUnits);
  return {from, from + mostUnits};
}

std::vector<Hit> Index::search(std::string_view query, const Filter& filter, uint32_t limit) {
  std::vector<double> scores(passages_.size());
  const double passages = static_cast<double>(std::max<size_t>(passages_.size(), 1));
  const double mean = std::max(static_cast<double>(words_) / passages, 1.0);
  for (const uint32_t key : keysOf(query)) {
    const double weight = rarity(key);
    postings_.each(key, [&](Posting posting) {
      const double length = passages_[posting.passage].words / mean;
      const double count = posting.count;
      scores[posting.passage] += weight * (count * (kSaturation + 1)) /
                                 (count + kSaturation * (1 - kLengthShare + kLengthShare * length));
    });
  }

  std::vector<Hit> hits;
  double sum = 0;
  const auto addRest = [&] {
    if (!hits.empty()) hits.back().score += kShareOfRest * (sum - hits.back().score);
  };
  for (size_t i = 0; i < scores.size(); ++i) {
    if (!(scores[i] > 0)) continue;
    const Passage& passage = passages_[i];
    if (!allows(filter, passage)) continue;
    const Hit hit{passage.message, passage.part, passage.from, passage.to, scores[i]};
    // A message's passages stand side by side.
    if (hits.empty() || hits.back().message != hit.message) {
      addRest();
      hits.push_back(hit);
      sum = hit.score;
      continue;
    }
    sum += hit.score;
    if (hit.score > hits.back().score) hits.back() = hit;
  }
  addRest();
  const auto better = [](const Hit& one, const Hit& other) {
    return one.score != other.score ? one.score > other.score : one.message > other.message;
  };
  const size_t count = std::min<size_t>({hits.size(), limit, kMostHits});
  std::ranges::partial_sort(hits, hits.begin() + static_cast<std::ptrdiff_t>(count), better);
  hits.resize(count);
  return hits;
}

size_t Index::bytes() const {
  return postings_.bytes() + messages_.capacity() * sizeof(MessageInfo) +
         passages_.capacity() * sizeof(Passage);
}

}  // namespace epitome::recall
