// promise: 4 never breaks the agent

#include "wire.h"

#include <set>

#include <gtest/gtest.h>

#include "core/support/engine_driver.h"
#include "core/support/generator.h"

namespace epitome {
namespace {

using script::Message;
using script::Messages;
using script::Packer;
using script::Script;
using wire::Decoder;
using wire::Encoder;

/// Writes down what it is told, and whether it was told in order.
class Recorder final : public MessageSink {
 public:
  void beginMessage(Role role, uint16_t flags) override {
    inOrder = inOrder && !inMessage;
    inMessage = true;
    messages.push_back({role, flags, {}});
  }
  void beginPart(PartKind kind, uint16_t flags, const MediaFacts& media) override {
    inOrder = inOrder && inMessage;
    script::Part part;
    part.kind = kind;
    part.flags = flags;
    part.media = media;
    messages.back().parts.push_back(part);
  }
  void attachment(const MediaFacts& media) override {
    inOrder = inOrder && inMessage && !messages.back().parts.empty();
    messages.back().parts.back().attachments.push_back(media);
  }
  void fieldPiece(Field field, std::string_view utf8) override {
    inOrder = inOrder && inMessage && !messages.back().parts.empty();
    script::Part& part = messages.back().parts.back();
    std::string* const fields[] = {&part.callId, &part.approvalId, &part.toolName, &part.mediaType,
                                   &part.text};
    // Images in results are all of one type.
    if (field == Field::kMediaType && part.kind == PartKind::kToolResult) return;
    fields[static_cast<size_t>(field)]->append(utf8);
  }
  void endMessage() override {
    inOrder = inOrder && inMessage;
    inMessage = false;
  }

