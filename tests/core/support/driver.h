/// The driver's part, played natively: feeds messages, reads what a rewrite asks for, answers its
/// requests, and keeps the host's array for each run. Decides how replies are scripted; refuses to
/// judge a view.
#pragma once

#include <algorithm>
#include <functional>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "core/support/script.h"
#include "core/support/view_checker.h"
#include "core/support/view_reader.h"
#include "session/session.h"
#include "wire.h"

namespace epitome::script {

struct Reply {
  bool given = true;
  std::string text;
  FinishReason finish = FinishReason::kStop;
  GiveUp why = GiveUp::kFailed;
};

/// Of a host that sends nothing besides messages, and wants next to no answer: the window is
/// theirs.
inline SessionOptions bareOptions(bool summarizer) {
  SessionOptions options;
  options.hostOverhead = 0;
  options.maxOutputTokens = 1;
  options.summarizer = summarizer;
  return options;
}

inline Reply goodReply() {
  return {true,
          "## Done\n- read the sources of the engine and fixed the failing test in them\n## Open "
          "items\n- "
          "write the change log, then ask the user about the release date of the project.",
          FinishReason::kStop, GiveUp::kFailed};
}

/// Messages [first, last], counted from 1, that a model was asked to read.
struct AskedRange {
  RequestKind kind = RequestKind::kFold;
  uint32_t first = 0;
  uint32_t last = 0;
  /// No reply came: the next fold may ask for it again.
  bool unanswered = false;
};

struct StepOutcome {
  Next next = Next::kUnchanged;
  /// The error when there was one.
  int error = 0;
  uint32_t passes = 0;
  /// How often the host was asked for its blocks.
  uint32_t offers = 0;
  /// Those that the host had.
  std::vector<TurnRequest> turns;
  std::vector<AskedRange> asked;
  std::vector<uint32_t> read;
  /// Answers that the step had to wait for, and rewrites that it went on without.
  uint32_t waited = 0;
  uint32_t postponed = 0;
};

class Driver {
 public:
  explicit Driver(const SessionOptions& options) : session_(options) {}

  Session& session() { return session_; }
  const SessionOptions& options() const { return session_.options(); }
  uint32_t run() const { return run_; }
  /// The messages of the current run, as the core numbers them.
  const Messages& host() const { return hosts_.at(run_); }
  const Run& state() const { return **session_.run(run_); }

  std::function<Reply(const SummaryRequest&)> replies = [](const SummaryRequest&) {
    return goodReply();
  };

  /// Which of so many waiting requests is answered first.
  std::function<size_t(size_t)> pick = [](size_t) { return 0; };

  /// The answer to that request is not there yet: the step goes on without it where it may.
  std::function<bool(uint64_t)> postpones = [](uint64_t) { return false; };

  /// Whether the host puts off a fold that it is told of.
  std::function<bool()> putsOff = [] { return false; };

  /// The host's blocks as JSON text.
  std::function<std::string()> blocks = [] { return std::string(R"({"blocks":[]})"); };

  Attached attach(const Messages& incoming) {
    for (const Message& message : incoming) feed(session_.intake(), message);
    Attached attached = session_.attach();
    Messages host;
    for (const Source& source : attached.sources) {
      const Messages& from = source.known ? hosts_.at(attached.knownRun) : incoming;
      host = joined(std::move(host), slice(from, source.begin, source.begin + source.count));
    }
    run_ = attached.run;
    hosts_[run_] = std::move(host);
    return attached;
  }

  void use(uint32_t run) { run_ = run; }

  bool append(const Messages& more) {
    for (const Message& message : more) feed(session_.intake(), message);
    if (!session_.append(run_)) return false;
    hosts_[run_] = joined(std::move(hosts_[run_]), more);
    return true;
  }

