/// The strings and plain values of a JSON text, decoded as it passes by.
#pragma once

#include <cstdint>
#include <string_view>

#include "text/json_stream.h"

namespace epitome::text {

/// Receives them in the order of the text.
class JsonValues : public JsonSink {
 protected:
  JsonValues() = default;
  ~JsonValues() = default;

  /// A piece of the name of a member, or of a value: a string unescaped, a number or a word as it
  /// is written. Lone surrogates are U+FFFD.
  virtual void piece(bool name, std::string_view utf8) = 0;
  /// The name or the value ends.
  virtual void end(bool name) = 0;

 private:
  void beginString(bool name) final;
  void plain(std::string_view run) final;
  void escape(uint32_t unit) final;
  void endString() final;
  void scalar(std::string_view text) final;
  void endScalar() final;
  void flushSurrogate();

  bool name_ = false;
  /// The first half of a pair that waits for the second; 0: none.
  uint32_t high_ = 0;
};

}  // namespace epitome::text
