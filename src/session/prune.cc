#include "session/prune.h"

#include <algorithm>
#include <functional>
#include <map>
#include <ranges>
#include <utility>

#include "text/sort.h"

namespace epitome {
namespace {

using Place = std::pair<uint32_t, uint32_t>;

Place placeOf(const EditPlan& plan) { return {plan.message, plan.part}; }

bool isPinned(const Run& run, uint32_t message) {
  return run.units()[run.units().of(message)].pinned;
}

/// Visits the parts that units [begin, end) show, each where it shows: a late result with its call.
void forEachShown(const Run& run, uint32_t begin, uint32_t end,
                  const std::function<void(uint32_t, uint32_t)>& visit, bool all = false) {
  const ViewSource source = run.source();
  for (uint32_t u = begin; u < end; ++u) {
    const Unit& unit = run.units()[u];
    // Pinned is verbatim, and so is what the user wants now.
    const bool current = run.units().currentRequest().holds(unit.begin);
    if ((unit.pinned || current) && !all) continue;
    for (uint32_t m = unit.begin; m < unit.end; ++m) {
      if (source.folded(m)) continue;
      for (uint32_t p = 0; p < run.transcript()[m].partCount; ++p) {
        if (!source.removed(m, p)) visit(m, p);
      }
      for (const Call& call : run.units().callsOf(m)) {
        if (call.moved && (all || !isPinned(run, call.answerMessage))) {
          visit(call.answerMessage, call.answerPart);
        }
      }
    }
  }
}

/// The rule of a result's tool; null when there is none.
const ToolRule* ruleOf(const Run& run, const ResultPolicy& policy, uint32_t message,
                       uint32_t part) {
  uint8_t rule = run.transcript().part(message, part).toolRule;
  const PartRef call = run.units().asked(message, part);
  if (rule == 0 && call.message != kNone) {
    rule = run.transcript().part(call.message, call.part).toolRule;
  }
  return rule == 0 || rule > policy.tools.size() ? nullptr : &policy.tools[rule - 1];
}

/// An address is no longer than what would stand for it.
constexpr uint32_t kLeastMediaBytes = 1'000;

TrimCandidate candidateOf(const Run& run, uint32_t message, uint32_t part) {
  const PartFacts& facts = run.transcript().part(message, part);
  const Edit* edit = run.source().editOf(message, part);
  TrimCandidate candidate{message, part, facts.textTokens, facts.units, facts.units, false};
  if (edit != nullptr) {
    candidate.tokens = edit->tokens;
    candidate.trimmed = edit->kind == EditKind::kTrim;
    candidate.shown = candidate.trimmed ? edit->length() : 0;
  }
  return candidate;
}

/// By unit, whether tools were called in its turn: between the messages of the user around it.
std::vector<bool> inCallingTurns(const Units& units) {
  std::vector<bool> calling(units.size());
  for (uint32_t begin = 0, end = 0; begin < units.size(); begin = end) {
    bool called = false;
    do {
      for (uint32_t m = units[end].begin; m < units[end].end; ++m) {
        called = called || !units.callsOf(m).empty();
      }
      ++end;
    } while (end < units.size() && units[end].role != Role::kUser);
    std::fill(calling.begin() + begin, calling.begin() + end, called);
  }
  return calling;
}

/// First message that no model has read.
uint32_t unreadFrom(const Run& run) {
  uint32_t from = run.transcript().size();
  while (from > 0 && run.transcript()[from - 1].role != Role::kAssistant) --from;
  return from;
}

/// First message that a protection covers. What the model has not read yet is always covered.
/// `media`: images and files beside results count like them.
uint32_t protectedFrom(const Run& run, const Protection& protect, int64_t budget,
                       bool media = false) {
  const Transcript& transcript = run.transcript();
  uint32_t limit = unreadFrom(run);
  const int64_t tokens = protect.tokens.of(budget);
  uint32_t results = 0;
  uint32_t assistants = 0;
  int64_t sum = 0;
  for (uint32_t m = transcript.size(); m > run.foldEnd(); --m) {
    const bool within =
        results < protect.results || assistants < protect.assistants || sum < tokens;
    if (!within) break;
    if (transcript[m - 1].role == Role::kAssistant) ++assistants;
    sum += transcript[m - 1].envelope;
    for (const PartFacts& part : transcript.parts(m - 1)) {
      const bool counts = media && part.kind == PartKind::kMedia;
      if (part.kind == PartKind::kToolResult || counts) ++results;
      sum += part.tokens;
    }
    limit = std::min(limit, m - 1);
  }
  return limit;
}

/// Images and files before this message go when the policy says.
uint32_t oldMedia(const Run& run, const MediaPolicy& policy, int64_t budget) {
  return policy.clear ? protectedFrom(run, policy.protect, budget, true) : 0;
}

/// Builds a pruning part by part.
class Pruner {
 public:
  Pruner(const Run& run, const PruneRequest& request)
      : run_(run), source_(run.source()), request_(request), policy_(*request.policy) {
    forEachShown(run, request.firstUnit, run.units().size(),
                 [&](uint32_t m, uint32_t p) { parts_.emplace_back(m, p); });
    sortBy(parts_);
    for (const auto& [message, part] : parts_) {
      const Edit* edit = source_.editOf(message, part);
      if (edit != nullptr && edit->target != 0) nameFrom(message, edit->target);
    }
  }

