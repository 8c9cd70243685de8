/// The agent's list of things to do, as a call or a result holds it: a JSON array of items, also in
/// a string or behind words, or lines with check boxes. Finds the items, tells the open ones from
/// the finished, and shortens a long list to what is open.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace epitome {

struct FittedList {
  std::string text;
  /// Items left out.
  uint32_t finished = 0;
  uint32_t open = 0;
};

struct JsonPlace;

class TodoList {
 public:
  /// Of a text that is cut, the items before the cut. Linear.
  explicit TodoList(std::string_view text) : TodoList(text, 0) {}

  /// There is a list, which may be empty.
  bool known() const { return known_; }
  /// Items that say what is to be done.
  uint32_t told() const { return told_; }
  /// It changes items of a list that is told elsewhere.
  bool isUpdate() const;
  /// The text with an empty list: what is said beside it. All of it where there is no list.
  std::string withoutItems() const;
  /// The list in at most `most` bytes of a JSON string, JSON where the list was. Finished items are
  /// left out first, the oldest before others; then long open ones are shortened; then the last.
  FittedList fitted(size_t most) const;

 private:
  TodoList(std::string_view text, uint32_t depth);

  struct Item {
    std::string text;
    bool finished = false;
  };

  bool readLines(std::string_view text);
  void readJson(std::string_view text, uint32_t depth);
  bool readArray(const JsonPlace& value, std::string_view json, uint32_t depth);
  bool readString(const JsonPlace& value, std::string_view json, uint32_t depth);
  /// `raw` is the inside of a string of `json`, which holds nothing else of use where it is an
  /// envelope.
  bool readInner(std::string_view raw, std::string_view json, bool envelope, uint32_t depth);
  std::string written(const std::vector<std::string>& items, bool framed) const;
  std::string quoted(std::string_view text) const;

  bool known_ = false;
  bool array_ = false;
  /// The list stands in a JSON string.
  bool inString_ = false;
  /// What is around that string is of no use to a reader.
  bool envelope_ = false;
  uint32_t told_ = 0;
  std::vector<Item> items_;
  /// Around the list, around the string that holds it, and in front of all JSON.
  std::string head_;
  std::string tail_;
  std::string outerHead_;
  std::string outerTail_;
  std::string lead_;
  /// As it is shown where it is short enough.
  std::string whole_;
};

}  // namespace epitome
