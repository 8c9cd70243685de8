/// Clauses of a reply, one by one.
#include "summary/refusal.h"

#include <algorithm>
#include <string>
#include <vector>

#include "text/characters.h"
#include "text/fold_case.h"
#include "text/markdown.h"
#include "text/utf.h"

namespace epitome {
namespace {

constexpr size_t kMostBytes = 2'000;
/// Of what stands before a colon.
constexpr size_t kLongestLabel = 48;

/// How a clause begins that declines, lower case, apostrophes straight.
constexpr std::string_view kOpenings[] = {
    "sorry",
    "i'm sorry",
    "i am sorry",
    "i apologi",
    "my apologies",
    "i can't",
    "i cannot",
    "i can not",
    "i'm unable",
    "i am unable",
    "i'm not able",
    "i am not able",
    "i won't",
    "i will not",
    "i must decline",
    "i have to decline",
    "i decline",
    "i'm afraid",
    "i am afraid",
    "as an ai",
    "unfortunately, i",
    "unfortunately i",
    "i'm not comfortable",
    "i am not comfortable",
    "i don't have access",
    "i do not have access",
    "es tut mir leid",
    "tut mir leid",
    "leider kann ich",
    "ich kann leider",
    "ich kann nicht",
    "ich kann das nicht",
    "je suis d\u00e9sol\u00e9",
    "d\u00e9sol\u00e9",
    "je ne peux pas",
    "malheureusement",
    "lo siento",
    "no puedo",
    "lamentablemente",
    "desculpe",
    "sinto muito",
    "n\u00e3o posso",
    "mi dispiace",
    "non posso",
    "het spijt me",
    "ik kan niet",
    "beklager",
    "tyv\u00e4rr",
    "przepraszam",
    "niestety",
    "\u00fczg\u00fcn\u00fcm",
    "maaf",
    "xin l\u1ed7i",
    "\u0438\u0437\u0432\u0438\u043d\u0438\u0442\u0435",
    "\u043f\u0440\u043e\u0441\u0442\u0438\u0442\u0435",
    "\u043a \u0441\u043e\u0436\u0430\u043b\u0435\u043d\u0438\u044e",
    "\u62b1\u6b49",
    "\u5f88\u62b1\u6b49",
    "\u975e\u5e38\u62b1\u6b49",
    "\u5bf9\u4e0d\u8d77",
    "\u5c0d\u4e0d\u8d77",
    "\u6211\u65e0\u6cd5",
    "\u6211\u7121\u6cd5",
    "\u6211\u4e0d\u80fd",
    "\u7533\u3057\u8a33",
    "\u3059\u307f\u307e\u305b\u3093",
    "\uc8c4\uc1a1",
    "\u0622\u0633\u0641",
    "\u0623\u0639\u062a\u0630\u0631",
    "\u05de\u05e6\u05d8\u05e2\u05e8"};

/// Words of clauses that tell of a refusal without its author. One in another language is seen by
/// its saying nothing of the range.
constexpr std::string_view kMarks[] = {"declin",
                                       "refus",
                                       "polic",
                                       "guideline",
                                       "not permitted",
                                       "not allowed",
                                       "not possible",
                                       "not available",
                                       "not appropriate",
                                       "unable to",
                                       "not able to",
                                       "could not be",
                                       "cannot be",
                                       "abgelehnt",
                                       "nicht m\u00f6glich",
                                       "nicht zusammenfass",
                                       "nicht wiedergeb",
                                       "richtlinie",
                                       "kann nicht",
                                       "kann ich",
                                       "leider",
                                       "ne peux pas",
                                       "impossible",
                                       "politique",
                                       "rechazad",
                                       "pol\u00edtica",
                                       "no puedo",
                                       "lo siento",
                                       "\u62d2\u7edd",
                                       "\u65e0\u6cd5",
                                       "\u653f\u7b56",
                                       "\u4e0d\u80fd"};

/// Quotation marks and other signs may stand before the first word.
std::string_view fromFirstWord(std::string_view text) {
  while (!text.empty()) {
    const CodePoint point = codePointAt(text, 0);
    const bool letter = point.code < 0x80
                            ? isAlnum(text[0])
                            : isLatinLetter(point.code) || isForeignLetter(point.code);
    if (letter) break;
    text.remove_prefix(point.bytes);
  }
  return text;
}

/// `text` is in lower case.
bool opensWithRefusal(std::string_view text) {
  const std::string_view words = fromFirstWord(text);
  return std::ranges::any_of(kOpenings, [words](std::string_view phrase) {
    // "sorry" does not begin "sorrento"; scripts without spaces go on at once.
    return words.starts_with(phrase) && (words.size() == phrase.size() || phrase == "i apologi" ||
                                         !isAscii(phrase.back()) || !isAlnum(words[phrase.size()]));
  });
}

/// A clause or what it labels begins so.
bool declines(std::string_view text) {
  const size_t colon = text.substr(0, kLongestLabel).find(':');
  return opensWithRefusal(text) || (colon != text.npos && opensWithRefusal(text.substr(colon + 1)));
}

bool tellsOfRefusal(std::string_view text) {
  return std::ranges::any_of(
      kMarks, [text](std::string_view mark) { return text.find(mark) != text.npos; });
}

/// Sentences, and the strings of JSON.
std::vector<std::string_view> clausesOf(std::string_view reply) {
  std::vector<std::string_view> clauses;
  for (const text::Piece& piece : text::piecesOf(reply)) {
    if (piece.heading || piece.fence) continue;
    for (size_t at = piece.words; at < piece.end;) {
      const size_t end = std::min(reply.find_first_of("\";\n", at), piece.end);
      if (end > at) clauses.push_back(reply.substr(at, end - at));
      at = end + 1;
    }
  }
  return clauses;
}

}  // namespace

bool isRefusal(std::string_view reply, const Facts& facts, const Voices& voices) {
  if (reply.size() > kMostBytes) return false;
  const auto tells = [&](std::string_view clause) {
    return facts.wasNamed(clause) || voices.tells(clause);
  };
  bool declined = false;
  std::vector<std::string_view> others;
  for (const std::string_view clause : clausesOf(reply)) {
    const std::string text = text::foldedCase(clause);
    if (declines(text)) {
      declined = true;
    } else if (!tellsOfRefusal(text)) {
      others.push_back(clause);
    } else if (tells(clause)) {
      return false;
    } else {
      declined = true;
    }
  }
  return declined && std::ranges::none_of(others, tells);
}

}  // namespace epitome
