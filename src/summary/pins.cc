#include "summary/pins.h"

#include <algorithm>

#include "summary/orders.h"
#include "summary/shape.h"
#include "text/json_escape.h"
#include "text/utf.h"

namespace epitome {
namespace {

std::string lineOf(std::string_view utf8) { return oneLine(text::wellFormed(utf8)); }

}  // namespace

bool Pins::add(std::string_view utf8) {
  if (utf8.size() > kMostBytes) return false;
  std::string pin = lineOf(utf8);
  if (pin.empty() || pin.size() > kMostBytes) return false;
  std::erase(pins_, pin);
  if (pins_.size() == kMost) return false;
  pins_.push_back(std::move(pin));
  return true;
}

bool Pins::holds(std::string_view utf8) const {
  const std::string pin = lineOf(utf8);
  uint64_t bytes = text::jsonBytes(pin);
  for (const std::string& one : pins_) bytes += one == pin ? 0 : text::jsonBytes(one);
  return bytes <= kMostTogether;
}

bool Pins::remove(std::string_view utf8) { return std::erase(pins_, lineOf(utf8)) > 0; }

std::vector<std::string> Pins::takeBack(std::span<const UserWords> words) {
  if (pins_.empty()) return {};
  Orders orders;
  for (const std::string& pin : pins_) orders.pin(pin);
  uint32_t message = 1;
  for (const UserWords& one : words) {
    orders.begin(++message);
    orders.text(one.text);
    orders.end();
  }
  std::vector<std::string> taken;
  for (const Order& order : orders.revoked()) {
    if (order.message == Orders::kPinned && std::erase(pins_, order.text) > 0) {
      taken.push_back(order.text);
    }
  }
  return taken;
}

std::string Pins::text() const {
  if (pins_.empty()) return {};
  std::string out = "[Orders that hold until the user takes them back]";
  for (const std::string& pin : pins_) out += "\n- " + pin;
  return out;
}

}  // namespace epitome
