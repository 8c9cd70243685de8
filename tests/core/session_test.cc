/// Whole sessions over transcripts that grow, break and come back altered, in
/// windows far too small.

#include "session/session.h"

#include <cstdlib>
#include <map>
#include <set>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "core/support/driver.h"
#include "core/support/generator.h"

namespace epitome {
namespace {

using script::Driver;
using script::Generator;
using script::Habits;
using script::Message;
using script::Messages;
using script::Reply;
using script::Script;
using script::ShownMessage;
using script::StepOutcome;
using test::Random;

// Sanitizers take ten times as long.
#if defined(__SANITIZE_ADDRESS__)
#define EPITOME_SLOW 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define EPITOME_SLOW 1
#endif
#endif
#if defined(EPITOME_SLOW)
constexpr uint64_t kTranscripts = 2'000;
#else
constexpr uint64_t kTranscripts = 20'000;
#endif
constexpr uint64_t kShards = 8;

bool cannotFit(const Driver& driver, Session& session) {
  const std::string report = session.reportJson(driver.run());
  if (report.empty()) return false;
  return nlohmann::json::parse(report).contains("cannotFit");
}

std::string describe(const Messages& host) {
  static constexpr std::string_view kRoles[] = {"system", "user", "assistant", "tool", "other"};
  static constexpr std::string_view kKinds[] = {
      "text",  "reasoning", "call", "result", "media", "approval-request", "approval-response",
      "custom"};
  std::string out;
  for (size_t m = 0; m < host.size(); ++m) {
    out += std::to_string(m) + " " + std::string(kRoles[static_cast<size_t>(host[m].role)]);
    if (host[m].flags != 0) out += "/" + std::to_string(host[m].flags);
    for (const script::Part& part : host[m].parts) {
      out += " " + std::string(kKinds[static_cast<size_t>(part.kind)]);
      if (part.flags != 0) out += "/" + std::to_string(part.flags);
      out += "(" + part.callId + part.approvalId + " " +
             std::to_string(script::unitsOf(part.text)) + ")";
    }
    out += "\n";
  }
  return out;
}

std::string describe(const std::vector<ShownMessage>& view) {
  std::string out;
  for (const ShownMessage& shown : view) {
    out += "op " + std::to_string(shown.op) + " of " + describe(Messages{shown.message}).substr(2);
    out.insert(out.size() - 1, " from " + std::to_string(shown.source));
  }
  return out;
}

/// Equal parts and texts.
bool equal(const Message& a, const Message& b) {
  if (a.role != b.role || a.parts.size() != b.parts.size()) return false;
  for (size_t p = 0; p < a.parts.size(); ++p) {
    if (a.parts[p].kind != b.parts[p].kind || a.parts[p].text != b.parts[p].text ||
        a.parts[p].callId != b.parts[p].callId) {
      return false;
    }
  }
  return true;
}

/// What a view may have at least: opening, latest request and what waits at the
/// end, tool results at their shortest, and one segment for the rest.
int64_t floorOf(const Messages& host) {
  const auto least = [](const Message& message) {
    int64_t tokens = messageOverhead(message.role, Family::kO200k);
    for (const script::Part& part : message.parts) {
      const bool cuttable = part.kind == PartKind::kToolResult && message.role == Role::kTool &&
                            !part.has(kProviderExecuted | kOpaque | kHasMedia | kFaulty);
      const int64_t whole = tokensOfText(part.text, Family::kO200k);
      tokens += cuttable ? std::min<int64_t>(whole, 32) : whole;
      tokens += script::tokensBesideText(part);
    }
    return tokens;
  };
  // The last assistant message without all its results, and what stands behind
  // it.
  size_t begin = 0;
  while (begin < host.size() && host[begin].role != Role::kAssistant) ++begin;
  size_t end = host.size();
  bool request = false;
  for (size_t m = host.size(); m-- > begin && host[m].role != Role::kAssistant;) {
    if (host[m].role != Role::kUser) continue;
    end = m;
    request = true;
  }
  // Everything behind the last user message may belong to calls that wait.
  std::set<std::string> answered;
  if (!request) {
    for (size_t m = host.size(); m-- > begin && host[m].role != Role::kUser;) {
      for (const script::Part& part : host[m].parts) {
        if (part.kind == PartKind::kToolResult) answered.insert(part.callId);
        const bool open = part.kind == PartKind::kToolCall && !part.has(kProviderExecuted) &&
                          answered.count(part.callId) == 0;
        if (open) end = m;
      }
    }
  }
  int64_t tokens = 0;
  for (size_t m = 0; m < begin; ++m) tokens += least(host[m]);
  for (size_t m = end; m < host.size(); ++m) tokens += least(host[m]);
  // A segment with a one-line digest, and a remainder that is too small to be
  // worth another.
  if (end > begin) tokens += 184;
  return tokens;
}

class Trial {
 public:
  explicit Trial(uint64_t seed) : generator_(seed, habitsOf(seed)), random_(seed + 77) {
    SessionOptions options;
    options.hostOverhead = 0;
    options.maxOutputTokens = 1;
    options.summarizer = random_.chance(60);
    if (random_.chance(30)) options.budget.keepRecentMessages = random_.below(6);
    driver_ = std::make_unique<Driver>(options);
    driver_->replies = [this](const SummaryRequest&) { return reply(); };
    window_ = 300 + random_.below(random_.chance(50) ? 900 : 4'000);
  }

  std::string play() {
    driver_->attach(generator_.opening());
    recount("attach");
    const uint32_t events = 3 + random_.below(13);
    for (uint32_t i = 0; i < events && fault_.empty(); ++i) {
      const Messages more = generator_.event();
      const std::vector<ShownMessage> before = std::move(view_);
      driver_->append(more);
      recount("append");
      if (random_.chance(70)) {
        if (random_.chance(3)) window_ = 300 + random_.below(3'000);
        step(before, more);
      } else {
        pending_ = true;
      }
    }
    if (fault_.empty()) comeBack();
    if (!fault_.empty()) {
      fault_ += "\nwindow " + std::to_string(window_) + ", host:\n" + describe(driver_->host()) +
                "fold " + std::to_string(driver_->state().foldBegin()) + ".." +
                std::to_string(driver_->state().foldEnd()) + "\nview:\n" +
                describe(driver_->view());
    }
    return fault_;
  }

 private:
  static Habits habitsOf(uint64_t seed) {
    Habits habits;
    habits.trouble = seed % 4 == 0 ? 0 : 25;
    habits.words = seed % 3 == 0 ? 8 : 30;
    habits.reusesIds = seed % 5 == 0;
    return habits;
  }

  Reply reply() {
    switch (random_.below(7)) {
      case 0:
        return {true, "", FinishReason::kStop, GiveUp::kFailed};
      case 1:
        return {true, "I'm sorry, but I can't help with that.", FinishReason::kStop,
                GiveUp::kFailed};
      case 2:
        return {true, generator_.text(9'000), FinishReason::kStop, GiveUp::kFailed};
      case 3:
        return {false, "", FinishReason::kOther, GiveUp::kTimedOut};
      default:
        return script::goodReply();
    }
  }

  void fail(const std::string& what) {
    if (fault_.empty()) fault_ = what;
  }

  void recount(const std::string& when) {
    view_ = driver_->view();
    const int64_t counted = script::tokensOf(view_);
    if (!script::countsAs(driver_->state().tokens(), view_)) {
      fail("tokens after " + when + ": " + std::to_string(driver_->state().tokens()) +
           ", recounted " + std::to_string(counted));
    }
  }

  void step(const std::vector<ShownMessage>& before, const Messages& more) {
    const StepOutcome outcome = driver_->step(window_);
    if (outcome.error != 0) return fail("step failed: " + std::to_string(outcome.error));
    if (driver_->state().fault() != ViewFault::kNone) {
      fail("own validator: " + std::to_string(static_cast<int>(driver_->state().fault())));
    }
    recount("step");
    script::ViewChecker checker(driver_->host(), view_, driver_->folded(), driver_->allowed());
    if (const std::string fault = checker.check(); !fault.empty()) return fail(fault);
    for (const script::AskedRange& asked : outcome.asked) {
      if (asked.first == 0 || asked.last < asked.first) return fail("a request without a range");
      if (asked.kind != RequestKind::kFold) continue;
      for (uint32_t m = asked.first; m <= asked.last; ++m) {
        if (!asked_.insert(m).second) return fail("message asked for twice: " + std::to_string(m));
      }
    }
    const int64_t budget = window_ - 1;
    const bool over = driver_->state().tokens() > budget;
    const bool said = cannotFit(*driver_, driver_->session());
    if (over != said) return fail("over the budget and cannotFit differ");
    if (over && floorOf(driver_->host()) <= budget) {
      return fail("cannotFit at " + std::to_string(driver_->state().tokens()) +
                  " though the floor is " + std::to_string(floorOf(driver_->host())));
    }
    if (outcome.next == Next::kUnchanged && !pending_) extends(before, more);
    pending_ = false;
    if (random_.chance(75)) return;
    const std::vector<uint8_t> bytes = driver_->encoded();
    const StepOutcome again = driver_->step(window_);
    if (again.next != Next::kUnchanged) return fail("a second step changed the view");
    if (driver_->encoded() != bytes) return fail("a second step changed the bytes");
  }

  void extends(const std::vector<ShownMessage>& before, const Messages& more) {
    if (view_.size() != before.size() + more.size()) return fail("an unchanged view did not grow");
    for (size_t i = 0; i < view_.size(); ++i) {
      const Message& expected = i < before.size() ? before[i].message : more[i - before.size()];
      if (!equal(view_[i].message, expected)) return fail("an unchanged view changed");
    }
  }

  /// A snapshot restored elsewhere gives the same bytes for the same history.
  void comeBack() {
    driver_->step(window_);
    const std::string state = driver_->session().snapshot();
    if (state.size() > kMaxStateBytes) return fail("snapshot too large");
    SessionOptions options = driver_->session().options();
    Driver other(options);
    if (!other.session().restore(state)) return fail("snapshot refused");
    const Messages host = driver_->host();
    other.attach(host);
    if (other.encoded() != driver_->encoded()) {
      fail("restored view differs: fold to " + std::to_string(other.state().foldEnd()) + "\n" +
           describe(other.view()));
      return;
    }
    driver_->attach(host);
    if (driver_->encoded() != other.encoded()) fail("attached again, the view differs");
  }

  Generator generator_;
  Random random_;
  std::unique_ptr<Driver> driver_;
  uint32_t window_ = 0;
  bool pending_ = false;
  std::vector<ShownMessage> view_;
  std::set<uint32_t> asked_;
  std::string fault_;
};

class Trials : public testing::TestWithParam<uint64_t> {};

TEST_P(Trials, EveryViewOfAGrowingTranscriptIsValidAndWithinItsBudget) {
  uint32_t faults = 0;
  for (uint64_t seed = GetParam(); seed < kTranscripts; seed += kShards) {
    const std::string fault = Trial(seed).play();
    if (fault.empty()) continue;
    ADD_FAILURE() << "seed " << seed << ": " << fault;
    if (++faults == 3) break;
  }
}

INSTANTIATE_TEST_SUITE_P(Session, Trials, testing::Range<uint64_t>(0, kShards));

}  // namespace
}  // namespace epitome
