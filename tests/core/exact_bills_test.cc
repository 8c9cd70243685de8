// promise: 11 believes within bounds, 3 never larger
/// Sessions whose provider bills exactly, while the estimate is off by what it may be: what may be
/// sent after the bills. Where a fold lands is printed.

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "core/support/driver.h"
#include "core/support/random_text.h"
#include "core/support/script.h"

namespace epitome {
namespace {

using script::Driver;
using script::Script;
using script::ShownMessage;
using test::Random;
using Json = nlohmann::json;

enum class Kind : uint8_t { kProse, kCode, kJson, kHan };
constexpr uint32_t kKinds = 4;

std::string textOf(Random& random, Kind kind, size_t bytes) {
  static constexpr std::string_view kCode[] = {"const ",  "x = ",  "f(a, b);\n", "return ",
                                               "{\n  ",   "}\n",   "if (!",      "ok) ",
                                               "// see ", "i++;\n"};
  static constexpr std::string_view kHan[] = {"你好", "世界", "测试", "结果",
                                              "错误", "文件", "，",   "。"};
  std::string text = std::to_string(random.below(1'000'000)) + " ";
  if (kind == Kind::kProse) return text + test::prose(bytes, random.below(1'000'000));
  while (text.size() < bytes) {
    if (kind == Kind::kCode) text += random.pick(kCode);
    if (kind == Kind::kHan) text += random.pick(kHan);
    if (kind != Kind::kJson) continue;
    const std::string number = std::to_string(random.below(100'000));
    text += "{\"id\": " + number + ", \"name\": \"item " + number + "\"}, ";
  }
  return text;
}

/// An agent whose every message is billed at a factor of its own, with the host's overhead.
class Agent {
 public:
  Agent(const SessionOptions& options, uint32_t window, int64_t ofHost)
      : overhead(ofHost), driver_(options) {
    input_.contextWindow = window;
    input_.model = 7;
    driver_.attach(Script().user("Look into the failing test, please."));
    factors_ = {1};
  }

  void add(std::string result, double factor, double ofReply = 1) {
    const std::string id = "c" + std::to_string(++calls_);
    const std::string path = R"({"path":"src/module_)" + id + R"(.cc"})";
    driver_.append(
        Script().assistant().call(id, "read_file", path).tool().result(id, std::move(result)));
    factors_.push_back(ofReply);
    factors_.push_back(factor);
    const auto reply = driver_.state().growthFrom(static_cast<uint32_t>(factors_.size() - 2)).reply;
    input_.billedOutput = output >= 0 ? static_cast<uint32_t>(output)
                                      : static_cast<uint32_t>(ofReply * static_cast<double>(reply));
  }

  /// The next step; the one after it knows the bill.
  void step() {
    driver_.step(input_);
    input_.billedInput = static_cast<uint32_t>(view() + overhead);
  }

  /// What the provider bills for the view as it stands, without the overhead.
  int64_t view() const {
    double tokens = 0;
    for (const ShownMessage& shown : driver_.view()) {
      const double factor = shown.op == 1 ? ofSummaries : factors_[shown.source];
      tokens += factor * static_cast<double>(script::tokensOf(shown));
    }
    return static_cast<int64_t>(tokens);
  }

  Json totals() { return Json::parse(driver_.session().totalsJson()); }
  int64_t overhead = 0;
  double ofSummaries = 1;
  /// What the provider says that a reply cost; negative: the truth.
  int output = -1;

 private:
  Driver driver_;
  StepInput input_;
  std::vector<double> factors_;
  int calls_ = 0;
};

/// Each kind of text is off by up to a fifth, each message by up to a tenth more.
struct Errors {
  explicit Errors(Random& random) {
    for (double& kind : kinds) kind = (80.0 + random.below(41)) / 100;
  }
  double of(Random& random, Kind kind) const {
    return kinds[static_cast<size_t>(kind)] +
           (static_cast<double>(random.below(201)) - 100) / 1'000;
  }
  double kinds[kKinds];
};

TEST(ExactBills, OfShortStepsNeverMakeALongResultTooLong) {
  constexpr int64_t kReserve = 1'000;
  int64_t over = 0;
  int64_t overflows = 0;
  int64_t worst = 0;
  for (uint64_t seed = 0; seed < 800; ++seed) {
    Random random(seed);
    static constexpr uint32_t kWindows[] = {8'000, 12'000, 24'000};
    const uint32_t window = random.pick(kWindows);
    static constexpr int64_t kOverheads[] = {5, 100, 1'000, 3'000, 8'000};
    const int64_t overhead = std::min<int64_t>(random.pick(kOverheads), window / 4);
    SessionOptions options;
    options.maxOutputTokens = kReserve;
    if (random.chance(40)) options.hostOverhead = overhead;
    Agent agent(options, window, overhead);
    const Errors errors(random);
    const bool mixed = random.chance(50);
    const Kind one = static_cast<Kind>(random.below(kKinds));
    const auto addShort = [&] {
      const Kind kind = mixed ? static_cast<Kind>(random.below(kKinds)) : one;
      agent.add(textOf(random, kind, 20 + random.below(500)), errors.of(random, kind));
    };
    agent.step();
    for (uint32_t i = 4 + random.below(17); i > 0; --i) {
      addShort();
      agent.step();
    }
    const auto known = static_cast<double>(agent.view());
    EXPECT_NEAR(agent.totals()["hostOverhead"].get<double>(), static_cast<double>(overhead),
                0.3 * known + 64)
        << "seed " << seed;
    // From three tenths of the window to twice as long.
    const Kind kind = static_cast<Kind>(random.below(kKinds));
    const size_t tokens = window / 10 * (3 + random.below(18));
    agent.add(textOf(random, kind, tokens * (kind == Kind::kProse ? 4 : 3)),
              errors.of(random, kind));
    for (int i = 0; i < 2; ++i) {
      agent.step();
      const int64_t prompt = agent.view() + overhead;
      over += prompt > window - kReserve ? 1 : 0;
      overflows += prompt > window ? 1 : 0;
      worst = std::max(worst, prompt * 100 / window);
      addShort();
    }
  }
  EXPECT_EQ(over, 0) << "the longest took " << worst << " % of its window";
  EXPECT_EQ(overflows, 0);
}

TEST(ExactBills, AFoldLandsWithinTheBudgetWhateverTheProviderBills) {
  constexpr uint32_t kWindow = 32'000;
  constexpr int64_t kReserve = 4'000;
  const auto landsAt = [](double rule, int64_t overhead, int output) {
    SessionOptions options;
    options.maxOutputTokens = kReserve;
    if (overhead == 0) options.hostOverhead = 0;
    Agent agent(options, kWindow, overhead);
    agent.ofSummaries = rule;
    agent.output = output;
    Random random(1);
    double sum = 0;
    for (int64_t folds = 0; folds < 2;) {
      agent.add(test::prose(200 + random.below(800), random.below(1'000)), rule, rule);
      agent.step();
      if (agent.totals()["compactions"] == folds) continue;
      ++folds;
      EXPECT_LE(agent.view() + overhead, kWindow - kReserve) << rule << " " << output;
      sum += static_cast<double>(agent.view());
    }
    return sum / 2 / (static_cast<double>(kWindow - kReserve - overhead) * 0.4);
  };
  for (const int64_t overhead : {0, 2'000}) {
    for (const double rule : {0.8, 1.0, 1.25, 1.4}) {
      // With what a reply cost, without, and with thoughts in it that are not sent on.
      for (const int output : {-1, 0, 300}) {
        printf("%6.2f of its target at %.2f a token, %5d besides, %3d for a reply\n",
               landsAt(rule, overhead, output), rule, static_cast<int>(overhead), output);
      }
    }
  }
}

TEST(ExactBills, TheOverheadIsNotWhatTheEstimateIsOffBy) {
  for (const double rule : {0.8, 1.25, 1.4}) {
    for (const int64_t overhead : {0, 500, 6'000}) {
      for (const bool told : {true, false}) {
        SessionOptions options;
        if (told) options.hostOverhead = overhead;
        Agent agent(options, 64'000, overhead);
        agent.ofSummaries = rule;
        Random random(2);
        for (int i = 0; i < 150; ++i) {
          agent.step();
          agent.add(test::prose(200 + random.below(2'000), random.below(1'000)), rule, rule);
        }
        EXPECT_NEAR(agent.totals()["hostOverhead"].get<double>(), static_cast<double>(overhead), 50)
            << rule << " " << overhead << " " << told;
      }
    }
  }
}

TEST(ExactBills, AnOverheadThatChangesIsLearned) {
  Agent agent(SessionOptions(), 64'000, 1'000);
  Random random(3);
  for (const int64_t overhead : {1'000, 5'000, 0}) {
    agent.overhead = overhead;
    for (int i = 0; i < 10; ++i) {
      agent.add(test::prose(200 + random.below(2'000), random.below(1'000)), 1.1, 1.1);
      agent.step();
    }
    EXPECT_NEAR(agent.totals()["hostOverhead"].get<double>(), static_cast<double>(overhead), 300);
  }
}

}  // namespace
}  // namespace epitome
