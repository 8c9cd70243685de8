/// Reading and matching patterns.
#include "redact/pattern.h"

#include <algorithm>
#include <utility>

#include "redact/worth.h"

namespace epitome::redact {
namespace {

/// Backslashes that may stand before a quote in text that is quoted itself.
constexpr size_t kMostEscapes = 4;

/// A string in quotes on one line, which `escapes` backslashes before the quote tell from others.
size_t quoted(Sight& sight, size_t at) {
  constexpr CharSet kBackslash = setOf("\\");
  constexpr CharSet kLineEnds = setOf("\r\n");
  constexpr CharSet kQuotes = setOf("\"'`");
  size_t escapes = 0;
  while (escapes <= kMostEscapes && sight.isIn(at, kBackslash)) ++at, ++escapes;
  if (escapes > kMostEscapes || !sight.isIn(at, kQuotes)) return Pattern::kNone;
  const char quote = sight.text[at++];
  size_t backslashes = 0;
  for (size_t end = at; !sight.isIn(end, kLineEnds); ++end) {
    if (end == sight.text.size()) {
      // What was cut off has no end.
      sight.from = at;
      return sight.to = end;
    }
    const char c = sight.text[end];
    const bool closes = escapes == 0 ? backslashes % 2 == 0 : backslashes <= escapes;
    if (c == quote && closes) {
      sight.from = at;
      sight.to = end - std::min(backslashes, escapes);
      return end + 1;
    }
    backslashes = c == '\\' ? backslashes + 1 : 0;
  }
  return Pattern::kNone;
}

size_t seedWord(Sight& sight, size_t at) {
  constexpr size_t kShortest = 3;
  constexpr size_t kLongest = 8;
  constexpr CharSet kAmid = [] {
    CharSet set = setOf("_");
    set.addRange('a', 'z');
    set.addRange('A', 'Z');
    set.addRange('0', '9');
    return set;
  }();
  size_t end = at;
  while (end - at <= kLongest && sight.isIn(end, kAmid)) ++end;
  const size_t length = end - at;
  const bool fits = length >= kShortest && length <= kLongest;
  return fits && isSeedWord(sight.text.substr(at, length)) ? end : Pattern::kNone;
}

/// The text ends at `at`, or points stand for the rest.
bool isCut(Sight& sight, size_t at) {
  const std::string_view rest = sight.text.substr(at);
  if (rest.empty()) sight.beyond = true;
  return rest.empty() || rest.starts_with("...") || rest.starts_with("\xe2\x80\xa6");
}

}  // namespace

size_t Pattern::run(Sight& sight, size_t op, size_t end, size_t at) const {
  for (; op < end; op = ops_[op].next) {
    const Op& step = ops_[op];
    switch (step.kind) {
      case Kind::kOpen:
        sight.from = at;
        break;
      case Kind::kClose:
        sight.to = at;
        break;
      case Kind::kAnd:
      case Kind::kNot: {
        const size_t from = sight.from;
        const bool fits = run(sight, op + 1, step.next, at) != kNone;
        sight.from = from;
        if (fits != (step.kind == Kind::kAnd)) return kNone;
        break;
      }
      default: {
        const size_t start = at;
        at = repeat(sight, op, at);
        if (at != kNone) break;
        // The only class of a shape that a cut can shorten.
        if (sight.mayBeCut == SIZE_MAX || step.kind != Kind::kSet) return kNone;
        size_t run = start;
        while (sight.isIn(run, sets_[step.index])) ++run;
        return run >= sight.mayBeCut && isCut(sight, run) ? run : kNone;
      }
    }
  }
  return at;
}

size_t Pattern::repeat(Sight& sight, size_t op, size_t at) const {
  const Op& step = ops_[op];
  uint32_t count = 0;
  if (step.kind == Kind::kSet) {
    const CharSet& set = sets_[step.index];
    for (; count < step.most && sight.isIn(at, set); ++at) ++count;
    return count >= step.least ? at : kNone;
  }
  for (; count < step.most; ++count) {
    const size_t end = choose(sight, step, op, at);
    if (end == kNone) break;
    if (end == at) return at;
    at = end;
  }
  return count >= step.least ? at : kNone;
}

size_t Pattern::choose(Sight& sight, const Op& step, size_t op, size_t at) const {
  switch (step.kind) {
    case Kind::kQuoted:
      return quoted(sight, at);
    case Kind::kSeed:
      return seedWord(sight, at);
    case Kind::kPart:
      return (*sight.parts)[step.index].match(sight, at);
    default:
      break;
  }
  for (size_t branch = op + 1; branch < step.next; branch = ops_[branch].next) {
    const size_t end = run(sight, branch + 1, ops_[branch].next, at);
    if (end != kNone) return end;
  }
  return kNone;
}

const CharSet* Pattern::open() const {
  return !ops_.empty() && ops_.back().open ? &sets_[ops_.back().index] : nullptr;
}

bool Pattern::endsAmid(char c) const {
  return !ops_.empty() && ops_.back().kind == Kind::kSet && sets_[ops_.back().index].has(c);
}

Pattern Pattern::rest() const {
  Pattern rest;
  if (open() == nullptr) return rest;
  rest.sets_.push_back(*open());
  rest.ops_.push_back({.most = UINT32_MAX, .next = 1});
  return rest;
}

CharSet Pattern::first(size_t index) const {
  CharSet all;
  all.addRange(0, 255);
  size_t passed = 0;
  for (const Op& op : ops_) {
    if (op.kind == Kind::kOpen || op.kind == Kind::kAnd) continue;
    if (op.kind != Kind::kSet || op.least == 0) return all;
    // A look ahead at one class is that class.
    if (&op != ops_.data() && (&op)[-1].kind == Kind::kAnd)
      return index == 0 ? sets_[op.index] : all;
    passed += op.least;
    if (index < passed) return sets_[op.index];
    if (op.most != op.least) return all;
  }
  return all;
}

/// Reads a pattern from left to right. Each reader leaves `at` behind what it read, or says in
/// `fault` what is wrong.
struct PatternReader {
  using Kind = Pattern::Kind;
  std::string_view text;
  /// Of our own, not of a host.
  bool rule;
  Pattern& out;
  size_t at = 0;
  std::string fault = {};

