/// What tells languages of one script apart, as data: words that every text has, and letters that
/// few alphabets have. Decides nothing; the order is that of `Language`, from English on.
#pragma once

#include <cstdint>
#include <string_view>

namespace epitome {

// A list goes over several literals.
// NOLINTBEGIN(bugprone-suspicious-missing-comma)
/// Lower case, a space between two. A word may stand in several lists: it then weighs less in each.
inline constexpr std::string_view kSmallWords[] = {
    // English
    "the of and to in is that it for on with as this be are was not have from or an at by but you "
    "i we my your can should would could will if when what which how why there they please do does "
    "all any so then than into also has had just need want make let me don't doesn't still only "
    "its their them after before now",
    // German
    "der die das und ist nicht ein eine einen einem einer zu den dem des mit auf für von im in es "
    "ich du wir sie er bitte auch noch nur wenn dann aber oder wie was warum wird werden wurde "
    "sind "
    "hat haben kann soll sollte muss bei nach aus an am zum zur als so dass daß mir mich uns hier "
    "jetzt schon alle mal kein keine keinen diese dieser dieses vor über unter ohne damit weil "
    "mach",
    // French
    "le la les un une des du de et est en que qui dans pour pas ne sur avec ce cette ces il elle "
    "je "
    "tu nous vous ils on au aux par plus mais ou où si sont être avoir fait faire tout tous comme "
    "peux peut dois doit faut mon ma mes ton ta tes votre vos notre leur y c d l j qu n s merci "
    "quand sans encore aussi alors ça voilà après avant même veux toujours quel quelle alors "
    "jamais toujours autre même rien quelque chose depuis chez leurs celle celui avons ai",
    // Spanish
    "el la los las un una unos de del y en que es no se por para con su sus lo al como más pero o "
    "este esta esto ese esa eso está están hay ser si sí mi tu yo me te nos le les muy sin sobre "
    "también cuando donde qué cómo porque ya todo todos todas puede puedes debe tiene hacer favor "
    "quiero ahora después antes entre hasta desde solo sólo cuál cuáles entonces nunca siempre "
    "otra otro mismo misma nada algo tengo sin estos estas esos mejor nos",
    // Portuguese
    "o a os as um uma de do da dos das e em no na nos nas que é não se por para com seu sua ao à "
    "pelo pela como mais mas ou este esta isso isto esse essa está estão há ser eu você ele ela "
    "nós "
    "me muito sem sobre também quando onde porque já tudo todos todas pode deve tem fazer favor "
    "quero agora depois antes entre até só num numa foi são qual quais então nunca sempre outra "
    "outro mesmo mesma nada algo tenho estes essas estou minha meu mim melhor",
    // Italian
    "il lo la i gli le un uno una di del della dei delle dello e è in che non si per con su da dal "
    "dalla nel nella al alla come più ma o questo questa questi quello quella sono essere ha hanno "
    "io tu lui lei noi mi ti ci molto senza anche quando dove perché già tutto tutti tutte può "
    "puoi "
    "deve fare voglio adesso ora dopo prima tra fino solo cosa poi ancora l dell nell all sul "
    "quale quali allora mai sempre altra altro stesso stessa niente qualcosa ho abbiamo mio mia "
    "suo sua meglio",
    // Catalan
    "el la els les un una uns de del dels i és en que no es per amb al als com més però o aquest "
    "aquesta això aquests hi ha ser si meu meva jo em et ens molt sense sobre també quan on perquè "
    "ja tot tots totes pot deu té fer vull ara després abans entre fins només l d s n què cal "
    "els amb pels són està quin quina llavors mai sempre altra altre mateix mateixa res alguna "
    "tinc aquests millor nosaltres torna ho fes encara",
    // Dutch
    "de het een en van is dat niet in te op met voor zijn er aan ook als maar om door over bij "
    "naar "
    "uit dan nog wel geen moet kan wil kun je jij ik we wij ze zij hij u dit deze die wat hoe "
    "waarom waar wordt worden was heeft hebben heb graag alleen alle alles nu zo al mijn jouw onze "
    "zou zonder tot na of omdat maak",
    // Swedish
    "och att det som en ett är på för med av den inte till om har de jag du vi han hon kan ska "
    "skulle var vad hur varför när från eller men så också bara alla allt nu här där min mitt din "
    "ditt vår detta denna dessa utan efter innan över under ingen inga måste vill gör göra finns "
    "blir bli sig mig dig oss snälla behöver i någon något några vilken gick lite mer mycket "
    "alltid aldrig själv igen sedan mellan först fortfarande bör",
    // Danish
    "og at det som en et er på for med af den ikke til om har de jeg du vi han hun kan skal skulle "
    "var hvad hvordan hvorfor når fra eller men så også kun alle alt nu her der min mit din dit "
    "vores dette denne disse uden efter før over under ingen må vil gør gøre findes bliver blive "
    "sig mig dig os venligst behøver i hvis noget nogle blev kunne lave nogen hvilken mig gik lidt "
    "mere meget altid aldrig selv igen siden mellem ikke sådan først stadig bør",
    // Norwegian
    "og å det som en et er på for med av den ikke til om har de jeg du vi han hun kan skal skulle "
    "var hva hvordan hvorfor når fra eller men så også bare alle alt nå her der min mitt din ditt "
    "vår dette denne disse uten etter før over under ingen må vil gjør gjøre finnes blir bli seg "
    "meg deg oss vennligst trenger i hvis noe noen ble kunne lage noen hvilken gikk litt mer mye "
    "alltid aldri selv igjen siden mellom sånn først fortsatt bør mot hvordan",
    // Polish
    "i w na z do nie się jest to że o po od dla jak za ale co czy tak ten ta te tego tej są być "
    "był "
    "była było oraz lub przez przy tylko już jeszcze bardzo może można trzeba proszę mi mnie my "
    "ty on ona oni gdy kiedy gdzie dlaczego jeśli wszystko wszystkie żeby aby ma mają pod nad bez "
    "też teraz potem przed we ze moje który która które coś ktoś zawsze nigdy znowu między musi "
    "chcę możesz jego jej nadal moim twój",
    // Czech
    "a v na se je že to s z do o i k ve pro za by jako ale co jak tak ten ta tento tato této jsou "
    "být byl byla bylo nebo při jen už ještě velmi může lze je třeba prosím mi mě my ty on ona oni "
    "když kdy kde proč pokud všechno všechny aby má mají pod nad bez také teď potom před ze si "
    "jsem "
    "jsme není máme podle tohle který která které něco někdo vždy nikdy znovu mezi podle musí chci "
    "můžeš bys bych jeho její stále",
    // Slovak
    "a v na sa je že to s z do o i k vo pre za by ako ale čo tak ten tá tento táto tejto sú byť "
    "bol "
    "bola bolo alebo pri len už ešte veľmi môže treba prosím mi ma my ty on ona oni keď kedy kde "
    "prečo ak všetko všetky aby má majú pod nad bez tiež teraz potom pred zo si som sme nie máme "
    "podľa ktorý ktorá ktoré niečo niekto vždy nikdy znova medzi musí chcem môžeš bys bych jeho "
    "jej stále nejaký",
    // Croatian
    "i u na se je da to s za od do ne su ili kao ali što kako tako taj ta ovaj ova ovo biti bio "
    "bila bilo iz po samo već još vrlo može treba molim mi me ti on ona oni kad kada gdje zašto "
    "ako "
    "sve svi da bi ima imaju pod nad bez također sada onda prije sa si sam smo nije nisu prema te "
    "koji koja koje nema nakon koji neki nešto netko uvijek nikad opet između mora želim možeš bih "
    "njegov još uvijek jedan taj sam ovu svoje bismo",
    // Turkish
    "ve bir bu da de için ile ne o çok daha gibi ama var yok mi mı mu mü değil olarak olan ben sen "
    "biz siz onlar kadar sonra önce her şey nasıl neden niye nerede lütfen şu bunu bana sana bize "
    "ya veya ise sadece yeni tüm bütün hiç en göre diye artık şimdi zaman olması gerek gerekiyor "
    "lazım ki hangi hangisi hep asla her tekrar arasında ister misin musun bunun onu beni bizim "
    "biri şekilde",
    // Vietnamese
    "và của là có không được cho các một những trong với này đó để khi thì từ đã sẽ đang cũng như "
    "nhưng tôi bạn chúng ta nó hãy vui lòng rồi ra vào lên lại đến về theo tại bị bởi nếu vì sao "
    "làm gì nào thế nên phải cần mà hay hoặc tất cả chỉ rất vẫn sau trước",
    // Indonesian
    "yang dan di ke dari ini itu untuk dengan tidak dalam adalah pada akan bisa dapat saya kamu "
    "anda "
    "kita kami mereka dia ada atau juga sudah belum jangan tolong karena jika kalau bagaimana "
    "mengapa kenapa apa saja hanya semua oleh agar supaya setelah sebelum harus perlu lagi tapi "
    "tetapi sebagai bukan masih seperti buat sekarang",
    // Romanian
    "și în de la cu pe că nu este sunt un o din pentru care se mai ce să a al ale au fost fi dar "
    "sau "
    "dacă când unde cum acest această aceste acesta eu tu el ea noi voi ei îmi îți te rog doar "
    "toate "
    "tot foarte fără după înainte între trebuie poate pot vreau acum apoi ca prin pe lângă le îl "
    "dintre nostru",
    // Hungarian
    "a az és hogy nem is egy ez meg de van vagy ha csak már még mint kell én te ő mi ti ők ezt azt "
    "ami aki amely mert hol mikor miért hogyan kérlek legyen lehet volt lesz nincs minden összes "
    "nagyon után előtt között nélkül most majd akkor is el ki be le fel új ne ezek azok szerint "
    "mindig soha újra között ezért vagyok lehet össze kellene amit ezen azon hogyha szerintem rá "
    "róla itt ott valami",
    // Finnish
    "ja on ei se että en oli mutta myös kun jos niin kuin tai vain nyt jo vielä mitä miten miksi "
    "missä tämä tämän tätä nämä joka jotka ne sen sitä ole olla voi voit pitää minä sinä hän me te "
    "he minun sinun kaikki kaikkia ilman jälkeen ennen kanssa hyvin sitten siitä koska olisi "
    "ovat eivät älä joten aina koskaan uudelleen välillä täytyy haluan pitäisi jokin joku vielä "
    "edelleen minulta minulle siinä tässä sinulle ei ole saa",
    // Russian
    "и в не на что я с это как но по из у за то все так же от для мы вы он она они к до или если "
    "бы было был быть есть нет только уже ещё еще его её их мне меня нам нас когда где почему "
    "нужно надо пожалуйста этот эта эти чтобы сделай о при без после перед тоже можно также под "
    "который которая которые всегда никогда снова между должен должна хочу можешь бы его очень "
    "больше сейчас здесь там ли тебя того этого том",
    // Ukrainian
    "і в не на що я з це як але по із у за то все так же від для ми ви він вона вони до або якщо "
    "би було був бути є немає тільки вже ще його її їх мені мене нам нас коли де чому треба "
    "потрібно будь ласка цей ця ці щоб зроби о при без після перед також можна й та під",
    // Bulgarian
    "и в не на че аз с това как но по от за то всички така ние вие той тя те до или ако би беше "
    "бъде е няма само вече още го я ги ми ме ни когато къде защо трябва моля този тази тези да се "
    "си са съм сме във със при без след преди също може има какво който която които ще някой нещо "
    "винаги никога отново между трябва искам можеш неговия още тук там ли този една един без",
    // Serbian
    "и у не на да је се то за са од до али или као што како тако овај ова ово бити био била било "
    "из по само већ још врло може треба молим ми ме ти он она они кад када где зашто ако све сви "
    "би има имају под над без такође сада онда пре си сам смо није нису који која које после који "
    "неки нешто увек никад опет између мора желим можеш бих његов један сам ову своје бисмо",
    // Hindi
    "है हैं के में की का को से और यह वह पर नहीं कि ने भी एक हो तो था थी थे कर करें करो जो तक लिए मुझे हम आप "
    "क्या क्यों कैसे जब अगर लेकिन या सब कृपया मैं मेरे इस उस अब बाद पहले साथ चाहिए रहा रही गया",
    // Marathi
    "आहे आहेत आणि या हे ते ती तो मी आम्ही तुम्ही नाही की ला ने च्या मध्ये साठी पण किंवा जर तर का कसे काय "
    "कृपया करा हा ही एक सर्व आता नंतर आधी पाहिजे होते झाले असे त्या मला पासून आहेस होता होती नको नकोस काही "
    "आज पुन्हा कोणती माझा माझे माझ्या तुझा आपण साठी नये येतो येते जे ज्या",
    // Nepali
    "छ छन् र को मा लाई ले यो त्यो म हामी तपाईं हुन्छ थियो छैन गर्नुहोस् कृपया किन कसरी यदि तर वा पनि सबै अब "
    "पछि अघि भने मेरो गर्न गर्ने हो हुन् यस के एक बाट भएको गरेको गर्छ पर्छ सक्छ केही आज फेरि मात्र नयाँ थिए जस्तो "
    "लागि भयो गर्दा यी कुन मेरा तिमी हामीले",
    // Arabic
    "في من على إلى أن إن هذا هذه لا ما هو هي مع كان كانت التي الذي عن أو ثم قد كل بعد قبل عند لم "
    "لن "
    "كيف لماذا متى أين إذا لكن أيضا فقط يجب يمكن أريد أنا نحن أنت لي لك بين غير هل حتى الآن ذلك "
    "تلك "
    "الرجاء",
    // Persian
    "در از به که این را با است آن برای و یک هم تا بر می شود شد کن کنید نیست هست من تو ما شما آنها "
    "لطفا چرا چگونه چطور کجا اگر اما یا همه فقط باید بعد قبل دیگر نمی خود هر چه بود باشد کرد ولی "
    "الان",
    // Urdu
    "ہے ہیں کے میں کی کا کو سے اور یہ وہ پر نہیں کہ نے بھی ایک ہو تو تھا تھی تھے کر کریں جو تک لیے "
    "مجھے "
    "ہم آپ کیا کیوں کیسے جب اگر لیکن یا سب براہ کرم اس اب بعد پہلے ساتھ چاہیے رہا",
};
// NOLINTEND(bugprone-suspicious-missing-comma)
inline constexpr uint32_t kWordedLanguages = sizeof kSmallWords / sizeof kSmallWords[0];

struct Letters {
  /// Lower case.
  std::string_view letters;
  /// BCP 47 tags of the languages that have them.
  std::string_view languages;
};

inline constexpr Letters kRareLetters[] = {
    {"ß", "de"},          {"ñ¿¡", "es"},
    {"ãõ", "pt"},         {"ç", "fr pt ca tr"},
    {"œùêëî", "fr"},      {"ìò", "it ca"},
    {"ø", "da no"},       {"æ", "da no"},
    {"å", "sv da no fi"}, {"äö", "de sv fi"},
    {"ü", "de tr hu"},    {"łżśćńźąę", "pl"},
    {"ěřů", "cs"},        {"ľĺŕô", "sk"},
    {"čšž", "cs sk hr"},  {"ďťň", "cs sk"},
    {"đ", "hr vi"},       {"ğış", "tr"},
    {"őű", "hu"},         {"șțşţ", "ro"},
    {"ă", "ro vi"},       {"ơưạảấầẩẫậắằẳẵặẹẻẽếềểễệỉịọỏốồổỗộớờởỡợụủứừửữựỳỵỷỹ", "vi"},
    {"ыэё", "ru"},        {"ії", "uk"},
    {"єґ", "uk"},         {"ъ", "ru bg"},
    {"јљњђћџ", "sr"},     {"ةىيكأإ", "ar"},
    {"پچگکی", "fa ur"},   {"ژ", "fa"},
    {"ٹڈڑںےہھ", "ur"},    {"ळ", "mr"},
};

/// Characters whose form is one of the two ways to write Chinese, in pairs.
inline constexpr std::string_view kSimplifiedOnly =
    "这们为对时会说来个国过么没还让实现问题请错误运测试码改写删读务应该该后开关数据类结构线进程输"
    "库条项检构验证发级处选择变简单东车长门见马鸟鱼龙义书买卖师帮动给统经认识记录设计论调";
inline constexpr std::string_view kTraditionalOnly =
    "這們為對時會說來個國過麼沒還讓實現問題請錯誤運測試碼寫刪讀務應該後開關數據類結構線進輸"
    "庫條項檢構驗證發級處選擇變簡單東車長門見馬鳥魚龍義書買賣師幫動給統經認識記錄設計論調";

}  // namespace epitome
