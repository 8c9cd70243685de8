/// The choice of the user's words and the layout of a segment.
#include "summary/segment.h"

#include <algorithm>
#include <string_view>
#include <utility>

#include "summary/boundary.h"
#include "summary/shape.h"
#include "text/utf.h"
#include "tokens/counter.h"

namespace epitome {
namespace {

/// Bytes of an entry of `words` in JSON besides its text: numbers and punctuation.
constexpr uint32_t kEntryBytes = 32;
/// A shorter beginning of a message says too little to be worth its quoting line.
constexpr uint32_t kMinCutTokens = 16;

uint32_t jsonBytesOf(char c) {
  const uint8_t byte = static_cast<uint8_t>(c);
  if (c == '"' || c == '\\') return 2;
  if (byte >= 0x20) return 1;
  return c == '\n' || c == '\t' || c == '\r' || c == '\b' || c == '\f' ? 2 : 6;
}

/// The longest prefix within both limits.
std::string_view prefixWithin(std::string_view text, uint32_t maxTokens, uint64_t maxBytes,
                              Family family) {
  size_t end = 0;
  uint64_t bytes = 0;
  while (end < text.size()) {
    bytes += jsonBytesOf(text[end]);
    if (bytes > maxBytes) break;
    ++end;
  }
  while (end > 0 && end < text.size() && (static_cast<uint8_t>(text[end]) & 0xC0) == 0x80) --end;
  return text.substr(0, prefixForTokens(text.substr(0, end), maxTokens, family));
}

/// What is left of the share.
struct Share {
  uint32_t tokens = 0;
  uint32_t bytes = 0;
  Family family = Family::kO200k;

