// promise: 9 loses nothing silently
/// That a range too long for one request is split where it may be, into parts that fit.
#include "summary/chunks.h"

#include <algorithm>
#include <numeric>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "core/support/notes_builder.h"
#include "summary/render.h"
#include "text/utf.h"
#include "tokens/counter.h"

namespace epitome {
namespace {

using test::assistant;
using test::call;
using test::notesOf;
using test::Random;
using test::result;
using test::textPart;
using test::tool;
using test::user;

uint64_t sumOf(const std::vector<uint64_t>& sizes, const Chunk& chunk) {
  return std::accumulate(sizes.begin() + chunk.begin, sizes.begin() + chunk.end, uint64_t{0});
}

std::vector<uint64_t> randomSizes(Random& random) {
  std::vector<uint64_t> sizes(1 + random.below(120));
  static constexpr uint32_t kLargest[] = {3, 40, 400};
  const uint32_t largest = random.pick(kLargest);
  for (uint64_t& size : sizes) size = random.below(largest);
  return sizes;
}

/// The fewest chunks of at most `most`, or with one item in them, that a row has, by trying every
/// border. An item of no size is none.
size_t fewest(const std::vector<uint64_t>& sizes, uint64_t most) {
  std::vector<size_t> best(sizes.size() + 1, SIZE_MAX);
  best[0] = 0;
  for (size_t end = 1; end <= sizes.size(); ++end) {
    uint64_t sum = 0;
    uint32_t items = 0;
    for (size_t begin = end; begin-- > 0;) {
      sum += sizes[begin];
      items += sizes[begin] > 0;
      if (sum > most && items > 1) break;
      best[end] = std::min(best[end], best[begin] + 1);
    }
  }
  return best.back();
}

TEST(Chunks, LargerItemsMakeSmallerChunks) {
  EXPECT_EQ(chunkShare(0, 10, 1'000), 400U);
  EXPECT_EQ(chunkShare(500, 10, 1'000), 280U);
  EXPECT_EQ(chunkShare(2'000, 10, 1'000), 150U);
  EXPECT_EQ(chunkShare(5, 0, 0), 400U);
  uint32_t before = 400;
  for (uint64_t average = 0; average < 1'000; average += 7) {
    const uint32_t share = chunkShare(average * 10, 10, 1'000);
    EXPECT_LE(share, before);
    EXPECT_GE(share, 150U);
    before = share;
  }
}

TEST(Chunks, SplitsEvenlyAtTheBordersThereAre) {
  // A share of 0.376, of which five sixths: 313.
  const std::vector<uint64_t> sizes(60, 10);
  EXPECT_EQ(chunksOf(sizes, 1'000), (std::vector<Chunk>{{0, 30}, {30, 60}}));
  EXPECT_EQ(chunksOf(std::vector<uint64_t>{7}, 1'000), (std::vector<Chunk>{{0, 1}}));
  EXPECT_TRUE(chunksOf({}, 1'000).empty());
  EXPECT_EQ(chunksOf(std::vector<uint64_t>(4, 900), 0).size(), 4U);
}

TEST(Chunks, CoverARowInOrderWithinTheirLimit) {
  Random random(1);
  uint32_t whole = 0;
  uint32_t cut = 0;
  for (int round = 0; round < 2'000; ++round) {
    const std::vector<uint64_t> sizes = randomSizes(random);
    const uint64_t window = 200 + random.below(4'000);
    const uint64_t total = std::accumulate(sizes.begin(), sizes.end(), uint64_t{0});
    const uint64_t most = window * chunkShare(total, sizes.size(), window) / 1'200;
    const std::vector<Chunk> chunks = chunksOf(sizes, window);
    ASSERT_FALSE(chunks.empty());
    ASSERT_LE(chunks.size(), kMostParts);
    uint32_t next = 0;
    uint32_t gaps = 0;
    for (const Chunk& chunk : chunks) {
      ASSERT_LT(chunk.begin, chunk.end);
      gaps += chunk.begin != next;
      next = chunk.end;
      const auto first = sizes.begin() + chunk.begin;
      if (std::count(first, sizes.begin() + chunk.end, 0U) + 1 >= chunk.end - chunk.begin) continue;
      // An item that is too large, or a full chunk, may have taken a small one along.
      const uint64_t largest = *std::max_element(first, sizes.begin() + chunk.end);
      ASSERT_LE(sumOf(sizes, chunk), std::max(most, largest) + most / 4);
    }
    const size_t needed = fewest(sizes, most);
    if (needed <= kMostParts) {
      ++whole;
      ASSERT_EQ(gaps, 0U);
      ASSERT_EQ(next, sizes.size());
      ASSERT_LE(chunks.size(), needed);
      ASSERT_GE(chunks.size() * 2, needed);
    } else {
      ++cut;
      ASSERT_LE(gaps + (next != sizes.size()), 1U);
    }
  }
  EXPECT_GT(whole, 200U);
  EXPECT_GT(cut, 200U);
}

TEST(Chunks, AsManyAsNeededAreAsEvenAsTheyCanBe) {
  Random random(2);
  for (int round = 0; round < 300; ++round) {
    const std::vector<uint64_t> sizes = randomSizes(random);
    const std::vector<Chunk> chunks = chunksOf(sizes, 3'000);
    const uint64_t total = std::accumulate(sizes.begin(), sizes.end(), uint64_t{0});
    const uint64_t most = 3'000 * chunkShare(total, sizes.size(), 3'000) / 1'200;
    const bool joined = chunks.size() != fewest(sizes, most);
    if (chunks.back().end != sizes.size() || joined) continue;
    uint64_t largest = 0;
    for (const Chunk& chunk : chunks) largest = std::max(largest, sumOf(sizes, chunk));
    if (largest > 0 && *std::ranges::max_element(sizes) < largest) {
      EXPECT_GT(fewest(sizes, largest - 1), chunks.size());
    }
  }
}

TEST(Parts, OneWhereItFits) {
  const RangeNotes notes = notesOf({user("a"), assistant("b"), user("c")}, 7);
  const std::vector<RangePart> parts = partsOf(notes, 1'000, Family::kO200k);
  ASSERT_EQ(parts.size(), 1U);
  EXPECT_EQ(parts[0].text, renderRange(notes, 1'000'000));
  EXPECT_EQ(parts[0].messages, (Chunk{0, 3}));
  EXPECT_EQ(parts[0].firstNumber, 7U);
  EXPECT_EQ(parts[0].lastNumber, 9U);
  EXPECT_EQ(parts[0].tokens, tokensOfText(parts[0].text, Family::kO200k));
  EXPECT_TRUE(partsOf(RangeNotes{}, 1'000, Family::kO200k).empty());
}

TEST(Parts, CallsKeepTheirResults) {
  std::vector<test::MessageSpec> messages;
  for (int i = 0; i < 40; ++i) {
    const std::string id = "c" + std::to_string(i);
    messages.push_back(assistant({textPart("Step " + std::to_string(i)),
                                  call(id + "a", "read", "{}"), call(id + "b", "read", "{}")}));
    messages.push_back(tool({result(id + "a", "read", std::string(200, 'x'))}));
    messages.push_back(tool({result(id + "b", "read", "ok " + id)}));
  }
  const RangeNotes notes = notesOf(messages);
  const std::vector<RangePart> parts = partsOf(notes, 1'500, Family::kO200k);
  ASSERT_GT(parts.size(), 2U);
  std::string joined;
  for (const RangePart& part : parts) {
    EXPECT_EQ(part.messages.begin % 3, 0U);
    EXPECT_EQ(part.messages.end % 3, 0U);
    EXPECT_EQ(part.firstNumber, part.messages.begin + 1);
    EXPECT_EQ(part.lastNumber, part.messages.end);
    joined += part.text;
  }
  EXPECT_EQ(joined, renderRange(notes, 1'000'000));
}

TEST(Parts, NamesWhatNoRequestCanHoldBesideOthers) {
  std::string prose;
  for (int i = 0; i < 16; ++i) prose += "The file was read again. ";
  std::vector<test::MessageSpec> messages(30, assistant(prose));
  std::string words;
  for (int i = 0; i < 3'000; ++i) words += "word ";
  messages[10] = user(words);
  const RangeNotes notes = notesOf(messages);
  const std::vector<RangePart> parts = partsOf(notes, 2'000, Family::kO200k);
  ASSERT_GE(parts.size(), 1U);
  std::string joined;
  for (const RangePart& part : parts) joined += part.text;
  EXPECT_NE(joined.find("[11] too large to be shown: 15000 characters in 1 part\n"),
            std::string::npos);
  EXPECT_EQ(joined.find("word "), std::string::npos);
  // Where one request holds it, it is shown.
  EXPECT_NE(partsOf(notes, 12'000, Family::kO200k)[0].text.find("word "), std::string::npos);
}

TEST(Parts, SayWhatIsMissingBetweenThem) {
  std::vector<test::MessageSpec> messages(400, assistant(std::string(400, 'w')));
  const RangeNotes notes = notesOf(messages);
  const std::vector<RangePart> parts = partsOf(notes, 1'334, Family::kO200k);
  ASSERT_LE(parts.size(), kMostParts);
  uint32_t next = 1;
  bool told = false;
  for (const RangePart& part : parts) {
    EXPECT_EQ(part.firstNumber, next);
    next = part.lastNumber + 1;
    told = told || part.text.find(" are not shown]") != std::string::npos;
  }
  EXPECT_TRUE(told);
  EXPECT_EQ(next, 401U);
}

TEST(Parts, FitWhateverArrives) {
  Random random(5);
  for (int round = 0; round < 150; ++round) {
    const RangeNotes notes =
        notesOf(test::randomMessages(random, 1 + random.below(120), round % 2 == 0));
    const uint64_t window = 300 + random.below(3'000);
    const std::vector<RangePart> parts = partsOf(notes, window, Family::kO200k);
    ASSERT_FALSE(parts.empty());
    ASSERT_LE(parts.size(), kMostParts);
    for (const RangePart& part : parts) {
      ASSERT_LT(part.messages.begin, part.messages.end);
      ASSERT_LE(part.firstNumber, part.lastNumber);
      ASSERT_EQ(part.text, text::wellFormed(part.text));
      ASSERT_LE(part.tokens, window);
    }
    ASSERT_EQ(parts.front().messages.begin, 0U);
  }
}

}  // namespace
}  // namespace epitome
