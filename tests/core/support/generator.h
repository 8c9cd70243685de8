/// Seeded transcripts that grow as an agent's would, with everything that goes wrong in them:
/// results missing, doubled, late, early; provider-executed pairs, also across messages; approvals;
/// empty and faulty messages; system messages in the middle; opaque parts, media, huge results.
/// Decides what a hostile but possible host sends; refuses to know what the engine makes of it.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/support/random_text.h"
#include "core/support/script.h"

namespace epitome::script {

using test::Random;

struct Habits {
  /// Percent of the places where something can go wrong.
  uint32_t trouble = 15;
  /// Words of an ordinary text at most; now and then one is twenty times as long.
  uint32_t words = 40;
  /// Call ids are used again once answered, as some providers do.
  bool reusesIds = false;
  /// Percent: results that were there before, word for word; messages that the host pins or wants
  /// for longer; texts that were not well-formed; the user's words in tool messages.
  uint32_t repeats = 0;
  uint32_t marks = 0;
  uint32_t illFormed = 0;
  uint32_t userWords = 0;
  /// Calls name tools that read, write, fetch and plan, of few resources.
  bool tools = false;
  /// Joined emoji, combining marks and flags in texts.
  bool clusters = false;
};

class Generator {
 public:
  explicit Generator(uint64_t seed, Habits habits = {}) : random_(seed), habits_(habits) {}

  Random& random() { return random_; }

  /// Begins a conversation: perhaps a system message, then the request.
  Messages opening() {
    Script script;
    if (random_.chance(30)) script.system(text(habits_.words));
    script.user(text(habits_.words));
    if (random_.chance(10)) script.user(text(habits_.words));
    return script;
  }

  /// What happens next: one turn of user, assistant or tools.
  Messages event() {
    Messages messages = anyEvent();
    for (Message& message : messages) {
      if (random_.chance(habits_.marks)) message.flags |= random_.chance(40) ? kPinned : kPriority;
      for (Part& part : message.parts) {
        if (random_.chance(habits_.illFormed)) part.flags |= kIllFormed;
        const bool call = part.kind == PartKind::kToolCall;
        if (call && random_.chance(habits_.illFormed)) part.flags |= kInvalidInput;
      }
      const bool results = !message.parts.empty() && message.role == Role::kTool &&
                           message.parts.back().kind == PartKind::kToolResult &&
                           message.parts.back().callId.starts_with("call_");
      if (results && random_.chance(habits_.userWords)) {
        message.parts.push_back(textPart(text(8), kUserWords));
      }
    }
    return messages;
  }

  /// A message unlike the one given: a host edits its history.
  Message altered(Message message) {
    const bool texts = message.role != Role::kTool;
    if (texts && (message.parts.empty() || random_.chance(30))) {
      message.parts.push_back(textPart(text(6)));
    } else if (message.parts.empty()) {
      return message;
    } else {
      Part& part = message.parts[random_.below(static_cast<uint32_t>(message.parts.size()))];
      if (part.kind != PartKind::kMedia) part.text = text(6);
    }
    return message;
  }

  std::string text(uint32_t words) {
    static constexpr std::string_view kClusters[] = {"\U0001F468\u200D\U0001F469\u200D\U0001F467 ",
                                                     "e\u0301\u0323 ",
                                                     "\U0001F1E9\U0001F1EA\U0001F1EB\U0001F1F7 ",
                                                     "\u0915\u094D\u0937 ",
                                                     "\uFFFD",
                                                     "\U0001F44D\U0001F3FD "};
    std::string out = plainText(words);
    if (!habits_.clusters) return out;
    for (uint32_t i = random_.below(6); i > 0; --i) out += random_.pick(kClusters);
    return out;
  }

 private:
  Messages anyEvent() {
    Script script;
    const uint32_t what = random_.below(100);
    if (what < 15) {
      user(script);
    } else if (what < 30) {
      script.assistant().text(text(habits_.words));
      if (random_.chance(20)) script.reasoning(text(10), random_.chance(50) ? kOpaque : 0);
    } else if (what < 84) {
      calls(script);
    } else if (what < 90) {
      provider(script);
    } else if (what < 93) {
      approval(script);
    } else {
      odd(script);
    }
    return script;
  }

