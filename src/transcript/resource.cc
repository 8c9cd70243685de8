/// A reader of the input's own members; what lies deeper is fingerprinted in a canonical form.
#include "transcript/resource.h"

#include <algorithm>

#include "text/glob.h"
#include "text/path.h"
#include "text/utf.h"

namespace epitome {
namespace {

/// Bytes of a value, a member's name and a tool's name that are kept.
constexpr size_t kValueBytes = 1024;
constexpr size_t kMemberBytes = 64;
constexpr size_t kToolBytes = 256;
/// Tools whose rows are remembered.
constexpr size_t kTools = 16;
/// Arguments whose texts are kept, and UTF-16 code units of each.
constexpr size_t kArguments = 8;
constexpr size_t kArgumentUnits = 21;

/// Seeds, so that equal texts in different places differ.
constexpr uint64_t kLongSeed = 1;
constexpr uint64_t kDetailSeed = 2;
constexpr uint64_t kSubjectSeed = 3;
constexpr uint64_t kFileClass = 4;
constexpr uint64_t kPlanClass = 5;
constexpr uint64_t kToolSeed = 6;

/// Arguments that say why or how long, never what.
constexpr std::string_view kCommentary =
    "description explanation reason reasoning rationale justification thought thinking timeout "
    "timeout_ms timeout_seconds yield_time_ms requires_approval security_risk task_progress "
    "with_escalated_permissions sandbox_permissions";

char lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c | 0x20) : c; }

bool isSeparator(char c) { return c == '_' || c == '-'; }

/// Takes the next word off a list; empty at its end.
std::string_view nextWord(std::string_view& words) {
  words.remove_prefix(std::min(words.find_first_not_of(' '), words.size()));
  const std::string_view word = words.substr(0, words.find(' '));
  words.remove_prefix(word.size());
  return word;
}

/// Whether an argument's name as a list has it is `name`, which is folded.
bool isName(std::string_view word, std::string_view name) {
  size_t at = 0;
  for (const char c : word) {
    if (isSeparator(c)) continue;
    if (at == name.size() || name[at] != lower(c)) return false;
    ++at;
  }
  return at == name.size() && at > 0;
}

/// Position of a folded name in a list; the list's length in words, or more, where it is missing.
uint32_t rankIn(std::string_view words, std::string_view name, uint32_t missing) {
  uint32_t rank = 0;
  for (std::string_view word = nextWord(words); !word.empty(); word = nextWord(words), ++rank) {
    if (isName(word, name)) return rank;
  }
  return missing;
}

bool hasName(std::string_view words, std::string_view name) {
  return rankIn(words, name, UINT32_MAX) != UINT32_MAX;
}

bool hasWord(std::string_view words, std::string_view wanted) {
  for (std::string_view word = nextWord(words); !word.empty(); word = nextWord(words)) {
    if (word == wanted) return true;
  }
  return false;
}

bool anyGlob(std::string_view globs, std::string_view name) {
  for (std::string_view glob = nextWord(globs); !glob.empty(); glob = nextWord(globs)) {
    if (text::matchesGlob(glob, name)) return true;
  }
  return false;
}

std::string_view trimmed(std::string_view text) {
  constexpr std::string_view kSpace = " \t\r\n";
  const size_t first = text.find_first_not_of(kSpace);
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(kSpace) + 1 - first);
}

bool isFile(ResourceKind kind) {
  return kind == ResourceKind::kRead || kind == ResourceKind::kWrite ||
         kind == ResourceKind::kDelete;
}

bool hasDetails(ResourceKind kind) {
  return kind == ResourceKind::kRead || kind == ResourceKind::kRun ||
         kind == ResourceKind::kSearch || kind == ResourceKind::kFetch;
}

/// Where what was cut at some byte ends if the character that this may have split is left out.
size_t wholeEnd(std::string_view cut) {
  constexpr size_t kMostFollowing = 3;
  size_t lead = cut.size();
  const auto follows = [](char c) { return (static_cast<uint8_t>(c) & 0xC0U) == 0x80U; };
  while (lead > 0 && cut.size() - lead < kMostFollowing && follows(cut[lead - 1])) --lead;
  if (lead == 0) return cut.size();
  return text::codePointBytes(cut, lead - 1) == 0 ? lead - 1 : cut.size();
}

uint64_t notZero(uint64_t hash) { return hash == 0 ? 1 : hash; }

}  // namespace

void ResourceReader::name(std::string_view utf8) {
  // A name that is too long stays so.
  tool_ += utf8.substr(0, kToolBytes + 1 - tool_.size());
}

