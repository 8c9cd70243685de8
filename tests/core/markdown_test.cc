/// That pieces cover a text, and that what is left out goes whole and alone.
#include "text/markdown.h"

#include <string>
#include <string_view>
#include <vector>

#include <gtest/gtest.h>

#include "core/support/random_text.h"

namespace epitome::text {
namespace {

/// Without the pieces that say BAD.
std::string mended(std::string_view prose) {
  const std::vector<Piece> pieces = piecesOf(prose);
  std::vector<bool> out;
  for (const Piece& piece : pieces) {
    out.push_back(prose.substr(piece.begin, piece.end - piece.begin).find("BAD") != prose.npos);
  }
  return without(prose, pieces, out);
}

TEST(Sentences, TheSentenceOrTheLineGoes) {
  EXPECT_EQ(mended("One. Two BAD. Three.\n"), "One. Three.\n");
  EXPECT_EQ(mended("One BAD.\n\nTwo.\n"), "\nTwo.\n");
  EXPECT_EQ(mended("- a\n- BAD b\n- c\n"), "- a\n- c\n");
  EXPECT_EQ(mended("- a. BAD b. c\n- d\n"), "- a. c\n- d\n");
  EXPECT_EQ(mended("- BAD a. b\n"), "- b\n");
  EXPECT_EQ(mended("- [ ] BAD\n- d\n"), "- d\n");
  EXPECT_EQ(mended("- goes on\n  over BAD lines\n- d\n"), "- d\n");
  EXPECT_EQ(mended("## On BAD now\ntext\n"), "text\n");
  EXPECT_EQ(mended("| a | b |\n|---|---|\n| BAD | x |\n| y | z |\n"),
            "| a | b |\n|---|---|\n| y | z |\n");
  EXPECT_EQ(mended("```ts\nok\nBAD;\n```\nx\n"), "```ts\nok\n```\nx\n");
  EXPECT_EQ(mended("Paths, e.g. src/a.ts, are BAD here. Good.\n"), "Good.\n");
  EXPECT_EQ(mended("\u4e00\u3002BAD\u4e8c\u3002\u4e09\u3002"), "\u4e00\u3002\u4e09\u3002");
  EXPECT_EQ(mended("BAD"), "");
  EXPECT_EQ(mended(""), "");
}

TEST(Sentences, PiecesCoverAnyTextAndFencesStay) {
  static constexpr std::string_view kLines[] = {"# Head BAD\n",
                                                "- item.\n",
                                                "- BAD item. More `code`.\n",
                                                "text. BAD here. Yes.\n",
                                                "\n",
                                                "```\n",
                                                "| a | b |\n",
                                                "  - sub BAD",
                                                "1. one **bold** BAD.\n",
                                                "plain line\n",
                                                "BAD\n",
                                                "no end",
                                                "\xE2\x80",
                                                "a.ts.\r\n",
                                                "~~~~ BAD\n"};
  for (uint64_t seed = 0; seed < 5'000; ++seed) {
    test::Random random(seed);
    std::string prose;
    for (uint32_t i = random.below(12); i > 0; --i) prose += random.pick(kLines);
    size_t at = 0;
    uint32_t block = 0;
    for (const Piece& piece : piecesOf(prose)) {
      ASSERT_EQ(piece.begin, at) << prose;
      ASSERT_LE(piece.begin, piece.words);
      ASSERT_LT(piece.begin, piece.end);
      ASSERT_GE(piece.block, block);
      block = piece.block;
      at = piece.end;
    }
    ASSERT_EQ(at, prose.size());
    const std::string out = mended(prose);
    ASSERT_LE(out.size(), prose.size());
    if (prose.find('~') == prose.npos) {
      ASSERT_EQ(out.find("BAD"), out.npos) << prose;
    }
    if (prose.find("BAD") == prose.npos) {
      ASSERT_EQ(out, prose);
    }
  }
}

}  // namespace
}  // namespace epitome::text
