/// Plays the cases of tests/golden/cases through the boundary and compares whatever the engine
/// answers, byte for byte; tests/js/golden.test.ts plays the same files through WebAssembly.
/// Decides how answers are written down; refuses to judge them: a change is for a reader of the
/// diff.
///
///     EPITOME_GOLDEN_UPDATE=1 build/native/epitome_tests --gtest_filter='Cases/Golden.*'
///
/// rewrites the expected parts of all files, for `git diff` to show what changed.

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "golden/engine_client.h"
#include "golden/golden_case.h"
#include "text/hash.h"

namespace epitome::golden {
namespace {

using script::EngineClient;
using script::ShownChange;
using script::ShownItem;
using script::ShownView;

constexpr std::array<std::string_view, 8> kHow = {
    "new", "extended", "own view", "suffix", "truncated", "edited", "regenerated", "unrelated"};
constexpr std::array<std::string_view, 5> kOps = {"host", "segments", "edited", "aborted", "pick"};
constexpr std::array<std::string_view, 5> kChanges = {"part", "remove", "cut", "replace", "mend"};
constexpr std::array<std::string_view, 6> kPieces = {"text",       "tool",       "call",
                                                     "media type", "media size", "own text"};
constexpr std::array<std::string_view, 7> kNexts = {"unchanged", "view",    "read", "summarize",
                                                    "blocks",    "prepare", "flush"};
constexpr std::array<std::string_view, 3> kRequests = {"fold", "merge", "part"};
constexpr std::array<std::string_view, 11> kVerdicts = {
    "accepted", "empty", "refused",       "truncated", "inflated", "tooShort",
    "toolCall", "echo",  "wrongLanguage", "invented",  "mended"};

/// An answer of the engine as JSON. Its text has to be the one that this JSON has: the files hold
/// JSON, the comparison is of bytes.
Json exactJson(const std::string& text) {
  if (text.empty()) return nullptr;
  Json json = Json::parse(text, nullptr, false);
  EXPECT_EQ(json.is_discarded() ? "no JSON" : json.dump(), text);
  return json;
}

std::string cutLine(const script::ShownCut& cut) {
  return "[" + std::to_string(cut.from) + ", " + std::to_string(cut.to) + ") as " + cut.text;
}

std::string pieceLine(const script::ShownPiece& piece) {
  if (piece.kind == 0) return piece.text;
  return "<" + std::string(kPieces.at(piece.kind)) + " of " + std::to_string(piece.message) + "." +
         std::to_string(piece.part) + ">";
}

/// Of a picked part and of an answer nothing but the number is told where it stays as it is.
std::string changeLine(const ShownChange& change) {
  std::string line = std::string(kChanges.at(static_cast<size_t>(change.kind))) + " " +
                     std::to_string(change.part);
  for (const script::ShownCut& cut : change.cuts) line += " " + cutLine(cut);
  if (!change.pieces.empty()) line += " by ";
  for (const script::ShownPiece& piece : change.pieces) line += pieceLine(piece);
  return line;
}

Json viewLines(const ShownView& view) {
  Json lines = Json::array();
  for (const ShownItem& item : view.items) {
    std::string line(kOps.at(item.op));
    if (item.op != 1) line += " " + std::to_string(item.message);
    if (item.count != 1) line += " x " + std::to_string(item.count);
    for (const ShownChange& change : item.changes) {
      line += &change == item.changes.data() ? ": " : "; ";
      line += changeLine(change);
    }
    lines.push_back(line);
  }
  return lines;
}

class Player {
 public:
  explicit Player(const Json& file) : file_(file), client_(engine_) { open(); }

  /// What the engine answered to one step.
  Json play(const Json& step) {
    Json seen = Json::object();
    if (step.value("restart", false)) restart(seen);
    if (step.contains("attach")) attach(step["attach"], seen);
    if (step.contains("append")) append(step["append"], seen);
    if (step.value("stepped", true)) stepOn(step, seen);
    return seen;
  }

