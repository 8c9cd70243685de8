#include "extract/leaves.h"

#include <utility>

#include "text/json_stream.h"
#include "text/utf.h"

namespace epitome {
namespace {

constexpr size_t kMostValueBytes = 240;
constexpr size_t kMostNameBytes = 64;

class Reader final : public text::JsonSink {
 public:
  explicit Reader(size_t most) : most_(most) {}

  std::vector<Leaf> take() { return std::move(leaves_); }
  bool full() const { return leaves_.size() >= most_; }

 private:
  struct Level {
    bool array = false;
    uint32_t object = 0;
    std::string name;
  };

  void open(bool array, uint64_t) override {
    Level level{array, array ? objectNow() : ++objects_, array ? name_ : ""};
    levels_.push_back(std::move(level));
  }
  void close(uint64_t) override {
    if (!levels_.empty()) levels_.pop_back();
    name_ = levels_.empty() ? "" : levels_.back().name;
  }
  void beginString(bool name, uint64_t) override {
    inName_ = name;
    text_.clear();
    cut_ = false;
    high_ = 0;
  }
  void plain(std::string_view run, uint64_t) override { append(run); }
  void escape(uint32_t unit, uint64_t, uint32_t) override {
    std::string piece;
    if (text::isHighSurrogate(unit)) {
      high_ = unit;
      return;
    }
    if (text::isLowSurrogate(unit)) {
      text::appendCodePoint(piece, high_ != 0 ? text::pairOf(high_, unit) : 0xFFFD);
    } else {
      text::appendCodePoint(piece, unit);
    }
    high_ = 0;
    append(piece);
  }
  void endString(uint64_t) override { end(); }
  void beginScalar(uint64_t) override {
    inName_ = false;
    text_.clear();
    cut_ = false;
  }
  void scalar(std::string_view piece) override { append(piece); }
  void endScalar(uint64_t) override { end(); }

  uint32_t objectNow() const { return levels_.empty() ? 0 : levels_.back().object; }

  void append(std::string_view piece) {
    const size_t most = inName_ ? kMostNameBytes : kMostValueBytes;
    if (text_.size() + piece.size() > most) cut_ = true;
    if (text_.size() < most) text_ += piece.substr(0, most - text_.size());
  }

  void end() {
    if (inName_) {
      name_ = text::wellFormed(text_);
      if (!levels_.empty()) levels_.back().name = name_;
      inName_ = false;
      return;
    }
    if (full()) return;
    leaves_.push_back({name_, text::wellFormed(text_), cut_, objectNow()});
  }

  size_t most_;
  std::vector<Leaf> leaves_;
  std::vector<Level> levels_;
  uint32_t objects_ = 0;
  std::string name_;
  std::string text_;
  bool inName_ = false;
  bool cut_ = false;
  uint32_t high_ = 0;
};

}  // namespace

std::vector<Leaf> leavesOf(std::string_view json, size_t most) {
  constexpr size_t kPiece = 4096;
  Reader reader(most);
  text::JsonStream stream;
  while (!json.empty() && stream.valid() && !reader.full()) {
    size_t end = std::min(kPiece, json.size());
    while (end < json.size() && end > 1 && (static_cast<uint8_t>(json[end]) & 0xC0) == 0x80) --end;
    stream.update(json.substr(0, end), reader);
    json.remove_prefix(end);
  }
  if (json.empty() && stream.valid()) stream.finish(reader);
  return reader.take();
}

}  // namespace epitome
