// promise: 6 pays once

#include "transcript/fingerprint.h"

#include <map>

#include <gtest/gtest.h>

#include "core/support/random_text.h"

namespace epitome {
namespace {

using test::Random;

Transcript transcriptWith(const std::vector<Anchor>& anchors) {
  Transcript transcript;
  for (const Anchor anchor : anchors) {
    MessageFacts facts;
    facts.anchor = anchor;
    transcript.append(facts, {});
  }
  return transcript;
}

/// Of a range alone, as if nothing stood before it.
RangePrint direct(const std::vector<Anchor>& anchors, uint32_t begin, uint32_t end) {
  const Transcript transcript = transcriptWith({anchors.begin() + begin, anchors.begin() + end});
  PrefixPrints prints;
  prints.extend(transcript);
  return prints.range(transcript, 0, end - begin);
}

TEST(PrefixPrints, ARangeHasOneFingerprintWhereverItStands) {
  Random random(1);
  std::vector<Anchor> anchors;
  for (uint32_t i = 0; i < 60; ++i) anchors.push_back(random.next());
  const Transcript transcript = transcriptWith(anchors);
  PrefixPrints prints;
  prints.extend(transcript);
  for (uint32_t begin = 0; begin <= anchors.size(); ++begin) {
    for (uint32_t end = begin; end <= anchors.size(); ++end) {
      ASSERT_EQ(prints.range(transcript, begin, end), direct(anchors, begin, end));
    }
  }
}

TEST(PrefixPrints, JoinIsTheFingerprintOfTheWhole) {
  Random random(2);
  std::vector<Anchor> anchors;
  for (uint32_t i = 0; i < 40; ++i) anchors.push_back(random.next());
  const Transcript transcript = transcriptWith(anchors);
  PrefixPrints prints;
  // In two goes: a transcript grows.
  prints.extend(transcriptWith({anchors.begin(), anchors.begin() + 13}));
  prints.extend(transcript);
  for (uint32_t trial = 0; trial < 2'000; ++trial) {
    uint32_t cut[3] = {random.below(41), random.below(41), random.below(41)};
    std::sort(cut, cut + 3);
    ASSERT_EQ(
        join(prints.range(transcript, cut[0], cut[1]), prints.range(transcript, cut[1], cut[2])),
        prints.range(transcript, cut[0], cut[2]));
  }
}

TEST(PrefixPrints, DifferentRangesDiffer) {
  // Few different anchors, so that ranges are alike but for one message or their order.
  Random random(3);
  const Anchor alphabet[] = {random.next(), random.next(), random.next()};
  std::map<std::vector<Anchor>, RangePrint> seen;
  for (uint32_t length = 1; length <= 7; ++length) {
    uint32_t words = 1;
    for (uint32_t i = 0; i < length; ++i) words *= 3;
    for (uint32_t word = 0; word < words; ++word) {
      std::vector<Anchor> anchors;
      for (uint32_t i = 0, rest = word; i < length; ++i, rest /= 3) {
        anchors.push_back(alphabet[rest % 3]);
      }
      seen[anchors] = direct(anchors, 0, length);
    }
  }
  std::map<uint64_t, uint32_t> hashes;
  for (const auto& [anchors, print] : seen) ++hashes[print.hash];
  EXPECT_EQ(hashes.size(), seen.size());
}

TEST(PrefixPrints, EmptyRangesAreNeutral) {
  const RangePrint some = direct({4, 5, 6}, 0, 3);
  EXPECT_EQ(join({}, some), some);
  EXPECT_EQ(join(some, {}), some);
}

}  // namespace
}  // namespace epitome
