/// What a host pins, and the block in which it stands behind the segments.

#include "session/json_writer.h"
#include "session/session.h"

namespace epitome {

bool Session::pin(std::string_view utf8) {
  std::vector<RedactionCount> ignored;
  return pins_.add(redacted(utf8, redaction(), ignored));
}

bool Session::unpin(std::string_view utf8) {
  std::vector<RedactionCount> ignored;
  return pins_.remove(redacted(utf8, redaction(), ignored));
}

std::string Session::pinsJson() const {
  JsonWriter json;
  json.beginArray();
  for (const std::string& pin : pins_.all()) json.text(pin);
  json.endArray();
  return json.take();
}

std::optional<Block> Session::pinsBlock() const {
  std::string text = pins_.text();
  if (text.empty()) return std::nullopt;
  return makeBlock("pins", std::move(text), options_.family);
}

}  // namespace epitome
