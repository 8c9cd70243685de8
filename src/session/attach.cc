/// Which conversation an array belongs to: how it goes on from what is known, here or in a saved
/// state, and what is remembered to know it again.

#include <algorithm>
#include <iterator>

#include "session/session.h"

namespace epitome {
namespace {

/// Anchors kept of the last folded messages and of those behind them.
constexpr uint32_t kFoldedAnchors = 8;
constexpr uint32_t kTailAnchors = 256;
/// Fewer matching messages than this prove nothing.
constexpr uint32_t kLeastOverlap = 2;

/// Of edits in force in what a view shows, also of what they hide wholly; in its order.
std::vector<EditKey> editsShown(const Run& run) {
  std::vector<EditKey> edits;
  const ViewSource source = run.source();
  for (uint32_t m = 0; m < run.transcript().size(); ++m) {
    const bool folded = source.folded(m);
    for (uint32_t p = 0; p < run.transcript()[m].partCount; ++p) {
      // A late result shows with its call.
      const PartRef call = run.units().asked(m, p);
      if (folded && (call.message == kNone || source.folded(call.message))) continue;
      if (source.editOf(m, p) != nullptr) edits.push_back(keyOf(run.transcript(), m, p));
    }
  }
  return edits;
}

Transcript without(const Transcript& transcript, uint32_t message) {
  Transcript rest;
  rest.append(transcript, 0, message);
  rest.append(transcript, message + 1, transcript.size() - message - 1);
  return rest;
}

}  // namespace

std::optional<uint32_t> Session::segmentsMessage(std::vector<uint64_t>& chain) const {
  if (decisions_.segments().empty()) return std::nullopt;
  for (uint32_t m = 0; m < staged_.size(); ++m) {
    // A view of ours has its segments before the conversation goes on.
    if (staged_[m].role == Role::kAssistant || staged_[m].role == Role::kTool) break;
    if (staged_[m].role != Role::kUser || staged_[m].partCount == 0) continue;
    chain.clear();
    for (const PartFacts& part : staged_.parts(m)) {
      const Segment* segment = part.kind == PartKind::kText
                                   ? decisions_.edited(decisions_.byTextHash(part.textHash))
                                   : nullptr;
      if (segment == nullptr) {
        // Blocks stand behind the segment that they came with.
        const bool block = !chain.empty() && decisions_.byBlockHash(part.textHash) != nullptr;
        if (block) continue;
        chain.clear();
        break;
      }
      chain.push_back(segment->id);
    }
    if (!chain.empty()) return m;
  }
  return std::nullopt;
}

Cover Session::coverOfView(std::span<const uint64_t> chain, uint32_t at) const {
  if (decisions_.byId(chain.back())->body.leaves == 0) return {.end = at};
  // The request that they leave stands right behind them, before what they do not reach.
  const uint32_t most = std::ranges::equal(chain, mainline_.chain) ? mainline_.left : 1;
  uint32_t left = 0;
  while (left < most && at + 1 + left < staged_.size() &&
         staged_[at + 1 + left].role == Role::kUser) {
    ++left;
  }
  return {.end = at + left, .leaves = left > 0};
}

std::optional<HandedBack> Session::handedBack(const Run& run, const std::vector<uint64_t>& chain,
                                              uint32_t index) const {
  // An older view of ours holds segments that were merged or taken back since.
  const std::optional<Cover> cover = run.coverOf(chain);
  if (!cover) return std::nullopt;
  const uint32_t begin = cover->initial ? run.units().systemEnd() : run.units().openingEnd();
  HandedBack back{index, begin, cover->end, {}};
  ViewSource source = run.source();
  source.left = run.leftBy(*cover);
  for (uint32_t m = begin; m < cover->end; ++m) {
    if (source.stays(run.units().of(m))) back.staying.push_back(m);
  }
  return back;
}

uint32_t Session::knownTail(const Run& run) const {
  if (!std::ranges::equal(run.chain(), mainline_.chain)) return 0;
  const uint32_t end = run.foldEnd();
  const std::vector<Anchor> tail = anchorsOf(run.transcript(), end, run.transcript().size());
  const auto [mine, saved] = std::ranges::mismatch(tail, mainline_.tail);
  // Of a long tail only the beginning is saved: what follows it was known as well, as far as that.
  if (saved == mainline_.tail.end() && mainline_.tail.size() == kTailAnchors) {
    return static_cast<uint32_t>(std::min<size_t>(tail.size(), mainline_.tailCount));
  }
  return static_cast<uint32_t>(mine - tail.begin());
}

std::unique_ptr<Run> Session::openStaged(std::optional<uint32_t> segmentsAt,
                                         std::vector<uint64_t> chain, Attached& attached) {
  if (segmentsAt) {
    const uint32_t at = *segmentsAt;
    attached.how = AlignCase::kOwnView;
    attached.common = at + 1;
    attached.sources = {{false, 0, at}, {false, at + 1, staged_.size() - at - 1}};
    const Cover cover = coverOfView(chain, at);
    return std::make_unique<Run>(decisions_, without(staged_, at), std::move(chain), at, cover);
  }
  attached.sources = {{false, 0, staged_.size()}};
  if (!mainline_.chain.empty() || !mainline_.tail.empty()) {
    auto saved = std::make_unique<Run>(decisions_, staged_, mainline_.chain);
    const uint32_t known = knownTail(*saved);
    if (std::ranges::equal(saved->chain(), mainline_.chain) && known >= mainline_.tail.size()) {
      attached.how = AlignCase::kExtended;
      attached.common = saved->foldEnd() + known;
      return saved;
    }
  }
  auto whole = std::make_unique<Run>(decisions_, staged_);
  const uint32_t opening = mainline_.opening.count;
  if (opening > 0 && opening <= staged_.size() &&
      whole->prints().range(staged_, 0, opening) == mainline_.opening) {
    attached.how = AlignCase::kExtended;
    attached.common = opening;
    return whole;
  }
  const uint32_t known = knownTail(*whole);
  if (!whole->chain().empty() || known > 0) {
    attached.how = AlignCase::kExtended;
    attached.common = whole->foldEnd() + known;
    return whole;
  }

  // A restored session knows its tail: the host may have sent only that.
  const uint32_t system = leadingSystem(staged_);
  const bool chainKnown =
      !mainline_.chain.empty() && std::ranges::all_of(mainline_.chain, [&](uint64_t id) {
        return decisions_.byId(id) != nullptr;
      });
  if (chainKnown) {
    std::vector<Anchor> known = mainline_.folded;
    known.insert(known.end(), mainline_.tail.begin(), mainline_.tail.end());
    const std::vector<Anchor> incoming = anchorsOf(staged_, system, staged_.size());
    const uint32_t folded = static_cast<uint32_t>(mainline_.folded.size());
    const uint32_t inKnown = findOverlap(known, incoming, kLeastOverlap);
    const uint32_t inIncoming = findOverlap(incoming, known, std::max(kLeastOverlap, folded));
    uint32_t foldEnd = kNone;
    if (inKnown != kNone) {
      foldEnd = system + (inKnown < folded ? folded - inKnown : 0);
    } else if (inIncoming != kNone) {
      foldEnd = system + inIncoming + folded;
    }
    // Whoever sends the beginning, or as much as the segments stand for, and was not recognised by
    // it, changed it.
    uint64_t count = 0;
    for (const uint64_t id : mainline_.chain) count += decisions_.byId(id)->range.count;
    const bool beginning = !incoming.empty() && incoming.front() == mainline_.first;
    if (foldEnd != kNone && foldEnd <= staged_.size() && foldEnd - system < count && !beginning) {
      attached.how = AlignCase::kSuffix;
      attached.common = foldEnd;
      const Cover cover{.end = foldEnd, .leaves = mainline_.left > 0};
      return std::make_unique<Run>(decisions_, staged_, mainline_.chain, system, cover);
    }
  }
  attached.how = slots_.empty() && !mainline_.decided() ? AlignCase::kNew : AlignCase::kUnrelated;
  return whole;
}

std::vector<Anchor> Session::foldedBefore(const Run& run) const {
  if (!std::ranges::equal(run.chain(), mainline_.chain)) return {};
  const size_t here = run.foldEnd() - run.foldBegin();
  const size_t all = mainline_.folded.size();
  return {mainline_.folded.begin(),
          mainline_.folded.end() - static_cast<ptrdiff_t>(std::min(here, all))};
}

std::unique_ptr<Run> Session::openMatch(const Run& known, const Alignment& match,
                                        Transcript transcript) const {
  if (known.absent()) {
    // The folded part was never here: its chain holds as long as what stands behind it does. The
    // opening alone proves nothing: a host that has all may have changed the rest.
    uint32_t reach = match.common;
    for (const Source& source : match.sources) reach += source.known ? source.count : 0;
    const uint32_t before = known.units().systemEnd();
    const uint32_t now = match.how == AlignCase::kSuffix ? leadingSystem(transcript) : before;
    const uint32_t foldBegin = known.foldBegin() - std::min(known.foldBegin(), before) + now;
    const uint32_t foldEnd = known.foldEnd() - std::min(known.foldEnd(), before) + now;
    if (reach >= foldEnd && reach > foldBegin) {
      std::vector<uint64_t> chain(known.chain().begin(), known.chain().end());
      return std::make_unique<Run>(decisions_, std::move(transcript), std::move(chain), foldBegin,
                                   Cover{.end = foldEnd, .leaves = known.cover().leaves});
    }
  }
  // What goes on shows what it showed.
  const bool goesOn = match.how == AlignCase::kExtended || match.how == AlignCase::kOwnView;
  if (goesOn && !known.absent()) {
    return std::make_unique<Run>(decisions_, std::move(transcript), known.chain());
  }
  return std::make_unique<Run>(decisions_, std::move(transcript));
}

Attached Session::attach() {
  counted_ = true;
  if (Slot* main = find(mainRun_); main != nullptr) remember(*main);
  std::vector<uint64_t> chain;
  const std::optional<uint32_t> segmentsAt = segmentsMessage(chain);

  uint32_t bestRun = 0;
  Alignment best;
  for (auto id = recency_.rbegin(); id != recency_.rend(); ++id) {
    const Run& known = *slots_.at(*id).run;
    std::optional<HandedBack> back;
    if (segmentsAt) {
      back = handedBack(known, chain, *segmentsAt);
      if (!back) continue;
    }
    Alignment candidate = align(known.transcript(), staged_, back);
    if (candidate.how == AlignCase::kUnrelated) continue;
    if (bestRun != 0 && candidate.common <= best.common) continue;
    bestRun = *id;
    best = std::move(candidate);
  }

  Attached attached;
  std::unique_ptr<Run> opened;
  if (bestRun == 0) {
    opened = openStaged(segmentsAt, std::move(chain), attached);
  } else {
    const Run& known = *slots_.at(bestRun).run;
    attached.how = best.how;
    attached.common = best.common;
    Transcript transcript;
    for (const Source& source : best.sources) {
      transcript.append(source.known ? known.transcript() : staged_, source.begin, source.count);
      if (source.known) attached.knownRun = bestRun;
    }
    opened = openMatch(known, best, std::move(transcript));
    attached.sources = std::move(best.sources);
  }
  const bool replaces =
      bestRun != 0 && attached.how != AlignCase::kTruncated && attached.how != AlignCase::kEdited &&
      attached.how != AlignCase::kRegenerated && find(bestRun)->run->phase == Phase::kSteady;
  // What goes on from known messages has only its end unbilled; what does not was never billed by
  // anyone that this session knows.
  const bool goesOn = attached.how == AlignCase::kExtended || attached.how == AlignCase::kOwnView ||
                      attached.how == AlignCase::kSuffix;
  const Run* before = bestRun != 0 ? find(bestRun)->run.get() : nullptr;
  if (goesOn) opened->goOnFrom(before != nullptr ? before->sinceRewrite() : mainline_.sinceRewrite);
  const uint32_t size = opened->transcript().size();
  const uint32_t added = goesOn ? staged_.size() - std::min(staged_.size(), attached.common) : 0;
  uint32_t known = size - added;
  // Behind segments that a saved state knows as many messages follow as did then.
  const bool saved =
      bestRun == 0 && segmentsAt && std::ranges::equal(opened->chain(), mainline_.chain);
  if (saved) known = std::min(size, *segmentsAt + mainline_.left + mainline_.tailCount);
  const bool apart = !goesOn && before == nullptr;
  const std::span<const uint64_t> shown =
      before != nullptr ? before->chain() : std::span<const uint64_t>(mainline_.chain);
  // Other records stand before all that was thought.
  uint32_t changed = 0;
  if (apart || std::ranges::equal(opened->chain(), shown)) {
    if (!apart) opened->goOnFrom(before != nullptr ? before->stale() : mainline_.stale);
    // In view of what a branch was thought that the host comes back to is not known.
    const bool branch = before != nullptr ? !goesOn
                                          : goesOn && !mainline_.tail.empty() &&
                                                attached.how == AlignCase::kExtended &&
                                                knownTail(*opened) < mainline_.tail.size();
    changed = branch ? attached.common : opened->firstAltered(goesOn ? known : 0);
  }
  if (opened->changesFrom(changed)) opened->rebuild();
  opened->billedMessages = known;
  const SentView last = before != nullptr ? before->awaitingBill() : mainline_.sent;
  if (goesOn && last.messages > 0) {
    opened->goOnFrom(before != nullptr ? before->trace() : mainline_.trace);
    opened->billedMessages = std::min(opened->billedMessages, known);
    // What the host altered may need what the last attempt did not.
    if (opened->tokens() != last.tokens) opened->attemptedAt = 0;
    opened->sent = last;
    opened->sent.messages = known;
  }
  const uint32_t sent = goesOn ? known : std::min(size, attached.common);
  // What goes on from such a conversation, or alters it, is none of the other.
  const bool aside =
      attached.how == AlignCase::kUnrelated || (bestRun != 0 && find(bestRun)->aside);
  // Its place is needed, and its postponed rewrites go on with the new run.
  if (bestRun != 0) touch(bestRun);
  attached.run = open(std::move(opened));
  Slot& slot = *find(attached.run);
  slot.arrivals = Arrivals(sent);
  if (slot.run->absent()) {
    slot.foldedBefore = bestRun != 0 ? find(bestRun)->foldedBefore : foldedBefore(*slot.run);
  }
  if (goesOn && sender_ == bestRun) sender_ = attached.run;
  if (replaces) {
    for (Job& job : jobs_) job.run = job.run == bestRun ? attached.run : job.run;
    release(bestRun);
  }
  for (const uint64_t id : find(attached.run)->run->chain()) decisions_.touch(id);
  staged_.clear();
  find(attached.run)->aside = aside;
  turnTo(attached.run);
  return attached;
}

Session::Mainline Session::mainlineOf(const Slot& slot) const {
  const Run& run = slot.whole ? *slot.whole : *slot.run;
  Mainline mainline;
  mainline.chain.assign(run.chain().begin(), run.chain().end());
  const uint32_t end = run.foldEnd();
  const uint32_t size = run.transcript().size();
  const uint32_t system = run.units().systemEnd();
  const bool headless = run.absent() && run.foldBegin() == system;
  if (headless || system == size) {
    mainline.first = mainline_.first;
  } else {
    mainline.first = run.transcript()[system].anchor;
  }
  mainline.folded = slot.foldedBefore;
  const uint32_t begin = std::max(run.foldBegin(), end - std::min(end, kFoldedAnchors));
  std::ranges::copy(anchorsOf(run.transcript(), begin, end), std::back_inserter(mainline.folded));
  const size_t folded = mainline.folded.size();
  mainline.folded.erase(
      mainline.folded.begin(),
      mainline.folded.end() - static_cast<ptrdiff_t>(std::min<size_t>(folded, kFoldedAnchors)));
  mainline.tail = anchorsOf(run.transcript(), end, std::min(size, end + kTailAnchors));
  mainline.tailCount = size - end;
  mainline.left = run.left().size();
  if (run.chain().empty() && end == size) {
    mainline.opening = run.prints().range(run.transcript(), 0, end);
  }
  mainline.sinceRewrite = run.sinceRewrite();
  mainline.stale = run.stale();
  mainline.sent = run.awaitingBill();
  mainline.trace = run.trace();
  // An attempt that is not over is none for who goes on from here.
  if (run.phase != Phase::kSteady) mainline.trace.attemptedAt = 0;
  mainline.edits = editsShown(run);
  return mainline;
}

void Session::remember(Slot& slot) {
  if (!isMain(slot)) return;
  mainline_ = mainlineOf(slot);
  if (mainline_.decided()) slot.aside = false;
}

bool Session::isMain(const Slot& slot) const {
  return !slot.aside || !slot.run->chain().empty() || !mainline_.decided();
}

Session::Mainline Session::mainlineNow() const {
  const Slot* slot = find(mainRun_);
  if (slot == nullptr) return mainline_;
  if (isMain(*slot)) return mainlineOf(*slot);
  Mainline line = mainline_;
  line.beside = editsShown(*slot->run);
  return line;
}

void Session::turnTo(uint32_t run) {
  Slot* before = find(mainRun_);
  if (run != mainRun_ && before != nullptr) remember(*before);
  mainRun_ = run;
  remember(*find(run));
}

}  // namespace epitome
