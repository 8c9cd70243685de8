/// Asks of each word what it is, whole words first.
#include "summary/identifier_line.h"

#include <algorithm>

#include "summary/error_line.h"
#include "summary/quantities.h"
#include "summary/word_kinds.h"
#include "text/characters.h"
#include "text/utf.h"

namespace epitome {
namespace {

using enum IdentifierKind;

constexpr size_t kNone = std::string_view::npos;

bool isSpace(char c) { return static_cast<uint8_t>(c) <= ' ' || c == '\x7F'; }

constexpr AsciiSet kEscapes("ntrb");
constexpr AsciiSet kNotInAddress("\"'`<>|{}[]\\^;");
constexpr AsciiSet kBehindAddress(".,:!?*_~");
constexpr AsciiSet kBehindWord(".:~-");
constexpr AsciiSet kBeforeForeign("/_-");
constexpr AsciiSet kBehindForeign("/._-");

bool inAddress(char c) { return !isSpace(c) && isAscii(c) && !kNotInAddress.has(c); }

class LineScan {
 public:
  LineScan(std::string_view line, uint64_t offset, IdentifierSink& sink)
      : line_(line), offset_(offset), sink_(sink) {}

  void run() {
    size_t at = 0;
    while (at < line_.size()) {
      if (isWordBorder(line_[at])) {
        // A text inside JSON has its line breaks and quotes as escapes.
        const bool escape =
            line_[at] == '\\' && at + 1 < line_.size() && kEscapes.has(line_[at + 1]);
        at += escape ? 2 : 1;
        continue;
      }
      if (!isAscii(line_[at])) {
        const CodePoint point = codePointAt(line_, at);
        if (!isLatinLetter(point.code)) {
          at += point.bytes;
          continue;
        }
      }
      at = word(at);
    }
    size_t begin = 0;
    size_t end = 0;
    if (findError(line_, begin, end)) emit(kErrorText, begin, end);
  }

 private:
  void emit(IdentifierKind kind, size_t begin, size_t end, bool sure = true,
            bool measured = false) {
    if (begin >= end) return;
    sink_.identifier(
        {kind, sure, measured, offset_ + begin, offset_ + end, line_.substr(begin, end - begin)});
  }

  std::string_view piece(size_t begin, size_t end) const {
    return line_.substr(begin, end - begin);
  }

  /// Behind the letters of other scripts from `at`.
  size_t foreignFrom(size_t at) const {
    while (at < line_.size() && !isAscii(line_[at])) {
      const CodePoint point = codePointAt(line_, at);
      if (!isForeignLetter(point.code) && !isLatinLetter(point.code)) break;
      at += point.bytes;
    }
    return at;
  }

  /// Where the word at `at` ends. Letters of other scripts belong to it between the marks of a path
  /// only: people write `\u770bsrc/a.ts\u3002` without spaces.
  size_t wordEnd(size_t at) const {
    const bool drive = at + 2 < line_.size() && isLetter(line_[at]) && line_[at + 1] == ':' &&
                       line_[at + 2] == '\\';
    size_t end = at;
    while (end < line_.size()) {
      if (isAscii(line_[end])) {
        if (isWordBorder(line_[end]) && !(drive && line_[end] == '\\')) break;
        ++end;
        continue;
      }
      const CodePoint point = codePointAt(line_, end);
      if (isLatinLetter(point.code)) {
        end += point.bytes;
        continue;
      }
      const size_t behind = foreignFrom(end);
      const bool before = end > at && kBeforeForeign.has(line_[end - 1]);
      const bool after = behind + 1 < line_.size() && kBehindForeign.has(line_[behind]) &&
                         !isWordBorder(line_[behind + 1]);
      if (behind == end || !before || !after) break;
      end = behind;
    }
    return end;
  }

  size_t addressEnd(size_t at) const {
    size_t depth = 0;
    size_t end = at;
    for (; end < line_.size() && inAddress(line_[end]); ++end) {
      if (line_[end] == '(') ++depth;
      if (line_[end] == ')') {
        if (depth == 0) break;
        --depth;
      }
    }
    while (end > at && kBehindAddress.has(line_[end - 1])) --end;
    return end;
  }

