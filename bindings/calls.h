/// The engine's functions as one: a number says which. What registers functions for JavaScript pays
/// for each of them at every start, so that one is registered. Decides the numbers.
#pragma once

#include <array>
#include <cstdint>

#include "engine.h"

namespace epitome {

/// Arguments in their order; what a function does not take is 0.
struct CallArguments {
  std::array<uint32_t, 10> numbers{};
  /// Of the one function that is told the time.
  double now = 0;
};

/// Calls the function of that number, its place in js/core/calls.ts counted from 0. kMalformedInput
/// for a number that is none.
int32_t call(Engine& engine, uint32_t which, const CallArguments& given);

}  // namespace epitome
