/// Puts shapes into words and fills the prompts.
#include "summary/request.h"

#include <algorithm>
#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

#include "summary/boundary.h"
#include "summary/prompts.h"
#include "summary/render.h"
#include "summary/shape.h"
#include "text/characters.h"
#include "text/hash.h"
#include "text/utf.h"
#include "tokens/counter.h"

namespace epitome {
namespace {

/// The opening request is context: it may take an eighth of the input.
constexpr uint64_t kOpeningShare = 8;
/// So is what came after the range.
constexpr uint64_t kAfterShare = 16;
/// Records that are brought up to date are short; what came since is what has not been read yet.
constexpr uint64_t kRecordsShare = 2;
/// Of an earlier record, whose tokens nobody counted by itself.
constexpr uint64_t kBytesPerToken = 4;

struct Slot {
  std::string_view name;
  std::string_view value;
};

/// The template with its slots filled, in one pass: what a value holds is never filled again.
std::string fill(std::string_view form, std::initializer_list<Slot> slots) {
  std::string out;
  size_t bytes = form.size();
  for (const Slot& slot : slots) bytes += slot.value.size();
  out.reserve(bytes);
  size_t at = 0;
  while (at < form.size()) {
    const size_t open = std::min(form.find('{', at), form.size());
    out += form.substr(at, open - at);
    if (open == form.size()) break;
    const size_t close = std::min(form.find('}', open), form.size());
    const std::string_view name = form.substr(open + 1, close - open - 1);
    const auto slot = std::find_if(slots.begin(), slots.end(), [name](const Slot& candidate) {
      return candidate.name == name;
    });
    if (slot != slots.end()) out += slot->value;
    at = close + 1;
  }
  return out;
}

std::string enclosed(std::string_view text, const std::string& boundary) {
  std::string out = boundary;
  out += '\n';
  out += text;
  if (!text.empty() && text.back() != '\n') out += '\n';
  return out + boundary;
}

/// The texts between boundaries of their own. No text holds any of the boundaries, not another's
/// either.
std::vector<std::string> enclosedAll(std::vector<std::string_view> texts) {
  std::vector<std::string> out;
  out.reserve(texts.size());
  const size_t count = texts.size();
  std::vector<std::string> marks;
  marks.reserve(count);
  // A mark that is made is a text that the next one must not be in.
  for (size_t i = 0; i < count; ++i) {
    marks.push_back(markFor(texts));
    texts.push_back(marks.back());
    out.push_back(enclosed(texts[i], marks.back()));
  }
  return out;
}

/// What the model is told to aim at: a record longer than half of what it replaces is no gain, but
/// one that takes in another has that to keep.
uint32_t targetTokens(const RangeNotes& notes, std::span<const SegmentBody* const> before,
                      uint32_t proseTokens) {
  if (notes.tokens == 0) return proseTokens;
  uint64_t earlierBytes = 0;
  for (const SegmentBody* segment : before) earlierBytes += segment->prose.size();
  const uint64_t worth = earlierBytes / kBytesPerToken + notes.tokens / 2 + 1;
  return static_cast<uint32_t>(std::min<uint64_t>(proseTokens, worth));
}

/// Enough for a reply that overshoots its target and still passes the check.
uint32_t outputTokens(uint32_t proseTokens) {
  return static_cast<uint32_t>(
      std::min<uint64_t>(uint64_t{proseTokens} + proseTokens / 4, UINT32_MAX));
}

uint32_t roundsOf(std::span<const SegmentBody* const> segments) {
  uint32_t rounds = 0;
  for (const SegmentBody* segment : segments) rounds += segment->rounds;
  return rounds;
}

/// The users' of segments, whose words were kept.
Language languageOf(std::span<const SegmentBody* const> segments) {
  LanguageReader reader;
  for (const SegmentBody* segment : segments) {
    for (const UserWords& words : segment->words) {
      reader.update(words.text);
      reader.finish();
    }
  }
  return reader.language();
}

/// `found`, unless the host's own instructions name a language: then it is theirs to say.
Language wantedLanguage(Language found, const SummaryStyle& style) {
  const std::string instructions = lowered(style.instructions);
  for (uint32_t i = 1; i < kLanguages; ++i) {
    const std::string name = lowered(nameOf(static_cast<Language>(i)));
    if (instructions.find(name) != std::string::npos) return Language::kUnknown;
  }
  return found;
}

std::string languageSentence(Language language) {
  if (language == Language::kUnknown) return {};
  return fill(prompts::kLanguage, {{"language", nameOf(language)}});
}

/// The words of one request that depend on the shape.
class Wording {
 public:
  /// `round`: how many folds the record will stand for.
  Wording(const SummaryStyle& style, uint32_t round, uint32_t targetTokens)
      : style_(style),
        shape_(kShapes[static_cast<uint32_t>(style.shape)]),
        round_(round),
        tokens_(targetTokens) {}