  size_t word(size_t at) {
    size_t end = wordEnd(at);
    const std::string_view whole = piece(at, end);
    // Most words.
    if (isPlain(whole) && whole.size() <= kMostWordBytes) return read(at, end, isQuoted(at, end));
    const size_t scheme = whole.find("://");
    if (scheme != kNone) return address(at, at + scheme);
    if (whole.starts_with("www.") && whole.size() > 6) {
      const size_t behind = addressEnd(at);
      emit(kUrl, at, behind);
      return std::max(behind, at + 1);
    }
    if (const size_t left = rangeIn(whole); left > 0) end = at + left;
    const size_t next = end;
    while (end > at && kBehindWord.has(line_[end - 1])) --end;
    if (end == at) return next;
    if (end - at > kMostWordBytes) return next;
    return std::max(read(at, end, isQuoted(at, next)), next);
  }

  /// Between backticks.
  bool isQuoted(size_t at, size_t end) const {
    return at > 0 && line_[at - 1] == '`' && end < line_.size() && line_[end] == '`';
  }

  /// Bytes of the first of two names with a range between them, as git writes it: `main..fix`,
  /// `main...origin/main`. 0: none.
  static size_t rangeIn(std::string_view text) {
    const size_t dots = text.find("..");
    if (dots == kNone || dots == 0 || text[dots - 1] == '/') return 0;
    const size_t behind = text.find_first_not_of('.', dots);
    const bool named = std::any_of(text.begin(), text.begin() + dots, isLetter);
    return named && behind != kNone && text[behind] != '/' ? dots : 0;
  }

  /// The letters right before `://` at `colon` are the scheme.
  size_t address(size_t at, size_t colon) {
    size_t begin = colon;
    while (begin > at && isLetter(line_[begin - 1])) --begin;
    const size_t end = addressEnd(colon + 3);
    if (begin > at) read(at, begin, false);
    const bool file = piece(begin, colon) == "file";
    const bool real = colon - begin >= 2 && colon - begin <= 12 && end > colon + 4;
    const bool made = piece(colon, end).find_first_of("$*") != kNone;
    if (real) emit(file ? kPath : kUrl, begin, end, !made);
    return std::max(end, colon + 3);
  }

  /// The word [at, end), and what follows it where a number goes on. Returns where to go on.
  size_t read(size_t at, size_t end, bool quoted) {
    const std::string_view text = piece(at, end);
    const char first = text[0];
    // The name of a month is all that it can be, and that of a function.
    if (isPlain(text) && !line_.substr(end).starts_with('(')) {
      month(at, end);
      return end;
    }
    if (first == '$' || first == '~') {
      const bool money = first == '$' && text.size() > 1 && isDigit(text[1]);
      if (money) return number(at + 1, end, 1);
    }
    if (first == '#') return issue(at, end);
    if (const size_t flag = flagLength(text); flag > 0) {
      emit(kFlag, at, at + flag);
      return end;
    }
    if (text.find('@') != kNone) return atSign(at, end);
    if (isDigit(first)) {
      if (const size_t time = readTime(line_, at); time > 0) {
        emit(kTime, at, time);
        return time;
      }
    }
    if (isUuid(text)) {
      emit(kUuid, at, end);
    } else if (isHash(text)) {
      emit(kHash, at, end);
    } else if (isHost(text)) {
      emit(kUrl, at, end);
    } else if (isVersion(text)) {
      emit(kVersion, at, end, !numbersItem(at, end));
    } else if (isPath(text)) {
      emit(kPath, at, end);
    } else if (const size_t colon = text.find(':');
               colon != kNone && isPath(text.substr(0, colon))) {
      // A line, or a test in the file.
      emit(kPath, at, at + colon);
      digits(at + colon, end);
      const size_t name = std::min(text.find_first_not_of(':', colon), text.size());
      if (isSymbol(text.substr(name))) emit(kSymbol, at + name, end);
    } else if (isDigit(first) && text.find('/') == kNone) {
      return number(at, end, currencyBefore(at));
    } else {
      return parts(at, end, quoted);
    }
    return end;
  }

  /// Small letters, but for the first.
  static bool isPlain(std::string_view text) {
    return isLetter(text[0]) && std::all_of(text.begin() + 1, text.end(), isLower);
  }

  size_t issue(size_t at, size_t end) {
    size_t behind = at + 1;
    while (behind < end && isDigit(line_[behind])) ++behind;
    const bool ends = behind == end || !isAlnum(line_[behind]);
    if (end - at == 7 && std::all_of(line_.begin() + static_cast<ptrdiff_t>(at) + 1,
                                     line_.begin() + static_cast<ptrdiff_t>(end),
                                     [](char c) { return text::hexDigit(c) < 16; })) {
      // A colour.
      emit(kHash, at, end);
      digits(at, end);
      return end;
    }
    if (behind > at + 1 && behind - at <= 8 && ends) {
      emit(kIssue, at, behind, behind - at > 2);
      emit(kNumber, at + 1, behind, false);
      return end;
    }
    return at + 1 < end ? read(at + 1, end, false) : end;
  }

