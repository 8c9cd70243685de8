#include "session/json_reader.h"

#include <charconv>
#include <utility>

#include <nlohmann/json.hpp>

#include "text/decimal.h"
#include "text/json_stream.h"
#include "text/utf.h"

namespace epitome {
namespace {

using Json = nlohmann::json;
using Kind = JsonValue::Kind;

constexpr size_t kMaxDepth = 12;
/// The largest state has sixteen bytes for each.
constexpr size_t kMostValues = 262'144;

/// Told of one token after the other; a false answer ends the parsing.
class TreeBuilder {
 public:
  JsonValue root;

  bool null() {
    return add(Kind::kNull, [](JsonValue&) {});
  }

  bool boolean(bool value) {
    return add(Kind::kBoolean, [&](JsonValue& added) { added.boolean = value; });
  }

  bool number_integer(int64_t value) {
    // Those from zero on come as unsigned, except for -0.
    return value == 0 ? number_unsigned(0) : number_float(static_cast<double>(value), {});
  }

  bool number_unsigned(uint64_t value) {
    return add(Kind::kWhole, [&](JsonValue& added) {
      added.whole = value;
      added.real = static_cast<double>(value);
    });
  }

  bool number_float(double value, const std::string&) {
    return add(Kind::kReal, [&](JsonValue& added) { added.real = value; });
  }

  bool string(std::string& value) {
    return add(Kind::kText, [&](JsonValue& added) { added.text = std::move(value); });
  }

  bool binary(Json::binary_t&) { return false; }
  bool start_object(size_t) { return enter(Kind::kObject); }
  bool end_object() { return leave(); }
  bool start_array(size_t) { return enter(Kind::kArray); }
  bool end_array() { return leave(); }

  bool key(std::string& name) {
    open_.back()->names.push_back(std::move(name));
    return true;
  }

  bool parse_error(size_t, const std::string&, const Json::exception&) { return false; }

 private:
  /// A list grows only while it is the innermost that is open: the pointers of `open_` stay valid.
  template <typename Fill>
  bool add(Kind kind, Fill&& fill) {
    if (count_ == kMostValues) return false;
    ++count_;
    JsonValue& added = open_.empty() ? root : open_.back()->values.emplace_back();
    added.kind = kind;
    fill(added);
    return true;
  }

  bool enter(Kind kind) {
    if (open_.size() == kMaxDepth) return false;
    return add(kind, [&](JsonValue& added) { open_.push_back(&added); });
  }

  bool leave() {
    open_.pop_back();
    return true;
  }

  std::vector<JsonValue*> open_;
  size_t count_ = 0;
};

/// Tells a builder what the project's own reader finds.
class Streamed final : public text::JsonSink {
 public:
  explicit Streamed(TreeBuilder& builder) : builder_(builder) {}

  bool good() const { return good_; }

 private:
  void open(bool array, uint64_t) override {
    demand(good_ && (array ? builder_.start_array(0) : builder_.start_object(0)));
  }
  void close(uint64_t) override {
    if (good_) builder_.end_array();
  }
  void beginString(bool name, uint64_t) override { name_ = name; }
  void plain(std::string_view run, uint64_t) override {
    demand(high_ == 0);
    text_ += run;
  }
  void escape(uint32_t unit, uint64_t, uint32_t) override {
    // Halves of a pair come as two, and no half stands alone.
    demand(text::isLowSurrogate(unit) == (high_ != 0));
    const uint32_t high = std::exchange(high_, text::isHighSurrogate(unit) ? unit : 0);
    if (good_ && high_ == 0) {
      text::appendCodePoint(text_, high != 0 ? text::pairOf(high, unit) : unit);
    }
  }
  void endString(uint64_t) override {
    demand(high_ == 0);
    std::string read = std::exchange(text_, {});
    demand(good_ && (name_ ? builder_.key(read) : builder_.string(read)));
  }
  void scalar(std::string_view piece) override { text_ += piece; }
  void endScalar(uint64_t) override {
    const std::string read = std::exchange(text_, {});
    demand(good_ && value(read));
  }

  bool value(const std::string& read) {
    if (read == "null") return builder_.null();
    if (read == "true" || read == "false") return builder_.boolean(read == "true");
    uint64_t whole = 0;
    const char* end = read.data() + read.size();
    const auto [stop, error] = std::from_chars(read.data(), end, whole);
    if (stop == end && error == std::errc()) return builder_.number_unsigned(whole);
    return builder_.number_float(text::decimalOf(read), read);
  }

  void demand(bool condition) { good_ = good_ && condition; }

  TreeBuilder& builder_;
  std::string text_;
  bool name_ = false;
  /// The first half of a pair that waits for the second; 0: none.
  uint32_t high_ = 0;
  bool good_ = true;
};

}  // namespace

const JsonValue* JsonValue::member(std::string_view name) const {
  for (size_t i = names.size(); i > 0; --i) {
    if (names[i - 1] == name) return &values[i - 1];
  }
  return nullptr;
}

std::optional<JsonValue> parseJsonObject(std::string_view text) {
  TreeBuilder builder;
  const bool valid = Json::sax_parse(text.data(), text.data() + text.size(), &builder);
  if (!valid || builder.root.kind != Kind::kObject) return std::nullopt;
  return std::move(builder.root);
}

std::optional<JsonValue> parseSmallObject(std::string_view text) {
  if (text::wellFormed(text) != text) return std::nullopt;
  TreeBuilder builder;
  Streamed streamed(builder);
  text::JsonStream stream;
  stream.update(text, streamed);
  const bool valid = stream.finish(streamed) && streamed.good();
  if (!valid || builder.root.kind != Kind::kObject) return std::nullopt;
  return std::move(builder.root);
}

}  // namespace epitome
