#include "redact/key_block.h"

#include <algorithm>

#include "redact/lines.h"
#include "redact/looks.h"

namespace epitome::redact {
namespace {

/// Characters of base64 that are a line of a key, whatever stands around.
constexpr size_t kKeyLine = 16;
constexpr size_t kMostSeparators = 192;
/// Lines of PEM, PGP and PuTTY; of OpenSSH.
constexpr size_t kPemLine = 64;
constexpr size_t kOpenSshLine = 70;

/// Length of `-----BEGIN ... PRIVATE KEY-----` or `Private-Lines: 8`, 0 for none.
size_t keyHeader(std::string_view ahead) {
  constexpr std::string_view kPutty = "Private-Lines: ";
  if (ahead.starts_with(kPutty)) {
    const size_t digits = runLength(ahead.substr(kPutty.size()), kDigits, 4);
    return digits > 0 ? kPutty.size() + digits : 0;
  }
  constexpr CharSet kLabel = [] {
    CharSet set = setOf(" 0123456789");
    set.addRange('A', 'Z');
    return set;
  }();
  for (const std::string_view begin : {"-----BEGIN ", "---- BEGIN "}) {
    if (!ahead.starts_with(begin)) continue;
    const std::string_view label =
        ahead.substr(begin.size(), runLength(ahead.substr(begin.size()), kLabel, 48));
    if (label.find("PRIVATE KEY") == std::string_view::npos) return 0;
    const std::string_view rest = ahead.substr(begin.size() + label.size());
    if (rest.starts_with("----"))
      return begin.size() + label.size() + runLength(rest, setOf("-"), 5);
  }
  return 0;
}

/// Line ends, written out or escaped, what numbers lines, quotes and what joins strings.
size_t keySeparators(std::string_view text) {
  constexpr CharSet kSeparators = setOf(" \t\"'`,>\\");
  size_t at = 0;
  while (at < text.size() && at < kMostSeparators) {
    const std::string_view rest = text.substr(at);
    if (const size_t end = lineBreak(rest); end > 0) {
      at += end;
      at += linePrefix(text.substr(at));
    } else if (kSeparators.has(rest[0]) || rest[0] == '\r' ||
               (rest[0] == '+' && rest.size() > 1 && isSpace(rest[1]))) {
      ++at;
    } else {
      break;
    }
  }
  return std::min(at, text.size());
}

/// Length of `Proc-Type: 4,ENCRYPTED` and the like, 0 for none.
size_t keyAttribute(std::string_view text) {
  const size_t name = runLength(text, alphanumericAnd("-"), 24);
  if (name < 3 || !text.substr(name).starts_with(": ")) return 0;
  constexpr std::string_view kEnds = "\n\r\\\"[";
  const size_t end = std::min(text.find_first_of(kEnds, name), text.size());
  // A marker may stand for what made the line too long.
  return end < 128 && !text.substr(end).starts_with('[') ? end : 0;
}

/// Length of `-----END ... -----` or of PuTTY's checksum at the start, 0 for none.
size_t keyFooter(std::string_view text) {
  constexpr std::string_view kPutty = "Private-MAC: ";
  if (text.starts_with(kPutty)) {
    return kPutty.size() + runLength(text.substr(kPutty.size()), alphanumericAnd(""), 64);
  }
  if (!text.starts_with("-----END ") && !text.starts_with("---- END ")) return 0;
  const size_t close = text.substr(0, 80).find("----", 9);
  if (close == std::string_view::npos) return 9;
  return close + runLength(text.substr(close), setOf("-"), 5);
}

bool endsPrivateKey(std::string_view text) {
  const size_t footer = keyFooter(text);
  return footer > 0 &&
         (text[0] == 'P' || text.substr(0, footer).find("PRIVATE KEY") != std::string_view::npos);
}

/// `run` characters of base64 at the start of `text` are made by chance and fill their line.
bool isKeyText(std::string_view text, size_t run) {
  const std::string_view line = text.substr(0, run);
  const Makeup makeup = makeupOf(line);
  return makeup.upper && makeup.lower && makeup.digit && looksRandom(line) &&
         lineEnds(text.substr(run));
}

bool isPublicBlob(std::string_view line) {
  return line.starts_with("AAAAB3NzaC1") || line.starts_with("AAAAC3NzaC1") ||
         line.starts_with("AAAAE2Vj");
}

/// The line before the place says that these are not the first lines of base64, or whose they are.
bool explainedBefore(std::string_view behind) {
  bool any = false;
  (void)lastLine(behind, any);
  if (!any) return false;
  behind.remove_suffix(behind.ends_with('\n') ? 1 : 2);
  while (behind.ends_with('\r') || behind.ends_with('\\')) behind.remove_suffix(1);
  const std::string_view line = lastLine(behind, any);
  if (line.ends_with("-----") || line.find("Public-Lines") != std::string_view::npos) return true;
  const std::string_view text = line.substr(linePrefix(line));
  return text.size() >= 48 && runLength(text, kBase64) == text.size();
}

}  // namespace

std::optional<Found> keyBlockAt(const Place& place) {
  const size_t header = keyHeader(place.ahead);
  if (header == 0) return std::nullopt;
  // A header without a body is what people write about keys.
  size_t at = header;
  for (int lines = 0; lines < 6; ++lines) {
    const std::string_view rest = place.ahead.substr(at);
    const size_t separators = keySeparators(rest);
    if (runLength(rest.substr(separators), kBase64) >= kKeyLine) {
      return Found{.from = 0, .to = header, .kind = "private-key", .keyBlock = true};
    }
    const KeyBlockPart part = keyBlockPart(rest, false);
    if (part.length == 0 || part.ends) return std::nullopt;
    at += part.length;
  }
  return std::nullopt;
}

std::optional<Found> keyLinesAt(const Place& place, size_t from) {
  const std::string_view text = place.ahead.substr(from);
  const size_t run = runLength(text, kBase64, kOpenSshLine + 1);
  if (run < 4 || run > kOpenSshLine || !lineEnds(text.substr(run))) return std::nullopt;
  const std::string_view rest = text.substr(run);
  const std::string_view next = rest.substr(keySeparators(rest));
  const Found found{
      .from = from, .to = from + run, .kind = "private-key", .keyBlock = true, .keyBegun = true};
  if (endsPrivateKey(next)) return found;
  if (run != kPemLine && run != kOpenSshLine) return std::nullopt;
  if (!isKeyText(text, run) || isPublicBlob(text) || explainedBefore(place.behind)) {
    return std::nullopt;
  }
  const size_t nextRun = runLength(next, kBase64, run + 1);
  return nextRun == run && isKeyText(next, nextRun) ? std::optional(found) : std::nullopt;
}

KeyBlockPart keyBlockPart(std::string_view ahead, bool begun) {
  const size_t start = keySeparators(ahead);
  const std::string_view rest = ahead.substr(start);
  if (const size_t footer = keyFooter(rest); footer > 0)
    return {.length = start + footer, .ends = true};
  if (!begun) {
    if (const size_t attribute = keyAttribute(rest); attribute > 0) {
      return {.length = start + attribute};
    }
  }
  const size_t run = runLength(rest, kBase64);
  if (run >= kKeyLine) return {.length = start + run, .base64 = true};
  // The last line may be short; one that a cut left behind is told by its padding or its letters.
  const std::string_view behind = rest.substr(run);
  const Makeup makeup = makeupOf(rest.substr(0, run));
  const bool telling = run >= 4 && lineEnds(behind) && (behind.empty() || rest[run - 1] == '=') &&
                       makeup.upper && makeup.lower;
  if (run > 0 && (telling || keyFooter(behind.substr(keySeparators(behind))) > 0)) {
    return {.length = start + run, .base64 = true};
  }
  return {.length = 0, .ends = true};
}

}  // namespace epitome::redact
