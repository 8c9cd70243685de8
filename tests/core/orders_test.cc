// promise: 8 keeps the user's word
/// That orders are found in sixteen languages and plain sentences are left alone, that later words
/// take earlier ones back, and that the number of orders stays bounded.
#include "summary/orders.h"

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include <gtest/gtest.h>

#include "core/support/random_text.h"

namespace epitome {
namespace {

using test::Random;

constexpr std::string_view kOrders[] = {
    "Always run the linter before you commit.",
    "Never push to the main branch.",
    "Please don't touch the files in vendor.",
    "From now on, answer in short sentences.",
    "Make sure the tests pass before you finish.",
    "Use spaces, and never use tabs.",
    "You must not delete the database.",
    "Under no circumstances may you email customers.",
    "Only edit files in src.",
    "I'd prefer functional components.",
    "Fix the bug, but do not change the API.",
    "Bitte immer auf Deutsch antworten.",
    "Ab jetzt keine neuen Abh\u00e4ngigkeiten.",
    "Du darfst nicht auf main pushen.",
    "\u00c4ndere das niemals ohne R\u00fcckfrage.",
    "Achte darauf, dass alle Tests laufen.",
    "Ne touche pas au dossier vendor.",
    "R\u00e9ponds toujours en fran\u00e7ais.",
    "Il ne faut pas modifier la base.",
    "D\u00e9sormais, utilise des tabulations.",
    "Nunca borres la base de datos.",
    "A partir de ahora responde en espa\u00f1ol.",
    "No toques los archivos de vendor.",
    "Aseg\u00farate de que las pruebas pasen.",
    "Sempre responda em portugu\u00eas.",
    "N\u00e3o mexa nos arquivos de vendor.",
    "Certifique-se de que os testes passam.",
    "Non toccare i file in vendor.",
    "Rispondi sempre in italiano.",
    "D'ora in poi usa gli spazi.",
    "\u041d\u0438\u043a\u043e\u0433\u0434\u0430 \u043d\u0435 \u0443\u0434\u0430\u043b\u044f\u0439 "
    "\u0431\u0430\u0437\u0443.",
    "\u0412\u0441\u0435\u0433\u0434\u0430 \u043e\u0442\u0432\u0435\u0447\u0430\u0439 "
    "\u043f\u043e-\u0440\u0443\u0441\u0441\u043a\u0438.",
    "\u041d\u0435 \u0442\u0440\u043e\u0433\u0430\u0439 \u044d\u0442\u0438 "
    "\u0444\u0430\u0439\u043b\u044b.",
    "\u8bf7\u59cb\u7ec8\u7528\u4e2d\u6587\u56de\u7b54\u3002",
    "\u4e0d\u8981\u4fee\u6539\u914d\u7f6e\u6587\u4ef6\u3002",
    "\u4fee\u6539\u524d\u5fc5\u987b\u5148\u8fd0\u884c\u6d4b\u8bd5\u3002",
    "\u5e38\u306b\u65e5\u672c\u8a9e\u3067\u7b54\u3048\u3066\u304f\u3060\u3055\u3044\u3002",
    "\u30d5\u30a1\u30a4\u30eb\u3092\u524a\u9664\u3057\u306a\u3044\u3067\u304f\u3060\u3055\u3044"
    "\u3002",
    "\u5fc5\u305a\u30c6\u30b9\u30c8\u3092\u5b9f\u884c\u3057\u3066\u304f\u3060\u3055\u3044\u3002",
    "\ud56d\uc0c1 \ud55c\uad6d\uc5b4\ub85c \ub2f5\ud558\uc138\uc694.",
    "\uc124\uc815 \ud30c\uc77c\uc744 \uc218\uc815\ud558\uc9c0 \ub9c8\uc138\uc694.",
    "\uc808\ub300\ub85c \uc0ad\uc81c\ud558\uba74 \uc548 \ub429\ub2c8\ub2e4.",
    "\u0644\u0627 \u062a\u062d\u0630\u0641 \u0623\u064a \u0645\u0644\u0641.",
    "\u064a\u062c\u0628 \u0623\u0646 \u062a\u0643\u062a\u0628 "
    "\u0628\u0627\u0644\u0639\u0631\u0628\u064a\u0629.",
    "\u05ea\u05de\u05d9\u05d3 \u05ea\u05e2\u05e0\u05d4 \u05d1\u05e2\u05d1\u05e8\u05d9\u05ea.",
    "\u05d0\u05dc \u05ea\u05de\u05d7\u05e7 \u05e7\u05d1\u05e6\u05d9\u05dd.",
    "\u0939\u092e\u0947\u0936\u093e \u0939\u093f\u0902\u0926\u0940 \u092e\u0947\u0902 "
    "\u091c\u0935\u093e\u092c \u0926\u0947\u0902\u0964",
    "\u092f\u0939 \u092b\u093c\u093e\u0907\u0932 \u092e\u0924 \u092c\u0926\u0932\u094b\u0964",
    "Her zaman T\u00fcrk\u00e7e yan\u0131t ver.",
    "Asla ana dala g\u00f6nderme.",
    "Zawsze odpowiadaj po polsku.",
    "Nie zmieniaj plik\u00f3w w vendor.",
    "Od teraz u\u017cywaj spacji.",
    "Antwoord altijd in het Nederlands.",
    "Vanaf nu geen nieuwe pakketten.",
    "Zorg ervoor dat de tests slagen.",
};

constexpr std::string_view kPlain[] = {
    "The tests passed yesterday.",
    "I don't know what is wrong here.",
    "I don't remember the number.",
    "Stop.",
    "I'll make sure to look it up.",
    "There must be something that helps.",
    "That should never happen.",
    "It doesn't work on my machine, and they don't care.",
    "Why don't you use a map?",
    "Must I restart it?",
    "We never saw this before.",
    "The function returns the only element.",
    "Don't worry about it.",
    "Can you look into the crash?",
    "Thanks, that was quick.",
    "There is an error in line 12.",
    "Das Programm l\u00e4uft jetzt.",
    "Le test est pass\u00e9 hier.",
    "El servidor responde bien.",
    "\u0421\u043f\u0430\u0441\u0438\u0431\u043e, \u0432\u0441\u0451 "
    "\u0440\u0430\u0431\u043e\u0442\u0430\u0435\u0442.",
    "\u8c22\u8c22\uff0c\u770b\u8d77\u6765\u5f88\u597d\u3002",
    "Nie wiem, co to jest.",
    "Dzi\u0119kuj\u0119, dzia\u0142a dobrze.",
    "const always = never; // must not",
    "> Never do this, somebody wrote.",
};

void say(Orders& orders, uint32_t message, std::string_view text) {
  orders.begin(message);
  orders.text(text);
  orders.end();
}

std::vector<std::string> textsOf(const std::vector<Order>& orders) {
  std::vector<std::string> out;
  for (const Order& order : orders) out.push_back(order.text);
  return out;
}

using Texts = std::vector<std::string>;

TEST(Orders, AreFoundInManyLanguages) {
  for (const std::string_view text : kOrders) {
    Orders orders;
    say(orders, 1, text);
    EXPECT_EQ(textsOf(orders.standing()), Texts{std::string(text)});
  }
}

TEST(Orders, AreNotWhatIsMerelySaid) {
  for (const std::string_view text : kPlain) {
    Orders orders;
    say(orders, 1, text);
    EXPECT_EQ(textsOf(orders.standing()), Texts{}) << text;
  }
}

TEST(Orders, AreTheSentencesOfAMixedText) {
  for (uint64_t seed = 0; seed < 2'000; ++seed) {
    Random random(seed);
    Orders orders;
    Texts expected;
    uint32_t message = 0;
    for (uint32_t i = random.below(6); i > 0; --i) {
      std::string text;
      for (uint32_t n = 1 + random.below(6); n > 0; --n) {
        const bool order = random.chance(40);
        const std::string sentence(order ? random.pick(kOrders) : random.pick(kPlain));
        // Lines of programs and quotations stand alone.
        const bool alone = !order && (sentence[0] == '>' || sentence[0] == 'c');
        if (alone && !text.empty()) text += '\n';
        text += sentence;
        text += alone || random.chance(30) ? "\n" : " ";
        if (!order) continue;
        std::erase(expected, sentence);
        expected.push_back(sentence);
      }
      if (random.chance(30)) text += "\n```\nYou must never do this.\n```\n";
      orders.begin(++message);
      for (const std::string& piece : test::randomPieces(random, text)) orders.text(piece);
      orders.end();
    }
    Texts found = textsOf(orders.standing());
    std::sort(found.begin(), found.end());
    std::sort(expected.begin(), expected.end());
    ASSERT_EQ(found, expected) << seed;
  }
}

TEST(Orders, RankForGoodBeforeForNow) {
  Orders orders;
  say(orders, 1, "Never push to main. I prefer tabs instead of spaces");
  say(orders, 2, "Make sure it builds.");
  say(orders, 3, "Always say why. Prefer short names.");
  EXPECT_EQ(textsOf(orders.standing()),
            (Texts{"Always say why.", "Never push to main.", "Make sure it builds.",
                   "I prefer tabs instead of spaces", "Prefer short names."}));
}

TEST(Orders, AreTakenBackByLaterWords) {
  struct Case {
    std::string_view order;
    std::string_view revocation;
    bool taken;
  };
  static constexpr Case kCases[] = {
      {"Never push to main.", "You may now push.", true},
      {"Don't touch the tests.", "Forget what I said about the tests.", true},
      {"Never push to main.", "You can now edit the docs.", false},
      {"Always ask before deploying.", "You don't have to ask for deploys any more.", true},
      {"Do not add dependencies.", "Never mind.", true},
      {"Do not add dependencies.", "Feel free to rename the variables.", false},
      {"Niemals Dateien l\u00f6schen.", "Du darfst jetzt Dateien l\u00f6schen.", true},
      {"\u4e0d\u8981\u63a8\u9001\u4ee3\u7801\u3002",
       "\u73b0\u5728\u53ef\u4ee5\u63a8\u9001\u4ee3\u7801\u4e86\u3002", true},
      {"Ne touche pas au dossier vendor.", "Tu peux maintenant modifier le dossier vendor.", true},
  };
  for (const Case& one : kCases) {
    Orders orders;
    say(orders, 1, one.order);
    say(orders, 3, one.revocation);
    const std::vector<Order> revoked = orders.revoked();
    EXPECT_EQ(textsOf(revoked), one.taken ? Texts{std::string(one.order)} : Texts{})
        << one.revocation;
    if (one.taken) {
      EXPECT_EQ(revoked[0].revokedBy, 3U);
    }
    const std::vector<Order> standing = orders.standing();
    EXPECT_TRUE(std::any_of(standing.begin(), standing.end(), [&](const Order& order) {
      return order.permission && order.text == one.revocation;
    })) << one.revocation;
    // Said once more it stands again.
    say(orders, 5, one.order);
    const Texts now = textsOf(orders.standing());
    EXPECT_NE(std::find(now.begin(), now.end(), one.order), now.end());
  }
}

TEST(Orders, StayBoundedAndKeepTheStrongest) {
  Orders orders;
  for (uint32_t i = 1; i <= 5'000; ++i) {
    const std::string name = "x" + std::to_string(i);
    say(orders, i, (i % 100 == 0 ? "Never rename " : "Avoid ") + name + ".");
    EXPECT_LE(orders.standing().size(), Orders::kMostOrders);
  }
  const Texts texts = textsOf(orders.standing());
  EXPECT_NE(std::find(texts.begin(), texts.end(), "Never rename x100."), texts.end());
  EXPECT_NE(std::find(texts.begin(), texts.end(), "Avoid x4999."), texts.end());
}

TEST(Orders, AreWellFormedWhateverIsSaid) {
  for (uint64_t seed = 0; seed < 3'000; ++seed) {
    Random random(seed);
    Orders orders;
    for (uint32_t i = 1 + random.below(4); i > 0; --i) {
      const std::string text = "never " + test::randomBytes(random, random.below(200)) + " never " +
                               test::randomText(random, random.below(200));
      say(orders, i, text);
    }
    for (const Order& order : orders.standing()) {
      ASSERT_TRUE(test::isWellFormed(order.text));
      ASSERT_LE(order.text.size(), 3 * 600U);
      ASSERT_EQ(order.text.find('\n'), order.text.npos);
    }
  }
}

}  // namespace
}  // namespace epitome