  std::string plainText(uint32_t words) {
    static constexpr std::string_view kWords[] = {
        "read ",
        "the file ",
        "src/core/engine.cc ",
        "and fix ",
        "it. ",
        "error: ",
        "\u4f60\u597d\uff0c\u8bf7 ",
        "\U0001F600 ",
        "\u05e9\u05dc\u05d5\u05dd ",
        "caf\u00e9 ",
        "npm test\n",
        "line\r\n",
        "{\"a\":[1,2]} ",
        "42 ",
        "https://example.com/a?b=c ",
        "== ",
        "\t",
    };
    uint32_t count = 1 + random_.below(words);
    if (random_.chance(4)) count *= 20;
    std::string out;
    for (uint32_t i = 0; i < count; ++i) out += random_.pick(kWords);
    // Nobody says nothing.
    return out.find_first_not_of('\t') == std::string::npos ? out + "so" : out;
  }

  bool trouble() { return random_.chance(habits_.trouble); }

  std::string freshId() {
    if (habits_.reusesIds) return "call_" + std::to_string(next_++ % 7);
    return "call_" + std::to_string(next_++);
  }

  void user(Script& script) {
    script.user(text(habits_.words));
    if (random_.chance(10)) script.media();
    if (random_.chance(10)) script.text(text(5));
    if (random_.chance(15)) script.user(text(habits_.words));
  }