  std::string_view moves() const { return own() ? prompts::kAnyMoves : shape_.moves; }
  std::string_view priority() const { return own() ? prompts::kAnyPriority : shape_.priority; }
  std::string_view opening() const {
    return shape_.recordsOpening && !own() ? prompts::kRecordedOpening : prompts::kOpening;
  }

  /// Title, style and sections.
  std::string form() const {
    std::string out;
    if (!shape_.title.empty()) out += fill(prompts::kTitle, {{"title", title()}}) + "\n";
    out += shape_.headed ? prompts::kHeaded : prompts::kTold;
    if (shape_.headed && !shape_.style.empty()) (out += ' ') += shape_.style;
    out += '\n';
    for (const Section& section : shape_.sections) {
      if (!own()) appendSection(out, section.heading, section.instruction);
    }
    for (const OwnSection& section : style_.sections) {
      appendSection(out, oneLine(section.heading), oneLine(section.instruction));
    }
    if (!shape_.headed && !shape_.style.empty()) (out += "\n\n") += shape_.style;
    return out;
  }

  std::string size() const {
    // Paths, identifiers and tables take two and a half tokens a word; prose takes fewer.
    const uint64_t most = uint64_t{tokens_} * 2 / 5;
    const uint64_t words =
        shape_.mostWords == 0 ? most : std::min<uint64_t>(most, shape_.mostWords);
    const std::string wanted = std::to_string(words);
    const std::string aim =
        shape_.leastWords != 0 && words > shape_.leastWords
            ? fill(prompts::kAimBetween,
                   {{"least", std::to_string(shape_.leastWords)}, {"words", wanted}})
            : fill(prompts::kAimBelow, {{"words", wanted}});
    return fill(prompts::kSize, {{"aim", aim}, {"tokens", std::to_string(tokens_)}});
  }

  /// The host's instructions; empty when there are none.
  std::string more() const {
    const std::string text = text::wellFormed(style_.instructions);
    if (trimmed(text).empty()) return {};
    return fill(prompts::kInstructions, {{"instructions", trimmed(text)}});
  }

 private:
  bool own() const { return !style_.sections.empty(); }

  std::string title() const {
    std::string out(shape_.title);
    if (round_ < 2) return out;
    const std::string earlier =
        round_ == 2 ? "the round" : "the " + std::to_string(round_ - 1) + " rounds";
    return out + fill(prompts::kRound, {{"round", std::to_string(round_)}, {"earlier", earlier}});
  }

  void appendSection(std::string& out, std::string_view heading,
                     std::string_view instruction) const {
    out += shape_.headed ? "\n## " : "\n- ";
    out += heading;
    out += shape_.headed ? "\n" : ": ";
    out += instruction;
  }

