/// Reads for all kinds at once, since only the end says which it was.
#include "summary/preview.h"

#include <algorithm>

#include "summary/shape.h"
#include "text/utf.h"

namespace epitome {
namespace {

/// Of a line, bytes that are looked at.
constexpr size_t kMostLineBytes = 400;
/// Less room shows nothing of a structure.
constexpr uint64_t kLeastUnits = 80;

constexpr OutlineCaps kCaps[] = {
    {400, 16, 32, 8}, {160, 8, 24, 6}, {60, 4, 16, 5}, {24, 2, 12, 4}, {12, 1, 8, 3}};

}  // namespace

class KindReader::Structure final : public text::JsonSink {
 public:
  explicit Structure(KindReader& reader) : reader_(reader) {}

  void open(bool array, uint64_t at) override {
    for (JsonOutline& outline : reader_.outlines_) outline.open(array, at);
  }
  void close(uint64_t end) override {
    for (JsonOutline& outline : reader_.outlines_) outline.close(end);
  }
  void beginString(bool name, uint64_t at) override {
    for (JsonOutline& outline : reader_.outlines_) outline.beginString(name, at);
  }
  void plain(std::string_view run, uint64_t at) override {
    for (JsonOutline& outline : reader_.outlines_) outline.plain(run, at);
    if (reader_.lines_) reader_.strings_.update(run);
  }
  void escape(uint32_t unit, uint64_t at, uint32_t width) override {
    for (JsonOutline& outline : reader_.outlines_) outline.escape(unit, at, width);
    // Others occur in no line that matters.
    const char c = unit < 0x80 ? static_cast<char>(unit) : '?';
    if (reader_.lines_) reader_.strings_.update({&c, 1});
  }
  void endString(uint64_t end) override {
    for (JsonOutline& outline : reader_.outlines_) outline.endString(end);
    if (reader_.lines_) reader_.strings_.update("\n");
  }
  void beginScalar(uint64_t at) override {
    for (JsonOutline& outline : reader_.outlines_) outline.beginScalar(at);
  }
  void scalar(std::string_view piece) override {
    for (JsonOutline& outline : reader_.outlines_) outline.scalar(piece);
  }
  void endScalar(uint64_t) override {}

 private:
  KindReader& reader_;
};

void LineKinds::update(std::string_view utf8) {
  while (!utf8.empty()) {
    const size_t end = std::min(utf8.find('\n'), utf8.size());
    line_ += utf8.substr(0, std::min(end, kMostLineBytes - std::min(kMostLineBytes, line_.size())));
    lineBytes_ += end;
    if (end == utf8.size()) return;
    endLine();
    utf8.remove_prefix(end + 1);
  }
}

void LineKinds::endLine() {
  if (!line_.empty() && line_.back() == '\r') line_.pop_back();
  if (!line_.empty()) {
    diff.line(line_);
    telling.line(line_, bytes);
  }
  bytes += lineBytes_ + 1;
  lineBytes_ = 0;
  line_.clear();
}

void LineKinds::finish() {
  if (lineBytes_ > 0) endLine();
  diff.finish();
}

KindReader::KindReader(uint64_t maxUnits, bool lines)
    : maxUnits_(maxUnits), lines_(lines), text_(maxUnits) {
  static_assert(std::size(kCaps) == kOutlines);
  for (size_t i = 0; i < kOutlines; ++i) outlines_[i] = JsonOutline(kCaps[i], maxUnits);
}

void KindReader::update(std::string_view utf8) {
  if (maxUnits_ < kLeastUnits) return;
  if (json_.valid()) {
    Structure structure(*this);
    json_.update(utf8, structure);
  }
  if (lines_) text_.update(utf8);
}

std::string KindReader::outline(uint64_t maxUnits) const {
  for (const JsonOutline& outline : outlines_) {
    if (outline.fits() && outline.units() <= maxUnits) return outline.text();
  }
  return shortened(outlines_.back().text(), maxUnits);
}

/// What went wrong is hardly said where a string begins or ends.
std::string KindReader::structure() const {
  std::string out = outline(maxUnits_);
  const std::string errors = strings_.telling.text(maxUnits_ / 3, 0, UINT64_MAX);
  const std::string_view first = std::string_view(errors).substr(0, errors.find('\n'));
  if (!strings_.telling.any(0, UINT64_MAX) || out.find(first) != std::string::npos) return out;
  return outline(maxUnits_ - text::utf16Length(errors) - 1) + "\n" + errors;
}

/// Both ends, shorter, and the errors between them; empty where there are none.
std::string KindReader::errors(std::string_view head, std::string_view tail) const {
  const TellingLines& telling = text_.telling;
  const uint64_t bytes = text_.bytes;
  if (!telling.any(head.size(), bytes - std::min<uint64_t>(bytes, tail.size()))) return {};
  const std::string_view first = head.substr(0, text::prefixBytes(head, maxUnits_ / 4));
  const std::string_view last = tail.substr(text::suffixStart(tail, maxUnits_ / 4));
  // Of the two gaps.
  constexpr uint64_t kGaps = 6;
  const uint64_t ends = text::utf16Length(first) + text::utf16Length(last) + kGaps;
  std::string out = std::string(first) + "\n\u2026\n";
  out += telling.text(maxUnits_ - ends, first.size(),
                      bytes - std::min<uint64_t>(bytes, last.size() + 1));
  out += "\u2026\n";
  out += last;
  return out;
}

std::string KindReader::finish(std::string_view head, std::string_view tail) {
  if (maxUnits_ < kLeastUnits) return {};
  Structure sink(*this);
  const bool json = json_.valid() && json_.finish(sink);
  text_.finish();
  strings_.finish();
  std::string out;
  if (json) {
    out = structure();
  } else if (text_.diff.isDiff()) {
    out = text_.diff.text();
  } else {
    out = errors(head, tail);
  }
  return shortened(text::wellFormed(trimmed(out)), maxUnits_);
}

}  // namespace epitome
