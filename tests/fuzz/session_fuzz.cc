// promise: 4 never breaks the agent, 1 always valid
/// Engine calls in any order, with any handles and lengths, over a transcript that grows and is
/// altered: no call may harm memory, every view is valid by the independent checker, and no view is
/// over its budget without saying so.

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>

#include "core/support/engine_driver.h"
#include "core/support/view_checker.h"
#include "fuzz/any_options.h"

namespace {

using epitome::PartKind;
using epitome::Role;
using epitome::script::EngineDriver;
using epitome::script::Message;
using epitome::script::Messages;
using epitome::script::Part;

void require(bool condition, int line = __builtin_LINE()) {
  if (condition) return;
  std::fprintf(stderr, "line %d does not hold\n", line);
  std::abort();
}

/// Takes numbers off the input; zeros when it is used up.
class Source {
 public:
  Source(const uint8_t* data, size_t size) : data_(data), size_(size) {}

  bool empty() const { return at_ >= size_; }
  uint8_t byte() { return empty() ? 0 : data_[at_++]; }
  uint32_t below(uint32_t bound) { return (bound > 256 ? byte() | byte() << 8U : byte()) % bound; }
  uint32_t word() { return byte() | byte() << 8U | byte() << 16U | uint32_t{byte()} << 24U; }
  /// No host gives two calls of one message the same id. One in a while has none.
  std::string newCall(bool provider) {
    return ++calls_ % 29 == 0 ? "" : (provider ? "p" : "c") + std::to_string(calls_);
  }
  std::string someCall(bool provider) {
    return (provider ? "p" : "c") + std::to_string(calls_ + 2 - below(8));
  }
  std::string text() {
    static constexpr std::string_view kPieces[] = {
        "a", "word ", "\n", "\"", "\\", "\xe4\xbd\xa0", "\xf0\x9f\x98\x80", "\x01"};
    const uint32_t kind = byte();
    std::string out(kPieces[kind % 8]);
    uint32_t count = byte();
    if (kind >= 0xF8) count *= 16;
    std::string all;
    for (uint32_t i = 0; i < count; ++i) all += out;
    return all;
  }

 private:
  const uint8_t* data_;
  size_t size_;
  size_t at_ = 0;
  uint32_t calls_ = 8;
};

Message messageFrom(Source& source) {
  Message message;
  message.role = static_cast<Role>(source.below(5));
  const uint32_t marks = source.below(32);
  if (marks == 1 || marks == 2) message.flags = marks == 1 ? epitome::kPinned : epitome::kPriority;
  const uint32_t parts = source.below(4);
  for (uint32_t i = 0; i < parts; ++i) {
    Part part;
    const uint32_t shape = source.byte();
    if (message.role == Role::kAssistant) {
      static constexpr PartKind kKinds[] = {PartKind::kText,       PartKind::kToolCall,
                                            PartKind::kToolCall,   PartKind::kReasoning,
                                            PartKind::kToolResult, PartKind::kApprovalRequest,
                                            PartKind::kCustom,     PartKind::kMedia};
      part.kind = kKinds[shape % 8];
    } else if (message.role == Role::kTool) {
      // Only texts beside results are the user's words.
      part.kind = shape >= 0xF8    ? PartKind::kText
                  : shape % 5 == 4 ? PartKind::kApprovalResponse
                                   : PartKind::kToolResult;
    } else {
      part.kind = shape % 5 == 4 ? PartKind::kMedia : PartKind::kText;
    }
    const bool tool = part.kind == PartKind::kToolCall || part.kind == PartKind::kToolResult;
    if (tool || part.kind == PartKind::kApprovalRequest) {
      part.callId = part.kind == PartKind::kToolCall ? source.newCall(shape % 3 == 0)
                                                     : source.someCall(shape % 3 == 0);
      part.toolName = "tool";
    }
    if (part.kind == PartKind::kApprovalRequest || part.kind == PartKind::kApprovalResponse) {
      part.approvalId = "a" + std::to_string(source.below(4));
    }
    part.flags = static_cast<uint16_t>(source.byte() & 0x3AU);
    const bool words = message.role == Role::kTool && part.kind == PartKind::kText;
    if (words) part.flags |= epitome::kUserWords;
    if (shape >= 0xF0) part.flags |= epitome::kIllFormed;
    if (shape >= 0xF4) part.flags |= epitome::kInvalidInput;
    const bool inAssistant = message.role == Role::kAssistant;
    if (part.kind == PartKind::kToolResult && inAssistant) {
      part.callId = source.someCall(true);
      part.flags |= epitome::kProviderExecuted;
    }
    if (part.kind == PartKind::kToolCall && part.callId.starts_with('p')) {
      part.flags |= epitome::kProviderExecuted;
    }
    if (part.kind != PartKind::kMedia) part.text = source.text();
    message.parts.push_back(std::move(part));
  }
  return message;
}

Messages messagesFrom(Source& source, uint32_t most) {
  Messages messages;
  for (uint32_t n = source.below(most + 1); n > 0; --n) messages.push_back(messageFrom(source));
  return messages;
}

class Trial {
 public:
  explicit Trial(Source& source) : source_(source) {
    const bool summarizer = source_.byte() % 2 == 0;
    window_ = 200 + source_.word() % 3'000;
    nlohmann::ordered_json options =
        epitome::script::anyOptions([this](uint32_t bound) { return source_.below(bound); });
    options["hostOverhead"] = 0;
    options["maxOutputTokens"] = 1;
    options["summarizer"] = summarizer;
    require(driver_.open(options.dump()) > 0);
    require(driver_.attach(messagesFrom(source_, 3)).has_value());
  }