  const SummaryStyle& style_;
  const Shape& shape_;
  uint32_t round_;
  uint32_t tokens_;
};

std::string openingWithin(const RangeNotes& notes, uint64_t inputUnits) {
  return renderOpening(notes, inputUnits / kOpeningShare);
}

std::string recordsWithin(std::span<const SegmentBody* const> records, uint64_t inputUnits) {
  return renderRecords(records, (inputUnits - inputUnits / kOpeningShare) / kRecordsShare);
}

}  // namespace

uint64_t idOf(const SummaryRequest& request) {
  text::Hasher hasher;
  hasher.update(request.system);
  hasher.update(request.prompt);
  return hasher.digest();
}

SummaryRequest foldRequest(const RangeNotes& notes, const RangePart& range,
                           std::span<const SegmentBody* const> before, const RequestLimits& limits,
                           const SummaryStyle& style) {
  const std::string openingText = openingWithin(notes, limits.inputUnits);
  const std::string records = recordsWithin(before, limits.inputUnits);
  const std::string afterText = renderAfter(notes, limits.inputUnits / kAfterShare);
  const std::vector<std::string> quoted =
      enclosedAll({openingText, records, range.text, afterText});

  const Wording wording(style, roundsOf(before) + 1,
                        targetTokens(notes, before, limits.proseTokens));
  std::string opening;
  if (!openingText.empty()) opening = fill(wording.opening(), {{"opening", quoted[0]}});
  std::string after;
  if (!afterText.empty()) after = fill(prompts::kAfter, {{"after", quoted[3]}});
  const Language found = notes.language == Language::kUnknown ? languageOf(before) : notes.language;
  const uint32_t earlierFirst = before.empty() ? 0 : before.front()->firstMessage;
  const uint32_t earlierLast = before.empty() ? 0 : before.back()->lastMessage;
  const uint32_t first = notes.messages.empty() ? earlierLast : range.firstNumber;
  const uint32_t last = notes.messages.empty() ? earlierLast : range.lastNumber;

  SummaryRequest request;
  request.kind = RequestKind::kFold;
  request.firstMessage = first;
  request.lastMessage = last;
  request.language = wantedLanguage(found, style);
  request.system = prompts::kSystem;
  request.prompt = fill(records.empty() ? prompts::kFirst : prompts::kUpdate,
                        {{"opening", opening},
                         {"records", quoted[1]},
                         {"range", quoted[2]},
                         {"after", after},
                         {"earlierFirst", std::to_string(earlierFirst)},
                         {"earlierLast", std::to_string(earlierLast)},
                         {"first", std::to_string(first)},
                         {"last", std::to_string(last)},
                         {"moves", wording.moves()},
                         {"priority", wording.priority()},
                         {"form", wording.form()},
                         {"size", wording.size()},
                         {"language", languageSentence(request.language)},
                         {"more", wording.more()}});
  request.maxOutputTokens = outputTokens(limits.proseTokens);
  return request;
}

SummaryRequest partRequest(const RangeNotes& notes, const RangePart& part, uint32_t number,
                           uint32_t count, const RequestLimits& limits, const SummaryStyle& style) {
  const std::string openingText = openingWithin(notes, limits.inputUnits);
  const std::vector<std::string> quoted = enclosedAll({openingText, part.text});
  const uint64_t worth = part.tokens / 2 + 1;
  const Wording wording(style, 1,
                        static_cast<uint32_t>(std::min<uint64_t>(limits.proseTokens, worth)));
  std::string opening;
  if (!openingText.empty()) opening = fill(wording.opening(), {{"opening", quoted[0]}});

  SummaryRequest request;
  request.kind = RequestKind::kPart;
  request.firstMessage = part.firstNumber;
  request.lastMessage = part.lastNumber;
  request.language = wantedLanguage(notes.language, style);
  request.system = prompts::kSystem;
  request.prompt = fill(prompts::kPart, {{"opening", opening},
                                         {"range", quoted[1]},
                                         {"part", std::to_string(number)},
                                         {"parts", std::to_string(count)},
                                         {"first", std::to_string(part.firstNumber)},
                                         {"last", std::to_string(part.lastNumber)},
                                         {"form", wording.form()},
                                         {"size", wording.size()},
                                         {"language", languageSentence(request.language)},
                                         {"more", wording.more()}});
  request.maxOutputTokens = outputTokens(limits.proseTokens);
  return request;
}

SummaryRequest mergeRequest(std::span<const SegmentBody* const> segments,
                            const RequestLimits& limits, const SummaryStyle& style,
                            Language language) {
  const std::string records = renderSegments(segments, limits.inputUnits);
  const Wording wording(style, roundsOf(segments), limits.proseTokens);
  const uint32_t first = segments.empty() ? 0 : segments.front()->firstMessage;
  const uint32_t last = segments.empty() ? 0 : segments.back()->lastMessage;
  const bool words = std::ranges::any_of(
      segments, [](const SegmentBody* segment) { return !segment->words.empty(); });

  SummaryRequest request;
  request.kind = RequestKind::kMerge;
  request.firstMessage = first;
  request.lastMessage = last;
  const Language found = language == Language::kUnknown ? languageOf(segments) : language;
  request.language = wantedLanguage(found, style);
  request.system = prompts::kSystem;
  request.prompt = fill(prompts::kMerge, {{"records", enclosed(records, markFor(records))},
                                          {"words", words ? prompts::kWithWords : ""},
                                          {"first", std::to_string(first)},
                                          {"last", std::to_string(last)},
                                          {"moves", wording.moves()},
                                          {"priority", wording.priority()},
                                          {"form", wording.form()},
                                          {"size", wording.size()},
                                          {"language", languageSentence(request.language)},
                                          {"more", wording.more()}});
  request.maxOutputTokens = outputTokens(limits.proseTokens);
  return request;
}

}  // namespace epitome
