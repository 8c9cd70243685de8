// promise: 1 always valid
/// Any bytes, in any pieces: cuts are where an oracle that looks back from every offset has them.
/// The first byte says how long the pieces are, the next two how much is to stay.

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <string_view>
#include <vector>

#include "core/support/grapheme_oracle.h"
#include "text/cut_finder.h"
#include "text/utf.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  if (size < 3) return 0;
  const std::string_view text(reinterpret_cast<const char*>(data) + 3, size - 3);
  const uint64_t head = data[1];
  const uint64_t tail = head + data[2];
  epitome::text::CutFinder finder(head, tail, false);
  epitome::text::CutFinder json(head, tail, true);
  for (size_t at = 0; at < text.size();) {
    const size_t bytes = epitome::text::prefixBytes(text.substr(at), 2 + data[0]);
    finder.update(text.substr(at, bytes));
    json.update(text.substr(at, bytes));
    at += bytes;
  }
  std::vector<uint32_t> codes;
  const std::vector<epitome::test::CodePoint> points = epitome::test::codePointsOf(text);
  for (const auto& point : points) codes.push_back(point.code);
  const std::vector<bool> safe = epitome::test::safeCuts(codes);
  uint64_t at = 0;
  uint64_t headEnd = 0;
  uint64_t tailStart = UINT64_MAX;
  for (size_t i = 0; i < points.size(); at += points[i++].units) {
    if (safe[i] && at <= head) headEnd = at;
    if (safe[i] && at >= tail) tailStart = std::min(tailStart, at);
  }
  if (at <= head) headEnd = at;
  tailStart = std::min(tailStart, at);
  if (finder.length() != at || finder.headEnd() != headEnd) std::abort();
  if (finder.tailStart() != (tail == 0 ? 0 : tailStart)) std::abort();
  if (json.length() != at || json.headEnd() > head) std::abort();
  if (json.tailStart() < std::min(tail, at) || json.tailStart() > at) std::abort();
  return 0;
}
