/// The driver's part once more, through the boundary alone: bytes in, numbers and bytes out.
/// Decides nothing; reads what bindings/wire.h describes.
#pragma once

#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/support/script.h"
#include "core/support/view_reader.h"
#include "engine.h"

namespace epitome::script {

/// Words and texts of an answer.
class Words {
 public:
  explicit Words(std::span<const uint8_t> bytes) : bytes_(bytes) {}

  uint32_t word() {
    if (bytes_.size() - at_ < 4) {
      good_ = false;
      return 0;
    }
    uint32_t value = 0;
    for (uint32_t i = 0; i < 4; ++i) value |= uint32_t{bytes_[at_ + i]} << (8 * i);
    at_ += 4;
    return value;
  }
  std::string text() {
    const uint32_t length = word();
    if (!good_ || bytes_.size() - at_ < length) {
      good_ = false;
      return {};
    }
    std::string value(bytes_.begin() + static_cast<int64_t>(at_),
                      bytes_.begin() + static_cast<int64_t>(at_ + length));
    at_ = std::min(bytes_.size(), (at_ + length + 3) / 4 * 4);
    return value;
  }
  /// Everything was there and nothing is left.
  bool whole() const { return good_ && at_ == bytes_.size(); }

 private:
  std::span<const uint8_t> bytes_;
  size_t at_ = 0;
  bool good_ = true;
};

class EngineDriver {
 public:
  Engine engine;
  uint32_t session = 0;
  uint32_t run = 0;
  std::map<uint32_t, Messages> hosts;

  uint32_t write(std::string_view text) {
    const size_t length = std::min(text.size(), engine.buffer().size());
    std::copy_n(text.begin(), length, engine.buffer().begin());
    return static_cast<uint32_t>(text.size());
  }
  std::string output() const { return {engine.output().begin(), engine.output().end()}; }

  /// The number of the session, or minus an error.
  int32_t open(std::string_view options) {
    const int32_t answer = engine.openSession(write(options));
    if (answer > 0) session = static_cast<uint32_t>(answer);
    return answer;
  }

  /// In pieces of at most so many bytes.
  int32_t restore(std::string_view state, size_t pieceBytes = kBufferBytes) {
    while (state.size() > pieceBytes) {
      const int32_t answer = engine.feedState(session, write(state.substr(0, pieceBytes)));
      if (answer != 0) return answer;
      state.remove_prefix(pieceBytes);
    }
    return engine.restoreSession(session, write(state));
  }

  /// Long texts cross in several records and buffers, as the driver sends them.
  int32_t feed(const Message& message, uint32_t toRun) {
    Packer packer;
    packer.word(1U | static_cast<uint32_t>(message.role) << 8U | uint32_t{message.flags} << 16U);
    int32_t answer = flush(packer, toRun, true);
    for (const Part& part : message.parts) {
      packer.word(2U | static_cast<uint32_t>(part.kind) << 8U | uint32_t{part.flags} << 16U);
      if (part.kind == PartKind::kMedia) packer.facts(part.media);
      packer.shortFields(part);
      std::string_view text = part.text;
      while (!text.empty() && answer == 0) {
        size_t length = std::min<size_t>(30'000, text.size());
        while (length < text.size() && (static_cast<uint8_t>(text[length]) & 0xC0U) == 0x80U) {
          ++length;
        }
        packer.field(4, text.substr(0, length));
        text.remove_prefix(length);
        answer = flush(packer, toRun, false);
      }
    }
    packer.word(4);
    return answer != 0 ? answer : flush(packer, toRun, true);
  }

  int32_t stage(const Messages& messages) {
    for (const Message& message : messages) {
      if (const int32_t answer = feed(message, 0); answer != 0) return answer;
    }
    return 0;
  }

  struct Match {
    uint32_t how = 0;
    uint32_t common = 0;
    std::vector<std::array<uint32_t, 3>> sources;
  };

  std::optional<Match> attach(const Messages& incoming) {
    if (stage(incoming) != 0) return std::nullopt;
    const int32_t answer = engine.attach(session);
    if (answer <= 0) return std::nullopt;
    Words words(engine.output());
    Match match;
    match.how = words.word();
    match.common = words.word();
    const uint32_t knownRun = words.word();
    Messages host;
    for (uint32_t n = words.word(); n > 0; --n) {
      const uint32_t known = words.word();
      const uint32_t begin = words.word();
      const uint32_t count = words.word();
      match.sources.push_back({known, begin, count});
      const Messages& from = known != 0 ? hosts[knownRun] : incoming;
      if (begin + uint64_t{count} > from.size()) return std::nullopt;
      host = joined(std::move(host), slice(from, begin, begin + count));
    }
    if (!words.whole()) return std::nullopt;
    run = static_cast<uint32_t>(answer);
    hosts[run] = std::move(host);
    return match;
  }

  int32_t append(const Messages& more) {
    if (const int32_t answer = stage(more); answer != 0) return answer;
    const int32_t answer = engine.append(session, run);
    if (answer == 0) hosts[run] = joined(std::move(hosts[run]), more);
    return answer;
  }

  int32_t step(uint32_t window, uint32_t billedInput = 0, bool manual = false) {
    return engine.step(session, run, window, 0, 0, 0, kGuessedFamily, billedInput, 0, 0,
                       manual ? uint32_t{kManualStep} : 0U);
  }

  /// Passes by what the run wants to read. Answers a Next or minus an error.
  int32_t read() {
    const int32_t answer = engine.readList(session, run);
    if (answer < 0) return answer;
    Words words(engine.output());
    std::vector<uint32_t> list;
    for (uint32_t n = words.word(); n > 0; --n) {
      list.push_back(words.word());
      words.word();
    }
    for (const uint32_t message : list) {
      if (message >= hosts[run].size()) return -1'000;
      if (const int32_t fed = feed(hosts[run][message], run); fed != 0) return fed;
    }
    return engine.readDone(session, run);
  }

  std::optional<ShownView> view() {
    if (engine.view(session, run) != 0) return std::nullopt;
    return readView(engine.output());
  }

 private:
  int32_t flush(Packer& packer, uint32_t toRun, bool always) {
    if (!always && packer.bytes.size() < 4'096) return 0;
    if (packer.bytes.size() > engine.buffer().size()) return -1'001;
    std::ranges::copy(packer.bytes, engine.buffer().begin());
    const auto length = static_cast<uint32_t>(packer.bytes.size());
    packer.bytes.clear();
    return engine.feed(session, toRun, length);
  }
};

}  // namespace epitome::script
