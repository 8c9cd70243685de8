/// Making rules ready, and asking them.
#include "redact/matcher.h"

#include <algorithm>
#include <utility>

#include "redact/rules.h"

namespace epitome {

using redact::CharSet;
using redact::Found;
using redact::Pattern;
using redact::Place;
using redact::Sight;

namespace {

constexpr size_t kLongestKind = 40;
constexpr size_t kLongestName = 64;
/// Longest value without quotes; a longer one goes on in its tail.
constexpr size_t kLongestValue = 256;
/// What programs make is so long, unless its name leaves no doubt.
constexpr size_t kLeastKey = 12;
/// What is left of a key that was cut off counts from so many characters behind its start on.
constexpr size_t kLeastPart = 12;
constexpr size_t kLeastTellingStart = 3;

/// Calls `take` with each of the parts of `text` between separators.
template <typename Take>
void eachOf(std::string_view text, char separator, Take take) {
  while (!text.empty()) {
    const size_t end = std::min(text.find(separator), text.size());
    take(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
}

bool isOneOf(std::string_view word, std::string_view words) {
  bool found = false;
  eachOf(words, ' ', [&](std::string_view known) { found = found || known == word; });
  return found;
}

bool isSeparator(char c) { return c == '_' || c == '-' || c == '.' || c == ' '; }
bool isInName(char c) {
  return redact::isAlphanumeric(c) || redact::isBeyondAscii(c) || (isSeparator(c) && c != ' ');
}

/// Where the word `name`, in lower case, ends that `text` begins with, written with or without
/// separators; 0 where it does not.
size_t wordEnd(std::string_view text, std::string_view name) {
  size_t at = 0;
  for (const char c : name) {
    if (at > 0 && at + 1 < text.size() && isSeparator(text[at]) && text[at] != c) ++at;
    if (at >= text.size() || redact::lowered(text[at]) != c) return 0;
    ++at;
  }
  return at;
}

/// The name's part right before `behind` ends, as far as spaces.
std::string_view nameBefore(std::string_view behind) {
  size_t length = 0;
  while (length < behind.size() && isInName(behind[behind.size() - 1 - length])) ++length;
  // The letter of an escape in JSON: `\nPASSWORD`.
  const bool escaped =
      length > 0 && length < behind.size() && behind[behind.size() - 1 - length] == '\\';
  return behind.substr(behind.size() - length + (escaped ? 1 : 0));
}

/// Whether a word may begin behind these bytes: no letter or digit ends them, but for those of an
/// escape (`\n`, `\u003d`, `%3D`).
bool wordBegins(std::string_view behind) {
  const size_t size = behind.size();
  if (size == 0 || !redact::isAlphanumeric(behind[size - 1])) return true;
  if (size >= 2 && behind[size - 2] == '\\') return true;
  if (size >= 3 && behind[size - 3] == '%') return true;
  return size >= 6 && behind[size - 6] == '\\' && behind[size - 5] == 'u';
}

/// A sign of base64 stands right before, and a letter before that: the start of a word is chance.
bool isAmidBase64(std::string_view behind) {
  return behind.size() > 1 && (behind.back() == '+' || behind.back() == '/') &&
         redact::isAlphanumeric(behind[behind.size() - 2]);
}

/// No other number, or a group of one, stands right before a card's number.
bool isApart(std::string_view behind, std::string_view number) {
  if (behind.empty()) return true;
  const char sign = behind.back();
  if (sign == '_' || sign == '.') return false;
  if (sign != '-' && (sign != ' ' || number.find(' ') == std::string_view::npos)) return true;
  behind.remove_suffix(1);
  size_t length = 0;
  bool digit = false;
  for (; length < behind.size() && redact::isAlphanumeric(behind[behind.size() - 1 - length]);
       ++length) {
    digit |= redact::isDigit(behind[behind.size() - 1 - length]);
  }
  return sign == '-' ? length == 0 : length < 4 || length > 6 || !digit;
}

std::string_view takeWord(std::string_view& text) {
  const size_t end = text.find_last_not_of(" \t") + 1;
  const size_t begin = text.substr(0, end).find_last_of(" \t") + 1;
  const std::string_view word =
      end == text.size() ? std::string_view() : text.substr(begin, end - begin);
  text = text.substr(0, begin);
  return word;
}

/// What stands around a name of which `head` stands before its last word: bits of redact::Around.
/// `before` is what stands before the name.
uint32_t around(std::string_view before, std::string_view head, std::string_view word,
                const Pattern& linePrefix, Sight sight) {
  using namespace redact;
  uint32_t bits = head.starts_with('-') ? kFlag : 0;
  if (std::ranges::none_of(head, isLower) && std::ranges::none_of(word, isLower)) bits |= kCapitals;
  const char sign = before.empty() ? '\0' : before.back();
  if (sign == '?' || sign == '&' || sign == ';') bits |= kInAddress;
  if (sign == '<') bits |= kTag;
  const size_t real = before.rfind('\n');
  const size_t escaped = before.rfind("\\n");
  size_t begin = real == std::string_view::npos ? 0 : real + 1;
  if (escaped != std::string_view::npos) begin = std::max(begin, escaped + 2);
  std::string_view line = before.substr(begin);
  std::string_view rest = line.substr(0, line.find_last_not_of("\"'`\\") + 1);
  if (rest.ends_with("define(")) bits |= kDefined;
  const std::string_view last = takeWord(rest);
  const std::string_view user = takeWord(rest);
  if (isOneOf(last, kAnnouncers)) bits |= kAnnounced;
  if (isOneOf(user, kUserWords) && !last.ends_with(',')) bits |= kAnnounced;
  sight.text = line;
  line.remove_prefix(std::min(linePrefix.match(sight, 0), line.size()));
  for (const std::string_view known : {"export ", "set ", "ENV "}) {
    if (line.starts_with(known)) line.remove_prefix(known.size());
  }
  if (begin > 0 && line.find_first_not_of(" \t\"'`\\") == std::string_view::npos) bits |= kBegins;
  return bits;
}

Pattern patternOf(std::string_view text) { return Pattern::ofRule(text).value_or(Pattern()); }

}  // namespace

bool isKind(std::string_view name) {
  return !name.empty() && name.size() <= kLongestKind && std::ranges::all_of(name, [](char c) {
    return redact::isLower(c) || redact::isDigit(c) || c == '-';
  });
}

RedactionRules::RedactionRules()
    : code_(patternOf(R"~((\e|\\{1,4}(u001[bB]|x1[bB]|033|e))\[[0-9;:]{0,24}[mK])~")),
      wordTail_(patternOf(R"~([^\c"'`,;\\<>|)}\]&]+)~")) {
  for (const auto& [letter, text] : redact::kParts) {
    parts_[static_cast<size_t>(letter - 'A')] = patternOf(text);
  }
  for (const redact::Link& link : redact::kLinks) links_.push_back(patternOf(link.pattern));
  const auto insertAll = [&](Type type, const auto& rules) {
    for (const redact::Rule& rule : rules) {
      insert({.type = type,
              .kind = std::string(rule.kind),
              .body = patternOf(rule.body),
              .flags = rule.flags,
              .tail = patternOf(rule.tail)},
             rule.starts);
    }
  };
  insertAll(Type::kForm, redact::kForms);
  for (const redact::Shape& shape : redact::kShapes) {
    eachOf(shape.kinds, '\n', [&](std::string_view kind) {
      const size_t colon = kind.find(':');
      insert({.type = Type::kShape,
              .kind = std::string(kind.substr(0, colon)),
              .body = patternOf(shape.body),
              .flags = shape.flags},
             kind.substr(colon + 1));
    });
  }
  insertAll(Type::kName, redact::kNames);
  insertStart(redact::kMarkerStart);
}

std::expected<void, std::string> RedactionRules::add(std::string_view name,
                                                     std::string_view pattern) {
  if (!isKind(name)) {
    return std::unexpected("a pattern's name must be 1 to 40 of a-z, 0-9 and dashes");
  }
  if (own_ == kMostOwn) {
    return std::unexpected("there are " + std::to_string(kMostOwn) + " patterns already");
  }
  std::string start;
  auto parsed = Pattern::ofHost(pattern, kLeastPrefix, start);
  if (!parsed) return std::unexpected(parsed.error());
  ++own_;
  rules_.push_back({.kind = std::string(name), .body = *std::move(parsed)});
  rules_.back().tail = rules_.back().body.rest();
  starts_.push_back({.text = std::move(start), .rule = static_cast<uint16_t>(rules_.size() - 1)});
  insertStart(starts_.back().text);
  return {};
}

void RedactionRules::insert(Ready rule, std::string_view starts) {
  if (rule.type == Type::kShape) rule.tail = rule.body.rest();
  rules_.push_back(std::move(rule));
  eachOf(starts, '|', [&](std::string_view text) {
    starts_.push_back(
        {.text = std::string(text), .rule = static_cast<uint16_t>(rules_.size() - 1)});
    insertStart(text);
  });
}

/// Notes with what three bytes the last one of starts_ can begin, or `text`.
void RedactionRules::insertStart(std::string_view text) {
  const Ready& rule = rules_.back();
  const bool name = rule.type == Type::kName;
  CharSet sets[3];
  for (size_t i = 0; i < 3; ++i) {
    if (i >= text.size()) {
      sets[i] = name ? rules_[0].body.first(SIZE_MAX) : rule.body.first(i - text.size());
      continue;
    }
    sets[i].add(text[i]);
    if (name && redact::isLower(text[i])) sets[i].add(static_cast<char>(text[i] - 0x20));
  }
  const bool known = !sets[2].has('\0');
  for (uint32_t code = 0; code < 65536U * 256U;) {
    const char bytes[] = {static_cast<char>(code >> 16U), static_cast<char>(code >> 8U),
                          static_cast<char>(code)};
    if (!sets[0].has(bytes[0])) {
      code += 65536;
    } else if (!sets[1].has(bytes[1])) {
      code += 256;
    } else if (!known) {
      pairs_.set(code >> 8U);
      code += 256;
    } else {
      if (sets[2].has(bytes[2])) triples_.set(slotOf(bytes));
      ++code;
    }
  }
  if (text == redact::kMarkerStart) return;
  for (size_t byte = 0; byte < 256; ++byte) {
    if (!sets[0].has(static_cast<char>(byte))) continue;
    byFirst_[byte].push_back(static_cast<uint16_t>(starts_.size() - 1));
  }
}

size_t RedactionRules::codeLength(std::string_view text) const {
  Sight sight = sightOf(text);
  const size_t end = code_.match(sight, 0);
  return end == Pattern::kNone ? 0 : end;
}

std::optional<Found> RedactionRules::findAt(const Place& place, std::vector<Found>& further) const {
  if (place.ahead.empty()) return std::nullopt;
  for (const uint16_t index : byFirst_[byteOf(place.ahead[0])]) {
    const Start& start = starts_[index];
    const bool name = rules_[start.rule].type == Type::kName;
    if (!name && !place.ahead.starts_with(start.text)) continue;
    const auto found = name ? named(start, place) : match(start, place);
    if (found && found->from == 0) return found;
    if (found) further.push_back(*found);
  }
  return std::nullopt;
}

std::optional<Found> RedactionRules::match(const Start& start, const Place& place) const {
  const Ready& rule = rules_[start.rule];
  const std::string_view ahead = place.ahead;
  const size_t size = start.text.size();
  if (redact::isAlphanumeric(ahead[0]) && (rule.flags & redact::kInWord) == 0 &&
      !wordBegins(place.behind)) {
    return std::nullopt;
  }
  Sight sight = sightOf(ahead);
  if (rule.type == Type::kShape && size >= kLeastTellingStart) sight.mayBeCut = size + kLeastPart;
  const size_t end = rule.body.match(sight, size);
  if (end == Pattern::kNone) return std::nullopt;
  Found found{
      .from = 0, .to = end, .kind = rule.kind, .tail = rule.tail.empty() ? nullptr : &rule.tail};
  if (rule.type == Type::kForm) {
    if (sight.from != Pattern::kNone) found.from = sight.from;
    if (sight.from != Pattern::kNone) found.to = sight.to;
  } else {
    // What follows belongs to what goes on, or is no part of a word.
    const CharSet* open = rule.body.open();
    const char next = end < ahead.size() ? ahead[end] : '\0';
    sight.beyond = sight.beyond || end == ahead.size();
    if (open == nullptr && rule.body.endsAmid(next)) return std::nullopt;
    if (rule.type == Type::kShape && redact::isAlphanumeric(next) &&
        (open == nullptr || !open->has(next))) {
      return std::nullopt;
    }
    if ((rule.flags & redact::kKeep) != 0) found.from = size;
  }
  if (place.walled && sight.beyond) return std::nullopt;
  const std::string_view secret = ahead.substr(found.from, found.to - found.from);
  if (rule.type == Type::kShape) {
    const std::string_view body = ahead.substr(size, end - size);
    const bool chance =
        std::ranges::all_of(start.text, redact::isAlphanumeric) && isAmidBase64(place.behind);
    if (rule.body.open() != nullptr && chance) return std::nullopt;
    if (redact::isExample(body)) return std::nullopt;
    if ((rule.flags & redact::kAnyBody) == 0 && !redact::isKeyBody(body)) return std::nullopt;
  }
  if ((rule.flags & redact::kCard) != 0 &&
      (!redact::isCardNumber(secret) || !isApart(place.behind, secret))) {
    return std::nullopt;
  }
  if ((rule.flags & redact::kKeyLine) != 0 && !redact::isKeyLine(secret)) return std::nullopt;
  if ((rule.flags & redact::kAnyValue) != 0) {
    const bool literal =
        (rule.flags & redact::kVerbatim) != 0 || redact::isQuote(ahead[found.from - 1]);
    if ((redact::worthOf(secret, literal) & rule.flags) == 0) return std::nullopt;
  }
  return found;
}

std::optional<Found> RedactionRules::named(const Start& start, const Place& place) const {
  using namespace redact;
  const Ready& rule = rules_[start.rule];
  const std::string_view ahead = place.ahead;
  const size_t word = wordEnd(ahead, start.text);
  if (word == 0) return std::nullopt;
  // A number at the end tells one of several apart.
  size_t end = word;
  while (end < ahead.size() &&
         (isDigit(ahead[end]) || (isSeparator(ahead[end]) && ahead[end] != ' ')))
    ++end;
  if (end == ahead.size() || isAlphanumeric(ahead[end])) return std::nullopt;
  const std::string_view head = nameBefore(place.behind);
  if (head.size() + word > kLongestName) return std::nullopt;
  const bool begins =
      head.empty() || !isAlphanumeric(head.back()) || (isUpper(ahead[0]) && isLower(head.back()));
  if ((rule.flags & kPart) != 0 && !begins) return std::nullopt;
  if ((rule.flags & (kSecret | kKey)) != 0) {
    std::string flat;
    for (const std::string_view part : {head, ahead.substr(0, word)}) {
      for (const char c : part) {
        if (!isSeparator(c)) flat += lowered(c);
      }
    }
    bool harmless = false;
    eachOf(kHarmless, ' ', [&](std::string_view part) {
      harmless = harmless || flat.find(part) != std::string::npos;
    });
    if (harmless) return std::nullopt;
  }
  const auto judge = [&](const Sight& sight, uint32_t accepted) -> std::optional<Found> {
    const std::string_view value = ahead.substr(sight.from, sight.to - sight.from);
    if (place.walled && sight.beyond) return std::nullopt;
    if ((rule.flags & kPhrase) == 0) accepted &= ~uint32_t{kPhrase};
    if ((rule.flags & kCommon) != 0 && head.empty()) accepted &= kSure;
    const char quote = ahead[sight.from - 1];
    const bool quoted = isQuote(quote) || isBeyondAscii(quote);
    if ((worthOf(value, quoted || (accepted & kVerbatim) != 0) & accepted) == 0)
      return std::nullopt;
    if ((rule.flags & (kSecret | kKey)) != 0) {
      if (!canBeKey(value, (rule.flags & kKey) != 0)) return std::nullopt;
      if ((accepted & kTelling) == 0 && value.size() < kLeastKey) return std::nullopt;
    }
    Found found{.from = sight.from, .to = sight.to, .kind = rule.kind};
    if (!rule.tail.empty()) {
      found.tail = &rule.tail;
    } else if (value.size() >= kLongestValue) {
      found.tail = &wordTail_;
    }
    return found;
  };
  if (!rule.body.empty()) {
    Sight sight = sightOf(ahead);
    return rule.body.match(sight, end) == Pattern::kNone ? std::nullopt : judge(sight, rule.flags);
  }
  const uint32_t bits = around(place.behind.substr(0, place.behind.size() - head.size()), head,
                               ahead.substr(0, word), parts_['P' - 'A'], sightOf({}));
  // The nearest: a text that holds the marker of a farther one would show the nearer one next time.
  std::optional<Found> nearest;
  for (size_t i = 0; i < links_.size(); ++i) {
    const Link& link = kLinks[i];
    if ((link.around & bits) != link.around) continue;
    Sight sight = sightOf(ahead);
    if (links_[i].match(sight, end) == Pattern::kNone) continue;
    if (nearest && sight.from >= nearest->from) continue;
    auto found = judge(sight, (rule.flags & kPassword) != 0 ? link.password : link.secret);
    if (found) nearest = found;
  }
  return nearest;
}

}  // namespace epitome
