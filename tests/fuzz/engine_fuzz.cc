// promise: 4 never breaks the agent
/// Bytes drive sequences of boundary calls: conversations that grow as agents' do, told honestly or
/// not, between calls with any handle and any length. Decides that every answer is known, that a
/// view is never refused or over its budget in silence, and that a state always fits and restores;
/// refuses to know what a summary says.

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include <fuzzer/FuzzedDataProvider.h>
#include <nlohmann/json.hpp>

#include "core/support/generator.h"
#include "fuzz/any_options.h"
#include "fuzz/engine_client.h"

namespace {

using namespace epitome;          // NOLINT: a program of one file.
using namespace epitome::script;  // NOLINT

constexpr uint32_t kMostCalls = 48;
constexpr auto kPlaces = static_cast<uint32_t>(Engine::Place::none);

void require(bool holds) {
  if (!holds) std::abort();
}

int32_t known(int32_t answer) {
  require(answer >= -static_cast<int32_t>(ErrorCode::kInvalidView));
  require(answer != -static_cast<int32_t>(ErrorCode::kInvalidView));
  return answer;
}

class Play {
 public:
  explicit Play(FuzzedDataProvider& bytes) : bytes_(bytes), client_(engine_) {}

  void run() {
    session_ = open();
    for (uint32_t i = 0; i < kMostCalls && bytes_.remaining_bytes() > 0; ++i) {
      switch (bytes_.ConsumeIntegralInRange<uint32_t>(0, 11)) {
        case 0:
          session_ = open();
          break;
        case 1:
        case 2:
          attach();
          break;
        case 3:
        case 4:
        case 5:
          append();
          break;
        case 6:
        case 7:
        case 8:
          step();
          break;
        case 9:
          saveAndRestore();
          break;
        default:
          anyCall();
      }
      touchOutput();
    }
    if (conversations_.contains(session_)) saveAndRestore();
  }

 private:
  struct Conversation {
    /// The host's messages of each run; a run that raw bytes went into is not listed.
    std::map<uint32_t, Messages> hosts;
    Messages staged;
    bool rawStaged = false;
    uint32_t run = 0;
  };

  Conversation& conversation() { return conversations_[session_]; }

  /// Every byte that an answer claims to have is there to be read.
  void touchOutput() {
    uint32_t sum = 0;
    for (const uint8_t byte : engine_.output()) sum += byte;
    sink_ = sum;
  }

