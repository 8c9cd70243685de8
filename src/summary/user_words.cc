#include "summary/user_words.h"

#include <algorithm>
#include <map>
#include <tuple>
#include <utility>

#include "extract/markers.h"
#include "extract/sayings.h"
#include "summary/exchange.h"
#include "summary/harness_blocks.h"
#include "summary/pattern.h"
#include "summary/shape.h"
#include "text/markdown.h"
#include "text/sentences.h"
#include "text/sort.h"
#include "text/utf.h"
#include "tokens/counter.h"

namespace epitome {
namespace {

/// What stands before a message, tokens.
constexpr uint32_t kFrameTokens = 6;
/// And the marks around one of several lines.
constexpr uint32_t kMarkTokens = 24;
/// Between sentences with others between them.
constexpr std::string_view kGap = " \u2026 ";
constexpr std::string_view kEllipsis = "\u2026";
constexpr std::string_view kGapEnd = " \u2026";
/// Between lines.
constexpr std::string_view kGapLine = "\n\u2026\n";
/// A longer message has something pasted in it, mostly; what is said with it stands in the first or
/// the last line, within so many of its bytes.
constexpr size_t kLongMessage = 2'000;
constexpr size_t kEndBytes = 400;
/// So many sentences that differ in numbers are rows of what is pasted.
constexpr uint32_t kRows = 20;
/// Of a call's input, in front of what the user answered, UTF-16 code units.
constexpr uint64_t kAskedUnits = 120;
/// What the newest message, the ends of a long one, and an answer are worth beyond what they say.
constexpr uint32_t kNewestPoints = 3;
constexpr uint32_t kEndPoints = 3;
/// Of the words, in percent, what instructions have before other sentences.
constexpr uint32_t kInstructionsPart = 40;
/// Less is a pleasantry, or a line of what is quoted: it stands for its message where nothing else
/// does.
constexpr uint32_t kLeastPoints = 2;
constexpr uint32_t kAnswerPoints = 4;
/// A longer answer is chosen from by its sentences, bytes.
constexpr size_t kWholeAnswer = 2'000;

/// Tokens of a message that comes before parts of longer ones.
constexpr uint32_t kShortTokens = 60;
/// A shorter sentence may be said again, bytes: it says something else each time.
constexpr size_t kLeastRepeat = 20;

/// A sentence of a message: bytes [begin, end) of its text.
struct Sentence {
  size_t message = 0;
  size_t begin = 0;
  size_t end = 0;
  uint32_t points = 0;
  uint32_t cost = 0;
  bool instructs = false;
  bool takesBack = false;
  /// It says something, and its message is short, or it stands at an end of a long one.
  bool early = false;
  bool taken = false;
};

/// What stands before a message, tokens.
uint32_t frameOf(const UserWords& words, Family family) {
  return kFrameTokens + (words.speaker.empty() ? 0 : tokensOfText(words.speaker, family) + 1);
}

uint32_t tokensWithMarks(std::string_view text, Family family) {
  return tokensOfText(text, family) + (hasLineBreak(text) ? kMarkTokens : 0);
}

/// Whether bytes [begin, end) stand in the first or the last line of a long message.
bool standsAtEnd(std::string_view message, size_t begin, size_t end) {
  if (message.size() < kLongMessage) return false;
  return (end <= kEndBytes && !hasLineBreak(message.substr(0, begin))) ||
         (begin + kEndBytes >= message.size() && !hasLineBreak(message.substr(end)));
}

/// Adds the sentences of a message. What is quoted in it, code or output, says little of its own.
void addSentences(std::vector<Sentence>& out, const UserWords& words, size_t message, bool newest,
                  Family family) {
  const bool isShort = tokensWithMarks(words.text, family) <= kShortTokens;
  if (words.answer && words.text.size() <= kWholeAnswer) {
    out.push_back({message, 0, words.text.size(), kAnswerPoints + worthOfWords(words.text).points,
                   tokensWithMarks(words.text, family) + 1, false, false, isShort});
    return;
  }
  std::string_view next;
  std::vector<std::pair<std::string_view, uint64_t>> sentences;
  std::map<uint64_t, uint32_t> alike;
  for (text::Sentences all(words.text); all.next(next);) {
    ++alike[sentences.emplace_back(next, patternOf(next).print).second];
  }
  const bool hasRows =
      std::ranges::any_of(alike, [](const auto& print) { return print.second >= kRows; });
  bool fenced = false;
  for (auto [found, print] : sentences) {
    const auto begin = static_cast<size_t>(found.data() - words.text.data());
    const bool fence = text::isFence(found);
    if (fence) fenced = !fenced;
    if (fence || found == kEllipsis) continue;
    // A line that ends without a mark takes the gap behind it for its own end.
    if (words.excerpts && found.ends_with(kGapEnd)) found.remove_suffix(kGapEnd.size());
    WordsWorth worth = worthOfWords(found);
    const bool row = alike[print] >= kRows;
    if (row || fenced || isProgramText(found)) {
      worth = {row ? 0U : 1U, false};
    } else if (hasRows) {
      // Amid rows the little that is said is what is asked of them.
      worth.points = std::max(worth.points, kLeastPoints);
    }
    const bool takesBack = worth.points > 1 && (markersOf(found) & kTakesBack) != 0;
    const bool atEnd =
        worth.points > 0 && !fenced && standsAtEnd(words.text, begin, begin + found.size());
    if (newest && !row) worth.points += kNewestPoints;
    if (atEnd) worth.points += kEndPoints;
    out.push_back({message, begin, begin + found.size(), worth.points,
                   tokensWithMarks(found, family) + 2, worth.instructs, takesBack,
                   worth.points >= kLeastPoints && (atEnd || isShort)});
  }
}

/// Passes on the sentences outside code that may not be said again.
template <typename Take>
void forSentences(const UserWords& words, Take&& take) {
  if (words.answer) return;
  text::Sentences sentences(words.text);
  std::string_view found;
  bool fenced = false;
  while (sentences.next(found)) {
    const bool fence = text::isFence(found);
    if (fence) fenced = !fenced;
    if (words.excerpts && found.ends_with(kGapEnd)) found.remove_suffix(kGapEnd.size());
    if (!fence && !fenced && found.size() >= kLeastRepeat && !isProgramText(found)) take(found);
  }
}

/// On one line, as far as each of them is.
UserWords excerptsOf(const UserWords& whole, const std::vector<Sentence>& chosen) {
  UserWords words = whole;
  if (words.units == 0 && !words.cut) {
    words.units =
        static_cast<uint32_t>(std::min<uint64_t>(text::utf16Length(whole.text), UINT32_MAX));
  }
  words.cut = true;
  words.excerpts = true;
  words.text.clear();
  size_t end = 0;
  for (const Sentence& sentence : chosen) {
    const std::string_view between = std::string_view(whole.text).substr(end, sentence.begin - end);
    const bool follows = trimmed(between).empty();
    if (!words.text.empty()) words.text += follows ? std::string_view(" ") : kGap;
    words.text +=
        std::string_view(whole.text).substr(sentence.begin, sentence.end - sentence.begin);
    end = sentence.end;
  }
  return words;
}

/// Whether nothing is left out of a message, `chosen` by place.
bool isAllOf(const UserWords& whole, const std::vector<Sentence>& chosen) {
  size_t end = 0;
  for (const Sentence& sentence : chosen) {
    if (!trimmed(std::string_view(whole.text).substr(end, sentence.begin - end)).empty())
      return false;
    end = sentence.end;
  }
  return trimmed(std::string_view(whole.text).substr(end)).empty();
}

/// The calls that the user answered to.
class Asked {
 public:
  explicit Asked(std::span<const NotedMessage> messages) : exchanges_(messages) {
    std::map<std::string_view, const NotedPart*> calls;
    for (const NotedMessage& message : messages) {
      for (const NotedPart& part : message.parts) {
        if (part.kind == PartKind::kToolCall) calls.insert_or_assign(part.callId, &part);
        if (part.kind != PartKind::kApprovalRequest) continue;
        const auto call = calls.find(part.callId);
        if (call != calls.end()) approvals_.insert_or_assign(part.approvalId, call->second);
      }
    }
  }