  Messages messages;
  bool inMessage = false;
  bool inOrder = true;
};

std::string dump(const Messages& messages) {
  Packer packer;
  for (const Message& message : messages) packer.message(message);
  return {packer.bytes.begin(), packer.bytes.end()};
}

/// Every record of the messages as bytes of its own.
std::vector<std::vector<uint8_t>> records(const Messages& messages) {
  std::vector<std::vector<uint8_t>> out;
  for (const Message& message : messages) {
    Packer packer;
    packer.message(message);
    size_t at = 0;
    while (at < packer.bytes.size()) {
      size_t length = 4;
      if (packer.bytes[at] == 2 && packer.bytes[at + 1] == 4) length += 20;
      if (packer.bytes[at] == 5) length += 20;
      if (packer.bytes[at] == 3) {
        size_t text = 0;
        for (uint32_t i = 0; i < 4; ++i) text |= size_t{packer.bytes[at + 4 + i]} << (8 * i);
        length += 4 + (text + 3) / 4 * 4;
      }
      out.emplace_back(packer.bytes.begin() + static_cast<int64_t>(at),
                       packer.bytes.begin() + static_cast<int64_t>(at + length));
      at += length;
    }
  }
  return out;
}

TEST(Decoder, ReadsWhatThePackerWrote) {
  for (uint64_t seed = 0; seed < 200; ++seed) {
    script::Generator generator(seed);
    Messages messages = generator.opening();
    for (uint32_t i = 0; i < 6; ++i) messages = script::joined(messages, generator.event());
    Packer packer;
    for (const Message& message : messages) packer.message(message);
    Decoder decoder;
    Recorder recorder;
    ASSERT_TRUE(decoder.decode(packer.bytes, recorder));
    ASSERT_FALSE(decoder.inMessage());
    ASSERT_TRUE(recorder.inOrder);
    ASSERT_EQ(dump(recorder.messages), dump(messages));

    // The same in buffers that end after any record.
    Decoder pieces;
    Recorder again;
    std::vector<uint8_t> buffer;
    for (const std::vector<uint8_t>& record : records(messages)) {
      buffer.insert(buffer.end(), record.begin(), record.end());
      if (generator.random().chance(60)) continue;
      ASSERT_TRUE(pieces.decode(buffer, again));
      buffer.clear();
    }
    ASSERT_TRUE(pieces.decode(buffer, again));
    ASSERT_EQ(dump(again.messages), dump(messages));
  }
}

TEST(Decoder, RefusesWhatIsCutOffAnywhere) {
  Messages messages = Script().user("hello").media().assistant().call("id", "tool", "{\"a\":1}");
  messages[0].parts[1].attachments = {{1, 2, 3, 4, MediaShape::kVideo, ImageDetail::kOriginal}, {}};
  Packer packer;
  for (const Message& message : messages) packer.message(message);
  std::set<size_t> ends{0};
  size_t sum = 0;
  for (const std::vector<uint8_t>& record : records(messages)) ends.insert(sum += record.size());
  for (size_t length = 0; length <= packer.bytes.size(); ++length) {
    Decoder decoder;
    Recorder recorder;
    const auto decoded =
        decoder.decode(std::span<const uint8_t>(packer.bytes).first(length), recorder);
    EXPECT_EQ(decoded.has_value(), ends.count(length) != 0) << length;
    EXPECT_TRUE(recorder.inOrder);
    if (!decoded) {
      EXPECT_EQ(decoded.error(), ErrorCode::kMalformedInput);
    }
  }
}

TEST(Decoder, RefusesRecordsOutOfOrderAndUnknownNumbers) {
  const auto decode = [](const std::vector<uint32_t>& words) {
    Packer packer;
    for (const uint32_t word : words) packer.word(word);
    Decoder decoder;
    Recorder recorder;
    const auto decoded = decoder.decode(packer.bytes, recorder);
    EXPECT_TRUE(recorder.inOrder);
    return decoded.has_value();
  };
  EXPECT_TRUE(decode({1, 2, 3 | 4 << 8, 0, 4}));
  EXPECT_TRUE(decode({1, 4, 1 | 4 << 8, 4}));
  EXPECT_FALSE(decode({4}));                          // end without a message
  EXPECT_FALSE(decode({2}));                          // part without a message
  EXPECT_FALSE(decode({3 | 4 << 8, 0}));              // field without a message
  EXPECT_FALSE(decode({1, 3 | 4 << 8, 0}));           // field without a part
  EXPECT_FALSE(decode({1, 1}));                       // message in a message
  EXPECT_FALSE(decode({1, 2, 4, 3 | 4 << 8, 0}));     // field behind the end
  EXPECT_FALSE(decode({1, 2, 4, 1, 3 | 4 << 8, 0}));  // part of another message
  EXPECT_FALSE(decode({1 | 5 << 8}));                 // role
  EXPECT_FALSE(decode({1, 2 | 8 << 8}));              // kind
  EXPECT_FALSE(decode({1, 2, 3 | 5 << 8, 0}));        // field
  EXPECT_FALSE(decode({0}));                          // record
  EXPECT_FALSE(decode({5}));
  EXPECT_FALSE(decode({1, 2, 3 | 4 << 8, 1}));  // text that is not there
  EXPECT_FALSE(decode({1, 2, 3 | 4 << 8, 0xFFFF'FFFF, 0}));
  EXPECT_FALSE(decode({1, 2, 3 | 4 << 8, 0xFFFF'FFFD, 0}));
  EXPECT_TRUE(decode({1, 2 | 4 << 8, 1, 2, 3, 4, 6 | 3 << 8}));
  EXPECT_FALSE(decode({1, 2 | 4 << 8, 1, 2, 3, 4}));          // media facts cut off
  EXPECT_FALSE(decode({1, 2 | 4 << 8, 1, 2, 3, 4, 7}));       // shape
  EXPECT_FALSE(decode({1, 2 | 4 << 8, 1, 2, 3, 4, 4 << 8}));  // detail
  EXPECT_TRUE(decode({1, 2, 5, 1, 2, 3, 4, 0}));
  EXPECT_FALSE(decode({1, 5, 1, 2, 3, 4, 0}));  // attached to no part
}

TEST(Decoder, MayBeResetInAMessage) {
  Packer packer;
  packer.word(1);
  packer.word(2);
  Decoder decoder;
  Recorder recorder;
  ASSERT_TRUE(decoder.decode(packer.bytes, recorder));
  EXPECT_TRUE(decoder.inMessage());
  decoder.reset();
  EXPECT_FALSE(decoder.inMessage());
  ASSERT_FALSE(decoder.decode(std::vector<uint8_t>{4, 0, 0, 0}, recorder));
}

TEST(Encoder, AlignsAndReadsBack) {
  Encoder encoder;
  encoder.word(0x0403'0201);
  for (uint32_t length = 0; length < 9; ++length) encoder.text(std::string(length, 'a'));
  encoder.word(7);
  const auto bytes = encoder.bytes();
  EXPECT_EQ(bytes.size() % 4, 0U);
  EXPECT_EQ(bytes[0], 1);
  EXPECT_EQ(bytes[3], 4);
  script::Words words(bytes);
  EXPECT_EQ(words.word(), 0x0403'0201U);
  for (uint32_t length = 0; length < 9; ++length) EXPECT_EQ(words.text(), std::string(length, 'a'));
  EXPECT_EQ(words.word(), 7U);
  EXPECT_TRUE(words.whole());
}

}  // namespace
}  // namespace epitome
