/// Golden cases as they stand in their files. Decides the shorthand that keeps long conversations
/// short: texts that repeat, turns that repeat, messages that are there already; refuses to know
/// the engine. tests/js/support/golden-engine.ts reads the same shorthand.
///
/// A text is a string, {"repeat": text, "times": n}, {"codeUnits": [UTF-16 code units]} (for lone
/// surrogates, which arrive as U+FFFD), or a list of texts to be joined. "{i}" in a string is the
/// number of the turn.
/// A list of messages holds messages, {"turns": n, "from": first number, "messages": [...]},
/// {"history": [begin, end]} for messages of the run so far, and {"view": true} for its last view.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <nlohmann/json.hpp>

#include "core/support/script.h"

namespace epitome::golden {

using Json = nlohmann::ordered_json;
using script::Message;
using script::Messages;
using script::Part;

inline constexpr std::array<std::string_view, 5> kRoles = {"system", "user", "assistant", "tool",
                                                           "other"};
inline constexpr std::array<std::string_view, 8> kKinds = {
    "text",  "reasoning",       "toolCall",         "toolResult",
    "media", "approvalRequest", "approvalResponse", "custom"};
inline constexpr std::array<std::string_view, 9> kPartFlags = {
    "providerExecuted", "error",  "denied",    "json",     "opaque",
    "hasMedia",         "faulty", "illFormed", "userWords"};
inline constexpr std::array<std::string_view, 4> kMessageFlags = {"stringContent", "faulty",
                                                                  "pinned", "priority"};
inline constexpr std::array<std::string_view, 6> kFinishes = {
    "stop", "length", "contentFilter", "toolCalls", "error", "other"};
inline constexpr std::array<std::string_view, 3> kGiveUps = {"failed", "timedOut", "aborted"};

/// The place of a name; `size` when it is not there, which no enum holds.
template <size_t N>
uint32_t placeOf(const std::array<std::string_view, N>& names, std::string_view name) {
  uint32_t place = 0;
  while (place < N && names[place] != name) ++place;
  return place;
}

template <size_t N>
uint16_t flagsOf(const std::array<std::string_view, N>& names, const Json& owner) {
  uint32_t flags = 0;
  if (!owner.contains("flags")) return 0;
  for (const Json& name : owner["flags"]) {
    flags |= 1U << placeOf(names, name.get<std::string>());
  }
  return static_cast<uint16_t>(flags);
}

inline void appendCodePoint(std::string& to, uint32_t point) {
  if (point < 0x80) {
    to += static_cast<char>(point);
    return;
  }
  if (point < 0x800) {
    to += static_cast<char>(0xC0U | point >> 6U);
  } else {
    if (point < 0x10000) {
      to += static_cast<char>(0xE0U | point >> 12U);
    } else {
      to += static_cast<char>(0xF0U | point >> 18U);
      to += static_cast<char>(0x80U | (point >> 12U & 0x3FU));
    }
    to += static_cast<char>(0x80U | (point >> 6U & 0x3FU));
  }
  to += static_cast<char>(0x80U | (point & 0x3FU));
}

inline std::string fromCodeUnits(const std::vector<uint32_t>& units) {
  std::string out;
  for (size_t i = 0; i < units.size(); ++i) {
    const bool high = (units[i] & 0xFC00U) == 0xD800U;
    if (high && i + 1 < units.size() && (units[i + 1] & 0xFC00U) == 0xDC00U) {
      appendCodePoint(out, 0x10000 + ((units[i] & 0x3FFU) << 10U) + (units[i + 1] & 0x3FFU));
      ++i;
    } else {
      appendCodePoint(out, (units[i] & 0xF800U) == 0xD800U ? 0xFFFD : units[i]);
    }
  }
  return out;
}

inline std::string textOf(const Json& json, uint32_t turn) {
  std::string out;
  if (json.is_string()) {
    const std::string& raw = json.get_ref<const std::string&>();
    for (size_t at = 0; at < raw.size();) {
      if (raw.compare(at, 3, "{i}") == 0) {
        out += std::to_string(turn);
        at += 3;
      } else {
        out += raw[at++];
      }
    }
  } else if (json.is_array()) {
    for (const Json& piece : json) out += textOf(piece, turn);
  } else if (json.contains("repeat")) {
    const std::string piece = textOf(json["repeat"], turn);
    for (uint32_t i = json["times"].get<uint32_t>(); i > 0; --i) out += piece;
  } else if (json.contains("codeUnits")) {
    out = fromCodeUnits(json["codeUnits"].get<std::vector<uint32_t>>());
  }
  return out;
}

inline Part partOf(const Json& json, uint32_t turn) {
  const auto text = [&](std::string_view name) {
    const auto found = json.find(name);
    return found != json.end() ? textOf(*found, turn) : std::string();
  };
  Part part;
  part.kind = static_cast<PartKind>(placeOf(kKinds, json["kind"].get<std::string>()));
  part.flags = flagsOf(kPartFlags, json);
  part.callId = text("callId");
  part.approvalId = text("approvalId");
  part.toolName = text("toolName");
  part.mediaType = text("mediaType");
  part.text = text("text");
  if (json.contains("media")) {
    const Json& media = json["media"];
    part.media = {media[0].get<uint32_t>(), media[1].get<uint32_t>(), media[2].get<uint32_t>()};
  }
  return part;
}

inline Messages messagesOf(const Json& list, const Messages& history, const Messages& view,
                           uint32_t turn = 0) {
  Messages messages;
  for (const Json& entry : list) {
    if (entry.contains("turns")) {
      const uint32_t from = entry.value("from", 0U);
      for (uint32_t i = 0; i < entry["turns"].get<uint32_t>(); ++i) {
        messages = script::joined(std::move(messages),
                                  messagesOf(entry["messages"], history, view, from + i));
      }
    } else if (entry.contains("history")) {
      const auto begin = entry["history"][0].get<size_t>();
      const auto end = std::min(entry["history"][1].get<size_t>(), history.size());
      messages =
          script::joined(std::move(messages), script::slice(history, std::min(begin, end), end));
    } else if (entry.contains("view")) {
      messages = script::joined(std::move(messages), view);
    } else {
      Message message;
      message.role = static_cast<Role>(placeOf(kRoles, entry["role"].get<std::string>()));
      message.flags = flagsOf(kMessageFlags, entry);
      for (const Json& part : entry["parts"]) message.parts.push_back(partOf(part, turn));
      messages.push_back(std::move(message));
    }
  }
  return messages;
}

/// A long text as a list of lines, so that a difference shows where it is.
inline Json linesOf(std::string_view text) {
  Json lines = Json::array();
  while (true) {
    const size_t end = text.find('\n');
    lines.push_back(std::string(text.substr(0, end)));
    if (end == std::string_view::npos) return lines;
    text.remove_prefix(end + 1);
  }
}

}  // namespace epitome::golden
