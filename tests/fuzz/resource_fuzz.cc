// promise: 9 loses nothing silently
/// Any input of any tool, cut anywhere: how it is cut makes no difference, and a reader that has
/// read one call has forgotten it. The first byte says which tool, the second how long the pieces
/// are.

#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "text/utf.h"
#include "transcript/resource.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  if (size < 2) return 0;
  static constexpr std::string_view kTools[] = {"read",  "str_replace_editor", "bash",
                                                "fetch", "mcp__x__read_file",  "todowrite"};
  const std::string_view tool = kTools[data[0] % std::size(kTools)];
  const std::string_view input(reinterpret_cast<const char*>(data) + 2, size - 2);
  epitome::ResourceReader reader;
  reader.name(tool);
  reader.input(input);
  const epitome::Resource whole = reader.take();
  reader.name(tool);
  for (size_t at = 0; at < input.size();) {
    const size_t length = epitome::text::prefixBytes(input.substr(at), 2 + data[1]);
    reader.input(input.substr(at, length));
    at += length;
  }
  if (reader.take() != whole) std::abort();
  if ((whole.key == 0) != (whole.whole == 0)) std::abort();
  return 0;
}
