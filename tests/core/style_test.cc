// promise: api
/// What a host asks of the form of its records, as options.
#include "summary/style.h"

#include <string>

#include <gtest/gtest.h>

#include "session/options.h"

namespace epitome {
namespace {

TEST(Style, CrossesAsOptionsWithinItsLimits) {
  EXPECT_EQ(parseOptions("{}")->policy.style.shape, SummaryShape::kEpitome);
  for (uint32_t shape = 0; shape < kSummaryShapes; ++shape) {
    const auto options = parseOptions("{\"summary\":{\"shape\":" + std::to_string(shape) + "}}");
    ASSERT_TRUE(options);
    EXPECT_EQ(options->policy.style.shape, static_cast<SummaryShape>(shape));
  }
  const std::string longest(kMostInstructionUnits, 'x');
  const auto section = [](size_t heading, size_t instruction) {
    return R"({"heading":")" + std::string(heading, 'h') + R"(","instruction":")" +
           std::string(instruction, 'i') + "\"}";
  };
  const auto sections = [&section](size_t count) {
    std::string list = section(kMostHeadingUnits, kMostSectionUnits);
    for (size_t i = 1; i < count; ++i) list += "," + section(1, 0);
    return R"({"summary":{"sections":[)" + list + "]}}";
  };
  const auto all = parseOptions(R"({"summary":{"instructions":")" + longest + "\"}}");
  ASSERT_TRUE(all);
  EXPECT_EQ(all->policy.style.instructions, longest);
  const auto own = parseOptions(sections(kMostSections));
  ASSERT_TRUE(own);
  ASSERT_EQ(own->policy.style.sections.size(), kMostSections);
  EXPECT_EQ(own->policy.style.sections[0].heading, std::string(kMostHeadingUnits, 'h'));
  EXPECT_EQ(own->policy.style.sections[0].instruction, std::string(kMostSectionUnits, 'i'));

  for (const std::string& summary :
       {R"({"shape":)" + std::to_string(kSummaryShapes) + "}", std::string(R"({"shape":"record"})"),
        R"({"instructions":"x)" + longest + "\"}", std::string(R"({"style":1})"),
        R"({"sections":[)" + section(0, 1) + "]}",
        R"({"sections":[)" + section(kMostHeadingUnits + 1, 1) + "]}",
        R"({"sections":[)" + section(1, kMostSectionUnits + 1) + "]}", std::string("[]")}) {
    EXPECT_FALSE(parseOptions(R"({"summary":)" + summary + "}")) << summary;
  }
  EXPECT_FALSE(parseOptions(sections(kMostSections + 1)));
}

}  // namespace
}  // namespace epitome
