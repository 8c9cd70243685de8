/// Reads the encoded view of bindings/wire.h back and carries it out on plain messages, as a driver
/// would. It shares no code with the core.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/support/script.h"
#include "edits/view.h"
#include "tokens/counter.h"
#include "transcript/cost.h"

namespace epitome::script {

/// White space and nothing else, as far as the generator writes some.
inline bool blank(std::string text) {
  constexpr std::string_view kWide = "\u3000";
  for (size_t at = text.find(kWide); at != text.npos; at = text.find(kWide)) {
    text.erase(at, kWide.size());
  }
  return text.find_first_not_of(" \t\r\n") == text.npos;
}

/// As in src/edits/view.h; the values cross the boundary.
enum class Shown : uint32_t { kAsIs = 0, kRemoved = 1, kCut = 2, kReplaced = 3, kMended = 4 };

/// UTF-16 code units [from, to) give way to `text`.
struct ShownCut {
  uint32_t from = 0;
  uint32_t to = 0;
  std::string text;
};

/// Words of a placeholder (kind 0), or a name that is taken of a part of the host's.
struct ShownPiece {
  uint32_t kind = 0;
  std::string text;
  uint32_t message = 0;
  uint32_t part = 0;
  /// Of the images in a result.
  uint32_t item = 0;
};

struct ShownChange {
  uint32_t part = 0;
  Shown kind = Shown::kAsIs;
  ShownCut cut;
  std::vector<ShownPiece> pieces;
};

/// op as in bindings/wire.h: 0 host, 1 segments, 2 edited, 3 aborted, 4 pick.
struct ShownItem {
  uint32_t op = 0;
  uint32_t message = 0;
  uint32_t count = 0;
  std::vector<ShownChange> changes;
};

struct ShownSegment {
  uint64_t id = 0;
  std::string text;
};

struct ShownView {
  std::vector<ShownSegment> segments;
  std::vector<ShownItem> items;
};

/// Nothing when the bytes end early or go on behind the view.
inline std::optional<ShownView> readView(std::span<const uint8_t> bytes) {
  size_t at = 0;
  bool good = true;
  const auto word = [&]() -> uint32_t {
    if (bytes.size() - at < 4) {
      good = false;
      return 0;
    }
    uint32_t value = 0;
    for (uint32_t i = 0; i < 4; ++i) value |= uint32_t{bytes[at + i]} << (8 * i);
    at += 4;
    return value;
  };
  const auto text = [&]() -> std::string {
    const uint32_t length = word();
    if (!good || bytes.size() - at < length) {
      good = false;
      return {};
    }
    std::string value(bytes.begin() + static_cast<int64_t>(at),
                      bytes.begin() + static_cast<int64_t>(at + length));
    at = std::min(bytes.size(), (at + length + 3) / 4 * 4);
    return value;
  };
  ShownView view;
  for (uint32_t n = word(); good && n > 0; --n) {
    const uint64_t low = word();
    const uint64_t high = word();
    view.segments.push_back({low | high << 32U, text()});
  }
  for (uint32_t n = word(); good && n > 0; --n) {
    ShownItem item;
    item.op = word();
    item.message = word();
    item.count = word();
    for (uint32_t c = word(); good && c > 0; --c) {
      ShownChange change;
      change.part = word();
      const uint32_t kind = word();
      good = good && kind <= static_cast<uint32_t>(Shown::kMended);
      change.kind = static_cast<Shown>(kind);
      if (change.kind == Shown::kCut) {
        change.cut.from = word();
        change.cut.to = word();
        change.cut.text = text();
      } else if (change.kind == Shown::kReplaced) {
        for (uint32_t n = word(); good && n > 0; --n) {
          ShownPiece piece;
          piece.kind = word();
          good = good && piece.kind <= 5;
          if (piece.kind == 0) {
            piece.text = text();
          } else {
            piece.message = word();
            piece.part = word();
            if (piece.kind == 3 || piece.kind == 4) piece.item = word();
          }
          change.pieces.push_back(std::move(piece));
        }
      }
      item.changes.push_back(change);
    }
    view.items.push_back(item);
  }
  if (!good || at != bytes.size()) return std::nullopt;
  return view;
}

/// Bytes before the code unit `unit` of well-formed UTF-8; nothing when it lies inside a code point
/// or behind the end.
inline std::optional<size_t> byteOfUnit(std::string_view text, uint64_t unit) {
  uint64_t seen = 0;
  size_t at = 0;
  while (seen < unit && at < text.size()) {
    const uint8_t lead = static_cast<uint8_t>(text[at]);
    const size_t bytes = lead < 0x80 ? 1 : lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4;
    seen += bytes == 4 ? 2 : 1;
    at += bytes;
  }
  if (seen != unit || at > text.size()) return std::nullopt;
  return at;
}

inline uint64_t unitsOf(std::string_view text) {
  uint64_t units = 0;
  for (size_t at = 0; at < text.size(); ++units) {
    const uint8_t lead = static_cast<uint8_t>(text[at]);
    const size_t bytes = lead < 0x80 ? 1 : lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4;
    if (bytes == 4) ++units;
    at += bytes;
  }
  return units;
}

/// What a driver puts in the place of a name in a placeholder: js/engine/view-reader.ts. Nothing
/// when the part does not exist.
inline std::optional<std::string> nameOf(const ShownPiece& piece, const Messages& host) {
  constexpr uint64_t kMostUnits = 64;
  if (piece.message >= host.size()) return std::nullopt;
  if (piece.part >= host[piece.message].parts.size()) return std::nullopt;
  const Part& part = host[piece.message].parts[piece.part];
  if (piece.kind == 5) return part.text;
  const bool within = part.kind != PartKind::kMedia;
  const bool ofMedia = piece.kind == 3 || piece.kind == 4;
  if (ofMedia && piece.item >= (within ? part.attachments.size() : 1)) return std::nullopt;
  if (piece.kind == 4) {
    const MediaFacts& media = within ? part.attachments[piece.item] : part.media;
    std::string size;
    if (media.widthPixels > 0 && media.heightPixels > 0) {
      size = std::to_string(media.widthPixels) + " x " + std::to_string(media.heightPixels) +
             " pixels";
    }
    if (media.byteLength > 0) {
      size += (size.empty() ? "" : ", ") + std::to_string(media.byteLength) + " bytes";
    }
    return size.empty() ? "size unknown" : size;
  }
  const std::string name = piece.kind == 1   ? part.toolName
                           : piece.kind == 2 ? part.callId
                           : within          ? std::string(kAttachedType)
                                             : part.mediaType;
  if (name.empty()) return piece.kind == 1 ? "a tool" : piece.kind == 2 ? "before" : "file";
  uint64_t units = std::min(unitsOf(name), kMostUnits);
  // Half a pair becomes U+FFFD.
  if (const auto bytes = byteOfUnit(name, units)) return name.substr(0, *bytes);
  return name.substr(0, *byteOfUnit(name, units - 1)) + "\uFFFD";
}

/// The text with the range given way; nothing when it splits a code point. `tokens` are those of
/// what stays and of what stands for the rest, each for itself.
inline std::optional<std::string> cutText(const std::string& text, const ShownCut& cut,
                                          int64_t& tokens) {
  const auto from = byteOfUnit(text, cut.from);
  const auto to = byteOfUnit(text, cut.to);
  if (!from || !to || *to < *from) return std::nullopt;
  const std::string head = text.substr(0, *from);
  const std::string tail = text.substr(*to);
  tokens = counted(head) + counted(cut.text) + counted(tail);
  return head + cut.text + tail;
}

/// A message of a view, with where it came from.
struct ShownMessage {
  Message message;
  uint32_t op = 0;
  /// Of the host's messages; for segments 0.
  uint32_t source = 0;
  /// Per part the number of the host's part.
  std::vector<uint32_t> parts;
  /// Per part what was done to it.
  std::vector<ShownChange> changes;
  /// Tokens of the texts of its parts; what stays of a cut text, and what stands for the rest, each
  /// for itself.
  int64_t textTokens = 0;