  Pruning take() {
    Pruning pruning;
    for (auto& [place, plan] : plans_) pruning.edits.push_back(plan);
    pruning.freed = freed_;
    return pruning;
  }

  void markOutdated() {
    if (!policy_.results.outdated) return;
    // Of what was read later, the longest result of each resource. A shorter one may be a notice,
    // an error or a part: it never stands for a longer one.
    std::map<uint64_t, PartRef> longest;
    for (const auto& [message, part] : std::views::reverse(parts_)) {
      const Call* call = callOf(message, part);
      if (call == nullptr || !isRead(*call)) continue;
      const PartFacts& facts = factsOf(message, part);
      PartRef& later = longest[resourceOf(*call)];
      const PartFacts* newer =
          later.message == kNone ? nullptr : &factsOf(later.message, later.part);
      const bool enough =
          newer != nullptr && newer->units >= facts.units && newer->media >= facts.media;
      if (enough && isResult(message, part) && !isKept(run_, policy_.results, message, part)) {
        replace(message, part, EditKind::kOutdated, resultPrint(*newer));
      }
      const bool told = source_.editOf(message, part) == nullptr &&
                        run_.units().answered(resultPrint(facts)) == call &&
                        (facts.flags & (kError | kDenied)) == 0;
      if (told && !enough) later = {message, part};
    }
  }

  void trimLong() {
    const TrimRule& rule = policy_.results.trim;
    const uint32_t limit = protectedFrom(run_, rule.protect, request_.budget);
    for (const auto& [message, part] : parts_) {
      if (done()) return;
      if (toldUpTo(message, part) >= limit) continue;
      if (!isCuttableResult(run_.transcript(), message, part)) continue;
      const ToolRule* tool = ruleOf(run_, policy_.results, message, part);
      if (isKept(run_, policy_.results, message, part)) continue;
      const uint32_t over = tool != nullptr && tool->over > 0 ? tool->over : rule.over;
      const TrimCandidate candidate = candidateOf(run_, message, part);
      if (over == 0 || candidate.shown <= over || plans_.contains({message, part})) continue;
      std::optional<EditPlan> plan = rule.over > 0 && rule.head + rule.tail <= over
                                         ? planTrim(candidate, rule.head, rule.tail)
                                         : planTrim(candidate, over - over / 3, over / 3);
      if (!plan) continue;
      add(*plan, candidate.tokens);
    }
  }

  void clearOld() {
    if (!policy_.results.clear.on) return;
    const uint32_t limit = protectedFrom(run_, policy_.results.clear.protect, request_.budget);
    for (const auto& [message, part] : parts_) {
      if (done()) return;
      if (message >= limit || !isResult(message, part)) continue;
      if (isKept(run_, policy_.results, message, part)) continue;
      replace(message, part, EditKind::kClear, 0);
    }
  }

