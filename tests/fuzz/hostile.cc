/// Times what reads texts on those made to be slow: `hostile [MEGABYTES] [READER]` prints, for
/// each reader and text, processor time at a tenth of the size and at all of it (10 MB by default).
/// Linear is a ratio of 10; a ratio over 12 is shown with its text. Times fail nothing.

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <functional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/support/driver.h"
#include "session/session.h"
#include "summary/check.h"
#include "summary/chunks.h"
#include "summary/findings.h"
#include "summary/language.h"
#include "summary/render.h"
#include "summary/selection.h"
#include "summary/user_words.h"

namespace {

using namespace epitome;

constexpr double kMostRatio = 12;
/// Shorter times say nothing, seconds.
constexpr double kLeastSeconds = 0.002;
/// The large text by the small one.
constexpr int kTimes = 10;
constexpr int kTries = 3;
constexpr int kMostTries = 12;
constexpr uint32_t kAll = 1U << 30U;
/// Of messages, where a text is cut into many, bytes.
constexpr size_t kMessage = 2'000;

constexpr std::pair<const char*, std::string_view> kTexts[] = {
    {"letters", "a"},
    {"line breaks", "\n"},
    {"paths", "src/a/b.cc "},
    {"slashes", "/"},
    {"numbers", "1234.5,678 "},
    {"digits", "7"},
    {"hex", "9f3ac07b"},
    {"uuids", "123e4567-e89b-12d3-a456-426614174000 "},
    {"secrets", "api_key=\"0123456789abcdefABCDEF\" "},
    {"half secrets", "sk-ant-api03-"},
    {"key blocks", "-----BEGIN PRIVATE KEY-----\n"},
    {"passwords", "--password"},
    {"addresses with users", "://a:b@"},
    {"cookies", "Cookie: a="},
    {"redactions", "[redacted: password]"},
    {"tokens with dots", "eyJaaaaaaaaaaaaaaaa."},
    {"base64", "QUJDREVGRw"},
    {"json", "{\"a\":["},
    {"escapes", "\\u00"},
    {"diff", "@@ -1,2 +1,2 @@\n-a\n+b\n"},
    {"traces", "  at f (src/x.js:1:2)\nError: no\n"},
    {"orders", "Never do it. You may do it now. "},
    {"bullets", "- [ ] **a** `b`\n"},
    {"fences", "```\n"},
    {"quotation marks", "\"\xE2\x80\x9C"},
    {"han", "\xE4\xBD\xA0\xE4\xB8\x8D"},
    {"broken bytes", "\xF0\x9F\xE4"},
};

void feed(MessageSink& sink, Role role, PartKind kind, std::string_view text) {
  constexpr size_t kPiece = 65'536;
  sink.beginMessage(role, 0);
  sink.beginPart(kind, 0, {});
  sink.fieldPiece(Field::kCallId, "c");
  sink.fieldPiece(Field::kToolName, "bash");
  for (size_t at = 0; at < text.size(); at += kPiece) {
    sink.fieldPiece(Field::kText, text.substr(at, kPiece));
  }
  sink.endMessage();
}

Findings findingsOf(Role role, PartKind kind, std::string_view text) {
  FindingsReader reader;
  reader.number(1, false);
  if (kind == PartKind::kToolResult) feed(reader, Role::kAssistant, PartKind::kToolCall, "{}");
  reader.number(2, false);
  feed(reader, role, kind, text);
  return reader.take();
}

/// `each` is given the text in pieces of the length of a message.
template <class Each>
void inMessages(std::string_view text, Each each) {
  for (size_t at = 0; at < text.size(); at += kMessage) each(text.substr(at, kMessage));
}

/// A session that grows by a call and its result at each step.
void playSession(std::string_view text) {
  Session session(script::bareOptions(false));
  script::Messages host = script::Script().user("go");
  script::feed(session.intake(), host[0]);
  const uint32_t run = session.attach().run;
  uint32_t calls = 0;
  inMessages(text, [&](std::string_view piece) {
    const script::Messages more =
        script::Script().step("c" + std::to_string(calls++), std::string(piece));
    for (const script::Message& message : more) {
      host.push_back(message);
      script::feed(session.intake(), message);
    }
    (void)session.append(run);
    auto next = session.step(run, {.contextWindow = 8'000});
    while (next && *next == Next::kRead) {
      const auto list = session.toRead(run);
      for (const ToRead& one : *list) {
        script::feed(**session.reader(run), host[one.message]);
      }
      next = session.readDone(run);
    }
  });
}

void readInParts(std::string_view text) {
  NotesLimits limits;
  limits.totalUnits = kAll;
  NotesReader reader(limits);
  uint32_t number = 0;
  inMessages(text, [&](std::string_view piece) {
    reader.number(++number, false);
    feed(reader, Role::kAssistant, PartKind::kText, piece);
  });
  Unread torn;
  (void)partsOf(reader.take(), text.size() / 40, Family::kO200k, torn);
}

struct Reader {
  const char* name;
  std::function<void(const std::string&)> read;
};

std::vector<Reader> readers() {
  return {
      {"findings of a user",
       [](const std::string& text) { (void)findingsOf(Role::kUser, PartKind::kText, text); }},
      {"findings of a tool",
       [](const std::string& text) { (void)findingsOf(Role::kTool, PartKind::kToolResult, text); }},
      {"findings of a call",
       [](const std::string& text) {
         (void)findingsOf(Role::kAssistant, PartKind::kToolCall, text);
       }},
      {"rendering",
       [](const std::string& text) {
         const Findings found = findingsOf(Role::kUser, PartKind::kText, text);
         (void)renderRange(found.notes, kAll);
         (void)wordsIn(found.notes);
       }},
      {"language",
       [](const std::string& text) {
         LanguageReader reader;
         reader.update(text);
         reader.finish();
         (void)contradicts(Language::kGerman, text);
       }},
      {"parts of a range", [](const std::string& text) { readInParts(text); }},
      {"steps of a session", [](const std::string& text) { playSession(text); }},
      {"choice of words",
       [](const std::string& text) {
         uint32_t leftOut = 0;
         const std::vector<UserWords> words = {{1, text, false, 0}, {2, text, false, 0}};
         (void)chooseWords(words, 2'000, Family::kO200k, leftOut);
       }},
      {"selection",
       [](const std::string& text) {
         const Findings found = findingsOf(Role::kTool, PartKind::kToolResult, text);
         Candidates from;
         from.words = {{1, text, false, 0}};
         from.ledger = found.ledger;
         from.said = found.said;
         from.printed = found.printed;
         from.names = found.facts->names();
         SegmentLimits limits;
         limits.rowsTokens = 4'000;
         limits.wordsTokens = 1'000;
         limits.bytes = 20'000;
         SegmentBody body;
         select(body, from, limits, IdentifierSet());
         (void)segmentText(body);
       }},
      {"check",
       [](const std::string& text) {
         CheckLimits limits;
         limits.replacedTokens = limits.proseTokens = kAll;
         limits.language = Language::kGerman;
         const Facts facts;
         Voices voices;
         voices.say(Voice::kUser, text);
         voices.say(Voice::kTool, text);
         (void)checkReply(text, FinishReason::kStop, limits, {facts, voices, text, {}});
       }},
  };
}

std::string repeated(std::string_view unit, size_t bytes) {
  std::string out;
  out.reserve(bytes + unit.size());
  while (out.size() < bytes) out += unit;
  return out;
}

/// Of the processor: others may be busy.
double secondsFor(const Reader& reader, const std::string& text, int times) {
  const std::clock_t start = std::clock();
  for (int i = 0; i < times; ++i) reader.read(text);
  return static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC / times;
}

struct Seconds {
  double small = 1e9;
  double large = 1e9;
};

double ratioOf(const Seconds& seconds) {
  return seconds.large / std::max(seconds.small, kLeastSeconds);
}

/// The least of a few tries, and of more where the ratio is too large: a machine is not equally
/// fast all the time. So the large text stands against as much of the small one, by turns.
Seconds leastOf(const Reader& reader, std::string_view unit, size_t bytes) {
  const std::string small = repeated(unit, bytes / kTimes);
  const std::string large = repeated(unit, bytes);
  Seconds least;
  for (int i = 0; i < kTries || (i < kMostTries && ratioOf(least) > kMostRatio); ++i) {
    least.small = std::min(least.small, secondsFor(reader, small, kTimes));
    least.large = std::min(least.large, secondsFor(reader, large, 1));
  }
  return least;
}

}  // namespace

int main(int count, char** arguments) {
  const double megabytes = count > 1 ? std::strtod(arguments[1], nullptr) : 10;
  const auto bytes = static_cast<size_t>(megabytes * 1e6);
  if (bytes < 1'000) {
    std::fprintf(stderr, "hostile [MEGABYTES] [READER]\n");
    return 2;
  }
  for (const Reader& reader : readers()) {
    if (count > 2 && std::string_view(reader.name) != arguments[2]) continue;
    double worst = 0;
    double slowest = 0;
    const char* worstText = "";
    for (const auto& [name, unit] : kTexts) {
      const Seconds seconds = leastOf(reader, unit, bytes);
      const double ratio = ratioOf(seconds);
      slowest = std::max(slowest, seconds.large);
      if (ratio > worst) {
        worst = ratio;
        worstText = name;
      }
      if (ratio > kMostRatio) std::printf("  %s, %s: %.1f\n", reader.name, name, ratio);
    }
    std::printf("%-22s at most %5.1f times as long for 10 times the text (%s), slowest %.3f s\n",
                reader.name, worst, worstText, slowest);
  }
}
