// promise: 9 loses nothing silently
/// That the language of users is found where they write enough, and nothing is claimed elsewhere.
/// The lines that separate languages were set with the first set of sentences in view; the second
/// was written afterwards, about other matters, and nothing was changed for it.
#include "summary/language.h"

#include <algorithm>
#include <cstdio>
#include <string>
#include <string_view>
#include <vector>

#include <gtest/gtest.h>

#include "core/support/random_text.h"

namespace epitome {
namespace {

using test::Random;

Language languageOf(std::string_view text) {
  LanguageReader reader;
  reader.update(text);
  reader.finish();
  return reader.language();
}

std::string tag(Language language) { return std::string(tagOf(language)); }

struct Sample {
  std::string_view tag;
  std::vector<std::string_view> sentences;
};

const std::vector<Sample>& samples() {
  static const std::vector<Sample> kSamples = {
      {"en",
       {"Could you look at why the login page hangs after someone resets a password?",
        "Rename the helper and run the tests again, but don't touch the public interface.",
        "I think we should keep the old behaviour for customers who pay by invoice.",
        "The build is broken on my machine since this morning.",
        "Write a short migration guide that explains what changed between the two versions.",
        "Never push to main without asking me first.",
        "What is the difference between these two approaches, and which would you pick?",
        "It still fails with the same message as before."}},
      {"de",
       {"Kannst du dir ansehen, warum die Anmeldeseite nach dem Zurücksetzen hängen bleibt?",
        "Benenne die Hilfsfunktion um und lass danach die Tests noch einmal laufen.",
        "Ich glaube, wir sollten das alte Verhalten für Firmenkunden beibehalten.",
        "Seit heute Morgen baut das Projekt auf meinem Rechner nicht mehr.",
        "Schreib eine kurze Anleitung, die erklärt, was sich zwischen den Versionen geändert hat.",
        "Niemals ohne Rückfrage auf den Hauptzweig schieben.",
        "Worin unterscheiden sich die beiden Ansätze und welchen würdest du nehmen?",
        "Es kommt immer noch die gleiche Fehlermeldung wie vorher."}},
      {"fr",
       {"Peux-tu regarder pourquoi la page de connexion se bloque après une réinitialisation ?",
        "Renomme la fonction auxiliaire et relance les tests, sans toucher à l'interface publique.",
        "Je pense qu'il vaut mieux garder l'ancien comportement pour les clients professionnels.",
        "La compilation échoue sur ma machine depuis ce matin.",
        "Rédige un petit guide de migration qui explique ce qui a changé entre les deux versions.",
        "Ne pousse jamais sur la branche principale sans me demander d'abord.",
        "Quelle est la différence entre ces deux approches, et laquelle choisirais-tu ?",
        "Ça échoue encore avec le même message qu'avant."}},
      {"es",
       {"¿Puedes mirar por qué la página de inicio se queda colgada después de cambiar la clave?",
        "Cambia el nombre de la función auxiliar y vuelve a ejecutar las pruebas.",
        "Creo que deberíamos mantener el comportamiento anterior para los clientes de empresa.",
        "La compilación no funciona en mi equipo desde esta mañana.",
        "Escribe una guía breve de migración que explique lo que cambió entre las dos versiones.",
        "Nunca subas nada a la rama principal sin preguntarme primero.",
        "¿Cuál es la diferencia entre estos dos enfoques y cuál elegirías?",
        "Sigue fallando con el mismo mensaje que antes."}},
      {"pt",
       {"Você pode verificar por que a página de login trava depois de redefinir a senha?",
        "Renomeie a função auxiliar e execute os testes novamente, sem mexer na interface pública.",
        "Acho que devemos manter o comportamento antigo para os clientes que pagam por fatura.",
        "A compilação não funciona na minha máquina desde hoje de manhã.",
        "Escreva um guia curto de migração que explique o que mudou entre as duas versões.",
        "Nunca envie nada para o ramo principal sem me perguntar antes.",
        "Qual é a diferença entre essas duas abordagens e qual você escolheria?",
        "Continua falhando com a mesma mensagem de antes."}},
      {"it",
       {"Puoi controllare perché la pagina di accesso si blocca dopo il cambio della password?",
        "Rinomina la funzione di supporto e riesegui i test senza toccare l'interfaccia pubblica.",
        "Penso che dovremmo mantenere il vecchio comportamento per i clienti aziendali.",
        "La compilazione non funziona sulla mia macchina da stamattina.",
        "Scrivi una breve guida che spieghi che cosa è cambiato tra le due versioni.",
        "Non inviare mai nulla sul ramo principale senza chiedermelo.",
        "Qual è la differenza tra questi due approcci e quale sceglieresti?",
        "Fallisce ancora con lo stesso messaggio di prima."}},
      {"ca",
       {"Pots mirar per què la pàgina d'inici es queda penjada després de canviar la contrasenya?",
        "Canvia el nom de la funció auxiliar i torna a executar les proves.",
        "Crec que hauríem de mantenir el comportament antic per als clients d'empresa.",
        "La compilació no funciona en el meu ordinador des d'aquest matí.",
        "Escriu una guia breu que expliqui què ha canviat entre les dues versions.",
        "No pugis mai res a la branca principal sense preguntar-m'ho abans.",
        "Quina és la diferència entre aquests dos enfocaments i quin triaries?",
        "Encara falla amb el mateix missatge que abans."}},
      {"nl",
       {"Kun je kijken waarom de inlogpagina blijft hangen nadat iemand zijn wachtwoord wijzigt?",
        "Hernoem de hulpfunctie en draai de tests opnieuw, maar raak de interface niet aan.",
        "Ik denk dat we het oude gedrag moeten behouden voor zakelijke klanten.",
        "De build werkt sinds vanochtend niet meer op mijn machine.",
        "Schrijf een korte handleiding die uitlegt wat er tussen de twee versies is veranderd.",
        "Nooit naar de hoofdtak pushen zonder het eerst aan mij te vragen.",
        "Wat is het verschil tussen deze twee aanpakken en welke zou je kiezen?",
        "Het mislukt nog steeds met dezelfde melding als eerder."}},
      {"sv",
       {"Kan du titta på varför inloggningssidan hänger sig när någon byter lösenord?",
        "Byt namn på hjälpfunktionen och kör testerna igen, men rör inte gränssnittet.",
        "Jag tycker att vi ska behålla det gamla beteendet för företagskunder.",
        "Bygget fungerar inte på min dator sedan i morse.",
        "Skriv en kort guide som förklarar vad som har ändrats mellan versionerna.",
        "Skicka aldrig något till huvudgrenen utan att fråga mig först.",
        "Vad är skillnaden mellan de här två lösningarna och vilken skulle du välja?",
        "Det misslyckas fortfarande med samma meddelande som tidigare."}},
      {"da",
       {"Kan du se på, hvorfor loginsiden hænger, når nogen skifter adgangskode?",
        "Omdøb hjælpefunktionen og kør testene igen, men lad være med at røre grænsefladen.",
        "Jeg synes, vi skal beholde den gamle opførsel for erhvervskunder.",
        "Bygningen virker ikke på min maskine siden i morges.",
        "Skriv en kort vejledning, der forklarer, hvad der er ændret mellem versionerne.",
        "Skub aldrig noget til hovedgrenen uden at spørge mig først.",
        "Hvad er forskellen på de to løsninger, og hvilken ville du vælge?",
        "Det fejler stadig med den samme besked som før."}},
      {"no",
       {"Kan du se på hvorfor innloggingssiden henger når noen bytter passord?",
        "Gi hjelpefunksjonen et nytt navn og kjør testene igjen, men ikke rør grensesnittet.",
        "Jeg synes vi skal beholde den gamle oppførselen for bedriftskunder.",
        "Bygget fungerer ikke på maskinen min siden i morges.",
        "Skriv en kort veiledning som forklarer hva som er endret mellom versjonene.",
        "Send aldri noe til hovedgrenen uten å spørre meg først.",
        "Hva er forskjellen på de to løsningene, og hvilken ville du valgt?",
        "Det feiler fortsatt med den samme meldingen som før."}},
      {"pl",
       {"Możesz sprawdzić, dlaczego strona logowania zawiesza się po zmianie hasła?",
        "Zmień nazwę funkcji pomocniczej i uruchom testy jeszcze raz, ale nie ruszaj interfejsu.",
        "Myślę, że powinniśmy zachować stare zachowanie dla klientów firmowych.",
        "Od rana kompilacja nie działa na moim komputerze.",
        "Napisz krótki przewodnik, który wyjaśnia, co zmieniło się między wersjami.",
        "Nigdy nie wysyłaj niczego na główną gałąź bez pytania.",
        "Jaka jest różnica między tymi podejściami i które byś wybrał?",
        "Nadal kończy się tym samym komunikatem co wcześniej."}},
      {"cs",
       {"Můžeš se podívat, proč se přihlašovací stránka po změně hesla zasekne?",
        "Přejmenuj pomocnou funkci a spusť testy znovu, ale nesahej na veřejné rozhraní.",
        "Myslím, že bychom měli zachovat staré chování pro firemní zákazníky.",
        "Od rána mi na počítači nefunguje sestavení.",
        "Napiš krátký návod, který vysvětlí, co se mezi verzemi změnilo.",
        "Nikdy nic neposílej do hlavní větve bez zeptání.",
        "Jaký je rozdíl mezi těmito dvěma přístupy a který bys vybral?",
        "Pořád to končí stejnou hláškou jako předtím."}},
      {"sk",
       {"Môžeš sa pozrieť, prečo sa prihlasovacia stránka po zmene hesla zasekne?",
        "Premenuj pomocnú funkciu a spusti testy znova, ale nesiahaj na verejné rozhranie.",
        "Myslím, že by sme mali zachovať staré správanie pre firemných zákazníkov.",
        "Od rána mi na počítači nefunguje zostavenie.",
        "Napíš krátky návod, ktorý vysvetlí, čo sa medzi verziami zmenilo.",
        "Nikdy nič neposielaj do hlavnej vetvy bez opýtania.",
        "Aký je rozdiel medzi týmito dvoma prístupmi a ktorý by si vybral?",
        "Stále to končí rovnakou hláškou ako predtým."}},
      {"hr",
       {"Možeš li pogledati zašto se stranica za prijavu zaglavi nakon promjene lozinke?",
        "Preimenuj pomoćnu funkciju i ponovno pokreni testove, ali ne diraj javno sučelje.",
        "Mislim da bismo trebali zadržati staro ponašanje za poslovne korisnike.",
        "Od jutros prevođenje ne radi na mojem računalu.",
        "Napiši kratki vodič koji objašnjava što se promijenilo između dvije verzije.",
        "Nikad ne šalji ništa na glavnu granu bez pitanja.",
        "Koja je razlika između ova dva pristupa i koji bi ti odabrao?",
        "I dalje završava s istom porukom kao prije."}},
      {"tr",
       {"Şifre değiştikten sonra giriş sayfasının neden takıldığına bakar mısın?",
        "Yardımcı fonksiyonun adını değiştir ve testleri tekrar çalıştır ama arayüze dokunma.",
        "Bence kurumsal müşteriler için eski davranışı korumalıyız.",
        "Bu sabahtan beri derleme benim makinemde çalışmıyor.",
        "İki sürüm arasında nelerin değiştiğini anlatan kısa bir rehber yaz.",
        "Bana sormadan ana dala hiçbir şey gönderme.",
        "Bu iki yaklaşım arasındaki fark nedir ve hangisini seçerdin?",
        "Hâlâ önceki ile aynı hata mesajını veriyor."}},
      {"vi",
       {"Bạn xem giúp tại sao trang đăng nhập bị treo sau khi đổi mật khẩu?",
        "Đổi tên hàm phụ trợ và chạy lại các bài kiểm tra, nhưng đừng động vào giao diện.",
        "Tôi nghĩ chúng ta nên giữ cách hoạt động cũ cho khách hàng doanh nghiệp.",
        "Từ sáng nay dự án không biên dịch được trên máy của tôi.",
        "Viết một hướng dẫn ngắn giải thích những gì đã thay đổi giữa hai phiên bản.",
        "Không bao giờ đẩy lên nhánh chính mà chưa hỏi tôi.",
        "Hai cách này khác nhau ở điểm nào và bạn sẽ chọn cách nào?",
        "Nó vẫn báo lỗi giống như lúc trước."}},
      {"id",
       {"Bisa tolong lihat kenapa halaman masuk macet setelah kata sandi diganti?",
        "Ganti nama fungsi bantu itu dan jalankan lagi tesnya, tapi jangan ubah antarmukanya.",
        "Menurut saya kita harus mempertahankan perilaku lama untuk pelanggan perusahaan.",
        "Sejak pagi ini proyek tidak bisa dikompilasi di komputer saya.",
        "Tulis panduan singkat yang menjelaskan apa saja yang berubah di antara dua versi ini.",
        "Jangan pernah mengirim apa pun ke cabang utama tanpa bertanya dulu.",
        "Apa perbedaan kedua pendekatan ini dan mana yang akan kamu pilih?",
        "Masih gagal dengan pesan yang sama seperti sebelumnya."}},
      {"ro",
       {"Poți să verifici de ce pagina de autentificare se blochează după schimbarea parolei?",
        "Redenumește funcția ajutătoare și rulează din nou testele, dar nu modifica interfața.",
        "Cred că ar trebui să păstrăm comportamentul vechi pentru clienții firme.",
        "De azi dimineață compilarea nu mai merge pe calculatorul meu.",
        "Scrie un ghid scurt care explică ce s-a schimbat între cele două versiuni.",
        "Nu trimite niciodată nimic pe ramura principală fără să mă întrebi.",
        "Care este diferența dintre cele două abordări și pe care ai alege-o?",
        "Tot eșuează cu același mesaj ca înainte."}},
      {"hu",
       {"Meg tudod nézni, miért fagy le a bejelentkező oldal jelszócsere után?",
        "Nevezd át a segédfüggvényt, és futtasd újra a teszteket, de a felülethez ne nyúlj.",
        "Szerintem a céges ügyfeleknél meg kellene tartani a régi viselkedést.",
        "Ma reggel óta nem fordul le a projekt a gépemen.",
        "Írj egy rövid útmutatót arról, hogy mi változott a két verzió között.",
        "Soha ne tölts fel semmit a fő ágra anélkül, hogy megkérdeznél.",
        "Mi a különbség a két megoldás között, és melyiket választanád?",
        "Még mindig ugyanazzal az üzenettel áll le, mint korábban."}},
      {"fi",
       {"Voitko katsoa, miksi kirjautumissivu jumittuu salasanan vaihdon jälkeen?",
        "Nimeä apufunktio uudelleen ja aja testit, mutta älä koske julkiseen rajapintaan.",
        "Minusta meidän pitäisi säilyttää vanha toiminta yritysasiakkaille.",
        "Käännös ei ole toiminut koneellani aamusta lähtien.",
        "Kirjoita lyhyt ohje, joka kertoo mitä versioiden välillä on muuttunut.",
        "Älä koskaan vie mitään päähaaraan kysymättä minulta.",
        "Mitä eroa näillä kahdella tavalla on ja kumman sinä valitsisit?",
        "Se kaatuu edelleen samaan virheeseen kuin aiemmin."}},
      {"ru",
       {"Посмотри, почему страница входа зависает после смены пароля?",
        "Переименуй вспомогательную функцию и запусти тесты ещё раз, но интерфейс не трогай.",
        "Думаю, для корпоративных клиентов надо оставить прежнее поведение.",
        "С самого утра сборка на моей машине не работает.",
        "Напиши короткое руководство о том, что изменилось между версиями.",
        "Никогда не отправляй ничего в основную ветку без моего согласия.",
        "В чём разница между этими подходами и какой бы ты выбрал?",
        "Всё равно падает с той же ошибкой, что и раньше."}},
      {"uk",
       {"Подивись, чому сторінка входу зависає після зміни пароля?",
        "Перейменуй допоміжну функцію і запусти тести ще раз, але інтерфейс не чіпай.",
        "Гадаю, для корпоративних клієнтів треба залишити попередню поведінку.",
        "Від самого ранку збірка на моїй машині не працює.",
        "Напиши короткий посібник про те, що змінилося між версіями.",
        "Ніколи не надсилай нічого в основну гілку без моєї згоди.",
        "Яка різниця між цими підходами і який би ти обрав?",
        "Все одно падає з тією самою помилкою, що й раніше."}},
      {"bg",
       {"Можеш ли да провериш защо страницата за вход увисва след смяна на паролата?",
        "Преименувай помощната функция и пусни тестовете отново, но не пипай интерфейса.",
        "Мисля, че трябва да запазим старото поведение за корпоративните клиенти.",
        "От тази сутрин проектът не се компилира на моята машина.",
        "Напиши кратко ръководство, което обяснява какво се е променило между версиите.",
        "Никога не качвай нищо в главния клон, без да ме питаш.",
        "Каква е разликата между двата подхода и кой би избрал?",
        "Все още се проваля със същото съобщение като преди."}},
      {"sr",
       {"Можеш ли да погледаш зашто се страница за пријаву заглави после промене лозинке?",
        "Преименуј помоћну функцију и поново покрени тестове, али не дирај јавни интерфејс.",
        "Мислим да треба да задржимо старо понашање за пословне кориснике.",
        "Од јутрос превођење не ради на мом рачунару.",
        "Напиши кратко упутство које објашњава шта се променило између две верзије.",
        "Никад не шаљи ништа на главну грану без питања.",
        "Која је разлика између ова два приступа и који би ти изабрао?",
        "И даље се завршава истом поруком као пре."}},
      {"hi",
       {"देखो कि पासवर्ड बदलने के बाद लॉगिन पेज क्यों अटक जाता है?",
        "सहायक फ़ंक्शन का नाम बदलो और टेस्ट फिर से चलाओ, लेकिन इंटरफ़ेस को मत छूना।",
        "मुझे लगता है कि हमें कंपनी वाले ग्राहकों के लिए पुराना व्यवहार रखना चाहिए।",
        "आज सुबह से मेरी मशीन पर बिल्ड काम नहीं कर रहा है।",
        "एक छोटी गाइड लिखो जो बताए कि दोनों संस्करणों में क्या बदला।",
        "मुझसे पूछे बिना मुख्य शाखा पर कुछ भी मत भेजना।", "इन दोनों तरीकों में क्या अंतर है और तुम कौन सा चुनोगे?",
        "अब भी पहले जैसी ही त्रुटि आ रही है।"}},
      {"mr",
       {"पासवर्ड बदलल्यानंतर लॉगिन पान का अडकते ते बघ.",
        "सहाय्यक फंक्शनचे नाव बदल आणि चाचण्या पुन्हा चालव, पण इंटरफेसला हात लावू नकोस.",
        "मला वाटते की कंपनी ग्राहकांसाठी जुने वर्तन ठेवायला हवे आहे.",
        "आज सकाळपासून माझ्या संगणकावर बिल्ड होत नाही.",
        "दोन आवृत्त्यांमध्ये काय बदलले ते सांगणारे एक छोटे मार्गदर्शन लिही.",
        "मला विचारल्याशिवाय मुख्य शाखेत काहीही पाठवू नकोस.",
        "या दोन पद्धतींमध्ये काय फरक आहे आणि तू कोणती निवडशील?", "अजूनही पूर्वीसारखाच संदेश येतो आहे."}},
      {"ne",
       {"पासवर्ड बदलेपछि लगइन पृष्ठ किन अड्किन्छ हेर्नुहोस्।",
        "सहायक फङ्सनको नाम बदल्नुहोस् र परीक्षण फेरि चलाउनुहोस्, तर इन्टरफेस नछुनुहोस्।",
        "मलाई लाग्छ हामी कम्पनीका ग्राहकका लागि पुरानो व्यवहार राख्नुपर्छ।",
        "आज बिहानदेखि मेरो मेसिनमा बिल्ड भएको छैन।",
        "दुई संस्करणबीच के बदलियो भनेर बुझाउने एउटा छोटो निर्देशिका लेख्नुहोस्।",
        "मलाई नसोधी मुख्य शाखामा केही पनि नपठाउनुहोस्।", "यी दुई तरिकामा के फरक छ र तपाईं कुन रोज्नुहुन्छ?",
        "अझै पनि पहिलेकै जस्तो सन्देश आउँछ।"}},
      {"ar",
       {"هل يمكنك معرفة سبب توقف صفحة الدخول بعد تغيير كلمة المرور؟",
        "غيّر اسم الدالة المساعدة وشغّل الاختبارات مرة أخرى لكن لا تلمس الواجهة العامة.",
        "أعتقد أننا يجب أن نحتفظ بالسلوك القديم لعملاء الشركات.",
        "منذ هذا الصباح لا يعمل البناء على جهازي.",
        "اكتب دليلا قصيرا يشرح ما الذي تغيّر بين الإصدارين.",
        "لا ترسل أي شيء إلى الفرع الرئيسي دون أن تسألني.",
        "ما الفرق بين هاتين الطريقتين وأيهما تختار؟", "ما زال يفشل بنفس الرسالة السابقة."}},
      {"fa",
       {"می‌توانی ببینی چرا صفحه ورود بعد از تغییر رمز "
        "گیر "
        "می‌کند؟",
        "نام تابع کمکی را عوض کن و آزمون‌ها را دوباره اجرا "
        "کن، "
        "اما "
        "به "
        "رابط "
        "عمومی "
        "دست "
        "نزن.",
        "فکر می‌کنم باید رفتار قدیمی را برای مشتریان "
        "شرکتی "
        "نگه "
        "داریم.",
        "از امروز صبح پروژه روی سیستم من ساخته نمی‌شود.",
        "یک راهنمای کوتاه بنویس که توضیح دهد بین دو نسخه چه چیزی تغییر کرده است.",
        "هرگز بدون پرسیدن از من چیزی به شاخه اصلی نفرست.",
        "فرق این دو روش چیست و کدام را انتخاب می‌کنی؟",
        "هنوز با همان پیام قبلی شکست می‌خورد."}},
      {"ur",
       {"دیکھو کہ پاس ورڈ بدلنے کے بعد لاگ ان صفحہ کیوں رک جاتا ہے؟",
        "مددگار فنکشن کا نام بدلو اور ٹیسٹ دوبارہ چلاؤ، لیکن انٹرفیس کو مت چھیڑنا۔",
        "میرا خیال ہے کہ ہمیں کاروباری گاہکوں کے لیے پرانا طریقہ رکھنا چاہیے۔",
        "آج صبح سے میری مشین پر بلڈ کام نہیں کر رہا ہے۔",
        "ایک مختصر رہنما لکھو جو بتائے کہ دونوں نسخوں میں کیا بدلا۔",
        "مجھ سے پوچھے بغیر مرکزی شاخ پر کچھ نہ بھیجنا۔",
        "ان دونوں طریقوں میں کیا فرق ہے اور تم کون سا چنو گے؟",
        "ابھی بھی پہلے جیسا ہی پیغام آتا ہے۔"}},
      {"el",
       {"Μπορείς να δεις γιατί κολλάει η σελίδα σύνδεσης;", "Τρέξε ξανά τα τεστ, σε παρακαλώ."}},
      {"he", {"תבדוק בבקשה למה דף הכניסה נתקע", "אל תדחוף לענף הראשי בלי לשאול אותי"}},
      {"th", {"ช่วยดูหน่อยว่าทำไมหน้าเข้าสู่ระบบถึงค้าง", "รันเทสต์อีกครั้งหลังแก้เสร็จ"}},
      {"bn", {"লগইন পাতা কেন আটকে যায় একটু দেখো", "পরীক্ষাগুলো আবার চালাও"}},
      {"ta", {"உள்நுழைவு பக்கம் ஏன் நிற்கிறது என்று பார்", "சோதனைகளை மீண்டும் இயக்கு"}},
      {"te", {"లాగిన్ పేజీ ఎందుకు ఆగిపోతుందో చూడు", "పరీక్షలను మళ్ళీ నడుపు"}},
      {"ka", {"ნახე რატომ იჭედება შესვლის გვერდი", "გაუშვი ტესტები თავიდან"}},
      {"hy", {"Տես, թե ինչու է կախվում մուտքի էջը", "Նորից գործարկիր թեստերը"}},
      {"ko",
       {"비밀번호를 바꾼 뒤에 로그인 화면이 왜 멈추는지 봐 줘", "테스트를 다시 돌려 주세요",
        "main 브랜치에는 절대 push 하지 마", "parser.ts 파일의 타입 오류를 고쳐줘"}},
      {"ja",
       {"パスワードを変更したあとログイン画面が固まる理由を調べてください",
        "補助関数の名前を変えて、テストをもう一度実行して", "main ブランチには絶対に push しないで",
        "parser.ts の型エラーを直して"}},
      {"zh-Hans",
       {"看一下为什么改完密码之后登录页面会卡住", "把辅助函数改个名字，然后重新跑一遍测试",
        "没有我的同意不要推送到 main 分支", "帮我修复 parser.ts 里面的类型错误"}},
      {"zh-Hant",
       {"看一下為什麼改完密碼之後登入頁面會卡住", "把輔助函式改個名字，然後重新跑一遍測試",
        "沒有我的同意不要推送到 main 分支", "幫我修復 parser.ts 裡面的型別錯誤"}},
  };
  return kSamples;
}

const std::vector<Sample>& heldOut() {
  static const std::vector<Sample> kSamples = {
      {"en",
       {"My sister is flying to Lisbon on Friday and has lost her booking number.",
        "Summarise the attached report in five sentences for somebody who hasn't read it.",
        "Which of these invoices were paid late last year?",
        "Thanks, that looks good, but the second paragraph is too long."}},
      {"de",
       {"Meine Schwester fliegt am Freitag nach Lissabon und hat ihre Buchungsnummer verloren.",
        "Fasse den Bericht in fünf Sätzen für jemanden zusammen, der ihn nicht gelesen hat.",
        "Welche dieser Rechnungen wurden letztes Jahr verspätet bezahlt?",
        "Danke, sieht gut aus, der zweite Absatz ist allerdings zu lang."}},
      {"fr",
       {"Ma sœur part vendredi pour Lisbonne et elle a perdu son numéro de réservation.",
        "Résume le rapport en cinq phrases pour une personne qui ne l'a pas lu.",
        "Lesquelles de ces factures ont été payées en retard l'année dernière ?",
        "Merci, c'est bien, mais le deuxième paragraphe est trop long."}},
      {"es",
       {"Mi hermana vuela el viernes a Lisboa y ha perdido su número de reserva.",
        "Resume el informe en cinco frases para alguien que no lo haya leído.",
        "¿Cuáles de estas facturas se pagaron tarde el año pasado?",
        "Gracias, queda bien, pero el segundo párrafo es demasiado largo."}},
      {"pt",
       {"Minha irmã viaja na sexta-feira para Lisboa e perdeu o número da reserva.",
        "Resuma o relatório em cinco frases para alguém que não o leu.",
        "Quais dessas faturas foram pagas com atraso no ano passado?",
        "Obrigado, ficou bom, mas o segundo parágrafo está longo demais."}},
      {"it",
       {"Mia sorella parte venerdì per Lisbona e ha perso il numero della prenotazione.",
        "Riassumi la relazione in cinque frasi per chi non l'ha letta.",
        "Quali di queste fatture sono state pagate in ritardo l'anno scorso?",
        "Grazie, va bene, ma il secondo paragrafo è troppo lungo."}},
      {"ca",
       {"La meva germana vola divendres a Lisboa i ha perdut el número de reserva.",
        "Resumeix l'informe en cinc frases per a algú que no l'hagi llegit.",
        "Quines d'aquestes factures es van pagar tard l'any passat?",
        "Gràcies, queda bé, però el segon paràgraf és massa llarg."}},
      {"nl",
       {"Mijn zus vliegt vrijdag naar Lissabon en is haar boekingsnummer kwijt.",
        "Vat het rapport in vijf zinnen samen voor iemand die het niet gelezen heeft.",
        "Welke van deze facturen zijn vorig jaar te laat betaald?",
        "Dank je, ziet er goed uit, alleen is de tweede alinea te lang."}},
      {"sv",
       {"Min syster flyger till Lissabon på fredag och har tappat bort sitt bokningsnummer.",
        "Sammanfatta rapporten i fem meningar för någon som inte har läst den.",
        "Vilka av de här fakturorna betalades för sent förra året?",
        "Tack, det ser bra ut, men andra stycket är för långt."}},
      {"da",
       {"Min søster flyver til Lissabon på fredag og har mistet sit bookingnummer.",
        "Sammenfat rapporten i fem sætninger for en, der ikke har læst den.",
        "Hvilke af disse fakturaer blev betalt for sent sidste år?",
        "Tak, det ser godt ud, men andet afsnit er for langt."}},
      {"no",
       {"Søsteren min flyr til Lisboa på fredag og har mistet bookingnummeret sitt.",
        "Oppsummer rapporten i fem setninger for en som ikke har lest den.",
        "Hvilke av disse fakturaene ble betalt for sent i fjor?",
        "Takk, det ser bra ut, men det andre avsnittet er for langt."}},
      {"pl",
       {"Moja siostra leci w piątek do Lizbony i zgubiła numer rezerwacji.",
        "Streść raport w pięciu zdaniach dla kogoś, kto go nie czytał.",
        "Które z tych faktur zostały zapłacone po terminie w zeszłym roku?",
        "Dziękuję, wygląda dobrze, ale drugi akapit jest za długi."}},
      {"cs",
       {"Moje sestra letí v pátek do Lisabonu a ztratila číslo rezervace.",
        "Shrň zprávu do pěti vět pro někoho, kdo ji nečetl.",
        "Které z těchto faktur byly loni zaplaceny pozdě?",
        "Díky, vypadá to dobře, jen druhý odstavec je moc dlouhý."}},
      {"sk",
       {"Moja sestra letí v piatok do Lisabonu a stratila číslo rezervácie.",
        "Zhrň správu do piatich viet pre niekoho, kto ju nečítal.",
        "Ktoré z týchto faktúr boli vlani zaplatené neskoro?",
        "Vďaka, vyzerá to dobre, len druhý odsek je príliš dlhý."}},
      {"hr",
       {"Moja sestra u petak leti u Lisabon i izgubila je broj rezervacije.",
        "Sažmi izvještaj u pet rečenica za nekoga tko ga nije pročitao.",
        "Koji su od ovih računa prošle godine plaćeni sa zakašnjenjem?",
        "Hvala, izgleda dobro, ali drugi odlomak je predug."}},
      {"tr",
       {"Kız kardeşim cuma günü Lizbon'a uçuyor ve rezervasyon numarasını kaybetmiş.",
        "Raporu okumamış biri için beş cümleyle özetle.",
        "Geçen yıl bu faturalardan hangileri geç ödendi?",
        "Teşekkürler, iyi görünüyor ama ikinci paragraf çok uzun."}},
      {"vi",
       {"Em gái tôi bay đi Lisbon vào thứ sáu và làm mất mã đặt chỗ.",
        "Tóm tắt báo cáo trong năm câu cho người chưa đọc.",
        "Hóa đơn nào trong số này bị trả trễ năm ngoái?",
        "Cảm ơn, trông ổn rồi, nhưng đoạn thứ hai dài quá."}},
      {"id",
       {"Adik saya terbang ke Lisbon hari Jumat dan kehilangan nomor pemesanannya.",
        "Ringkas laporan itu dalam lima kalimat untuk orang yang belum membacanya.",
        "Faktur mana yang terlambat dibayar tahun lalu?",
        "Terima kasih, sudah bagus, tetapi paragraf kedua terlalu panjang."}},
      {"ro",
       {"Sora mea zboară vineri la Lisabona și și-a pierdut numărul rezervării.",
        "Rezumă raportul în cinci propoziții pentru cineva care nu l-a citit.",
        "Care dintre aceste facturi au fost plătite cu întârziere anul trecut?",
        "Mulțumesc, arată bine, dar al doilea paragraf e prea lung."}},
      {"hu",
       {"A húgom pénteken Lisszabonba repül, és elvesztette a foglalási számát.",
        "Foglald össze a jelentést öt mondatban annak, aki nem olvasta.",
        "Melyik számlákat fizették ki tavaly késve?",
        "Köszönöm, jól néz ki, csak a második bekezdés túl hosszú."}},
      {"fi",
       {"Siskoni lentää perjantaina Lissaboniin ja on hukannut varausnumeronsa.",
        "Tiivistä raportti viiteen lauseeseen jollekulle, joka ei ole lukenut sitä.",
        "Mitkä näistä laskuista maksettiin viime vuonna myöhässä?",
        "Kiitos, näyttää hyvältä, mutta toinen kappale on liian pitkä."}},
      {"ru",
       {"Моя сестра летит в пятницу в Лиссабон и потеряла номер брони.",
        "Перескажи отчёт в пяти предложениях для того, кто его не читал.",
        "Какие из этих счетов в прошлом году оплатили с опозданием?",
        "Спасибо, выглядит хорошо, но второй абзац слишком длинный."}},
      {"uk",
       {"Моя сестра летить у п'ятницю до Лісабона і загубила номер бронювання.",
        "Перекажи звіт у п'яти реченнях для того, хто його не читав.",
        "Які з цих рахунків торік оплатили із запізненням?",
        "Дякую, виглядає добре, але другий абзац задовгий."}},
      {"bg",
       {"Сестра ми лети в петък за Лисабон и си е загубила номера на резервацията.",
        "Резюмирай доклада в пет изречения за някого, който не го е чел.",
        "Кои от тези фактури са платени със закъснение миналата година?",
        "Благодаря, изглежда добре, но вторият абзац е твърде дълъг."}},
      {"sr",
       {"Моја сестра у петак лети за Лисабон и изгубила је број резервације.",
        "Сажми извештај у пет реченица за некога ко га није прочитао.",
        "Који су од ових рачуна прошле године плаћени са закашњењем?",
        "Хвала, изгледа добро, али други пасус је предугачак."}},
      {"hi",
       {"मेरी बहन शुक्रवार को लिस्बन जा रही है और उसका बुकिंग नंबर खो गया है।",
        "रिपोर्ट को पाँच वाक्यों में समझाओ जिसने उसे नहीं पढ़ा है।",
        "पिछले साल इनमें से कौन से बिल देर से चुकाए गए थे?",
        "धन्यवाद, ठीक लग रहा है, बस दूसरा पैराग्राफ बहुत लंबा है।"}},
      {"mr",
       {"माझी बहीण शुक्रवारी लिस्बनला जात आहे आणि तिचा बुकिंग क्रमांक हरवला आहे.",
        "ज्याने अहवाल वाचला नाही त्याच्यासाठी तो पाच वाक्यांत सांग.",
        "गेल्या वर्षी यातील कोणती बिले उशिरा भरली गेली होती?",
        "धन्यवाद, छान दिसते आहे, पण दुसरा परिच्छेद खूप लांब आहे."}},
      {"ne",
       {"मेरी बहिनी शुक्रबार लिस्बन जाँदै छिन् र उनको बुकिङ नम्बर हराएको छ।",
        "प्रतिवेदन नपढेको मानिसका लागि पाँच वाक्यमा भन्नुहोस्।", "गत वर्ष यी मध्ये कुन बिल ढिलो तिरिएको थियो?",
        "धन्यवाद, राम्रो देखिन्छ, तर दोस्रो अनुच्छेद धेरै लामो छ।"}},
      {"ar",
       {"أختي تسافر إلى لشبونة يوم الجمعة وقد فقدت رقم الحجز.",
        "لخّص التقرير في خمس جمل لشخص لم يقرأه.", "أي من هذه الفواتير دُفعت متأخرة في العام الماضي؟",
        "شكرا، يبدو جيدا، لكن الفقرة الثانية طويلة جدا."}},
      {"fa",
       {"خواهرم جمعه به لیسبون پرواز دارد و شماره رزروش را گم کرده است.",
        "گزارش را در پنج جمله برای کسی که آن را نخوانده خلاصه کن.",
        "کدام یک از این صورت‌حساب‌ها سال گذشته دیر "
        "پرداخت "
        "شد؟",
        "ممنون، خوب به نظر می‌رسد، ولی بند دوم خیلی "
        "طولانی "
        "است."}},
      {"ur",
       {"میری بہن جمعے کو لزبن جا رہی ہے اور اس کا بکنگ نمبر کھو گیا ہے۔",
        "رپورٹ کا خلاصہ پانچ جملوں میں لکھو۔", "پچھلے سال ان میں سے کون سے بل دیر سے ادا ہوئے؟",
        "شکریہ، اچھا لگ رہا ہے، بس دوسرا پیراگراف بہت لمبا ہے۔"}},
      {"el",
       {"Η αδερφή μου πετάει την Παρασκευή για Λισαβόνα.", "Ποια τιμολόγια πληρώθηκαν αργά;"}},
      {"he", {"אחותי טסה ביום שישי לליסבון", "אילו חשבוניות שולמו באיחור בשנה שעברה?"}},
      {"th", {"น้องสาวบินไปลิสบอนวันศุกร์", "ใบแจ้งหนี้ใบไหนจ่ายช้าเมื่อปีที่แล้ว"}},
      {"ko",
       {"동생이 금요일에 리스본으로 가는데 예약 번호를 잃어버렸어요",
        "보고서를 다섯 문장으로 요약해 줘"}},
      {"ja",
       {"妹が金曜日にリスボンへ行くのですが、予約番号をなくしました",
        "報告書を五つの文にまとめて"}},
      {"zh-Hans", {"我妹妹星期五飞里斯本，她把预订号弄丢了", "用五句话总结这份报告"}},
      {"zh-Hant", {"我妹妹星期五飛里斯本，她把預訂號弄丟了", "用五句話總結這份報告"}},
  };
  return kSamples;
}

TEST(Language, NamesAndTagsAreComplete) {
  for (uint32_t i = 1; i < kLanguages; ++i) {
    const auto language = static_cast<Language>(i);
    EXPECT_FALSE(nameOf(language).empty());
    EXPECT_GE(tagOf(language).size(), 2U);
  }
  EXPECT_EQ(nameOf(Language::kUnknown), "");
  EXPECT_EQ(tagOf(Language::kUnknown), "und");
}

/// Danish and Norwegian share most of their words: many a sentence is written alike in both.
bool areNeighbours(std::string_view tag) { return tag == "da" || tag == "no"; }

struct Tally {
  uint32_t all = 0;
  uint32_t found = 0;
  uint32_t wrong = 0;
};

/// Says for each language how many sentences are found, and which are not.
Tally tallyOf(const std::vector<Sample>& set) {
  Tally tally;
  for (const Sample& sample : set) {
    uint32_t here = 0;
    std::string missed;
    for (const std::string_view sentence : sample.sentences) {
      const Language language = languageOf(sentence);
      ++tally.all;
      if (tagOf(language) == sample.tag) {
        ++here;
        continue;
      }
      missed += "\n  taken for " + tag(language) + ": " + std::string(sentence);
      if (language != Language::kUnknown && language != Language::kChinese) ++tally.wrong;
    }
    tally.found += here;
    if (!missed.empty()) {
      std::printf("%s: %u of %zu%s\n", std::string(sample.tag).c_str(), here,
                  sample.sentences.size(), missed.c_str());
    }
    EXPECT_GE(here * (areNeighbours(sample.tag) ? 4 : 2), sample.sentences.size())
        << sample.tag << missed;
  }
  std::printf("all: %u of %u found, %u taken for another\n", tally.found, tally.all, tally.wrong);
  return tally;
}

/// One sentence is little to go by: neighbours like Danish and Norwegian may stay unknown, but are
/// hardly ever taken for each other.
TEST(Language, OneSentenceIsRecognisedOrLeftOpen) {
  const Tally tally = tallyOf(samples());
  EXPECT_GE(tally.found * 100, tally.all * 90);
  EXPECT_LE(tally.wrong * 100, tally.all);
}

TEST(Language, SentencesThatNothingWasSetByAreRecognisedOrLeftOpen) {
  const Tally tally = tallyOf(heldOut());
  EXPECT_GE(tally.found * 100, tally.all * 75);
  EXPECT_LE(tally.wrong * 100, tally.all * 2);
}

/// Three messages are what a conversation has before anything is folded.
TEST(Language, ThreeMessagesAreEnough) {
  for (const Sample& sample : samples()) {
    const size_t count = sample.sentences.size();
    for (size_t start = 0; start < count; ++start) {
      LanguageReader reader;
      for (size_t i = 0; i < 3; ++i) {
        reader.update(sample.sentences[(start + i) % count]);
        reader.finish();
      }
      const bool open = areNeighbours(sample.tag) && reader.language() == Language::kUnknown;
      EXPECT_TRUE(open || tagOf(reader.language()) == sample.tag)
          << sample.tag << start << tag(reader.language());
    }
  }
}

// ---- What weighs nothing

TEST(Language, CodePathsAndQuotationsWeighNothing) {
  for (const std::string_view text :
       {"```\nif this is not the one that you want then do it with that\n```",
        "`the and of this is what you will have when it is not there`",
        "/the/and/of/this is.it src/and/the.ts https://the.and/of-this?is=it",
        "> this is what they said and it was not for you\n> and so on",
        "\"this is what they said and it was not for you\"",
        "the_and_of isTheOne what2do if.then.else --and-the-of $the @and #this",
        "# What this is and what it is not for you\n", "ok", "yes", "go on", "weiter", "",
        "   \n\n", "12345 67 89", "??? !!!", "npm test", "TypeError: undefined", "\xff\xfe\x80"}) {
    EXPECT_EQ(languageOf(text), Language::kUnknown) << text;
  }
}

TEST(Language, AFewForeignWordsChangeNothing) {
  EXPECT_EQ(languageOf("Bitte mach einen Commit und push den Branch, dann ist der Build wieder "
                       "grün. Der Fehler war \"this is not what you want, and it will not work\"."),
            Language::kGerman);
  EXPECT_EQ(
      languageOf("请运行 npm test -- --watch=false 然后把 the result of the build 写进 README.md"),
      Language::kChineseSimplified);
  EXPECT_EQ(languageOf("Please rename the file \u4f60\u597d.txt and tell me what the two words in "
                       "it mean"),
            Language::kEnglish);
  EXPECT_EQ(languageOf("Почини parser.ts, потому что в нём TypeError и это не то, что нужно"),
            Language::kRussian);
}

/// What is asked stands at the beginning or the end, a pasted log between.
TEST(Language, OneJapaneseMessageMakesChineseOnesNoJapanese) {
  LanguageReader reader;
  for (const std::string_view message :
       {"这里看起来有点奇怪，能再检查一下吗？", "看起来没问题，接着做下一部分。",
        "本番環境のデータベースには絶対に書き込まないでください。",
        "给我看改动之前，一定要先跑检查。", "谢谢！下一步是什么？"}) {
    reader.update(message);
    reader.finish();
  }
  EXPECT_EQ(reader.language(), Language::kChineseSimplified);
}

TEST(Language, LinesWithoutKanaAreJapaneseAmongOthers) {
  LanguageReader reader;
  reader.update("開発環境設定変更\nお願いします");
  reader.finish();
  EXPECT_EQ(reader.language(), Language::kJapanese);
}

TEST(Language, APastedLogDoesNotOutweighTheRequest) {
  std::string log;
  for (int i = 0; i < 80; ++i) {
    log += "2026-01-0" + std::to_string(i % 9 + 1) + "T10:00:00.000Z ERROR [main] com.acme.Loader" +
           " - failed to load the file /srv/data/in.csv for user 17\n";
  }
  EXPECT_EQ(languageOf(
                "Das kommt bei mir seit heute Morgen, bitte finde heraus, woran es liegt:\n" + log),
            Language::kGerman);
  EXPECT_EQ(languageOf(log + "Woran liegt das, und wie werde ich die Meldung wieder los?"),
            Language::kGerman);
}

TEST(Language, NewerMessagesWeighMore) {
  const Sample& english = samples()[0];
  const Sample& spanish = samples()[3];
  LanguageReader reader;
  for (int i = 0; i < 200; ++i) {
    reader.update(english.sentences[i % 8]);
    reader.finish();
  }
  EXPECT_EQ(reader.language(), Language::kEnglish);
  for (int i = 0; i < 16; ++i) {
    reader.update(spanish.sentences[i % 8]);
    reader.finish();
  }
  EXPECT_EQ(reader.language(), Language::kSpanish);
}

// ---- A reply in another language

constexpr std::string_view kGermanRecord =
    "## Task and constraints\n- Der Nutzer will, dass der Parser `src/parser.ts` repariert wird, "
    "und "
    "hat untersagt, die öffentliche Schnittstelle zu ändern.\n## Done\n- `src/lexer.ts` wurde so "
    "geändert, dass Kommentare nicht mehr verloren gehen; die Tests laufen danach alle durch.\n"
    "## Errors and fixes\n- \"TypeError: cannot read properties of undefined (reading 'kind')\" "
    "kam "
    "aus der Funktion peekToken und ist behoben.\n";
constexpr std::string_view kEnglishRecord =
    "## Task and constraints\n- The user wants the parser in `src/parser.ts` to be fixed and has "
    "ruled out any change of the public interface.\n## Done\n- `src/lexer.ts` was changed so that "
    "comments are not lost any more; all of the tests pass after that.\n## Open items\n- The "
    "documentation is still to be written, and the user has to be asked about the release.\n";
constexpr std::string_view kChineseRecord =
    "## Task and constraints\n- 用户希望修复 `src/parser.ts` 里的解析器，并且不允许修改公共接口 "
    "public API。\n"
    "## Done\n- 修改了 `src/lexer.ts`，注释不会再丢失；之后 npm test 全部通过。\n## Open items\n- "
    "文档还没有写，"
    "发布时间需要再问用户。\n";

TEST(Language, ARecordInAnotherLanguageContradicts) {
  EXPECT_TRUE(contradicts(Language::kChineseSimplified, kEnglishRecord));
  EXPECT_TRUE(contradicts(Language::kGerman, kEnglishRecord));
  EXPECT_TRUE(contradicts(Language::kEnglish, kGermanRecord));
  EXPECT_TRUE(contradicts(Language::kEnglish, kChineseRecord));
  EXPECT_TRUE(contradicts(Language::kRussian, kGermanRecord));
  EXPECT_TRUE(contradicts(Language::kJapanese, kChineseRecord));
}

TEST(Language, ARecordInItsLanguageDoesNot) {
  EXPECT_FALSE(contradicts(Language::kGerman, kGermanRecord));
  EXPECT_FALSE(contradicts(Language::kEnglish, kEnglishRecord));
  EXPECT_FALSE(contradicts(Language::kChineseSimplified, kChineseRecord));
  EXPECT_FALSE(contradicts(Language::kChineseTraditional, kChineseRecord));
  EXPECT_FALSE(contradicts(Language::kUnknown, kEnglishRecord));
}

/// Of every pair of languages: a record of a language's own sentences never contradicts it.
TEST(Language, NoRecordContradictsItsOwnLanguage) {
  for (const std::vector<Sample>& set : {samples(), heldOut()}) {
    for (const Sample& sample : set) {
      std::string record;
      for (const std::string_view sentence : sample.sentences) {
        record += "- " + std::string(sentence) + "\n";
      }
      for (uint32_t i = 1; i < kLanguages; ++i) {
        const auto language = static_cast<Language>(i);
        if (tagOf(language) == sample.tag) {
          EXPECT_FALSE(contradicts(language, record)) << sample.tag;
        }
      }
    }
  }
}

/// Records of eight sentences in each language against each other one: how many are caught.
TEST(Language, MostOtherLanguagesAreCaught) {
  uint32_t pairs = 0;
  uint32_t caught = 0;
  std::string missed;
  for (const Sample& sample : samples()) {
    if (sample.sentences.size() < 8) continue;
    std::string record;
    for (const std::string_view sentence : sample.sentences) record += std::string(sentence) + "\n";
    for (const Sample& wanted : samples()) {
      if (wanted.tag == sample.tag) continue;
      for (uint32_t i = 1; i < kLanguages; ++i) {
        const auto language = static_cast<Language>(i);
        if (tagOf(language) != wanted.tag) continue;
        ++pairs;
        if (contradicts(language, record)) {
          ++caught;
        } else {
          missed += " " + std::string(wanted.tag) + "<" + std::string(sample.tag);
        }
      }
    }
  }
  std::printf("%u of %u pairs are caught; not:%s\n", caught, pairs, missed.c_str());
  EXPECT_GE(caught * 100, pairs * 90);
}

TEST(Language, ListsOfPathsAndNamesContradictNothing) {
  std::string record = "## Done\n";
  for (int i = 0; i < 40; ++i) {
    record += "- `src/file" + std::to_string(i) + ".ts`: parseToken, readLine, TypeError fixed\n";
  }
  for (uint32_t i = 1; i < kLanguages; ++i) {
    EXPECT_FALSE(contradicts(static_cast<Language>(i), record)) << i;
  }
}

// ---- Any bytes

TEST(Language, PiecesMakeNoDifference) {
  for (uint64_t seed = 0; seed < 300; ++seed) {
    Random random(seed);
    std::string text;
    for (int i = 0; i < 6; ++i) {
      const Sample& sample = samples()[random.below(static_cast<uint32_t>(samples().size()))];
      text += sample.sentences[random.below(static_cast<uint32_t>(sample.sentences.size()))];
      text += test::randomText(random, random.below(20));
    }
    LanguageReader pieces;
    for (const std::string& piece : test::randomPieces(random, text)) pieces.update(piece);
    pieces.finish();
    ASSERT_EQ(pieces.language(), languageOf(text)) << seed;
  }
}

}  // namespace
}  // namespace epitome