  void dropReasoning() {
    if (!policy_.dropReasoning) return;
    const uint32_t turn = run_.units().turnUnit();
    const uint32_t limit = turn < run_.units().size() ? run_.units()[turn].begin : 0;
    const std::vector<bool> stays =
        request_.keepsThoughts ? inCallingTurns(run_.units()) : std::vector<bool>();
    uint32_t looked = kNone;
    bool bound = false;
    for (const auto& [message, part] : parts_) {
      if (done()) return;
      if (message >= limit || factsOf(message, part).kind != PartKind::kReasoning) continue;
      if (request_.keepsThoughts && stays[run_.units().of(message)]) continue;
      // What its provider did belongs to what was thought before it, by ids that only it knows.
      if (message != looked) {
        looked = message;
        bound = std::ranges::any_of(run_.transcript().parts(message), [](const PartFacts& facts) {
          return (facts.flags & kProviderExecuted) != 0;
        });
      }
      if (bound) continue;
      EditPlan plan;
      plan.message = message;
      plan.part = part;
      plan.kind = EditKind::kDrop;
      add(plan, factsOf(message, part).tokens);
    }
  }

  void clearMedia() {
    const uint32_t limit = oldMedia(run_, policy_.media, request_.budget);
    for (const auto& [message, part] : parts_) {
      if (done()) return;
      if (message >= limit || !isClearableMedia(run_.transcript(), message, part)) continue;
      if (isKept(run_, policy_.results, message, part)) continue;
      replace(message, part, EditKind::kMedia, 0);
    }
  }

 private:
  bool done() const { return freed_ >= request_.need; }
  const PartFacts& factsOf(uint32_t message, uint32_t part) const {
    return run_.transcript().part(message, part);
  }
  const Call* callOf(uint32_t message, uint32_t part) const {
    const PartRef asked = run_.units().asked(message, part);
    if (asked.message == kNone || factsOf(message, part).kind != PartKind::kToolResult) {
      return nullptr;
    }
    // A result whose id was used again can neither be named nor name another.
    const Call* newest = run_.units().callOf(factsOf(message, part).callId);
    const bool same =
        newest != nullptr && newest->message == asked.message && newest->part == asked.part;
    return same ? newest : nullptr;
  }
  uint64_t resourceOf(const Call& call) const { return factsOf(call.message, call.part).resource; }
  bool isRead(const Call& call) const {
    const ResourceKind kind = factsOf(call.message, call.part).access;
    return (kind == ResourceKind::kRead || kind == ResourceKind::kFetch) && resourceOf(call) != 0;
  }
  /// A client's result that a placeholder may stand for; media in it only where the policy lets go
  /// of them.
  bool isResult(uint32_t message, uint32_t part) const {
    return policy_.results.media ? isClientResult(run_.transcript(), message, part)
                                 : isCuttableResult(run_.transcript(), message, part);
  }

  void nameFrom(uint32_t message, uint64_t target) {
    uint32_t& newest = named_[target];
    newest = std::max(newest, message);
  }
  /// The newest message that shows the part's text, itself or by naming it: what names a text is
  /// worth no more than the text is.
  uint32_t toldUpTo(uint32_t message, uint32_t part) const {
    const auto named = named_.find(resultPrint(factsOf(message, part)));
    return named == named_.end() ? message : std::max(message, named->second);
  }