  Json end() {
    Json seen = Json::object();
    seen["explain"] = asked(engine_.explain(session_, run_));
    seen["totals"] = asked(engine_.totals(session_));
    seen["snapshot"] = asked(engine_.snapshotSession(session_));
    return seen;
  }

 private:
  Json asked(int32_t answer) {
    EXPECT_EQ(answer, 0);
    return exactJson(client_.text());
  }

  void open() {
    const int32_t session = engine_.openSession(client_.write(file_["options"].dump()));
    ASSERT_GT(session, 0);
    session_ = static_cast<uint32_t>(session);
    history_.clear();
    run_ = 0;
  }

  /// Another session takes over with the state alone, as after a restart of the host.
  void restart(Json& seen) {
    ASSERT_EQ(engine_.snapshotSession(session_), 0);
    const std::string state = client_.text();
    ASSERT_EQ(engine_.closeSession(session_), 0);
    const Messages history = history_;
    open();
    seen["restored"] = engine_.restoreSession(session_, client_.write(state));
    history_ = history;
  }

  void attach(const Json& list, Json& seen) {
    const Messages incoming = messagesOf(list, history_, shown_);
    ASSERT_EQ(client_.feed(session_, 0, incoming), 0);
    seen["stagedTokens"] = engine_.stagedTokens(session_);
    const int32_t run = engine_.attach(session_);
    ASSERT_GT(run, 0);
    Json sources = Json::array();
    for (uint32_t i = 0; i < client_.word(3); ++i) {
      const size_t at = 4 + 3 * size_t{i};
      sources.push_back(std::string(client_.word(at) != 0 ? "known " : "sent ") +
                        std::to_string(client_.word(at + 1)) + " x " +
                        std::to_string(client_.word(at + 2)));
    }
    seen["attached"] = {{"run", run},
                        {"how", kHow.at(client_.word(0))},
                        {"common", client_.word(1)},
                        {"knownRun", client_.word(2)},
                        {"sources", sources}};
    run_ = static_cast<uint32_t>(run);
    history_ = client_.attached(history_, incoming);
  }

  void append(const Json& list, Json& seen) {
    const Messages more = messagesOf(list, history_, shown_);
    ASSERT_EQ(client_.feed(session_, 0, more), 0);
    seen["appended"] = engine_.append(session_, run_);
    history_ = script::joined(std::move(history_), more);
  }

  void stepOn(const Json& step, Json& seen) {
    const uint32_t window = step.value("window", file_["window"].get<uint32_t>());
    const Json billed = step.value("billed", Json::array({0, 0}));
    const uint32_t flags = (step.value("manual", false) ? uint32_t{kManualStep} : 0U) |
                           (step.value("final", false) ? uint32_t{kFinalStep} : 0U);
    int32_t next = engine_.step(session_, run_, window, 0, 0, 0, billed[0].get<uint32_t>(),
                                billed[1].get<uint32_t>(), step.value("now", 0.0), flags);
    Json nexts = Json::array();
    Json reads = Json::array();
    Json requests = Json::array();
    const Json replies = step.value("replies", Json::array());
    while (true) {
      nexts.push_back(next < 0 ? "error " + std::to_string(-next) : std::string(kNexts.at(next)));
      if (next == static_cast<int32_t>(Next::kRead)) {
        next = read(reads);
      } else if (next == static_cast<int32_t>(Next::kSummarize)) {
        const size_t number = requests.size();
        next = answer(number < replies.size() ? replies[number] : Json({{"giveUp", "failed"}}),
                      requests);
      } else {
        break;
      }
    }
    seen["next"] = nexts;
    if (!reads.empty()) seen["read"] = reads;
    if (!requests.empty()) seen["requests"] = requests;
    view(seen);
    seen["report"] = asked(engine_.report(session_, run_));
    seen["repairs"] = asked(engine_.repairs(session_, run_));
  }

