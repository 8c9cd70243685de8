/// Cuts a text into the pieces that byte-pair merging never crosses. Decides by hand what the
/// encodings' regular expressions decide; refuses to know tokens.
#pragma once

#include <cstddef>
#include <cstdint>

namespace epitome::bpe {

/// Which regular expression. The values are those of a vocabulary's header.
enum class PreTokenizer : uint8_t { kO200k = 0, kCl100k = 1 };
constexpr uint8_t kPreTokenizers = 2;

/// Bytes of the piece that starts at `text`, of which `size` bytes (at least one) are there.
/// `final`: the text ends behind them; otherwise 0 when the answer depends on what follows.
size_t pieceBytes(PreTokenizer kind, const uint8_t* text, size_t size, bool final);

/// The same by the general rules alone, a code point at a time: what `pieceBytes` falls back to.
size_t pieceBytesByRule(PreTokenizer kind, const uint8_t* text, size_t size, bool final);

}  // namespace epitome::bpe
