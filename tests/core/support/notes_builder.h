/// Builds notes for tests the way the engine does: by feeding messages to a NotesReader. Decides
/// shorthands for messages; refuses to know what is written from the notes.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/support/random_text.h"
#include "summary/notes.h"

namespace epitome::test {

struct PartSpec {
  PartKind kind = PartKind::kText;
  std::string text;
  std::string callId;
  std::string toolName;
  uint16_t flags = 0;
  std::string mediaType;
  MediaFacts media;
  std::string approvalId = {};
  /// Images and files of a type each.
  std::vector<NotedMedia> attached = {};
};

struct MessageSpec {
  Role role = Role::kUser;
  std::vector<PartSpec> parts;
};

inline PartSpec textPart(std::string text) {
  return {PartKind::kText, std::move(text), "", "", 0, "", {}};
}
inline PartSpec reasoning(std::string text) {
  return {PartKind::kReasoning, std::move(text), "", "", 0, "", {}};
}
inline PartSpec call(std::string id, std::string name, std::string input) {
  return {PartKind::kToolCall, std::move(input), std::move(id), std::move(name), kJson, "", {}};
}
inline PartSpec result(std::string id, std::string name, std::string output, uint16_t flags = 0) {
  return {PartKind::kToolResult, std::move(output), std::move(id), std::move(name), flags, "", {}};
}
inline PartSpec media(std::string type, MediaFacts facts) {
  return {PartKind::kMedia, "", "", "", 0, std::move(type), facts};
}
inline MessageSpec user(std::string text) { return {Role::kUser, {textPart(std::move(text))}}; }
inline MessageSpec assistant(std::string text) {
  return {Role::kAssistant, {textPart(std::move(text))}};
}
inline MessageSpec assistant(std::vector<PartSpec> parts) {
  return {Role::kAssistant, std::move(parts)};
}
inline MessageSpec tool(std::vector<PartSpec> parts) { return {Role::kTool, std::move(parts)}; }

inline void feedField(MessageSink& sink, Field field, std::string_view text, Random* random) {
  if (text.empty()) return;
  if (random == nullptr) {
    sink.fieldPiece(field, text);
    return;
  }
  for (const std::string& piece : randomPieces(*random, text)) sink.fieldPiece(field, piece);
}

/// With `random` every text arrives in pieces.
inline void feed(NotesReader& reader, uint32_t number, const MessageSpec& message,
                 bool opening = false, Random* random = nullptr) {
  reader.number(number, opening);
  reader.beginMessage(message.role, 0);
  for (const PartSpec& part : message.parts) {
    reader.beginPart(part.kind, part.flags, part.media);
    feedField(reader, Field::kCallId, part.callId, random);
    feedField(reader, Field::kApprovalId, part.approvalId, random);
    feedField(reader, Field::kToolName, part.toolName, random);
    feedField(reader, Field::kMediaType, part.mediaType, random);
    for (const NotedMedia& media : part.attached) {
      reader.attachment(media.facts);
      feedField(reader, Field::kMediaType, media.type, random);
    }
    feedField(reader, Field::kText, part.text, random);
  }
  reader.endMessage();
}

/// Notes of messages numbered from `first` on.
inline RangeNotes notesOf(const std::vector<MessageSpec>& messages, uint32_t first = 1,
                          NotesLimits limits = {}) {
  NotesReader reader(limits);
  reader.expect(static_cast<uint32_t>(messages.size()));
  for (const MessageSpec& message : messages) feed(reader, first++, message);
  return reader.take();
}

/// Messages of every kind; with `hostile` their texts, ids and names are random bytes, otherwise
/// most calls are answered.
inline std::vector<MessageSpec> randomMessages(Random& random, uint32_t count, bool hostile) {
  const auto text = [&](uint32_t most) {
    return hostile ? randomBytes(random, random.below(most * 4 + 1))
                   : randomText(random, random.below(most + 1));
  };
  static constexpr Role kRoles[] = {Role::kUser, Role::kAssistant, Role::kAssistant, Role::kTool,
                                    Role::kTool, Role::kSystem,    Role::kOther};
  static constexpr std::string_view kInputs[] = {
      R"({"path":"src/a.ts"})", R"({"command":"npm test -- src/b.ts"})",
      R"({"url":"https://x.y/z"})", R"([1,2])",
      R"({"content":"long","filePath":"/tmp/\u00e9.txt"})"};
  std::vector<MessageSpec> messages;
  uint32_t calls = 0;
  uint32_t answered = 0;
  while (messages.size() < count) {
    MessageSpec message{random.pick(kRoles), {}};
    const uint32_t parts = random.below(4);
    for (uint32_t i = 0; i < parts; ++i) {
      PartSpec part;
      part.kind = static_cast<PartKind>(random.below(kPartKindCount));
      if (message.role == Role::kTool && random.chance(90)) part.kind = PartKind::kToolResult;
      part.flags = hostile || random.chance(20) ? static_cast<uint16_t>(random.below(128)) : 0;
      part.text = text(random.chance(5) ? 600 : 30);
      part.toolName = hostile ? text(10) : "tool" + std::to_string(random.below(5));
      part.mediaType = hostile ? text(10) : "image/png";
      part.media = {random.below(5000), random.below(900), random.below(900)};
      if (part.kind == PartKind::kToolCall) {
        if (!hostile) part.text = random.pick(kInputs);
        part.callId = "call-" + std::to_string(calls++);
      } else if (part.kind == PartKind::kToolResult) {
        part.callId = "call-" + std::to_string(answered < calls ? answered++ : random.below(9));
      }
      if (hostile && random.chance(30)) part.callId = text(80);
      message.parts.push_back(std::move(part));
    }
    messages.push_back(std::move(message));
  }
  return messages;
}

}  // namespace epitome::test
