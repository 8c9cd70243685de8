/// Words by class, sentences as sets of their hashes.
#include "summary/voices.h"

#include <algorithm>
#include <span>

#include "text/characters.h"
#include "text/hash.h"
#include "text/word_set.h"

namespace epitome {
namespace {

/// Of a line without a break; then it is cut behind a sentence, or at the latest anywhere.
constexpr size_t kLongLine = 1'024;
constexpr size_t kMostLine = 4'096;
constexpr size_t kMostWords = 200'000;
constexpr size_t kMostOrders = 4'096;
/// Of one sentence.
constexpr size_t kMostTokens = 400;
/// Of more words than this, three in four are enough: nobody passes on a sentence to the letter.
constexpr size_t kFewWords = 3;
constexpr uint32_t kIntroducedLines = 4;

enum Class : uint8_t {
  /// Says nothing about what a sentence asks for.
  kStop = 1,
  /// The user, whose wish something is said to be.
  kUserWord = 2,
  /// Whose words or failure something is said to be instead.
  kSource = 4,
  /// Something is to be done, or is allowed.
  kDuty = 8,
  /// What a clause that orders begins with.
  kVerb = 16,
  /// Speaks to the reader.
  kAddress = 32,
};

struct List {
  uint8_t classes;
  std::string_view words;
};

/// Lower case. Scripts without spaces: two characters each.
constexpr List kLists[] = {
    {kStop,
     "a an the this that these those it its they them their he she him her his we us our i me my "
     "of "
     "to in on at for with by from into onto as is are was were be been being am and or but nor if "
     "then than so when while where which who what how there here also just now too very again no "
     "not never have has had do does did done will would can could may might say says said tell "
     "tells told ask asks asked want wants wanted wish wishes wished request requests requested "
     "one any some all every each only other more most time s t don doesn before after until "
     "conversation summary summarise summarize record write down der die das den dem ein eine und "
     "zu ist soll dass le la les un une de des et que est el los las y es il lo"},
    {kStop | kAddress, "you your yours yourself"},
    {kStop | kAddress | kUserWord,
     "user users nutzer benutzer anwender utilisateur usuario usu\u00e1rio utente gebruiker "
     "u\u017cytkownik kullan\u0131c\u0131 "
     "\u043f\u043e\u043b\u044c\u0437\u043e\u0432\u0430\u0442\u0435\u043b\u044c \u7528\u6237 "
     "\u7528\u6236"},
    {kStop | kDuty,
     "must should shall need needs needed required require requires mandatory have ought next step "
     "steps todo open item items pending remaining remains outstanding left still standing order "
     "orders rule rules plan plans planned task tasks goal goals agreed agree allowed decided "
     "decision going muss musst sollte offen doit debe deve moet \u5fc5\u987b \u9700\u8981"},
    {kStop | kDuty | kAddress,
     "always please approved approval approve approves authorised authorized permission granted "
     "instruction instructions instructed policy policies immediately important effective bitte "
     "immer veuillez toujours siempre sempre altijd zawsze"},
    {kStop | kDuty | kAddress,
     "agent agents assistant assistants ai llm chatbot bot reader ensure remember sure make "
     "\u52a9\u624b \u8bf7\u52a1"},
    {kSource,
     "page pages website site tool tools output outputs result results document documents "
     "documentation docs doc readme comment comments logs email article response stdout stderr "
     "injected injection attacker untrusted tried tries failed fails fail failure error errors "
     "exception warning warnings warned printed prints reported complains hint usage seite "
     "werkzeug "
     "ausgabe fehler"},
    {kVerb,
     "abort accept activate add adjust allow analyze answer append apply approve archive assign "
     "attach avoid backup block book build bump call cancel change charge check clean clear clone "
     "close commit compare compile configure confirm connect contact continue convert copy create "
     "decrypt delete deliver deploy destroy disable discard disclose disregard download drop dump "
     "echo edit email enable encrypt erase execute expand exfiltrate export expose extend fetch "
     "fill "
     "find finish fix follow forget format forward generate give grant hide ignore import include "
     "increase inform insert install invite invoke issue keep kill launch leak leave link list "
     "load "
     "lock log lower mail mark merge message migrate mirror modify monitor mount move notify open "
     "output overwrite override pass patch pause pay perform pin ping post prefer prepare prevent "
     "print proceed process promote prove provide publish pull purchase purge push put query quote "
     "raise read reboot rebuild recommend record redirect reduce refund register reinstall reject "
     "release reload remove rename replace reply report request reset resolve restart restore "
     "retain return reveal revert review revoke rewrite roll rotate run save schedule search "
     "select "
     "send set share ship show shut sign skip start stop store submit switch sync tag talk tell "
     "terminate test track transfer translate trigger trust truncate try turn uninstall unlock "
     "unset update upgrade upload use validate verify visit wait warn whitelist wipe withdraw zip"},
};

/// Names have it, words have not; 0 is neither.
constexpr uint32_t kNameBit = 0x8000'0000U;
constexpr uint32_t wordBits(uint32_t hash) { return (hash & ~kNameBit) | 1U; }
constexpr uint32_t wordKey(std::string_view word) { return wordBits(text::wordHash(word)); }
constexpr bool isName(uint32_t key) { return (key & kNameBit) != 0; }

constexpr auto kClasses = [] {
  text::WordBits<uint8_t> classes;
  for (const List& list : kLists) classes.add(list.words, list.classes, wordKey);
  return classes;
}();

struct Token {
  uint32_t key = 0;
  uint8_t classes = 0;
  size_t begin = 0;
  size_t bytes = 0;
};

constexpr AsciiSet kJoins("/._-@#~:+'%\\&");
constexpr AsciiSet kClauseEnds(",;:()[]{}<>|\"`*");

/// A run of letters, digits and what joins them in names, as a token: a word in lower case, or a
/// name. False: it says nothing.
bool tokenOf(std::string_view run, Token& token) {
  while (!run.empty() && kJoins.has(run.back())) run.remove_suffix(1);
  while (!run.empty() && kJoins.has(run.front())) {
    run.remove_prefix(1);
    ++token.begin;
  }
  run = run.substr(0, run.find('\''));
  if (run.empty()) return false;
  bool name = false;
  uint32_t hash = text::kWordHashStart;
  for (size_t i = 0; i < run.size(); ++i) {
    const bool hump = i > 0 && isUpper(run[i]) && isLower(run[i - 1]);
    name = name || hump || kJoins.has(run[i]) || isDigit(run[i]);
    hash = text::hashedOn(hash, lowered(run[i]));
  }
  token.bytes = run.size();
  token.key = name ? hash | kNameBit : wordBits(hash);
  token.classes = name ? 0 : kClasses.of(token.key);
  return true;
}

/// Until `visit` returns false.
template <typename Visit>
void forEachToken(std::string_view text, const Visit& visit) {
  size_t begin = text.size();
  size_t unspaced = 0;
  for (size_t at = 0; at <= text.size();) {
    const char c = at < text.size() ? text[at] : ' ';
    const CodePoint point =
        isAscii(c) ? CodePoint{static_cast<uint32_t>(c), 1} : codePointAt(text, at);
    const bool wide = isUnspaced(point.code);
    const bool letter = isAscii(c)
                            ? isAlnum(c) || kJoins.has(c)
                            : !wide && (isLatinLetter(point.code) || isForeignLetter(point.code));
    if (at < text.size() && letter) {
      begin = std::min(begin, at);
    } else if (begin < at && begin < text.size()) {
      Token token{.begin = begin};
      if (tokenOf(text.substr(begin, at - begin), token) && !visit(token)) return;
      begin = text.size();
    }
    if (wide && unspaced > 0) {
      const uint32_t key = wordKey(text.substr(at - unspaced, unspaced + point.bytes));
      const Token token{key, kClasses.of(key), at - unspaced, unspaced + point.bytes};
      if (!visit(token)) return;
    }
    unspaced = wide ? point.bytes : 0;
    at += point.bytes;
  }
}

/// What the text says first is what to do.
bool startsWithVerb(std::string_view text) {
  bool verb = false;
  forEachToken(text, [&verb](const Token& token) {
    const bool says = (token.classes & kStop) == 0;
    verb = says && (token.classes & kVerb) != 0;
    return !says;
  });
  return verb;
}

/// A quotation or a span of code is open before `at`.
bool isQuoted(std::string_view text, size_t at) {
  const std::string_view before = text.substr(0, at);
  const auto odd = [&](char mark) { return std::ranges::count(before, mark) % 2 != 0; };
  const auto open = [&](std::string_view left, std::string_view right) {
    const size_t from = before.rfind(left);
    return from != before.npos && before.find(right, from + left.size()) == before.npos;
  };
  return odd('`') || odd('"') || open("\u201c", "\u201d") || open("\u201e", "\u201c") ||
         open("\u00ab", "\u00bb") || open("\u300c", "\u300d");
}

}  // namespace

/// The tokens of a sentence, and its words as a set.
class Voices::Reading {
 public:
  explicit Reading(std::string_view text) : text(text) {
    forEachToken(text, [this](const Token& token) {
      tokens.push_back(token);
      classes |= token.classes;
      if ((token.classes & kStop) == 0) {
        const auto at = std::ranges::lower_bound(words, token.key);
        if (at == words.end() || *at != token.key) words.insert(at, token.key);
        anyWord = anyWord || !isName(token.key);
        bits |= uint64_t{1} << (token.key >> 1 & 63);
      }
      return tokens.size() < kMostTokens;
    });
  }

