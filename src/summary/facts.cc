/// Names by fingerprint, weighed in integers.
#include "summary/facts.h"

#include <algorithm>
#include <functional>
#include <iterator>
#include <utility>

#include "summary/pattern.h"
#include "summary/shape.h"
#include "text/characters.h"
#include "text/hash.h"
#include "text/path.h"
#include "text/sort.h"

namespace epitome {
namespace {

using enum IdentifierKind;

/// Names that stay when some have to leave.
constexpr size_t kKeptNames = Facts::kMostNames * 3 / 4;
constexpr size_t kMostTextBytes = 160;
constexpr size_t kMostValueBytes = 48;
/// So many names that differ in a number are a series.
constexpr size_t kLeastSeries = 8;
/// Messages within which a use is as good as new.
constexpr uint32_t kFreshMessages = 20;

/// A prose may not invent these.
constexpr bool isGated(IdentifierKind kind) {
  return kind == kPath || kind == kUrl || kind == kHash || kind == kUuid || kind == kVersion ||
         kind == kNumber;
}

std::string shownText(const Identifier& found) {
  if (found.kind == kErrorText) return normalForm(kErrorText, found.text);
  if (found.kind == kPath) {
    return std::string(found.text.substr(0, found.text.find_last_not_of('/') + 1));
  }
  return std::string(found.text);
}

/// Collects what a prose names for sure, without what belongs to a number that was read: the
/// "300 EUR" of "4 300 EUR".
class Named final : public IdentifierSink {
 public:
  explicit Named(const IdentifierSet& read) : read_(read) {}

  void identifier(const Identifier& found) override {
    if (found.kind == kNumber && !found.sure && found.end > numberEnd_ &&
        read_.has(kNumber, found.text)) {
      numberEnd_ = found.end;
    }
    const bool inside = found.kind == kNumber && found.begin < numberEnd_;
    if (found.sure && isGated(found.kind) && !inside) {
      places.push_back({found.kind, found.begin, found.end});
    }
  }
  std::vector<Invention> places;