  bool done() const { return at >= text.size(); }
  bool next(char c) const { return !done() && text[at] == c; }
  bool fail(std::string_view what) {
    fault = what;
    return false;
  }

  size_t add(Kind kind, uint16_t index = 0) {
    out.ops_.push_back({.kind = kind, .index = index});
    close(out.ops_.size() - 1);
    return out.ops_.size() - 1;
  }
  void close(size_t op) { out.ops_[op].next = static_cast<uint32_t>(out.ops_.size()); }
  void addSet(const CharSet& set) {
    const auto known = std::ranges::find(out.sets_, set);
    add(Kind::kSet, static_cast<uint16_t>(known - out.sets_.begin()));
    if (known == out.sets_.end()) out.sets_.push_back(set);
  }

  /// A character, or what a backslash and a letter mean in rules; `last` is the character.
  bool character(CharSet& set, char& last) {
    const bool escape = next('\\');
    if (escape && ++at == text.size()) return fail("nothing follows the last backslash");
    last = text[at++];
    if (rule && escape && named(last, set)) return true;
    if (!rule && (last < ' ' || last > '~')) {
      return fail("only printable ASCII characters can be matched");
    }
    if (!rule && last == '[') return fail("[ cannot be matched: markers begin with it");
    set.add(last);
    return true;
  }

  static bool named(char c, CharSet& set) {
    constexpr std::string_view kNames = "ntresp";
    constexpr std::string_view kMeanings[] = {"\n",   "\t",      "\r",
                                              "\x1b", " \t\r\n", "\xc2\xe2\xe3\xef"};
    const size_t name = kNames.find(c);
    if (name != std::string_view::npos) set.add(setOf(kMeanings[name]));
    if (c == 'c') set.addRange(0, ' ');
    if (c == 'u') set.addRange(0x80, 0xff);
    if (c == 'w' || c == 'd' || c == 'h') set.addRange('0', '9');
    if (c == 'w') set.addRange('A', 'Z');
    if (c == 'w') set.addRange('a', 'z');
    if (c == 'h') set.addRange('a', 'f');
    return name != std::string_view::npos ||
           std::string_view("cuwdh").find(c) != std::string_view::npos;
  }

  bool charClass() {
    ++at;
    CharSet set;
    const bool negated = next('^');
    if (negated && !rule) return fail("a class cannot be negated");
    if (negated) ++at;
    while (!done() && text[at] != ']') {
      char first = 0;
      char last = 0;
      if (!character(set, first)) return false;
      if (!next('-') || at + 1 >= text.size() || text[at + 1] == ']') continue;
      ++at;
      if (!character(set, last)) return false;
      if (last < first) return fail("a range of a class runs backwards");
      set.addRange(static_cast<uint8_t>(first), static_cast<uint8_t>(last));
    }
    if (done()) return fail("a class has no ]");
    ++at;
    if (!negated && set == CharSet{}) return fail("a class is empty");
    if (!rule && set.has('[')) return fail("[ cannot be matched: markers begin with it");
    for (uint64_t& bits : set.bits) bits = negated ? ~bits : bits;
    addSet(set);
    return true;
  }

