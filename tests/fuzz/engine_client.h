/// The driver's side of the boundary in C++: packs messages into the engine's buffer and reads its
/// answers back, as js/core does. Decides where buffers end; refuses to judge an answer.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/support/script.h"
#include "core/support/view_reader.h"
#include "engine.h"

namespace epitome::script {

class EngineClient {
 public:
  explicit EngineClient(Engine& engine) : engine_(engine) {}

  /// Bytes of the text that fit into the buffer.
  uint32_t write(std::string_view text) {
    const auto buffer = engine_.buffer();
    const size_t length = std::min(text.size(), buffer.size());
    std::copy_n(text.begin(), length, buffer.begin());
    return static_cast<uint32_t>(length);
  }

  /// Feeds messages in as many buffers as they need, `pieceBytes` of a text at most in one record.
  /// The first answer below 0, else 0.
  int32_t feed(uint32_t session, uint32_t run, const Messages& messages,
               size_t pieceBytes = 16'384) {
    for (const Message& message : messages) {
      record(session, run, 1, static_cast<uint32_t>(message.role), message.flags, {});
      for (const Part& part : message.parts) {
        std::string media;
        if (part.kind == PartKind::kMedia) {
          for (const uint32_t value :
               {part.media.byteLength, part.media.widthPixels, part.media.heightPixels, 0U, 0U}) {
            appendWord(media, value);
          }
        }
        record(session, run, 2, static_cast<uint32_t>(part.kind), part.flags, media);
        field(session, run, 0, part.callId, pieceBytes);
        field(session, run, 1, part.approvalId, pieceBytes);
        field(session, run, 2, part.toolName, pieceBytes);
        field(session, run, 3, part.mediaType, pieceBytes);
        field(session, run, 4, part.text, pieceBytes);
      }
      record(session, run, 4, 0, 0, {});
    }
    flush(session, run);
    return std::exchange(failure_, 0);
  }

  std::string text() const {
    const auto bytes = engine_.output();
    return {bytes.begin(), bytes.end()};
  }

  uint32_t word(size_t index) const {
    const auto bytes = engine_.output();
    if (bytes.size() < index * 4 + 4) return 0;
    uint32_t value = 0;
    for (uint32_t i = 0; i < 4; ++i) value |= uint32_t{bytes[index * 4 + i]} << (8 * i);
    return value;
  }

  /// The messages of the run that the last `attach` opened. `known` are those of its known run.
  Messages attached(const Messages& known, const Messages& incoming) const {
    Messages messages;
    for (uint32_t i = 0; i < word(3); ++i) {
      const Messages& from = word(4 + 3 * size_t{i}) != 0 ? known : incoming;
      const uint64_t begin = word(5 + 3 * size_t{i});
      const uint64_t end = begin + word(6 + 3 * size_t{i});
      if (end > from.size()) return {};
      messages = joined(std::move(messages), slice(from, begin, end));
    }
    return messages;
  }

  std::vector<uint32_t> list() const {
    std::vector<uint32_t> list;
    for (uint32_t i = 0; i < word(0); ++i) list.push_back(word(1 + 2 * size_t{i}));
    return list;
  }

  std::optional<ShownView> view() const { return readView(engine_.output()); }

  /// The text that begins at a byte of the output, and the byte behind it.
  std::pair<std::string, size_t> textAt(size_t at) const {
    const auto bytes = engine_.output();
    const uint32_t length = word(at / 4);
    if (at + 4 + uint64_t{length} > bytes.size()) return {{}, bytes.size()};
    const auto begin = bytes.begin() + static_cast<int64_t>(at) + 4;
    return {std::string(begin, begin + length), at + 4 + (size_t{length} + 3) / 4 * 4};
  }

 private:
  static void appendWord(std::string& to, uint32_t value) {
    for (uint32_t shift = 0; shift < 32; shift += 8) to += static_cast<char>(value >> shift);
  }

  void flush(uint32_t session, uint32_t run) {
    if (pending_.empty()) return;
    const int32_t answer = engine_.feed(session, run, write(pending_));
    pending_.clear();
    if (answer < 0 && failure_ == 0) failure_ = answer;
  }

  void record(uint32_t session, uint32_t run, uint32_t kind, uint32_t detail, uint32_t flags,
              std::string_view rest) {
    if (pending_.size() + 4 + rest.size() > engine_.buffer().size()) flush(session, run);
    appendWord(pending_, kind | detail << 8U | flags << 16U);
    pending_ += rest;
  }

  void field(uint32_t session, uint32_t run, uint32_t name, std::string_view text,
             size_t pieceBytes) {
    while (!text.empty()) {
      size_t length = std::min(pieceBytes, text.size());
      while (length < text.size() && (static_cast<uint8_t>(text[length]) & 0xC0U) == 0x80U) {
        ++length;
      }
      std::string piece;
      appendWord(piece, static_cast<uint32_t>(length));
      piece += text.substr(0, length);
      piece.resize((piece.size() + 3) / 4 * 4);
      record(session, run, 3, name, 0, piece);
      text.remove_prefix(length);
    }
  }

  Engine& engine_;
  std::string pending_;
  int32_t failure_ = 0;
};

}  // namespace epitome::script
