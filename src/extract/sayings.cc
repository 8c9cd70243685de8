#include "extract/sayings.h"

#include <algorithm>
#include <map>
#include <ranges>
#include <set>
#include <utility>

#include "extract/leaves.h"
#include "extract/markers.h"
#include "extract/orders.h"
#include "summary/identifiers.h"
#include "summary/pattern.h"
#include "summary/shape.h"
#include "text/characters.h"
#include "text/fold_case.h"
#include "text/markdown.h"
#include "text/sentences.h"
#include "text/sort.h"
#include "text/utf.h"

namespace epitome {
namespace {

/// Bytes of a text that is looked at, and of a saying.
constexpr size_t kMostTextBytes = 65'536;
constexpr size_t kLeastBytes = 12;
constexpr size_t kMostBytes = 400;
constexpr size_t kMostLineBytes = 240;
/// Sayings of one kind that are held, and those that stay when some have to leave.
constexpr size_t kMostHeld = 512;
constexpr size_t kKept = 384;
/// Of one result.
constexpr size_t kMostOfResult = 24;
constexpr size_t kMostLeaves = 400;
constexpr size_t kMostShapes = 8192;
/// Less says nothing.
constexpr uint32_t kLeastPoints = 4;
constexpr uint32_t kLeastSaid = 6;
/// A decision may not outlast what undoes it.
constexpr uint32_t kUndoesPoints = 10;
/// What ends a turn says, whatever it names; its bytes, and those of a beginning that says too
/// little alone.
constexpr uint32_t kEndPoints = 20;
constexpr size_t kMostEndBytes = 300;
constexpr size_t kShortBeginning = 40;
constexpr std::string_view kRunning =
    "running started listening serving spawned launched queued background pid port";
constexpr uint32_t kRunningPoints = 6;
/// What a refused call brought back, beyond what it says.
constexpr uint32_t kRefusalPoints = kFailurePoints + 8;
/// How far into a result it is told that the user refused, bytes.
constexpr size_t kMostRefusalBytes = 160;
/// So many lines that differ in numbers are rows of a table or a log, which says nothing.
constexpr uint32_t kRows = 6;
/// So many may each be told.
constexpr uint32_t kAlike = 2;
/// A line of a long output says as much less.
constexpr uint32_t kShortResult = 12;

/// Counts what a sentence names.
class Counts final : public IdentifierSink {
 public:
  explicit Counts(std::string_view text) { findIdentifiers(text, *this); }

  void identifier(const Identifier& found) override {
    using enum IdentifierKind;
    if (found.kind == kErrorText) {
      ++errors;
    } else if (found.kind == kNumber && !found.sure) {
      ++small;
    } else if (!found.sure) {
      return;
    } else if (found.kind == kPath || found.kind == kSymbol || found.kind == kFlag) {
      ++names;
    } else {
      ++values;
    }
  }

  uint32_t points() const {
    return std::min(3 * values, 9U) + std::min(2 * names, 6U) + std::min(small, 2U);
  }

