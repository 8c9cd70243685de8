/// BM25 written down as its formula says it, over lists and maps: slow, and without a line in
/// common with the index. It shares the terms of a text, which have tests of their own.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "recall/index.h"
#include "recall/terms.h"

namespace epitome::test {

class RecallOracle {
 public:
  struct Part {
    uint32_t tool = 0;
    std::vector<std::string> pieces;
  };

  void add(const recall::MessageInfo& info, const std::vector<Part>& parts) {
    messages_.push_back(info);
    for (uint32_t part = 0; part < parts.size(); ++part) {
      uint32_t before = 0;
      Passage open;
      bool isOpen = false;
      for (const std::string& piece : parts[part].pieces) {
        std::vector<recall::Term> terms;
        const uint32_t units = recall::appendTerms(terms, piece);
        uint32_t word = UINT32_MAX;
        for (const recall::Term& term : terms) {
          if (term.unit != word && isOpen && open.words >= 100) {
            open.to = before + term.unit;
            passages_.push_back(open);
            isOpen = false;
          }
          word = term.unit;
          if (!isOpen) {
            open = {static_cast<uint32_t>(messages_.size()) - 1,
                    part,
                    before + term.unit,
                    0,
                    parts[part].tool,
                    0,
                    {}};
            isOpen = true;
          }
          ++open.counts[term.key];
          if (term.kind == recall::TermKind::kWord) ++open.words;
        }
        before += units;
      }
      open.to = before;
      if (isOpen) passages_.push_back(open);
    }
  }

  std::vector<recall::Hit> search(std::string_view query, const recall::Filter& filter,
                                  uint32_t limit) const {
    std::vector<recall::Term> terms;
    recall::appendTerms(terms, query);
    std::set<uint32_t> keys;
    for (const recall::Term& term : terms) keys.insert(term.key);
    double words = 0;
    for (const Passage& passage : passages_) words += passage.words;
    const double count = static_cast<double>(passages_.size());
    const double mean = std::max(1.0, words / std::max(1.0, count));
    std::map<uint32_t, recall::Hit> best;
    std::map<uint32_t, double> sums;
    for (const Passage& passage : passages_) {
      double score = 0;
      for (const uint32_t key : keys) {
        if (!passage.counts.contains(key)) continue;
        const double holding = static_cast<double>(std::ranges::count_if(
            passages_, [&](const Passage& other) { return other.counts.contains(key); }));
        const double idf = std::log(1 + (count - holding + 0.5) / (holding + 0.5));
        const double tf = passage.counts.at(key);
        score += idf * tf * 2.2 / (tf + 1.2 * (0.6 + 0.4 * passage.words / mean));
      }
      if (score == 0 || !allows(filter, passage)) continue;
      sums[passage.message] += score;
      recall::Hit& hit = best[passage.message];
      if (score <= hit.score) continue;
      hit = {passage.message, passage.part, passage.from, passage.to, score};
    }
    std::vector<recall::Hit> hits;
    for (const auto& [message, hit] : best) {
      hits.push_back(hit);
      hits.back().score = 0.9 * hit.score + 0.1 * sums[message];
    }
    std::ranges::sort(hits, [](const recall::Hit& one, const recall::Hit& other) {
      return one.score > other.score;
    });
    if (hits.size() > limit) hits.resize(limit);
    return hits;
  }

 private:
  struct Passage {
    uint32_t message = 0;
    uint32_t part = 0;
    uint32_t from = 0;
    uint32_t to = 0;
    uint32_t tool = 0;
    uint32_t words = 0;
    std::map<uint32_t, uint32_t> counts;
  };

  bool allows(const recall::Filter& filter, const Passage& passage) const {
    const recall::MessageInfo& info = messages_[passage.message];
    if ((filter.roles & (1U << info.role)) == 0) return false;
    if (filter.tool.has_value() && filter.tool != passage.tool) return false;
    if (info.position < filter.firstPosition || info.position > filter.lastPosition) return false;
    if (info.round < filter.firstRound || info.round > filter.lastRound) return false;
    return info.at >= filter.from && info.at <= filter.to;
  }

  std::vector<recall::MessageInfo> messages_;
  std::vector<Passage> passages_;
};

}  // namespace epitome::test
