#include "text/json_values.h"

#include <string>

#include "text/utf.h"

namespace epitome::text {

void JsonValues::beginString(bool name) {
  name_ = name;
  high_ = 0;
}

void JsonValues::flushSurrogate() {
  if (high_ == 0) return;
  high_ = 0;
  piece(name_, "\xEF\xBF\xBD");
}

void JsonValues::plain(std::string_view run) {
  flushSurrogate();
  piece(name_, run);
}

void JsonValues::escape(uint32_t unit) {
  uint32_t code = unit;
  if (isLowSurrogate(unit)) {
    code = high_ != 0 ? pairOf(high_, unit) : 0xFFFD;
    high_ = 0;
  } else {
    flushSurrogate();
    if (isHighSurrogate(unit)) {
      high_ = unit;
      return;
    }
  }
  std::string text;
  appendCodePoint(text, code);
  piece(name_, text);
}

void JsonValues::endString() {
  flushSurrogate();
  end(name_);
}

void JsonValues::scalar(std::string_view text) { piece(false, text); }

void JsonValues::endScalar() { end(false); }

}  // namespace epitome::text
