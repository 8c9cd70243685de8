/// Transcripts for tests: messages as plain data, a shorthand to write them, and the ways in which
/// they reach the engine. Decides the shorthand; refuses to know what is tested with it.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/support/counted.h"
#include "transcript/cost.h"
#include "transcript/transcript.h"

namespace epitome::script {

inline constexpr std::string_view kAttachedType = "image/png";

struct Part {
  PartKind kind = PartKind::kText;
  uint16_t flags = 0;
  std::string text;
  std::string callId;
  std::string toolName;
  std::string approvalId;
  std::string mediaType;
  MediaFacts media;
  /// In a result they are images of `kAttachedType`.
  std::vector<MediaFacts> attachments;

  bool has(uint16_t flag) const { return (flags & flag) != 0; }
};

struct Message {
  Role role = Role::kUser;
  uint16_t flags = 0;
  std::vector<Part> parts;

  bool faulty() const { return (flags & kMessageFaulty) != 0; }
};

using Messages = std::vector<Message>;

inline Part textPart(std::string text, uint16_t flags = 0) {
  Part part;
  part.text = std::move(text);
  part.flags = flags;
  return part;
}

inline Part toolPart(PartKind kind, std::string id, std::string name, std::string text,
                     uint16_t flags) {
  Part part;
  part.kind = kind;
  part.flags = flags;
  part.text = std::move(text);
  part.callId = std::move(id);
  part.toolName = std::move(name);
  return part;
}

/// Written as one chain: a role starts a message, everything else adds a part to the last one.
class Script {
 public:
  Script& message(Role role, uint16_t flags = 0) {
    messages_.push_back({role, flags, {}});
    return *this;
  }
  Script& part(Part part) {
    messages_.back().parts.push_back(std::move(part));
    return *this;
  }
  Script& system(std::string text) { return message(Role::kSystem).text(std::move(text)); }
  Script& user(std::string text) { return message(Role::kUser).text(std::move(text)); }
  Script& assistant() { return message(Role::kAssistant); }
  Script& tool() { return message(Role::kTool); }
  Script& text(std::string text) { return part(textPart(std::move(text))); }
  Script& reasoning(std::string text, uint16_t flags = 0) {
    return part(toolPart(PartKind::kReasoning, "", "", std::move(text), flags));
  }
  Script& call(std::string id, std::string name = "read", std::string json = "{}",
               uint16_t flags = 0) {
    return part(toolPart(PartKind::kToolCall, std::move(id), std::move(name), std::move(json),
                         static_cast<uint16_t>(flags | kJson)));
  }
  Script& result(std::string id, std::string text, uint16_t flags = 0, std::string name = "read") {
    return part(
        toolPart(PartKind::kToolResult, std::move(id), std::move(name), std::move(text), flags));
  }
  Script& providerCall(std::string id) {
    return call(std::move(id), "web", "{}", kProviderExecuted);
  }
  Script& providerResult(std::string id, std::string text) {
    return result(std::move(id), std::move(text), kProviderExecuted, "web");
  }
  Script& approvalRequest(std::string approvalId, std::string callId) {
    Part made = toolPart(PartKind::kApprovalRequest, std::move(callId), "", "", 0);
    made.approvalId = std::move(approvalId);
    return part(std::move(made));
  }
  Script& approvalResponse(std::string approvalId) {
    Part made;
    made.kind = PartKind::kApprovalResponse;
    made.approvalId = std::move(approvalId);
    return part(std::move(made));
  }
  Script& media(std::string type = "image/png", MediaFacts facts = {1000, 20, 10}) {
    Part made;
    made.kind = PartKind::kMedia;
    made.mediaType = std::move(type);
    made.media = facts;
    return part(std::move(made));
  }
  Script& custom(std::string text = "", uint16_t flags = 0) {
    return part(toolPart(PartKind::kCustom, "", "", std::move(text), flags));
  }
  /// One call and its result, as an agent's step.
  Script& step(const std::string& id, std::string resultText, std::string name = "read") {
    return assistant().call(id, name).tool().result(id, std::move(resultText), 0, name);
  }