void ResourceReader::choose() {
  chosen_ = true;
  if (tool_.empty() || tool_.size() > kToolBytes) return;
  const auto known = std::ranges::find(tools_, tool_, &Tool::name);
  if (known != tools_.end()) {
    count_ = known->count;
    for (size_t i = 0; i < count_; ++i) begin(i, known->rows[i]);
    return;
  }
  for (const Extractor& own : own_) {
    consider({own.tools, own.kind, own.subjects, own.ranges, own.when});
  }
  for (const ExtractorRow& row : commonExtractors()) consider(row);
  Tool tool;
  tool.name = tool_;
  tool.count = count_;
  for (size_t i = 0; i < count_; ++i) tool.rows[i] = candidates_[i].row;
  if (tools_.size() < kTools) {
    tools_.push_back(std::move(tool));
  } else {
    tools_[oldest_] = std::move(tool);
    oldest_ = (oldest_ + 1) % kTools;
  }
}

void ResourceReader::begin(size_t candidate, const ExtractorRow& row) {
  candidates_[candidate] = Candidate{};
  candidates_[candidate].row = row;
  candidates_[candidate].holds = row.when.empty();
}

void ResourceReader::consider(const ExtractorRow& row) {
  // Behind a row that always holds, none is reached.
  if (count_ == kRows || (count_ > 0 && candidates_[count_ - 1].row.when.empty())) return;
  if (!anyGlob(row.tools, tool_)) return;
  begin(count_++, row);
}

void ResourceReader::input(std::string_view utf8) {
  if (!chosen_) choose();
  if (count_ > 0) stream_.update(utf8, *this);
}

Resource ResourceReader::take() {
  CallTexts texts;
  return take(texts);
}

Resource ResourceReader::take(CallTexts& texts) {
  texts = {};
  if (!chosen_) choose();
  // A text that is cut may lack the argument that matters.
  const bool whole = count_ > 0 && stream_.finish(*this);
  Resource resource;
  for (size_t i = 0; i < count_; ++i) {
    if (!candidates_[i].holds) continue;
    resource = resourceOf(candidates_[i]);
    if (kept_) {
      texts.subject = std::move(kept_->subjects[i]);
      texts.member = std::move(kept_->members[i]);
      texts.exact = whole && kept_->exact[i];
    }
    if (!whole && resource.kind != ResourceKind::kPlan) resource.key = resource.whole = 0;
    break;
  }
  const std::span<const Extractor> own = own_;
  const bool keeps = kept_.has_value();
  if (keeps) texts.arguments = std::move(kept_->arguments);
  std::vector<Tool> tools = std::move(tools_);
  const size_t oldest = oldest_;
  *this = ResourceReader(own);
  tools_ = std::move(tools);
  oldest_ = oldest;
  if (keeps) keepTexts();
  return resource;
}

Resource ResourceReader::resourceOf(const Candidate& candidate) const {
  Resource resource;
  resource.kind = candidate.row.kind;
  if (resource.kind == ResourceKind::kNone) return resource;
  if (candidate.rank == kNoRank) {
    if (resource.kind == ResourceKind::kPlan) {
      resource.key = resource.whole = notZero(text::hashOf({}, kPlanClass));
    }
    return resource;
  }
  uint64_t base = kFileClass;
  if (resource.kind == ResourceKind::kPlan) base = kPlanClass;
  if (hasDetails(resource.kind) && !isFile(resource.kind)) {
    std::string tool = tool_;
    std::ranges::transform(tool, tool.begin(), lower);
    base = text::combine(static_cast<uint64_t>(resource.kind), text::hashOf(tool, kToolSeed));
  }
  resource.whole = notZero(text::combine(base, candidate.subject));
  const uint64_t details = candidate.details - candidate.subjectDetail;
  resource.key = details == 0 ? resource.whole : notZero(text::combine(resource.whole, details));
  return resource;
}

void ResourceReader::open(bool array) {
  if (++depth_ == 1) return;
  compound_ = true;
  mark(array ? '[' : '{');
}

void ResourceReader::close() {
  --depth_;
  if (depth_ == 0) return;
  mark(']');
  if (depth_ == 1) endValue();
}

void ResourceReader::beginString(bool name) {
  inName_ = name && depth_ == 1;
  if (inName_) {
    member_.clear();
    memberBytes_ = text::Hasher();
  } else if (compound_) {
    mark(name ? ':' : '"');
  }
}

/// Half a pair without the other reads as U+FFFD.
void ResourceReader::endHalf() {
  if (highSurrogate_ != 0) append("\xEF\xBF\xBD");
  highSurrogate_ = 0;
}

void ResourceReader::plain(std::string_view run) {
  endHalf();
  append(run);
}

void ResourceReader::escape(uint32_t unit) {
  const bool low = text::isLowSurrogate(unit);
  uint32_t code = low ? 0xFFFD : unit;
  if (low && highSurrogate_ != 0) {
    code = text::pairOf(highSurrogate_, unit);
    highSurrogate_ = 0;
  }
  endHalf();
  if (text::isHighSurrogate(unit)) {
    highSurrogate_ = unit;
    return;
  }
  std::string utf8;
  text::appendCodePoint(utf8, code);
  append(utf8);
}

void ResourceReader::endString() {
  endHalf();
  if (inName_) {
    inName_ = false;
    endName();
  } else if (compound_) {
    mark('.');
  } else if (depth_ == 1) {
    endValue();
  }
}

void ResourceReader::beginScalar() {
  if (compound_) mark('=');
}