  void replace(uint32_t message, uint32_t part, EditKind kind, uint64_t target) {
    const auto planned = plans_.find({message, part});
    const bool partial = kind == EditKind::kOutdated || kind == EditKind::kMedia;
    if (planned != plans_.end() && partial) return;
    const PartFacts& facts = factsOf(message, part);
    // What others point at has to be there.
    if (named_.contains(resultPrint(facts))) return;
    const Edit* known = source_.editOf(message, part);
    // What is left of a result without its images may go as well.
    const bool rest = known != nullptr && known->kind == EditKind::kMedia && kind != known->kind;
    if (known != nullptr && known->kind != EditKind::kTrim && !rest) return;
    Edit edit;
    edit.kind = kind;
    edit.target = target;
    edit.total = facts.units;
    edit.handle = handleOf(run_, policy_, message);
    EditPlan plan;
    plan.message = message;
    plan.part = part;
    plan.kind = kind;
    plan.target = target;
    plan.tokens = placeholderTokens(edit, facts, nameTokens(message, part), request_.family);
    const uint32_t gone = tokensReplaced(kind, facts);
    // Where all of a part gives way, the placeholder brings its envelope along.
    if (gone == facts.tokens) {
      plan.tokens += partOverhead(facts.kind, request_.family) + facts.nameTokens;
    }
    const uint32_t shown =
        known != nullptr ? known->tokens + gone - tokensReplaced(known->kind, facts) : gone;
    const uint32_t least = kind == EditKind::kOutdated
                               ? static_cast<uint32_t>(request_.budget / kOutdatedShare)
                               : kLeastGain;
    if (plan.tokens + std::max(kLeastGain, least) >
        (planned != plans_.end() ? planned->second.tokens : shown))
      return;
    if (planned != plans_.end()) {
      freed_ -= int64_t{shown} - planned->second.tokens;
      plans_.erase(planned);
    }
    add(plan, shown);
  }

  uint32_t nameTokens(uint32_t message, uint32_t part) const {
    const Call* call = callOf(message, part);
    const uint32_t own = factsOf(message, part).nameTokens;
    return call != nullptr ? std::max<uint32_t>(own, factsOf(call->message, call->part).nameTokens)
                           : own;
  }

  void add(const EditPlan& plan, uint32_t tokensBefore) {
    if (plan.tokens >= tokensBefore) return;
    plans_.insert_or_assign(placeOf(plan), plan);
    freed_ += int64_t{tokensBefore} - plan.tokens;
    if (plan.target != 0) nameFrom(plan.message, plan.target);
  }

  /// A placeholder has to be worth the question that it raises, tokens.
  static constexpr uint32_t kLeastGain = 16;
  /// A note in the midst of what stays verbatim frees a hundredth of the budget at least.
  static constexpr int64_t kOutdatedShare = 100;

