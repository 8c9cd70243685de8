#include "session/json_reader.h"

#include <nlohmann/json.hpp>

namespace epitome {
namespace {

using Json = nlohmann::json;
using Kind = JsonValue::Kind;

constexpr size_t kMaxDepth = 12;

/// Told of one token after the other; a false answer ends the parsing.
class TreeBuilder {
 public:
  JsonValue root;

  bool null() { return add(Kind::kNull) != nullptr; }

  bool boolean(bool value) {
    add(Kind::kBoolean)->boolean = value;
    return true;
  }

  bool number_integer(int64_t value) {
    // Those from zero on come as unsigned, except for -0.
    return value == 0 ? number_unsigned(0) : number_float(static_cast<double>(value), {});
  }

  bool number_unsigned(uint64_t value) {
    JsonValue* added = add(Kind::kWhole);
    added->whole = value;
    added->real = static_cast<double>(value);
    return true;
  }

  bool number_float(double value, const std::string&) {
    add(Kind::kReal)->real = value;
    return true;
  }

  bool string(std::string& value) {
    add(Kind::kText)->text = std::move(value);
    return true;
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
  JsonValue* add(Kind kind) {
    JsonValue* added = open_.empty() ? &root : &open_.back()->values.emplace_back();
    added->kind = kind;
    return added;
  }

  bool enter(Kind kind) {
    if (open_.size() == kMaxDepth) return false;
    open_.push_back(add(kind));
    return true;
  }

  bool leave() {
    open_.pop_back();
    return true;
  }

  std::vector<JsonValue*> open_;
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