  const Messages& messages() const { return messages_; }
  operator const Messages&() const { return messages_; }  // NOLINT: a script is its messages.

 private:
  Messages messages_;
};

/// Passes one message by. Long texts come in pieces of at most `pieceBytes`, never inside a code
/// point.
inline void feed(MessageSink& sink, const Message& message, size_t pieceBytes = 4'096) {
  sink.beginMessage(message.role, message.flags);
  const auto field = [&](Field name, std::string_view text) {
    while (!text.empty()) {
      size_t length = std::min(pieceBytes, text.size());
      while (length < text.size() && (static_cast<uint8_t>(text[length]) & 0xC0U) == 0x80U) {
        ++length;
      }
      sink.fieldPiece(name, text.substr(0, length));
      text.remove_prefix(length);
    }
  };
  for (const Part& part : message.parts) {
    sink.beginPart(part.kind, part.flags, part.media);
    field(Field::kCallId, part.callId);
    field(Field::kApprovalId, part.approvalId);
    field(Field::kToolName, part.toolName);
    field(Field::kMediaType, part.mediaType);
    for (const MediaFacts& media : part.attachments) {
      sink.attachment(media);
      if (part.kind == PartKind::kToolResult) field(Field::kMediaType, kAttachedType);
    }
    field(Field::kText, part.text);
  }
  sink.endMessage();
}

inline Transcript transcriptOf(std::span<const Message> messages) {
  Transcript transcript;
  FactsReader reader(transcript);
  for (const Message& message : messages) feed(reader, message);
  return transcript;
}

/// Messages [begin, end).
inline Messages slice(const Messages& messages, size_t begin, size_t end) {
  return {messages.begin() + static_cast<int64_t>(begin),
          messages.begin() + static_cast<int64_t>(end)};
}

inline Messages joined(Messages a, const Messages& b) {
  a.insert(a.end(), b.begin(), b.end());
  return a;
}

/// The records of bindings/wire.h, packed by hand.
class Packer {
 public:
  void word(uint32_t value) {
    for (uint32_t shift = 0; shift < 32; shift += 8) {
      bytes.push_back(static_cast<uint8_t>(value >> shift));
    }
  }
  void facts(const MediaFacts& media) {
    word(media.byteLength);
    word(media.widthPixels);
    word(media.heightPixels);
    word(media.length);
    word(static_cast<uint32_t>(media.shape) | static_cast<uint32_t>(media.detail) << 8U);
  }
  void field(uint32_t name, std::string_view text) {
    if (text.empty()) return;
    word(3U | name << 8U);
    word(static_cast<uint32_t>(text.size()));
    bytes.insert(bytes.end(), text.begin(), text.end());
    while (bytes.size() % 4 != 0) bytes.push_back(0);
  }
  void message(const Message& message) {
    word(1U | static_cast<uint32_t>(message.role) << 8U | uint32_t{message.flags} << 16U);
    for (const Part& part : message.parts) {
      word(2U | static_cast<uint32_t>(part.kind) << 8U | uint32_t{part.flags} << 16U);
      if (part.kind == PartKind::kMedia) facts(part.media);
      shortFields(part);
      field(4, part.text);
    }
    word(4);
  }
  /// All but the text.
  void shortFields(const Part& part) {
    field(0, part.callId);
    field(1, part.approvalId);
    field(2, part.toolName);
    field(3, part.mediaType);
    for (const MediaFacts& media : part.attachments) {
      word(5);
      facts(media);
      if (part.kind == PartKind::kToolResult) field(3, kAttachedType);
    }
  }

  std::vector<uint8_t> bytes;
};

/// Tokens of a part by the default family, its own text left out.
inline int64_t tokensBesideText(const Part& part) {
  int64_t tokens = partOverhead(part.kind, Family::kO200k) + counted(part.toolName);
  const auto add = [&](const MediaFacts& media) {
    tokens += costOfMedia(media, MediaRule::kCommon).tokens;
  };
  if (part.kind == PartKind::kMedia) add(part.media);
  for (const MediaFacts& media : part.attachments) add(media);
  return tokens;
}

}  // namespace epitome::script