  size_t atSign(size_t at, size_t end) {
    const std::string_view text = piece(at, end);
    if (isEmail(text)) {
      emit(kEmail, at, end);
      return end;
    }
    if (text.starts_with("@@")) {
      while (at < end && line_[at] == '@') ++at;
      return at < end ? read(at, end, false) : end;
    }
    const size_t sign = at + text.find('@');
    // A package: @scope/name, name@1.2.3.
    if (sign == at) {
      const size_t version = std::min(text.find('@', 1), text.size());
      const size_t slash = text.find('/');
      const bool package = slash != kNone && slash > 1 && slash + 1 < version;
      if (package) emit(kSymbol, at, at + version, isLetter(text[1]));
      if (version + 1 < text.size()) parts(at + version + 1, end, false);
      if (package || version < text.size()) return end;
      return at + 1 < end ? read(at + 1, end, false) : end;
    }
    parts(at, sign, false);
    return sign + 1 < end ? read(sign + 1, end, false) : end;
  }

  /// `2.1 Title`: where a line begins, small numbers with points count what follows.
  bool numbersItem(size_t at, size_t end) const {
    const std::string_view before = line_.substr(0, at);
    const std::string_view text = piece(at, end);
    const bool first = before.find_first_not_of(" \t#*->") == kNone;
    const bool small =
        text.size() <= 8 && text.find_first_not_of("0123456789.") == kNone && text.find('.') <= 2;
    const size_t next = line_.find_first_not_of(".):", end);
    return first && small && next < line_.size() && line_[next] == ' ';
  }

  /// Bytes of the sign of a currency right before.
  size_t currencyBefore(size_t at) const {
    const std::string_view before = line_.substr(0, at);
    for (const std::string_view sign : {"\u20ac", "\u00a3", "\u00a5", "\u20b9", "\u20bd"}) {
      if (before.ends_with(sign)) return sign.size();
    }
    return 0;
  }

  /// A number starts at `at`, behind a currency's sign of so many bytes, inside the word that ends
  /// at `end`.
  size_t number(size_t at, size_t end, size_t sign) {
    const Quantity found = readQuantity(line_, at, sign > 0);
    if (found.digitsEnd == 0) return parts(at, end, false);
    const bool measured = found.decimal || found.unit;
    const bool sure = (measured || found.digits >= 4) && !numbersItem(at, found.end);
    const size_t apart = readApart(line_, at);
    if (apart > found.digitsEnd) emit(kNumber, at - sign, apart, false);
    emit(kNumber, at - sign, found.end, sure, measured);
    // The numbers of a list look like groups.
    if (piece(at, found.digitsEnd).find(',') != kNone) digits(at, found.digitsEnd);
    if (found.end < end) return parts(found.end, end, false);
    return found.end;
  }

  /// Runs of digits, none of which is sure to be a number.
  void digits(size_t at, size_t end) {
    while (at < end) {
      if (!isDigit(line_[at])) {
        ++at;
        continue;
      }
      size_t behind = at;
      while (behind < end && isDigit(line_[behind])) ++behind;
      emit(kNumber, at, behind, false);
      at = behind;
    }
  }

  /// A word that is nothing as a whole: what lies between its colons, slashes and hyphens.
  size_t parts(size_t at, size_t end, bool quoted) {
    const std::string_view text = piece(at, end);
    const bool called = piece(end, std::min(end + 2, line_.size())).starts_with("(");
    if (isTicket(text)) {
      emit(kIssue, at, end);
    } else if (quoted && text.size() >= 3 && isNamed(text)) {
      emit(text.find('/') != kNone ? kPath : kSymbol, at, end);
    } else if (isSymbol(text) || (called && isCall(at, end))) {
      emit(kSymbol, at, end, !isTag(at, end));
    } else if (text.find('/') != kNone || text.find('.') != kNone || isBranch(at, end)) {
      emit(kPath, at, end, isBranch(at, end) || standsAlone(at, end));
    }
    size_t behind = end;
    for (size_t from = at; from < end;) {
      size_t to = from;
      while (to < end && !splits(at, to, end)) ++to;
      if (to > from && (from > at || to < end || isDigit(line_[from]))) {
        behind = std::max(behind, leaf(from, to));
      } else if (to > from) {
        month(from, to);
        digits(from, to);
      }
      from = to + 1;
    }
    return behind;
  }

