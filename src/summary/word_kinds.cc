/// Passes over one word each; the lists hold what looks like something that it is not.
#include "summary/word_kinds.h"

#include <algorithm>
#include <cstdint>

#include "text/characters.h"
#include "text/utf.h"
#include "text/word_set.h"

namespace epitome {
namespace {

constexpr text::WordSet kExtensions(
    "a adoc asm astro avi bash bat bib bin bmp bz2 c cc cfg cjs class clj cmake cmd conf cpp cs "
    "css "
    "csv cts cxx d dart db deb diff dll doc docx dockerfile ejs elm env epub erl ex exe exs f90 fs "
    "gif go gql gradle graphql groovy gz h hbs hh hpp hrl hs htm html hxx ico ini ipynb jar java "
    "jpeg jpg js json json5 jsonc jsonl jsx jl key kt kts less lib lock log lua m map md mdx mjs "
    "mk "
    "ml mli mm mov mp3 mp4 mts mustache nim nix npy npz o obj ogg ods odt orig parquet patch pb "
    "pdf "
    "pem php pkl pl plist png po pom ppt pptx properties proto ps1 psd py pyc pyi pyx r rar rb rej "
    "rkt rlib rs rst rtf s sass scala scss sh sln snap so sol sql sqlite sqlite3 srt svelte svg "
    "swift tar tcl tex tf tgz tif tiff toml ts tsbuildinfo tsv tsx ttf txt v vb vhd vue wasm wat "
    "wav webm webp woff woff2 xcodeproj xls xlsx xml xsd xsl xz yaml yml zig zip zsh");
/// What ends like a file and is a product.
constexpr text::WordSet kProducts(
    "node.js next.js vue.js nuxt.js three.js react.js express.js d3.js chart.js angular.js "
    "backbone.js ember.js alpine.js discord.js moment.js p5.js asp.net socket.io console.log");
constexpr text::WordSet kFolders(
    "src lib libs bin test tests docs doc node_modules packages apps etc usr home tmp var opt dist "
    "build include includes public assets scripts config configs examples example demo demos tools "
    "vendor internal cmd pkg components app js bindings core server client backend frontend "
    "modules plugins utils fixtures __tests__ spec specs migrations templates static resources "
    "crates target out .github .vscode .git .config workspace data models");
constexpr text::WordSet kDomains(
    "com org net io dev ai app co edu gov uk de fr jp cn ru eu us ca info me cloud xyz tech site "
    "nl it es pl br in kr tr se no fi ch at be au nz il local");
constexpr text::WordSet kBrands(
    "macOS jQuery gRPC GitHub GitLab JavaScript TypeScript YouTube LinkedIn PayPal OpenAI "
    "WebAssembly PostgreSQL MongoDB MySQL GraphQL VSCode WhatsApp DevTools CoffeeScript FastAPI "
    "PyTorch TensorFlow DynamoDB CloudFront BigQuery SQLite NumPy SciPy PyPI DuckDuckGo "
    "StackOverflow WordPress ChatGPT OpenHands PowerShell WebSocket IntelliJ JetBrains BitBucket "
    "DevOps McDonald MacBook iPhone AutoGPT OAuth PowerPoint MasterCard SoundCloud");
constexpr std::string_view kStandards =
    "UTF SHA ISO GPT RFC AES RSA COVID HTTP TLS ECMA IEEE MD ES CVE A B C X T WIN PHASE STEP TOP";

bool isHex(char c) { return text::hexDigit(c) < 16; }

bool all(std::string_view word, auto&& is) { return std::all_of(word.begin(), word.end(), is); }
bool any(std::string_view word, auto&& is) { return std::any_of(word.begin(), word.end(), is); }

size_t runOfDigits(std::string_view word, size_t at) {
  size_t end = at;
  while (end < word.size() && isDigit(word[end])) ++end;
  return end;
}

bool isWordPart(char c) { return isAlnum(c) || c == '_' || c == '$'; }

/// camelCase and PascalCase, two humps or more; the first of at least two letters.
bool isCamel(std::string_view word) {
  if (!all(word, isAlnum) || !isLetter(word[0])) return false;
  size_t humps = isLower(word[0]) ? 1 : 0;
  size_t lower = 0;
  for (size_t i = 0; i < word.size(); ++i) {
    const bool next = i + 1 < word.size() && isLower(word[i + 1]);
    if (isUpper(word[i]) && (next || (i > 0 && isLower(word[i - 1])))) ++humps;
    lower += isLower(word[i]) ? 1 : 0;
  }
  if (humps < 2 || lower < 3) return false;
  // iPhone, eBay; McIntosh is left to the list. IDs, URLs, PRs: capitals and a plural.
  if (isLower(word[0]) && word.size() > 1 && isUpper(word[1])) return false;
  return !kBrands.has(word);
}

/// ZFA04Y, W2378156: capitals and digits.
bool isCode(std::string_view word) {
  if (word.size() < 5 || word.size() > 24) return false;
  size_t digits = 0;
  for (const char c : word) {
    if (!isUpper(c) && !isDigit(c)) return false;
    digits += isDigit(c) ? 1 : 0;
  }
  if (digits == 0 || digits == word.size()) return false;
  const size_t letters = std::min(word.find_first_of("0123456789"), word.size());
  // SHA256, UTF16, ISO8601, BASE64, INT32.
  if (letters + digits == word.size() &&
      isOneOf(word.substr(0, letters),
              "SHA UTF ISO BASE INT UINT FLOAT RFC UCS ASCII CP AES RSA")) {
    return false;
  }
  return digits >= 2;
}

bool isSnake(std::string_view word) {
  size_t first = std::min(word.find_first_not_of('_'), word.size());
  const size_t last = word.find_last_not_of('_');
  if (first == word.size()) return false;
  const std::string_view inner = word.substr(first, last + 1 - first);
  const bool dunder = first >= 2 && word.size() - last > 2;
  const size_t letters = static_cast<size_t>(std::count_if(inner.begin(), inner.end(), isLetter));
  if (inner.empty() || !all(inner, isWordPart) || isDigit(inner[0])) return false;
  return letters >= 3 && (dunder || inner.find('_') != std::string_view::npos);
}

}  // namespace

bool isHash(std::string_view word) {
  if (word.starts_with("0x")) word.remove_prefix(2);
  if (word.size() < 7 || word.size() > 128) return false;
  bool digit = false;
  bool lower = false;
  bool upper = false;
  size_t letters = 0;
  for (const char c : word) {
    if (!isHex(c)) return false;
    digit = digit || isDigit(c);
    lower = lower || isLower(c);
    upper = upper || isUpper(c);
    letters += isLetter(c) ? 1 : 0;
  }
  if (!digit || lower == upper) return false;
  // 1000000e5 is a number.
  const size_t e = word.find_first_of("eE");
  return letters > 1 || e == std::string_view::npos || e == 0;
}

bool isUuid(std::string_view word) {
  if (word.size() != 36) return false;
  for (size_t i = 0; i < word.size(); ++i) {
    const bool dash = i == 8 || i == 13 || i == 18 || i == 23;
    if (dash ? word[i] != '-' : !isHex(word[i])) return false;
  }
  return true;
}

bool isVersion(std::string_view word) {
  const bool marked = word.starts_with('v') || word.starts_with('V');
  if (marked) word.remove_prefix(1);
  size_t parts = 0;
  size_t at = 0;
  while (at < word.size() && isDigit(word[at])) {
    at = runOfDigits(word, at);
    ++parts;
    if (at + 1 >= word.size() || word[at] != '.' || !isDigit(word[at + 1])) break;
    ++at;
  }
  if (parts < (marked ? 2U : 3U)) return false;
  if (at == word.size()) return true;
  // 2.0.0-beta.1, 3.12.0rc1
  if (word.size() - at > 24) return false;
  if (word[at] == '-' || word[at] == '+') ++at;
  return at < word.size() && isLetter(word[at]) &&
         all(
             word.substr(at),
             [](char c) { return isAlnum(c) || c == '.' || c == '-' || c == '+'; });
}

bool isEmail(std::string_view word) {
  const size_t at = word.find('@');
  if (at == 0 || at == std::string_view::npos || word.find('@', at + 1) != word.npos) return false;
  const std::string_view host = word.substr(at + 1);
  const size_t dot = host.rfind('.');
  if (dot == std::string_view::npos || dot == 0 || host.size() - dot < 3) return false;
  const auto local = [](char c) {
    return isAlnum(c) || c == '.' || c == '_' || c == '-' || c == '+';
  };
  return all(word.substr(0, at), local) && all(host.substr(dot + 1), isLetter) &&
         all(host, [](char c) { return isAlnum(c) || c == '.' || c == '-'; });
}

bool isHost(std::string_view word) {
  const size_t slash = std::min(word.find('/'), word.size());
  std::string_view host = word.substr(0, slash);
  const size_t colon = host.find(':');
  if (colon != std::string_view::npos) {
    if (runOfDigits(host, colon + 1) != host.size() || colon + 1 == host.size()) return false;
    host = host.substr(0, colon);
    if (host == "localhost") return true;
  }
  const size_t dot = host.rfind('.');
  if (dot == std::string_view::npos || dot == 0 || host.front() == '.') return false;
  if (!kDomains.has(host.substr(dot + 1))) return false;
  const auto plain = [](char c) { return isLower(c) || isDigit(c) || c == '.' || c == '-'; };
  if (!all(host, plain) || host.find("..") != std::string_view::npos) return false;
  if (kProducts.has(host)) return false;
  // `foo.in`, `self.me`: ends that are words need more than a word before them.
  const bool common = isOneOf(host.substr(dot + 1), "com org net io dev ai edu gov cloud");
  return common ? dot >= 3 : host.find('.') != dot && dot >= 5;
}

bool isPath(std::string_view word) {
  if (word.size() < 3 || word.size() > 400) return false;
  // Most words have nothing of a path.
  if (!any(word, [](char c) { return c == '/' || c == '.' || c == ':'; })) return false;
  if (word.find_first_of("$%*?@#") != std::string_view::npos && word.find("/@") == word.npos) {
    return false;
  }
  if (word.find("...") != std::string_view::npos || word.find("//") != std::string_view::npos) {
    return false;
  }
  if (word.starts_with("path/to") || word.starts_with("/path/to")) return false;
  if (!any(word, [](char c) { return isLetter(c) || !isAscii(c); })) return false;
  const bool drive =
      word.size() > 3 && isLetter(word[0]) && word[1] == ':' && (word[2] == '\\' || word[2] == '/');
  if (drive) return true;
  if (word.find(':') != std::string_view::npos) return false;
  const bool folder = word.ends_with('/');
  if (folder) word.remove_suffix(1);
  const size_t slash = word.rfind('/');
  const std::string_view last = slash == word.npos ? word : word.substr(slash + 1);
  const size_t dot = last.rfind('.');
  // "string.So": the end of a sentence.
  const std::string_view written = dot == last.npos ? "" : last.substr(dot + 1);
  const bool mixed = any(written, isUpper) && any(written, isLower);
  const std::string ending = mixed ? "" : lowered(written);
  if (slash == std::string_view::npos) {
    if (folder) return kFolders.has(word);
    if (dot == last.npos || kProducts.has(lowered(word))) return false;
    if (dot == 0)
      return isOneOf(ending,
                     "env gitignore npmrc dockerignore bashrc zshrc eslintrc "
                     "prettierrc editorconfig gitattributes profile");
    // `s.a` and `x.c` are more often members than files; `1.d` is no file.
    if (isOneOf(ending, "a c d h m o r s v in out so po key map env class lock log bin")) {
      const std::string_view stem = word.substr(0, dot);
      if (stem.size() < 3 || !isOneOf(ending, "c h lock log env so")) return false;
    }
    return kExtensions.has(ending) && any(word.substr(0, dot), isLetter);
  }
  const size_t components = static_cast<size_t>(std::count(word.begin(), word.end(), '/')) + 1;
  const std::string_view first = word.substr(0, word.find('/'));
  if (word.starts_with('/')) {
    return components >= 3 && last.size() + slash >= 5;
  }
  if (first == "." || first == ".." || first == "~") return true;
  // A file's ending, not a sentence's: "and/or.Next" has none of them.
  if (kExtensions.has(ending)) return true;
  if (kFolders.has(first)) {
    // "test/build" and "docs/examples" are as often two words.
    return components >= 3 || folder || !kFolders.has(last);
  }
  return components >= 3 && (folder || any(word, [](char c) { return c == '_' || c == '.'; }));
}

bool isSymbol(std::string_view word) {
  if (word.size() < 4 || word.size() > 120 || all(word, isLower)) return false;
  if (isCamel(word) || isSnake(word) || isCode(word)) return true;
  // Names with dots or colons between them.
  size_t parts = 0;
  bool named = false;
  for (size_t at = 0; at < word.size();) {
    const size_t end = std::min(word.find_first_of(".:", at), word.size());
    const std::string_view part = word.substr(at, end - at);
    if (part.empty() || !isLetter(part[0] == '_' && part.size() > 1 ? part[1] : part[0]) ||
        !all(part, isWordPart)) {
      return false;
    }
    ++parts;
    named = named || isCamel(part) || isSnake(part);
    at = end;
    if (at < word.size()) {
      const bool scope = word.substr(at).starts_with("::");
      if (word[at] == ':' && !scope) return false;
      named = named || scope;
      at += scope ? 2 : 1;
      if (at == word.size()) return false;
    }
  }
  return parts >= 2 && named;
}

bool isTicket(std::string_view word) {
  const size_t dash = word.find('-');
  if (dash == std::string_view::npos || dash < 2 || dash > 10) return false;
  const size_t digits = word.size() - dash - 1;
  return digits >= 2 && digits <= 7 && runOfDigits(word, dash + 1) == word.size() &&
         all(word.substr(0, dash), isUpper) && !isOneOf(word.substr(0, dash), kStandards);
}

size_t flagLength(std::string_view word) {
  if (!word.starts_with("--") || word.size() < 4 || !isLetter(word[2])) return 0;
  size_t end = 3;
  while (end < word.size() && (isAlnum(word[end]) || word[end] == '-' || word[end] == '_')) ++end;
  if (word[end - 1] == '-') return 0;
  return end;
}

}  // namespace epitome
