/// Reads the encoded view of bindings/wire.h back and carries it out on plain messages, as a driver
/// would. Decides nothing about what a view should be; shares no code with the core.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/support/script.h"
#include "edits/view.h"
#include "tokens/counter.h"
#include "transcript/cost.h"

namespace epitome::script {

struct ShownChange {
  uint32_t part = 0;
  bool trim = false;
  uint32_t headEnd = 0;
  uint32_t tailStart = 0;
  std::string marker;
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
      change.trim = word() == 1;
      if (change.trim) {
        change.headEnd = word();
        change.tailStart = word();
        change.marker = text();
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

/// A message of a view, with where it came from.
struct ShownMessage {
  Message message;
  uint32_t op = 0;
  /// Of the host's messages; for segments 0.
  uint32_t source = 0;
  /// Per part the number of the host's part.
  std::vector<uint32_t> parts;
  /// Per part whether its text was cut.
  std::vector<bool> cut;
  /// Tokens of the texts of its parts; head, marker and tail of a cut one each for itself.
  int64_t textTokens = 0;
};

/// Nothing when the view asks for what the messages do not hold.
inline std::optional<std::vector<ShownMessage>> carryOut(const ShownView& view,
                                                         const Messages& host,
                                                         const std::string& abortedText) {
  std::vector<ShownMessage> out;
  const auto trimmed = [](const Part& part,
                          const ShownChange& change) -> std::optional<std::string> {
    const auto head = byteOfUnit(part.text, change.headEnd);
    const auto tail = byteOfUnit(part.text, change.tailStart);
    if (!head || !tail || *tail < *head) return std::nullopt;
    return part.text.substr(0, *head) + change.marker + part.text.substr(*tail);
  };
  for (const ShownItem& item : view.items) {
    if (item.op == 1) {
      ShownMessage made;
      made.op = 1;
      for (const ShownSegment& segment : view.segments) {
        made.textTokens += tokensOfText(segment.text, Family::kO200k);
        made.message.parts.push_back(textPart(segment.text));
        made.parts.push_back(0);
        made.cut.push_back(false);
      }
      out.push_back(std::move(made));
      continue;
    }
    if (item.count == 0 || item.message + uint64_t{item.count} > host.size()) return std::nullopt;
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
        const ShownChange* change = nullptr;
        for (const ShownChange& candidate : item.changes) {
          if (candidate.part == p) change = &candidate;
        }
        Part part = source.parts[p];
        bool cut = false;
        int64_t tokens =
            part.kind == PartKind::kMedia ? 0 : tokensOfText(part.text, Family::kO200k);
        if (item.op == 2 && change != nullptr && !change->trim) continue;
        if (item.op >= 3 && change == nullptr) continue;
        if (item.op == 3) {
          part.kind = PartKind::kToolResult;
          part.text = abortedText;
          tokens = tokensOfText(abortedText, Family::kO200k);
          part.flags = kError;
        } else if (change != nullptr && change->trim) {
          const auto text = trimmed(part, *change);
          if (!text) return std::nullopt;
          tokens = tokensOfText(part.text.substr(0, *byteOfUnit(part.text, change->headEnd)),
                                Family::kO200k) +
                   tokensOfText(change->marker, Family::kO200k) +
                   tokensOfText(part.text.substr(*byteOfUnit(part.text, change->tailStart)),
                                Family::kO200k);
          part.text = *text;
          cut = true;
        }
        made.textTokens += tokens;
        made.message.parts.push_back(std::move(part));
        made.parts.push_back(p);
        made.cut.push_back(cut);
      }
      if (item.count != 1 && item.op != 0) return std::nullopt;
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

/// Tokens of plain messages. A cut is counted where it was planned; the safe place that it was
/// moved to differs by no more than `slackOf`.
inline int64_t tokensOf(const ShownMessage& shown) {
  int64_t tokens = shown.textTokens + messageOverhead(shown.message.role, Family::kO200k);
  for (const Part& part : shown.message.parts) {
    tokens += tokensBesideText(part);
  }
  return tokens;
}

inline int64_t slackOf(const std::vector<ShownMessage>& shown) {
  int64_t cuts = 0;
  for (const ShownMessage& message : shown) cuts += std::ranges::count(message.cut, true);
  return 24 * cuts;
}

inline int64_t tokensOf(const std::vector<ShownMessage>& shown) {
  int64_t tokens = 0;
  for (const ShownMessage& message : shown) tokens += tokensOf(message);
  return tokens;
}

}  // namespace epitome::script