  StepOutcome step(const StepInput& input) {
    StepOutcome outcome;
    auto next = session_.step(run_, input);
    while (next && *next != Next::kUnchanged && *next != Next::kView) {
      if (*next == Next::kBlocks) {
        ++outcome.offers;
        next = session_.offerBlocks(run_, blocks());
        continue;
      }
      if (*next == Next::kTurn) {
        // Reading for it is no pass.
        --outcome.passes;
        outcome.turns.push_back(**session_.turnRequest(run_));
        next = session_.turnDone(run_, putsOff());
        continue;
      }
      if (*next == Next::kRead) {
        ++outcome.passes;
        const auto list = session_.toRead(run_);
        for (const auto& [message, clean] : *list) {
          outcome.read.push_back(message);
          feed(**session_.reader(run_), host()[message]);
        }
        next = session_.readDone(run_);
        continue;
      }
      const std::vector<uint32_t> waiting = *session_.pending(run_);
      uint32_t number = waiting[pick(waiting.size())];
      if (*next == Next::kPrepare) {
        const auto there = std::ranges::find_if(
            waiting, [&](uint32_t one) { return !postpones(idOf(**session_.request(run_, one))); });
        if (there == waiting.end()) {
          ++outcome.postponed;
          next = session_.postpone(run_);
          continue;
        }
        number = *there;
      } else {
        ++outcome.waited;
      }
      const SummaryRequest& request = **session_.request(run_, number);
      // Asked for once more, it is the same question.
      if (request.attempt == 1) {
        outcome.asked.push_back({request.kind, request.firstMessage, request.lastMessage});
      }
      const Reply reply = replies(request);
      for (AskedRange& range : outcome.asked) {
        if (range.first == request.firstMessage) range.unanswered |= !reply.given;
      }
      next = reply.given ? session_.reply(run_, number, reply.text, reply.finish)
                         : session_.giveUp(run_, number, reply.why);
    }
    if (next) {
      outcome.next = *next;
    } else {
      outcome.error = static_cast<int>(next.error());
    }
    return outcome;
  }

  StepOutcome step(uint32_t window) {
    StepInput input;
    input.contextWindow = window;
    return step(input);
  }

  std::vector<uint8_t> encoded() const {
    wire::Encoder out;
    wire::encode(out, state(), session_.decisions());
    const auto bytes = out.bytes();
    return {bytes.begin(), bytes.end()};
  }

  /// Empty when the bytes do not hold a view of the host's messages.
  std::vector<ShownMessage> view() const {
    const auto read = readView(encoded());
    if (!read) return {};
    return carryOut(*read, host(), std::string(kAbortedText)).value_or(std::vector<ShownMessage>());
  }

  /// The records, and the last messages that no record stands for.
  std::string text(uint32_t last, bool records, uint32_t maxUnits = 20'000) {
    const auto first = session_.beginText(run_, last, records);
    for (uint32_t m = *first; m < host().size(); ++m) feed(**session_.textReader(), host()[m]);
    return *session_.endText(maxUnits);
  }

  /// What is folded, and what of it shows all the same.
  FoldedRange folded() const {
    FoldedRange range{state().foldBegin(), state().foldEnd(), {}};
    for (uint32_t m = range.begin; m < range.end; ++m) {
      if (state().source().stays(state().units().of(m))) range.staying.insert(m);
    }
    return range;
  }

  Allowed allowed() const {
    const Policy& policy = session_.options().policy;
    return {policy.dropReasoning, policy.media.clear, policy.results.media};
  }

  std::string fault() const {
    const auto read = readView(encoded());
    if (!read) return "the encoded view cannot be read";
    const auto shown = carryOut(*read, host(), std::string(kAbortedText));
    if (!shown) return "the view asks for what the host does not have";
    return ViewChecker(host(), *shown, folded(), allowed()).check();
  }

 private:
  Session session_;
  std::map<uint32_t, Messages> hosts_;
  uint32_t run_ = 0;
};

}  // namespace epitome::script
