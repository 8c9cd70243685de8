// promise: 1 always valid
/// Any text, cut down in any pieces: JSON stays JSON, cuts are in order and never inside a
/// surrogate pair, and how the text is cut into pieces makes no difference. The first two bytes are
/// the budget, the third says how long the pieces are.

#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>
#include <vector>

#include <nlohmann/json.hpp>

#include "edits/json_cuts.h"
#include "text/utf.h"

namespace {

std::vector<epitome::JsonCut> cutsOf(std::string_view text, uint64_t budget, size_t length,
                                     bool& json) {
  epitome::JsonCuts reader(budget);
  for (size_t at = 0; at < text.size();) {
    const size_t bytes = epitome::text::prefixBytes(text.substr(at), length);
    reader.update(text.substr(at, bytes));
    at += bytes;
  }
  std::vector<epitome::JsonCut> cuts = reader.finish();
  json = reader.wasJson();
  return cuts;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  if (size < 3) return 0;
  const uint64_t budget = data[0] | data[1] << 8;
  const std::string_view text(reinterpret_cast<const char*>(data) + 3, size - 3);
  bool json = false;
  const std::vector<epitome::JsonCut> cuts = cutsOf(text, budget, SIZE_MAX, json);
  if (cuts != cutsOf(text, budget, 2 + data[2], json)) std::abort();
  const bool valid = nlohmann::json::accept(text);
  if (cuts.size() > epitome::JsonCuts::kMostCuts || (!json && !cuts.empty())) std::abort();
  std::string outcome;
  uint64_t at = 0;
  size_t byte = 0;
  const auto pass = [&](uint64_t to) {
    if (to < at) std::abort();
    const epitome::text::Reach reach = epitome::text::reach(text.substr(byte), to - at);
    if (reach.units != to - at) std::abort();
    byte += reach.bytes;
    at = to;
  };
  for (const epitome::JsonCut& cut : cuts) {
    const size_t start = byte;
    pass(cut.from);
    outcome.append(text.substr(start, byte - start)).append(cut.text);
    if (cut.to <= cut.from) std::abort();
    pass(cut.to);
  }
  outcome.append(text.substr(byte));
  if (outcome.size() > text.size()) std::abort();
  // What only our reader takes for JSON, such as half a surrogate pair, is nothing to hold it to.
  if (valid && !nlohmann::json::accept(outcome)) std::abort();
  return 0;
}
