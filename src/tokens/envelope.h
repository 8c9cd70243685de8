/// What a request costs beside the texts in it: the tokens that wrap messages, calls, results and
/// tool definitions. Decides by family, as data in envelope.cc; refuses to know how texts are
/// counted.
#pragma once

#include <cstdint>

#include "tokens/family.h"

namespace epitome {

/// All in tokens.
struct Envelope {
  /// Of a system, user or assistant message. A message of tool results costs what its results do:
  /// providers split and merge such messages at will.
  uint16_t message = 0;
  /// Beside the tool's name and the JSON of the input.
  uint16_t toolCall = 0;
  /// What a token of that JSON counts, thousandths: less where the model is not shown JSON, whose
  /// escapes and quotes then cost nothing.
  uint16_t inputMilli = 1000;
  /// Beside the tool's name and the output's text.
  uint16_t toolResult = 0;
  /// Of a tool's definition, beside its text.
  uint16_t tool = 0;
  /// Once, in a request that has tools.
  uint16_t tools = 0;
  /// Once, in every request: what begins the prompt and primes the reply.
  uint16_t request = 0;
};

const Envelope& envelopeOf(Family family);

}  // namespace epitome