  bool number(uint32_t& value) {
    const size_t start = at;
    for (value = 0; !done() && isDigit(text[at]) && at - start < 4; ++at) {
      value = value * 10 + static_cast<uint32_t>(text[at] - '0');
    }
    return at > start || fail("a length is not a number");
  }

  bool range(size_t op) {
    Pattern::Op& step = out.ops_[op];
    const char sign = done() ? '\0' : text[at];
    if (sign == '+' || (rule && (sign == '*' || sign == '?'))) {
      ++at;
      step.least = sign == '+' ? 1 : 0;
      step.open = !rule;
      step.most = sign == '?' ? 1 : rule ? UINT32_MAX : 1 + Pattern::kTelling;
      return true;
    }
    if (sign != '{') return true;
    ++at;
    if (!number(step.least)) return false;
    step.most = step.least;
    if (next(',')) {
      ++at;
      step.open = next('}');
      step.most += Pattern::kTelling;
      if (!step.open && !number(step.most)) return false;
    }
    if (!next('}')) return fail("a length has no }");
    ++at;
    return (step.most >= step.least && step.most > 0) || fail("a length's range is empty");
  }

  bool item() {
    const char c = text[at];
    const size_t op = out.ops_.size();
    if (!rule && (c == ']' || c == '{' || c == '}' || c == '+')) {
      return fail(std::string("a lone ") + c + " needs a backslash before it");
    }
    if (c == '[') return charClass() && range(op);
    const std::string_view sign("(<>&!%");
    if (!rule || sign.find(c) == std::string_view::npos) {
      CharSet set;
      char last = 0;
      if (!character(set, last)) return false;
      addSet(set);
      if (rule) return range(op);
      return (!next('{') && !next('+')) || fail("only classes have lengths");
    }
    if (++at == text.size() && c != '>') return fail("nothing follows a sign");
    if (c == '<' || c == '>') {
      add(c == '<' ? Kind::kOpen : Kind::kClose);
      return true;
    }
    if (c == '&' || c == '!') {
      add(c == '&' ? Kind::kAnd : Kind::kNot);
      if (!item()) return false;
      close(op);
      return true;
    }
    if (c == '%') {
      const char name = text[at++];
      add(name == 'q'   ? Kind::kQuoted
          : name == 'w' ? Kind::kSeed
                        : Kind::kPart,
          static_cast<uint16_t>(isUpper(name) ? name - 'A' : 0));
      return range(op);
    }
    add(Kind::kGroup);
    do {
      const size_t branch = add(Kind::kBranch);
      if (!sequence()) return false;
      close(branch);
    } while (next('|') && ++at > 0);
    if (!next(')')) return fail("a group has no )");
    ++at;
    close(op);
    return range(op);
  }

  bool sequence() {
    while (!done() && !(rule && (next('|') || next(')')))) {
      if (!item()) return false;
    }
    return true;
  }
};

std::string Pattern::faultOf(size_t prefix) const {
  uint64_t longest = prefix;
  for (size_t i = 0; i < ops_.size(); ++i) {
    const Op& step = ops_[i];
    if (step.open && i + 1 < ops_.size()) {
      return "only the last class can be without an upper end";
    }
    longest += step.open ? step.least : step.most;
    for (size_t j = i + 1; step.least < step.most && j < ops_.size(); ++j) {
      if (sets_[step.index].meets(sets_[ops_[j].index])) {
        return "a class of varying length takes what should follow it";
      }
      if (ops_[j].least > 0) break;
    }
  }
  return longest > kLongest ? "the pattern is longer than 768 characters" : "";
}

std::expected<Pattern, std::string> Pattern::ofRule(std::string_view text) {
  Pattern pattern;
  PatternReader reader{.text = text, .rule = true, .out = pattern};
  if (!reader.sequence()) return std::unexpected(reader.fault);
  if (!reader.done()) return std::unexpected("a group ends that did not begin");
  return pattern;
}

std::expected<Pattern, std::string> Pattern::ofHost(std::string_view text, size_t leastPrefix,
                                                    std::string& prefix) {
  Pattern pattern;
  PatternReader reader{.text = text, .rule = false, .out = pattern};
  while (!reader.done() && !reader.next('[')) {
    if (!reader.item()) return std::unexpected(reader.fault);
    prefix += text[reader.at - 1];
  }
  pattern = {};
  if (!reader.sequence()) return std::unexpected(reader.fault);
  if (prefix.size() < leastPrefix) {
    return std::unexpected("the pattern must begin with at least " + std::to_string(leastPrefix) +
                           " characters that are not in a class");
  }
  if (std::string fault = pattern.faultOf(prefix.size()); !fault.empty()) {
    return std::unexpected(std::move(fault));
  }
  return pattern;
}

}  // namespace epitome::redact
