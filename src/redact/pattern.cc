/// Reading and matching patterns.
#include "redact/pattern.h"

#include <algorithm>

namespace epitome::redact {
namespace {

using Fault = std::unexpected<std::string>;

bool printable(char c) { return c >= ' ' && c <= '~'; }

/// Reads a pattern from left to right. Each reader leaves `at` behind what it read.
struct Reader {
  std::string_view text;
  size_t at = 0;

  bool done() const { return at >= text.size(); }
  bool next(char c) const { return !done() && text[at] == c; }

  std::expected<char, std::string> character() {
    if (next('\\') && ++at == text.size()) return Fault("nothing follows the last backslash");
    if (!printable(text[at])) return Fault("only printable ASCII characters can be matched");
    if (text[at] == '[') return Fault("[ cannot be matched: markers begin with it");
    return text[at++];
  }

  std::expected<CharSet, std::string> set() {
    ++at;
    CharSet set;
    if (next('^')) return Fault("a class cannot be negated");
    while (!done() && text[at] != ']') {
      const auto first = character();
      if (!first) return Fault(first.error());
      char last = *first;
      if (next('-') && at + 1 < text.size() && text[at + 1] != ']') {
        ++at;
        const auto end = character();
        if (!end) return Fault(end.error());
        last = *end;
      }
      if (last < *first) return Fault("a range of a class runs backwards");
      set.addRange(*first, last);
    }
    if (done()) return Fault("a class has no ]");
    ++at;
    if (set.empty()) return Fault("a class is empty");
    if (set.has('[')) return Fault("[ cannot be matched: markers begin with it");
    return set;
  }

  std::expected<uint32_t, std::string> number() {
    const size_t start = at;
    uint32_t value = 0;
    while (!done() && isDigit(text[at]) && at - start < 4) {
      value = value * 10 + static_cast<uint32_t>(text[at++] - '0');
    }
    if (at == start) return Fault("a length is not a number");
    return value;
  }

  std::expected<void, std::string> range(Pattern::Step& step) {
    if (next('+')) {
      ++at;
      step.most = Pattern::kUnbounded;
      return {};
    }
    if (!next('{')) return {};
    ++at;
    const auto least = number();
    if (!least) return Fault(least.error());
    step.least = *least;
    step.most = *least;
    if (next(',')) {
      ++at;
      step.most = Pattern::kUnbounded;
      if (!next('}')) {
        const auto most = number();
        if (!most) return Fault(most.error());
        step.most = *most;
      }
    }
    if (!next('}')) return Fault("a length has no }");
    ++at;
    if (step.most < step.least || step.most == 0) return Fault("a length's range is empty");
    return {};
  }
};

std::expected<void, std::string> check(const Pattern& pattern) {
  uint64_t longest = pattern.prefix.size();
  for (size_t i = 0; i < pattern.steps.size(); ++i) {
    const Pattern::Step& step = pattern.steps[i];
    const bool last = i + 1 == pattern.steps.size();
    if (step.most == Pattern::kUnbounded && !last) {
      return Fault("only the last class can be without an upper end");
    }
    longest += step.most == Pattern::kUnbounded ? step.least : step.most;
    if (step.least == step.most) continue;
    for (size_t j = i + 1; j < pattern.steps.size(); ++j) {
      if (step.set.meets(pattern.steps[j].set)) {
        return Fault("a class of varying length takes what should follow it");
      }
      if (pattern.steps[j].least > 0) break;
    }
  }
  if (longest > Pattern::kLongest) return Fault("the pattern is longer than 768 characters");
  return {};
}

}  // namespace

size_t Pattern::match(std::string_view ahead, size_t orPart) const {
  if (!ahead.starts_with(prefix)) return 0;
  size_t at = prefix.size();
  for (const Step& step : steps) {
    const size_t most = step.most == kUnbounded ? size_t{step.least} + kTelling : step.most;
    const size_t run = runLength(ahead.substr(at), step.set, most);
    at += run;
    if (run >= step.least) continue;
    const std::string_view rest = ahead.substr(at);
    const bool cut = rest.empty() || rest.starts_with("...") || rest.starts_with("\xe2\x80\xa6");
    return cut && orPart > 0 && at >= prefix.size() + orPart ? at : 0;
  }
  const bool goesOn =
      !steps.empty() && !open() && at < ahead.size() && steps.back().set.has(ahead[at]);
  return goesOn ? 0 : at;
}

bool Pattern::stopsInWord(std::string_view ahead, size_t length) const {
  return length < ahead.size() && isAlnum(ahead[length]) &&
         !(open() && steps.back().set.has(ahead[length]));
}

CharSet Pattern::at(size_t index) const {
  CharSet set;
  if (index < prefix.size()) {
    set.add(prefix[index]);
    return set;
  }
  // Of each step, how many characters must and may have passed before its end.
  size_t least = prefix.size();
  size_t most = prefix.size();
  for (const Step& step : steps) {
    if (least > index) break;
    most += step.most == kUnbounded ? 2 : step.most;
    if (most > index) set.add(step.set);
    least += step.least;
  }
  return set;
}

std::expected<Pattern, std::string> parsePattern(std::string_view text, size_t leastPrefix) {
  Reader reader{text};
  Pattern pattern;
  while (!reader.done()) {
    Pattern::Step step;
    if (reader.next('[')) {
      const auto set = reader.set();
      if (!set) return Fault(set.error());
      step.set = *set;
      const auto range = reader.range(step);
      if (!range) return Fault(range.error());
      pattern.steps.push_back(step);
      continue;
    }
    if (reader.next(']') || reader.next('{') || reader.next('}') || reader.next('+')) {
      return Fault(std::string("a lone ") + text[reader.at] + " needs a backslash before it");
    }
    const auto character = reader.character();
    if (!character) return Fault(character.error());
    if (reader.next('{') || reader.next('+')) return Fault("only classes have lengths");
    if (pattern.steps.empty()) {
      pattern.prefix += *character;
    } else {
      step.set.add(*character);
      pattern.steps.push_back(step);
    }
  }
  if (pattern.prefix.size() < leastPrefix) {
    return Fault("the pattern must begin with at least " + std::to_string(leastPrefix) +
                 " characters that are not in a class");
  }
  if (pattern.prefix.empty() && (pattern.steps.empty() || pattern.steps[0].least == 0)) {
    return Fault("the pattern matches nothing");
  }
  const auto checked = check(pattern);
  if (!checked) return Fault(checked.error());
  return pattern;
}

}  // namespace epitome::redact
