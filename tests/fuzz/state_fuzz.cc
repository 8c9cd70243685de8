// promise: 4 never breaks the agent
/// Arbitrary bytes as a saved state. Decides that a refused state leaves the session as it was,
/// that an accepted one can be saved again, and that a conversation goes on after either; refuses
/// to know what a state should hold.

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>
#include <utility>

#include <nlohmann/json.hpp>

#include "fuzz/engine_client.h"

namespace {

using namespace epitome;          // NOLINT: a program of one file.
using namespace epitome::script;  // NOLINT

void require(bool holds) {
  if (!holds) std::abort();
}

/// The conversation whose state the seeds hold.
Messages conversation(uint32_t steps) {
  Script script;
  script.system("You are a careful agent.").user("Fix the failing test in src/core/engine.cc.");
  for (uint32_t i = 0; i < steps; ++i) {
    const std::string id = "call_" + std::to_string(i);
    std::string result = "file " + std::to_string(i) + "\n";
    for (uint32_t line = 0; line < 12; ++line) result += "int value = compute(line);\n";
    if (i == 7) {
      for (uint32_t line = 0; line < 900; ++line) result += "warning: unused variable\n";
    }
    script.step(id, result);
    if (i % 10 == 4) script.user("Go on, and look at file " + std::to_string(i) + " too.");
  }
  return script;
}

/// Steps until the run is steady; answers whether its view was made.
void play(Engine& engine, EngineClient& client, uint32_t session, uint32_t run,
          const Messages& host) {
  int32_t next = engine.step(session, run, 9'000, 0, 0, 0, 0, 0, 0, 0, 0);
  while (next == static_cast<int32_t>(Next::kRead)) {
    require(engine.readList(session, run) == 0);
    for (const uint32_t message : client.list()) {
      require(message < host.size());
      require(client.feed(session, run, {host[message]}) == 0);
    }
    next = engine.readDone(session, run);
  }
  require(next == static_cast<int32_t>(Next::kView) ||
          next == static_cast<int32_t>(Next::kUnchanged));
  require(engine.view(session, run) == 0);
  const auto view = client.view();
  require(view.has_value() && carryOut(*view, host, std::string(kAbortedText)).has_value());
}

void converse(Engine& engine, EngineClient& client, uint32_t session) {
  const Messages part = conversation(18);
  require(client.feed(session, 0, part) == 0);
  const int32_t run = engine.attach(session);
  require(run > 0);
  // After a state of unknown origin the array may be taken for what follows its segments.
  const Messages host = client.attached({}, part);
  play(engine, client, session, static_cast<uint32_t>(run), host);
  const Messages all = conversation(40);
  const Messages rest = slice(all, part.size(), all.size());
  require(client.feed(session, 0, rest) == 0);
  require(engine.append(session, static_cast<uint32_t>(run)) == 0);
  play(engine, client, session, static_cast<uint32_t>(run), joined(host, rest));
}

/// The state with its segments' ids made good: an id binds range and text, so that without this
/// hardly any changed state would get past it. Nothing where the bytes do not hold segments.
std::string sealed(std::string_view state) {
  auto json = nlohmann::ordered_json::parse(state, nullptr, false);
  if (!json.is_object() || !json.contains("segments") || !json["segments"].is_array()) return {};
  const auto hex = [](const nlohmann::ordered_json& value) -> uint64_t {
    return value.is_string() ? std::strtoull(value.get<std::string>().c_str(), nullptr, 16) : 0;
  };
  const auto number = [](const nlohmann::ordered_json& value) -> uint32_t {
    return value.is_number_unsigned() ? value.get<uint32_t>() : 0;
  };
  bool any = false;
  for (auto& saved : json["segments"]) {
    if (!saved.is_object() || !saved["prose"].is_string() || !saved["words"].is_array()) continue;
    const RangePrint range = {hex(saved["range"]), number(saved["count"]), hex(saved["first"]),
                              hex(saved["last"])};
    SegmentBody body;
    body.source = number(saved["source"]) == 1 ? ProseSource::kCode : ProseSource::kModel;
    body.prose = saved["prose"].get<std::string>();
    body.wordsLeftOut = number(saved["leftOut"]);
    body.firstMessage = number(saved["firstMessage"]);
    body.lastMessage = number(saved["lastMessage"]);
    body.rounds = number(saved["rounds"]);
    for (const auto& word : saved["words"]) {
      if (!word.is_array() || word.size() != 4 || !word[1].is_string()) continue;
      UserWords words;
      words.message = number(word[0]);
      words.text = word[1].get<std::string>();
      words.cut = word[2].is_boolean() && word[2].get<bool>();
      words.units = number(word[3]);
      body.words.push_back(std::move(words));
    }
    const auto was = saved["id"];
    saved["id"] = text::hexOf(makeSegment(range, std::move(body), 0, Family::kO200k).id);
    if (json["chain"].is_array()) std::ranges::replace(json["chain"], was, saved["id"]);
    any = true;
  }
  return any ? json.dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace)
             : std::string();
}

void tryState(std::string_view state) {
  Engine engine;
  EngineClient client(engine);
  const int32_t opened =
      engine.openSession(client.write(R"({"hostOverhead":0,"maxOutputTokens":1000})"));
  require(opened > 0);
  const auto session = static_cast<uint32_t>(opened);
  require(engine.snapshotSession(session) == 0);
  const std::string before = client.text();

  const uint32_t length = client.write(state);
  const int32_t restored = engine.restoreSession(session, length);
  require(restored == 0 || restored == -static_cast<int32_t>(ErrorCode::kInvalidState) ||
          restored == -static_cast<int32_t>(ErrorCode::kUnsupportedState));
  require(engine.snapshotSession(session) == 0);
  const std::string after = client.text();
  require(restored == 0 || after == before);
  // A state from outside may hold more than one of ours: what is saved of it restores all the same.
  if (after.size() <= static_cast<size_t>(kMostStateBytes)) {
    require(engine.restoreSession(session, client.write(after)) == 0);
    require(engine.snapshotSession(session) == 0);
    require(client.text() == after);
  }
  converse(engine, client, session);
  require(engine.snapshotSession(session) == 0);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const std::string_view state(reinterpret_cast<const char*>(data), size);
  tryState(state);
  if (const std::string good = sealed(state); !good.empty()) tryState(good);
  return 0;
}
