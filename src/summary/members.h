/// The members of a result that may say how its call went: of the object that it is, and of those
/// that common envelopes hold.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "text/json_values.h"

namespace epitome {

struct Member {
  /// Letters and digits, lower case: `exitcode` is exit_code and exitCode.
  std::string name;
  /// Of a string, a number or a word the first 240 bytes, well-formed. Empty for others.
  std::string value;
  /// An array or an object.
  bool compound = false;
  /// Something is in it.
  bool filled = false;
  /// Of an object that `data` holds: the thing that the result is about, or one more envelope.
  bool deep = false;
};

/// Reads a text that passes by in pieces. Linear; memory is bounded: 96 members, and 4,096 bytes of
/// a string that may be JSON itself.
class MembersReader final : public text::JsonValues {
 public:
  void update(std::string_view utf8);
  /// Call at the end.
  void finish();

  /// The text is one JSON object or array with something in it.
  bool known() const { return known_; }
  bool empty() const { return !seen_; }
  const std::vector<Member>& members() const { return members_; }

 private:
  void open(bool array) override;
  void close() override;
  void piece(bool name, std::string_view utf8) override;
  void end(bool name) override;
  bool wanted() const;
  void fill();

  struct Level {
    std::string name;
    bool envelope = false;
    bool data = false;
    bool deep = false;
    /// Texts and images, as hosts list them.
    bool list = false;
    /// An item of a list of texts and images: nothing but its text is the result's own.
    bool item = false;
    /// Of `members_`, one more; 0: none.
    size_t member = 0;
  };

  text::JsonStream stream_;
  bool begun_ = false;
  bool json_ = false;
  bool known_ = false;
  bool seen_ = false;
  std::vector<Level> levels_;
  std::string name_;
  std::string text_;
  std::vector<Member> members_;
};

}  // namespace epitome
