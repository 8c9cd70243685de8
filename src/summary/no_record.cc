/// Sentences are told apart by small words of some languages; a language without a row is judged by
/// its marks of punctuation alone.
#include "summary/no_record.h"

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <string>
#include <utility>
#include <vector>

#include "summary/shape.h"
#include "text/characters.h"
#include "text/fold_case.h"
#include "text/markdown.h"

namespace epitome {
namespace {

// ---- Turns of a conversation

/// What the sides are called at the beginning of a line, in lower case.
constexpr std::string_view kUserNames =
    "user human you benutzer nutzer anwender usuario utilisateur utente usu\u00e1rio gebruiker "
    "anv\u00e4ndare u\u017cytkownik kullan\u0131c\u0131 "
    "\u043f\u043e\u043b\u044c\u0437\u043e\u0432\u0430\u0442\u0435\u043b\u044c "
    "\u7528\u6237 \u7528\u6236 \u30e6\u30fc\u30b6\u30fc \uc0ac\uc6a9\uc790";
constexpr std::string_view kAgentNames =
    "assistant agent ai model assistent asistente agente assistente asystent asistan bot "
    "\u0430\u0441\u0441\u0438\u0441\u0442\u0435\u043d\u0442 "
    "\u52a9\u624b \u52a9\u7406 \u30a2\u30b7\u30b9\u30bf\u30f3\u30c8 "
    "\uc5b4\uc2dc\uc2a4\ud134\ud2b8";
constexpr std::string_view kToolNames = "tool function system";
/// Words behind them.
constexpr std::string_view kTurnWords =
    "tool call calls result results response output message turn use request reply";
/// Of chat templates.
constexpr std::string_view kTemplateMarks[] = {"<|im_start|>", "<|start_header_id|>", "<|im_end|>",
                                               "<|eot_id|>",   "<start_of_turn>",     "[/INST]"};
constexpr size_t kLongestLabel = 48;

enum class Side : uint8_t { kNone, kUser, kAgent, kTool };

/// What stands at the beginning of a line.
struct Label {
  /// A text that a colon ends, or a heading.
  bool any = false;
  bool heading = false;
  Side side = Side::kNone;
  /// `[assistant tool call]`.
  bool call = false;
};

std::string_view cut(std::string_view text, std::string_view signs) {
  const size_t begin = std::min(text.find_first_not_of(signs), text.size());
  return text.substr(begin);
}

Label labelOf(std::string_view line) {
  Label label;
  label.heading = line.starts_with('#');
  line = trimmed(cut(line, "#"));
  // A message's number, as the range shows it.
  if (line.starts_with('[')) {
    const std::string_view behind = cut(line.substr(1), "0123456789");
    if (behind.size() + 1 < line.size() && behind.starts_with(']'))
      line = trimmed(behind.substr(1));
  }
  const bool bracket = line.starts_with('[');
  const bool bold = line.starts_with("**");
  line = cut(line, "[*_");
  const std::string_view head = line.substr(0, kLongestLabel);
  size_t end = std::min({head.find(':'), head.find("\uff1a"), head.find(']')});
  if (bold) end = std::min(end, head.find("**"));
  if (end == head.npos) {
    if (!label.heading || line.size() > kLongestLabel) return label;
    end = line.size();
  }
  label.any = true;
  std::string_view name = trimmed(head.substr(0, end));
  while (name.ends_with('*') || name.ends_with('_')) name.remove_suffix(1);
  const std::string words = text::foldedCase(name);
  const size_t space = std::min(words.find(' '), words.size());
  const std::string_view first = std::string_view(words).substr(0, space);
  std::string_view rest = trimmed(std::string_view(words).substr(space));
  while (!rest.empty()) {
    const size_t word = std::min(rest.find(' '), rest.size());
    if (!isOneOf(rest.substr(0, word), kTurnWords)) return label;
    label.call = bracket;
    rest = trimmed(rest.substr(word));
  }
  if (isOneOf(first, kUserNames)) label.side = Side::kUser;
  if (isOneOf(first, kAgentNames)) label.side = Side::kAgent;
  if (isOneOf(first, kToolNames)) label.side = Side::kTool;
  return label;
}

/// Lines outside of blocks of code, quotations and lists speak as a side of the conversation.
bool isTranscript(std::string_view reply) {
  // By whether they are headings.
  size_t turns[2] = {};
  size_t others[2] = {};
  size_t bySide[4] = {};
  Side begins = Side::kNone;
  bool first = true;
  bool fenced = false;
  for (std::string_view rest = reply; !rest.empty();) {
    const size_t end = std::min(rest.find('\n'), rest.size());
    const std::string_view line = rest.substr(0, end);
    rest.remove_prefix(std::min(end + 1, rest.size()));
    if (line.starts_with("```")) fenced = !fenced;
    if (fenced || trimmed(line).empty()) continue;
    const bool marked = std::ranges::any_of(
        kTemplateMarks, [line](std::string_view mark) { return line.starts_with(mark); });
    if (marked) return true;
    const Label label = labelOf(line);
    if (label.call && label.side != Side::kNone) return true;
    if (first) begins = label.side;
    first = false;
    if (!label.any) continue;
    if (label.side == Side::kNone) {
      ++others[label.heading];
    } else {
      ++turns[label.heading];
      ++bySide[static_cast<size_t>(label.side)];
    }
  }
  const size_t all = turns[0] + turns[1];
  const bool alone = (turns[0] == 0 || others[0] == 0) && (turns[1] == 0 || others[1] == 0);
  const bool again = std::ranges::any_of(bySide, [](size_t count) { return count > 1; });
  if (all >= 3 && again) return true;
  return alone && (all >= 2 || begins == Side::kAgent);
}

// ---- Sentences that speak to somebody

/// Small words of one language: the writer, what it is going to do, what happened. An ending has a
/// hyphen before it.
struct Speech {
  std::string_view writer;
  std::string_view plans;
  std::string_view past;
};

constexpr Speech kSpeech[] = {
    // English.
    {"i me we let's i'll i'm i'd we'll we're", "will i'll we'll let's going let shall can could",
     "have has had i've we've was were did done been -ed found ran wrote made read saw got sent "
     "gave went "
     "took kept built began set left put chose brought told thought caught came cut"},
    // German.
    {"ich mir mich wir", "werde werden wird jetzt gleich danach",
     "habe hatte haben hatten hat wurde wurden worden war waren"},
    // French.
    {"je moi nous", "vais allons -erai -irai -rons",
     "ai as avons ont avait \u00e9tait \u00e9taient \u00e9t\u00e9"},
    // Spanish and Portuguese.
    {"yo me voy vamos vou -ar\u00e9 -er\u00e9 -ir\u00e9 -arei -erei -irei puedo necesito",
     "voy vamos vou -ar\u00e9 -er\u00e9 -ir\u00e9 -arei -erei -irei va",
     "he ha han hemos hab\u00eda fue fueron -aron -ieron -\u00f3 foi foram -ou -aram"},
    // Italian.
    {"vado -er\u00f2 -ir\u00f2 posso", "vado -er\u00f2 -ir\u00f2", "ho ha hanno era stato stata"},
    // Dutch and Swedish.
    {"ik jag", "zal ga ska", "heb heeft had was werd werden har hade var"},
    // Polish.
    {"b\u0119d\u0119 mog\u0119", "b\u0119d\u0119",
     "-\u0142em -\u0142am -\u0142 -\u0142a -\u0142y -\u0142o"},
    // Turkish.
    {"-aca\u011f\u0131m -ece\u011fim", "-aca\u011f\u0131m -ece\u011fim",
     "-d\u0131 -di -du -d\u00fc -t\u0131 -ti -tu -t\u00fc -d\u0131m -dim"},
    // Russian.
    {"\u044f \u043c\u043d\u0435 \u043c\u044b \u0434\u0430\u0432\u0430\u0439\u0442\u0435",
     "\u0431\u0443\u0434\u0443 \u0441\u0435\u0439\u0447\u0430\u0441 "
     "\u0434\u0430\u0432\u0430\u0439\u0442\u0435",
     "-\u043b -\u043b\u0430 -\u043b\u0438 -\u043b\u043e -\u043b\u0441\u044f "
     "-\u043b\u0438\u0441\u044c"},
};

constexpr size_t kFrench = 2;

/// The same for scripts without spaces, and Korean: strings, wherever they stand.
constexpr std::string_view kWriters[] = {"\u6211",
                                         "\u54b1",
                                         "\u79c1",
                                         "\u50d5",
                                         "\uc81c\uac00",
                                         "\uc800\ub294",
                                         "\uaca0\uc2b5\ub2c8\ub2e4",
                                         "\u7d9a\u3051",
                                         "\u307e\u3057\u3087\u3046",
                                         "\u3044\u305f\u3057\u307e\u3059"};
constexpr std::string_view kPlans[] = {"\u5c06",
                                       "\u5c07",
                                       "\u63a5\u4e0b\u6765",
                                       "\u63a5\u4e0b\u4f86",
                                       "\uaca0\uc2b5\ub2c8\ub2e4",
                                       "\u3057\u307e\u3059",
                                       "\u3051\u307e\u3059",
                                       "\u307e\u3057\u3087\u3046"};
constexpr std::string_view kPast[] = {"\u4e86",
                                      "\u5df2",
                                      "\u307e\u3057\u305f",
                                      "\u3057\u305f",
                                      "\u3060\u3063\u305f",
                                      "\ud588",
                                      "\uc5c8",
                                      "\uc558",
                                      "\ub410"};

constexpr size_t kNowhere = SIZE_MAX;
/// Bytes of a clause that reports: "Line 88." does not.
constexpr size_t kLeastReport = 12;
/// So many clauses are looked for in what was given.
constexpr size_t kMostLookups = 16;

/// What a sentence does.
enum class Act : uint8_t { kNothing, kTalks, kReports };

bool hasWord(std::string_view word, std::string_view words) {
  if (isOneOf(word, words)) return true;
  for (size_t at = words.find('-'); at != words.npos; at = words.find('-', at + 1)) {
    const size_t end = std::min(words.find(' ', at), words.size());
    const std::string_view ending = words.substr(at + 1, end - at - 1);
    // Longer than what is only an ending by its looks: "need", "bed".
    if (word.size() >= ending.size() + 3 && word.ends_with(ending) && word != "need") return true;
  }
  return false;
}

size_t firstOf(std::string_view text, const auto& marks, size_t from = 0) {
  size_t first = kNowhere;
  for (const std::string_view mark : marks) first = std::min(first, text.find(mark, from));
  return first;
}

/// Bytes [begin, end) of a clause.
struct Stretch {
  size_t begin = 0;
  size_t end = 0;
  bool holds(size_t at) const { return at >= begin && at < end; }
};

/// Between the commas around the writer, or all: what happened in another part is no deed of
/// theirs.
Stretch stretchAround(std::string_view text, size_t writer) {
  Stretch stretch{0, text.size()};
  if (writer == kNowhere) return stretch;
  for (const std::string_view comma : {",", "\uff0c", "\u3001"}) {
    const size_t before = text.substr(0, writer).rfind(comma);
    if (before != text.npos) stretch.begin = std::max(stretch.begin, before);
    stretch.end = std::min(stretch.end, text.find(comma, writer));
  }
  return stretch;
}

/// Where what is asked for stands first in a clause.
struct Places {
  size_t writer = kNowhere;
  size_t plan = kNowhere;
  size_t past = kNowhere;
  /// A name, a number or code.
  bool names = false;
};

/// The clause without what it quotes.
std::string unquoted(std::string_view clause) {
  constexpr std::pair<std::string_view, std::string_view> kQuotes[] = {
      {"\"", "\""},         {"`", "`"},           {"\u201c", "\u201d"},
      {"\u201e", "\u201c"}, {"\u00ab", "\u00bb"}, {"\u300c", "\u300d"}};
  std::string out;
  for (size_t at = 0; at < clause.size();) {
    size_t next = at + 1;
    for (const auto& [open, close] : kQuotes) {
      if (!clause.substr(at).starts_with(open)) continue;
      const size_t end = clause.find(close, at + open.size());
      next = end == clause.npos ? clause.size() : end + close.size();
      break;
    }
    if (next == at + 1) out += clause[at];
    at = next;
  }
  return out;
}

struct Word {
  size_t at = 0;
  std::string text;
};

/// In lower case; the writer of English is a capital letter, and "i" is a word elsewhere.
std::vector<Word> wordsOf(std::string_view text) {
  std::vector<Word> words;
  for (size_t at = 0; at < text.size();) {
    size_t end = at;
    while (end < text.size()) {
      const CodePoint point = codePointAt(text, end);
      const bool apostrophe = end > at && (point.code == '\'' || point.code == 0x2019);
      const bool letter = point.code < 0x80
                              ? isLetter(text[end])
                              : isLatinLetter(point.code) ||
                                    (isForeignLetter(point.code) && !isUnspaced(point.code));
      if (!letter && !apostrophe) break;
      end += point.bytes;
    }
    const std::string_view word = text.substr(at, end - at);
    if (!word.empty() && word != "i") words.push_back({at, text::foldedCase(word)});
    at = word.empty() ? at + codePointAt(text, at).bytes : end;
  }
  return words;
}

Places placesIn(std::string_view clause) {
  const std::string text = unquoted(clause);
  const std::vector<Word> words = wordsOf(text);
  Places places;
  places.names = clause.find_first_of("0123456789/_`") != clause.npos;
  places.writer = firstOf(text, kWriters);
  places.plan = firstOf(text, kPlans);
  // A language whose word for the writer is there knows what happened, too.
  bool speaks[std::size(kSpeech)] = {};
  bool any = false;
  for (const Word& word : words) {
    for (size_t i = 0; i < std::size(kSpeech); ++i) {
      const bool elided = i == kFrench && word.text.starts_with("j'");
      if (!elided && !hasWord(word.text, kSpeech[i].writer)) continue;
      places.writer = std::min(places.writer, word.at);
      speaks[i] = any = true;
    }
  }
  const Stretch spoken = stretchAround(text, places.writer);
  places.past = firstOf(std::string_view(text).substr(0, spoken.end), kPast, spoken.begin);
  for (const Word& word : words) {
    for (size_t i = 0; i < std::size(kSpeech); ++i) {
      if (any && !speaks[i]) continue;
      if (hasWord(word.text, kSpeech[i].plans)) places.plan = std::min(places.plan, word.at);
      const bool happened =
          (i == kFrench && word.text == "j'ai") || hasWord(word.text, kSpeech[i].past);
      if (happened && spoken.holds(word.at)) places.past = std::min(places.past, word.at);
    }
  }
  return places;
}

Act actOf(std::string_view clause, const Voices& range) {
  constexpr std::string_view kQuestionMarks[] = {"?", "\uff1f", "\u061f"};
  std::string_view bare = trimmed(clause);
  constexpr AsciiSet kClosing("\"'*_`)");
  while (!bare.empty() && kClosing.has(bare.back())) bare.remove_suffix(1);
  for (const std::string_view mark : kQuestionMarks) {
    if (bare.ends_with(mark)) return Act::kTalks;
  }
  if (bare.ends_with("\u304b\u3002") || bare.ends_with("\uae4c.")) return Act::kTalks;
  const Places places = placesIn(clause);
  const bool happened = places.past != kNowhere && places.past < places.plan;
  if (places.writer != kNowhere && !happened) return Act::kTalks;
  if (places.plan != kNowhere && !happened) return Act::kNothing;
  if (bare.size() < kLeastReport) return Act::kNothing;
  return places.names || range.sharesWith(clause) ? Act::kReports : Act::kNothing;
}

/// Behind the first semicolon, or all. In one pass: a sentence may have any number of them.
size_t clauseEnd(std::string_view text) {
  for (size_t at = 0; at < text.size(); ++at) {
    if (text[at] == ';') return at + 1;
    if (text.substr(at).starts_with("\uff1b")) return at + 3;
  }
  return text.size();
}

/// What talks comes first, and hardly anything is reported.
bool isTalk(std::string_view reply, const Voices& range, std::string_view given) {
  size_t talk = 0;
  size_t report = 0;
  size_t lookups = 0;
  bool fenced = false;
  for (const text::Piece& piece : text::piecesOf(reply)) {
    if (piece.fence) fenced = !fenced;
    if (piece.fence || fenced) continue;
    if (piece.heading) return false;
    std::string_view rest = reply.substr(piece.words, piece.end - piece.words);
    while (!trimmed(rest).empty()) {
      const size_t end = clauseEnd(rest);
      const std::string_view clause = rest.substr(0, end);
      rest.remove_prefix(end);
      Act act = actOf(clause, range);
      // Somebody's own words are a quotation.
      if (act == Act::kTalks && lookups < kMostLookups && ++lookups > 0 &&
          given.find(trimmed(clause)) != given.npos) {
        act = Act::kReports;
      }
      if (act == Act::kNothing) continue;
      if (talk == 0 && act == Act::kReports) return false;
      (act == Act::kTalks ? talk : report) += clause.size();
    }
  }
  return talk > 0 && report * 2 < talk;
}

}  // namespace

bool goesOn(std::string_view reply, const Voices& range, std::string_view given) {
  return isTranscript(reply) || isTalk(reply, range, given);
}

}  // namespace epitome
