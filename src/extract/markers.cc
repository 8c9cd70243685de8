/// Phrases by their first word.
#include "extract/markers.h"

#include <algorithm>
#include <array>
#include <string>
#include <utility>
#include <vector>

#include "text/characters.h"
#include "text/fold_case.h"
#include "text/sort.h"

namespace epitome {
namespace {

struct Group {
  Markers marker;
  /// Folded, with `|` between them.
  std::string_view phrases;
};

/// Of scripts with spaces: whole words.
constexpr Group kPhrases[] = {
    {kLimits,
     "never|always|must|mustn't|don't|dont|do not|should|shouldn't|only|avoid|without|unless|until|"
     "ensure|make sure|keep|leave|ask me|ask before|check with me|not allowed|forbidden|no more "
     "than|"
     "at most|at least|limit|stays|stay away|off limits|frozen|prefer|refuse|hands off|untouched|"
     "stay|remember|need to|have to|required|stick to|no need|please use|"
     "nie|niemals|immer|muss|müssen|darf|dürfen|nicht|nur|kein|keine|keinen|ohne|bitte|vermeide|"
     "lass|bleib|bleibt|halte|frag mich|nenn mich|"
     "jamais|toujours|doit|doivent|dois|ne pas|n'utilise|pas de|seulement|uniquement|sans|évite|"
     "garde|appelle-moi|demande-moi|"
     "nunca|siempre|debe|deben|solo|sólo|sin|evita|no uses|no toques|no cambies|deja|"
     "mantén|llámame|pregúntame|"
     "sempre|deve|devem|apenas|somente|sem|não|evite|mai|devi|devono|senza|non|evitare|"
     "никогда|всегда|должен|должна|должны|нельзя|только|без|не|обязательно|"
     "nooit|altijd|moet|moeten|niet|geen|alleen|zonder|nigdy|zawsze|musi|musisz|tylko|bez|"
     "asla|her zaman|sadece|yalnızca|olmadan|mutlaka"},
    {kWants,
     "please|i want|we want|i'd like|i would like|we'd like|want you to|i need|we need|let's|use|"
     "write|reply|answer|respond|call me|address me|format|style|tone|language|convention|policy|"
     "rule|before you|when you|if you|after you|each time|whatever|anything|everything|nothing|"
     "sign as|speak|nobody|nobody else|stop|first|approved|go ahead|okay to|fine "
     "to|allowed|budget|deadline|"
     "gets|belongs|goes into|has to|have to|supposed to|expect|treat|stick|skip|include|exclude|"
     "bitte|ich möchte|ich will|ich brauche|benutze|verwende|schreib|antworte|erst|zuerst|"
     "s'il te plaît|s'il vous plaît|je veux|je voudrais|utilise|utilisez|réponds|écris|"
     "por favor|quiero|quisiera|necesito|usa|utiliza|responde|escribe|primero|"
     "quero|preciso|use|escreva|responda|per favore|voglio|vorrei|scrivi|rispondi|"
     "пожалуйста|хочу|нужно|используй|пиши|отвечай|graag|alstublieft|gebruik|schrijf|"
     "proszę|chcę|użyj|lütfen|istiyorum|kullan"},
    {kLasts,
     "always|never|every|each|from now on|going forward|from here on|in future|in the future|"
     "whenever|for the rest|throughout|until i|no matter|any time|by default|as a rule|"
     "immer|nie|niemals|ab jetzt|ab sofort|künftig|in zukunft|jedes|jede|jeden|grundsätzlich|"
     "toujours|jamais|désormais|à partir de maintenant|chaque|siempre|nunca|a partir de ahora|cada|"
     "sempre|mai|a partir de agora|d'ora in poi|ogni|всегда|никогда|отныне|впредь|каждый|каждая|"
     "altijd|nooit|voortaan|vanaf nu|zawsze|nigdy|od teraz|bundan sonra|her zaman|asla"},
    {kTakesBack,
     "no longer|not anymore|anymore|instead|forget|disregard|scratch that|never mind|nevermind|"
     "changed my mind|changed our mind|on second thought|take back|take that back|i "
     "take|actually|correction|i was wrong|i meant|"
     "you may now|you can now|now allowed|lifted|drop that|drop the|ignore what|ignore my|revoke|"
     "cancel that|rather than|not any more|doesn't apply|does not apply|is off|"
     "nicht mehr|stattdessen|vergiss|vergesst|vergessen sie|anders überlegt|hat sich erledigt|"
     "lass gut sein|lassen sie es|doch|korrektur|ich meinte|du darfst jetzt|aufgehoben|"
     "plus besoin|à la place|oublie|oubliez|laisse tomber|laissez tomber|changé d'avis|"
     "finalement|en fait|ya no|en lugar de|olvida|olvide|olvídalo|olvídelo|olvídate|olvídese|"
     "cambiado de opinión|cambié de opinión|cambiado de idea|cambié de idea|mejor|"
     "não precisa mais|em vez|esqueça|esquece|mudei de ideia|deixa para lá|deixe para lá|"
     "na verdade|invece|dimentica|dimentichi|lascia perdere|lasci perdere|lascia stare|"
     "lasci stare|cambiato idea|non serve più|anzi|"
     "больше не|вместо|забудь|забудьте|передумал|передумала|передумали|не надо|теперь можно|"
     "niet meer|in plaats|vergeet|laat maar|bedacht|już nie|zamiast|zapomnij|"
     "zmieniłem zdanie|zmieniłam zdanie|nieważne|artık|yerine|boş ver|boşver|vazgeçtim|"
     "vazgeçtik|fikrimi değiştirdim"},
    {kUndoes,
     "no longer|not anymore|not any more|i was wrong|is out|went back on|go back on|going back on|"
     "change of plan|changed my mind|changed our mind|revert|reverted|reverting|dropped|undid|"
     "backed out|abandoned|scrapped|switched back|moved away from|replaced by|"
     "nicht mehr|zurückgenommen|rückgängig|verworfen|umentschieden|plus besoin|abandonné|annulé|"
     "ya no|descartado|revertido|não mais|desfeito|annullato|больше не|отменено|niet meer|"
     "teruggedraaid|już nie|cofnięto|artık"},
    {kReasons,
     "because|since|so that|therefore|hence|decided|decision|chose|choose|chosen|picked|going with|"
     "went with|settled on|opted|instead of|rather than|turns out|caused by|due to|root cause|"
     "the cause|the reason|the problem is|the issue is|the bug is|which means|that means|agreed|"
     "weil|deshalb|daher|entschieden|ursache|statt|liegt daran|grund|"
     "parce que|car|donc|décidé|cause|raison|au lieu|porque|por "
     "eso|decidido|decidí|decidimos|causa|"
     "en lugar de|decidi|motivo|em vez de|perché|poiché|deciso|invece di|"
     "потому|поэтому|решил|решили|решено|причина|вместо|"
     "omdat|daarom|besloten|oorzaak|ponieważ|dlatego|zdecydowano|çünkü|karar|nedeni"},
    {kConcludes,
     "found|fixed|fix|works|worked|working|passes|passing|fails|failed|failing|broken|remaining|"
     "remains|todo|next|still|blocked|done|completed|finished|verified|confirmed|conclusion|means|"
     "requires|supports|switched|replaced|renamed|moved|removed|not yet|open question|pending|"
     "behoben|funktioniert|noch|nächster|corrigé|fonctionne|reste|arreglado|funciona|falta|"
     "pendiente|corrigido|corretto|funziona|manca|исправлено|работает|осталось|"
     "opgelost|werkt|naprawione|działa|çalışıyor|kaldı"},
    {kAnnounces,
     "let me|let's|i'll|i will|i'm going to|i am going to|now i|first i|i need to look|"
     "ich werde|lass mich|schauen wir|je vais|laisse moi|voy a|déjame|vou|deixe me|sto per|"
     "я сейчас|давайте|ik ga|laat me"},
};

/// Of scripts without spaces, and of those whose words are joined to others: anywhere.
constexpr Group kPieces[] = {
    {kWants,
     "请|請|我想|我要|需要|希望|使用|てください|たい|ほしい|お願い|使って|해 주세요|해주세요|원해|"
     "싶|사용|من فضلك|أريد|استخدم|בבקשה|אני רוצה|कृपया|चाहिए|चाहता"},
    {kLimits,
     "必须|必須|务必|一定要|不要|不得|不可以|请勿|請勿|别|只能|只用|仅|禁止|避免|绝不|绝对不|不许|"
     "必ず|しないで|いけません|ならない|だけ|禁止|使わない|ないよう|ください|"
     "반드시|마세요|말아|하지 마|금지|만 사용|없이|꼭|يجب|لا ت|فقط|ممنوع|أبدا|אסור|תמיד|רק|אל ת|"
     "हमेशा|कभी|केवल|सिर्फ|मत "},
    {kLasts,
     "总是|始终|从现在|以后|今后|永远|每次|总|總是|從現在|今後|常に|これから|毎回|いつも|"
     "항상|앞으로|이제부터|매번|언제나|دائم|من الآن|תמיד|מעכשיו|हमेशा|अब से"},
    {kTakesBack,
     "不再|改为|改成|改用|取消|忘记|忘掉|不用了|不必了|算了|改变主意|改主意|现在可以|更正|其实|"
     "やめ|やっぱり|気が変わ|代わりに|もう不要|忘れて|"
     "訂正|"
     "대신|취소|더 이상|잊어|이제 해도|마음이 바뀌|생각이 바뀌|됐습니다|됐어요|بدلا|لم "
     "يعد|انس|غيرت رأيي|تراجعت|لا داعي|"
     "במקום|תשכח|שיניתי את דעתי|עזוב|अब नहीं|के बजाय|भूल|छोड़ दी|छोड़ दो|रहने दी|रहने दो|मन बदल|विचार "
     "बदल|इरादा बदल"},
    {kUndoes, "不再|改为|改成|改用|取消|撤销|やめ|取り消|취소|되돌렸|더 이상"},
    {kReasons,
     "因为|所以|决定|选择|改用|原因|因為|決定|選|ため|ので|原因|"
     "때문|그래서|결정|원인|لأن|قرر|بسبب|כי |החלט|क्योंकि|इसलिए|निर्णय"},
    {kConcludes, "修复|已完成|剩下|下一步|仍然|修正|残り|次に|完了|수정|남은|다음|완료"},
    {kAnnounces, "让我|我来|我将|我先|見てみ|確認します|해보겠습니다|살펴보"},
};

struct Phrase {
  std::string_view text;
  Markers marker;
};

/// Ascending by text; one that is of several groups is there several times.
struct Phrases {
  std::vector<Phrase> all;
  /// By first byte, where those that begin with it do; one more behind the last.
  std::array<uint16_t, 257> begins{};
};

const Phrases& phrases() {
  static const Phrases kPhraseTable = [] {
    std::vector<Phrase> all;
    for (const Group& group : kPhrases) {
      std::string_view rest = group.phrases;
      while (!rest.empty()) {
        const size_t end = std::min(rest.find('|'), rest.size());
        all.push_back({rest.substr(0, end), group.marker});
        rest.remove_prefix(std::min(end + 1, rest.size()));
      }
    }
    sortBy(all, [](const Phrase& a, const Phrase& b) {
      return a.text != b.text ? a.text < b.text : a.marker < b.marker;
    });
    Phrases table{std::move(all), {}};
    size_t at = 0;
    for (size_t byte = 0; byte < 257; ++byte) {
      while (at < table.all.size() && static_cast<uint8_t>(table.all[at].text[0]) < byte) ++at;
      table.begins[byte] = static_cast<uint16_t>(at);
    }
    return table;
  }();
  return kPhraseTable;
}

constexpr bool isWordByte(char c) { return isAlnum(c) || c == '\'' || !isAscii(c); }

Markers phrasesIn(std::string_view folded) {
  const Phrases& table = phrases();
  Markers found = 0;
  bool inWord = false;
  for (size_t at = 0; at < folded.size(); ++at) {
    const bool begins = isWordByte(folded[at]) && !inWord;
    inWord = isWordByte(folded[at]);
    if (!begins) continue;
    // Phrases that begin like the word: a phrase is longer than its first word by little.
    size_t end = at;
    while (end < folded.size() && isWordByte(folded[end])) ++end;
    const std::string_view word = folded.substr(at, end - at);
    const auto byte = static_cast<uint8_t>(word[0]);
    const auto last = table.all.begin() + table.begins[byte + 1U];
    auto phrase = std::lower_bound(
        table.all.begin() + table.begins[byte], last, word,
        [](const Phrase& one, std::string_view sought) { return one.text < sought; });
    for (; phrase != last && phrase->text.starts_with(word); ++phrase) {
      const std::string_view ahead = folded.substr(at);
      if (!ahead.starts_with(phrase->text)) continue;
      if (ahead.size() > phrase->text.size() && isWordByte(ahead[phrase->text.size()])) continue;
      found |= phrase->marker;
    }
  }
  return found;
}

/// Times a small constant.
Markers piecesIn(std::string_view text) {
  Markers found = 0;
  for (const Group& group : kPieces) {
    std::string_view rest = group.phrases;
    while (!rest.empty() && (found & group.marker) == 0) {
      const size_t end = std::min(rest.find('|'), rest.size());
      if (text.find(rest.substr(0, end)) != text.npos) found |= group.marker;
      rest.remove_prefix(std::min(end + 1, rest.size()));
    }
  }
  return found;
}

bool asks(std::string_view sentence) {
  while (!sentence.empty() && (sentence.back() == ' ' || sentence.back() == '"' ||
                               sentence.back() == ')' || sentence.back() == '*')) {
    sentence.remove_suffix(1);
  }
  return sentence.ends_with('?') || sentence.ends_with("？") || sentence.ends_with("؟");
}

}  // namespace

Markers markersOf(std::string_view sentence) {
  std::string folded = text::foldedCase(sentence);
  // An apostrophe as it is typeset.
  for (size_t at = 0; (at = folded.find("\u2019", at)) != folded.npos;) {
    folded.replace(at, std::string_view("\u2019").size(), "'");
  }
  const bool ascii = std::ranges::all_of(folded, isAscii);
  Markers found = phrasesIn(folded);
  if (!ascii) found |= piecesIn(folded);
  if (asks(sentence)) found |= kAsks;
  return found;
}

}  // namespace epitome
