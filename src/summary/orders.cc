/// Sentences in a folded spelling, in which phrases are looked up where a word begins.
#include "summary/orders.h"

#include <algorithm>
#include <utility>

#include "summary/characters.h"
#include "summary/order_phrases.h"
#include "text/utf.h"

namespace epitome {
namespace {

/// Bytes of a sentence; longer ones are pasted text.
constexpr size_t kMostSentence = 600;
constexpr size_t kLineBytes = 4096;
/// Of a message that take orders back: each is compared with all that stand.
constexpr uint32_t kRevocations = 32;
/// Orders that stay when some have to leave.
constexpr size_t kKeptOrders = Orders::kMostOrders * 7 / 8;

/// Words before which a clause begins.
constexpr std::string_view kConnectives =
    "please and but so also then just or now ok okay yes no well first finally again kindly to "
    "bitte und aber also oder doch por favor y pero e o ma per favore mas et mais ou donc en maar "
    "alsjeblieft graag ale prosz\u0119 ve ama l\u00fctfen "
    "\u043f\u043e\u0436\u0430\u043b\u0443\u0439\u0441\u0442\u0430 \u0438 \u043d\u043e \u0430";
/// What follows "don't" where nothing is ordered.
constexpr std::string_view kNoOrders =
    "worry know think mind see get understand hesitate bother care believe have seem feel sorry "
    "happen remember recall";
/// Words that are in every sentence.
constexpr std::string_view kCommon =
    "the and for you your that this with from have what when where which will would should could "
    "can may must not don dont never always only now please about said says say told earlier "
    "previous before again any all anything everything make sure use using need want allowed "
    "forget disregard ignore feel free fine okay longer rule order instruction mind changed thing "
    "things it's its are was were been into onto out off but then than them they there here also "
    "just without unless until ever let lets i'd i'm me my mine our ours his her their "
    "nicht und der die das den dem ein eine sie ich jetzt darfst kannst bitte immer nie was mehr "
    "les des une est pas vous pouvez maintenant toujours jamais que qui dans pour avec "
    "los las una con por para que ahora puedes siempre nunca";

std::string_view nextWord(std::string_view& rest) {
  rest.remove_prefix(std::min(rest.find_first_not_of(' '), rest.size()));
  const std::string_view word = rest.substr(0, rest.find(' '));
  rest.remove_prefix(word.size());
  return word;
}

uint32_t lowerOf(uint32_t code) {
  if (code < 0x80) return static_cast<uint8_t>(lowered(static_cast<char>(code)));
  if (code >= 0xC0 && code <= 0xDE && code != 0xD7) return code + 0x20;
  if (code >= 0x410 && code <= 0x42F) return code + 0x20;
  if (code >= 0x400 && code <= 0x40F) return code + 0x50;
  if (code == 0x130) return 'i';
  // Latin with marks: capitals are even up to U+0137, and from U+014A on.
  if ((code >= 0x100 && code <= 0x137) || (code >= 0x14A && code <= 0x177)) return code | 1;
  if (code >= 0x139 && code <= 0x148 && code % 2 == 1) return code + 1;
  if (code == 0x179 || code == 0x17B || code == 0x17D) return code + 1;
  return code;
}

bool isHangul(uint32_t code) { return code >= 0xAC00 && code <= 0xD7A3; }

bool isWord(uint32_t code) {
  if (code < 0x80) return isAlnum(static_cast<char>(code)) || code == '\'' || code == '_';
  return isLatinLetter(code) || isForeignLetter(code);
}

/// Words in lower case, one space before and behind each; ` , ` for what is between them.
std::string folded(std::string_view sentence) {
  std::string out = " ";
  bool inWord = false;
  for (size_t at = 0; at < sentence.size();) {
    CodePoint point = codePointAt(sentence, at);
    at += point.bytes;
    if (point.code == 0x2019) point.code = '\'';
    if (isWord(point.code)) {
      text::appendCodePoint(out, lowerOf(point.code));
      inWord = true;
      continue;
    }
    if (inWord) out += ' ';
    inWord = false;
    const bool space = point.code <= ' ' || point.code == '-' || point.code == 0xA0;
    if (!space && !out.ends_with(", ")) out += ", ";
  }
  if (inWord) out += ' ';
  return out;
}

/// What an order is about: words of three letters or more, without their endings; of unspaced text
/// every two characters.
std::vector<std::string> aboutOf(std::string_view sentence) {
  std::vector<std::string> out;
  std::string_view rest = sentence;
  for (std::string_view word = nextWord(rest); !word.empty(); word = nextWord(rest)) {
    const CodePoint first = codePointAt(word, 0);
    if (isUnspaced(first.code)) {
      for (size_t at = 0; at < word.size();) {
        const CodePoint one = codePointAt(word, at);
        const size_t next = at + one.bytes;
        if (next >= word.size()) break;
        const CodePoint two = codePointAt(word, next);
        out.emplace_back(word.substr(at, one.bytes + two.bytes));
        at = next;
      }
      continue;
    }
    if (word.size() < 3 || isOneOf(word, kCommon)) continue;
    std::string stem(word);
    for (const std::string_view ending : {"ing", "ed", "es", "s", "e"}) {
      if (stem.size() > ending.size() + 2 && stem.ends_with(ending)) {
        stem.resize(stem.size() - ending.size());
        break;
      }
    }
    out.push_back(std::move(stem));
  }
  std::sort(out.begin(), out.end());
  out.erase(std::unique(out.begin(), out.end()), out.end());
  return out;
}

size_t sharedOf(const std::vector<std::string>& a, const std::vector<std::string>& b) {
  size_t shared = 0;
  for (const std::string& word : a) shared += std::binary_search(b.begin(), b.end(), word) ? 1 : 0;
  return shared;
}

/// Lines that a program wrote, or that quote somebody.
bool isQuoted(std::string_view line) {
  const size_t start = line.find_first_not_of(" \t");
  if (start == line.npos) return true;
  if (line.starts_with("    ") || line.starts_with('\t')) {
    // Bullets below bullets are indented as well.
    const char mark = line[start];
    if (mark != '-' && mark != '*' && !isDigit(mark)) return true;
  }
  if (line[start] == '>' || line[start] == '|' || line[start] == '<') return true;
  const std::string_view code = line.substr(start);
  for (const std::string_view head : {"const ", "var ", "function ", "def ", "//", "/*", "$ "}) {
    if (code.starts_with(head)) return true;
  }
  while (!line.empty() && static_cast<uint8_t>(line.back()) <= ' ') line.remove_suffix(1);
  return line.ends_with(';') || line.ends_with('{') || line.ends_with('}') || line.ends_with("=>");
}

bool isBetter(const Order& a, const Order& b) {
  if (a.strength != b.strength) return a.strength > b.strength;
  return a.message != b.message ? a.message > b.message : a.text < b.text;
}

}  // namespace

Orders::Orders() {
  for (const OrderPhrases& group : kOrderPhrases) {
    std::string_view rest = group.texts;
    while (!rest.empty()) {
      const size_t end = std::min(rest.find('|'), rest.size());
      phrases_.push_back({rest.substr(0, end), group.strength, group.flags});
      rest.remove_prefix(std::min(end + 1, rest.size()));
    }
  }
  std::sort(phrases_.begin(), phrases_.end(),
            [](const Phrase& a, const Phrase& b) { return a.text < b.text; });
}

void Orders::pin(std::string_view line) {
  message_ = kPinned;
  keep(line, folded(line), 3, false);
}

void Orders::begin(uint32_t message) {
  end();
  if (message != message_) {
    before_ = message_;
    revocations_ = 0;
  }
  message_ = message;
}

void Orders::text(std::string_view utf8) {
  while (!utf8.empty()) {
    const size_t end = std::min(utf8.find('\n'), utf8.size());
    line_ += utf8.substr(0, std::min(end, kLineBytes - std::min(kLineBytes, line_.size())));
    if (end < utf8.size()) line();
    utf8.remove_prefix(std::min(end + 1, utf8.size()));
  }
}

void Orders::end() {
  if (!line_.empty()) line();
  fenced_ = false;
}

void Orders::line() {
  const std::string line = std::exchange(line_, {});
  const size_t start = std::min(line.find_first_not_of(" \t"), line.size());
  if (line.compare(start, 3, "```") == 0 || line.compare(start, 3, "~~~") == 0) {
    fenced_ = !fenced_;
    return;
  }
  // A line that did not fit is pasted, not written.
  if (fenced_ || line.size() >= kLineBytes || isQuoted(line)) return;
  const std::string_view view = line;
  size_t from = 0;
  for (size_t at = 0; at < view.size();) {
    const CodePoint point = codePointAt(view, at);
    const size_t next = at + point.bytes;
    const bool wide = point.code == 0x3002 || point.code == 0xFF01 || point.code == 0xFF1F ||
                      point.code == 0x61F || point.code == 0x6D4 || point.code == 0x964;
    const bool mark = point.code == '.' || point.code == '!' || point.code == '?';
    if (wide || (mark && (next == view.size() || view[next] == ' '))) {
      sentence(view.substr(from, next - from));
      from = next;
    }
    at = next;
  }
  sentence(view.substr(from));
}

void Orders::sentence(std::string_view text) {
  while (!text.empty() && std::string_view(" \t\r-*").find(text.front()) != text.npos) {
    text.remove_prefix(1);
  }
  while (!text.empty() && static_cast<uint8_t>(text.back()) <= ' ') text.remove_suffix(1);
  const bool question = text.ends_with('?') || text.ends_with("\uff1f") || text.ends_with("\u061f");
  if (text.empty() || question || text.size() > kMostSentence) return;
  const std::string plain = folded(text);
  bool permission = false;
  const uint8_t strength = strengthOf(plain, permission);
  if (strength > 0) keep(text, plain, strength, permission);
}

/// The strongest phrase of a folded sentence. A permission outweighs what it permits.
uint8_t Orders::strengthOf(std::string_view plain, bool& permission) const {
  uint8_t strength = 0;
  uint8_t allowed = 0;
  std::string_view last = ",";
  for (size_t at = 0; at < plain.size();) {
    const CodePoint point = codePointAt(plain, at);
    const bool starts = at > 0 && plain[at - 1] == ' ';
    const bool inside = isUnspaced(point.code) || isHangul(point.code);
    if ((starts || inside) && plain[at] != ' ') {
      const std::string_view rest = plain.substr(at);
      // All phrases that share the first two bytes.
      const std::string_view head = rest.substr(0, 2);
      auto phrase = std::partition_point(phrases_.begin(), phrases_.end(),
                                         [&](const Phrase& one) { return one.text < head; });
      for (; phrase != phrases_.end() && phrase->text.starts_with(head); ++phrase) {
        if (!rest.starts_with(phrase->text)) continue;
        const std::string_view behind = rest.substr(phrase->text.size());
        if (!inside && (phrase->flags & kOpen) == 0 && !behind.starts_with(' ')) continue;
        const bool clause = last == "," || isOneOf(last, kConnectives);
        if ((phrase->flags & kClause) != 0 && !clause) continue;
        // "There must be a way", "I'll make sure".
        if (isOneOf(last, "there i'll we'll they'll it'll he she")) continue;
        std::string_view following = behind;
        if (isOneOf(nextWord(following), kNoOrders)) continue;
        uint8_t& best = (phrase->flags & kRevokes) != 0 ? allowed : strength;
        best = std::max(best, phrase->strength);
      }
      if (starts) {
        std::string_view word = rest;
        last = nextWord(word);
      }
    }
    at += point.bytes;
  }
  permission = allowed > 0;
  return permission ? allowed : strength;
}

void Orders::keep(std::string_view sentence, std::string_view plain, uint8_t strength,
                  bool permission) {
  std::string text = text::wellFormed(sentence);
  for (char& c : text) c = static_cast<uint8_t>(c) < ' ' ? ' ' : c;
  Kept kept{{message_, std::move(text), strength, permission, 0}, aboutOf(plain)};
  // Said again it is newer.
  std::erase_if(orders_, [&](const Kept& one) {
    return one.order.revokedBy == 0 && one.order.text == kept.order.text;
  });
  if (permission && revocations_++ < kRevocations) revoke(kept);
  orders_.push_back(std::move(kept));
  if (orders_.size() > kMostOrders) evict();
}

void Orders::revoke(const Kept& permission) {
  if (permission.about.empty()) {
    // "Never mind": what was said right before.
    for (auto one = orders_.rbegin(); one != orders_.rend(); ++one) {
      Order& order = one->order;
      if (order.revokedBy != 0 || order.permission) continue;
      if (order.message == message_ || order.message == before_) order.revokedBy = message_;
      return;
    }
    return;
  }
  for (Kept& one : orders_) {
    if (one.order.revokedBy != 0 || one.order.permission) continue;
    const size_t shared = sharedOf(permission.about, one.about);
    const bool most = shared * 3 >= permission.about.size() || shared * 2 >= one.about.size();
    if (shared > 0 && most) one.order.revokedBy = message_;
  }
}

/// What was taken back leaves first, then the weakest and oldest.
void Orders::evict() {
  std::vector<const Kept*> order;
  order.reserve(orders_.size());
  for (const Kept& one : orders_) order.push_back(&one);
  std::sort(order.begin(), order.end(), [](const Kept* a, const Kept* b) {
    const bool standsA = a->order.revokedBy == 0;
    const bool standsB = b->order.revokedBy == 0;
    return standsA != standsB ? standsA : isBetter(a->order, b->order);
  });
  std::vector<Kept> kept;
  kept.reserve(kKeptOrders);
  order.resize(kKeptOrders);
  // In the order in which they were given.
  std::sort(order.begin(), order.end());
  for (const Kept* one : order) kept.push_back(*one);
  orders_ = std::move(kept);
}

std::vector<Order> Orders::standing() const {
  std::vector<Order> out;
  for (const Kept& one : orders_) {
    if (one.order.revokedBy == 0) out.push_back(one.order);
  }
  std::sort(out.begin(), out.end(), isBetter);
  return out;
}

std::vector<Order> Orders::revoked() const {
  std::vector<Order> out;
  for (const Kept& one : orders_) {
    if (one.order.revokedBy != 0) out.push_back(one.order);
  }
  return out;
}

}  // namespace epitome
