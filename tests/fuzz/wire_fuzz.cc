// promise: 4 never breaks the agent
/// Arbitrary bytes in arbitrary splits against the record decoder. Decides that a sink is never
/// called out of order and never shown bytes outside the buffer; refuses to know what records mean.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "wire.h"

namespace {

using epitome::Field;
using epitome::MediaFacts;
using epitome::PartKind;
using epitome::Role;

void require(bool holds) {
  if (!holds) std::abort();
}

/// Aborts where a call does not follow from the calls before it. Notes what it was told, so that
/// two ways of handing over the same bytes can be compared.
class StrictSink final : public epitome::MessageSink {
 public:
  std::span<const uint8_t> allowed;
  std::string story;

  bool inMessage() const { return inMessage_; }

  void beginMessage(Role role, uint16_t flags) override {
    require(!inMessage_ && static_cast<uint8_t>(role) < epitome::kRoleCount);
    inMessage_ = true;
    inPart_ = false;
    tell("m", static_cast<uint32_t>(role), flags);
  }
  void beginPart(PartKind kind, uint16_t flags, const MediaFacts& media) override {
    require(inMessage_ && static_cast<uint8_t>(kind) < epitome::kPartKindCount);
    const bool bare = media.byteLength == 0 && media.widthPixels == 0 && media.heightPixels == 0;
    require(bare || kind == PartKind::kMedia);
    inPart_ = true;
    tell("p", static_cast<uint32_t>(kind), flags);
    if (!bare) tell("i", media.byteLength, media.widthPixels);
  }
  void attachment(const MediaFacts& media) override {
    require(inPart_ && static_cast<uint8_t>(media.shape) < epitome::kMediaShapeCount);
    require(static_cast<uint8_t>(media.detail) < epitome::kImageDetailCount);
    tell("a", media.byteLength, media.length);
  }
  void fieldPiece(Field field, std::string_view utf8) override {
    require(inPart_ && static_cast<uint8_t>(field) < epitome::kFieldCount);
    const auto* begin = reinterpret_cast<const uint8_t*>(utf8.data());
    require(begin >= allowed.data() && begin + utf8.size() <= allowed.data() + allowed.size());
    tell("f", static_cast<uint32_t>(field), static_cast<uint32_t>(utf8.size()));
    story += utf8;
  }
  void endMessage() override {
    require(inMessage_);
    inMessage_ = false;
    inPart_ = false;
    story += 'e';
  }

 private:
  void tell(std::string_view what, uint32_t a, uint32_t b) {
    story += what;
    story += std::to_string(a);
    story += ' ';
    story += std::to_string(b);
    story += ';';
  }

  bool inMessage_ = false;
  bool inPart_ = false;
};

/// A copy of its own, so that a read beyond a piece is a read beyond an allocation.
bool feed(epitome::wire::Decoder& decoder, StrictSink& sink, std::span<const uint8_t> piece) {
  const std::vector<uint8_t> copy(piece.begin(), piece.end());
  sink.allowed = copy;
  const bool good = decoder.decode(copy, sink).has_value();
  require(decoder.inMessage() == sink.inMessage());
  return good;
}

/// Length of the record that `bytes` begin with; 0 when it is cut off.
size_t recordLength(std::span<const uint8_t> bytes) {
  if (bytes.size() < 4) return 0;
  size_t length = 4;
  if (bytes[0] == 2 && bytes[1] == static_cast<uint8_t>(PartKind::kMedia)) length = 24;
  if (bytes[0] == 5) length = 24;
  if (bytes[0] == 3) {
    if (bytes.size() < 8) return 0;
    const uint64_t text =
        bytes[4] | uint64_t{bytes[5]} << 8U | uint64_t{bytes[6]} << 16U | uint64_t{bytes[7]} << 24U;
    length = 8 + (text + 3) / 4 * 4;
  }
  return length <= bytes.size() ? length : 0;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  if (size < 4) return 0;
  const std::span<const uint8_t> head(data, 4);
  const std::span<const uint8_t> bytes(data + 4, size - 4);

  StrictSink whole;
  epitome::wire::Decoder decoder;
  const bool good = feed(decoder, whole, bytes);

  // Split between records, nothing changes.
  StrictSink parted;
  decoder.reset();
  bool partedGood = true;
  for (size_t at = 0; at < bytes.size() && partedGood;) {
    const size_t length = recordLength(bytes.subspan(at));
    partedGood = length > 0 && feed(decoder, parted, bytes.subspan(at, length));
    at += length;
  }
  require(partedGood == good && parted.story == whole.story);

  // Split anywhere, and fed on after every refusal: the order of calls still holds.
  StrictSink torn;
  decoder.reset();
  size_t at = 0;
  for (size_t i = 0; at < bytes.size(); ++i) {
    const size_t length = std::min<size_t>(bytes.size() - at, 1 + head[i % 4]);
    feed(decoder, torn, bytes.subspan(at, length));
    at += length;
  }
  return 0;
}