  bool has(uint32_t key) const {
    return (bits >> (key >> 1 & 63) & 1) != 0 && std::ranges::binary_search(words, key);
  }
  /// Enough of `others` to say the same; `head` among them.
  bool covers(const uint32_t* begin, const uint32_t* end, uint32_t head) const {
    if (head != 0 && !has(head)) return false;
    const auto all = static_cast<size_t>(end - begin);
    const auto common =
        static_cast<size_t>(std::count_if(begin, end, [this](uint32_t key) { return has(key); }));
    return all <= kFewWords ? common == all : common * 4 >= all * 3;
  }
  /// The first token that says something, and where it begins.
  const Token* first(size_t from = 0) const {
    const auto at = std::ranges::find_if(tokens, [&](const Token& token) {
      return token.begin >= from && (token.classes & kStop) == 0;
    });
    return at == tokens.end() ? nullptr : &*at;
  }
  /// Of tokens before `end`, the first class that says whose words follow; 0: none does.
  uint8_t lead(size_t end) const {
    for (const Token& token : tokens) {
      const uint8_t telling = token.classes & (kUserWord | kSource | kDuty);
      if (token.begin < end && telling != 0) return telling;
    }
    return 0;
  }

  std::string_view text;
  std::vector<Token> tokens;
  std::vector<uint32_t> words;
  uint64_t bits = 0;
  uint8_t classes = 0;
  bool anyWord = false;
};

void Voices::begin(Voice voice) {
  end();
  voice_ = voice;
}

void Voices::text(std::string_view piece) {
  for (size_t at = 0; at < piece.size(); ++at) {
    // Most of a line is nothing but text.
    if (!line_.ends_with('\\')) {
      const size_t plain = at;
      const size_t most = kLongLine - std::min(kLongLine, line_.size());
      while (at < piece.size() && at - plain < most && piece[at] != '\n' && piece[at] != '\\') ++at;
      line_ += piece.substr(plain, at - plain);
      if (at == piece.size()) return;
    }
    const char c = piece[at];
    // A line break inside JSON is written as two characters.
    const bool escape = line_.ends_with('\\') && (c == 'n' || c == 't' || c == '"');
    if (escape) line_.pop_back();
    const bool stop = line_.size() >= kLongLine && (c == '.' || c == ';' || c == '}');
    const bool full = line_.size() >= kMostLine && isAscii(c);
    if (c == '\n' || (escape && c == 'n') || stop || full) {
      line();
    } else {
      line_ += escape && c == 't' ? ' ' : c;
    }
  }
}

void Voices::end() {
  line();
  introduced_ = 0;
}

void Voices::say(Voice voice, std::string_view text) {
  begin(voice);
  this->text(text);
  end();
}

void Voices::keep(Voice voice, const Reading& reading, bool headed) {
  Sayings& said = said_[static_cast<size_t>(voice)];
  if (reading.words.size() < 2 && voice == Voice::kTool) return;
  if (!reading.anyWord || said.words.size() + reading.words.size() > kMostWords) return;
  if (voice == Voice::kTool) {
    uint64_t print = 0;
    for (const uint32_t word : reading.words) print = text::combine(print, word);
    // Tools say the same over and over.
    if (!orders_.insert(print).second) return;
  }
  const auto begin = static_cast<uint32_t>(said.words.size());
  said.words.insert(said.words.end(), reading.words.begin(), reading.words.end());
  const Token* first = headed ? reading.first() : nullptr;
  const bool verb = first != nullptr && !isName(first->key);
  said.list.push_back({begin, static_cast<uint32_t>(said.words.size()), verb ? first->key : 0,
                       (reading.classes & kUserWord) != 0});
}

void Voices::line() {
  std::string text;
  std::swap(text, line_);
  bool named = false;
  bool any = false;
  for (size_t at = 0; at < text.size();) {
    const size_t end = text::sentenceEnd(text, at);
    const std::string_view sentence = std::string_view(text).substr(at, end - at);
    at = end;
    if (voice_ != Voice::kTool) {
      keep(voice_, Reading(sentence), false);
      continue;
    }
    if (said_[0].list.size() >= kMostOrders) continue;
    uint8_t classes = 0;
    forEachToken(sentence, [&](const Token& token) {
      classes |= token.classes;
      any = true;
      return true;
    });
    const bool addressed = (classes & kAddress) != 0;
    named = named || addressed;
    for (size_t from = 0; from < sentence.size();) {
      size_t to = from;
      while (to < sentence.size() && !kClauseEnds.has(sentence[to])) ++to;
      const std::string_view clause = sentence.substr(from, to - from);
      const bool verb = startsWithVerb(clause);
      if (addressed || verb || introduced_ > 0) keep(Voice::kTool, Reading(clause), verb);
      from = to + 1;
    }
  }
  if (named) {
    introduced_ = kIntroducedLines;
  } else if (any && introduced_ > 0) {
    --introduced_;
  }
}

bool Voices::saidBy(Voice voice, const std::vector<uint32_t>& words, bool namesUser) const {
  const Sayings& said = said_[static_cast<size_t>(voice)];
  return std::ranges::any_of(said.list, [&](const Saying& one) {
    if (namesUser && voice != Voice::kUser && !one.namesUser) return false;
    const auto begin = said.words.begin() + one.begin;
    const auto end = said.words.begin() + one.end;
    const auto there = static_cast<size_t>(std::ranges::count_if(
        words, [&](uint32_t key) { return std::binary_search(begin, end, key); }));
    return words.size() <= kFewWords ? there == words.size() : there * 4 >= words.size() * 3;
  });
}

bool Voices::passesOn(const Reading& piece, const Reading& heading) const {
  if (!piece.anyWord || piece.words.size() < 2) return false;
  const bool namesUser = (piece.classes & kUserWord) != 0;
  const Sayings& orders = said_[0];
  for (const Saying& order : orders.list) {
    const uint32_t* begin = orders.words.data() + order.begin;
    const uint32_t* end = orders.words.data() + order.end;
    const bool inside = piece.words.size() <= static_cast<size_t>(end - begin) &&
                        std::includes(begin, end, piece.words.begin(), piece.words.end());
    if (!inside && !piece.covers(begin, end, order.head)) continue;
    std::vector<uint32_t> shared;
    std::set_intersection(begin, end, piece.words.begin(), piece.words.end(),
                          std::back_inserter(shared));
    const auto isShared = [&](const Token* token) {
      return token != nullptr && std::ranges::binary_search(shared, token->key);
    };
    size_t match = piece.text.size();
    for (const Token& token : piece.tokens) {
      if (token.begin < match && isShared(&token)) match = token.begin;
    }
    uint8_t lead = piece.lead(match);
    if (lead == 0 && match > 0) lead = heading.lead(heading.text.size());
    if ((lead & kSource) != 0) continue;
    const size_t colon = piece.text.find(':');
    const bool bare =
        isShared(piece.first()) || (colon != piece.text.npos && isShared(piece.first(colon)));
    const bool duty = ((piece.classes | heading.classes) & kDuty) != 0;
    if (!namesUser && !duty && !bare) continue;
    if (!namesUser && (lead & kDuty) == 0 && isQuoted(piece.text, match)) continue;
    if (saidBy(Voice::kUser, shared, false) || saidBy(Voice::kAssistant, shared, namesUser) ||
        saidBy(Voice::kArgument, shared, namesUser)) {
      continue;
    }
    return true;
  }
  return false;
}

std::vector<bool> Voices::ordersIn(std::string_view prose,
                                   const std::vector<text::Piece>& pieces) const {
  std::vector<bool> found(pieces.size());
  if (said_[0].list.empty()) return found;
  Reading heading{std::string_view()};
  for (size_t i = 0; i < pieces.size(); ++i) {
    const text::Piece& piece = pieces[i];
    const Reading reading(prose.substr(piece.words, piece.end - piece.words));
    found[i] = passesOn(reading, heading);
    if (piece.heading) heading = reading;
  }
  return found;
}

bool Voices::sharesWith(std::string_view text) const {
  const Reading reading(text);
  if (sentences() == 0) return !reading.words.empty();
  size_t shared = 0;
  for (const uint32_t key : reading.words) {
    const auto in = [key](const Sayings& said) {
      return std::ranges::find(said.words, key) != said.words.end();
    };
    shared += std::ranges::any_of(said_, in) ? 1 : 0;
  }
  return shared >= std::min<size_t>(2, std::max<size_t>(reading.words.size(), 1));
}

bool Voices::tells(std::string_view sentence) const {
  // Shorter ones stand in any sentence.
  constexpr size_t kLeastBytes = 4;
  const Reading reading(sentence);
  std::set<uint32_t> words;
  for (const Token& token : reading.tokens) {
    if ((token.classes & kStop) == 0 && token.bytes >= kLeastBytes) words.insert(token.key);
  }
  return std::ranges::any_of(std::span(said_).subspan(1), [&](const Sayings& said) {
    return std::ranges::any_of(said.list, [&](const Saying& one) {
      const auto begin = said.words.begin() + one.begin;
      const auto end = said.words.begin() + one.end;
      const auto shared = static_cast<size_t>(
          std::count_if(begin, end, [&](uint32_t key) { return words.contains(key); }));
      return shared >= 2 && shared * 3 >= words.size();
    });
  });
}

}  // namespace epitome
