/// Small readers over one line; none looks back.
#include "summary/quantities.h"

#include <algorithm>
#include <array>

#include "text/characters.h"
#include "text/word_set.h"

namespace epitome {
namespace {

constexpr size_t kNone = std::string_view::npos;
/// Groups of three that a number may have.
constexpr size_t kGroups = 8;

constexpr text::WordSet kUnits(
    "ms s sec secs second seconds min mins minute minutes h hr hrs hour hours day days week weeks "
    "month months year years us ns b kb mb gb tb pb kib mib gib tib bit bits byte bytes kbps mbps "
    "gbps hz khz mhz ghz px pixel pixels pt em rem dpi mm cm m km kg g mg lb lbs oz mi mph kmh kw "
    "kwh w v mv ma mah usd eur gbp chf jpy cny inr percent pct tokens token rpm rps qps fps req "
    "dollars euros cents sekunden stunden tage minuten");
/// Also approximations, which are rounded.
constexpr std::string_view kScales = "k m bn";
/// Behind a space these are more often words.
constexpr std::string_view kTight = "s m h b g w v em rem min us ma";
constexpr std::string_view kPer = "s sec second min minute h hr hour day week month year";
constexpr std::string_view kWideUnits[] = {
    "\u79d2", "\u5206", "\u5c0f\u65f6", "\u5929", "\u65e5", "\u6708", "\u5e74", "\u5143", "\u5186",
    "\uc6d0", "\u4e07", "\u20ac",       "\u00a3", "\u00a5", "\u00b0", "\u20b9", "\u20bd"};

size_t digitsFrom(std::string_view line, size_t at) {
  while (at < line.size() && isDigit(line[at])) ++at;
  return at;
}

/// Whether exactly `count` digits start at `at`.
bool digitsAt(std::string_view line, size_t at, size_t count) {
  return at <= line.size() && digitsFrom(line, at) - at == count;
}

/// Bytes of a mark between groups of three; 0 for another character.
size_t groupMark(std::string_view line, size_t at) {
  constexpr AsciiSet kPlainMarks(",_' ");
  constexpr std::string_view kWideMarks[] = {"\u00a0", "\u202f", "\u2009", "\u2019"};
  if (at >= line.size()) return 0;
  if (isAscii(line[at])) return kPlainMarks.has(line[at]) ? 1 : 0;
  for (const std::string_view mark : kWideMarks) {
    if (line.substr(at).starts_with(mark)) return mark.size();
  }
  return 0;
}

/// Behind groups of three that all have the mark of the first; `at` is behind the first digits.
size_t groupsFrom(std::string_view line, size_t at) {
  const size_t mark = groupMark(line, at);
  if (mark == 0) return at;
  const std::string_view sign = line.substr(at, mark);
  for (size_t left = kGroups; left > 0; --left) {
    if (!line.substr(at).starts_with(sign) || !digitsAt(line, at + mark, 3)) break;
    at += mark + 3;
  }
  return at;
}

/// Behind a wide unit at `at`, with the letter that degrees have; `at` where there is none.
size_t wideUnitFrom(std::string_view line, size_t at) {
  if (at >= line.size() || isAscii(line[at])) return at;
  for (const std::string_view wide : kWideUnits) {
    if (!line.substr(at).starts_with(wide)) continue;
    const size_t end = at + wide.size();
    const bool scaled = wide == "\u00b0" && end < line.size() &&
                        (line[end] == 'C' || line[end] == 'F' || line[end] == 'K') &&
                        (end + 1 == line.size() || !isAlnum(line[end + 1]));
    return scaled ? end + 1 : end;
  }
  return at;
}

/// Behind a time that the unit before `at` is counted by ("MB/s"); `at` where there is none.
size_t rateFrom(std::string_view line, size_t at) {
  if (at >= line.size() || line[at] != '/') return at;
  size_t end = at + 1;
  while (end < line.size() && isLetter(line[end]) && end - at < 8) ++end;
  const bool border = end == line.size() || (!isAlnum(line[end]) && line[end] != '/');
  return border && isOneOf(lowered(line.substr(at + 1, end - at - 1)), kPer) ? end : at;
}

/// Behind the unit at `at`, `at` where there is none, kNone where letters make it no number.
size_t unitFrom(std::string_view line, size_t at) {
  if (at >= line.size()) return at;
  if (line[at] == '%') return at + 1;
  if (const size_t wide = wideUnitFrom(line, at); wide > at) return wide;
  const bool spaced = line[at] == ' ';
  const size_t start = spaced ? at + 1 : at;
  size_t end = start;
  while (end < line.size() && isLetter(line[end]) && end - start < 10) ++end;
  const bool border = end == line.size() || (!isAlnum(line[end]) && line[end] != '_');
  if (end > start && border) {
    const std::string word = lowered(line.substr(start, end - start));
    if (kUnits.has(word) && !(spaced && isOneOf(word, kTight))) return rateFrom(line, end);
    if (spaced && word == "min") return end;
  }
  if (spaced) {
    if (start < line.size() && line[start] == '%') return start + 1;
    const size_t wide = wideUnitFrom(line, start);
    return wide > start ? wide : at;
  }
  return end > start || line[at] == '_' ? kNone : at;
}

uint32_t numberAt(std::string_view line, size_t from, size_t to) {
  uint32_t value = 0;
  for (size_t i = from; i < to && i < from + 6; ++i) {
    value = value * 10 + static_cast<uint32_t>(line[i] - '0');
  }
  return value;
}

bool endsWord(std::string_view line, size_t at) {
  if (at >= line.size()) return true;
  if (isAlnum(line[at]) || line[at] == '_') return false;
  return (line[at] != '.' && line[at] != '/' && line[at] != '-') || at + 1 >= line.size() ||
         !isAlnum(line[at + 1]);
}

/// Behind `hh:mm`, `hh:mm:ss`, decimals and a zone; 0: no time.
size_t clockFrom(std::string_view line, size_t at) {
  const size_t hours = digitsFrom(line, at);
  if (hours - at > 2 || hours == at || numberAt(line, at, hours) > 23) return 0;
  if (hours >= line.size() || line[hours] != ':' || !digitsAt(line, hours + 1, 2)) return 0;
  size_t end = hours + 3;
  if (numberAt(line, hours + 1, end) > 59) return 0;
  if (end < line.size() && line[end] == ':' && digitsAt(line, end + 1, 2)) {
    end += 3;
    if (end + 1 < line.size() && (line[end] == '.' || line[end] == ',') && isDigit(line[end + 1])) {
      end = digitsFrom(line, end + 1);
    }
  }
  if (end < line.size() && line[end] == ':') return 0;
  if (end < line.size() && (line[end] == 'Z' || line[end] == '+')) {
    if (line[end] == 'Z') {
      ++end;
    } else if (digitsAt(line, end + 1, 4)) {
      end += 5;
    } else if (digitsAt(line, end + 1, 2) && line.substr(end + 3).starts_with(":")) {
      end = digitsFrom(line, end + 4);
    }
  }
  return endsWord(line, end) ? end : 0;
}

struct Date {
  uint32_t year = 0;
  uint32_t month = 0;
  uint32_t day = 0;
  size_t end = 0;
};

Date dateFrom(std::string_view line, size_t at) {
  std::array<size_t, 3> from{};
  std::array<size_t, 3> to{};
  from[0] = at;
  to[0] = digitsFrom(line, at);
  if (to[0] >= line.size()) return {};
  const char mark = line[to[0]];
  if (mark != '-' && mark != '/' && mark != '.') return {};
  for (size_t i = 1; i < 3; ++i) {
    if (to[i - 1] >= line.size() || line[to[i - 1]] != mark) return {};
    from[i] = to[i - 1] + 1;
    to[i] = digitsFrom(line, from[i]);
    if (to[i] == from[i] || to[i] - from[i] > 4) return {};
  }
  std::array<uint32_t, 3> value{};
  for (size_t i = 0; i < 3; ++i) value[i] = numberAt(line, from[i], to[i]);
  const auto width = [&](size_t i) { return to[i] - from[i]; };
  Date date;
  date.end = to[2];
  if (width(0) == 4 && width(1) <= 2 && width(2) <= 2) {
    date.year = value[0];
    date.month = value[1];
    date.day = value[2];
  } else if (width(0) <= 2 && width(1) <= 2 && width(2) == 4) {
    date.year = value[2];
    const bool dayFirst = mark == '.' || value[0] > 12;
    date.month = dayFirst ? value[1] : value[0];
    date.day = dayFirst ? value[0] : value[1];
  } else {
    return {};
  }
  const bool real = date.year >= 1000 && date.year <= 2999 && date.month >= 1 && date.month <= 12 &&
                    date.day >= 1 && date.day <= 31;
  return real ? date : Date{};
}

std::string padded(uint32_t value, size_t width) {
  std::string out = std::to_string(value);
  return std::string(width - std::min(width, out.size()), '0') + out;
}

}  // namespace

Quantity readQuantity(std::string_view line, size_t at, bool currency) {
  Quantity out;
  const size_t whole = digitsFrom(line, at);
  if (whole == at) return out;
  // What a plain space sets apart may be a number of its own.
  const bool spaced = line.substr(whole).starts_with(' ');
  size_t end = whole - at <= 3 && !spaced ? groupsFrom(line, whole) : whole;
  const auto decimals = [&](size_t from) {
    return from + 1 < line.size() && isDigit(line[from + 1]) ? digitsFrom(line, from + 1) : from;
  };
  if (end < line.size() && line[end] == '.') {
    const size_t behind = decimals(end);
    out.decimal = behind > end;
    end = behind;
    // 1.234,56 and 1.234.567
    if (out.decimal && whole - at <= 3 && end - whole == 4) {
      while (line.substr(end).starts_with(".") && digitsAt(line, end + 1, 3)) end += 4;
      if (end < line.size() && line[end] == ',' && digitsAt(line, end + 1, 2)) end += 3;
    }
    if (end + 1 < line.size() && line[end] == '.' && isAlnum(line[end + 1])) return {};
  } else if (end == whole && end < line.size() && line[end] == ',') {
    // A decimal comma only where a unit says that it is no list.
    const size_t behind = decimals(end);
    const size_t unit = behind - end <= 3 && behind > end ? unitFrom(line, behind) : kNone;
    if (unit != kNone && unit > behind) {
      out.decimal = true;
      end = behind;
    }
  }
  if (out.decimal && end + 1 < line.size() && lowered(line[end]) == 'e') {
    const bool sign = line[end + 1] == '-' || line[end + 1] == '+';
    const size_t power = digitsFrom(line, end + (sign ? 2 : 1));
    if (isDigit(line[power - 1])) end = power;
  }
  const size_t unit = unitFrom(line, end);
  if (unit == kNone) {
    size_t letters = end;
    while (letters < line.size() && isLetter(line[letters])) ++letters;
    const std::string word = lowered(line.substr(end, std::min<size_t>(letters - end, 4)));
    if (!isOneOf(word, kScales) || !endsWord(line, letters)) return {};
    out.digitsEnd = end;
    out.end = letters;
    out.decimal = false;
    return out;
  }
  out.digitsEnd = end;
  out.end = unit;
  out.unit = unit > end || currency;
  for (size_t i = at; i < end; ++i) out.digits += isDigit(line[i]) ? 1 : 0;
  return out;
}

size_t readApart(std::string_view line, size_t at) {
  const size_t whole = digitsFrom(line, at);
  const size_t end = whole - at <= 3 ? groupsFrom(line, whole) : whole;
  const bool decimals =
      end + 1 < line.size() && (line[end] == ',' || line[end] == '.') && isDigit(line[end + 1]);
  return decimals ? digitsFrom(line, end + 1) : end;
}

size_t readTime(std::string_view line, size_t at) {
  const Date date = dateFrom(line, at);
  if (date.end == 0) return clockFrom(line, at);
  if (date.end + 1 < line.size() && (line[date.end] == 'T' || line[date.end] == ' ')) {
    const size_t clock = clockFrom(line, date.end + 1);
    if (clock > 0) return clock;
  }
  return endsWord(line, date.end) ? date.end : 0;
}

namespace {

constexpr std::string_view kMonths[] = {"january",   "february", "march",    "april",
                                        "may",       "june",     "july",     "august",
                                        "september", "october",  "november", "december"};

/// 1 to 12; 0 for another word.
uint32_t monthOf(std::string_view word) {
  constexpr AsciiSet kFirst("JFMASOND");
  constexpr size_t kLongest = 9;
  if (word.size() < 3 || word.size() > kLongest || !kFirst.has(word[0])) return 0;
  const std::string name = lowered(word);
  for (uint32_t i = 0; i < 12; ++i) {
    const bool brief = name.size() == 3 || name == "sept";
    if (name == kMonths[i] || (brief && kMonths[i].starts_with(name))) return i + 1;
  }
  return 0;
}

/// Behind one or two digits and what makes them a day.
size_t dayFrom(std::string_view line, size_t at) {
  const size_t end = digitsFrom(line, at);
  if (end == at || end - at > 2) return 0;
  const uint32_t day = numberAt(line, at, end);
  if (day < 1 || day > 31) return 0;
  const std::string_view suffix = line.substr(end, 2);
  const bool ordinal = suffix == "st" || suffix == "nd" || suffix == "rd" || suffix == "th";
  const size_t behind = end + (ordinal ? 2 : 0);
  return behind < line.size() && (isAlnum(line[behind]) || line[behind] == ':') ? 0 : behind;
}

size_t yearFrom(std::string_view line, size_t at) {
  if (line.substr(at).starts_with(",")) ++at;
  if (!line.substr(at).starts_with(" ") || !digitsAt(line, at + 1, 4)) return 0;
  const uint32_t year = numberAt(line, at + 1, at + 5);
  return year >= 1900 && year <= 2100 && endsWord(line, at + 5) ? at + 5 : 0;
}

}  // namespace

bool readMonth(std::string_view line, size_t begin, size_t end, size_t& from, size_t& to) {
  if (monthOf(line.substr(begin, end - begin)) == 0) return false;
  from = begin;
  to = end;
  size_t next = end;
  if (line.substr(next).starts_with(".")) ++next;
  // "15 May", "15. May", "15th of" is left alone.
  if (begin > 1 && line[begin - 1] == ' ') {
    size_t day = begin - 1;
    while (day > 0 && begin - day < 6 && isAlnum(line[day - 1])) --day;
    if (day == begin - 1 && day > 0 && line[day - 1] == '.') {
      --day;
      while (day > 0 && begin - day < 6 && isDigit(line[day - 1])) --day;
    }
    const size_t behind = day < begin - 1 ? dayFrom(line, day) : 0;
    if (behind > 0) {
      from = day;
      const size_t year = yearFrom(line, next);
      if (year > 0) to = year;
      return true;
    }
  }
  if (!line.substr(next).starts_with(" ")) return false;
  const size_t day = dayFrom(line, next + 1);
  if (day == 0) return false;
  const size_t year = yearFrom(line, day);
  to = year > 0 ? year : day;
  return true;
}

std::string normalNumber(std::string_view text) {
  // Which of the two marks, if any, stands before decimals.
  size_t end = 0;
  size_t points = 0;
  size_t commas = 0;
  size_t lastPoint = kNone;
  size_t lastComma = kNone;
  size_t begin = 0;
  while (begin < text.size() && !isDigit(text[begin])) ++begin;
  text.remove_prefix(begin);
  for (; end < text.size(); ++end) {
    const char c = text[end];
    if (c == '.' && end + 1 < text.size() && isDigit(text[end + 1])) {
      ++points;
      lastPoint = end;
    } else if (c == ',' && end + 1 < text.size() && isDigit(text[end + 1])) {
      ++commas;
      lastComma = end;
    } else if (!isDigit(c)) {
      const size_t mark = groupMark(text, end);
      if (mark == 0 || c == ',' || !digitsAt(text, end + mark, 3)) break;
      end += mark - 1;
    }
  }
  size_t mark = kNone;
  if (points == 1 && (commas == 0 || lastPoint > lastComma)) {
    mark = lastPoint;
  } else if (commas == 1 && (points > 0 || !digitsAt(text, lastComma + 1, 3))) {
    mark = lastComma;
  }
  std::string out;
  bool decimals = false;
  for (size_t i = 0; i < end; ++i) {
    if (i == mark) {
      decimals = true;
      out += '.';
    } else if (isDigit(text[i])) {
      out += text[i];
    }
  }
  if (decimals) {
    while (out.ends_with('0')) out.pop_back();
    if (out.ends_with('.')) out.pop_back();
  }
  const size_t zeros = std::min(out.find_first_not_of('0'), out.size());
  const bool point = zeros < out.size() && out[zeros] == '.';
  if (zeros > 0 && decimals) out.erase(0, zeros == out.size() || point ? zeros - 1 : zeros);
  // An exponent stays as it is.
  if (end + 1 < text.size() && lowered(text[end]) == 'e' &&
      (isDigit(text[end + 1]) || text[end + 1] == '-' || text[end + 1] == '+')) {
    out += lowered(text.substr(end));
  }
  return out;
}

std::string normalTime(std::string_view text) {
  if (text.empty()) return {};
  if (isDigit(text[0])) {
    const Date date = dateFrom(text, 0);
    if (date.end > 0) {
      std::string out =
          padded(date.year, 4) + "-" + padded(date.month, 2) + "-" + padded(date.day, 2);
      if (date.end + 1 < text.size()) out += "T" + std::string(text.substr(date.end + 1));
      return out;
    }
    if (clockFrom(text, 0) == text.size()) {
      return text.size() > 1 && text[1] == ':' ? "0" + std::string(text) : std::string(text);
    }
  }
  uint32_t month = 0;
  uint32_t day = 0;
  uint32_t year = 0;
  for (size_t at = 0; at < text.size();) {
    size_t end = at;
    if (isDigit(text[at])) {
      end = digitsFrom(text, at);
      (end - at == 4 ? year : day) = numberAt(text, at, end);
    } else if (isLetter(text[at])) {
      while (end < text.size() && isLetter(text[end])) ++end;
      month = std::max(month, monthOf(text.substr(at, end - at)));
    }
    at = std::max(end, at + 1);
  }
  const std::string inYear = padded(month, 2) + "-" + padded(day, 2);
  return year > 0 ? padded(year, 4) + "-" + inYear : inYear;
}

}  // namespace epitome
