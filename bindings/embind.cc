/// Hands the engine to JavaScript. The only file that knows Emscripten: numbers in, numbers out.

#include <emscripten/bind.h>

#include "engine.h"

namespace {

epitome::Engine& engine() {
  static epitome::Engine instance;
  return instance;
}

/// A call of calls.def. One function for all, because binding one costs a start of the engine more
/// than calling it ever does.
int32_t call(uint32_t place, double a, double b, double c, double d, double e, double f, double g,
             double h, double i, double j, double k) {
  return engine().call(place, {a, b, c, d, e, f, g, h, i, j, k});
}

uint32_t addressOf(std::span<const uint8_t> bytes) {
  return reinterpret_cast<uint32_t>(bytes.data());
}

/// The version of the wire, the buffer's address and length, and those of the output.
uint32_t place(uint32_t of) {
  switch (of) {
    case 0:
      return epitome::wire::kVersion;
    case 1:
      return addressOf(engine().buffer());
    case 2:
      return epitome::kBufferBytes;
    case 3:
      return addressOf(engine().output());
    default:
      return static_cast<uint32_t>(engine().output().size());
  }
}

}  // namespace

EMSCRIPTEN_BINDINGS(epitome) {
  emscripten::function("call", &call);
  emscripten::function("place", &place);
}
