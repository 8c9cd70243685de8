#include "session/json_reader.h"

#include <nlohmann/json.hpp>

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

}  // namespace epitome
