/// A state a character class: strings and white space are crossed in runs.
#include "text/json_stream.h"

#include <algorithm>

#include "text/utf.h"

namespace epitome::text {
namespace {

bool isSpace(char c) { return c == ' ' || c == '\n' || c == '\r' || c == '\t'; }
bool isDigit(char c) { return c >= '0' && c <= '9'; }

/// What a short escape stands for; 0 for what is none.
uint32_t escaped(char c) {
  switch (c) {
    case '"':
    case '\\':
    case '/':
      return static_cast<uint32_t>(c);
    case 'b':
      return '\b';
    case 'f':
      return '\f';
    case 'n':
      return '\n';
    case 'r':
      return '\r';
    case 't':
      return '\t';
    default:
      return 0;
  }
}

/// Characters that a string may hold as they are, up to the first that it may not.
size_t plainRun(std::string_view text) {
  size_t at = 0;
  while (at < text.size() && text[at] != '"' && text[at] != '\\' &&
         static_cast<uint8_t>(text[at]) >= 0x20) {
    ++at;
  }
  return at;
}

}  // namespace

void JsonStream::update(std::string_view piece, JsonSink& sink) {
  while (!piece.empty() && valid()) {
    size_t taken = 1;
    switch (state_) {
      case State::kString:
        taken = string(piece, sink);
        break;
      case State::kBackslash:
        backslash(piece.front(), sink);
        break;
      case State::kHex:
        hex(piece.front(), sink);
        break;
      case State::kNumber:
        taken = number(piece, sink);
        break;
      case State::kWord:
        taken = word(piece, sink);
        break;
      default:
        taken = structure(piece, sink);
    }
    piece.remove_prefix(taken);
  }
}

bool JsonStream::finish(JsonSink& sink) {
  if (state_ == State::kNumber) endNumber(sink);
  if (state_ != State::kAfter || depth_ > 0) state_ = State::kBroken;
  return valid();
}

/// Between values: one character, or a run of white space.
size_t JsonStream::structure(std::string_view rest, JsonSink& sink) {
  size_t space = 0;
  while (space < rest.size() && isSpace(rest[space])) ++space;
  if (space > 0) return space;
  const char c = rest.front();
  switch (state_) {
    case State::kFirstElement:
    case State::kValue:
      if (c == ']' && state_ == State::kFirstElement) {
        pop(true, sink);
      } else {
        beginValue(c, sink);
      }
      break;
    case State::kFirstName:
    case State::kName:
      if (c == '}' && state_ == State::kFirstName) {
        pop(false, sink);
      } else if (c == '"') {
        name_ = true;
        state_ = State::kString;
        sink.beginString(true);
      } else {
        state_ = State::kBroken;
      }
      break;
    case State::kColon:
      state_ = c == ':' ? State::kValue : State::kBroken;
      break;
    default:
      if (depth_ > 0 && c == ',') {
        state_ = inArray() ? State::kValue : State::kName;
      } else if (depth_ > 0 && (c == ']' || c == '}')) {
        pop(c == ']', sink);
      } else {
        state_ = State::kBroken;
      }
  }
  return 1;
}

void JsonStream::beginValue(char c, JsonSink& sink) {
  if (c == '"') {
    name_ = false;
    state_ = State::kString;
    sink.beginString(false);
  } else if (c == '[' || c == '{') {
    if (depth_ == kMaxDepth) {
      state_ = State::kBroken;
      return;
    }
    arrays_ = (arrays_ & ~(1ULL << depth_)) | static_cast<uint64_t>(c == '[') << depth_;
    ++depth_;
    state_ = c == '[' ? State::kFirstElement : State::kFirstName;
    sink.open(c == '[');
  } else if (c == '-' || isDigit(c)) {
    number_ = c == '-' ? Number::kSign : c == '0' ? Number::kZero : Number::kWhole;
    state_ = State::kNumber;
    sink.beginScalar();
    sink.scalar(std::string_view(&c, 1));
  } else if (c == 't' || c == 'f' || c == 'n') {
    word_ = c == 't' ? "rue" : c == 'f' ? "alse" : "ull";
    state_ = State::kWord;
    sink.beginScalar();
    sink.scalar(std::string_view(&c, 1));
  } else {
    state_ = State::kBroken;
  }
}

void JsonStream::pop(bool array, JsonSink& sink) {
  if (inArray() != array) {
    state_ = State::kBroken;
    return;
  }
  --depth_;
  state_ = State::kAfter;
  sink.close();
}

size_t JsonStream::string(std::string_view rest, JsonSink& sink) {
  const size_t run = plainRun(rest);
  if (run > 0) {
    sink.plain(rest.substr(0, run));
    return run;
  }
  const char c = rest.front();
  if (c == '"') {
    state_ = name_ ? State::kColon : State::kAfter;
    sink.endString();
  } else if (c == '\\') {
    state_ = State::kBackslash;
  } else {
    state_ = State::kBroken;
  }
  return 1;
}

void JsonStream::backslash(char c, JsonSink& sink) {
  if (c == 'u') {
    state_ = State::kHex;
    hexValue_ = 0;
    hexLeft_ = 4;
  } else if (const uint32_t unit = escaped(c); unit != 0) {
    state_ = State::kString;
    sink.escape(unit);
  } else {
    state_ = State::kBroken;
  }
}

void JsonStream::hex(char c, JsonSink& sink) {
  const uint32_t digit = hexDigit(c);
  if (digit > 15) {
    state_ = State::kBroken;
    return;
  }
  hexValue_ = hexValue_ << 4 | digit;
  if (--hexLeft_ > 0) return;
  state_ = State::kString;
  sink.escape(hexValue_);
}

bool JsonStream::numberTakes(char c) {
  const auto go = [this](Number next) {
    number_ = next;
    return true;
  };
  switch (number_) {
    case Number::kSign:
      return isDigit(c) && go(c == '0' ? Number::kZero : Number::kWhole);
    case Number::kZero:
    case Number::kWhole:
      if (number_ == Number::kWhole && isDigit(c)) return true;
      if (c == '.') return go(Number::kPoint);
      return (c == 'e' || c == 'E') && go(Number::kExponent);
    case Number::kPoint:
      return isDigit(c) && go(Number::kFraction);
    case Number::kFraction:
      return isDigit(c) || ((c == 'e' || c == 'E') && go(Number::kExponent));
    case Number::kExponent:
      if (c == '+' || c == '-') return go(Number::kExponentSign);
      return isDigit(c) && go(Number::kExponentDigits);
    case Number::kExponentSign:
      return isDigit(c) && go(Number::kExponentDigits);
    case Number::kExponentDigits:
      return isDigit(c);
  }
  return false;
}

bool JsonStream::numberEnds() const {
  return number_ == Number::kZero || number_ == Number::kWhole || number_ == Number::kFraction ||
         number_ == Number::kExponentDigits;
}

void JsonStream::endNumber(JsonSink& sink) {
  state_ = numberEnds() ? State::kAfter : State::kBroken;
  if (valid()) sink.endScalar();
}

size_t JsonStream::number(std::string_view rest, JsonSink& sink) {
  size_t run = 0;
  while (run < rest.size() && numberTakes(rest[run])) ++run;
  if (run > 0) sink.scalar(rest.substr(0, run));
  if (run < rest.size()) endNumber(sink);
  return run;
}

size_t JsonStream::word(std::string_view rest, JsonSink& sink) {
  const size_t run = std::min(rest.size(), word_.size());
  if (rest.substr(0, run) != word_.substr(0, run)) {
    state_ = State::kBroken;
    return run;
  }
  sink.scalar(rest.substr(0, run));
  word_.remove_prefix(run);
  if (word_.empty()) {
    state_ = State::kAfter;
    sink.endScalar();
  }
  return run;
}

}  // namespace epitome::text
