// promise: 9 loses nothing silently
/// Against nlohmann/json, which reads the whole: what is JSON, and what it holds.
#include "text/json_stream.h"

#include <string>
#include <string_view>
#include <vector>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "core/support/random_json.h"
#include "core/support/random_text.h"

namespace epitome::text {
namespace {

using test::Random;
using Json = nlohmann::json;

/// Writes the text anew from what it is told, without white space.
class Rewriter final : public JsonSink {
 public:
  void open(bool array) override {
    separate();
    out += array ? '[' : '{';
    arrays_.push_back(array);
    first_ = true;
  }
  void close() override {
    out += arrays_.back() ? ']' : '}';
    arrays_.pop_back();
    first_ = false;
  }
  void beginString(bool name) override {
    separate();
    out += '"';
    name_ = name;
  }
  void plain(std::string_view run) override {
    EXPECT_FALSE(run.empty());
    out += run;
  }
  void escape(uint32_t unit) override {
    static constexpr char kDigits[] = "0123456789abcdef";
    out += "\\u";
    for (int shift = 12; shift >= 0; shift -= 4) out += kDigits[unit >> shift & 15];
  }
  void endString() override {
    out += '"';
    if (name_) out += ':';
    afterName_ = name_;
  }
  void beginScalar() override { separate(); }
  void scalar(std::string_view piece) override { out += piece; }
  void endScalar() override { first_ = false; }

  std::string out;

 private:
  void separate() {
    if (!first_ && !afterName_ && !arrays_.empty()) out += ',';
    first_ = afterName_ = false;
  }
  std::vector<bool> arrays_;
  bool first_ = true;
  bool name_ = false;
  bool afterName_ = false;
};

struct Read {
  bool valid = false;
  std::string out;
};

Read readInPieces(Random& random, const std::string& text) {
  Rewriter rewriter;
  JsonStream stream;
  for (const std::string& piece : test::randomPieces(random, text)) stream.update(piece, rewriter);
  const bool valid = stream.finish(rewriter);
  return {valid, rewriter.out};
}

TEST(JsonStream, AgreesWithAParserOnWholeAndDamagedTexts) {
  uint32_t valid = 0;
  for (uint64_t seed = 0; seed < 30'000; ++seed) {
    Random random(seed);
    std::string text = test::randomJsonText(random, 5);
    if (random.chance(60) && !text.empty()) {
      static constexpr std::string_view kDamage[] = {"",  "\"", ",", "0",   "-",  ".",
                                                     "e", "]",  "}", " ",   "\\", "\n",
                                                     "1", "u",  ":", "tru", "[",  "{"};
      const uint32_t at = random.below(static_cast<uint32_t>(text.size()));
      if (static_cast<uint8_t>(text[at]) < 0x80)
        text.replace(at, random.below(2), random.pick(kDamage));
    }
    const Read read = readInPieces(random, text);
    // A surrogate without its other half is JSON by grammar, but no string to the parser.
    const bool halves =
        text.find("\\ud") != std::string::npos || text.find("\\uD") != std::string::npos;
    if (!halves && test::isWellFormed(text)) {
      ASSERT_EQ(read.valid, Json::accept(text)) << text;
    } else if (Json::accept(text)) {
      ASSERT_TRUE(read.valid) << text;
    }
    if (!Json::accept(text)) continue;
    ++valid;
    ASSERT_EQ(Json::parse(read.out), Json::parse(text)) << text << "\n" << read.out;
  }
  EXPECT_GT(valid, 10'000U);
}

TEST(JsonStream, RefusesWhatNestsTooDeep) {
  for (const uint32_t depth : {63U, 64U, 65U, 1000U}) {
    Random random(depth);
    const std::string text = std::string(depth, '[') + std::string(depth, ']');
    EXPECT_EQ(readInPieces(random, text).valid, depth <= JsonStream::kMaxDepth) << depth;
  }
}

TEST(JsonStream, EndsOnHostileBytes) {
  for (uint64_t seed = 0; seed < 5'000; ++seed) {
    Random random(seed);
    const std::string text = test::randomBytes(random, random.below(200));
    // A surrogate's half is a code unit, so a text without pairs is no shorter than it reads.
    EXPECT_LE(readInPieces(random, text).out.size(), 6 * text.size());
  }
}

}  // namespace
}  // namespace epitome::text
