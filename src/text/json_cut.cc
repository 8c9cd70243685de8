#include "text/json_cut.h"

#include <algorithm>

#include "text/utf.h"

namespace epitome::text {
namespace {

/// Of a string less is not worth a cut, UTF-16 code units.
constexpr uint64_t kLeastStay = 64;

/// Bytes of what can't be parted at `at` inside of a string: a code point, or an escape with the
/// other half of its pair.
size_t atomAt(std::string_view inside, size_t at) {
  if (inside[at] != '\\') return std::max<size_t>(1, codePointBytes(inside, at));
  if (inside.substr(at + 1, 1) != "u") return 2;
  const std::string_view digits = inside.substr(at + 2, 2);
  const bool high = digits.size() == 2 && (digits[0] == 'd' || digits[0] == 'D') &&
                    std::string_view("89abAB").find(digits[1]) != std::string_view::npos;
  return high && inside.substr(at + 6, 2) == "\\u" ? 12 : 6;
}

/// The last place in a string up to which it has at most `units`.
size_t placeIn(std::string_view inside, uint64_t units) {
  size_t at = 0;
  uint64_t passed = 0;
  while (at < inside.size()) {
    const size_t bytes = std::min(atomAt(inside, at), inside.size() - at);
    passed += utf16Length(inside.substr(at, bytes));
    if (passed > units) break;
    at += bytes;
  }
  return at;
}

struct Literal {
  size_t begin = 0;
  size_t end = 0;
  std::string closing;
};

}  // namespace

std::optional<JsonCut> jsonCut(std::string_view json, uint64_t stay) {
  std::string open;
  bool name = false;
  Literal longest;
  Literal last;
  const size_t limit = prefixBytes(json, stay);
  for (size_t at = 0; at < json.size(); ++at) {
    const char c = json[at];
    if (c == '{' || c == '[') {
      open += c == '{' ? '}' : ']';
      if (open.size() > kMostCutDepth) return std::nullopt;
      name = c == '{';
    } else if ((c == '}' || c == ']') && !open.empty()) {
      open.pop_back();
    } else if (c == ',') {
      name = open.ends_with('}');
    } else if (c == ':') {
      name = false;
    } else if (c == '"') {
      const size_t begin = at + 1;
      for (at = begin; at < json.size() && json[at] != '"'; ++at) at += json[at] == '\\' ? 1 : 0;
      at = std::min(at, json.size());
      if (name) continue;
      if (at - begin > longest.end - longest.begin) longest = {begin, at, {}};
      if (last.begin == 0 || begin <= limit) {
        last = {begin, at, '"' + std::string(open.rbegin(), open.rend())};
      }
    }
  }
  if (last.begin == 0) return std::nullopt;
  const std::string_view inside = json.substr(longest.begin, longest.end - longest.begin);
  const uint64_t units = utf16Length(inside);
  const uint64_t rest = utf16Length(json) - units;
  if (stay >= rest + kLeastStay && stay < rest + units) {
    const uint64_t room = stay - rest;
    const size_t from = placeIn(inside, room * 2 / 3);
    // What goes up to there is at least what has to.
    size_t to = placeIn(inside, units - room / 3);
    if (to < inside.size()) to += std::min(atomAt(inside, to), inside.size() - to);
    return JsonCut{longest.begin + from, longest.begin + std::max(from, to), {}};
  }
  const std::string_view part = json.substr(last.begin, last.end - last.begin);
  const uint64_t before = utf16Length(json.substr(0, last.begin));
  const size_t from = placeIn(part, stay - std::min(stay, before));
  return JsonCut{last.begin + from, json.size(), last.closing};
}

}  // namespace epitome::text
