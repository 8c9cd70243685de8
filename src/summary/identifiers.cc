/// Cuts a text that passes by into lines.
#include "summary/identifiers.h"

#include "summary/identifier_line.h"

namespace epitome {
namespace {

/// Bytes of a line that are held at once.
constexpr size_t kLineBytes = 4096;

}  // namespace

void IdentifierReader::update(std::string_view utf8) {
  for (size_t at = 0; at < utf8.size();) {
    const std::string_view rest = utf8.substr(at, kLineBytes - line_.size());
    const size_t lineEnd = rest.find('\n');
    const size_t taken = lineEnd == std::string_view::npos ? rest.size() : lineEnd + 1;
    at += taken;
    if (line_.empty() && !skipping_ && lineEnd != std::string_view::npos) {
      findInLine(rest.substr(0, taken), offset_, sink_);
      offset_ += taken;
      continue;
    }
    line_ += rest.substr(0, taken);
    if (lineEnd != std::string_view::npos || line_.size() == kLineBytes) flush();
  }
}

/// Reads the line, or what is whole of it when it is too long.
void IdentifierReader::flush() {
  size_t begin = 0;
  if (skipping_) {
    while (begin < line_.size() && !isWordBorder(line_[begin])) ++begin;
    skipping_ = begin == line_.size();
  }
  size_t end = line_.size();
  if (!skipping_ && line_.back() != '\n') {
    while (end > begin && !isWordBorder(line_[end - 1])) --end;
  }
  if (!skipping_)
    findInLine(std::string_view(line_).substr(begin, end - begin), offset_ + begin, sink_);
  if (line_.size() - end > kMostWordBytes) {
    skipping_ = true;
    end = line_.size();
  }
  offset_ += end;
  line_.erase(0, end);
}

void IdentifierReader::finish() {
  if (!line_.empty()) {
    line_ += '\n';
    flush();
  }
  line_.clear();
  offset_ = 0;
  skipping_ = false;
}

void findIdentifiers(std::string_view utf8, IdentifierSink& sink) {
  IdentifierReader reader(sink);
  reader.update(utf8);
  reader.finish();
}

}  // namespace epitome
