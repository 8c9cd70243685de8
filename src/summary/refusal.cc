/// Finds what declines by its words, and looks for what was quoted in the rest.
#include "summary/refusal.h"

#include <algorithm>
#include <string>
#include <vector>

#include "summary/boundary.h"
#include "summary/voices.h"
#include "text/characters.h"
#include "text/fold_case.h"
#include "text/utf.h"

namespace epitome {
namespace {

/// A longer reply declines nothing.
constexpr size_t kMostBytes = 2'000;
constexpr size_t kOpeningBytes = 160;

/// How a clause begins that declines, lower case, apostrophes straight. One in a language that is
/// not among them is seen by its saying nothing of the range.
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

/// Words of replies that decline, wherever they stand. What has one of them is looked at closely
/// and no more: records have them, too.
constexpr std::string_view kMarks[] = {
    // English.
    "cannot", "can't", "can not", "could not", "couldn't", "unable", "not able", "won't",
    "will not", "declin", "refus", "policy", "policies", "guideline", "no summary", "no record",
    "comfortable", "as an ai", "not permitted", "not allowed", "sorry", "apolog", "not possible",
    // German.
    "kann ich", "ich kann", "kann nicht", "konnte nicht", "nicht in der lage", "m\u00f6glich",
    "ablehn", "abgelehnt", "leider", "tut mir leid", "entschuldig", "keine zusammenfassung",
    "richtlinie", "verweiger", "darf ich nicht",
    // French.
    "ne peux pas", "ne puis", "pas en mesure", "d\u00e9sol\u00e9", "impossible", "politique",
    "aucun r\u00e9sum\u00e9", "malheureusement", "pas possible", "regrette",
    // Spanish, Portuguese, Italian.
    "no puedo", "lo siento", "lamento", "no es posible", "rechaz", "pol\u00edtica",
    "ning\u00fan resumen", "deneg", "n\u00e3o posso", "desculp", "non posso", "mi dispiace",
    // Chinese, Japanese, Korean.
    "\u62b1\u6b49", "\u65e0\u6cd5", "\u7121\u6cd5", "\u4e0d\u80fd", "\u62d2\u7edd", "\u62d2\u7d55",
    "\u5bf9\u4e0d\u8d77", "\u653f\u7b56", "\u672a\u751f\u6210", "\u4e0d\u4fbf",
    "\u7533\u3057\u8a33", "\u3067\u304d\u307e\u305b\u3093", "\u304a\u65ad\u308a", "\uc8c4\uc1a1",
    "\uc218 \uc5c6"};

/// What replies say that decline, and so does not tell that they know what they were given.
constexpr std::string_view kCommon =
    "able access alternative another answer anything apologize apologies appropriate asked "
    "available "
    "aware cannot chat comply complied confidential contain contained containing contains content "
    "contents context continue "
    "conversation conversations created data decline declined declines described detail details "
    "different done due else error excerpt feel file filter following form format free further "
    "future generated given glad goal guideline "
    "guidelines happy harmful help history however inappropriate include included includes "
    "including "
    "information input instead issue kind language like made material matter message messages "
    "model none "
    "nothing open operator part parts passage passages personal policies policy possible prior "
    "privacy private proceed "
    "produced progress protected provide provided provides providing question questions reason "
    "reasons record recorded records redact redacted refusal refuse refused refuses remove removed "
    "removing rephrase request "
    "requests resubmit review rules safe safety see send sensitive session share shared something "
    "sorry specific state status stopped suitable summaries summary summarise summarised summarize "
    "summarized summarizing task terms "
    "text topic transcript trigger triggered try type unable understand understanding "
    "unfortunately usage use version violate violates violation without work write written "
    "abgelehnt ablehnen anderen anfrage anfrage ausschnitt bereitstellen bitte daten datenschutz "
    "datenschutzes diese dieses "
    "dieser enthalten enthaltenen enth\u00e4lt ersatz erstellen erstellt erstellung fassung form "
    "gespr\u00e4ch gespr\u00e4chs gr\u00fcnden hilfe informationen inhalt "
    "inhalte kann kein keine k\u00f6nnen k\u00f6nnte k\u00f6nnten leid leider m\u00f6glich "
    "m\u00f6glicherweise nachrichten nicht "
    "ohne pers\u00f6nliche pers\u00f6nlichen private privaten richtlinie richtlinien sensible "
    "sensiblen stand text tut unterhaltung verf\u00fcgung "
    "verlauf ich sie vertrauliche vertraulichen weil wegen werden wurde zusammenfassen "
    "zusammenfassung "
    "aider aucun aucune car cela cette confidentielles confidentiels contenir contenu contient "
    "d\u00e9sol\u00e9 "
    "demande donn\u00e9es extrait fournir faire impossible information informations messages ne "
    "peut peux personnelles politique "
    "politiques pas pour pouvoir priv\u00e9es r\u00e8gles refus\u00e9e refuser r\u00e9sum\u00e9 "
    "r\u00e9sumer sans sensibles suis \u00e9change \u00e9t\u00e9 "
    "ayudar cumplir confidencial contener contenido contiene conversaci\u00f3n datos esta este "
    "favor fragmento generado "
    "informaci\u00f3n ha hacer lamento ning\u00fan normas personal personales pol\u00edtica "
    "pol\u00edticas por porque proporcionar privada puede "
    "puedo rechazada rechazado resumen resumir sensible siento sin sido solicitud "
    "\u62b1\u6b49 \u65e0\u6cd5 \u603b\u7ed3 \u6458\u8981 \u5bf9\u8bdd \u5185\u5bb9 \u9690\u79c1 "
    "\u4fe1\u606f \u653f\u7b56 \u8bf7\u6c42 \u62d2\u7edd \u63d0\u4f9b "
    "\u5305\u542b \u53ef\u80fd \u654f\u611f \u4e2a\u4eba \u751f\u6210 \u8fdd\u53cd \u6839\u636e "
    "\u6211\u4eec \u534f\u52a9 \u5e2e\u52a9 \u8bb0\u5f55 \u8fdb\u5c55 \u76ee\u6807 \u4e0b\u4e00 "
    "\u4e00\u6b65 \u8fd9\u6bb5 \u6bb5\u5bf9";

/// Without quotation marks and other signs before the first word.
std::string_view fromFirstWord(std::string_view text) {
  size_t at = 0;
  while (at < text.size()) {
    const CodePoint point = codePointAt(text, at);
    const bool letter = point.code < 0x80
                            ? isAlnum(text[at])
                            : isLatinLetter(point.code) || isForeignLetter(point.code);
    if (letter) break;
    at += point.bytes;
  }
  return text.substr(at);
}

bool opensWithRefusal(std::string_view text) {
  text = fromFirstWord(text);
  const std::string words =
      text::foldedCase(text.substr(0, text::prefixBytes(text, kOpeningBytes)));
  return std::ranges::any_of(kOpenings, [&words](std::string_view phrase) {
    // "sorry" does not begin "sorrento"; scripts without spaces go on at once.
    return words.starts_with(phrase) && (words.size() == phrase.size() || phrase == "i apologi" ||
                                         !isAscii(phrase.back()) || !isAlnum(words[phrase.size()]));
  });
}

/// Behind the first end of a clause from `at`: a line, a sentence, a semicolon, a quotation mark.
size_t clauseEnd(std::string_view text, size_t at) {
  constexpr std::string_view kWide[] = {"\u3002", "\uff1b", "\uff01", "\uff1f"};
  for (; at < text.size(); ++at) {
    const char c = text[at];
    const bool stop = c == '.' || c == '!' || c == '?';
    const bool behind = at + 1 == text.size() || static_cast<uint8_t>(text[at + 1]) <= ' ';
    if (c == '\n' || c == ';' || c == '"' || (stop && behind)) return at + 1;
    for (const std::string_view wide : kWide) {
      if (text.substr(at).starts_with(wide)) return at + wide.size();
    }
  }
  return at;
}

/// What the clauses say, without headings, and without those that decline: up to their end, so what
/// they give as their reason, too.
std::vector<std::string_view> tellingClauses(std::string_view text) {
  std::vector<std::string_view> clauses;
  for (size_t at = 0; at < text.size();) {
    const size_t end = clauseEnd(text, at);
    const std::string_view clause = text.substr(at, end - at);
    const bool heading = clause.starts_with('#');
    // Behind a label.
    const size_t colon = clause.find(": ");
    const bool declines = opensWithRefusal(clause) ||
                          (colon != clause.npos && opensWithRefusal(clause.substr(colon + 1)));
    if (!heading && !declines) clauses.push_back(clause);
    at = end;
  }
  return clauses;
}

}  // namespace

Refusal refusalIn(std::string_view reply, std::string_view given) {
  if (reply.size() > kMostBytes) return Refusal::kNone;
  const std::string text = text::foldedCase(reply);
  const bool plain = opensWithRefusal(reply);
  const bool marked = std::ranges::any_of(
      kMarks, [&](std::string_view mark) { return text.find(mark) != text.npos; });
  if (!plain && !marked) return Refusal::kNone;
  if (Voices::tellsOf(tellingClauses(reply), quotedIn(given), kCommon)) return Refusal::kNone;
  return plain ? Refusal::kPlain : Refusal::kFormed;
}

}  // namespace epitome
