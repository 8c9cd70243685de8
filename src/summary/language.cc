/// Words by hash, letters by range.
#include "summary/language.h"

#include <algorithm>
#include <bit>
#include <iterator>

#include "summary/shape.h"
#include "text/characters.h"
#include "text/markdown.h"
#include "text/word_set.h"

namespace epitome {
namespace {

using enum Language;

constexpr uint64_t kWord = 12;
/// Of a message's beginning, and of its last line.
constexpr uint64_t kMostLine = 40 * kWord;
/// In prose about a third of the words are small ones.
constexpr uint64_t kWordsPerHit = 3;
/// Fewer words tell nothing.
constexpr uint64_t kLeastHits = 3 * kWord / 2;
constexpr uint64_t kLeastWords = 2 * kWord;
/// A reply has to say as much before it can be surely in another language.
constexpr uint64_t kSureWords = 16 * kWord;
/// A sign of scripts without spaces is a part of a word.
constexpr uint64_t kUnspacedUnits = 8;
/// So many times as much Han as kana is Japanese.
constexpr uint64_t kKanaOfHan = 8;

constexpr std::string_view kNames[kLanguages] = {
    "",         "English",  "German", "French",   "Spanish", "Portuguese", "Italian",
    "Dutch",    "Swedish",  "Polish", "Turkish",  "Hindi",   "Russian",    "Ukrainian",
    "Arabic",   "Greek",    "Hebrew", "Thai",     "Bengali", "Tamil",      "Telugu",
    "Georgian", "Armenian", "Korean", "Japanese", "Chinese"};

/// A list goes over several literals.
// NOLINTBEGIN(bugprone-suspicious-missing-comma)
/// Lower case, from English on; at last those that are taken for none. A word may stand in several
/// lists: it then weighs less in each.
constexpr std::string_view kSmallWords[] = {
    // English
    "the of and to in is that it for on with as this be are was not have from or an at by but "
    "you i we my your can should would could will if when what which how why there they please "
    "do does all any so then than into also has had just need want make",
    // German
    "der die das und ist nicht ein eine einen einem einer zu den dem des mit auf für von im in "
    "es ich du wir sie er bitte auch noch nur wenn dann aber oder wie was warum wird werden "
    "wurde sind hat haben kann soll sollte muss bei nach aus an am zum zur als so dass",
    // French
    "le la les un une des du de et est en que qui dans pour pas ne sur avec ce cette ces il "
    "elle je tu nous vous ils on au aux par plus mais ou où si sont être avoir fait faire tout "
    "tous comme peux peut dois doit faut mon ma mes ton ta tes votre",
    // Spanish
    "el la los las un una unos de del y en que es no se por para con su sus lo al como más "
    "pero o este esta esto ese esa eso está están hay ser si sí mi tu yo me te nos le les muy "
    "sin sobre también cuando donde qué cómo porque ya todo todos",
    // Portuguese
    "o a os as um uma de do da dos das e em no na nos nas que é não se por para com seu sua ao "
    "à pelo pela como mais mas ou este esta isso isto esse essa está estão há ser eu você ele "
    "ela nós me muito sem sobre também quando onde porque já",
    // Italian
    "il lo la i gli le un uno una di del della dei delle dello e è in che non si per con su da "
    "dal dalla nel nella al alla come più ma o questo questa questi quello quella sono essere "
    "ha hanno io tu lui lei noi mi ti ci molto senza anche quando dove perché",
    // Dutch
    "de het een en van is dat niet in te op met voor zijn er aan ook als maar om door over bij "
    "naar uit dan nog wel geen moet kan wil kun je jij ik we wij ze zij hij u dit deze die wat "
    "hoe waarom waar wordt worden was heeft hebben heb graag alleen alle",
    // Swedish
    "och att det som en ett är på för med av den inte till om har de jag du vi han hon kan ska "
    "skulle var vad hur varför när från eller men så också bara alla allt nu här där min mitt "
    "din ditt vår detta denna dessa utan efter innan över under ingen inga måste vill",
    // Polish
    "i w na z do nie się jest to że o po od dla jak za ale co czy tak ten ta te tego tej są "
    "być był była było oraz lub przez przy tylko już jeszcze bardzo może można trzeba proszę "
    "mi mnie my ty on ona oni gdy kiedy gdzie dlaczego jeśli wszystko wszystkie żeby aby",
    // Turkish
    "ve bir bu da de için ile ne o çok daha gibi ama var yok mi mı mu mü değil olarak olan ben "
    "sen biz siz onlar kadar sonra önce her şey nasıl neden niye nerede lütfen şu bunu bana "
    "sana bize ya veya ise sadece yeni tüm bütün hiç en göre diye artık şimdi zaman olması "
    "gerek",
    // Hindi
    "है हैं में से और यह वह पर नहीं कि भी था थी थे कर करें करो जो तक लिए मुझे हम आप क्या क्यों",
    // Russian
    "и в не на что я с это как но по из у за то все так же от для мы вы он она они к до или "
    "если бы было был быть есть нет только уже ещё еще его её их мне меня нам нас когда где "
    "почему нужно надо пожалуйста этот эта эти чтобы сделай о",
    // Ukrainian
    "і в не на що я з це як але по із у за то все так же від для ми ви він вона вони до або "
    "якщо би було був бути є немає тільки вже ще його її їх мені мене нам нас коли де чому "
    "треба потрібно будь ласка цей ця ці щоб зроби о при",
    // Others
    "a i u v z se es en per què amb az és да се че са като от това тази но не ли отново ще као "
    "није el la els les un una uns de del dels que no al als com més però aquest aquesta això "
    "aquests hi ha ser si meu meva jo em og at det som et er på for med af den ikke til om har "
    "jeg du vi han hun kan skal skulle var hvad hvordan hvorfor når fra eller men så også kun "
    "av hva bare alle alt nå her der min mitt din ditt vår dette denne disse uten etter før "
    "over under ingen må vil gjør gjøre finnes blir bli seg meg deg oss vennligst și în cu pe "
    "că nu este sunt pentru care mai ce să ale au fost fi dar sau dacă când unde cum acest "
    "această aceste acesta eu tu ea noi voi ei na je že to do ve pro za by jako co jak tak ten "
    "ta tento tato této jsou být byl byla bylo nebo při jen už ještě velmi může lze třeba "
    "prosím mi sa vo pre ako čo tá táto tejto sú byť bol bola bolo alebo pri len ešte veľmi "
    "môže treba ma my ty on ona oni keď kedy kde prečo ak všetko všetky aby da od ne su ili "
    "kao ali što kako tako taj ovaj ova ovo biti bio bila bilo iz po samo već još vrlo može "
    "molim me ti kad kada gdje zašto sve svi hogy nem is egy ez van vagy csak már még mint "
    "kell én te ők ezt azt ami aki amely mert hol mikor miért hogyan kérlek legyen lehet volt "
    "lesz nincs minden összes ja että oli mutta myös jos niin kuin tai vain nyt vielä mitä "
    "miten miksi missä tämä tämän tätä nämä joka jotka sen sitä ole olla voit pitää minä sinä "
    "hän he minun sinun yang dan di ke dari ini itu untuk dengan tidak dalam adalah pada akan "
    "bisa dapat saya kamu anda kita kami mereka dia ada atau juga sudah belum jangan tolong "
    "karena jika kalau bagaimana và của là có không được cho các một những trong với này đó để "
    "khi thì từ đã sẽ đang cũng như nhưng tôi bạn chúng nó hãy vui lòng rồi ra vào",
};
// NOLINTEND(bugprone-suspicious-missing-comma)
constexpr uint32_t kWorded = sizeof kSmallWords / sizeof kSmallWords[0];

/// Letters that tell languages of one script apart; of kUnknown: what none of ours writes.
struct Letters {
  Language language;
  std::string_view letters;
};
constexpr Letters kLetters[] = {{kGerman, "ß"},
                                {kSpanish, "ñ¿¡"},
                                {kPortuguese, "ãõ"},
                                {kFrench, "œùêî"},
                                {kPolish, "łżśćńźąę"},
                                {kTurkish, "ğış"},
                                {kRussian, "ыэё"},
                                {kUkrainian, "іїєґ"},
                                {kArabic, "ةىيكأإ"},
                                {kUnknown,
                                 "øæőűăâșțěřůčšžđľĺŕïơưạảấầậắếềệịọốộớờợụủứừựј"
                                 "љњђћџѓќѕўъپچژگکیٹڈڑںےہھळ"}};

struct Script {
  uint32_t first;
  uint32_t last;
  /// The first language that is written in it.
  Language language;
};
constexpr Script kScripts[] = {
    {'a', 'z', kEnglish},       {0xC0, 0x24F, kEnglish},     {0x1E00, 0x1EFF, kEnglish},
    {0x370, 0x3FF, kGreek},     {0x400, 0x52F, kRussian},    {0x531, 0x587, kArmenian},
    {0x5D0, 0x5EA, kHebrew},    {0x620, 0x6FF, kArabic},     {0x900, 0x97F, kHindi},
    {0x980, 0x9FF, kBengali},   {0xB80, 0xBFF, kTamil},      {0xC00, 0xC7F, kTelugu},
    {0xE00, 0xE7F, kThai},      {0x10A0, 0x10FF, kGeorgian}, {0x3041, 0x30FF, kJapanese},
    {0x3400, 0x4DBF, kChinese}, {0x4E00, 0x9FFF, kChinese},  {0xAC00, 0xD7A3, kKorean}};

Language scriptOf(uint32_t code) {
  for (const Script& script : kScripts) {
    if (code >= script.first && code <= script.last) return script.language;
  }
  return kUnknown;
}

/// The languages that the letter's or word's script has besides `script`: [script, last].
Language lastOf(Language script) {
  return script == kEnglish ? kTurkish : script == kRussian ? kUkrainian : script;
}

Language scriptOf(Language language) {
  if (language >= kEnglish && language <= kTurkish) return kEnglish;
  return language == kUkrainian ? kRussian : language;
}

constexpr uint32_t indexOf(Language language) { return static_cast<uint32_t>(language); }

/// Of each small word, the lists that have it.
constexpr auto kWords = [] {
  text::WordBits<uint16_t> words;
  for (uint32_t list = 0; list < kWorded; ++list) {
    words.add(kSmallWords[list], static_cast<uint16_t>(1U << list), text::wordHash);
  }
  return words;
}();

uint32_t loweredCode(uint32_t code) {
  if (code < 0x80) return static_cast<uint8_t>(lowered(static_cast<char>(code)));
  if ((code >= 0xC0 && code <= 0xDE && code != 0xD7) || (code >= 0x410 && code <= 0x42F)) {
    return code + 0x20;
  }
  if (code >= 0x400 && code <= 0x40F) return code + 0x50;
  const bool paired = (code >= 0x100 && code <= 0x137 && code != 0x130) ||
                      (code >= 0x14A && code <= 0x177) || (code >= 0x1E00 && code <= 0x1EFF);
  return paired ? code | 1 : code;
}

/// What a word says. `word` is in lower case.
void addWord(LanguageEvidence& line, std::string_view word, Language script) {
  line.words[indexOf(script)] += kWord;
  if (script != kEnglish && script != kHindi && script != kRussian && script != kArabic) return;
  const uint32_t lists = kWords.of(text::wordHash(word));
  const auto shared = static_cast<uint64_t>(std::popcount(lists));
  for (uint32_t list = 0; list < kWorded; ++list) {
    if ((lists >> list & 1) != 0) line.hits[(list + 1) % kWorded] += kWord / shared;
  }
  for (size_t at = 0; at < word.size();) {
    const CodePoint point = codePointAt(word, at);
    const std::string_view letter = word.substr(at, point.bytes);
    at += point.bytes;
    if (point.bytes == 1) continue;
    for (const Letters& group : kLetters) {
      if (group.letters.find(letter) != group.letters.npos) {
        line.hits[indexOf(group.language)] += group.language == kUnknown ? kWord : kWord / 2;
      }
    }
  }
}

/// The line without what stands between quotation marks or is code. An apostrophe is none.
std::string unquoted(std::string_view line) {
  struct Marks {
    std::string_view open;
    std::string_view close;
  };
  static constexpr Marks kMarks[] = {{"`", "`"},           {"\"", "\""},
                                     {"\u201e", "\u201c"}, {"\u201c", "\u201d"},
                                     {"\u00ab", "\u00bb"}, {"\u300c", "\u300d"}};
  std::string out;
  for (size_t at = 0; at < line.size();) {
    size_t next = at + 1;
    const char lead = line[at];
    for (const Marks& marks : kMarks) {
      if (lead != marks.open[0] || !line.substr(at).starts_with(marks.open)) continue;
      // A mark that nothing closes hides the rest of the line, so that none is searched for twice.
      const size_t end = line.find(marks.close, at + marks.open.size());
      next = end == line.npos ? line.size() : end + marks.close.size();
      break;
    }
    if (next == at + 1) {
      out += lead;
    } else {
      out += ' ';
    }
    at = next;
  }
  return out;
}

/// A sign of code inside the token, or before it.
bool isCode(std::string_view token) {
  static constexpr std::string_view kSigns = "0123456789/_@\\=<>{}[]$#%&|+^~";
  if (token.find_first_of(kSigns) != token.npos || token.starts_with('-')) return true;
  const size_t letters = token.find_last_not_of(".,:;!?)'*");
  for (size_t i = 1; letters != token.npos && i <= letters; ++i) {
    if (isUpper(token[i]) || token[i] == '.' || token[i] == ':') return true;
  }
  return false;
}

void addToken(LanguageEvidence& line, std::string_view token) {
  std::string word;
  Language script = kUnknown;
  const auto end = [&] {
    if (!word.empty() && script != kUnknown) addWord(line, word, script);
    word.clear();
  };
  for (size_t at = 0; at < token.size();) {
    const CodePoint point = codePointAt(token, at);
    const uint32_t code = loweredCode(point.code);
    const Language own = scriptOf(code);
    at += point.bytes;
    if (own == kJapanese || own == kChinese || own == kThai) {
      end();
      line.words[indexOf(own)] += kUnspacedUnits;
    } else if (own == kUnknown && (code < 0x300 || code > 0x36F)) {
      end();
    } else {
      if (word.empty()) script = own;
      text::appendCodePoint(word, code);
    }
  }
  end();
}

struct Lead {
  Language language = kUnknown;
  uint64_t hits = 0;
  /// Of the next one, those that are none of ours included.
  uint64_t next = 0;
};

Lead leadOf(const LanguageEvidence& evidence, Language script) {
  Lead lead;
  lead.next = evidence.hits[0];
  for (uint32_t i = indexOf(script); i <= indexOf(lastOf(script)); ++i) {
    if (evidence.hits[i] > lead.hits) {
      lead = {static_cast<Language>(i), evidence.hits[i], std::max(lead.hits, lead.next)};
    } else {
      lead.next = std::max(lead.next, evidence.hits[i]);
    }
  }
  return lead;
}

/// Kana among Han make the whole a Japanese text.
void joinKana(LanguageEvidence& text) {
  uint64_t& kana = text.words[indexOf(kJapanese)];
  uint64_t& han = text.words[indexOf(kChinese)];
  if (kana == 0 || kana * kKanaOfHan < han) return;
  kana += han;
  han = 0;
}

/// The script that most is written in, how much of it there is, and of all others. Names in Latin
/// letters occur in every language: they count where small words stand among them, and half where
/// there is another script.
struct Share {
  Language script = kUnknown;
  uint64_t strength = 0;
  uint64_t others = 0;
};

Share largestOf(LanguageEvidence evidence, Language own = kUnknown, uint64_t* ofOwn = nullptr) {
  uint64_t& latin = evidence.words[indexOf(kEnglish)];
  const bool mixed = evidence.total() > latin;
  uint64_t small = evidence.hits[0];
  for (uint32_t i = indexOf(kEnglish); i <= indexOf(kTurkish); ++i) {
    small = std::max(small, evidence.hits[i]);
  }
  latin = std::min(latin, kWordsPerHit * small) / (mixed ? 2 : 1);
  const auto largest = std::ranges::max_element(evidence.words);
  if (ofOwn != nullptr) *ofOwn = evidence.words[indexOf(own)];
  return {static_cast<Language>(largest - evidence.words.begin()), *largest,
          evidence.total() - *largest};
}

bool isSpoken(Language script) { return script <= kArabic; }

Language languageOf(const LanguageEvidence& evidence) {
  const Share share = largestOf(evidence);
  if (share.strength < kLeastWords || share.strength * 2 < share.others * 3) return kUnknown;
  if (!isSpoken(share.script)) return share.script;
  const Lead lead = leadOf(evidence, share.script);
  const uint64_t words = evidence.words[indexOf(share.script)];
  const bool enough = lead.hits >= kLeastHits && lead.hits * 10 >= words;
  const bool ahead = lead.hits * 7 >= lead.next * 8 && lead.hits >= lead.next + kWord / 2;
  return enough && ahead ? lead.language : kUnknown;
}

}  // namespace

std::string_view nameOf(Language language) { return kNames[indexOf(language)]; }

uint64_t LanguageEvidence::total() const {
  uint64_t sum = 0;
  for (const uint64_t count : words) sum += count;
  return sum;
}

void LanguageEvidence::add(const LanguageEvidence& other) {
  for (uint32_t i = 0; i < kLanguages; ++i) {
    hits[i] += other.hits[i];
    words[i] += other.words[i];
  }
}

void LanguageEvidence::scale(uint64_t numerator, uint64_t denominator) {
  for (uint32_t i = 0; i < kLanguages; ++i) {
    hits[i] = hits[i] * numerator / denominator;
    words[i] = words[i] * numerator / denominator;
  }
}

LanguageEvidence ProseLines::read() {
  LanguageEvidence line;
  const std::string_view whole = trimmed(line_);
  const bool fence = text::isFence(whole);
  if (fence) fenced_ = !fenced_;
  if (fence || fenced_ || whole.starts_with('>') || whole.starts_with("# ") ||
      whole.starts_with("##")) {
    return line;
  }
  const std::string text = unquoted(whole);
  uint64_t prose = 0;
  uint64_t code = 0;
  for (size_t at = 0; at < text.size();) {
    const size_t end = std::min(text.find_first_of(" \t\r", at), text.size());
    const std::string_view token = std::string_view(text).substr(at, end - at);
    at = end + 1;
    if (token.empty()) continue;
    // Scripts without spaces run into names.
    const bool hidden = isAscii(token[0]) && isCode(token);
    ++(hidden ? code : prose);
    if (!hidden) addToken(line, token);
  }
  line.coded = code >= prose;
  return line;
}

void LanguageReader::update(std::string_view utf8) {
  lines_.update(utf8, [this](const LanguageEvidence& line) { addLine(line); });
}

void LanguageReader::addLine(const LanguageEvidence& line) {
  LanguageEvidence part = line;
  // Of a log, more likely.
  if (part.coded) part.scale(1, 4);
  if (part.total() > kMostLine) part.scale(kMostLine, part.total());
  if (first_.total() == 0) {
    first_ = part;
    return;
  }
  between_.add(last_);
  last_ = part;
}

void LanguageReader::finish() {
  lines_.end([this](const LanguageEvidence& line) { addLine(line); });
  lines_ = ProseLines();
  first_.add(last_);
  if (between_.total() * 2 > first_.total()) between_.scale(first_.total(), between_.total() * 2);
  first_.add(between_);
  joinKana(first_);
  if (first_.total() > 0) {
    all_.scale(7, 8);
    all_.add(first_);
  }
  first_ = between_ = last_ = LanguageEvidence();
}

Language LanguageReader::language() const { return languageOf(all_); }

bool contradicts(Language wanted, std::string_view prose) {
  if (wanted == kUnknown) return false;
  LanguageEvidence evidence;
  ProseLines lines;
  const auto add = [&](LanguageEvidence line) {
    // A Chinese record may quote a Japanese line; a Japanese one has lines without kana.
    if (wanted != kJapanese) joinKana(line);
    evidence.add(line);
  };
  lines.update(prose, add);
  lines.end(add);
  if (wanted == kJapanese) joinKana(evidence);
  const Language script = scriptOf(wanted);
  uint64_t own = 0;
  const Share share = largestOf(evidence, script, &own);
  if (share.strength < kSureWords) return false;
  if (share.script != script) return share.strength > 4 * own;
  if (!isSpoken(script)) return false;
  const Lead lead = leadOf(evidence, script);
  return lead.hits >= kSureWords / kWordsPerHit && lead.hits > 3 * evidence.hits[indexOf(wanted)];
}

}  // namespace epitome
