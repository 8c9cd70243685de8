// promise: 3 never larger
/// What single messages lose, and what keeps them from it.

#include "session/prune.h"

#include <string>

#include <gtest/gtest.h>

#include "core/support/driver.h"
#include "core/support/random_text.h"
#include "core/support/trial.h"

namespace epitome {
namespace {

using script::Driver;
using script::Messages;
using script::Script;
using script::ShownMessage;

/// A call's result as the view tells it; empty when it does not.
std::string told(const Driver& driver, const std::string& id) {
  for (const ShownMessage& shown : driver.view()) {
    for (const script::Part& part : shown.message.parts) {
      if (part.kind == PartKind::kToolResult && part.callId == id) return part.text;
    }
  }
  return "";
}

void play(Driver& driver, const Messages& more, uint32_t window) {
  ASSERT_TRUE(driver.append(more));
  driver.step(window);
  ASSERT_EQ(driver.fault(), "");
}

TEST(Prune, WhatAProtectedPointerNamesIsProtected) {
  SessionOptions options = script::bareOptions(false);
  options.policy.results.trim = {2'000, 500, 500, {.results = 3}};
  options.policy.results.batch = Amount{0.01};
  Driver driver(options);
  const std::string text = test::prose(8'000);
  driver.attach(Script().user("go").step("a", text));
  play(driver, Script().step("b", text), 64'000);
  ASSERT_TRUE(told(driver, "b").starts_with("[Same output as that of call a"));
  for (uint32_t newer = 0; newer < 3; ++newer) {
    EXPECT_EQ(told(driver, "a"), text) << newer;
    play(driver, Script().step("c" + std::to_string(newer), test::prose(500, newer)), 64'000);
  }
  EXPECT_LT(told(driver, "a").size(), 2'000U) << "three newer ones are protected instead";
}

TEST(Prune, WhatIsProtectedKeepsItsTextInAnyTranscript) {
  for (uint64_t seed = 0; seed < 300; ++seed) {
    script::Random random(seed);
    script::TrialPlan plan;
    plan.options = script::bareOptions(false);
    ResultPolicy& results = plan.options.policy.results;
    results.trim = {300 + random.below(500), 60, 60, {.results = 1 + random.below(4)}};
    results.batch = Amount{0.001};
    plan.habits.trouble = 0;
    plan.habits.repeats = 60;
    plan.leastWindow = 40'000;
    plan.mostWindow = 80'000;
    plan.alters = false;
    EXPECT_EQ(script::Trial(seed, plan).play(), "") << seed;
    if (HasFailure()) return;
  }
}

TEST(Prune, AReadIsToldAgainWhenTheCallOfItsLateSuccessorIsFolded) {
  SessionOptions options = script::bareOptions(false);
  options.budget.trigger = Amount{1'600};
  options.budget.target = Amount{1'400};
  options.policy.pace.minimumGain = Amount{100};
  options.budget.keepRecentTokens = Amount{1};
  Driver driver(options);
  const std::string early = test::prose(3'000, 1);
  const std::string path = R"({"path":"a.cc"})";
  driver.attach(Script()
                    .user("go")
                    .assistant()
                    .call("late", "read", path)
                    .call("b", "bash")
                    .tool()
                    .result("b", test::prose(2'000))
                    .assistant()
                    .call("early", "read", path)
                    .tool()
                    .result("early", early)
                    .assistant()
                    .text("waiting")
                    .tool()
                    .result("late", test::prose(3'000, 2)));
  driver.step(20'000);
  ASSERT_EQ(driver.fault(), "");
  ASSERT_TRUE(told(driver, "early").starts_with("[Outdated: call late")) << driver.state().tokens();
  play(driver, Script().assistant().text(test::prose(3'000, 3)), 20'000);
  ASSERT_EQ(driver.state().foldEnd(), 3U) << "the late result itself stands behind the fold";
  EXPECT_EQ(told(driver, "late"), "");
  EXPECT_EQ(told(driver, "early"), early);
}

/// A result with so many images beside its text.
Script shot(const std::string& id, std::string text, uint32_t images) {
  Script script;
  script.assistant().call(id, "shot").tool();
  script::Part part =
      script::toolPart(PartKind::kToolResult, id, "shot", std::move(text), kHasMedia);
  for (uint32_t i = 0; i < images; ++i) {
    part.attachments.push_back({3'000 + i, 800, 600, 0, MediaShape::kImage});
  }
  script.part(std::move(part));
  return script;
}

/// What is told of results "a", a text with an image, and "b", ten images.
std::string toldOfShots(const std::string& id, bool clearsMedia, bool clearsResults,
                        bool keeps = false) {
  SessionOptions options = script::bareOptions(false);
  options.policy.media.clear = clearsMedia;
  options.policy.results.clear.on = options.policy.results.media = clearsResults;
  options.policy.results.batch = Amount{0.001};
  if (keeps) options.policy.results.tools.push_back({"shot", true, 0});
  Driver driver(options);
  driver.attach(script::joined(
      script::joined(Script().user("go"), shot("a", "the page", 1)),
      script::joined(shot("b", "", 10), Script().assistant().text("seen").user("and now?"))));
  driver.step(200'000);
  EXPECT_EQ(driver.fault(), "");
  EXPECT_TRUE(script::countsAs(driver.state().tokens(), driver.view()));
  return told(driver, id);
}

TEST(Prune, ImagesInResultsGiveWayToLinesBesideTheText) {
  EXPECT_EQ(toldOfShots("a", true, false),
            "the page\n[image/png removed to save room: 800 x 600 pixels, 3000 bytes]");
  const std::string many = toldOfShots("b", true, false);
  EXPECT_TRUE(many.starts_with("[image/png removed to save room: 800 x 600 pixels, 3000 bytes]\n["))
      << many;
  EXPECT_TRUE(many.ends_with("3007 bytes]\n[2 more images or files removed to save room]")) << many;
  EXPECT_EQ(toldOfShots("a", true, false, true), "the page");
  EXPECT_EQ(toldOfShots("a", false, false), "the page");
}

TEST(Prune, AClearedResultSaysWhichImagesItHeld) {
  for (const bool media : {false, true}) {
    EXPECT_EQ(toldOfShots("a", media, true),
              "[Output of shot cleared to save room: 8 characters, image/png (800 x 600 pixels, "
              "3000 bytes). Call the tool again if you need it.]");
  }
}

}  // namespace
}  // namespace epitome