  /// Null where it is not known.
  const NotedPart* callOf(const NotedPart& part, PartRef at) const {
    PartRef call;
    if (part.kind == PartKind::kToolResult) return exchanges_.callOf(at, call);
    const auto found = approvals_.find(part.approvalId);
    return found == approvals_.end() ? nullptr : found->second;
  }

 private:
  Exchanges exchanges_;
  std::map<std::string_view, const NotedPart*> approvals_;
};

std::string answerLine(const NotedPart& part, const NotedPart* call) {
  const bool question = part.kind == PartKind::kToolResult;
  const bool denied = (part.flags & kDenied) != 0;
  std::string out = question ? "[answered" : denied ? "[denied" : "[approved";
  if (call != nullptr) {
    out += ": " + oneLine(call->toolName) + " " + shortened(oneLine(call->text.head), kAskedUnits);
  }
  out += "]";
  const std::string reason = oneLine(textOf(part.text));
  return reason.empty() ? out : out + " " + reason;
}

/// What is there of a long text, as whole sentences where it has any: half of one may say the
/// opposite.
std::string endsOf(const Preview& preview) {
  std::string_view head = preview.head;
  std::string_view tail = preview.tail;
  std::string_view found;
  size_t last = 0;
  for (text::Sentences sentences(head); sentences.next(found);) {
    last = static_cast<size_t>(found.data() - head.data());
  }
  if (last > 0) head = trimmed(head.substr(0, last));
  text::Sentences sentences(tail);
  sentences.next(found);
  tail = sentences.next(found) ? tail.substr(static_cast<size_t>(found.data() - tail.data())) : "";
  std::string out(head);
  out += kGapLine;
  return out.append(tail);
}

/// The user's words of one message. False when it holds none.
bool wordsOf(const NotedMessage& message, uint32_t index, const Asked& asked, bool harness,
             UserWords& words) {
  words = UserWords{};
  words.message = message.number;
  uint64_t units = 0;
  // What was added last is a beginning.
  bool begun = false;
  for (uint32_t p = 0; p < message.parts.size(); ++p) {
    const NotedPart& part = message.parts[p];
    const bool said = (part.flags & kUserWords) != 0;
    const bool answer =
        part.kind == PartKind::kApprovalResponse || (said && part.kind == PartKind::kToolResult);
    if (!givesOrders(message.role) && !said && !answer) continue;
    std::string line;
    std::string own;
    const bool ends = !part.text.tail.empty();
    if (ends) line = endsOf(part.text);
    std::string_view piece = ends ? std::string_view(line) : part.text.head;
    uint64_t pieceUnits = part.text.units;
    if (part.kind == PartKind::kMedia || answer) {
      line = answer ? answerLine(part, asked.callOf(part, {index, p})) : mediaLine(part.media);
      piece = line;
      pieceUnits = text::utf16Length(line);
    } else if (part.kind != PartKind::kText) {
      continue;
    }
    if (part.kind == PartKind::kText && !harness) {
      own = withoutHarnessBlocks(piece);
      pieceUnits -= text::utf16Length(piece) - text::utf16Length(own);
      piece = own.size() < piece.size() ? trimmed(own) : piece;
      if (piece.empty()) continue;
    }
    if (pieceUnits == 0) continue;
    words.answer = answer;
    if (part.kind == PartKind::kText && words.speaker.empty()) words.speaker = speakerOf(part);
    if (units > 0) ++units;
    units += pieceUnits;
    words.excerpts = words.excerpts || ends || begun;
    if (!words.text.empty()) words.text += begun ? kGapLine : "\n";
    text::appendWellFormed(words.text, piece);
    begun = !ends && text::utf16Length(piece) < pieceUnits;
  }
  words.cut = begun || words.excerpts || message.partsLeftOut > 0;
  words.units = static_cast<uint32_t>(std::min<uint64_t>(units, UINT32_MAX));
  return !trimmed(words.text).empty();
}

}  // namespace

std::vector<UserWords> wordsIn(const RangeNotes& notes) {
  const Asked asked(notes.messages);
  std::vector<UserWords> all;
  for (uint32_t m = 0; m < notes.messages.size(); ++m) {
    UserWords words;
    // Where there is nothing else, a harness's blocks are what was said.
    if (wordsOf(notes.messages[m], m, asked, false, words) ||
        wordsOf(notes.messages[m], m, asked, true, words)) {
      all.push_back(std::move(words));
    }
  }
  return all;
}

std::vector<UserWords> toldOnce(std::vector<UserWords> words) {
  std::map<std::tuple<std::string_view, std::string_view, bool>, size_t> wholes;
  std::map<std::string_view, size_t> last;
  std::vector<bool> again(words.size(), false);
  for (size_t i = 0; i < words.size(); ++i) {
    const auto key =
        std::tuple(std::string_view(words[i].speaker), trimmed(words[i].text), words[i].cut);
    const auto [known, fresh] = wholes.emplace(key, i);
    if (!fresh) {
      again[known->second] = true;
      words[i].times += words[known->second].times;
      known->second = i;
    }
    forSentences(words[i], [&](std::string_view sentence) { last[sentence] = i; });
  }
  std::vector<UserWords> out;
  for (size_t i = 0; i < words.size(); ++i) {
    if (again[i]) continue;
    const std::string_view text = words[i].text;
    std::vector<Sentence> rest;
    size_t begin = 0;
    const auto stretch = [&](size_t end) {
      if (!trimmed(text.substr(begin, end - begin)).empty()) rest.push_back({i, begin, end});
    };
    forSentences(words[i], [&](std::string_view sentence) {
      if (last[sentence] == i) return;
      const auto at = static_cast<size_t>(sentence.data() - text.data());
      stretch(at);
      begin = at + sentence.size();
    });
    if (begin > 0) {
      stretch(text.size());
      if (rest.empty()) continue;
      for (Sentence& part : rest) {
        const std::string_view bare = trimmed(text.substr(part.begin, part.end - part.begin));
        part.begin = static_cast<size_t>(bare.data() - text.data());
        part.end = part.begin + bare.size();
      }
    }
    out.push_back(begin == 0 ? words[i] : excerptsOf(words[i], rest));
  }
  return out;
}

uint64_t tokensOfWords(const std::vector<UserWords>& words, Family family) {
  uint64_t tokens = 0;
  for (const UserWords& one : words) {
    tokens += uint64_t{tokensWithMarks(one.text, family)} + frameOf(one, family);
  }
  return tokens;
}

std::vector<UserWords> chooseWords(const std::vector<UserWords>& all, uint32_t maxTokens,
                                   Family family, uint32_t& leftOut) {
  if (tokensOfWords(all, family) <= maxTokens) return all;
  std::vector<Sentence> sentences;
  for (size_t i = 0; i < all.size(); ++i) {
    addSentences(sentences, all[i], i, i + 1 == all.size(), family);
  }
  sortBy(sentences, [](const Sentence& a, const Sentence& b) {
    if (a.takesBack != b.takesBack) return a.takesBack;
    if (a.early != b.early) return a.early;
    const uint64_t left = uint64_t{a.points} * a.points * (b.cost + 2);
    const uint64_t right = uint64_t{b.points} * b.points * (a.cost + 2);
    return left != right ? left > right
                         : std::pair(a.message, b.begin) > std::pair(b.message, a.begin);
  });
  std::map<size_t, std::vector<Sentence>> chosen;
  uint32_t left = maxTokens;
  // What is to hold, and what no longer does, comes before what is the case, up to its part.
  for (const bool instructs : {true, false}) {
    uint32_t most = instructs ? maxTokens * kInstructionsPart / 100 : left;
    for (Sentence& sentence : sentences) {
      if (sentence.taken || (instructs && !sentence.instructs && !sentence.takesBack)) continue;
      if (sentence.points < kLeastPoints && chosen.contains(sentence.message)) continue;
      const uint32_t cost =
          sentence.cost +
          (chosen.contains(sentence.message) ? 1 : frameOf(all[sentence.message], family));
      if (cost > most) continue;
      most -= cost;
      left -= cost;
      sentence.taken = true;
      chosen[sentence.message].push_back(sentence);
    }
  }
  const uint32_t frame = all.empty() ? 0 : frameOf(all.back(), family) + kMarkTokens;
  if (!all.empty() && !chosen.contains(all.size() - 1) && left > frame) {
    // However long its sentences, it shows how the newest message begins.
    const std::string& text = all.back().text;
    const size_t end = prefixForTokens(text, left - frame, family);
    if (end > 0) {
      chosen[all.size() - 1].push_back({all.size() - 1, 0, end});
    }
    left = 0;
  }
  std::vector<UserWords> words;
  for (size_t i = 0; i < all.size(); ++i) {
    const auto found = chosen.find(i);
    if (found == chosen.end()) {
      ++leftOut;
      continue;
    }
    std::vector<Sentence>& parts = found->second;
    sortByKey(parts, &Sentence::begin);
    bool whole = isAllOf(all[i], parts);
    if (whole && hasLineBreak(all[i].text) && parts.size() > 1) {
      // Its lines take more than one line would.
      uint32_t spent = 0;
      for (const Sentence& sentence : parts) spent += sentence.cost;
      const uint32_t cost = tokensWithMarks(all[i].text, family);
      whole = cost <= spent + left;
      left -= whole && cost > spent ? cost - spent : 0;
    }
    words.push_back(whole ? all[i] : excerptsOf(all[i], parts));
  }
  return words;
}

}  // namespace epitome
