// promise: 1 always valid

#include "transcript/units.h"

#include <map>
#include <optional>
#include <set>

#include <gtest/gtest.h>

#include "core/support/generator.h"
#include "core/support/script.h"

namespace epitome {
namespace {

using script::Generator;
using script::Habits;
using script::Message;
using script::Messages;
using script::Script;
using script::transcriptOf;

struct Place {
  uint32_t message = kNone;
  uint32_t part = 0;
  bool operator<(const Place& other) const {
    return std::pair(message, part) < std::pair(other.message, other.part);
  }
  bool operator==(const Place&) const = default;
};

/// The assistant goes on elsewhere than right behind its last message.
bool beginsBlock(const Messages& messages, uint32_t m) {
  return messages[m].role == Role::kAssistant &&
         (m == 0 || messages[m - 1].role != Role::kAssistant);
}

/// The conversation has gone on between a client's call and what comes behind message `end`.
bool overtakes(const Messages& messages, uint32_t call, uint32_t end) {
  for (uint32_t m = call + 1; m < end; ++m) {
    if (messages[m].role == Role::kUser || beginsBlock(messages, m)) return true;
  }
  return false;
}

/// Of the calls of a block with one id one shows, and one result of theirs at most.
void checkRepeats(const Messages& messages, const Units& units) {
  std::map<std::string, uint32_t> calls;
  std::map<std::string, uint32_t> shown;
  const auto closed = [&] {
    for (const auto& [id, count] : calls) ASSERT_EQ(shown[id], 1) << id;
    calls.clear();
    shown.clear();
  };
  for (uint32_t m = 0; m < messages.size(); ++m) {
    if (beginsBlock(messages, m)) closed();
    if (messages[m].role != Role::kAssistant) continue;
    for (uint32_t p = 0; p < messages[m].parts.size(); ++p) {
      const script::Part& part = messages[m].parts[p];
      if (part.kind != PartKind::kToolCall || part.has(kProviderExecuted)) continue;
      ++calls[part.callId];
      if (units.fate(m, p) != PartFate::kRepeatedCall) ++shown[part.callId];
    }
  }
  closed();
}

/// A call of the same block and kind has the id before this one.
bool repeats(const Messages& messages, Place call) {
  const std::string& id = messages[call.message].parts[call.part].callId;
  const bool provider = messages[call.message].parts[call.part].has(kProviderExecuted);
  for (uint32_t m = call.message + 1; m-- > 0;) {
    const auto& parts = messages[m].parts;
    const uint32_t end =
        m == call.message ? call.part : static_cast<uint32_t>(messages[m].parts.size());
    for (uint32_t p = 0; p < end; ++p) {
      const bool call = parts[p].kind == PartKind::kToolCall;
      if (call && parts[p].has(kProviderExecuted) == provider && parts[p].callId == id) return true;
    }
    if (beginsBlock(messages, m)) break;
  }
  return false;
}

/// Which result answers which call, by going through all calls for each result: a result answers
/// the newest call before it with its id; and the first result wins. A result before its call waits
/// for it, until one comes in its place, right behind the call. Nothing where another assistant
/// message stands between those two: then it depends on what else waits. Nor where a block has an
/// id twice.
std::optional<std::map<Place, Place>> pairs(const Messages& messages) {
  struct Open {
    Place place;
    std::string id;
    Place answer;
    bool provider = false;
    bool overtaken = false;
    /// Answered by a result that came before it.
    bool guessed = false;
  };
  std::vector<Open> calls;
  std::vector<std::pair<std::string, Place>> early;
  for (uint32_t m = 0; m < messages.size(); ++m) {
    if (messages[m].role == Role::kUser) {
      for (Open& call : calls) call.overtaken = true;
    }
    for (uint32_t p = 0; p < messages[m].parts.size(); ++p) {
      const script::Part& part = messages[m].parts[p];
      if (part.callId.empty()) continue;
      if (part.kind == PartKind::kToolCall && messages[m].role == Role::kAssistant) {
        Open call{{m, p}, part.callId, {}, part.has(kProviderExecuted), false, false};
        if (repeats(messages, call.place)) return std::nullopt;
        for (size_t e = 0; e < early.size() && !call.provider; ++e) {
          if (early[e].first != part.callId) continue;
          call.answer = early[e].second;
          call.guessed = true;
          early.erase(early.begin() + static_cast<int64_t>(e));
          break;
        }
        calls.push_back(call);
      }
      if (part.kind != PartKind::kToolResult) continue;
      Open* newest = nullptr;
      for (Open& call : calls) {
        if (call.id == part.callId) newest = &call;
      }
      const bool tool = messages[m].role == Role::kTool;
      if (newest == nullptr) {
        bool known = !tool;
        for (const auto& [id, place] : early) known = known || id == part.callId;
        if (!known) early.push_back({part.callId, {m, p}});
      } else if (newest->answer.message == kNone && (tool || !newest->overtaken)) {
        newest->answer = {m, p};
      } else if (newest->guessed && tool) {
        uint32_t between = newest->place.message + 1;
        while (between < m && messages[between].role == Role::kTool) ++between;
        if (between < m && messages[between].role == Role::kAssistant) return std::nullopt;
        if (between < m) continue;
        newest->answer = {m, p};
        newest->guessed = false;
      }
    }
  }
  std::map<Place, Place> result;
  for (const Open& call : calls) {
    if (call.answer.message != kNone) result[call.place] = call.answer;
  }
  return result;
}

std::string shape(const Messages& messages) {
  std::string out;
  for (const Message& message : messages) {
    out += "SUATO"[static_cast<size_t>(message.role)];
    for (const script::Part& part : message.parts) {
      if (part.kind == PartKind::kToolCall) out += part.has(kProviderExecuted) ? "p" : "c";
      if (part.kind == PartKind::kToolResult) out += "r";
      out += part.callId;
    }
    out += " ";
  }
  return out;
}

/// Units of all messages; pairing, partition and fates hold.
void check(const Messages& messages) {
  const Transcript transcript = transcriptOf(messages);
  Units units;
  units.extend(transcript);

  uint32_t next = 0;
  for (uint32_t u = 0; u < units.size(); ++u) {
    const Unit& unit = units[u];
    ASSERT_EQ(unit.begin, next) << shape(messages);
    ASSERT_LT(unit.begin, unit.end);
    next = unit.end;
    // A unit of the host's is one message; whatever is in another belongs to an assistant message.
    if (unit.kind == UnitKind::kHost) {
      ASSERT_EQ(unit.end, unit.begin + 1) << shape(messages);
    }
  }
  ASSERT_EQ(next, messages.size());

  checkRepeats(messages, units);
  if (testing::Test::HasFatalFailure()) FAIL() << shape(messages);
  const std::optional<std::map<Place, Place>> paired = pairs(messages);
  if (!paired) return;
  const std::map<Place, Place>& expected = *paired;
  std::map<Place, Place> found;
  for (uint32_t m = 0; m < messages.size(); ++m) {
    ASSERT_LE(units[units.of(m)].begin, m);
    ASSERT_LT(m, units[units.of(m)].end);
    for (const Call& call : units.callsOf(m)) {
      ASSERT_EQ(call.message, m);
      if (call.answerMessage != kNone) {
        found[{m, call.part}] = {call.answerMessage, call.answerPart};
        ASSERT_FALSE(call.aborted) << shape(messages);
      }
      if (call.answerMessage != kNone) continue;
      ASSERT_NE(units.fate(m, call.part), PartFate::kRepeatedCall) << shape(messages);
      bool overtaken =
          !call.providerExecuted && overtakes(messages, m, static_cast<uint32_t>(messages.size()));
      for (uint32_t later = m + 1; call.providerExecuted && later < messages.size(); ++later) {
        overtaken = overtaken || messages[later].role == Role::kUser;
        // Results belong to the newest call with their id.
        for (const script::Part& part : messages[later].parts) {
          overtaken = overtaken || (part.kind == PartKind::kToolCall &&
                                    part.callId == messages[m].parts[call.part].callId);
        }
      }
      ASSERT_EQ(call.aborted, overtaken) << shape(messages);
    }
  }
  ASSERT_EQ(found, expected) << shape(messages);
  // A result that answers a call shows in place or behind its call; no other result shows.
  std::set<Place> answers;
  for (const auto& [call, answer] : expected) answers.insert(answer);
  for (uint32_t m = 0; m < messages.size(); ++m) {
    for (uint32_t p = 0; p < messages[m].parts.size(); ++p) {
      if (messages[m].parts[p].kind != PartKind::kToolResult) continue;
      const PartFate fate = units.fate(m, p);
      const bool shows = fate == PartFate::kShown || fate == PartFate::kMoved;
      ASSERT_EQ(shows, answers.count({m, p}) != 0) << shape(messages) << " part " << m << "," << p;
    }
  }
}

/// Taken in one by one or all at once, units are the same.
void checkGrowth(const Messages& messages) {
  Transcript transcript;
  FactsReader reader(transcript);
  Units growing;
  for (const Message& message : messages) {
    feed(reader, message);
    growing.extend(transcript);
  }
  Units whole;
  whole.extend(transcript);
  ASSERT_EQ(growing.size(), whole.size()) << shape(messages);
  for (uint32_t u = 0; u < whole.size(); ++u) {
    ASSERT_EQ(growing[u].begin, whole[u].begin) << shape(messages);
    ASSERT_EQ(growing[u].end, whole[u].end) << shape(messages);
    ASSERT_EQ(growing[u].openCalls, whole[u].openCalls) << shape(messages);
    ASSERT_EQ(growing.open(u), whole.open(u)) << shape(messages);
    // What waits, waits in the last unit of the conversation.
    ASSERT_EQ(whole.open(u), whole[u].openCalls > 0) << shape(messages);
  }
  ASSERT_EQ(growing.openingEnd(), whole.openingEnd());
  ASSERT_EQ(growing.systemEnd(), whole.systemEnd());
  ASSERT_EQ(growing.requestUnit(), whole.requestUnit());
  ASSERT_EQ(growing.currentRequest(), whole.currentRequest());
  ASSERT_EQ(growing.openMessage(), whole.openMessage());
  for (uint32_t m = 0; m < messages.size(); ++m) {
    for (uint32_t p = 0; p < messages[m].parts.size(); ++p) {
      ASSERT_EQ(growing.fate(m, p), whole.fate(m, p)) << shape(messages) << m << "," << p;
    }
  }
}

/// What transcripts are spelt with: each letter is a message.
const std::vector<Messages>& letters() {
  static const std::vector<Messages> kLetters = {
      Script().user("u"),
      Script().system("s"),
      Script().assistant().text("t"),
      Script().assistant().call("a"),
      Script().assistant().call("a").call("b"),
      Script().assistant().call("a").call("a"),
      Script().assistant().providerCall("p"),
      Script().assistant().providerResult("p", "r"),
      Script().tool().result("a", "r"),
      Script().tool().result("b", "r").result("a", "r"),
  };
  return kLetters;
}

TEST(Units, PairingAgreesWithANaiveOneOnAllShortTranscripts) {
  for (uint32_t code = 0; code < 10'000; ++code) {
    Messages messages;
    uint32_t rest = code;
    for (uint32_t i = 0; i < 4; ++i, rest /= 10) {
      messages = script::joined(messages, letters()[rest % 10]);
    }
    check(messages);
    checkGrowth(messages);
    if (testing::Test::HasFatalFailure()) return;
  }
}

TEST(Units, PairingAgreesWithANaiveOneOnLongerTranscripts) {
  test::Random random(1);
  for (uint32_t trial = 0; trial < 8'000; ++trial) {
    Messages messages;
    const uint32_t length = 5 + random.below(6);
    for (uint32_t i = 0; i < length; ++i) {
      messages = script::joined(messages, letters()[random.below(10)]);
    }
    check(messages);
    checkGrowth(messages);
    if (testing::Test::HasFatalFailure()) FAIL() << "trial " << trial;
  }
}

TEST(Units, GrowAsTheyAreRead) {
  for (uint64_t seed = 0; seed < 2'000; ++seed) {
    Habits habits;
    habits.trouble = 40;
    habits.words = 3;
    habits.reusesIds = seed % 3 == 0;
    Generator generator(seed, habits);
    Messages messages = generator.opening();
    for (uint32_t i = 0; i < 12; ++i) messages = script::joined(messages, generator.event());
    checkGrowth(messages);
    if (testing::Test::HasFatalFailure()) FAIL() << "seed " << seed;
  }
}

TEST(Units, AnAssistantMessageAndItsResultsAreOneUnit) {
  const Transcript transcript = transcriptOf(Script()
                                                 .user("go")
                                                 .assistant()
                                                 .call("a")
                                                 .call("b")
                                                 .tool()
                                                 .result("b", "2")
                                                 .tool()
                                                 .result("a", "1")
                                                 .assistant()
                                                 .text("done")
                                                 .messages());
  Units units;
  units.extend(transcript);
  ASSERT_EQ(units.size(), 3U);
  EXPECT_EQ(units[1].begin, 1U);
  EXPECT_EQ(units[1].end, 4U);
  EXPECT_EQ(units[1].openCalls, 0U);
  EXPECT_EQ(units.openUnit(), kNone);
}

TEST(Units, CallsAtTheEndAreOpenUntilTheirResultsOrAUserCome) {
  Transcript transcript;
  FactsReader reader(transcript);
  Units units;
  const auto add = [&](const Messages& more) {
    for (const Message& message : more) feed(reader, message);
    units.extend(transcript);
  };
  add(Script().user("go").assistant().call("a").call("b").tool().result("a", "1"));
  EXPECT_EQ(units.openUnit(), 1U);
  EXPECT_EQ(units.openMessage(), 1U);
  // A system message does not end the waiting.
  add(Script().system("note"));
  EXPECT_EQ(units.openUnit(), 1U);
  add(Script().user("never mind"));
  EXPECT_EQ(units.openUnit(), kNone);
  EXPECT_TRUE(units.callsOf(1)[1].aborted);
  EXPECT_EQ(units.firstChanged(), 1U);
  // The result comes after all: it goes behind its call and the repair goes away.
  add(Script().tool().result("b", "2"));
  EXPECT_FALSE(units.callsOf(1)[1].aborted);
  EXPECT_TRUE(units.callsOf(1)[1].moved);
  EXPECT_EQ(units.fate(5, 0), PartFate::kMoved);
}

TEST(Units, CallsAreOpenUntilTheAssistantGoesOnBehindTheirResults) {
  Transcript transcript;
  FactsReader reader(transcript);
  Units units;
  const auto add = [&](const Messages& more) {
    for (const Message& message : more) feed(reader, message);
    units.extend(transcript);
  };
  add(Script().user("go").assistant().call("a").call("b").assistant().text("I look"));
  EXPECT_EQ(units.openUnit(), 1U);
  add(Script().tool().result("a", "1"));
  EXPECT_EQ(units.openUnit(), 1U);
  add(Script().assistant().call("c"));
  EXPECT_TRUE(units.callsOf(1)[1].aborted);
  EXPECT_FALSE(units.callsOf(4)[0].aborted);
  EXPECT_EQ(units.firstChanged(), 1U);
  EXPECT_EQ(units[1].openCalls, 0U);
  EXPECT_EQ(units.openMessage(), 4U);
  // In the same turn, and too late.
  add(Script().tool().result("c", "3").result("b", "2"));
  EXPECT_FALSE(units.callsOf(1)[1].aborted);
  EXPECT_EQ(units.fate(5, 1), PartFate::kMoved);
  EXPECT_EQ(units.openUnit(), kNone);
}

TEST(Units, WordsOfTheUserBesideResultsEndTheWaiting) {
  Transcript transcript;
  FactsReader reader(transcript);
  Units units;
  const auto add = [&](const Messages& more) {
    for (const Message& message : more) feed(reader, message);
    units.extend(transcript);
  };
  add(Script().user("go").assistant().call("a").call("b").tool().result("a", "1").part(
      script::textPart("hurry", kUserWords)));
  EXPECT_EQ(units.openUnit(), kNone);
  EXPECT_TRUE(units.callsOf(1)[1].aborted);
  add(Script().tool().result("b", "2"));
  EXPECT_FALSE(units.callsOf(1)[1].aborted);
  EXPECT_EQ(units.fate(3, 0), PartFate::kMoved);
}

TEST(Units, AnApprovalMayBeGivenWhenTheAssistantHasGoneOn) {
  Transcript transcript;
  FactsReader reader(transcript);
  Units units;
  const auto add = [&](const Messages& more) {
    for (const Message& message : more) feed(reader, message);
    units.extend(transcript);
  };
  add(Script().user("go").assistant().call("a").call("b").approvalRequest("r", "b"));
  add(Script().tool().result("a", "1").assistant().text("meanwhile"));
  EXPECT_TRUE(units.callsOf(1)[1].aborted);
  EXPECT_TRUE(units.awaitsApproval());
  add(Script().tool().approvalResponse("r").result("b", "2"));
  EXPECT_FALSE(units.callsOf(1)[1].aborted);
  EXPECT_EQ(units.fate(4, 0), PartFate::kShown);
  EXPECT_EQ(units.fate(4, 1), PartFate::kMoved);
  EXPECT_EQ(units.size(), 2U);
  EXPECT_EQ(units.openUnit(), kNone);
}

TEST(Units, AProviderMayAnswerWhenTheAssistantHasGoneOn) {
  const Transcript transcript = transcriptOf(Script()
                                                 .user("go")
                                                 .assistant()
                                                 .providerCall("w")
                                                 .call("a")
                                                 .call("b")
                                                 .tool()
                                                 .result("a", "1")
                                                 .assistant()
                                                 .text("so far")
                                                 .messages());
  Units units;
  units.extend(transcript);
  EXPECT_FALSE(units.callsOf(1)[0].aborted);
  EXPECT_TRUE(units.callsOf(1)[2].aborted);
}

TEST(Units, AProviderResultInALaterMessageKeepsAllBetweenTogether) {
  const Transcript transcript = transcriptOf(Script()
                                                 .user("go")
                                                 .assistant()
                                                 .providerCall("w")
                                                 .call("a")
                                                 .tool()
                                                 .result("a", "1")
                                                 .assistant()
                                                 .text("found")
                                                 .providerResult("w", "2")
                                                 .assistant()
                                                 .text("so")
                                                 .messages());
  Units units;
  units.extend(transcript);
  ASSERT_EQ(units.size(), 3U);
  EXPECT_EQ(units[1].begin, 1U);
  EXPECT_EQ(units[1].end, 4U);
}

TEST(Units, AProviderPairThatAUserMessageCameBetweenIsDropped) {
  const Transcript transcript = transcriptOf(Script()
                                                 .user("go")
                                                 .assistant()
                                                 .text("wait")
                                                 .providerCall("w")
                                                 .user("stop")
                                                 .assistant()
                                                 .text("ok")
                                                 .providerResult("w", "late")
                                                 .messages());
  Units units;
  units.extend(transcript);
  EXPECT_EQ(units.fate(1, 1), PartFate::kProviderCall);
  EXPECT_EQ(units.fate(3, 1), PartFate::kOrphanResult);
}

TEST(Units, TheLatestRequestBeginsAtTheFirstUserMessageThatNobodyAnswered) {
  const Transcript transcript = transcriptOf(Script()
                                                 .user("a")
                                                 .assistant()
                                                 .text("b")
                                                 .system("s")
                                                 .user("c")
                                                 .system("t")
                                                 .user("d")
                                                 .messages());
  Units units;
  units.extend(transcript);
  EXPECT_EQ(units.requestUnit(), 3U);
  EXPECT_EQ(units.openingEnd(), 1U);
}

}  // namespace
}  // namespace epitome
