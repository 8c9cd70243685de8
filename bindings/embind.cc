/// Hands the engine to JavaScript. The only file that knows Emscripten: numbers in, numbers out.

#include <limits>

#include <emscripten/bind.h>

#include "calls.h"

namespace {

epitome::Engine& engine() {
  static epitome::Engine instance;
  return instance;
}

uint32_t addressOf(const void* place) { return reinterpret_cast<uintptr_t>(place); }

/// Where the buffer and the output are, and how long.
enum Place : uint32_t { kBuffer, kCapacity, kOutput, kLength, kVersion };

uint32_t place(uint32_t which) {
  switch (which) {
    case kBuffer:
      return addressOf(engine().buffer().data());
    case kCapacity:
      return engine().buffer().size();
    case kOutput:
      return addressOf(engine().output().data());
    case kLength:
      return engine().output().size();
    default:
      return epitome::wire::kVersion;
  }
}

int32_t call(uint32_t which, uint32_t a, uint32_t b, uint32_t c, uint32_t d, uint32_t e, uint32_t f,
             uint32_t g, uint32_t h, uint32_t i, uint32_t j, double now) {
  return epitome::call(engine(), which, {{a, b, c, d, e, f, g, h, i, j}, now});
}

template <typename Number>
void registerInteger(const char* name) {
  using Limits = std::numeric_limits<Number>;
  emscripten::internal::_embind_register_integer(emscripten::internal::TypeID<Number>::get(), name,
                                                 sizeof(Number), Limits::min(), Limits::max());
}

}  // namespace

EMSCRIPTEN_BINDINGS(epitome) {
  using emscripten::internal::TypeID;
  registerInteger<int32_t>("int");
  registerInteger<uint32_t>("unsigned int");
  emscripten::internal::_embind_register_float(TypeID<double>::get(), "double", sizeof(double));
  // Nothing is one; in some releases its glue brings along what that of numbers needs.
  emscripten::internal::_embind_register_bool(TypeID<bool>::get(), "bool", true, false);
  emscripten::function("place", &place);
  emscripten::function("call", &call);
}

// In the place of embind's own registry, which brings thirty types along that nothing here crosses
// as: strings, vectors, views of memory. Each costs a call at every start, and its part of the
// glue.
extern "C" {

static emscripten::internal::InitFunc* bindings = nullptr;

void _embind_register_bindings(emscripten::internal::InitFunc* added) {
  added->next = bindings;
  bindings = added;
}

void _embind_initialize_bindings() {
  for (auto* each = bindings; each != nullptr; each = each->next) each->init_func();
}

/// Only asked for types that were not registered.
const char* __getTypeName(const void* /*type*/) { return nullptr; }
}