  /// Large enough to matter, seldom as large as a window.
  uint32_t tokens() { return bytes_.ConsumeIntegralInRange<uint32_t>(0, 3'000); }

  uint32_t open() {
    nlohmann::ordered_json options = anyOptions([this](uint32_t bound) {
      return bytes_.remaining_bytes() == 0 ? 0
                                           : bytes_.ConsumeIntegralInRange<uint32_t>(0, bound - 1);
    });
    options["summarizer"] = bytes_.ConsumeBool();
    if (bytes_.ConsumeBool()) options["hostOverhead"] = tokens();
    if (bytes_.ConsumeBool()) options["maxOutputTokens"] = tokens();
    const int32_t handle = engine_.openSession(client_.write(options.dump()));
    require(handle > 0);
    conversations_[static_cast<uint32_t>(handle)] = {};
    return static_cast<uint32_t>(handle);
  }

  Messages more() {
    Habits habits;
    habits.trouble = bytes_.ConsumeIntegralInRange<uint32_t>(0, 60);
    habits.words = 1 + bytes_.ConsumeIntegralInRange<uint32_t>(0, 30);
    habits.reusesIds = bytes_.ConsumeBool();
    habits.repeats = bytes_.ConsumeBool() ? 40 : 0;
    habits.marks = bytes_.ConsumeBool() ? 10 : 0;
    habits.illFormed = bytes_.ConsumeBool() ? 10 : 0;
    habits.userWords = bytes_.ConsumeBool() ? 10 : 0;
    habits.tools = bytes_.ConsumeBool();
    Generator generator(bytes_.ConsumeIntegral<uint16_t>(), habits);
    Messages messages;
    if (bytes_.ConsumeBool()) messages = generator.opening();
    const uint32_t events = bytes_.ConsumeIntegralInRange<uint32_t>(0, 16);
    for (uint32_t i = 0; i < events; ++i) messages = joined(std::move(messages), generator.event());
    return messages;
  }

  /// Clears the stage of what raw calls may have left there.
  void stage(const Messages& messages) {
    Conversation& now = conversation();
    if (now.rawStaged || !now.staged.empty()) {
      require(known(engine_.dropStaged(session_)) == 0);
    }
    now.rawStaged = false;
    const size_t piece = 1 + bytes_.ConsumeIntegralInRange<size_t>(0, 20'000);
    require(client_.feed(session_, 0, messages, std::max<size_t>(piece, 64)) == 0);
    now.staged = messages;
  }

  /// The whole array of a run in one of the ways in which hosts send it again.
  Messages incoming() {
    const Conversation& now = conversation();
    const auto host = now.hosts.find(now.run);
    if (host == now.hosts.end() || host->second.empty()) return more();
    const Messages& all = host->second;
    const size_t at = bytes_.ConsumeIntegralInRange<size_t>(0, all.size());
    switch (bytes_.ConsumeIntegralInRange<uint32_t>(0, 5)) {
      case 0:
        return joined(all, more());
      case 1:
        return joined(slice(all, 0, at), more());
      case 2:
        return joined(slice(all, at, all.size()), more());
      case 3: {
        Messages edited = all;
        Message& message = edited[at % all.size()];
        if (!message.parts.empty()) message.parts[0].text += " edited";
        return edited;
      }
      case 4: {
        if (known(engine_.view(session_, now.run)) != 0) return all;
        const auto shown = client_.view();
        require(shown.has_value());
        const auto carried = carryOut(*shown, all, std::string(kAbortedText));
        require(carried.has_value());
        return joined(messagesOf(*carried), more());
      }
      default:
        return more();
    }
  }

  void attach() {
    stage(incoming());
    const int32_t run = known(engine_.attach(session_));
    require(run > 0);
    attached(static_cast<uint32_t>(run));
  }

  void attached(uint32_t run) {
    Conversation& now = conversation();
    const auto from = now.hosts.find(client_.word(2));
    const bool usesKnown = client_.word(2) != 0;
    if (!now.rawStaged && (!usesKnown || from != now.hosts.end())) {
      const Messages host = client_.attached(usesKnown ? from->second : Messages(), now.staged);
      now.hosts[run] = host;
    }
    now.run = run;
    now.staged.clear();
    now.rawStaged = false;
  }

  void append() {
    Conversation& now = conversation();
    stage(more());
    const int32_t answer = known(engine_.append(session_, now.run));
    if (answer != 0) return;
    const auto host = now.hosts.find(now.run);
    if (host != now.hosts.end()) host->second = joined(std::move(host->second), now.staged);
    now.staged.clear();
  }

  void step() {
    const uint32_t run = conversation().run;
    const uint32_t window = bytes_.ConsumeIntegralInRange<uint32_t>(0, 40'000);
    const uint32_t billed = bytes_.ConsumeBool() ? bytes_.ConsumeIntegral<uint16_t>() : 0;
    int32_t next = known(
        engine_.step(session_, run, window, bytes_.ConsumeIntegral<uint16_t>(),
                     bytes_.ConsumeIntegral<uint8_t>(), bytes_.ConsumeIntegral<uint8_t>() % 6,
                     bytes_.ConsumeIntegral<uint8_t>(), billed, billed / 8,
                     bytes_.ConsumeIntegral<uint16_t>(), bytes_.ConsumeIntegral<uint8_t>() % 4));
    // Each pass reads once and asks about each part of a range, about all of them and about a merge
    // at most twice; what has just arrived is a pass of its own, and the host is asked for its
    // blocks and has a turn once.
    for (uint32_t turn = 0; next >= 0; ++turn) {
      require(turn <= (2 * (kMostParts + 2) + 1) * kMaxPasses + 4);
      if (next == static_cast<int32_t>(Next::kBlocks)) {
        next = known(engine_.offerBlocks(
            session_, run, client_.write(R"({"blocks":[["rules","Be brief and kind."]]})")));
      } else if (next == static_cast<int32_t>(Next::kTurn)) {
        require(known(engine_.turnRequest(session_, run)) == 0);
        known(engine_.instruct(session_, run, client_.write("Keep the names of the servers.")));
        const uint32_t length = client_.write("Nothing to save: silent");
        next = known(engine_.turnDone(session_, run, length, bytes_.ConsumeBool() ? 1 : 0));
      } else if (next == static_cast<int32_t>(Next::kRead)) {
        next = read(run);
      } else if (next == static_cast<int32_t>(Next::kPrepare) && bytes_.ConsumeBool()) {
        next = known(engine_.postpone(session_, run));
      } else if (next == static_cast<int32_t>(Next::kSummarize) ||
                 next == static_cast<int32_t>(Next::kPrepare)) {
        next = summarize(run);
      } else {
        checkSteady(run);
        return;
      }
      // Left half-way now and then: the run waits, whatever else is called.
      if (bytes_.remaining_bytes() > 0 && bytes_.ConsumeIntegral<uint8_t>() < 6) return;
    }
  }

  int32_t read(uint32_t run) {
    require(known(engine_.readList(session_, run)) == 0);
    const std::vector<uint32_t> list = client_.list();
    const auto host = conversation().hosts.find(run);
    if (bytes_.remaining_bytes() > 0 && bytes_.ConsumeIntegral<uint8_t>() < 8) {
      // Other texts, or fewer, than those that the list names; or bytes that are no records.
      feedRaw(run);
      known(engine_.readDone(session_, run));
      require(known(engine_.readList(session_, run)) <= 0);
    }
    const Messages other = more();
    for (const uint32_t message : list) {
      const bool here = host != conversation().hosts.end();
      if (here) require(message < host->second.size());
      const bool lies = !here || (!other.empty() && bytes_.remaining_bytes() > 0 &&
                                  bytes_.ConsumeIntegral<uint8_t>() < 4);
      if (lies && other.empty()) {
        known(client_.feed(session_, run, {Message()}));
      } else {
        const Message& told = lies ? other[message % other.size()] : host->second[message];
        known(client_.feed(session_, run, {told}));
      }
    }
    return known(engine_.readDone(session_, run));
  }

  int32_t summarize(uint32_t run) {
    require(known(engine_.pending(session_, run)) == 0);
    const uint32_t number =
        client_.word(1 + 3 * bytes_.ConsumeIntegralInRange<uint32_t>(0, client_.word(0) - 1));
    require(known(engine_.request(session_, run, number)) == 0);
    require(client_.word(0) <= 2 && client_.word(1) > 0);
    // The range of messages stands between the numbers and the texts.
    require(client_.word(3) > 0 && client_.word(3) <= client_.word(4));
    const auto [system, behind] = client_.textAt(20);
    require(!system.empty() && !client_.textAt(behind).first.empty());
    switch (bytes_.ConsumeIntegralInRange<uint32_t>(0, 4)) {
      case 0:
        return known(engine_.giveUp(session_, run, number, bytes_.ConsumeIntegral<uint8_t>()));
      case 1: {
        const std::string text = bytes_.ConsumeRandomLengthString(2'000);
        return known(engine_.reply(session_, run, number, client_.write(text),
                                   bytes_.ConsumeIntegralInRange<uint32_t>(0, 9),
                                   bytes_.ConsumeIntegral<uint32_t>(), 40));
      }
      case 2: {
        std::string text;
        const std::string piece = "- \u4f60\u597d read src/core/engine.cc\n";
        for (uint32_t i = bytes_.ConsumeIntegral<uint8_t>(); i > 0; --i) text += piece;
        return known(engine_.reply(session_, run, number, client_.write(text), 0, 0, 0));
      }
      default:
        return known(engine_.reply(
            session_, run, number,
            client_.write("## Done\n- read src/core/engine.cc and fixed the failing test in it\n"
                          "## Open items\n- write the change log, then ask the user about the "
                          "release date of the project, and whether the old tests may go."),
            0, 0, 0));
    }
  }

  void checkSteady(uint32_t run) {
    require(known(engine_.view(session_, run)) == 0);
    const auto shown = client_.view();
    require(shown.has_value());
    const auto host = conversation().hosts.find(run);
    if (host != conversation().hosts.end()) {
      require(carryOut(*shown, host->second, std::string(kAbortedText)).has_value());
    }

    require(known(engine_.explain(session_, run)) == 0);
    const auto why = nlohmann::json::parse(client_.text(), nullptr, false);
    require(why.is_object());
    const bool over = why["viewTokens"].get<int64_t>() > why["budget"]["total"].get<int64_t>();
    require(known(engine_.report(session_, run)) == 0);
    const bool told = client_.text().find("\"cannotFit\"") != std::string::npos;
    require(over == told);
    require(known(engine_.repairs(session_, run)) == 0);
    require(nlohmann::json::accept(client_.text()));
  }

  void saveAndRestore() {
    require(known(engine_.snapshotSession(session_)) == 0);
    const std::string state = client_.text();
    require(state.size() <= static_cast<size_t>(kMostStateBytes));
    const uint32_t before = session_;
    const uint32_t fresh = open();
    require(engine_.restoreSession(fresh, client_.write(state)) == 0);
    require(known(engine_.snapshotSession(fresh)) == 0);
    require(client_.text().size() <= static_cast<size_t>(kMostStateBytes));
    const auto old = conversations_.find(before);
    const auto host = old->second.hosts.find(old->second.run);
    if (host == old->second.hosts.end() || !bytes_.ConsumeBool()) return;
    session_ = fresh;
    stage(host->second);
    const int32_t run = known(engine_.attach(session_));
    require(run > 0);
    attached(static_cast<uint32_t>(run));
    known(engine_.closeSession(before));
    conversations_.erase(before);
  }

  void feedRaw(uint32_t run) {
    const std::string raw = bytes_.ConsumeRandomLengthString(200);
    known(engine_.feed(session_, run, client_.write(raw)));
  }

  uint32_t handle() {
    if (bytes_.ConsumeBool()) return session_;
    return bytes_.ConsumeIntegralInRange<uint32_t>(0, 6);
  }

  /// One call with handles, lengths and numbers of any size.
  void anyCall() {
    const uint32_t session = handle();
    const uint32_t run =
        bytes_.ConsumeBool() ? conversation().run : bytes_.ConsumeIntegralInRange<uint32_t>(0, 9);
    const uint32_t number = bytes_.ConsumeIntegral<uint32_t>();
    const uint32_t length =
        bytes_.ConsumeBool() ? client_.write(bytes_.ConsumeRandomLengthString(300)) : number;
    Conversation* touched = nullptr;
    if (const auto found = conversations_.find(session); found != conversations_.end()) {
      touched = &found->second;
    }
    switch (bytes_.ConsumeIntegralInRange<uint32_t>(0, 24)) {
      case 0:
        known(engine_.openSession(length));
        break;
      case 1:
        if (session != session_) {
          known(engine_.closeSession(session));
          conversations_.erase(session);
        }
        break;
      case 2:
        if (known(engine_.restoreSession(session, length)) == 0 && touched != nullptr) {
          *touched = {};
        }
        break;
      case 3:
        known(engine_.snapshotSession(session));
        break;
      case 4:
      case 5:
        if (touched != nullptr && run == 0) touched->rawStaged = true;
        known(engine_.feed(session, run, length));
        break;
      case 6:
        known(engine_.stagedTokens(session));
        break;
      case 7:
        if (known(engine_.dropStaged(session)) == 0 && touched != nullptr) {
          touched->staged.clear();
          touched->rawStaged = false;
        }
        break;
      case 8: {
        const int32_t opened = known(engine_.attach(session));
        if (opened > 0 && touched != nullptr) {
          session_ = session;
          attached(static_cast<uint32_t>(opened));
        }
        break;
      }
      case 9:
        if (known(engine_.append(session, run)) == 0 && touched != nullptr) {
          touched->hosts.erase(run);
          touched->staged.clear();
          touched->rawStaged = false;
        }
        break;
      case 10:
        if (known(engine_.sameMessage(session, run, number)) >= 0 && touched != nullptr) {
          touched->staged.clear();
        }
        break;
      case 11:
      case 12:
        known(engine_.releaseRun(session, run));
        break;
      case 13:
        known(engine_.step(session, run, number, number / 3, number % 7, number % 5, number % 256,
                           number / 2, number / 5, number / 7.0, number % 8));
        break;
      case 14:
        known(engine_.readList(session, run));
        break;
      case 15:
        known(engine_.readDone(session, run));
        break;
      case 16:
        known(engine_.request(session, run, number % 3));
        break;
      case 17:
        known(engine_.reply(session, run, number % 3, length, number, number, length));
        break;
      case 18:
        known(engine_.giveUp(session, run, number % 3, number));
        break;
      case 19:
        known(engine_.view(session, run));
        break;
      case 20:
        known(engine_.explain(session, run));
        touchOutput();
        known(engine_.repairs(session, run));
        touchOutput();
        known(engine_.totals(session));
        break;
      case 21:
        known(engine_.lookupModel(length));
        known(engine_.mediaRule(length, number & 15U));
        known(engine_.envelope(number & 15U));
        known(engine_.stagedTextTokens(session));
        break;
      case 22:
        known(engine_.countBy(session, number, length, number, length));
        known(engine_.blockRoom(session, run));
        known(engine_.offerBlocks(session, run, length));
        touchOutput();
        break;
      case 23: {
        Engine::Numbers numbers{};
        for (double& each : numbers) each = bytes_.ConsumeFloatingPoint<double>();
        known(engine_.step(session, run, numbers[0], numbers[1], numbers[2], numbers[3], numbers[4],
                           numbers[5], numbers[6], numbers[7], numbers[8]));
        const uint32_t none = std::max(number, kPlaces);
        require(engine_.call(none, numbers) == -static_cast<int32_t>(ErrorCode::kUnknownHandle));
        break;
      }
      default:
        known(engine_.report(session, run));
        touchOutput();
        known(engine_.lastVerdict(session));
        known(engine_.abortedText());
    }
  }

  FuzzedDataProvider& bytes_;
  Engine engine_;
  EngineClient client_;
  std::map<uint32_t, Conversation> conversations_;
  uint32_t session_ = 0;
  volatile uint32_t sink_ = 0;
};

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  FuzzedDataProvider bytes(data, size);
  Play(bytes).run();
  return 0;
}