  Shown shown(size_t part) const { return changes[part].kind; }
};

/// Nothing when the view asks for what the messages do not hold.
inline std::optional<std::vector<ShownMessage>> carryOut(const ShownView& view,
                                                         const Messages& host,
                                                         const std::string& abortedText) {
  std::vector<ShownMessage> out;
  for (const ShownItem& item : view.items) {
    if (item.op > 4) return std::nullopt;
    if (item.op == 1) {
      ShownMessage made;
      made.op = 1;
      for (const ShownSegment& segment : view.segments) {
        made.textTokens += counted(segment.text);
        made.message.parts.push_back(textPart(segment.text));
        made.parts.push_back(0);
        made.changes.emplace_back();
      }
      out.push_back(std::move(made));
      continue;
    }
    if (item.count == 0 || item.message + uint64_t{item.count} > host.size()) return std::nullopt;
    if (item.count != 1 && item.op != 0) return std::nullopt;
    for (uint32_t m = item.message; m < item.message + item.count; ++m) {
      ShownMessage made;
      made.op = item.op;
      made.source = m;
      const Message& source = host[m];
      made.message.role = item.op >= 3 ? Role::kTool : source.role;
      made.message.flags = source.flags;
      for (const ShownChange& change : item.changes) {
        if (change.part >= source.parts.size()) return std::nullopt;
      }
      for (uint32_t p = 0; p < source.parts.size(); ++p) {
        ShownChange change;
        bool named = false;
        for (const ShownChange& candidate : item.changes) {
          if (candidate.part != p) continue;
          // Nothing happens to a part twice.
          if (named) return std::nullopt;
          change = candidate;
          named = true;
        }
        if (item.op >= 3 && !named) continue;
        if (change.kind == Shown::kRemoved) {
          if (item.op != 2) return std::nullopt;
          continue;
        }
        if (item.op == 2 && named && change.kind == Shown::kAsIs) return std::nullopt;
        Part part = source.parts[p];
        int64_t tokens = part.kind == PartKind::kMedia ? 0 : counted(part.text);
        if (item.op == 3) {
          part.kind = PartKind::kToolResult;
          part.text = abortedText;
          tokens = counted(abortedText);
          part.flags = kError;
        } else if (change.kind == Shown::kCut) {
          const auto text = cutText(part.text, change.cut, tokens);
          if (!text) return std::nullopt;
          part.text = *text;
        } else if (change.kind == Shown::kReplaced) {
          part.text.clear();
          for (const ShownPiece& piece : change.pieces) {
            const auto words = piece.kind == 0 ? piece.text : nameOf(piece, host);
            if (!words) return std::nullopt;
            part.text += *words;
          }
          tokens = counted(part.text);
          if (part.kind == PartKind::kMedia) part = textPart(part.text);
          part.attachments.clear();
          part.flags &= static_cast<uint16_t>(~(kHasMedia | kJson));
        }
        made.textTokens += tokens;
        made.message.parts.push_back(std::move(part));
        made.parts.push_back(p);
        made.changes.push_back(std::move(change));
      }
      out.push_back(std::move(made));
    }
  }
  return out;
}

inline Messages messagesOf(const std::vector<ShownMessage>& shown) {
  Messages messages;
  for (const ShownMessage& message : shown) messages.push_back(message.message);
  return messages;
}

/// Tokens of plain messages.
inline int64_t tokensOf(const ShownMessage& shown) {
  int64_t tokens = shown.textTokens + messageOverhead(shown.message.role, Family::kO200k);
  for (const Part& part : shown.message.parts) {
    tokens += tokensBesideText(part);
  }
  return tokens;
}

inline int64_t tokensOf(const std::vector<ShownMessage>& shown) {
  int64_t tokens = 0;
  for (const ShownMessage& message : shown) tokens += tokensOf(message);
  return tokens;
}

/// How far the engine's count may lie from ours. A cut is counted where it was planned, and the
/// safe place that it was moved to keeps less: by 24 tokens a cut at most. A placeholder is counted
/// with names as long as they may be: 40 tokens each, of which it has two at most.
struct CountSlack {
  int64_t less = 0;
  int64_t more = 0;
};

inline CountSlack slackOf(const std::vector<ShownMessage>& shown) {
  CountSlack slack;
  for (const ShownMessage& message : shown) {
    for (size_t p = 0; p < message.changes.size(); ++p) {
      const ShownChange& change = message.changes[p];
      const int64_t moved = change.kind == Shown::kCut ? 24 : 0;
      slack.less += moved;
      slack.more += moved;
      for (const ShownPiece& piece : change.pieces) {
        slack.more += piece.kind == 0 || piece.kind == 5 ? 0 : 40;
      }
    }
  }
  return slack;
}

inline bool countsAs(int64_t engine, const std::vector<ShownMessage>& shown) {
  const int64_t ours = tokensOf(shown);
  const CountSlack slack = slackOf(shown);
  return engine >= ours - slack.less && engine <= ours + slack.more;
}

}  // namespace epitome::script
