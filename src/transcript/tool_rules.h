/// What a host says of its tools by their names. Decides how a rule is found; refuses to know what
/// is done with a result.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace epitome {

struct ToolRule {
  /// A glob of tool names (text/glob.h).
  std::string tools;
  /// Its results are never edited while the view can be made to fit without.
  bool keep = false;
  /// Results longer than this are cut, UTF-16 code units; 0: as for other tools.
  uint32_t over = 0;
  /// It puts a question to the user: what it brings back are the user's words, and stays as `keep`
  /// has it.
  bool asksUser = false;
  /// It gives back earlier messages of the conversation: neither its calls nor what they brought
  /// are told in records, which would tell the same things a second time.
  bool recalls = false;
};

/// Rules that a part's facts can name.
inline constexpr size_t kMaxToolRules = 254;

/// One more than the index of the first rule for a tool; 0 when there is none. Linear in names and
/// globs.
uint8_t ruleFor(std::span<const ToolRule> rules, std::string_view tool);

}  // namespace epitome