  uint32_t values = 0;
  uint32_t names = 0;
  uint32_t small = 0;
  uint32_t errors = 0;
};

/// Lines of programs and markup.
bool looksLikeCode(std::string_view line) {
  static constexpr std::string_view kEnds = ";{}>,(";
  static constexpr std::string_view kStarts[] = {
      "import ", "#include", "//",     "/*",    "*/", "<",  "return ", "const ",  "let ",
      "var ",    "def ",     "class ", "func ", "}",  ")",  "export ", "public ", "private ",
      "if (",    "from ",    "+++",    "---",   "@@", "* ", "|--"};
  if (line.empty()) return true;
  if (kEnds.find(line.back()) != kEnds.npos) return true;
  if (line.find("=>") != line.npos || line.find("::") != line.npos) return true;
  return std::ranges::any_of(kStarts,
                             [&](std::string_view start) { return line.starts_with(start); });
}

/// Where a line numbers what it shows, which is a file's: `12\t`, `12:`, `12 |`, `12→`.
bool isNumbered(std::string_view line) {
  size_t at = 0;
  while (at < line.size() && isDigit(line[at])) ++at;
  if (at == 0 || at > 6 || at == line.size()) return false;
  const std::string_view rest = line.substr(at);
  return rest[0] == '\t' || rest.starts_with(" |") || rest.starts_with("|") ||
         rest.starts_with("\u2192") || (rest[0] == ':' && (rest.size() < 2 || rest[1] != ' '));
}

/// `name: value`, `name = value`.
bool isSetting(std::string_view line) {
  const size_t sign = line.find_first_of(":=");
  return sign != line.npos && sign > 0 && sign < 48 && sign + 1 < line.size() &&
         std::ranges::any_of(line.substr(0, sign), isLetter);
}

/// Three words or fewer, or as many signs of a script without spaces.
bool isShort(std::string_view sentence) {
  uint32_t words = 0;
  bool inWord = false;
  for (size_t at = 0; at < sentence.size() && words <= 3;) {
    const CodePoint point = codePointAt(sentence, at);
    at += point.bytes;
    const bool space = point.code <= ' ';
    if (isUnspaced(point.code) || (!space && !inWord)) ++words;
    inWord = !space;
  }
  return words <= 3;
}

/// It agrees or has something go on, and says no more: "yes please", "ok, go ahead first".
bool isAgreement(std::string_view sentence) {
  static constexpr std::string_view kAgrees =
      "yes yeah yep ok okay sure fine good great thanks thank you so much please go ahead on "
      "continue proceed do it that this then first now approved "
      "ja gut danke bitte weiter mach erst oui merci bien s'il te vous plaît continue "
      "sí si gracias vale bien por favor primero sim obrigado grazie bene да спасибо пожалуйста";
  static constexpr std::string_view kBetween = " \t,.!;:";
  const std::string folded = text::foldedCase(sentence);
  std::string_view rest = folded;
  while (true) {
    rest.remove_prefix(std::min(rest.find_first_not_of(kBetween), rest.size()));
    if (rest.empty()) return true;
    const std::string_view word = rest.substr(0, rest.find_first_of(kBetween));
    if (!isOneOf(word, kAgrees)) return false;
    rest.remove_prefix(word.size());
  }
}

bool isHeading(std::string_view sentence) {
  return sentence.starts_with('#') || (sentence.starts_with("**") && sentence.ends_with("**"));
}

uint32_t pointsOfSentence(std::string_view sentence, const Counts& counts) {
  const Markers markers = markersOf(sentence);
  uint32_t points = counts.points() + std::min(counts.errors, 1U) * 2;
  if ((markers & kReasons) != 0) points += 10;
  if ((markers & kConcludes) != 0) points += 3;
  if ((markers & kLimits) != 0) points += 2;
  if ((markers & kUndoes) != 0) points += kUndoesPoints;
  if ((markers & (kAnnounces | kAsks)) != 0) points /= 3;
  // A list of what is where; its names are kept as names.
  if ((markers & (kReasons | kConcludes | kLimits | kUndoes)) == 0) points /= 2;
  if (sentence.ends_with(':')) points /= 2;
  return points;
}

/// The line of a shell for a job in the background: `[1] 48213`.
bool isJob(std::string_view line) {
  const size_t end = line.find("] ");
  if (!line.starts_with('[') || end == line.npos || end < 2 || end + 2 == line.size()) return false;
  return std::ranges::all_of(line.substr(1, end - 1), isDigit) &&
         std::ranges::all_of(line.substr(end + 2), isDigit);
}

/// It tells of work that goes on: what is said with it has to be known to end it.
bool tellsOfRunning(std::string_view line) {
  if (isJob(line)) return true;
  line = trimmed(line);
  std::string_view rest = line;
  while (!rest.empty()) {
    rest.remove_prefix(static_cast<size_t>(std::ranges::find_if(rest, isLetter) - rest.begin()));
    const auto end = static_cast<size_t>(std::ranges::find_if_not(rest, isLetter) - rest.begin());
    // "Running tests (lib-1a2b)" begins a step of a build.
    const bool step = rest.size() == line.size() && rest.starts_with("Running");
    if (!step && isOneOf(lowered(rest.substr(0, end)), kRunning)) return true;
    rest.remove_prefix(end);
  }
  return false;
}

uint32_t pointsOfLine(std::string_view line) {
  const Counts counts(line);
  uint32_t points = std::min(3 * counts.values, 9U) + std::min(2 * counts.small, 4U) +
                    std::min(counts.errors, 1U) * 4;
  if (points > 0 && isSetting(line)) points += 4;
  if (points > 0) points += std::min(counts.names, 2U);
  if (std::ranges::any_of(line, isDigit) && tellsOfRunning(line)) points += kRunningPoints;
  return looksLikeCode(line) ? points / 4 : points;
}

/// Of a text that was too long, the lines that are surely whole.
std::string_view wholeLines(std::string_view text) {
  if (text.size() < kMostTextBytes) return text;
  return text.substr(0, text.rfind('\n') + 1);
}

void keep(std::vector<Saying>& all, Saying saying) {
  const auto same = std::ranges::find_if(all, [&](const Saying& one) {
    return one.text == saying.text && one.request == saying.request;
  });
  if (same != all.end()) {
    same->message = saying.message;
    same->points = std::max(same->points, saying.points);
    std::rotate(same, same + 1, all.end());
    return;
  }
  all.push_back(std::move(saying));
  if (all.size() <= kMostHeld) return;
  // Those that say least leave, of equals the older.
  std::vector<uint32_t> points;
  for (const Saying& one : all) points.push_back(one.points);
  sortBy(points);
  const uint32_t least = points[points.size() - kKept];
  size_t equal = kKept - static_cast<size_t>(std::ranges::count_if(
                             all, [&](const Saying& one) { return one.points > least; }));
  size_t atLeast = static_cast<size_t>(std::ranges::count(all, least, &Saying::points));
  std::erase_if(all, [&](const Saying& one) {
    if (one.points != least) return one.points < least;
    return atLeast-- > equal;
  });
}

/// How a text begins, and with it the sentence that reports most, where both are short enough. One
/// line; empty where it holds nothing but code or tables.
std::string gistOf(std::string_view text) {
  text::Sentences sentences(text);
  std::string_view found;
  std::string_view heading;
  std::string_view first;
  std::string_view best;
  uint32_t most = 0;
  uint32_t at = 0;
  uint32_t place = 0;
  bool fenced = false;
  while (sentences.next(found)) {
    const bool fence = text::isFence(found);
    if (fence) fenced = !fenced;
    const std::string_view sentence = bareSentence(found);
    if (fenced || fence || sentence.empty() || sentence.starts_with('|')) continue;
    if (isHeading(found)) {
      if (heading.empty()) heading = sentence;
      continue;
    }
    if (first.empty()) {
      first = sentence;
      continue;
    }
    ++at;
    if (first.size() + sentence.size() > kMostEndBytes) continue;
    uint32_t points = pointsOfSentence(sentence, Counts(sentence));
    if (at == 1 && first.size() < kShortBeginning) ++points;
    if (points <= most) continue;
    most = points;
    best = sentence;
    place = at;
  }
  std::string out = oneLine(text::wellFormed(first.empty() ? heading : first));
  for (uint64_t units = kMostEndBytes; out.size() > kMostBytes; units /= 2) {
    out = shortened(out, units);
  }
  if (best.empty()) return out;
  // Scripts without spaces have none between sentences either.
  const bool joins = best.data() == first.data() + first.size();
  const std::string_view between = joins ? "" : place == 1 ? " " : " \u2026 ";
  return out.append(between) + oneLine(text::wellFormed(best));
}

}  // namespace

std::string_view bareSentence(std::string_view sentence) {
  for (bool cut = true; cut;) {
    cut = false;
    sentence = trimmed(sentence);
    while (!sentence.empty() && (sentence.front() == '#' || sentence.front() == '>')) {
      sentence.remove_prefix(1);
      cut = true;
    }
    for (const std::string_view mark : {"- ", "* ", "+ ", "\u2022 ", "[ ] ", "[x] "}) {
      if (!sentence.starts_with(mark)) continue;
      sentence.remove_prefix(mark.size());
      cut = true;
    }
  }
  if (sentence.starts_with("**") && sentence.ends_with("**") && sentence.size() > 4) {
    sentence = sentence.substr(2, sentence.size() - 4);
  }
  return sentence;
}

bool isProgramText(std::string_view line) { return looksLikeCode(line) || isNumbered(line); }

WordsWorth worthOfWords(std::string_view sentence) {
  const Counts counts(sentence);
  const Markers markers = markersOf(sentence);
  // "Yes please", "go ahead": what was meant is said elsewhere. "Keep it formal" is an order.
  const bool orders = (markers & (kLimits | kLasts | kTakesBack | kWants)) != 0;
  if (counts.points() == 0 && isShort(sentence) &&
      (!orders || (markers & kAsks) != 0 || isAgreement(sentence))) {
    return {1, false};
  }
  uint32_t points = counts.points() + 2;
  if ((markers & kLimits) != 0) points += 9;
  if ((markers & kLasts) != 0) points += 7;
  if ((markers & kTakesBack) != 0) points += 14;
  if ((markers & kReasons) != 0) points += 4;
  if ((markers & kWants) != 0) points += 4;
  if ((markers & kAsks) != 0) return {(points + 1) / 2, false};
  return {points, (markers & (kLimits | kLasts | kWants)) != 0 && counts.values == 0};
}

bool toldAsRefused(std::string_view result) {
  std::string start = lowered(trimmed(result).substr(0, kMostRefusalBytes));
  std::string_view rest = start;
  for (const std::string_view lead : {"error: ", "<error>", "<tool_use_error>", "[", "\""}) {
    if (rest.starts_with(lead)) rest.remove_prefix(lead.size());
  }
  if (rest.starts_with("the ")) rest.remove_prefix(4);
  rest = rest.substr(0, rest.find_first_of(".\n:"));
  const bool byUser = rest.find(" by user") != rest.npos || rest.find(" by the user") != rest.npos;
  if (!rest.starts_with("user ") && !byUser) return false;
  static constexpr std::string_view kRefuses[] = {
      "doesn't want", "does not want", "doesn’t want",    "did not want",   "didn't want",
      "rejected",     "denied",        "declined",        "refused",        "cancelled",
      "canceled",     "disapproved",   "did not approve", "didn't approve", "did not allow",
      "didn't allow", "chose not",     "aborted",         "interrupted"};
  return std::ranges::any_of(
      kRefuses, [rest](std::string_view told) { return rest.find(told) != rest.npos; });
}

void SayingsReader::beginMessage(Role role, uint32_t message) {
  const bool follows = message == newest_ + 1;
  newest_ = message;
  if (!follows || givesOrders(role)) endTurn();
  if (!follows) request_ = 0;
  if (givesOrders(role)) request_ = message;
}

void SayingsReader::begin(Role role, PartKind kind, uint16_t flags, uint32_t message) {
  end();
  message_ = message;
  // What stands before a call is no end.
  if (kind == PartKind::kToolCall) ending_.clear();
  json_ = (flags & kJson) != 0;
  if (kind == PartKind::kText && role == Role::kAssistant) place_ = Place::kAssistant;
  // What the user answered is carried with their words.
  if (kind == PartKind::kToolResult && (flags & kUserWords) == 0) place_ = Place::kTool;
}

void SayingsReader::text(std::string_view utf8) {
  if (place_ == Place::kNone) return;
  if (place_ == Place::kTool) failures_.text(utf8);
  text_ += utf8.substr(0, kMostTextBytes - std::min(kMostTextBytes, text_.size()));
}

void SayingsReader::end() {
  if (place_ == Place::kAssistant) {
    readSentences();
    if (endingMessage_ != message_) ending_.clear();
    endingMessage_ = message_;
    if (!ending_.empty()) text_.insert(text_.begin(), '\n');
    ending_ += std::string_view(text_).substr(0, kMostTextBytes - ending_.size());
  }
  if (place_ == Place::kTool) readLines();
  place_ = Place::kNone;
  text_.clear();
}

void SayingsReader::endMessage(bool calls) {
  end();
  if (!calls) {
    // What ends a turn is a report.
    for (size_t i = saidBefore_; i < said_.size(); ++i) {
      if (said_[i].message == message_) said_[i].points += 2;
    }
  }
  saidBefore_ = said_.size();
}

void SayingsReader::endTurn() {
  Saying last{endingMessage_, gistOf(std::exchange(ending_, {})), kEndPoints, request_};
  if (last.text.empty()) return;
  if ((markersOf(last.text) & kUndoes) != 0) last.points += kUndoesPoints;
  std::erase_if(said_, [&last](const Saying& one) {
    return one.message == last.message && last.text.find(one.text) != last.text.npos;
  });
  keep(said_, std::move(last));
  saidBefore_ = said_.size();
}

void SayingsReader::readSentences() {
  text::Sentences sentences(wholeLines(text_));
  std::string_view found;
  bool fenced = false;
  while (sentences.next(found)) {
    if (text::isFence(found)) {
      fenced = !fenced;
      continue;
    }
    // A heading says what follows it.
    if (isHeading(found)) continue;
    const std::string_view sentence = bareSentence(found);
    if (fenced || sentence.size() < kLeastBytes || sentence.size() > kMostBytes) continue;
    // A row of a table.
    if (sentence.starts_with('|')) continue;
    const uint32_t points = pointsOfSentence(sentence, Counts(sentence));
    if (points < kLeastSaid) continue;
    keep(said_, {message_, oneLine(text::wellFormed(sentence)), points});
  }
  saidBefore_ = std::min(saidBefore_, said_.size());
}

void SayingsReader::readFailures() {
  std::vector<std::string> lines = failures_.take();
  // What gives orders stays out, unless nothing else tells that something failed.
  std::erase_if(lines, [](const std::string& line) { return orderOf(line) == Order::kPoses; });
  const auto orders = [](const std::string& line) { return orderOf(line) != Order::kNone; };
  if (!std::ranges::all_of(lines, orders)) std::erase_if(lines, orders);
  for (std::string& line : lines) {
    const uint32_t points = pointsOfLine(line) + kFailurePoints;
    keep(printed_, {message_, std::move(line), points});
  }
}

void SayingsReader::readLines() {
  if (toldAsRefused(text_)) {
    failures_.take();
    std::string line = oneLine(text::wellFormed(text_));
    for (uint64_t units = kMostBytes; line.size() > kMostBytes; units /= 2) {
      line = oneLine(shortenedMiddle(line, units));
    }
    keep(printed_, {message_, std::move(line), kRefusalPoints});
    return;
  }
  std::vector<Saying> best;
  uint32_t lines = 0;
  const auto look = [&](std::string_view whole) {
    const std::string_view line = trimmed(whole);
    if (line.empty()) return;
    ++lines;
    if (line.size() < 4 || line.size() > kMostLineBytes || isNumbered(line)) return;
    const uint32_t points = pointsOfLine(line);
    if (points < kLeastPoints || tellsFailure(line) || orderOf(line) != Order::kNone) return;
    best.push_back({message_, oneLine(text::wellFormed(line)), points});
    if (shapes_.size() < kMostShapes) ++shapes_[patternOf(best.back().text).print];
  };
  const std::string_view start = trimmed(text_);
  std::vector<Leaf> leaves;
  if (json_ || start.starts_with('{') || start.starts_with('[')) {
    leaves = leavesOf(start, kMostLeaves);
  }
  if (leaves.size() > 1) {
    // The plain values of an object are a line.
    std::map<uint32_t, std::string> objects;
    for (const Leaf& leaf : leaves) {
      if (leaf.cut || leaf.value.empty()) continue;
      std::string& line = objects[leaf.object];
      line += (line.empty() ? "" : ", ") + leaf.name + ": " + leaf.value;
    }
    for (const auto& [object, line] : objects) look(line);
  } else {
    // What begins like JSON may be none: `[1] 48213`.
    const bool wraps = leaves.size() == 1 && leaves[0].value.size() * 2 >= start.size();
    std::string_view rest = wraps ? std::string_view(leaves[0].value) : wholeLines(text_);
    while (!rest.empty()) {
      const size_t end = std::min(rest.find('\n'), rest.size());
      look(rest.substr(0, end));
      rest.remove_prefix(std::min(end + 1, rest.size()));
    }
  }
  sortBy(best, [](const Saying& a, const Saying& b) {
    return a.points != b.points ? a.points > b.points : a.text < b.text;
  });
  if (best.size() > kMostOfResult) best.resize(kMostOfResult);
  for (Saying& saying : best) {
    if (lines > kShortResult)
      saying.points = saying.points * 4 * kShortResult / (3 * kShortResult + lines);
    if (saying.points >= kLeastPoints) keep(printed_, std::move(saying));
  }
  readFailures();
}

std::vector<Saying> SayingsReader::takeSaid() {
  endTurn();
  saidBefore_ = 0;
  newest_ = request_ = 0;
  return std::exchange(said_, {});
}

std::vector<Saying> SayingsReader::takePrinted() {
  // Of several lines that differ in numbers the newest is told, and of many none.
  std::set<uint64_t> told;
  for (Saying& saying : std::views::reverse(printed_)) {
    const uint64_t pattern = patternOf(saying.text).print;
    const uint32_t times = std::max(1U, shapes_[pattern]);
    const bool failure = saying.points >= kFailurePoints;
    const bool again = !failure && times > kAlike && !told.insert(pattern).second;
    const bool row = !failure && times >= kRows;
    saying.points = again || row ? 0 : (saying.points + 1) * 2 / (1 + times);
  }
  shapes_.clear();
  std::erase_if(printed_, [](const Saying& saying) { return saying.points < kLeastPoints; });
  return std::exchange(printed_, {});
}

}  // namespace epitome