  void result(Script& script, const std::string& id) {
    uint16_t flags = 0;
    if (random_.chance(10)) flags |= kError;
    if (random_.chance(3)) flags |= kHasMedia;
    if (random_.chance(3)) flags |= kOpaque;
    const bool json = random_.chance(25);
    std::string body = text(random_.chance(15) ? habits_.words * 30 : habits_.words);
    if (!told_.empty() && random_.chance(habits_.repeats)) {
      body = told_[random_.below(static_cast<uint32_t>(told_.size()))];
    } else if (habits_.repeats > 0) {
      if (told_.size() == 4) told_.erase(told_.begin());
      told_.push_back(body);
    }
    if (json) {
      flags |= kJson;
      std::string quoted = "{\"out\":\"";
      for (const char c : body) {
        if (c == '"' || c == '\\') quoted += '\\';
        if (c == '\n')
          quoted += "\\n";
        else if (c == '\r')
          quoted += "\\r";
        else if (c == '\t')
          quoted += "\\t";
        else
          quoted += c;
      }
      body = quoted + "\"}";
    }
    Part made = toolPart(PartKind::kToolResult, id, nameOf(id), std::move(body), flags);
    if (habits_.tools && (flags & kHasMedia) != 0) made.attachments.push_back({5'000, 640, 480});
    script.part(std::move(made));
  }

  std::string nameOf(const std::string& id) const {
    const auto found = names_.find(id);
    return found != names_.end() ? found->second : "read";
  }

  void call(Script& script, const std::string& id, uint32_t number) {
    if (!habits_.tools) {
      script.call(id, "tool", "{\"path\":\"" + std::to_string(number) + "\"}");
      return;
    }
    static constexpr std::string_view kNames[] = {"read_file", "read_file", "write_file",
                                                  "bash",      "web_fetch", "todo_write",
                                                  "search",    "keep_me"};
    static constexpr std::string_view kArguments[] = {
        "{\"path\":\"src/a.ts\"}", "{\"path\":\"src/b.ts\"}", "{\"command\":\"npm test\"}",
        "{\"url\":\"https://example.com\"}",
        "{\"todos\":[{\"content\":\"write it\",\"status\":\"pending\"}]}"};
    const std::string name(random_.pick(kNames));
    names_[id] = name;
    script.call(id, name, std::string(random_.pick(kArguments)));
  }

  void calls(Script& script) {
    script.assistant();
    if (random_.chance(20)) script.reasoning(text(12), random_.chance(50) ? kOpaque : 0);
    if (random_.chance(50)) script.text(text(12));
    std::vector<std::string> ids;
    const uint32_t count = random_.chance(60) ? 1 : 1 + random_.below(4);
    for (uint32_t i = 0; i < count; ++i) {
      ids.push_back(freshId());
      if (trouble() && random_.chance(10)) {
        Script early;
        early.tool();
        result(early, ids.back());
        early_ = joined(early_, early);
      }
      call(script, ids.back(), i);
      if (trouble() && random_.chance(10)) {
        call(script, ids.back(), i);
        if (random_.chance(50)) ids.push_back(ids.back());
      }
    }
    if (trouble() && random_.chance(10)) {
      script.assistant();
      if (random_.chance(40)) script.text(text(5));
      for (const std::string& id : ids) call(script, id, random_.below(3));
      const std::vector<std::string> again = ids;
      if (random_.chance(50)) ids.insert(ids.end(), again.begin(), again.end());
    }
    if (random_.chance(8)) script.assistant().text(text(5));
    if (trouble() && random_.chance(20)) script.system(text(5));
    const bool together = random_.chance(50);
    if (together) script.tool();
    bool any = false;
    for (const std::string& id : ids) {
      if (trouble() && random_.chance(40)) {
        if (random_.chance(50)) late_.push_back(id);
        continue;
      }
      if (!together) script.tool();
      result(script, id);
      any = true;
      if (trouble() && random_.chance(30)) result(script, id);
      if (trouble() && random_.chance(20)) late_.push_back(id);
    }
    if (together && !any && random_.chance(70)) result(script, "orphan_" + std::to_string(next_++));
    if (!late_.empty() && random_.chance(30)) {
      script.tool();
      result(script, late_.front());
      late_.erase(late_.begin());
    }
  }

  void provider(Script& script) {
    const std::string id = "web_" + std::to_string(next_++);
    script.assistant().providerCall(id);
    if (random_.chance(60)) {
      script.providerResult(id, text(habits_.words));
      return;
    }
    if (random_.chance(50)) {
      const std::string client = freshId();
      script.call(client).tool();
      result(script, client);
    }
    if (random_.chance(20)) script.system(text(4));
    if (random_.chance(20)) script.user(text(4));
    if (random_.chance(70))
      script.assistant().text("found").providerResult(id, text(habits_.words));
  }

  void approval(Script& script) {
    const std::string id = freshId();
    const std::string approval = "approval_" + std::to_string(next_++);
    script.assistant().call(id).approvalRequest(approval, id);
    if (trouble()) script.user(text(5));
    script.tool().approvalResponse(approval);
    if (random_.chance(70)) {
      if (random_.chance(50)) script.tool();
      result(script, id);
    }
  }

  void odd(Script& script) {
    switch (random_.below(10)) {
      case 0:
        script.user(random_.chance(50) ? "" : "\n \u3000");
        break;
      case 1:
        script.assistant();
        break;
      case 2:
        script.message(Role::kOther).custom("note");
        break;
      case 3:
        script.message(random_.chance(50) ? Role::kUser : Role::kAssistant, kMessageFaulty);
        break;
      case 4:
        script.assistant().reasoning(text(8));
        break;
      case 5:
        script.assistant().text("").custom("compaction", kOpaque);
        break;
      case 6:
        script.system(text(8));
        break;
      case 7:
        script.tool().result("nobody_" + std::to_string(next_++), text(8));
        break;
      case 8:
        script.assistant().text(random_.chance(50) ? "" : "\r\n\t").text(text(4));
        break;
      default:
        if (!early_.empty()) {
          for (const Message& message : early_) {
            script.message(message.role);
            for (const Part& part : message.parts) script.part(part);
          }
          early_.clear();
        } else {
          script.tool();
        }
    }
  }

  Random random_;
  Habits habits_;
  uint32_t next_ = 0;
  std::vector<std::string> late_;
  /// Tools by call, and results told last.
  std::map<std::string, std::string> names_;
  std::vector<std::string> told_;
  Messages early_;
};

}  // namespace epitome::script
