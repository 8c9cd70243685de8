/// Fingerprints by class: numbers, names, paths by components, addresses.
#include "summary/identifier_set.h"

#include <algorithm>
#include <array>

#include "summary/quantities.h"
#include "text/characters.h"
#include "text/hash.h"
#include "text/path.h"

namespace epitome {
namespace {

using enum IdentifierKind;

/// Seeds of the classes.
constexpr uint64_t kPathSeed = 11;
constexpr uint64_t kNumberSeed = 12;
constexpr uint64_t kHexSeed = 13;
constexpr uint64_t kNameSeed = 14;
constexpr uint64_t kAddressSeed = 15;
constexpr uint64_t kTimeSeed = 16;
constexpr uint64_t kWholeSeed = 17;

constexpr size_t kExactSlots = size_t{1} << 18;
/// Two megabytes of bits, four a key.
constexpr size_t kBlurredWords = size_t{1} << 18;
constexpr uint64_t kBitsMask = kBlurredWords * 64 - 1;
constexpr int kBitsPerKey = 4;
/// Components of a path between which every run is known; longer paths know their beginnings and
/// ends.
constexpr size_t kRuns = 8;
constexpr size_t kMostComponents = 64;
/// Prefixes of an address.
constexpr size_t kMostPrefixes = 24;
/// Decimals that are rounded away one by one.
constexpr size_t kMostDecimals = 20;

constexpr size_t kNone = std::string_view::npos;

uint64_t notZero(uint64_t key) { return key == 0 ? 1 : key; }

/// `a.cc:12:3` is a.cc.
std::string_view withoutLine(std::string_view path) {
  for (;;) {
    const size_t colon = path.rfind(':');
    if (colon == kNone || colon < 2 || colon + 1 == path.size()) return path;
    const std::string_view rest = path.substr(colon + 1);
    if (!std::all_of(rest.begin(), rest.end(), [](char c) { return isDigit(c) || c == '-'; })) {
      return path;
    }
    path = path.substr(0, colon);
  }
}

/// Fingerprints of the components that say something: none of `.`, `..`, `~`, `$HOME`.
std::vector<uint64_t> componentsOf(std::string_view path) {
  std::vector<uint64_t> out;
  for (size_t at = 0; at <= path.size() && out.size() < kMostComponents;) {
    const size_t end = std::min(path.find_first_of("/\\", at), path.size());
    const std::string_view part = path.substr(at, end - at);
    const bool vague = part.empty() || part == "." || part == ".." || part == "~" || part[0] == '$';
    if (!vague) out.push_back(text::hashOf(part));
    at = end + 1;
  }
  return out;
}

uint64_t runKey(const std::vector<uint64_t>& components) {
  uint64_t key = kPathSeed;
  for (const uint64_t component : components) key = text::combine(key, component);
  return notZero(key);
}

uint64_t wholeKey(uint64_t run) { return notZero(text::combine(run, kWholeSeed)); }

/// Host and path, no scheme, no slash at the end.
std::string addressOf(std::string_view address) {
  std::string out = text::normalizedPath(address);
  const size_t scheme = out.find("://");
  if (scheme != kNone) out.erase(0, scheme + 3);
  if (out.starts_with("www.")) out.erase(0, 4);
  while (out.ends_with('/')) out.pop_back();
  return out;
}

uint64_t addressKey(std::string_view address) {
  return notZero(text::hashOf(address, kAddressSeed));
}

uint64_t numberKey(std::string_view digits) { return notZero(text::hashOf(digits, kNumberSeed)); }

/// Of a number that has so many decimals because others were left out: 152.90 is none that stands
/// for 152.98, though 152.9 does.
uint64_t roundedKey(std::string_view digits, size_t decimals) {
  return notZero(text::combine(text::hashOf(digits, kNumberSeed), decimals + 1));
}

/// Of a quantity what stands between the sign of a currency and its unit.
std::string_view digitsOf(std::string_view quantity) {
  while (!quantity.empty() && !isDigit(quantity.front())) quantity.remove_prefix(1);
  const size_t end = readQuantity(quantity, 0, false).digitsEnd;
  if (end == 0) return quantity;
  const size_t apart = readApart(quantity, 0);
  return quantity.substr(0, apart == quantity.size() ? apart : end);
}

/// The value of digits whose marks mean the other thing: 4.300 may be written for 4300, and 4,300
/// for 4.3. Empty: they cannot.
std::string otherReading(std::string_view digits) {
  const size_t first = digits.find_first_not_of("0123456789");
  if (first == kNone || first == 0 || first > 3) return {};
  const char mark = digits[first];
  std::string out(digits.substr(0, first));
  for (size_t at = first; at < digits.size(); at += 4) {
    const std::string_view group = digits.substr(at, 4);
    if (group.size() < 4 || group[0] != mark || !std::ranges::all_of(group.substr(1), isDigit)) {
      return {};
    }
    out += group.substr(1);
  }
  if (mark == '.') return digits[0] == '0' ? std::string() : out;
  if (mark != ',' || out.size() != first + 3) return {};
  return normalNumber(out.insert(first, "."));
}

/// The decimals that `digits`, which come to `value`, are written with: closing zeros count.
size_t writtenDecimals(std::string_view digits, std::string_view value) {
  const size_t point = digits.find_last_of(".,");
  if (point == std::string_view::npos) return 0;
  const auto before = std::count_if(digits.begin(), digits.begin() + static_cast<ptrdiff_t>(point),
                                    [](char c) { return isDigit(c); });
  // The last of several groups of thousands is no decimals.
  const size_t whole = std::min(value.find('.'), value.size());
  return static_cast<size_t>(before) == whole ? digits.size() - point - 1 : 0;
}

std::string_view withoutPrefix(std::string_view text, std::string_view lower) {
  const bool has = text.size() > lower.size() && lowered(text.substr(0, lower.size())) == lower;
  return has ? text.substr(lower.size()) : text;
}

/// Words of letters and digits in lower case with a space between them.
std::string wordsOf(std::string_view text) {
  std::string out;
  bool between = false;
  for (const char c : text) {
    if (!isAlnum(c) && isAscii(c)) {
      between = !out.empty();
      continue;
    }
    if (between) out += ' ';
    between = false;
    out += lowered(c);
  }
  return out;
}

/// `value` with one decimal less, rounded half up; decimal digits with one point.
std::string rounded(std::string value) {
  const bool up = value.back() >= '5';
  value.pop_back();
  if (value.back() == '.') value.pop_back();
  if (!up) return value;
  for (size_t i = value.size(); i > 0; --i) {
    char& c = value[i - 1];
    if (c == '.') continue;
    if (c != '9') {
      ++c;
      return value;
    }
    c = '0';
  }
  return "1" + value;
}

}  // namespace

std::string normalForm(IdentifierKind kind, std::string_view text) {
  switch (kind) {
    case kPath:
      return text::normalizedPath(withoutLine(text));
    case kUrl:
      return text::normalizedPath(text);
    case kHash:
    case kUuid:
    case kEmail:
      return lowered(text);
    case kVersion:
      return std::string(withoutPrefix(text, "v"));
    case kNumber: {
      const std::string_view digits = digitsOf(text);
      std::string out = normalNumber(digits);
      std::string_view unit = text.substr(text.find(digits) + digits.size());
      while (unit.starts_with(' ')) unit.remove_prefix(1);
      return out + lowered(unit);
    }
    case kTime:
      return normalTime(text);
    case kErrorText: {
      std::string out;
      for (const char c : text) {
        const bool space = static_cast<uint8_t>(c) <= ' ';
        if (!space) {
          out += c;
        } else if (!out.empty() && out.back() != ' ') {
          out += ' ';
        }
      }
      while (out.ends_with(' ')) out.pop_back();
      return out;
    }
    case kSymbol:
    case kIssue:
    case kFlag:
      return std::string(text);
  }
  return std::string(text);
}

uint64_t identifierKey(IdentifierKind kind, std::string_view text) {
  switch (kind) {
    case kPath:
      return runKey(componentsOf(normalForm(kind, text)));
    case kUrl:
      return addressKey(addressOf(text));
    case kHash:
      return notZero(text::hashOf(withoutPrefix(lowered(text), "0x"), kHexSeed));
    case kUuid:
      return notZero(text::hashOf(lowered(text), kHexSeed));
    case kVersion:
      return numberKey(withoutPrefix(text, "v"));
    case kNumber:
      return numberKey(normalNumber(digitsOf(text)));
    case kTime:
      return notZero(text::hashOf(normalTime(text), kTimeSeed));
    case kErrorText:
      return notZero(text::hashOf(wordsOf(text), kNameSeed));
    case kEmail:
    case kFlag:
      return notZero(text::hashOf(lowered(text), kNameSeed));
    case kSymbol:
    case kIssue:
      return notZero(text::hashOf(text, kNameSeed));
  }
  return 1;
}

void KeySet::add(uint64_t key) {
  if (blurred_) {
    mark(key);
    return;
  }
  if ((size_ + 1) * 2 > slots_.size()) {
    if (slots_.size() >= kExactSlots) {
      blur();
      mark(key);
      return;
    }
    grow();
  }
  insert(key);
}

void KeySet::insert(uint64_t key) {
  const size_t mask = slots_.size() - 1;
  size_t at = static_cast<size_t>(key) & mask;
  while (slots_[at] != 0 && slots_[at] != key) at = (at + 1) & mask;
  size_ += slots_[at] == 0 ? 1 : 0;
  slots_[at] = key;
}

void KeySet::grow() {
  std::vector<uint64_t> old(std::max<size_t>(64, slots_.size() * 2));
  old.swap(slots_);
  size_ = 0;
  for (const uint64_t key : old) {
    if (key != 0) insert(key);
  }
}

void KeySet::blur() {
  std::vector<uint64_t> old(kBlurredWords);
  old.swap(slots_);
  blurred_ = true;
  for (const uint64_t key : old) {
    if (key != 0) mark(key);
  }
}

void KeySet::mark(uint64_t key) {
  const uint64_t step = (key >> 32) | 1;
  for (int i = 0; i < kBitsPerKey; ++i) {
    const uint64_t bit = (key + static_cast<uint64_t>(i) * step) & kBitsMask;
    slots_[static_cast<size_t>(bit / 64)] |= uint64_t{1} << (bit % 64);
  }
}

bool KeySet::has(uint64_t key) const {
  if (slots_.empty()) return false;
  if (blurred_) {
    const uint64_t step = (key >> 32) | 1;
    for (int i = 0; i < kBitsPerKey; ++i) {
      const uint64_t bit = (key + static_cast<uint64_t>(i) * step) & kBitsMask;
      if ((slots_[static_cast<size_t>(bit / 64)] >> (bit % 64) & 1) == 0) return false;
    }
    return true;
  }
  const size_t mask = slots_.size() - 1;
  size_t at = static_cast<size_t>(key) & mask;
  while (slots_[at] != 0 && slots_[at] != key) at = (at + 1) & mask;
  return slots_[at] == key;
}

void IdentifierSet::identifier(const Identifier& found) {
  const std::string_view text = found.text;
  if (found.kind != kPath) keys_.add(identifierKey(found.kind, text));
  switch (found.kind) {
    case kPath:
      addPath(text);
      break;
    case kUrl:
      addAddress(text);
      break;
    case kNumber:
      addNumber(text);
      break;
    case kHash:
    case kUuid: {
      const std::string low(withoutPrefix(lowered(text), "0x"));
      for (const size_t length : {7U, 8U, 9U, 10U, 11U, 12U, 16U}) {
        if (length < low.size()) keys_.add(identifierKey(kHash, low.substr(0, length)));
      }
      break;
    }
    case kVersion: {
      const std::string_view version = withoutPrefix(text, "v");
      for (size_t dot = version.find('.'); dot != kNone; dot = version.find('.', dot + 1)) {
        keys_.add(numberKey(version.substr(0, dot)));
      }
      // 2.0.0 of 2.0.0-beta.1
      keys_.add(numberKey(version.substr(0, version.find_first_of("-+"))));
      addOtherReading(version);
      break;
    }
    case kTime: {
      const std::string time = normalTime(text);
      keys_.add(notZero(text::hashOf(time.substr(0, time.find('T')), kTimeSeed)));
      if (const size_t clock = time.find('T'); clock != kNone) {
        keys_.add(notZero(text::hashOf(time.substr(clock + 1), kTimeSeed)));
        keys_.add(notZero(text::hashOf(time.substr(clock + 1, 5), kTimeSeed)));
      }
      // Without the year.
      if (time.size() >= 10 && time[4] == '-') {
        keys_.add(notZero(text::hashOf(time.substr(5, 5), kTimeSeed)));
        keys_.add(numberKey(time.substr(0, 4)));
      }
      break;
    }
    case kEmail:
      addAddress(text.substr(text.find('@') + 1));
      break;
    case kSymbol:
    case kIssue:
    case kErrorText:
    case kFlag:
      break;
  }
}

void IdentifierSet::addPath(std::string_view path) {
  const std::vector<uint64_t> components = componentsOf(normalForm(kPath, path));
  const size_t count = components.size();
  for (size_t from = 0; from < count; ++from) {
    uint64_t key = kPathSeed;
    for (size_t to = from; to < count; ++to) {
      key = text::combine(key, components[to]);
      const bool near = to - from < kRuns;
      if (near || from == 0 || to + 1 == count) keys_.add(notZero(key));
    }
  }
  keys_.add(wholeKey(runKey(components)));
  // Diffs write a/ and b/ before the names of their two sides.
  if (path.starts_with("a/") || path.starts_with("b/")) {
    keys_.add(wholeKey(runKey({components.begin() + 1, components.end()})));
  }
}

void IdentifierSet::addAddress(std::string_view address) {
  const std::string known = addressOf(address);
  size_t left = kMostPrefixes;
  for (size_t at = known.find_first_of("/?#&:"); at != kNone && left > 0;
       at = known.find_first_of("/?#&:", at + 1), --left) {
    keys_.add(addressKey(std::string_view(known).substr(0, at)));
  }
  keys_.add(addressKey(known));
  const size_t slash = known.find('/');
  if (slash != kNone) addPath(std::string_view(known).substr(0, known.find_first_of("?#")));
}

void IdentifierSet::addOtherReading(std::string_view digits) {
  const std::string other = otherReading(digits);
  if (!other.empty()) keys_.add(numberKey(other));
}

void IdentifierSet::addNumber(std::string_view number) {
  const std::string_view digits = digitsOf(number);
  addOtherReading(digits);
  std::string value = normalNumber(digits);
  const size_t point = value.find('.');
  if (point == kNone || value.find('e') != kNone) return;
  for (size_t left = kMostDecimals; value.find('.') != kNone && left > 0; --left) {
    const size_t decimals = value.size() - value.find('.') - 2;
    keys_.add(roundedKey(normalNumber(value.substr(0, value.size() - 1)), decimals));
    value = rounded(value);
    keys_.add(roundedKey(normalNumber(value), decimals));
  }
}

bool IdentifierSet::hasWhole(std::string_view path) const {
  return keys_.has(wholeKey(identifierKey(kPath, path)));
}

bool IdentifierSet::has(IdentifierKind kind, std::string_view text) const {
  if (keys_.has(identifierKey(kind, text))) return true;
  if (kind == kNumber || kind == kVersion) {
    const std::string_view digits = digitsOf(text);
    const std::string value = normalNumber(digits);
    if (keys_.has(roundedKey(value, writtenDecimals(digits, value)))) return true;
    const std::string other = otherReading(digits);
    return !other.empty() && (keys_.has(numberKey(other)) ||
                              keys_.has(roundedKey(other, writtenDecimals(digits, other))));
  }
  // What one text takes for a version is a number to another, and a host is a path.
  if (kind == kUrl) return keys_.has(identifierKey(kPath, addressOf(text)));
  if (kind == kPath) return keys_.has(identifierKey(kUrl, text));
  return false;
}

}  // namespace epitome
