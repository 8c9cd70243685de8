/// What a host pins, and the block in which it stands behind the segments.

#include "session/json_writer.h"
#include "session/session.h"

namespace epitome {

std::string Session::withoutSecrets(std::string_view utf8) const {
  std::vector<RedactionCount> uncounted;
  return redacted(utf8, redaction(), uncounted);
}

bool Session::pin(std::string_view utf8) {
  const std::string clean = withoutSecrets(utf8);
  return pins_.holds(clean) && pins_.add(clean);
}

bool Session::unpin(std::string_view utf8) { return pins_.remove(withoutSecrets(utf8)); }

std::string Session::pinsJson() const {
  JsonWriter json;
  json.texts(pins_.all());
  return json.take();
}

std::optional<Block> Session::pinsBlock() const {
  std::string text = pins_.text();
  if (text.empty()) return std::nullopt;
  return makeBlock("pins", std::move(text), options_.family);
}

}  // namespace epitome
