/// Sentences by their ends, weighed by the phrases in them.
#include "summary/telling_sentence.h"

#include <algorithm>

#include "summary/characters.h"
#include "summary/shape.h"
#include "text/utf.h"

namespace epitome {
namespace {

/// Of a sentence.
constexpr size_t kLeastBytes = 16;
constexpr int kConcludes = 3;

/// Lower case. A cause, a decision, an outcome, something left to do.
constexpr std::string_view kConclusions[] = {
    "because",
    "the issue is",
    "the problem is",
    "the bug is",
    "issue was",
    "problem was",
    "root cause",
    "turns out",
    "caused by",
    "decided",
    "instead of",
    "rather than",
    "found that",
    "which means",
    "that's why",
    "this is why",
    "therefore",
    "the reason",
    "doesn't work",
    "does not work",
    "works now",
    "is fixed",
    "was fixed",
    "fixed by",
    "not yet",
    "remaining",
    "still need",
    "still missing",
    "still fails",
    "todo",
    "must not",
    "can't be",
    "cannot be",
    "the fix",
    "the solution",
    "passes",
    "in summary",
    "conclusion",
    "weil",
    "deshalb",
    "ursache",
    "stattdessen",
    "liegt daran",
    "noch nicht",
    "entschieden",
    "parce que",
    "la cause",
    "au lieu de",
    "pas encore",
    "donc",
    "porque",
    "la causa",
    "en lugar de",
    "todav\u00eda no",
    "falta",
    "em vez de",
    "ainda n\u00e3o",
    "poich\u00e9",
    "invece di",
    "non ancora",
    "\u043f\u043e\u0442\u043e\u043c\u0443 \u0447\u0442\u043e",
    "\u043f\u0440\u0438\u0447\u0438\u043d\u0430",
    "\u0432\u043c\u0435\u0441\u0442\u043e",
    "\u0435\u0449\u0451 \u043d\u0435",
    "\u56e0\u4e3a",
    "\u56e0\u70ba",
    "\u539f\u56e0",
    "\u95ee\u9898\u662f",
    "\u554f\u984c\u662f",
    "\u6240\u4ee5",
    "\u8fd8\u6ca1",
    "\u9084\u6c92",
    "\u539f\u56e0\u306f",
    "\u306e\u3067",
    "\ub54c\ubb38",
    "\uc6d0\uc778"};

/// Lower case. What is about to happen, or praise.
constexpr std::string_view kAnnouncements[] = {
    "let me", "let's",        "now let",      "now i'll",     "i'll",        "i will",  "now,",
    "now i",  "first,",       "next,",        "perfect",      "great",       "good",    "excellent",
    "ok",     "okay",         "sure",         "ich werde",    "lass mich",   "je vais", "voy a",
    "vou ",   "\u73b0\u5728", "\u8ba9\u6211", "\u73fe\u5728", "\u8b93\u6211"};

/// The end of the sentence that starts at `start`, behind its mark.
size_t sentenceEnd(std::string_view text, size_t start) {
  size_t end = start;
  while (end < text.size()) {
    const char c = text[end];
    if (c == '\n' || c == '\r') return end;
    const std::string_view wide = text.substr(end, 3);
    if (wide == "\u3002" || wide == "\uff01" || wide == "\uff1f") return end + 3;
    ++end;
    const bool stop = c == '.' || c == '!' || c == '?';
    // A very short "sentence" is an interjection, a number or an abbreviation.
    if (stop && end - start >= kLeastBytes && (end == text.size() || text[end] == ' ')) return end;
  }
  return end;
}

int weightOf(std::string_view sentence) {
  const std::string low = lowered(sentence);
  const auto has = [&low](std::string_view phrase) {
    return low.find(phrase) != std::string::npos;
  };
  int weight = 0;
  if (std::any_of(std::begin(kConclusions), std::end(kConclusions), has)) {
    weight += kConcludes + 1;
    // Names a thing.
    if (low.find_first_of("`0123456789/_") != std::string::npos) weight += 1;
  }
  const auto starts = [&low](std::string_view phrase) { return low.starts_with(phrase); };
  if (std::any_of(std::begin(kAnnouncements), std::end(kAnnouncements), starts)) weight -= 3;
  if (sentence.size() < kLeastBytes + 4 || sentence.back() == ':') weight -= 3;
  return weight;
}

}  // namespace

TellingSentence tellingSentence(std::string_view text) {
  text = trimmed(text);
  std::string_view best;
  int most = 0;
  for (size_t at = 0; at < text.size();) {
    const size_t end = sentenceEnd(text, at);
    const std::string_view sentence = trimmed(text.substr(at, end - at));
    at = std::max(end, at + 1);
    if (sentence.empty()) continue;
    const int weight = weightOf(sentence);
    if (!best.empty() && weight <= most) continue;
    best = sentence;
    most = weight;
  }
  return {oneLine(best), !best.empty() && most >= kConcludes};
}

std::string withoutFences(std::string_view text) {
  std::string out;
  bool fenced = false;
  for (size_t at = 0; at < text.size();) {
    const size_t end = std::min(text.find('\n', at), text.size() - 1) + 1;
    const std::string_view line = text.substr(at, end - at);
    at = end;
    if (trimmed(line).starts_with("```")) {
      fenced = !fenced;
    } else if (!fenced) {
      out += line;
    }
  }
  return out;
}

std::string openBoxes(std::string_view text, uint64_t maxUnits) {
  std::string out;
  for (size_t at = 0; at < text.size();) {
    const size_t end = std::min(text.find('\n', at), text.size());
    std::string_view line = trimmed(text.substr(at, end - at));
    at = end + 1;
    if (line.starts_with("- ") || line.starts_with("* ")) line = trimmed(line.substr(2));
    if (!line.starts_with("[ ] ")) continue;
    if (!out.empty()) out += "; ";
    out += oneLine(line.substr(4));
  }
  return shortened(out, maxUnits);
}

}  // namespace epitome
