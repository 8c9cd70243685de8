#include "extract/leaves.h"

#include <algorithm>
#include <utility>

#include "text/json_values.h"
#include "text/utf.h"

namespace epitome {
namespace {

constexpr size_t kMostValueBytes = 240;
constexpr size_t kMostNameBytes = 64;

class Reader final : public text::JsonValues {
 public:
  explicit Reader(size_t most) : most_(most) {}

  std::vector<Leaf> take() { return std::move(leaves_); }
  bool full() const { return leaves_.size() >= most_; }

 private:
  struct Level {
    uint32_t object = 0;
    std::string name;
  };

  void open(bool array) override {
    const uint32_t around = levels_.empty() ? 0 : levels_.back().object;
    levels_.push_back({array ? around : ++objects_, array ? name_ : ""});
  }
  void close() override {
    if (!levels_.empty()) levels_.pop_back();
    name_ = levels_.empty() ? "" : levels_.back().name;
  }
  void piece(bool name, std::string_view utf8) override {
    const size_t most = name ? kMostNameBytes : kMostValueBytes;
    if (text_.size() + utf8.size() > most) cut_ = true;
    if (text_.size() < most) text_ += utf8.substr(0, most - text_.size());
  }
  void end(bool name) override {
    std::string text = text::wellFormed(std::exchange(text_, {}));
    const bool cut = std::exchange(cut_, false);
    if (name) {
      name_ = std::move(text);
      if (!levels_.empty()) levels_.back().name = name_;
    } else if (!full()) {
      const uint32_t object = levels_.empty() ? 0 : levels_.back().object;
      leaves_.push_back(
          {name_, std::move(text), cut, object, static_cast<uint32_t>(levels_.size())});
    }
  }

  size_t most_;
  std::vector<Leaf> leaves_;
  std::vector<Level> levels_;
  uint32_t objects_ = 0;
  std::string name_;
  std::string text_;
  bool cut_ = false;
};

}  // namespace

std::vector<Leaf> leavesOf(std::string_view json, size_t most) {
  constexpr size_t kPiece = 4096;
  Reader reader(most);
  text::JsonStream stream;
  while (!json.empty() && stream.valid() && !reader.full()) {
    size_t end = std::min(kPiece, json.size());
    for (int back = 0; back < 3 && end < json.size() && end > 1; ++back, --end) {
      if ((static_cast<uint8_t>(json[end]) & 0xC0) != 0x80) break;
    }
    stream.update(json.substr(0, end), reader);
    json.remove_prefix(end);
  }
  if (json.empty() && stream.valid()) stream.finish(reader);
  return reader.take();
}

}  // namespace epitome
