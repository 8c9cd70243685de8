/// What a host may look at and take back of the records that stand in a view. Decides which records
/// belong to a run; refuses to judge them.

#include <algorithm>
#include <optional>
#include <span>
#include <tuple>
#include <utility>

#include "session/json_writer.h"
#include "session/level.h"
#include "session/session.h"
#include "text/sort.h"
#include "text/utf.h"

namespace epitome {
namespace {

/// The record stands for messages that the run has where the record says.
bool standsFor(const Run& run, const Segment& segment) {
  if (std::ranges::find(run.chain(), segment.id) != run.chain().end()) return true;
  const uint32_t missing = run.missing();
  const uint32_t last = segment.body.lastMessage;
  if (last < missing + 1 || last - missing > run.transcript().size()) return false;
  const uint32_t end = last - missing;
  // Where it begins is not told: its first message may be a request that others left.
  for (uint32_t begin = 0; begin <= end; ++begin) {
    for (const bool leaves : {false, true}) {
      const Cover from{.end = begin, .leaves = leaves};
      const std::optional<Cover> cover =
          run.coverOf(from, segment.range, segment.body.leaves > 0, end);
      if (cover && cover->end == end) return true;
    }
  }
  return false;
}

/// Of a saved state, what the user's own records may take together.
constexpr int64_t kEditedPart = 8;

/// The text without what a record of it has around it: users alter what they were shown.
std::string bareText(std::string_view text, const SegmentBody& body) {
  SegmentBody blank = body;
  for (EditedText& edited : blank.edited) edited.text.clear();
  const std::string heading = headingText(blank);
  if (text.starts_with(heading)) text.remove_prefix(heading.size());
  const std::string title = editedText(blank);
  if (text.starts_with(title)) text.remove_prefix(title.size());
  while (text.ends_with('\n')) text.remove_suffix(1);
  std::string bare(text);
  // A control character says nothing and takes six bytes in the saved state.
  std::ranges::replace_if(
      bare, [](char c) { return static_cast<uint8_t>(c) < 0x20 && c != '\n' && c != '\t'; }, ' ');
  return bare;
}

/// The record that the user wrote last, where nothing was folded since; null where there is none.
const Segment* lastEdit(const Run& run, const Decisions& decisions) {
  const uint32_t newest = run.newest()->body.lastMessage;
  const Segment* last = nullptr;
  for (const uint64_t id : run.chain()) {
    const Segment* segment = decisions.byId(id);
    const Replacement& own = segment->replaced;
    const bool stands = own.before != 0 && own.seen >= newest;
    if (stands && (last == nullptr || own.order > last->replaced.order)) last = segment;
  }
  return last;
}

}  // namespace

std::string Session::recordsJson(uint32_t id) const {
  const Slot* slot = find(id);
  if (slot == nullptr) return "";
  const Run& run = *slot->run;
  std::vector<const Segment*> records;
  for (const auto& [key, segment] : decisions_.segments()) {
    if (standsFor(run, segment)) records.push_back(&segment);
  }
  const auto place = [](const Segment* record) {
    return std::tuple(record->body.lastMessage, record->used, record->id);
  };
  sortByKey(records, place);
  const Calibration& calibration = billing_.current().calibration;
  JsonWriter json;
  json.beginArray();
  for (const Segment* record : records) {
    const SegmentBody& body = record->body;
    json.beginObject();
    json.hex("id", record->id);
    json.boolean("inView", std::ranges::find(run.chain(), record->id) != run.chain().end());
    json.boolean("withdrawn", record->withdrawn);
    json.number("firstMessage", body.firstMessage);
    json.number("lastMessage", body.lastMessage);
    json.number("rounds", body.rounds);
    json.text("source", nameOf(body.source));
    json.number("tokens", calibration.billed(record->tokens, 0));
    json.number("replacedTokens", calibration.billed(record->rangeTokens, 0));
    json.text("text", record->text);
    json.text("prose", body.prose);
    json.beginArray("edited");
    for (const EditedText& edited : body.edited) {
      json.beginObject();
      json.number("firstMessage", edited.firstMessage);
      json.number("lastMessage", edited.lastMessage);
      json.text("text", edited.text);
      json.endObject();
    }
    json.endArray();
    json.beginArray("words");
    for (const UserWords& words : body.words) {
      json.beginObject();
      json.number("message", words.message);
      json.text("text", words.text);
      json.boolean("cut", words.cut);
      json.endObject();
    }
    json.endArray();
    json.endObject();
  }
  json.endArray();
  return json.take();
}

void Session::exchange(uint64_t other, uint64_t id) {
  for (auto& [number, slot] : slots_) exchange(slot, other, id);
  std::ranges::replace(mainline_.chain, other, id);
}

std::expected<Rewound, ErrorCode> Session::rewind(uint32_t id) {
  const auto found = expect(id, Event::kStep);
  if (!found) return std::unexpected(found.error());
  Run& run = *(*found)->run;
  if (run.chain().empty()) return Rewound::kNothing;
  if (const Segment* edit = lastEdit(run, decisions_); edit != nullptr) {
    const uint64_t own = edit->id;
    const Segment* before = decisions_.byId(edit->replaced.before);
    if (before != nullptr && !before->withdrawn) {
      decisions_.withdraw(own);
      exchange(own, edit->replaced.before);
      turnTo(id);
      return Rewound::kDone;
    }
    if (own != run.chain().back()) return Rewound::kTextIsGone;
  }
  if (run.absent()) return Rewound::kNothing;
  decisions_.withdraw(run.chain().back());
  run.unfold();
  turnTo(id);
  return Rewound::kDone;
}

std::expected<EditedRecord, ErrorCode> Session::editRecord(uint32_t id, uint32_t record,
                                                           std::string_view utf8) {
  const auto found = expect(id, Event::kStep);
  if (!found) return std::unexpected(found.error());
  const Run& run = *(*found)->run;
  if (record >= run.chain().size()) return EditedRecord{EditOutcome::kUnknown};
  const Segment& before = *decisions_.byId(run.chain()[record]);
  SegmentBody body;
  body.source = ProseSource::kUser;
  body.firstMessage = before.body.firstMessage;
  body.lastMessage = before.body.lastMessage;
  body.leaves = before.body.leaves;
  body.rounds = before.body.rounds;
  body.rank = before.body.rank;
  body.recall = before.body.recall;
  body.edited.push_back({body.firstMessage, body.lastMessage, {}});
  body.edited.front().text = bareText(std::string(utf8), body);
  if (text::isBlank(body.edited.front().text)) return EditedRecord{EditOutcome::kEmpty};
  Segment segment = makeSegment(before.range, std::move(body), before.rangeTokens, options_.family);
  if (segment.id == before.id) return EditedRecord();
  segment.held = before.held;
  segment.blocks = before.blocks;
  segment.tookRequest = before.tookRequest;
  segment.replaced = {before.id, run.newest()->body.lastMessage, 1};
  for (const uint64_t other : run.chain()) {
    uint32_t& order = segment.replaced.order;
    order = std::max(order, decisions_.byId(other)->replaced.order + 1);
  }
  // Of a text that is written once more, what it took the place of first.
  const Segment* known = decisions_.byId(segment.id);
  if (known != nullptr && known->replaced.before != 0) {
    segment.replaced.before = known->replaced.before;
  }

  int64_t tokens = shareOfSegments(budgetOf((*found)->input)) / 2;
  int64_t bytes = stateBytes_ / kEditedPart;
  int64_t behind = run.tokens() - run.openingTokens();
  for (size_t i = 0; i < run.chain().size(); ++i) {
    const Segment& other = *decisions_.byId(run.chain()[i]);
    if (i < record) behind -= other.tokens;
    if (i == record) continue;
    tokens -= other.editedTokens;
    bytes -= other.editedBytes;
  }
  if (segment.editedTokens > tokens) return EditedRecord{EditOutcome::kTooManyTokens, tokens};
  if (segment.editedBytes > bytes) return EditedRecord{EditOutcome::kTooManyBytes, bytes};
  if (!run.paysAt(record, segment)) {
    return EditedRecord{EditOutcome::kNoSmaller, before.rangeTokens};
  }

  FoldReport told;
  told.id = segment.id;
  told.source = ProseSource::kUser;
  told.firstMessage = segment.body.firstMessage;
  told.lastMessage = segment.body.lastMessage;
  told.tokensBefore = before.tokens;
  told.tokensAfter = segment.tokens;
  told.replaced = {before.id};
  told.cacheTokens = behind;
  const auto again = std::ranges::find(edited_, before.id, &FoldReport::id);
  if (again != edited_.end()) {
    // No step has shown what was written before.
    told.tokensBefore = again->tokensBefore;
    told.replaced = again->replaced;
    edited_.erase(again);
  }
  edited_.push_back(std::move(told));
  const uint64_t other = before.id;
  const uint64_t own = segment.id;
  decisions_.keep(std::move(segment));
  exchange(other, own);
  turnTo(id);
  return EditedRecord();
}

void Session::reportEdited(Slot& slot) {
  const std::span<const uint64_t> chain = slot.run->chain();
  const Calibration& calibration = billing_.current().calibration;
  std::erase_if(edited_, [&](const FoldReport& told) {
    const Segment* segment = decisions_.byId(told.id);
    if (segment == nullptr || segment->withdrawn) return true;
    if (std::ranges::find(chain, told.id) == chain.end()) return false;
    beginReport(slot, RewriteReason::kEdit, budgetOf(slot.input));
    Report& report = slot.report;
    report.tokensBefore += calibration.billed(told.tokensBefore, 0);
    report.tokensBefore -= calibration.billed(told.tokensAfter, 0);
    report.bytesBefore -= std::ssize(segment->text);
    if (const Segment* before = decisions_.byId(told.replaced.front()); before != nullptr) {
      report.bytesBefore += std::ssize(before->text);
    }
    report.folds.push_back(told);
    countRewrite(slot);
    return true;
  });
}

}  // namespace epitome
