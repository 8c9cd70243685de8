/// What a host pins, and the block in which it stands behind the segments.

#include "session/json_writer.h"
#include "session/session.h"

namespace epitome {

bool Session::pin(std::string_view utf8) { return pins_.holds(utf8) && pins_.add(utf8); }

bool Session::unpin(std::string_view utf8) { return pins_.remove(utf8); }

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