 private:
  const IdentifierSet& read_;
  /// Of the last number that was read and may be several.
  uint64_t numberEnd_ = 0;
};

/// `2024-05-26`: written so by programs, which ask for it again.
bool isDate(std::string_view text) { return text.size() >= 10 && text[4] == '-' && text[7] == '-'; }

/// The largest integer whose square is not larger.
uint32_t rootOf(uint64_t value) {
  uint64_t root = 0;
  for (uint64_t bit = uint64_t{1} << 16; bit > 0; bit >>= 1) {
    if ((root | bit) * (root | bit) <= value) root |= bit;
  }
  return static_cast<uint32_t>(root);
}

}  // namespace

uint32_t useBy(Voice voice, uint64_t crowd) {
  constexpr uint32_t kUses[] = {1, 4, 7, 8};
  constexpr uint32_t kSixteenths = 16;
  // Sixteen times the root, so that small crowds differ.
  // What a user names is wanted, however much else is named beside it.
  const uint64_t beside = voice == Voice::kUser ? 1 : std::max<uint64_t>(crowd, 1);
  const uint32_t root = rootOf(beside * 256);
  return std::max(kUses[static_cast<uint8_t>(voice)] * kSixteenths * 16 / root, 1U);
}

std::string toldName(const Name& name) {
  std::string out = oneLine(name.text);
  if (name.alike == 0) return out;
  return out + " \u2026 " + oneLine(name.latest) + " (" + std::to_string(name.alike) + " alike)";
}

uint64_t worthOf(uint64_t use, uint32_t message, uint32_t now) {
  constexpr uint64_t kScale = 4096;
  const uint64_t age = now > message ? now - message : 0;
  // Sixteen times the root, so that small ages differ.
  return use * kScale * 16 / rootOf((kFreshMessages + age) * 256);
}

void Facts::begin(Voice voice, uint32_t message, bool json) {
  end();
  voice_ = voice;
  message_ = message;
  json_ = json;
  member_.clear();
  stream_ = text::JsonStream();
  begins_ = true;
}

void Facts::text(std::string_view piece) {
  // What a tool returns as text is JSON more often than not.
  if (begins_ && voice_ == Voice::kTool) {
    const std::string_view start = trimmed(piece);
    json_ = json_ || start.starts_with('{') || start.starts_with('[');
  }
  begins_ = false;
  if (!json_) return reader_.update(piece);
  stream_.update(piece, *this);
  // No JSON after all: what is left is read as it is.
  if (!stream_.valid()) {
    json_ = false;
    reader_.update("\n");
    reader_.update(piece);
  }
}

void Facts::end() {
  if (json_) stream_.finish(*this);
  json_ = false;
  reader_.finish();
  settle();
  crowd_ = 0;
}

void Facts::piece(bool name, std::string_view utf8) {
  if (!name) {
    reader_.update(utf8);
  } else if (member_.size() < kMostTextBytes) {
    member_ += utf8;
  }
}

/// The name of a member was read, but names nothing that anybody needs again.
void Facts::end(bool name) {
  if (name) {
    if (remembers_) read_.add(member_);
    member_.clear();
  } else {
    reader_.update("\n");
  }
}

void Facts::identifier(const Identifier& found) {
  if (remembers_) read_.identifier(found);
  if (!found.sure || found.kind == kErrorText || found.text.size() > kMostTextBytes) return;
  // A program prints more numbers than anybody asks for again.
  const bool number = found.kind == kNumber || (found.kind == kTime && !isDate(found.text));
  if (number && (voice_ == Voice::kTool || voice_ == Voice::kAssistant)) return;
  const auto [key, fresh] = add(found.kind, found.text, voice_, message_);
  if (fresh) named_.push_back(key);
}

void Facts::value(std::string_view utf8, uint32_t message) {
  const std::string text = oneLine(utf8);
  const bool says = std::ranges::any_of(text, [](char c) { return isAlnum(c) || !isAscii(c); });
  if (text.size() < 3 || text.size() > kMostValueBytes || !says) return;
  // What is known as something else counts where the text of the call is read.
  for (uint8_t kind = 0; kind < kIdentifierKindCount; ++kind) {
    const auto known = candidates_.find(identifierKey(static_cast<IdentifierKind>(kind), text));
    if (known != candidates_.end() && known->second.kind != kSymbol) return;
  }
  const auto [key, fresh] = add(kSymbol, text, Voice::kArgument, message);
  if (fresh) candidates_.at(key).use += useBy(Voice::kArgument, 1);
}

std::pair<uint64_t, bool> Facts::add(IdentifierKind kind, std::string_view text, Voice voice,
                                     uint32_t message) {
  const uint64_t own = identifierKey(kind, text);
  uint64_t key = own;
  auto known = candidates_.find(key);
  if (known == candidates_.end() && voice == Voice::kTool) {
    key = seriesOf(kind, text, own);
    known = candidates_.find(key);
  }
  if (known == candidates_.end()) {
    if (candidates_.size() >= kMostNames) evict();
    known = candidates_.emplace(key, Candidate{}).first;
    known->second.kind = kind;
    known->second.text = shownText({kind, true, false, 0, 0, text});
  }
  Candidate& name = known->second;
  if (key != own) {
    name.latest = shownText({kind, true, false, 0, 0, text});
    if (!members_.has(own)) {
      members_.add(own);
      ++name.alike;
      ++crowd_;
    }
  }
  const auto bit = static_cast<uint8_t>(1U << static_cast<uint8_t>(voice));
  if (name.message != message) name.voices = 0;
  const bool fresh = (name.voices & bit) == 0;
  if (fresh) ++crowd_;
  name.voices |= bit;
  name.message = message;
  name.onlyTools = name.onlyTools && voice == Voice::kTool;
  return {key, fresh};
}

uint64_t Facts::seriesOf(IdentifierKind kind, std::string_view text, uint64_t key) {
  const Pattern pattern = patternOf(text);
  if (!pattern.varies) return key;
  const uint64_t series = text::combine(pattern.print, static_cast<uint64_t>(kind) + 1);
  if (candidates_.contains(series)) return series;
  std::vector<uint64_t>& keys = alike_[series];
  if (keys.size() + 1 == kLeastSeries) {
    // Somebody uses these by now, or they left.
    std::erase_if(keys, [this](uint64_t one) {
      const auto found = candidates_.find(one);
      return found == candidates_.end() || !found->second.onlyTools;
    });
  }
  if (keys.size() + 1 < kLeastSeries) {
    keys.push_back(key);
    return key;
  }
  Candidate whole = candidates_.at(keys.front());
  for (const uint64_t one : keys) {
    const auto found = candidates_.find(one);
    whole.use = std::max(whole.use, found->second.use);
    whole.message = std::max(whole.message, found->second.message);
    members_.add(one);
    candidates_.erase(found);
  }
  whole.alike = static_cast<uint32_t>(keys.size());
  whole.voices = 0;
  alike_.erase(series);
  candidates_.emplace(series, std::move(whole));
  return series;
}

void Facts::settle() {
  for (const uint64_t key : named_) {
    const auto found = candidates_.find(key);
    if (found != candidates_.end()) found->second.use += useBy(voice_, crowd_);
  }
  named_.clear();
}

void Facts::evict() {
  settle();
  std::vector<std::pair<uint64_t, uint64_t>> order;
  order.reserve(candidates_.size());
  for (const auto& [key, name] : candidates_) {
    order.emplace_back(worthOf(name.use, name.message, message_), key);
  }
  sortBy(order, std::greater());
  for (size_t at = kKeptNames; at < order.size(); ++at) candidates_.erase(order[at].second);
  for (auto at = alike_.begin(); at != alike_.end();) {
    std::erase_if(at->second, [this](uint64_t one) { return !candidates_.contains(one); });
    at = at->second.empty() ? alike_.erase(at) : std::next(at);
  }
}

std::vector<Name> Facts::names() const {
  std::vector<Name> all;
  all.reserve(candidates_.size());
  // One spelling for each file: what an absolute path says of one that is known by a relative path
  // is said of that.
  std::map<std::string_view, size_t> relative;
  const auto isAbsolute = [](const Candidate& one) { return one.text.starts_with('/'); };
  for (const auto& [key, one] : candidates_) {
    if (one.kind == kPath && isAbsolute(one)) continue;
    if (one.kind == kPath && one.alike == 0) relative.emplace(one.text, all.size());
    all.push_back({one.kind, one.text, one.use, one.message, one.alike, one.latest});
  }
  for (const auto& [key, one] : candidates_) {
    if (one.kind != kPath || !isAbsolute(one)) continue;
    Name* twin = nullptr;
    const std::string_view path = one.text;
    for (size_t at = path.find('/', 1); at != path.npos && twin == nullptr;
         at = path.find('/', at + 1)) {
      const std::string_view rest = path.substr(at + 1);
      const auto found = relative.find(rest);
      if (found != relative.end() && rest.find('/') != rest.npos) twin = &all[found->second];
    }
    if (twin == nullptr || one.alike > 0) {
      all.push_back({one.kind, one.text, one.use, one.message, one.alike, one.latest});
    } else {
      twin->use += one.use;
      twin->message = std::max(twin->message, one.message);
    }
  }
  return all;
}

std::vector<Invention> Facts::inventedIn(std::string_view prose) const {
  Named named(read_);
  findIdentifiers(prose, named);
  std::vector<Invention> out;
  for (const Invention& place : named.places) {
    const std::string_view text = prose.substr(place.begin, place.end - place.begin);
    if (read_.has(place.kind, text)) continue;
    if (place.kind == kPath) {
      // A folder and what a listing of it says.
      const std::string path = normalForm(kPath, text);
      bool apart = false;
      for (size_t at = path.find('/', 1); at != path.npos && !apart; at = path.find('/', at + 1)) {
        const std::string_view folder = std::string_view(path).substr(0, at);
        const std::string_view rest = std::string_view(path).substr(at + 1);
        apart = read_.has(kPath, folder) && read_.hasWhole(rest);
      }
      if (apart) continue;
    }
    // Parts follow the whole.
    if (!out.empty() && place.begin < out.back().end) continue;
    out.push_back(place);
  }
  return out;
}

bool Facts::wasNamed(std::string_view text) const {
  struct Known final : IdentifierSink {
    explicit Known(const IdentifierSet& read) : read(read) {}
    void identifier(const Identifier& found) override {
      // "and/or" stands anywhere.
      const bool path = found.kind == kPath && std::ranges::any_of(found.text, isDigit);
      any = any || ((found.sure || path) && read.has(found.kind, found.text));
    }
    const IdentifierSet& read;
    bool any = false;
  } known(read_);
  findIdentifiers(text, known);
  return known.any;
}

}  // namespace epitome
