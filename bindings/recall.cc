/// What dist/recall.wasm exports: one index over a session's archived messages. Plain functions of
/// numbers; texts are written where an address says. js/recall/recall-module.ts is the only caller.
/// Decides nothing about searching.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "recall/index.h"
#include "side_module.h"

/// Emscripten would import it; nobody has to know.
extern "C" void emscripten_notify_memory_growth(size_t) {}

namespace {

using namespace epitome::recall;  // NOLINT: a program of one file.

constexpr uint32_t kCapacity = 48 * 1024;

uint8_t buffer[kCapacity];
// An instance lives as long as its index: nothing is ever destroyed.
constinit Index* archived = nullptr;
constinit std::vector<Hit>* hits = nullptr;

std::string_view textAt(uint32_t from, uint32_t bytes) {
  const uint32_t start = std::min(from, kCapacity);
  return {reinterpret_cast<const char*>(buffer) + start, std::min(bytes, kCapacity - start)};
}

}  // namespace

/// Makes the index, once; nothing but the next two may be called before.
EPITOME_EXPORT(create) void create(double mostBytes) {
  if (archived != nullptr) return;
  archived = new Index(static_cast<size_t>(mostBytes));
  hits = new std::vector<Hit>();
}

/// Address of the buffer, and the bytes it holds.
EPITOME_EXPORT(bufferAddress) const uint8_t* bufferAddress() { return buffer; }
EPITOME_EXPORT(bufferCapacity) uint32_t bufferCapacity() { return kCapacity; }

/// Begins a message; 0 when the index is full. Messages are numbered from 0.
EPITOME_EXPORT(beginMessage)
uint32_t beginMessage(uint32_t position, uint32_t round, double at, uint32_t role) {
  return archived->beginMessage({position, round, at, static_cast<uint8_t>(role & 31)}) ? 1 : 0;
}
/// Begins its next part; the buffer's first bytes are the name of the part's tool.
EPITOME_EXPORT(beginPart) void beginPart(uint32_t toolBytes) {
  archived->beginPart(toolKey(textAt(0, toolBytes)));
}
/// Reads the buffer's first bytes as the part's next piece of text.
EPITOME_EXPORT(addText) void addText(uint32_t bytes) { archived->addText(textAt(0, bytes)); }
EPITOME_EXPORT(endMessage) void endMessage() { archived->endMessage(); }

/// Searches for the text in the buffer's first bytes; a tool's name stands behind it, where one is
/// asked for. How many hits there are.
EPITOME_EXPORT(search)
uint32_t search(uint32_t queryBytes, uint32_t toolBytes, uint32_t roles, double firstPosition,
                double lastPosition, double firstRound, double lastRound, double from, double to,
                uint32_t limit) {
  const auto whole = [](double value) {
    return static_cast<uint32_t>(std::clamp(value, 0.0, 4294967295.0));
  };
  Filter filter{
      roles, {}, whole(firstPosition), whole(lastPosition), whole(firstRound), whole(lastRound),
      from,  to};
  if (toolBytes > 0) filter.tool = toolKey(textAt(queryBytes, toolBytes));
  *hits = archived->search(textAt(0, queryBytes), filter, limit);
  return static_cast<uint32_t>(hits->size());
}
/// Address of the hits: of each its message, part, first and last unit as 32-bit integers, then its
/// score as a double.
EPITOME_EXPORT(hitsAddress) const Hit* hitsAddress() { return hits->data(); }

/// Where in the text behind the query in the buffer a window of `mostUnits` says the most about the
/// query, UTF-16 code units.
EPITOME_EXPORT(excerpt)
uint32_t excerpt(uint32_t queryBytes, uint32_t textBytes, uint32_t mostUnits) {
  return archived->excerpt(textAt(0, queryBytes), textAt(queryBytes, textBytes), mostUnits).from;
}

/// Bytes that the index keeps in use.
EPITOME_EXPORT(indexBytes) double indexBytes() { return static_cast<double>(archived->bytes()); }

static_assert(sizeof(Hit) == 24 && offsetof(Hit, score) == 16);