void ResourceReader::scalar(std::string_view piece) {
  if (!compound_ && valueLength_ == 0 && piece.starts_with('n')) null_ = true;
  append(piece);
}

void ResourceReader::endScalar() {
  if (compound_) {
    mark('.');
  } else if (depth_ == 1) {
    endValue();
  }
}

/// Structure in a canonical form: a byte that no UTF-8 holds, and what it is.
void ResourceReader::mark(char kind) {
  const char bytes[] = {'\xFF', kind};
  append({bytes, sizeof bytes});
}

void ResourceReader::append(std::string_view bytes) {
  if (inName_) {
    std::string name;
    for (const char c : bytes) {
      if (!isSeparator(c)) name += lower(c);
    }
    memberBytes_.update(name);
    // A name that is too long stays so.
    member_ += name.substr(0, kMemberBytes + 1 - member_.size());
    return;
  }
  if (!wanted_) return;
  const uint64_t before = valueLength_;
  valueLength_ += bytes.size();
  if (valueLength_ > kValueBytes) {
    if (before <= kValueBytes) valueBytes_.update(value_);
    valueBytes_.update(bytes);
  }
  value_ += bytes.substr(0, kValueBytes - value_.size());
}

bool ResourceReader::wants(const Candidate& candidate) const {
  const ExtractorRow& row = candidate.row;
  std::string_view when = row.when;
  if (isName(nextWord(when), member_) || hasName(row.subjects, member_)) return true;
  if (!hasDetails(row.kind)) return false;
  if (hasName(row.ranges, member_)) return true;
  return hasWord(row.ranges, "*") && !hasName(kCommentary, member_);
}

void ResourceReader::endName() {
  value_.clear();
  valueBytes_ = text::Hasher(kLongSeed);
  valueLength_ = 0;
  null_ = compound_ = false;
  wanted_ = false;
  for (size_t i = 0; i < count_; ++i) {
    candidates_[i].wants = wants(candidates_[i]);
    wanted_ = wanted_ || candidates_[i].wants;
  }
}

void ResourceReader::endValue() {
  if (wanted_) {
    // What models write for an argument that they leave out.
    constexpr uint64_t kEmptyCompound = 4;
    const bool absent = null_ || valueLength_ == 0 || (compound_ && valueLength_ == kEmptyCompound);
    for (size_t i = 0; i < count_; ++i) {
      if (candidates_[i].wants) give(i, absent);
    }
  }
  compound_ = wanted_ = false;
}

void ResourceReader::give(size_t index, bool absent) {
  Candidate& candidate = candidates_[index];
  const ExtractorRow& row = candidate.row;
  std::string_view values = row.when;
  if (isName(nextWord(values), member_)) {
    candidate.holds = !compound_ && hasWord(values, value_);
    return;
  }
  if (absent) return;
  const bool isLong = valueLength_ > kValueBytes;
  const uint64_t exact = isLong ? valueBytes_.digest() : text::hashOf(value_, kDetailSeed);
  const uint64_t detail = text::combine(memberBytes_.digest(), exact);
  if (hasDetails(row.kind)) candidate.details += detail;
  const uint32_t rank = rankIn(row.subjects, member_, kNoRank);
  // The last of two members of one name is the one that a parser keeps.
  const bool subject = rank != kNoRank && rank <= candidate.rank;
  if (kept_) keepValue(*kept_, index, subject);
  if (!subject) return;
  candidate.rank = rank;
  candidate.subject = isLong ? exact : subjectHash(row.kind);
  candidate.subjectDetail = hasDetails(row.kind) ? detail : 0;
}

/// The value as text: structure gives way to spaces.
void ResourceReader::keepValue(Kept& kept, size_t candidate, bool subject) const {
  const bool cut = valueLength_ > kValueBytes;
  const std::string_view value(value_.data(), cut ? wholeEnd(value_) : value_.size());
  std::string plain;
  bool structured = false;
  for (size_t i = 0; i < value.size(); ++i) {
    if (value[i] != '\xFF') {
      plain += value[i];
      continue;
    }
    ++i;
    structured = true;
    if (!plain.empty() && plain.back() != ' ') plain += ' ';
  }
  while (plain.ends_with(' ')) plain.pop_back();
  if (subject) {
    kept.subjects[candidate] = std::move(plain);
    kept.members[candidate] = member_;
    kept.exact[candidate] = !cut && !structured;
  } else if (candidate == 0 && kept.arguments.size() < kArguments) {
    plain.resize(text::prefixBytes(plain, kArgumentUnits));
    kept.arguments.emplace_back(member_, std::move(plain));
  }
}

uint64_t ResourceReader::subjectHash(ResourceKind kind) const {
  const bool path = !compound_ && (isFile(kind) || kind == ResourceKind::kFetch);
  if (path) return text::hashOf(text::normalizedPath(value_), kSubjectSeed);
  return text::hashOf(compound_ ? std::string_view(value_) : trimmed(value_), kSubjectSeed);
}

}  // namespace epitome
