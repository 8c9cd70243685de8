// promise: 9 loses nothing silently
/// Any bytes, in any pieces, as a tool's output and as what somebody wrote: a preview keeps within
/// its room and is well-formed, a language is one that is known, and pieces make no difference. The
/// first two bytes say how much room there is and how long the pieces are.

#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

#include "summary/language.h"
#include "summary/preview.h"
#include "summary/telling_sentence.h"
#include "text/utf.h"

namespace {

/// Up to `bytes` of `text`, or more where a code point would be split.
std::string_view piece(std::string_view text, size_t bytes) {
  size_t end = 0;
  while (end < text.size() && end < bytes) {
    const uint32_t length = epitome::text::codePointBytes(text, end);
    end += length == 0 ? 1 : length;
  }
  return text.substr(0, end);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  if (size < 2) return 0;
  const std::string_view text(reinterpret_cast<const char*>(data) + 2, size - 2);
  const uint64_t room = uint64_t{data[0]} * 4;
  const size_t length = 1 + data[1] % 64;

  epitome::KindReader whole(room, true);
  epitome::KindReader pieces(room, true);
  epitome::LanguageReader writer;
  epitome::LanguageReader writerInPieces;
  whole.update(text);
  writer.update(text);
  for (std::string_view rest = text; !rest.empty();) {
    const std::string_view next = piece(rest, length);
    pieces.update(next);
    writerInPieces.update(next);
    rest.remove_prefix(next.size());
  }
  writer.finish();
  writerInPieces.finish();
  if (writer.language() != writerInPieces.language()) std::abort();
  if (static_cast<uint32_t>(writer.language()) >= epitome::kLanguages) std::abort();
  if (epitome::contradicts(epitome::Language::kUnknown, text)) std::abort();
  epitome::contradicts(writer.language(), text);

  const std::string_view head = text.substr(0, epitome::text::prefixBytes(text, room / 2));
  const std::string_view tail = text.substr(epitome::text::suffixStart(text, room / 4));
  const std::string preview = whole.finish(head, tail);
  if (preview != pieces.finish(head, tail)) std::abort();
  if (epitome::text::utf16Length(preview) > room) std::abort();
  if (epitome::text::wellFormed(preview) != preview) std::abort();

  const std::string clean = epitome::text::wellFormed(text);
  if (epitome::tellingSentence(clean).text.size() > clean.size()) std::abort();
  epitome::withoutFences(clean);
  if (epitome::text::utf16Length(epitome::openBoxes(clean, room)) > room) std::abort();
  return 0;
}