  bool holds(std::string_view text) const {
    return tokensOfText(text, family) <= tokens && kEntryBytes + jsonBytes(text) <= bytes;
  }
  void take(std::string_view text) {
    tokens -= std::min(tokens, tokensOfText(text, family));
    bytes -= static_cast<uint32_t>(std::min<uint64_t>(bytes, kEntryBytes + jsonBytes(text)));
  }
  /// What a text may take when half of the share is left to others.
  Share half() const { return {tokens / 2, bytes / 2, family}; }
};

std::string_view beginning(std::string_view text, const Share& share) {
  return prefixWithin(text, share.tokens, share.bytes - std::min(share.bytes, kEntryBytes),
                      share.family);
}

UserWords cutWords(const UserWords& words, std::string_view kept) {
  UserWords cut = words;
  if (cut.units == 0 && !cut.cut) {
    cut.units =
        static_cast<uint32_t>(std::min<uint64_t>(text::utf16Length(words.text), UINT32_MAX));
  }
  cut.text = kept;
  cut.cut = true;
  return cut;
}

std::vector<UserWords> choose(const std::vector<UserWords>& all, const SegmentLimits& limits,
                              uint32_t& leftOut) {
  Share share{limits.wordsTokens, limits.wordsBytes, limits.family};
  std::vector<UserWords> chosen;
  // In `all` and in `chosen`, of the newest message that was cut.
  size_t cutSource = all.size();
  size_t cutPlace = 0;
  for (size_t i = all.size(); i-- > 0;) {
    const UserWords& words = all[i];
    if (share.holds(words.text)) {
      share.take(words.text);
      chosen.push_back(words);
      continue;
    }
    std::string_view kept = beginning(words.text, share.half());
    if (tokensOfText(kept, limits.family) < kMinCutTokens) {
      const bool newest = i + 1 == all.size();
      if (!newest) {
        ++leftOut;
        continue;
      }
      // However small the share, it shows how the newest message begins.
      kept = prefixWithin(words.text, share.tokens, share.bytes, share.family);
      if (kept.empty()) {
        ++leftOut;
        continue;
      }
    }
    if (cutSource == all.size()) {
      cutSource = i;
      cutPlace = chosen.size();
    }
    share.take(kept);
    chosen.push_back(kept.size() == words.text.size() ? words : cutWords(words, kept));
  }
  if (cutSource != all.size()) {
    std::string& text = chosen[cutPlace].text;
    const std::string_view whole = all[cutSource].text;
    const uint64_t bytes = jsonBytes(text) + share.bytes;
    text = whole.substr(
        0,
        std::max(text.size(), prefixWithin(whole, tokensOfText(text, share.family) + share.tokens,
                                           bytes, share.family)
                                  .size()));
  }
  std::reverse(chosen.begin(), chosen.end());
  return chosen;
}

/// The user's words of one message. False when it holds none.
bool wordsOf(const NotedMessage& message, UserWords& words) {
  words = UserWords{};
  words.message = message.number;
  uint64_t units = 0;
  bool cut = false;
  for (const NotedPart& part : message.parts) {
    if (!givesOrders(message.role) && (part.flags & kUserWords) == 0) continue;
    std::string media;
    std::string_view piece = part.text.head;
    uint64_t pieceUnits = part.text.units;
    if (part.kind == PartKind::kMedia) {
      media = mediaLine(part);
      piece = media;
      pieceUnits = text::utf16Length(media);
    } else if (part.kind != PartKind::kText) {
      continue;
    }
    if (pieceUnits == 0) continue;
    if (units > 0) ++units;
    units += pieceUnits;
    // Behind a cut nothing can follow: what is carried is a beginning.
    if (cut) continue;
    if (!words.text.empty()) words.text += '\n';
    text::appendWellFormed(words.text, piece);
    cut = text::utf16Length(piece) < pieceUnits;
  }
  words.cut = cut || message.partsLeftOut > 0;
  words.units = static_cast<uint32_t>(std::min<uint64_t>(units, UINT32_MAX));
  return !trimmed(words.text).empty();
}

std::string messageRange(uint32_t first, uint32_t last) {
  if (first == last) return "message " + std::to_string(first);
  return "messages " + std::to_string(first) + " to " + std::to_string(last);
}

void appendWords(std::string& out, const SegmentBody& body, const std::string& mark) {
  for (const UserWords& words : body.words) {
    out += mark + " [" + std::to_string(words.message) + "]";
    if (words.cut) {
      out += " cut: the first " + std::to_string(text::utf16Length(words.text));
      if (words.units != 0) out += " of " + std::to_string(words.units);
      out += " characters";
    }
    out += '\n';
    text::appendWellFormed(out, words.text);
    out += '\n';
  }
  out += mark + " end\n";
}

}  // namespace

uint64_t jsonBytes(std::string_view text) {
  uint64_t bytes = 0;
  for (const char c : text) bytes += jsonBytesOf(c);
  return bytes;
}

std::vector<UserWords> carryWords(const RangeNotes& notes, const SegmentLimits& limits,
                                  uint32_t& wordsLeftOut,
                                  std::span<const SegmentBody* const> before) {
  std::vector<UserWords> all;
  wordsLeftOut = notes.userMessagesLeftOut;
  for (const SegmentBody* segment : before) {
    all.insert(all.end(), segment->words.begin(), segment->words.end());
    wordsLeftOut += segment->wordsLeftOut;
  }
  for (const NotedMessage& message : notes.messages) {
    UserWords words;
    if (wordsOf(message, words)) all.push_back(std::move(words));
  }
  return choose(all, limits, wordsLeftOut);
}

std::vector<UserWords> carryWords(std::span<const SegmentBody* const> segments,
                                  const SegmentLimits& limits, uint32_t& wordsLeftOut) {
  return carryWords(RangeNotes(), limits, wordsLeftOut, segments);
}

std::string segmentText(const SegmentBody& body) {
  std::string out = "[Record of " + messageRange(body.firstMessage, body.lastMessage);
  if (body.rounds > 1) out += ", merged from " + std::to_string(body.rounds) + " records";
  out +=
      ", for reference: it gives no orders, and what it reports as done is done. Later messages "
      "take precedence.";
  if (!body.words.empty()) out += " The user's original words follow.";
  out += body.source == ProseSource::kModel ? "]\n\nSummary, written by a model:\n"
                                            : "]\n\nSummary, made by rule:\n";
  text::appendWellFormed(out, body.prose);
  out += '\n';
  if (!body.words.empty()) {
    std::vector<std::string_view> quoted{body.prose};
    for (const UserWords& words : body.words) quoted.push_back(words.text);
    const std::string mark = markFor(quoted);
    out +=
        "\nThe user's own words there, verbatim, between lines that start with \"" + mark +
        "\". Their limits still hold; a request is open only if the summary or later messages say "
        "so.\n";
    appendWords(out, body, mark);
  }
  if (body.wordsLeftOut > 0) {
    if (body.words.empty()) out += '\n';
    out += std::to_string(body.wordsLeftOut) + (body.words.empty() ? " user" : " more user") +
           (body.wordsLeftOut == 1 ? " message" : " messages") + " did not fit here.\n";
  }
  return out;
}

uint32_t frameTokens(Family family, bool words) {
  // One boundary costs a little more than another.
  constexpr uint32_t kBoundaryDoubt = 6;
  // Numbers as long as they get in the longest sessions.
  constexpr uint32_t kLongNumber = 4'000'000;
  SegmentBody body;
  body.firstMessage = kLongNumber;
  body.lastMessage = kLongNumber + 1;
  if (words) {
    body.words.push_back({kLongNumber, "", false, 0});
    body.wordsLeftOut = 1'000;
  }
  return tokensOfText(segmentText(body), family) + kBoundaryDoubt;
}

}  // namespace epitome
