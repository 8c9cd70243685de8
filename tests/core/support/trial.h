/// One session over a transcript that grows, breaks and comes back altered, in a window far too
/// small, under any policy, with the contracts that are looked at after every step.
#pragma once

#include <limits>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include <nlohmann/json.hpp>

#include "core/support/driver.h"
#include "core/support/generator.h"
#include "core/support/oracle.h"
#include "core/support/policies.h"
#include "text/hash.h"

namespace epitome::script {

struct TrialPlan {
  SessionOptions options;
  Habits habits;
  /// Tokens.
  uint32_t leastWindow = 300;
  uint32_t mostWindow = 4'000;
  uint32_t mostEvents = 15;
  /// Hosts that edit, cut, branch and reorder, hand views back and go on elsewhere.
  bool alters = true;
  /// Providers that tell what they bill.
  bool bills = false;
  /// Hosts that take records back.
  bool rewinds = false;
  /// Hosts that write records themselves.
  bool edits = false;
};

/// The trial of a seed: `name` tells which preset it plays, "random" where none.
struct NamedTrial {
  std::string name;
  TrialPlan plan;
};

inline NamedTrial trialOf(uint64_t seed, const std::vector<NamedOptions>& presets) {
  Random random(seed * 2 + 1);
  random.next();
  TrialPlan plan;
  std::string name = "random";
  // As many of each preset as of random policies and of the default in small windows.
  const size_t which = seed % (presets.size() + 2);
  if (which < presets.size()) {
    name = presets[which].name;
    static constexpr uint32_t kScales[] = {200, 100, 100, 40};
    const uint32_t scale = random.pick(kScales);
    plan.options = scaled(presets[which].options, scale);
    plan.leastWindow = std::max(300U, 60'000 / scale);
    plan.mostWindow = 200'000 / scale + 300;
  } else if (which == presets.size()) {
    plan.options = someOptions(random);
    plan.mostWindow = random.chance(50) ? 1'200 : 4'300;
  } else {
    name = "small";
    plan.options.hostOverhead = 0;
    plan.options.maxOutputTokens = 1;
    if (random.chance(30)) plan.options.budget.keepRecentMessages = random.below(6);
    plan.mostWindow = random.chance(50) ? 1'200 : 4'300;
  }
  plan.options.summarizer = random.chance(60);
  Habits& habits = plan.habits;
  habits.trouble = random.chance(35) ? 0 : 25;
  habits.words = random.chance(30) ? 8 : 30;
  habits.reusesIds = random.chance(15);
  habits.repeats = random.chance(50) ? 30 : 0;
  habits.marks = random.chance(30) ? 6 : 0;
  habits.illFormed = random.chance(20) ? 8 : 0;
  habits.userWords = random.chance(20) ? 15 : 0;
  habits.tools = random.chance(60);
  habits.clusters = random.chance(30);
  plan.alters = random.chance(50);
  plan.bills = random.chance(15);
  plan.rewinds = random.chance(20);
  plan.edits = random.chance(20);
  return {std::move(name), std::move(plan)};
}

class Trial {
 public:
  Trial(uint64_t seed, const TrialPlan& plan)
      : plan_(plan), generator_(seed, plan.habits), random_(seed + 77) {
    open();
    newWindow();
  }

  /// Empty when every contract held.
  std::string play() {
    attach(generator_.opening());
    const uint32_t events = 3 + random_.below(plan_.mostEvents - 2);
    for (uint32_t i = 0; i < events && fault_.empty(); ++i) {
      grow();
      if (fault_.empty() && random_.chance(70)) {
        if (random_.chance(3)) newWindow();
        step();
      }
      if (fault_.empty() && plan_.alters && random_.chance(12)) alter();
      if (fault_.empty() && random_.chance(4)) moveOn();
      if (fault_.empty() && plan_.rewinds && random_.chance(5)) rewind();
      if (fault_.empty() && plan_.edits && random_.chance(8)) edit();
    }
    if (fault_.empty()) step();
    if (fault_.empty()) moveOn();
    if (!fault_.empty()) {
      fault_ += "\nwindow " + std::to_string(window_) + ", budget " +
                std::to_string(budgetOf(plan_.options, window_)) + ", fold " +
                std::to_string(driver_->state().foldBegin()) + ".." +
                std::to_string(driver_->state().foldEnd()) + ", host:\n" +
                describe(driver_->host()) + "view:\n" + describe(driver_->view()) + story_ + "\n";
    }
    return fault_;
  }

  /// Of every byte that the engine answered and saved.
  uint64_t digest() const { return digest_; }
  uint32_t steps() const { return steps_; }

 private:
  void open() {
    driver_ = std::make_unique<Driver>(plan_.options);
    driver_->pick = [this](size_t waiting) {
      return random_.below(static_cast<uint32_t>(waiting));
    };
    driver_->replies = [this](const SummaryRequest& request) {
      noteEncoded(request);
      return reply();
    };
    driver_->blocks = [this] {
      nlohmann::ordered_json blocks = nlohmann::ordered_json::array();
      for (uint32_t i = random_.below(3); i > 0; --i) {
        blocks.push_back({"rules " + std::to_string(i), generator_.text(20)});
      }
      return nlohmann::ordered_json{{"blocks", blocks}}.dump();
    };
  }

  void newWindow() {
    window_ = plan_.leastWindow + random_.below(plan_.mostWindow - plan_.leastWindow + 1);
  }

  Reply reply() {
    switch (random_.below(7)) {
      case 0:
        return {true, "", FinishReason::kStop, GiveUp::kFailed};
      case 1:
        return {true, "I'm sorry, but I can't help with that.", FinishReason::kStop,
                GiveUp::kFailed};
      case 2:
        return {true, generator_.text(4'000), FinishReason::kStop, GiveUp::kFailed};
      case 3:
        return {false, "", FinishReason::kOther, GiveUp::kTimedOut};
      default:
        return goodReply();
    }
  }

  void fail(const std::string& what) {
    if (fault_.empty()) fault_ = what;
  }

  void tell(const std::string& what) { story_ += what + "; "; }

  void note(std::string_view text) { digest_ = text::combine(digest_, text::hashOf(text)); }

  void note(std::span<const uint8_t> bytes) {
    note(std::string_view(reinterpret_cast<const char*>(bytes.data()), bytes.size()));
  }

  /// As it crosses the boundary.
  template <typename Answer>
  void noteEncoded(const Answer& answer) {
    wire::Encoder out;
    wire::encode(out, answer);
    note(out.bytes());
  }

  void attach(const Messages& messages) {
    const Attached attached = driver_->attach(messages);
    noteEncoded(attached);
    tell("attach " + std::to_string(messages.size()) + " as " +
         std::to_string(static_cast<int>(attached.how)));
    recount("attach");
  }

  /// New messages, told alone or behind all that the host had.
  void grow() {
    const Messages more = generator_.event();
    // What is pinned is shown whole from then on, with what belongs to it.
    for (const Message& message : more) extends_ = extends_ && (message.flags & kPinned) == 0;
    if (random_.chance(15) && !driver_->state().absent()) {
      attach(joined(driver_->host(), more));
    } else {
      driver_->append(more);
      tell("append " + std::to_string(more.size()));
      recount("append");
    }
  }

  void recount(const std::string& when) {
    view_ = driver_->view();
    note(driver_->encoded());
    if (view_.empty() && !driver_->host().empty() && driver_->fault() != "") {
      return fail(driver_->fault());
    }
    const int64_t tokens = driver_->state().tokens();
    // Where nothing shows, the host's own messages go out.
    const bool counts =
        view_.empty() ? tokens == wholeTokens(driver_->host()) : countsAs(tokens, view_);
    if (!counts) {
      fail("tokens after " + when + ": " + std::to_string(tokens) + ", recounted " +
           std::to_string(tokensOf(view_)));
    }
  }

  StepInput input() {
    StepInput input;
    input.contextWindow = window_;
    now_ += random_.below(2'000);
    input.now = now_;
    input.final = random_.chance(8);
    input.manual = random_.chance(4);
    if (plan_.bills && driver_->state().sent.messages > 0) {
      const int64_t sent = driver_->state().sent.tokens;
      input.billedInput = static_cast<uint32_t>(sent * (80 + random_.below(60)) / 100 + 50);
      input.billedOutput = 20 + random_.below(100);
    }
    return input;
  }

  void step() {
    const std::vector<ShownMessage> before = std::move(sent_);
    const bool extends = std::exchange(extends_, true);
    const int64_t tokensBefore = driver_->state().tokens();
    const auto chainBefore = driver_->state().chain();
    const std::vector<uint64_t> chain(chainBefore.begin(), chainBefore.end());
    const StepInput given = input();
    const uint32_t messages = driver_->state().transcript().size();
    if (given.manual && messages > 0 && random_.chance(50)) {
      const uint32_t before = random_.below(messages);
      if (!driver_->session().foldBefore(driver_->run(), before)) return fail("no bound");
      tell("fold before " + std::to_string(before));
    }
    const std::vector<uint8_t> bytesBefore = driver_->encoded();
    const int compactions = compactionsSoFar();
    const StepOutcome outcome = driver_->step(given);
    ++steps_;
    for (const TurnRequest& turn : outcome.turns) noteEncoded(turn);
    tell("step from " + std::to_string(tokensBefore) + " in " + std::to_string(window_) + " to " +
         std::to_string(driver_->state().tokens()) + (given.final ? " final" : "") +
         (given.manual ? " manual" : "") + " passes " + std::to_string(outcome.passes));
    for (const AskedRange& range : outcome.asked) {
      tell("asked " + std::to_string(range.first) + " to " + std::to_string(range.last));
    }
    if (outcome.error != 0) return fail("step failed: " + std::to_string(outcome.error));
    if (driver_->state().fault() != ViewFault::kNone) {
      fail("own validator: " + std::to_string(static_cast<int>(driver_->state().fault())));
    }
    // One for each level and what comes back from it, and one for what has just arrived.
    if (outcome.passes > kMaxPasses + 1) fail("too many passes");
    if (outcome.turns.size() > 1) fail("more than one turn of the host in a step");
    recount("step");
    // On demand images and files give way for their bytes, whatever the policy says, and stay away.
    lightened_ |= given.manual;
    Allowed allowed = driver_->allowed();
    allowed.clearMedia |= lightened_;
    ViewChecker checker(driver_->host(), view_, driver_->folded(), allowed);
    if (const std::string fault = checker.check(); !fault.empty()) return fail(fault);
    const std::string report = driver_->session().reportJson(driver_->run());
    const auto said = nlohmann::json::parse(report.empty() ? "{}" : report);
    asked(outcome, said);
    size();
    marks();
    kept(tokensBefore);
    fits(said);
    if (extends) seen();
    request();
    const std::string reason = said.value("reason", "none");
    if (extends && reason == "economy") recent(before);
    const bool rewritten = reason != "none" && reason != "arrival";
    // A repair changes what it is for, and goes when what it waited for comes.
    const std::string repairs = driver_->session().repairsJson(driver_->run());
    const bool late = repairs.find("late-result") != std::string::npos ||
                      std::ranges::any_of(view_, [](const ShownMessage& m) { return m.op == 4; });
    const bool same = repairs == std::exchange(repairs_, repairs) && !late;
    // What is known already comes back before anything is rewritten.
    const bool recalled = !std::ranges::equal(chain, driver_->state().chain());
    if (extends && same && !rewritten && !recalled) prefix(before);
    sent_ = view_;
    const std::vector<uint8_t> bytes = driver_->encoded();
    // The step behind an edit tells of it as of a rewrite.
    if (extends && compactionsSoFar() != compactions && bytes == bytesBefore) {
      return fail("a rewrite is counted that changed nothing");
    }
    note(report);
    note(repairs);
    note(driver_->session().totalsJson());
    if (random_.chance(80) || plan_.bills) return;
    explained();
    StepInput again = given;
    again.manual = false;
    const StepOutcome second = driver_->step(again);
    if (second.next != Next::kUnchanged) return fail("a second step changed the view");
    if (driver_->encoded() != bytes) return fail("a second step changed the bytes");
  }

  /// What hosts are told of each message is what the view shows of it.
  void explained() {
    const std::string explained = driver_->session().explainJson(driver_->run());
    note(explained);
    const auto told = nlohmann::json::parse(explained);
    std::map<uint32_t, bool> whole;
    for (const ShownMessage& shown : view_) {
      if (shown.op == 1 || shown.op == 3) continue;
      whole[shown.source] = shown.op == 0;
    }
    for (const auto& message : told["messages"]) {
      const uint32_t m = message["message"].get<uint32_t>() - 1;
      const std::string fate = message["fate"];
      const bool shows = fate != "folded" && fate != "dropped";
      const bool stands = whole.contains(m) && whole[m];
      if (shows != whole.contains(m) || (fate == "kept" && !stands) ||
          (stands && fate != "kept" && fate != "repaired")) {
        fail("message " + std::to_string(m) + " is told to be " + fate);
      }
    }
  }

  int compactionsSoFar() const {
    return nlohmann::json::parse(driver_->session().totalsJson()).value("compactions", 0);
  }

  /// A range is read by a model once.
  void asked(const StepOutcome& outcome, const nlohmann::json& said) {
    std::set<uint32_t> now;
    std::set<uint32_t> unanswered;
    for (const AskedRange& range : outcome.asked) {
      if (range.first == 0 || range.last < range.first) return fail("a request without a range");
      if (range.kind == RequestKind::kMerge) continue;
      // What came back was no smaller, and was refused.
      if (!said.contains("folds") || said["folds"].empty()) continue;
      for (uint32_t m = range.first; m <= range.last; ++m) {
        // A request that was left is none of the range, whatever numbers stand around it.
        const uint32_t initial = initialEnd(driver_->host());
        const uint32_t missing = m <= initial ? 0 : driver_->state().missing();
        const bool user = m > missing && m - missing <= driver_->host().size() &&
                          driver_->host()[m - missing - 1].role == Role::kUser;
        if (user) continue;
        // Between initial messages and new ones stand those that are folded already.
        const bool leaps = range.first <= initial;
        if (leaps && asked_.contains(m)) continue;
        // A late result has the number of the range's last message: two parts may end with that.
        if (range.kind != RequestKind::kPart && now.contains(m)) {
          return fail("message asked for twice in a step: " + std::to_string(m));
        }
        now.insert(m);
        if (range.unanswered) unanswered.insert(m);
      }
    }
    for (const uint32_t m : now) {
      if (unanswered.contains(m)) continue;
      if (!asked_.insert(m).second) return fail("message asked for twice: " + std::to_string(m));
    }
  }

  /// Never larger than what the host has, but for answers to calls that will get none.
  void size() {
    // Calls that are answered in the view, and those whose answers were folded.
    int64_t aborted = unanswered(driver_->host());
    for (const ShownMessage& shown : view_) {
      if (shown.op == 3) aborted += static_cast<int64_t>(shown.message.parts.size());
    }
    if (driver_->state().absent()) return;
    const int64_t host = wholeTokens(driver_->host());
    const int64_t view = tokensOf(view_);
    if (view > host + 40 * aborted) {
      fail("a view of " + std::to_string(view) + " tokens of a host's " + std::to_string(host));
    }
  }

  /// What is pinned is shown as the host has it, but for repairs.
  void marks() {
    for (const ShownMessage& shown : view_) {
      if (shown.op == 1 || (shown.message.flags & kPinned) == 0) continue;
      for (const ShownChange& change : shown.changes) {
        if (change.kind == Shown::kCut || change.kind == Shown::kReplaced) {
          fail("a pinned message is edited: " + std::to_string(shown.source));
        }
      }
    }
  }

  /// Results that a rule protects are edited in need only.
  void kept(int64_t tokensBefore) {
    const int64_t budget = budgetOf(plan_.options, window_);
    // The engine keeps up to a third of the budget free for what it has only estimated.
    const bool need = plan_.bills || tokensBefore > budget - budget / 3;
    for (const ShownMessage& shown : view_) {
      for (size_t p = 0; p < shown.changes.size(); ++p) {
        if (shown.op == 1 || shown.op == 3) continue;
        const Part& part = driver_->host()[shown.source].parts[shown.parts[p]];
        const bool edited = shown.shown(p) == Shown::kCut || shown.shown(p) == Shown::kReplaced;
        if (!edited || part.kind != PartKind::kToolResult) continue;
        if (!keeps(plan_.options, part.toolName)) continue;
        const std::string key = part.callId + part.text;
        if (need) {
          needed_.insert(key);
        } else if (!needed_.contains(key)) {
          fail("a result that is to stay is edited without need: " + std::to_string(shown.source));
        }
      }
    }
  }

  /// A part of a view by its place in the host's messages; nothing where it is not shown.
  static const ShownChange* changeOf(const std::vector<ShownMessage>& view, uint32_t message,
                                     uint32_t part) {
    for (const ShownMessage& shown : view) {
      if (shown.op == 1 || shown.op == 3 || shown.source != message) continue;
      for (size_t p = 0; p < shown.parts.size(); ++p) {
        if (shown.parts[p] == part) return &shown.changes[p];
      }
    }
    return nullptr;
  }

  /// Where nothing is needed but room that pays, what the trims protect keeps its text, whether it
  /// stands itself or names a result that has it.
  void recent(const std::vector<ShownMessage>& before) {
    const Messages& host = driver_->host();
    for (const ShownMessage& shown : view_) {
      if (shown.op == 1 || shown.op == 3 || shown.source < driver_->state().foldEnd()) continue;
      if (!protects(plan_.options.policy.results.trim.protect, host, shown.source)) continue;
      for (size_t p = 0; p < shown.parts.size(); ++p) {
        const Part& own = host[shown.source].parts[shown.parts[p]];
        if (own.kind != PartKind::kToolResult) continue;
        const bool points = shown.shown(p) == Shown::kReplaced &&
                            shown.changes[p].pieces.front().text.starts_with("[Same output");
        if (!points && shown.shown(p) != Shown::kCut) continue;
        // Ids may be used again: one result that tells the text is enough.
        bool cut = false;
        bool whole = false;
        for (uint32_t m = 0; m < host.size(); ++m) {
          for (uint32_t q = 0; q < host[m].parts.size(); ++q) {
            const Part& part = host[m].parts[q];
            const bool tells = points ? part.kind == own.kind && part.text == own.text
                                      : m == shown.source && q == shown.parts[p];
            const ShownChange* now = tells ? changeOf(view_, m, q) : nullptr;
            if (now == nullptr) continue;
            const ShownChange* then = changeOf(before, m, q);
            whole = whole || now->kind == Shown::kAsIs;
            const bool was = then != nullptr && then->kind == Shown::kAsIs;
            cut = cut || (was && now->kind == Shown::kCut);
          }
        }
        if (cut && !whole) {
          return fail("a protected result has lost its text: " + std::to_string(shown.source));
        }
      }
    }
  }

  void fits(const nlohmann::json& said) {
    const auto totals = nlohmann::json::parse(driver_->session().totalsJson());
    const bool over = totals.value("viewTokens", 0) > totals.value("budget", 0);
    if (over != said.contains("cannotFit")) return fail("over the budget and cannotFit differ");
    if (plan_.bills) return;
    const int64_t budget = budgetOf(plan_.options, window_);
    if (totals.value("budget", 0) != budget) {
      return fail("budget " + totals.dump() + ", by hand " + std::to_string(budget));
    }
    if (!over || driver_->state().absent()) return;
    const int64_t floor = floorOf(*driver_, budget);
    if (floor <= budget) {
      fail("cannotFit at " + std::to_string(driver_->state().tokens()) + " though the floor is " +
           std::to_string(floor));
    }
  }

  /// What the model has called for last is in the view, with what came of it.
  void seen() {
    const Messages& host = driver_->host();
    if (plan_.bills || driver_->state().absent()) return;
    // A tool message without parts brings nothing.
    if (host.back().role != Role::kTool || host.back().parts.empty()) return;
    const Units& units = driver_->state().units();
    const Unit& unit = units[units.size() - 1];
    int64_t tokens = 0;
    for (uint32_t m = unit.begin; m < unit.end; ++m) {
      tokens += leastTokens(host[m]);
    }
    // Much less than a quarter, which calls may take at most: other budgets are tighter than this
    // one.
    // What stands in its own message the model had when it wrote it.
    const auto answered = [&](uint32_t m) {
      return std::ranges::any_of(units.callsOf(m), [&](const Call& call) {
        return call.answerMessage != kNone && call.answerMessage != m;
      });
    };
    bool calls = false;
    for (uint32_t m = unit.begin; m < unit.end; ++m) calls = calls || answered(m);
    if (!calls || unit.kind != UnitKind::kAssistant ||
        tokens > budgetOf(plan_.options, window_) / 8) {
      return;
    }
    for (const ShownMessage& message : view_) {
      if (message.op != 1 && message.source >= unit.begin) return;
    }
    fail("the newest calls are not shown: " + std::to_string(unit.begin));
  }

  /// The current request is shown whole and by reference while there is room for it.
  void request() {
    leastBudget_ = std::min(leastBudget_, budgetOf(plan_.options, window_));
    const Messages& host = driver_->host();
    // What was too large for an earlier budget was folded in it.
    if (plan_.bills || driver_->state().absent() || !requestStays(host, leastBudget_)) return;
    const auto [begin, end] = currentRequest(host);
    for (size_t m = begin; m < end; ++m) {
      if (host[m].role != Role::kUser) continue;
      const bool content =
          host[m].faulty() || std::ranges::any_of(host[m].parts, [](const Part& p) {
            return p.kind != PartKind::kText || !blank(p.text) || p.has(kOpaque | kFaulty);
          });
      const bool shown = std::ranges::any_of(view_, [&](const ShownMessage& message) {
        if (message.source != m || (message.op != 0 && message.op != 2)) return false;
        // A repair is no edit.
        return std::ranges::none_of(message.changes, [](const ShownChange& change) {
          return change.kind == Shown::kCut || change.kind == Shown::kReplaced;
        });
      });
      if (content && !shown) fail("the current request is not shown: " + std::to_string(m));
    }
  }

  /// The view goes on where the last one ended.
  void prefix(const std::vector<ShownMessage>& before) {
    if (view_.size() < before.size()) return fail("a view lost messages without a rewrite");
    for (size_t i = 0; i < before.size(); ++i) {
      if (!equal(view_[i].message, before[i].message)) {
        return fail("a view changed without a rewrite, at " + std::to_string(i) + ", from\n" +
                    describe(std::vector<ShownMessage>{before[i]}) + textOf(before[i]) + "\nto\n" +
                    textOf(view_[i]));
      }
    }
  }

  static std::string textOf(const ShownMessage& shown) {
    std::string text;
    for (const Part& part : shown.message.parts) text += part.text + "\n";
    return text;
  }

  /// The host comes back with another array.
  void alter() {
    Messages host = driver_->host();
    if (host.size() < 2) return;
    const auto at = [&] { return random_.below(static_cast<uint32_t>(host.size())); };
    extends_ = false;
    asked_.clear();
    const uint32_t way = random_.below(7);
    tell("alter " + std::to_string(way));
    switch (way) {
      case 0: {
        Message& message = host[at()];
        message = generator_.altered(message);
        break;
      }
      case 1:
        branch_ = host;
        host.resize(1 + at());
        break;
      case 2:
        host.erase(host.begin(), host.begin() + at());
        break;
      case 3: {
        const uint32_t first = at();
        const uint32_t second = at();
        std::swap(host[first], host[second]);
        break;
      }
      case 4: {
        // A reply without anything to show is in no view: without it the request would seem new.
        const bool silent = host.back().role == Role::kAssistant && host.back().parts.empty();
        if (!silent) host = messagesOf(view_);
        break;
      }
      case 5:
        if (!branch_.empty()) std::swap(host, branch_);
        break;
      default:
        host = generator_.opening();
    }
    attach(joined(host, generator_.event()));
  }

  /// The host takes a record back.
  void rewind() {
    const auto rewound = driver_->session().rewind(driver_->run());
    if (!rewound) return fail("no rewind between steps");
    if (*rewound != Rewound::kDone) return;
    tell("rewind");
    // What it stood for may be asked for again, and as it was.
    asked_.clear();
    extends_ = false;
    recount("rewind");
  }

  /// The host writes a record itself: it says so, and goes on saying so while it is told of.
  void edit() {
    const auto count = static_cast<uint32_t>(driver_->state().chain().size());
    if (count == 0) return;
    const std::string text = "Edited " + std::to_string(random_.below(1'000)) + "\n" +
                             std::string(random_.below(600), 'w');
    const auto edited = driver_->session().editRecord(driver_->run(), random_.below(count), text);
    if (!edited) return fail("no edit between steps");
    tell("edit " + std::to_string(static_cast<int>(edited->outcome)));
    if (edited->outcome != EditOutcome::kDone) return;
    asked_.clear();
    extends_ = false;
    recount("edit");
    if (driver_->session().recordsJson(driver_->run()).find("Edited ") == std::string::npos) {
      fail("an edit is lost");
    }
  }

  /// Another session takes over with the state alone: same history, same bytes.
  void moveOn() {
    tell("restore");
    const bool whole = !driver_->state().absent();
    const std::string state = driver_->session().snapshot();
    note(state);
    note(driver_->session().recordsJson(driver_->run()));
    note(driver_->text(8, true));
    if (std::ssize(state) > std::max<int64_t>(kStateBytes, plan_.mostWindow))
      return fail("snapshot too large");
    const Messages host = driver_->host();
    const std::vector<uint8_t> bytes = driver_->encoded();
    open();
    if (!driver_->session().restore(state)) return fail("snapshot refused");
    if (driver_->session().snapshot() != state) return fail("restored, it is saved as another");
    const auto saved = nlohmann::json::parse(state);
    const bool decided = !saved["chain"].empty() || !saved["edits"].empty();
    if (decided && saved["beside"].empty() && random_.chance(50)) {
      // Once more, with another conversation in between.
      driver_->attach(Script().user("Name this chat in a word.").assistant().text("Harbour"));
      const std::string beside = driver_->session().snapshot();
      note(beside);
      open();
      if (!driver_->session().restore(beside)) return fail("snapshot refused");
    }
    driver_->attach(host);
    if (!whole) {
      asked_.clear();
      extends_ = false;
      return recount("restore");
    }
    if (driver_->encoded() != bytes) {
      return fail("restored view differs\n" + describe(view_));
    }
    driver_->attach(host);
    if (driver_->encoded() != bytes) return fail("attached again, the view differs");
    recount("restore");
  }

  TrialPlan plan_;
  Generator generator_;
  Random random_;
  std::unique_ptr<Driver> driver_;
  uint32_t window_ = 0;
  int64_t leastBudget_ = std::numeric_limits<int64_t>::max();
  int64_t now_ = 1'000'000;
  /// The view as it is, and as it was handed out last; whether it goes on from there.
  std::vector<ShownMessage> view_;
  std::vector<ShownMessage> sent_;
  bool extends_ = false;
  /// A step on demand was made.
  bool lightened_ = false;
  std::string repairs_;
  std::set<uint32_t> asked_;
  std::set<std::string> needed_;
  Messages branch_;
  uint64_t digest_ = 0;
  uint32_t steps_ = 0;
  std::string story_;
  std::string fault_;
};

}  // namespace epitome::script
