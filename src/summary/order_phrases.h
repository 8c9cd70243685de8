/// Words that make a sentence an order that stands, in many languages, as data. Decides what they
/// are and how strong; refuses to know how they are looked for (orders.cc).
#pragma once

#include <cstdint>
#include <string_view>

namespace epitome {

/// Bit set of phrases.
enum OrderPhraseFlag : uint8_t {
  /// Only where a clause begins: elsewhere the words tell rather than order.
  kClause = 1,
  /// Take an order back, or allow what one forbids.
  kRevokes = 2,
  /// The last word may go on.
  kOpen = 4,
};

struct OrderPhrases {
  /// 3: for good; 2: an order; 1: a wish.
  uint8_t strength;
  uint8_t flags;
  /// Lower case with `|` between them, one space between words, hyphens as spaces. Those of
  /// Chinese, Japanese and Korean are found inside words too.
  std::string_view texts;
};

inline constexpr OrderPhrases kOrderPhrases[] = {
    {3, kClause, "always|never|don't ever|do not ever|ask before|immer"},
    {3, 0,
     "never ever|must never|should never|must always|should always|you always need|"
     "under no circumstances|at all times|no matter what|from now on|going forward|"
     "from here on|must not|mustn't|is forbidden|are forbidden|is not allowed|are not allowed|"
     "only ever|without asking|ask me before|check with me before|until i say|unless i say|"
     "unless i tell|unless i ask|i insist|nie wieder|nie mehr|nie ohne|bitte nie|niemals|"
     "auf keinen fall|unter keinen umst\u00e4nden|ab jetzt|ab sofort|von nun an|in zukunft|"
     "darf nicht|darfst nicht|d\u00fcrfen nicht|toujours|jamais|ne jamais|"
     "\u00e0 partir de maintenant|d\u00e9sormais|dor\u00e9navant|en aucun cas|il ne faut pas|"
     "sans me demander|siempre|nunca|jam\u00e1s|a partir de ahora|de ahora en adelante|"
     "en ning\u00fan caso|bajo ninguna circunstancia|no debes|sin preguntar|sempre|"
     "a partir de agora|de agora em diante|em hip\u00f3tese alguma|n\u00e3o deve|"
     "sem perguntar|mai|d'ora in poi|da ora in poi|in nessun caso|non deve|non devi|"
     "senza chiedere|\u0432\u0441\u0435\u0433\u0434\u0430|"
     "\u043d\u0438\u043a\u043e\u0433\u0434\u0430|"
     "\u043d\u0438 \u0432 \u043a\u043e\u0435\u043c \u0441\u043b\u0443\u0447\u0430\u0435|"
     "\u043e\u0442\u043d\u044b\u043d\u0435|"
     "\u0441 \u044d\u0442\u043e\u0433\u043e \u043c\u043e\u043c\u0435\u043d\u0442\u0430|"
     "\u0432\u043f\u0440\u0435\u0434\u044c|\u043d\u0435\u043b\u044c\u0437\u044f|"
     "\u0437\u0430\u043f\u0440\u0435\u0449\u0435\u043d\u043e|\u603b\u662f|\u59cb\u7ec8|"
     "\u4e00\u76f4\u8981|\u6c38\u8fdc\u4e0d\u8981|\u7edd\u4e0d|\u7edd\u5bf9\u4e0d|"
     "\u5343\u4e07\u4e0d\u8981|\u5343\u4e07\u522b|\u4ece\u73b0\u5728\u8d77|"
     "\u4ece\u73b0\u5728\u5f00\u59cb|\u4ee5\u540e\u90fd|\u4eca\u540e|\u4e0d\u8bb8|"
     "\u7981\u6b62|\u7e3d\u662f|\u6c38\u9060\u4e0d\u8981|\u5f9e\u73fe\u5728\u8d77|"
     "\u5e38\u306b|\u5fc5\u305a|\u7d76\u5bfe\u306b|\u6c7a\u3057\u3066|\u4eca\u5f8c\u306f|"
     "\u4eca\u5f8c|\u3057\u3066\u306f\u3044\u3051|\u3057\u3066\u306f\u306a\u3089\u306a|"
     "\ud56d\uc0c1|\uc5b8\uc81c\ub098|\uc808\ub300|\uacb0\ucf54|\uc55e\uc73c\ub85c\ub294|"
     "\uc774\uc81c\ubd80\ud130|\uc9c0\uae08\ubd80\ud130|\uba74 \uc548 \ub3fc|"
     "\uba74 \uc548 \ub429\ub2c8\ub2e4|\uae08\uc9c0|\u062f\u0627\u0626\u0645\u0627|"
     "\u062f\u0627\u0626\u0645\u064b\u0627|\u0623\u0628\u062f\u0627|"
     "\u0623\u0628\u062f\u064b\u0627|\u0644\u0627 \u064a\u062c\u0648\u0632|"
     "\u0645\u0645\u0646\u0648\u0639|\u064a\u062c\u0628 \u0623\u0644\u0627|"
     "\u0645\u0646 \u0627\u0644\u0622\u0646 \u0641\u0635\u0627\u0639\u062f\u0627|"
     "\u0645\u0646 \u0627\u0644\u0622\u0646 \u0641\u0635\u0627\u0639\u062f\u064b\u0627|"
     "\u05ea\u05de\u05d9\u05d3|\u05dc\u05e2\u05d5\u05dc\u05dd \u05dc\u05d0|"
     "\u05d0\u05e3 \u05e4\u05e2\u05dd|\u05dc\u05e2\u05d5\u05dc\u05dd \u05d0\u05dc|"
     "\u05d1\u05e9\u05d5\u05dd \u05d0\u05d5\u05e4\u05df|\u05de\u05e2\u05db\u05e9\u05d9\u05d5|"
     "\u05de\u05e2\u05ea\u05d4|\u05d0\u05e1\u05d5\u05e8|\u0939\u092e\u0947\u0936\u093e|"
     "\u0915\u092d\u0940 \u0928\u0939\u0940\u0902|\u0915\u092d\u0940 \u092d\u0940|"
     "\u0915\u092d\u0940 \u092e\u0924|\u0905\u092c \u0938\u0947|"
     "\u0906\u0917\u0947 \u0938\u0947|her zaman|daima|asla|hi\u00e7bir zaman|"
     "hi\u00e7bir ko\u015fulda|sak\u0131n|bundan sonra|bundan b\u00f6yle|"
     "\u015fu andan itibaren|yasak|zawsze|nigdy|od teraz|od tej pory|pod \u017cadnym pozorem|"
     "w \u017cadnym wypadku|nie wolno|bez pytania|altijd|nooit|vanaf nu|voortaan|"
     "in geen geval|onder geen beding|mag niet|mag nooit"},
    {2, kClause,
     "in the future|every time you|each time you|don't|dont|do not|be sure to|ensure|only|"
     "use only|avoid|stop using|stop adding|stop doing|stop making|stop asking|stop writing|"
     "stop creating|stop changing|stop touching|remember to|remember that|keep in mind|"
     "k\u00fcnftig|mach nicht|mache nicht|verwende nur|nutze nur|benutze nur|nur|keine|kein|"
     "achte darauf|stell sicher|stelle sicher|vermeide|denk daran|frag mich|frage mich|"
     "n'utilise pas|n'utilisez pas|ne fais pas|ne faites pas|ne touche pas|ne modifie pas|"
     "seulement|assure toi|assurez vous|\u00e9vite|\u00e9vitez|n'oublie pas|n'oubliez pas|"
     "no uses|no use|no hagas|no toques|no cambies|no modifiques|solo|s\u00f3lo|solamente|"
     "aseg\u00farate|aseg\u00farese|evita|evite|recuerda|n\u00e3o use|n\u00e3o fa\u00e7a|"
     "n\u00e3o altere|n\u00e3o mexa|n\u00e3o toque|somente|apenas|certifique se|lembre se|"
     "non usare|non fare|non toccare|non modificare|soltanto|assicurati|ricorda|ricordati|"
     "\u0442\u043e\u043b\u044c\u043a\u043e|"
     "\u0438\u0441\u043f\u043e\u043b\u044c\u0437\u0443\u0439 \u0442\u043e\u043b\u044c\u043a\u043e|"
     "\u05d0\u05dc|\u05e8\u05e7|sadece|yaln\u0131zca|tylko|gebruik geen|gebruik alleen|"
     "doe niet|doe geen|raak niet|verander niet|verander geen|wijzig niet|wijzig geen|alleen|"
     "zorg ervoor|zorg dat|vermijd|vergeet niet"},
    {2, 0,
     "whenever you|must|may not|not allowed to|you shouldn't|you should not|should not|"
     "i don't want|i do not want|we don't want|we do not want|make sure|you may only|"
     "you can only|i prefer|i'd prefer|i would prefer|we prefer|refrain from|"
     "it is important that|it's important that|i want you to|i need you to|jedes mal wenn|"
     "muss|m\u00fcssen|musst|nicht ohne|bitte nicht|ich m\u00f6chte nicht|ich will nicht|"
     "ich bevorzuge|il faut|vous devez|tu dois|ne pas|uniquement|je pr\u00e9f\u00e8re|"
     "je ne veux pas|debes|debe|deben|tienes que|no quiero que|prefiero|voc\u00ea deve|deve|"
     "devem|n\u00e3o quero que|prefiro|devi|dovete|devono|non voglio che|preferisco|"
     "\u0434\u043e\u043b\u0436\u0435\u043d|\u0434\u043e\u043b\u0436\u043d\u0430|"
     "\u0434\u043e\u043b\u0436\u043d\u043e|\u0434\u043e\u043b\u0436\u043d\u044b|"
     "\u043e\u0431\u044f\u0437\u0430\u0442\u0435\u043b\u044c\u043d\u043e|"
     "\u043d\u0435 \u043d\u0430\u0434\u043e|\u043d\u0435 \u043d\u0443\u0436\u043d\u043e|"
     "\u043d\u0435 \u0442\u0440\u043e\u0433\u0430\u0439|"
     "\u043d\u0435 \u0442\u0440\u043e\u0433\u0430\u0439\u0442\u0435|"
     "\u043d\u0435 \u043c\u0435\u043d\u044f\u0439|"
     "\u043d\u0435 \u043c\u0435\u043d\u044f\u0439\u0442\u0435|"
     "\u043d\u0435 \u0438\u0441\u043f\u043e\u043b\u044c\u0437\u0443\u0439|"
     "\u043d\u0435 \u0438\u0441\u043f\u043e\u043b\u044c\u0437\u0443\u0439\u0442\u0435|"
     "\u043d\u0435 \u0434\u0435\u043b\u0430\u0439|"
     "\u043d\u0435 \u0434\u0435\u043b\u0430\u0439\u0442\u0435|"
     "\u043d\u0435 \u0437\u0430\u0431\u0443\u0434\u044c|"
     "\u0443\u0431\u0435\u0434\u0438\u0441\u044c|"
     "\u0443\u0431\u0435\u0434\u0438\u0442\u0435\u0441\u044c|"
     "\u0438\u0437\u0431\u0435\u0433\u0430\u0439|"
     "\u0438\u0437\u0431\u0435\u0433\u0430\u0439\u0442\u0435|"
     "\u043f\u0440\u0435\u0434\u043f\u043e\u0447\u0438\u0442\u0430\u044e|"
     "\u0431\u0435\u0437 \u043c\u043e\u0435\u0433\u043e|\u5fc5\u987b|\u52a1\u5fc5|"
     "\u4e00\u5b9a\u8981|\u4e0d\u8981|\u4e0d\u5f97|\u4e0d\u53ef\u4ee5|\u8bf7\u52ff|"
     "\u522b\u518d|\u53ea\u80fd|\u53ea\u7528|\u4ec5\u4f7f\u7528|\u786e\u4fdd|\u907f\u514d|"
     "\u6211\u66f4\u559c\u6b22|\u8bb0\u5f97|\u8a18\u5f97|\u5fc5\u9808|\u8acb\u52ff|"
     "\u78ba\u4fdd|\u3053\u308c\u304b\u3089|\u3057\u306a\u3044\u3067|"
     "\u3057\u306a\u3044\u3088\u3046\u306b|\u306a\u3044\u3067\u304f\u3060\u3055\u3044|"
     "\u3057\u306a\u3051\u308c\u3070\u306a\u3089|\u3060\u3051\u3092|\u3060\u3051\u4f7f|"
     "\u306e\u307f|\u78ba\u8a8d\u3057\u3066\u304b\u3089|\u907f\u3051\u3066|"
     "\u597d\u307f\u307e\u3059|\u5fd8\u308c\u305a\u306b|\ubc18\ub4dc\uc2dc|"
     "\ud574\uc57c \ud569\ub2c8\ub2e4|\ud574\uc57c \ud574|\ud558\uc9c0 \ub9c8|"
     "\ud558\uc9c0\ub9c8|\uc9c0 \ub9c8\uc138\uc694|\uc9c0 \ub9d0|\ub9cc \uc0ac\uc6a9|\uaf2d|"
     "\ud53c\ud558\uc138\uc694|\uc120\ud638\ud569\ub2c8\ub2e4|\uc78a\uc9c0 \ub9c8|"
     "\u0644\u0627 \u062a\u0642\u0645|\u0644\u0627 \u062a\u0633\u062a\u062e\u062f\u0645|"
     "\u0644\u0627 \u062a\u063a\u064a\u0631|\u0644\u0627 \u062a\u0644\u0645\u0633|"
     "\u0644\u0627 \u062a\u0641\u0639\u0644|\u0644\u0627 \u062a\u062d\u0630\u0641|"
     "\u064a\u062c\u0628|\u064a\u062c\u0628 \u0623\u0646|\u0641\u0642\u0637|"
     "\u062a\u0623\u0643\u062f|\u062a\u062c\u0646\u0628|\u062a\u0630\u0643\u0631|"
     "\u05d7\u05d9\u05d9\u05d1|\u05d7\u05d9\u05d9\u05d1\u05d9\u05dd|\u05d7\u05d5\u05d1\u05d4|"
     "\u05d0\u05dc \u05ea\u05d9\u05d2\u05e2|\u05d5\u05d3\u05d0|\u05ea\u05d5\u05d5\u05d3\u05d0|"
     "\u05d4\u05d9\u05de\u05e0\u05e2|\u05d0\u05e0\u05d9 \u05de\u05e2\u05d3\u05d9\u05e3|"
     "\u05d0\u05e0\u05d9 \u05de\u05e2\u05d3\u05d9\u05e4\u05d4|\u05d6\u05db\u05d5\u05e8|"
     "\u092e\u0924 \u0915\u0930\u094b|\u092e\u0924 \u0915\u0930\u0928\u093e|"
     "\u092e\u0924 \u0915\u0930\u0947\u0902|\u092e\u0924|\u0928 \u0915\u0930\u0947\u0902|"
     "\u0928 \u092c\u0926\u0932\u0947\u0902|\u091c\u093c\u0930\u0942\u0930|"
     "\u0905\u0935\u0936\u094d\u092f|\u0915\u0947\u0935\u0932|\u0938\u093f\u0930\u094d\u092b|"
     "\u0938\u0941\u0928\u093f\u0936\u094d\u091a\u093f\u0924|"
     "\u092a\u0938\u0902\u0926 \u0915\u0930\u0924\u093e|"
     "\u092f\u093e\u0926 \u0930\u0916\u0947\u0902|mutlaka|zorunda|yapma|yapmay\u0131n|"
     "kullanma|kullanmay\u0131n|de\u011fi\u015ftirme|de\u011fi\u015ftirmeyin|dokunma|"
     "dokunmay\u0131n|silme|emin ol|ka\u00e7\u0131n|tercih ederim|unutma|musisz|musi|"
     "nale\u017cy|nie u\u017cywaj|nie zmieniaj|nie r\u00f3b|nie ruszaj|nie dotykaj|nie usuwaj|"
     "wy\u0142\u0105cznie|upewnij si\u0119|unikaj|wol\u0119|pami\u0119taj|moet|moeten|"
     "niet zonder|ik wil niet"},
    {1, kClause,
     "prefer|remember|no need for|bevorzuge|lieber|prefiere|\u043b\u0443\u0447\u0448\u0435|"
     "liever"},
    {1, 0,
     "instead of|has to be|have to be|required to|\u4e0d\u80fd|\u4f18\u5148\u4f7f\u7528|"
     "\u3088\u3046\u306b\u3057\u3066|\ud655\uc778\ud558\uc138\uc694|"
     "\u0623\u0641\u0636\u0644 \u0623\u0646|\u092c\u091a\u0947\u0902|gerekir|nie chc\u0119"},
    {2, kRevokes,
     "you may now|you can now|you are now allowed|you're now allowed|you no longer need|"
     "no longer necessary|no longer needed|no longer applies|forget what i said|"
     "ignore what i said|ignore my earlier|ignore my previous|i changed my mind|i take back|"
     "du darfst jetzt|du kannst jetzt|sie d\u00fcrfen jetzt|sie k\u00f6nnen jetzt|"
     "vergiss was ich|nicht mehr n\u00f6tig|du musst nicht mehr|doch erlaubt|"
     "tu peux maintenant|vous pouvez maintenant|tu n'as plus besoin|ya puedes|ahora puedes|"
     "ya no hace falta|ya no es necesario|agora voc\u00ea pode|agora pode|"
     "n\u00e3o precisa mais|ora puoi|adesso puoi|non serve pi\u00f9|"
     "\u0442\u0435\u043f\u0435\u0440\u044c \u043c\u043e\u0436\u043d\u043e|"
     "\u0442\u0435\u043f\u0435\u0440\u044c \u043c\u043e\u0436\u0435\u0448\u044c|"
     "\u0442\u0435\u043f\u0435\u0440\u044c \u043c\u043e\u0436\u0435\u0442\u0435|"
     "\u0431\u043e\u043b\u044c\u0448\u0435 \u043d\u0435 \u043d\u0443\u0436\u043d\u043e|"
     "\u0431\u043e\u043b\u044c\u0448\u0435 \u043d\u0435 \u043d\u0430\u0434\u043e|"
     "\u73b0\u5728\u53ef\u4ee5|\u4f60\u53ef\u4ee5\u5f00\u59cb|\u5fd8\u8bb0\u6211\u8bf4\u7684|"
     "\u5fd8\u6389\u6211\u8bf4\u7684|\u4e0d\u7528\u518d|\u4e0d\u518d\u9700\u8981|"
     "\u73fe\u5728\u53ef\u4ee5|\u3082\u3046\u4e0d\u8981|\u3066\u3082\u3044\u3044\u3067\u3059|"
     "\u3057\u3066\u3082\u3088\u3044|\u5fd8\u308c\u3066\u304f\u3060\u3055\u3044|"
     "\uc774\uc81c \ud574\ub3c4|\ud574\ub3c4 \ub429\ub2c8\ub2e4|\ud574\ub3c4 \ub3fc|"
     "\uc78a\uc5b4|\u064a\u0645\u0643\u0646\u0643 \u0627\u0644\u0622\u0646|"
     "\u0627\u0646\u0633 \u0645\u0627|"
     "\u0644\u0645 \u064a\u0639\u062f \u0636\u0631\u0648\u0631\u064a\u0627|"
     "\u05e2\u05db\u05e9\u05d9\u05d5 \u05de\u05d5\u05ea\u05e8|"
     "\u05e2\u05db\u05e9\u05d9\u05d5 \u05d0\u05ea\u05d4 \u05d9\u05db\u05d5\u05dc|"
     "\u0905\u092c \u0906\u092a|\u092d\u0942\u0932 \u091c\u093e\u0913|"
     "\u092d\u0942\u0932 \u091c\u093e\u0907\u090f|art\u0131k yapabilirsin|"
     "\u015fimdi yapabilirsin|bo\u015f ver|art\u0131k gerek yok|mo\u017cesz ju\u017c|"
     "teraz mo\u017cesz|nie musisz ju\u017c|je mag nu|je kunt nu|vergeet wat|niet meer nodig"},
    {1, kRevokes,
     "it's ok to|it is ok to|it's okay to|it's fine to|it is fine to|feel free to|"
     "you don't have to|you do not have to|you don't need to"},
    {2, kClause | kRevokes,
     "forget my|forget about|disregard|scratch that|vergiss|oublie|oubliez|olvida|"
     "esque\u00e7a|dimentica|\u0437\u0430\u0431\u0443\u0434\u044c|"
     "\u0437\u0430\u0431\u0443\u0434\u044c\u0442\u0435|\u05ea\u05e9\u05db\u05d7|zapomnij"},
    {1, kClause | kRevokes, "forget the|never mind|nevermind"},
    {2, kOpen, "bitte kein"},
};

}  // namespace epitome
