#include "wire.h"

#include <algorithm>
#include <optional>

#include "summary/flush_prompt.h"

namespace epitome::wire {
namespace {

uint32_t wordAt(std::span<const uint8_t> bytes, size_t at) {
  return static_cast<uint32_t>(bytes[at]) | static_cast<uint32_t>(bytes[at + 1]) << 8U |
         static_cast<uint32_t>(bytes[at + 2]) << 16U | static_cast<uint32_t>(bytes[at + 3]) << 24U;
}

constexpr size_t kFactsBytes = 20;

/// Facts at an offset; nothing where they are cut off or of a shape that does not exist.
std::optional<MediaFacts> factsAt(std::span<const uint8_t> bytes, size_t at) {
  if (bytes.size() - at < kFactsBytes) return std::nullopt;
  const uint32_t how = wordAt(bytes, at + 16);
  const uint32_t shape = how & 0xFFU;
  const uint32_t detail = how >> 8U;
  if (shape >= kMediaShapeCount || detail >= kImageDetailCount) return std::nullopt;
  return MediaFacts{
      wordAt(bytes, at),      wordAt(bytes, at + 4),          wordAt(bytes, at + 8),
      wordAt(bytes, at + 12), static_cast<MediaShape>(shape), static_cast<ImageDetail>(detail)};
}

constexpr size_t padded(size_t length) { return (length + 3) & ~size_t{3}; }

}  // namespace

void Decoder::reset() {
  inMessage_ = false;
  inPart_ = false;
}

std::expected<void, ErrorCode> Decoder::decode(std::span<const uint8_t> bytes, MessageSink& sink) {
  const auto malformed = std::unexpected(ErrorCode::kMalformedInput);
  size_t at = 0;
  while (at < bytes.size()) {
    if (bytes.size() - at < 4) return malformed;
    const uint32_t head = wordAt(bytes, at);
    at += 4;
    const uint32_t detail = (head >> 8U) & 0xFFU;
    const auto flags = static_cast<uint16_t>(head >> 16U);
    switch (static_cast<Record>(head & 0xFFU)) {
      case Record::kMessage:
        if (inMessage_ || detail >= kRoleCount) return malformed;
        inMessage_ = true;
        inPart_ = false;
        sink.beginMessage(static_cast<Role>(detail), flags);
        break;
      case Record::kPart: {
        if (!inMessage_ || detail >= kPartKindCount) return malformed;
        MediaFacts media;
        const auto kind = static_cast<PartKind>(detail);
        if (kind == PartKind::kMedia) {
          const std::optional<MediaFacts> facts = factsAt(bytes, at);
          if (!facts) return malformed;
          media = *facts;
          at += kFactsBytes;
        }
        inPart_ = true;
        sink.beginPart(kind, flags, media);
        break;
      }
      case Record::kAttached: {
        const std::optional<MediaFacts> facts = inPart_ ? factsAt(bytes, at) : std::nullopt;
        if (!facts) return malformed;
        sink.attachment(*facts);
        at += kFactsBytes;
        break;
      }
      case Record::kField: {
        if (!inPart_ || detail >= kFieldCount || bytes.size() - at < 4) return malformed;
        const size_t length = wordAt(bytes, at);
        at += 4;
        if (length > bytes.size() - at || padded(length) > bytes.size() - at) return malformed;
        sink.fieldPiece(static_cast<Field>(detail),
                        std::string_view(reinterpret_cast<const char*>(bytes.data() + at), length));
        at += padded(length);
        break;
      }
      case Record::kEnd:
        if (!inMessage_) return malformed;
        reset();
        sink.endMessage();
        break;
      default:
        return malformed;
    }
  }
  return {};
}

void Encoder::word(uint32_t value) {
  for (uint32_t shift = 0; shift < 32; shift += 8) {
    bytes_.push_back(static_cast<uint8_t>(value >> shift));
  }
}

void Encoder::words(std::span<const uint32_t> values) {
  word(static_cast<uint32_t>(values.size()));
  for (const uint32_t value : values) word(value);
}

void Encoder::fingerprint(uint64_t value) {
  word(static_cast<uint32_t>(value));
  word(static_cast<uint32_t>(value >> 32U));
}

void Encoder::raw(std::string_view utf8) { bytes_.insert(bytes_.end(), utf8.begin(), utf8.end()); }

void Encoder::text(std::string_view utf8) {
  word(static_cast<uint32_t>(utf8.size()));
  raw(utf8);
  bytes_.resize(padded(bytes_.size()), 0);
}

namespace {

void encodeChange(Encoder& out, const Run& run, const ViewItem& item, const PartChange& change) {
  out.word(change.part);
  out.word(static_cast<uint32_t>(change.kind));
  if (change.kind == ChangeKind::kCut) {
    const TextCut& cut = change.edit->cut;
    out.word(cut.from);
    out.word(cut.to);
    out.text(cut.text);
  } else if (change.kind == ChangeKind::kReplace) {
    const std::vector<Piece> pieces =
        placeholder(*change.edit, run.transcript().part(item.message, change.part));
    const Call* target = run.units().answered(change.edit->target);
    out.word(static_cast<uint32_t>(pieces.size()));
    for (const Piece& piece : pieces) {
      out.word(static_cast<uint32_t>(piece.kind));
      if (piece.kind == PieceKind::kText) {
        out.text(piece.text);
        continue;
      }
      // Results of some dialects name neither tool nor call: their calls do.
      PartRef named{item.message, change.part};
      const PartRef asked = run.units().asked(item.message, change.part);
      if (piece.ofTarget && target != nullptr) {
        named = {target->message, target->part};
      } else if (piece.kind == PieceKind::kToolName && asked.message != kNone) {
        named = asked;
      }
      out.word(named.message);
      out.word(named.part);
      const bool media = piece.kind == PieceKind::kMediaType || piece.kind == PieceKind::kMediaSize;
      if (media) out.word(piece.item);
    }
  }
}

}  // namespace

void encode(Encoder& out, const Attached& attached) {
  out.word(static_cast<uint32_t>(attached.how));
  out.word(attached.common);
  out.word(attached.knownRun);
  out.word(static_cast<uint32_t>(attached.sources.size()));
  for (const Source& source : attached.sources) {
    out.word(source.known ? 1 : 0);
    out.word(source.begin);
    out.word(source.count);
  }
}

void encode(Encoder& out, const Run& run, const Decisions& decisions) {
  out.word(static_cast<uint32_t>(run.chain().size() + run.blocks().size()));
  for (const uint64_t id : run.chain()) {
    const Segment* segment = decisions.byId(id);
    out.fingerprint(id);
    out.text(segment != nullptr ? std::string_view(segment->text) : std::string_view());
  }
  for (const Block& block : run.blocks()) {
    out.fingerprint(block.textHash);
    out.text(block.text);
  }
  const View& view = run.view();
  out.word(static_cast<uint32_t>(view.items.size()));
  for (const ViewItem& item : view.items) {
    out.word(static_cast<uint32_t>(item.op));
    out.word(item.message);
    out.word(item.count);
    out.word(item.changeCount);
    for (const PartChange& change : view.changesOf(item)) encodeChange(out, run, item, change);
  }
}

void encode(Encoder& out, const SummaryRequest& request) {
  out.word(static_cast<uint32_t>(request.kind));
  out.word(request.maxOutputTokens);
  out.word(request.attempt);
  out.word(request.firstMessage);
  out.word(request.lastMessage);
  out.text(request.system);
  out.text(request.prompt);
}

void encode(Encoder& out, const TurnRequest& request) {
  out.word(static_cast<uint32_t>(request.messages.size()));
  for (const uint32_t message : request.messages) out.word(message);
  out.word(static_cast<uint32_t>(std::clamp<int64_t>(request.tokens, 0, UINT32_MAX)));
  for (const bool is : {request.flushes, request.announces, request.fits}) out.word(is ? 1 : 0);
  out.text(request.prompt);
  out.text(prompts::kSilentToken);
  out.word(static_cast<uint32_t>(request.facts.size()));
  for (const Name& fact : request.facts) {
    out.word(static_cast<uint32_t>(fact.kind));
    out.word(fact.message);
    out.text(fact.text);
  }
}

}  // namespace epitome::wire