  /// Git has named it: `On branch fix-login`, `HEAD -> chore/split`, `## fix...origin/fix`,
  /// `* [new branch] fix -> fix`, `[fix 1f2e3d4] Message`.
  bool isBranch(size_t at, size_t end) const {
    std::string_view before = line_.substr(0, at);
    const std::string_view behind = line_.substr(end);
    if (before == "## ") return behind.starts_with("...");
    if (before == "[") {
      const size_t close = std::min(behind.find(']'), behind.size());
      const size_t space = behind.substr(0, close).rfind(' ');
      return space != kNone && isHash(behind.substr(space + 1, close - space - 1));
    }
    if (before.ends_with('\'') || before.ends_with('"')) before.remove_suffix(1);
    if (before.ends_with("branch ") || before.ends_with("HEAD -> ")) return true;
    before = before.substr(0, before.find_last_not_of(' ') + 1);
    return before.ends_with("[new branch]");
  }

  /// A line for itself, as programs print folders and branches; `*` marks the current one.
  bool standsAlone(size_t at, size_t end) const {
    const std::string_view text = piece(at, end);
    static constexpr std::string_view kMediaTypes =
        "application audio font image message model multipart text video";
    const size_t slash = text.find('/');
    return slash != kNone && line_.find_first_not_of(" \t*") == at &&
           line_.find_first_not_of(" \t\r\n", end) == kNone && isLetter(text[0]) &&
           !isOneOf(text.substr(0, slash), kMediaTypes);
  }

  /// Two names or more with dots, or one with nothing between its parentheses.
  bool isCall(size_t at, size_t end) const {
    const std::string_view text = piece(at, end);
    const bool names = std::all_of(text.begin(), text.end(),
                                   [](char c) { return isAlnum(c) || c == '_' || c == '.'; });
    if (!names || !isLetter(text[0]) || text.size() < 3) return false;
    return text.find('.') != kNone ? text.find("..") == kNone : line_.substr(end).starts_with("()");
  }

  /// `<name>` around quoted content.
  bool isTag(size_t at, size_t end) const {
    const std::string_view before = line_.substr(0, at);
    const bool opens = before.ends_with('<') || before.ends_with("</");
    return opens && end < line_.size() && line_[end] == '>' &&
           std::none_of(line_.begin() + static_cast<ptrdiff_t>(at),
                        line_.begin() + static_cast<ptrdiff_t>(end), isUpper);
  }

  /// Between backticks plain words are emphasis as often as code.
  static bool isNamed(std::string_view text) {
    return std::any_of(text.begin(), text.end(), isLetter) &&
           !std::all_of(text.begin() + 1, text.end(), isLower);
  }

  /// A colon of `::` does not split.
  bool splits(size_t at, size_t here, size_t end) const {
    const char c = line_[here];
    if (c == '/' || c == '-' || c == '#' || c == '@' || c == '~') return true;
    if (c != ':') return false;
    return !(here + 1 < end && line_[here + 1] == ':') && !(here > at && line_[here - 1] == ':');
  }

  size_t leaf(size_t at, size_t end) {
    while (end > at && line_[end - 1] == '.') --end;
    if (end == at) return end;
    const std::string_view text = piece(at, end);
    if (isDigit(text[0])) {
      const Quantity found = readQuantity(line_, at, false);
      const bool inside = found.digitsEnd > 0 && found.digitsEnd <= end;
      const bool version = isVersion(text);
      if (isHash(text)) {
        emit(kHash, at, end);
      } else if (version) {
        emit(kVersion, at, end);
      } else if (inside) {
        const bool measured = found.decimal || found.unit;
        // Behind a colon stand lines and ports too, behind a hyphen parts of names.
        const bool named = at > 0 && line_[at - 1] == '-';
        emit(kNumber, at, found.end, measured || (found.digits >= 4 && !named), measured);
        return found.end;
      }
      digits(at, end);
      return end;
    }
    if (isHash(text)) {
      emit(kHash, at, end);
    } else if (isVersion(text)) {
      emit(kVersion, at, end);
    } else if (isPath(text)) {
      emit(kPath, at, end);
    } else if (isSymbol(text)) {
      emit(kSymbol, at, end);
    }
    month(at, end);
    digits(at, end);
    return end;
  }

  void month(size_t at, size_t end) {
    size_t from = 0;
    size_t to = 0;
    if (readMonth(line_, at, end, from, to)) emit(kTime, from, to);
  }

  std::string_view line_;
  uint64_t offset_;
  IdentifierSink& sink_;
};

}  // namespace

void findInLine(std::string_view line, uint64_t offset, IdentifierSink& sink) {
  LineScan(line, offset, sink).run();
}

}  // namespace epitome