  int32_t read(Json& reads) {
    EXPECT_EQ(engine_.readList(session_, run_), 0);
    for (const uint32_t message : client_.list()) {
      reads.push_back(message);
      EXPECT_EQ(client_.feed(session_, run_, {history_.at(message)}), 0);
    }
    return engine_.readDone(session_, run_);
  }

  int32_t answer(const Json& reply, Json& requests) {
    EXPECT_EQ(engine_.pending(session_, run_), 0);
    const uint32_t number = client_.word(1);
    EXPECT_EQ(engine_.request(session_, run_, number), 0);
    Json request = {{"kind", kRequests.at(client_.word(0))},
                    {"maxOutputTokens", client_.word(1)},
                    {"attempt", client_.word(2)}};
    const auto [system, behind] = client_.textAt(12);
    request["system"] = linesOf(system);
    request["prompt"] = linesOf(client_.textAt(behind).first);
    int32_t next = 0;
    if (reply.contains("giveUp")) {
      next = engine_.giveUp(session_, run_, number,
                            placeOf(kGiveUps, reply["giveUp"].get<std::string>()));
    } else {
      const uint32_t finish = placeOf(kFinishes, reply.value("finish", std::string("stop")));
      next = engine_.reply(session_, run_, number, client_.write(textOf(reply["text"], 0)), finish,
                           0, 0);
      request["verdict"] = kVerdicts.at(engine_.lastVerdict(session_));
    }
    requests.push_back(std::move(request));
    return next;
  }

  void view(Json& seen) {
    ASSERT_EQ(engine_.view(session_, run_), 0);
    const auto view = client_.view();
    ASSERT_TRUE(view.has_value());
    seen["view"] = viewLines(*view);
    seen["segments"] = Json::array();
    for (const script::ShownSegment& segment : view->segments) {
      seen["segments"].push_back(
          {{"id", text::hexOf(segment.id)}, {"text", linesOf(segment.text)}});
    }
    const auto carried = script::carryOut(*view, history_, std::string(kAbortedText));
    ASSERT_TRUE(carried.has_value());
    shown_ = script::messagesOf(*carried);
  }

  const Json& file_;
  Engine engine_;
  EngineClient client_;
  uint32_t session_ = 0;
  uint32_t run_ = 0;
  Messages history_;
  Messages shown_;
};

std::vector<std::string> caseNames() {
  std::vector<std::string> names;
  for (const auto& entry : std::filesystem::directory_iterator(EPITOME_GOLDEN_DIR "/cases")) {
    if (entry.path().extension() == ".json") names.push_back(entry.path().stem().string());
  }
  std::ranges::sort(names);
  return names;
}

class Golden : public testing::TestWithParam<std::string> {};

TEST_P(Golden, AnswersAreTheSame) {
  const std::string path = std::string(EPITOME_GOLDEN_DIR "/cases/") + GetParam() + ".json";
  std::ifstream stream(path);
  Json file = Json::parse(stream, nullptr, false);
  ASSERT_TRUE(file.is_object()) << path;
  const bool update = std::getenv("EPITOME_GOLDEN_UPDATE") != nullptr;

  Player player(file);
  Json updated = file;
  for (size_t i = 0; i < file["steps"].size(); ++i) {
    const Json seen = player.play(file["steps"][i]);
    if (!update) {
      EXPECT_EQ(file["steps"][i]["expected"].dump(1), seen.dump(1)) << "step " << i;
    }
    updated["steps"][i]["expected"] = seen;
  }
  updated["end"] = player.end();
  if (!update) {
    EXPECT_EQ(file["end"].dump(1), updated["end"].dump(1));
  }
  if (update && !HasFailure()) std::ofstream(path) << updated.dump(2) << '\n';
}

INSTANTIATE_TEST_SUITE_P(Cases, Golden, testing::ValuesIn(caseNames()),
                         [](const testing::TestParamInfo<std::string>& info) {
                           std::string name = info.param;
                           std::ranges::replace(name, '-', '_');
                           return name;
                         });

}  // namespace
}  // namespace epitome::golden