  void play() {
    for (uint32_t i = 0; i < 40 && !source_.empty(); ++i) act();
    settle();
  }

 private:
  void act() {
    auto& engine = driver_.engine;
    const uint32_t session = driver_.session;
    switch (source_.below(16)) {
      case 0:
      case 1:
      case 2:
      case 3:
        if (driver_.append(messagesFrom(source_, 4)) != 0) require(engine.dropStaged(session) == 0);
        break;
      case 4:
      case 5:
      case 6:
        settle();
        break;
      case 7:
        attach();
        break;
      case 8:
        window_ = 200 + source_.word() % 3'000;
        break;
      case 9:
        saveAndRestore();
        break;
      case 10:
        // Handles and numbers that nobody gave out.
        stray(source_.word(), source_.word());
        break;
      case 11:
        stray(session, driver_.run);
        break;
      case 12: {
        const uint32_t length = source_.below(60);
        for (uint32_t i = 0; i < length; ++i) engine.buffer()[i] = source_.byte();
        engine.feed(session, source_.below(2) == 0 ? 0 : driver_.run, length);
        engine.dropStaged(session);
        break;
      }
      case 13:
        engine.stagedTokens(session);
        engine.sameMessage(session, driver_.run, source_.byte());
        break;
      case 14:
        next_ = driver_.step(window_, source_.word() % 5'000, source_.below(2) == 0);
        break;
      default:
        engine.lookupModel(driver_.write(source_.text()));
    }
  }

  void stray(uint32_t session, uint32_t run) {
    auto& engine = driver_.engine;
    switch (source_.below(10)) {
      case 0:
        engine.reply(session, run, source_.below(3), source_.word() % 200'000, source_.byte(),
                     source_.word(), source_.word());
        break;
      case 1:
        engine.giveUp(session, run, source_.below(3), source_.byte());
        break;
      case 2:
        engine.readDone(session, run);
        break;
      case 3:
        engine.readList(session, run);
        break;
      case 4:
        engine.request(session, run, source_.below(3));
        break;
      case 5:
        engine.view(session, run);
        break;
      case 6:
        engine.explain(session, run);
        engine.report(session, run);
        break;
      case 7:
        engine.repairs(session, run);
        engine.totals(session);
        break;
      case 8:
        engine.restoreSession(session + 1, source_.word());
        break;
      default:
        if (run != driver_.run) engine.releaseRun(session, run);
    }
  }

  /// The host's array, altered, is matched again.
  void attach() {
    Messages host = driver_.hosts[driver_.run];
    switch (source_.below(6)) {
      case 0:
        break;
      case 1:
        host.resize(host.size() - std::min<size_t>(host.size(), source_.byte()));
        break;
      case 2:
        host.erase(host.begin(), host.begin() + static_cast<int64_t>(
                                                    std::min<size_t>(host.size(), source_.byte())));
        break;
      case 3:
        if (!host.empty()) host[source_.byte() % host.size()] = messageFrom(source_);
        break;
      case 4: {
        const auto view = driver_.view();
        if (!view) return;
        const auto shown =
            epitome::script::carryOut(*view, host, std::string(epitome::kAbortedText));
        require(shown.has_value());
        host = epitome::script::messagesOf(*shown);
        break;
      }
      default:
        host = messagesFrom(source_, 6);
    }
    host = epitome::script::joined(host, messagesFrom(source_, 2));
    require(driver_.attach(host).has_value());
    next_ = 0;
  }

  void saveAndRestore() {
    auto& engine = driver_.engine;
    require(engine.snapshotSession(driver_.session) == 0);
    const std::string state = driver_.output();
    require(state.size() <= static_cast<size_t>(epitome::kMostStateBytes));
    settle();
    const Messages host = driver_.hosts[driver_.run];
    require(engine.restoreSession(driver_.session, driver_.write(state)) == 0);
    driver_.hosts.clear();
    require(driver_.attach(host).has_value());
    next_ = 0;
  }

  /// One of the requests that wait.
  uint32_t waiting() {
    require(driver_.engine.pending(driver_.session, driver_.run) == 0);
    epitome::script::Words words(driver_.engine.output());
    const uint32_t count = words.word();
    require(count > 0);
    for (uint32_t skip = source_.below(count); skip > 0; --skip) {
      for (uint32_t word = 0; word < 3; ++word) words.word();
    }
    return words.word();
  }

  /// Brings the run to rest and looks at its view.
  void settle() {
    auto& engine = driver_.engine;
    const uint32_t session = driver_.session;
    const uint32_t run = driver_.run;
    // Whatever phase stray calls left it in.
    const std::string blocks = R"({"blocks":[["rules","Be brief."]]})";
    next_ = engine.readList(session, run) == 0      ? 2
            : engine.pending(session, run) == 0     ? 3
            : engine.turnRequest(session, run) == 0 ? 6
                                                    : 0;
    if (next_ == 0) {
      next_ = std::max(0, engine.offerBlocks(session, run, driver_.write(blocks)));
    }
    bool stepped = false;
    for (uint32_t i = 0; i < 256; ++i) {
      if (next_ == 2) {
        next_ = driver_.read();
        require(next_ >= 0);
      } else if (next_ == 5 && source_.below(2) == 0) {
        next_ = engine.postpone(session, run);
        require(next_ >= 0);
      } else if (next_ == 3 || next_ == 5) {
        const std::string reply =
            source_.text() + " ## Done\n- fixed the parser in src/a.ts and ran it";
        const uint32_t number = waiting();
        next_ = source_.below(3) == 0
                    ? engine.giveUp(session, run, number, source_.below(4))
                    : engine.reply(session, run, number, driver_.write(reply), source_.below(7),
                                   source_.word(), source_.word());
        require(next_ >= 0);
      } else if (next_ == 4) {
        next_ = engine.offerBlocks(session, run, driver_.write(blocks));
        require(next_ >= 0);
      } else if (next_ == 6) {
        require(engine.instruct(session, run, driver_.write(source_.text())) >= 0);
        const uint32_t length = driver_.write(source_.text());
        next_ = engine.turnDone(session, run, length, source_.below(2));
        require(next_ >= 0);
      } else if (!stepped) {
        stepped = true;
        next_ = driver_.step(window_);
        require(next_ >= 0);
      } else {
        check();
        return;
      }
    }
    std::abort();
  }

  void check() {
    const int32_t answer = driver_.engine.view(driver_.session, driver_.run);
    // Some arrays have no valid view: the engine says so.
    if (answer == -static_cast<int32_t>(epitome::ErrorCode::kInvalidView)) return;
    require(answer == 0);
    const auto view = epitome::script::readView(driver_.engine.output());
    require(view.has_value());
    const Messages& host = driver_.hosts[driver_.run];
    const auto shown = epitome::script::carryOut(*view, host, std::string(epitome::kAbortedText));
    require(shown.has_value());
    const std::string fault =
        epitome::script::ViewChecker(host, *shown, {}, {true, true, true}).checkShape();
    if (!fault.empty()) std::fprintf(stderr, "%s\n", fault.c_str());
    require(fault.empty());
    require(driver_.engine.report(driver_.session, driver_.run) == 0);
    const bool said = driver_.output().find("\"cannotFit\"") != std::string::npos;
    require(said == (total("viewTokens") > total("budget")));
  }

  /// Of the last step, by what stray bills made the engine believe.
  int64_t total(const std::string& name) {
    require(driver_.engine.totals(driver_.session) == 0);
    const std::string totals = driver_.output();
    const std::string key = "\"" + name + "\":";
    return std::strtoll(totals.c_str() + totals.find(key) + key.size(), nullptr, 10);
  }

  Source& source_;
  EngineDriver driver_;
  uint32_t window_ = 1'000;
  int32_t next_ = 0;
};

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  if (size > 4'096) return 0;
  Source source(data, size);
  Trial(source).play();
  return 0;
}
