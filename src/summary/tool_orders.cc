#include "summary/tool_orders.h"

#include <algorithm>
#include <array>

#include "summary/characters.h"
#include "text/hash.h"

namespace epitome {
namespace {

/// Words that a line and a sentence share by no accident.
constexpr size_t kShared = 4;
/// Of a longer line the beginning is read, bytes.
constexpr size_t kLineBytes = 2'048;

/// Words with which one speaks to an agent. Those that errors are full of are not among them.
constexpr std::array<std::string_view, 15> kAddresses = {
    "agent",  "agents",      "ai",           "assistant", "disregard", "forget",    "ignore", "llm",
    "policy", "instruction", "instructions", "prompt",    "summarise", "summarize", "summary"};

/// Ways to speak for a user, or as a system.
constexpr std::array<std::string_view, 5> kVoices = {"User:", "user:", "the user ", "The user ",
                                                     "<system"};

struct Word {
  uint64_t print = 0;
  size_t begin = 0;
  size_t end = 0;
  bool addresses = false;
};

/// Letters and digits of any script, in lower case where they are ASCII.
std::vector<Word> wordsOf(std::string_view text) {
  std::vector<Word> words;
  std::string word;
  for (size_t at = 0; at <= text.size(); ++at) {
    if (at < text.size() && (isAlnum(text[at]) || !isAscii(text[at]))) {
      word += lowered(text[at]);
    } else if (!word.empty()) {
      const bool addresses = std::ranges::find(kAddresses, word) != kAddresses.end();
      words.push_back({text::hashOf(word), at - word.size(), at, addresses});
      word.clear();
    }
  }
  return words;
}

template <typename Visit>
void forEachRow(const std::vector<Word>& words, const Visit& visit) {
  for (size_t i = 0; i + kShared <= words.size(); ++i) {
    uint64_t print = 0;
    for (size_t k = 0; k < kShared; ++k) print = text::combine(print, words[i + k].print);
    visit(print, words[i].begin, words[i + kShared - 1].end);
  }
}

/// Whether a quotation or a span of code is open before `at` in its line, and not as the user's
/// words: those are given by code alone.
bool isQuoted(std::string_view prose, size_t at) {
  const size_t start = at == 0 ? 0 : prose.rfind('\n', at - 1) + 1;
  const std::string_view before = prose.substr(start, at - start);
  if (before.find("user") != before.npos || before.find("User") != before.npos) return false;
  const auto odd = [&](char mark) { return std::ranges::count(before, mark) % 2 != 0; };
  const size_t open = before.rfind("\u201c");
  const size_t close = before.rfind("\u201d");
  const bool curly = open != before.npos && (close == before.npos || close < open);
  return odd('`') || odd('"') || curly;
}

}  // namespace

void ToolOrders::update(std::string_view utf8) {
  for (size_t at = 0; at < utf8.size(); ++at) {
    // A line break inside JSON is written as two characters.
    const bool escaped = utf8[at] == 'n' && line_.ends_with('\\');
    if (utf8[at] == '\n' || escaped) {
      line();
    } else if (line_.size() < kLineBytes) {
      line_ += utf8[at];
    }
  }
}

void ToolOrders::finish() { line(); }

void ToolOrders::line() {
  const std::vector<Word> words = wordsOf(line_);
  const bool speaks = std::ranges::any_of(words, &Word::addresses) ||
                      std::ranges::any_of(kVoices, [this](std::string_view voice) {
                        return line_.find(voice) != std::string::npos;
                      });
  line_.clear();
  if (!speaks) return;
  forEachRow(words, [this](uint64_t print, size_t, size_t) {
    if (rows_.size() < kMostRows) rows_.insert(print);
  });
}

void ToolOrders::saidByUser(std::string_view utf8) {
  forEachRow(wordsOf(utf8), [this](uint64_t print, size_t, size_t) { rows_.erase(print); });
}

std::vector<Invention> ToolOrders::repeatedIn(std::string_view prose) const {
  std::vector<Invention> found;
  if (rows_.empty()) return found;
  forEachRow(wordsOf(prose), [&](uint64_t print, size_t begin, size_t end) {
    if (!rows_.contains(print) || isQuoted(prose, begin)) return;
    if (!found.empty() && begin < found.back().end) {
      found.back().end = end;
    } else {
      found.push_back({IdentifierKind::kErrorText, begin, end});
    }
  });
  return found;
}

}  // namespace epitome