  const Run& run_;
  ViewSource source_;
  PruneRequest request_;
  const Policy& policy_;
  std::vector<Place> parts_;
  /// By the prints of the results that edits name, the newest message that such an edit is in.
  std::map<uint64_t, uint32_t> named_;
  std::map<Place, EditPlan> plans_;
  int64_t freed_ = 0;
};

/// 0 for what the user did not send, 1 for the initial messages, 2 for the current request, 3 for
/// pinned messages.
int worthOf(const Run& run, uint32_t message) {
  if (isPinned(run, message)) return 3;
  if (run.units().currentRequest().holds(message)) return 2;
  return run.isInitial({message, message + 1}) ? 1 : 0;
}

}  // namespace

bool RequestLimit::holdsImages(const ViewSize& view) const {
  const bool few = manyAreSmall && view.largeImages > 0;
  const int64_t most = few ? std::min<int64_t>(images, kManyImages) : images;
  return view.images <= (rests ? most - most / 4 : most);
}

RequestLimit RequestLimit::restingFor(const ViewSize& view) const {
  RequestLimit lower = *this;
  if (!holdsBytes(view)) lower.bytes /= 2;
  lower.rests = !holdsImages(view);
  return lower;
}

RequestLimit limitOf(const Budget& budget) {
  RequestLimit limit;
  limit.bytes = budget.requestBytes;
  if (budget.requestImages > 0) limit.images = budget.requestImages;
  limit.manyAreSmall = budget.manyAreSmall;
  return limit;
}

std::vector<EditPlan> planLightening(const Run& run, const Policy& policy, Family family,
                                     int64_t budget, const RequestLimit& most, MediaReach reach) {
  const Transcript& transcript = run.transcript();
  const bool all = reach == MediaReach::kAll;
  const uint32_t limit = all ? transcript.size() : unreadFrom(run);
  // Tools that the policy keeps come after others.
  const auto keeps = [&](const Place& place) {
    return !all && isKept(run, policy.results, place.first, place.second);
  };
  std::vector<Place> places;
  forEachShown(
      run, all ? 0 : run.openingUnits(), run.units().size(),
      [&](uint32_t message, uint32_t part) {
        if (message >= limit || !isClearableMedia(transcript, message, part)) return;
        if (run.source().editOf(message, part) == nullptr) places.emplace_back(message, part);
      },
      all);
  sortByKey(places, [&](const Place& place) {
    return std::pair(keeps(place) ? 1 : worthOf(run, place.first), place);
  });
  // Where some go, those go that the policy wants to go when that pays.
  const uint32_t asked = all ? 0 : oldMedia(run, policy.media, budget);
  ViewSize view = run.viewSize();
  std::vector<EditPlan> edits;
  for (const Place& place : places) {
    const auto [message, part] = place;
    const PartFacts& facts = transcript.part(message, part);
    const bool may = !keeps(place) && !isPinned(run, message);
    const bool heavy = may && facts.mediaBytes >= kLeastMediaBytes;
    const bool frees = heavy && !most.holdsBytes(view);
    const bool isOneOfMany = facts.images > 0 && !most.holdsImages(view);
    Edit edit;
    edit.kind = EditKind::kMedia;
    EditPlan plan;
    plan.message = message;
    plan.part = part;
    plan.kind = edit.kind;
    plan.tokens = placeholderTokens(edit, facts, 0, family);
    const bool goesAlong = may && message < asked && plan.tokens < facts.mediaTokens;
    if (!frees && !isOneOfMany && !goesAlong) continue;
    plan.current = all;
    edits.push_back(plan);
    view.bytes -= facts.mediaBytes;
    view.images -= facts.images;
    view.largeImages -= facts.largeImages;
  }
  sortByKey(edits, placeOf);
  return edits;
}

Pruning planPruning(const Run& run, const PruneRequest& request) {
  Pruner pruner(run, request);
  pruner.markOutdated();
  if (!request.freeOnly) {
    pruner.trimLong();
    pruner.clearOld();
    pruner.dropReasoning();
    pruner.clearMedia();
  }
  return pruner.take();
}

bool isKept(const Run& run, const ResultPolicy& policy, uint32_t message, uint32_t part) {
  const ToolRule* rule = ruleOf(run, policy, message, part);
  return rule != nullptr && (rule->keep || rule->asksUser);
}

bool isAnswer(const Run& run, const ResultPolicy& policy, uint32_t message, uint32_t part) {
  const PartFacts& facts = run.transcript().part(message, part);
  if (facts.kind != PartKind::kToolResult || (facts.flags & kError) != 0) return false;
  const ToolRule* rule = ruleOf(run, policy, message, part);
  return rule != nullptr && rule->asksUser;
}

bool isRecalled(const Run& run, const ResultPolicy& policy, uint32_t message, uint32_t part) {
  const PartKind kind = run.transcript().part(message, part).kind;
  if (kind != PartKind::kToolCall && kind != PartKind::kToolResult) return false;
  const ToolRule* rule = ruleOf(run, policy, message, part);
  return rule != nullptr && rule->recalls;
}

uint32_t handleOf(const Run& run, const Policy& policy, uint32_t message) {
  return policy.recall.empty() ? 0 : run.numberOf(message);
}

std::vector<TrimCandidate> cuttable(const Run& run, uint32_t firstUnit, const ResultPolicy& policy,
                                    Reach reach) {
  std::vector<TrimCandidate> candidates;
  const uint32_t limit = reach == Reach::kRead ? unreadFrom(run) : run.transcript().size();
  const bool all = reach == Reach::kAll;
  forEachShown(run, firstUnit, run.units().size(), [&](uint32_t m, uint32_t p) {
    if (m >= limit || !isCuttableResult(run.transcript(), m, p)) return;
    if (!all && isKept(run, policy, m, p)) return;
    const Edit* edit = run.source().editOf(m, p);
    if (edit != nullptr && edit->kind != EditKind::kTrim) return;
    candidates.push_back(candidateOf(run, m, p));
  });
  sortByKey(candidates, [](const TrimCandidate& candidate) {
    return Place(candidate.message, candidate.part);
  });
  return candidates;
}

}  // namespace epitome
