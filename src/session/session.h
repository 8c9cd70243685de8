/// A conversation's memory: decisions, the transcripts that they apply to, and the rewrite under
/// way in each. It is given facts, texts and replies, and answers what is to be done next.
#pragma once

#include <cstdint>
#include <expected>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "session/arrivals.h"
#include "session/billing.h"
#include "session/breaker.h"
#include "session/decisions.h"
#include "session/job.h"
#include "session/level.h"
#include "session/options.h"
#include "session/plan.h"
#include "session/prune.h"
#include "session/reading.h"
#include "session/report.h"
#include "session/run.h"
#include "session/stages.h"
#include "session/turn.h"
#include "summary/draft.h"
#include "summary/findings.h"
#include "summary/pins.h"
#include "summary/selection.h"
#include "summary/transcript_text.h"
#include "transcript/align.h"

namespace epitome {

class JsonWriter;

/// Of a state that is read: earlier releases have saved larger ones.
inline constexpr size_t kMostReadStateBytes = 4'194'304;
/// Transcripts that a session holds at once: parallel runs, and branches that a host may return to.
inline constexpr uint32_t kMaxRuns = 4;
/// Rewrites in a row that one step may need: each takes more than the one before.
inline constexpr uint32_t kMaxPasses = kLevels + 1;

struct Attached {
  uint32_t run = 0;
  AlignCase how = AlignCase::kNew;
  uint32_t common = 0;
  /// The run that `known` sources refer to; 0 when there are none.
  uint32_t knownRun = 0;
  std::vector<Source> sources;
};

struct StepInput {
  uint32_t contextWindow = 0;
  WindowSource windowSource = WindowSource::kKnown;
  uint32_t modelMaxOutput = 0;
  /// Fingerprint of the model's id; 0 when the host does not name it.
  uint32_t model = 0;
  FamilyChoice family = {};
  /// What the provider billed for the view that this run sent last, tokens; 0 when unknown.
  uint32_t billedInput = 0;
  uint32_t billedOutput = 0;
  /// The bill is for the view that the session sent last, whichever run it was of.
  bool billedLate = false;
  /// It is for a view before that one: it counts, and nothing is learned of it.
  bool billedBefore = false;
  bool manual = false;
  /// A manual step folds what stands before this message, and nothing else; kNone: what it can.
  uint32_t foldBefore = kNone;
  /// The host's clock, milliseconds; 0 when it does not say.
  int64_t now = 0;
  /// The model is about to answer for good: what can wait should.
  bool final = false;
  /// Takes up what was postponed: the replies are there, or nobody is at work on them.
  bool resume = false;
  /// The model refuses calls without what was thought before them, in finished turns as well.
  bool keepsThoughts = false;
  /// As in `BudgetInput`.
  uint32_t requestImages = 0;
  bool manyAreSmall = false;
};

/// How far the rewrite under way has come: replies that are there, two for each record that it
/// needs.
struct Progress {
  uint32_t done = 0;
  uint32_t total = 0;
};

/// What was taken back. The values travel.
enum class Rewound : uint8_t {
  /// There is no record, or its messages are not here.
  kNothing = 0,
  kDone = 1,
  /// The last change is a text of the user's, and what stood there before is not kept any more.
  kTextIsGone = 2,
};

/// What became of a user's text for a record. The values travel.
enum class EditOutcome : uint8_t {
  kDone = 0,
  /// It says nothing.
  kEmpty = 1,
  /// There is no such record in the view.
  kUnknown = 2,
  /// All such texts of the view together have more tokens, or bytes of the saved state.
  kTooManyTokens = 3,
  kTooManyBytes = 4,
  /// The record would be no smaller than the messages that it stands for.
  kNoSmaller = 5,
};
struct EditedRecord {
  EditOutcome outcome = EditOutcome::kDone;
  /// What there is room for, in the unit of the outcome.
  int64_t room = 0;
};

/// Why the model gave no reply.
enum class GiveUp : uint8_t { kFailed = 0, kTimedOut = 1, kAborted = 2 };

class Session {
 public:
  explicit Session(const SessionOptions& options)
      : options_(options),
        decisions_(options.family),
        intake_(staged_, options.rates(),
                {options_.policy.results.tools, options_.policy.extractors}),
        billing_(options.calibration) {}

  /// What texts and media are counted by from now on. Of no effect once an array was attached, here
  /// or in the session that the state is of: its numbers mean what they meant.
  void countBy(const Rates& rates);
  /// Media of unknown size take a quarter of such a step's budget at most: the first bill says
  /// more.
  void limitUnseen(const StepInput& input);

  /// Messages that arrive are gathered here until `attach`, `append` or `drop`.
  MessageSink& intake() { return intake_; }
  const Transcript& staged() const { return staged_; }
  void dropStaged() { staged_.clear(); }

  /// Matches the staged array with what is known and opens a run for it.
  Attached attach();
  std::expected<void, ErrorCode> append(uint32_t run);
  /// The one staged message may stand for a run's message `index`. Takes it off the stage.
  std::expected<bool, ErrorCode> same(uint32_t run, uint32_t index);
  void release(uint32_t run);

  /// Of the next step of a run, where that is a manual one.
  std::expected<void, ErrorCode> foldBefore(uint32_t run, uint32_t message);
  std::expected<Next, ErrorCode> step(uint32_t run, const StepInput& input);
  /// Messages to pass by, in this order, through `reader`. Secrets are the driver's to leave out,
  /// of them and of all else that is given beside `intake`: replies, blocks, pins, texts.
  std::expected<std::vector<ToRead>, ErrorCode> toRead(uint32_t run) const;
  std::expected<MessageSink*, ErrorCode> reader(uint32_t run);
  std::expected<Next, ErrorCode> readDone(uint32_t run);
  /// The requests that wait for a reply, each by a number of its own in the rewrite. They may be
  /// answered in any order; an answer may add another.
  std::expected<std::vector<uint32_t>, ErrorCode> pending(uint32_t run) const;
  std::expected<const SummaryRequest*, ErrorCode> request(uint32_t run, uint32_t number) const;
  /// `bill` is that of the call that wrote it; nothing where a reply is given once more.
  std::expected<Next, ErrorCode> reply(uint32_t run, uint32_t number, std::string_view text,
                                       FinishReason finish, const Bill& bill = {});
  /// Tokens that the texts of the blocks that are asked for may have together, as estimated.
  std::expected<int64_t, ErrorCode> blockRoom(uint32_t run) const;
  /// The host's blocks as JSON text, {"blocks": [[name, text], ...]}, stable ones first.
  std::expected<Next, ErrorCode> offerBlocks(uint32_t run, std::string_view json);
  /// Which of the blocks that were offered last had no room, counted from 0.
  std::vector<uint32_t> blocksLeftOut(uint32_t run) const;
  std::expected<Next, ErrorCode> giveUp(uint32_t run, uint32_t number, GiveUp why);
  /// The step goes on without the replies; a later one takes the rewrite up again. kOutOfOrder
  /// where the view has to shrink now.
  std::expected<Next, ErrorCode> postpone(uint32_t run);
  /// The postponed rewrites, oldest first.
  std::span<const Job> awaited() const { return jobs_; }
  /// A sentence that stands behind the segments from the next fold on, until it is taken off or
  /// taken back by the user. False when Pins has no room for it.
  bool pin(std::string_view utf8);
  bool unpin(std::string_view utf8);
  /// A JSON array of texts, the oldest first.
  std::string pinsJson() const;
  /// The records that are kept of a run's messages, oldest first, as a JSON array: those in the
  /// view, those that they were made of, and those that were taken back.
  std::string recordsJson(uint32_t run) const;
  /// Takes back the last change of the view's records: a text of the user's gives way to the record
  /// that it stands for; the newest record to those that it was made of, or to its messages.
  std::expected<Rewound, ErrorCode> rewind(uint32_t run);
  /// The user's text takes the place of a run's record, counted from the oldest.
  std::expected<EditedRecord, ErrorCode> editRecord(uint32_t run, uint32_t record,
                                                    std::string_view utf8);
  Progress progress(uint32_t run) const;
  /// What the host's turn is about.
  std::expected<const TurnRequest*, ErrorCode> turnRequest(uint32_t run) const;
  /// What the host wants of the summary of the fold, in its turn: at most
  /// `kMostTurnInstructionUnits`.
  std::expected<void, ErrorCode> instruct(uint32_t run, std::string_view utf8);
  /// The turn is over, or did not come about. With `putsOff` the step makes no fold, where the view
  /// fits without.
  std::expected<Next, ErrorCode> turnDone(uint32_t run, bool putsOff = false);
  /// The verdict on the last reply.
  Verdict lastVerdict() const { return lastVerdict_; }

  std::expected<const Run*, ErrorCode> run(uint32_t run) const;
  const Decisions& decisions() const { return decisions_; }

  /// What the rewrites of the last step did, as JSON text; empty when there were none.
  std::string reportJson(uint32_t run) const;
  /// Why the run's view is what it is, as JSON text.
  std::string explainJson(uint32_t run) const;
  /// The repairs that the run's view shows, as JSON text.
  std::string repairsJson(uint32_t run) const;
  std::string totalsJson() const;
  const Totals& totals() const { return totals_; }
  /// In the tokens that a provider bills.
  Budget budgetOf(const StepInput& input) const;

  /// Begins a text of the run: its records, and those of its `last` messages that no record stands
  /// for; without `records` the messages alone. Answers the first message to pass by through
  /// `textReader`, the others behind it; then `endText` gives at most so many UTF-16 code units.
  std::expected<uint32_t, ErrorCode> beginText(uint32_t run, uint32_t last, bool records);
  std::expected<MessageSink*, ErrorCode> textReader();
  std::expected<std::string, ErrorCode> endText(uint32_t maxUnits);

  /// Versioned JSON text of at most the budget's `stateBytes`, whatever the history.
  std::string snapshot() const;
  /// The members of it that change at every step, as JSON text: in place of those of an older
  /// snapshot since which nothing was decided, they bring it up to date.
  std::string meter() const;
  std::expected<void, ErrorCode> restore(std::string_view json);

  const SessionOptions& options() const { return options_; }

 private:
  struct Task {
    bool merge = false;
    /// The fold takes the place of all segments before it, too.
    bool asOne = false;
    SegmentLimits limits;
    uint32_t replacedTokens = 0;
    /// Where the range is read in parts.
    Stages stages;
    SegmentBody body;
    /// Of records that are merged; a fold's are those of the range.
    std::unique_ptr<Facts> facts;
    /// What code selects from, and what stands in the view beside the segment.
    Candidates candidates;
    IdentifierSet told;
    Voices voices;
    CodeReason codeReason = CodeReason::kNone;
    /// Of the model, and what was struck from the one that stands.
    uint32_t replies = 0;
    uint32_t inventionsStruck = 0;
    /// What the model was not shown.
    Unread unread;
  };
  /// A request, and what it is for.
  struct Ask {
    uint32_t task = 0;
    /// Of the task's stages; kNone for the request whose reply is the task's prose.
    uint32_t part = kNone;
    Draft draft;
    bool waits = true;
  };
  struct Rewrite {
    RewritePlan plan;
    Findings findings;
    /// The user's words of the range.
    std::vector<UserWords> said;
    std::vector<FoundTrim> trims;
    AgentPlan agentPlan;
    std::vector<Task> tasks;
    /// By their numbers.
    std::vector<Ask> asks;
    /// What a request may quote, tokens.
    uint64_t inputTokens = 0;
    /// The requests so far, by `idOf`, and how many of the replies were accepted.
    std::vector<uint64_t> requests;
    uint32_t accepted = 0;
    /// The step's report without it.
    Report before;
  };
  struct Slot {
    uint32_t id = 0;
    std::unique_ptr<Run> run;
    /// The run as it is shown, while `run` is without its newest segments: stopgaps whose messages
    /// are folded anew by the rewrite under way.
    std::unique_ptr<Run> whole;
    /// Why that did not come about in this step, and what a late reply would be for.
    CodeReason unanswered = CodeReason::kNone;
    std::optional<Job> late;
    std::unique_ptr<RangeReader> reader;
    /// Reads for the host's turn; never while `reader` is there.
    std::unique_ptr<TurnReader> turn;
    TurnRequest turnRequest;
    std::unique_ptr<Rewrite> rewrite;
    Report report;
    Arrivals arrivals;
    /// Anchors of the last folded messages that the host left out.
    std::vector<Anchor> foldedBefore;
    /// What the host gave for this step's rewrites.
    std::optional<FittedBlocks> blocks;
    StepInput input;
    uint32_t foldBefore = kNone;
    /// A conversation of its own beside the one that has something to remember.
    bool aside = false;
    /// The host has been told of this step's fold, puts it off, or wants this of its summary.
    bool announced = false;
    bool putsOff = false;
    std::string instructions;
    /// A fold has ended the cycle that a flush belongs to.
    bool folded = false;
    /// What the step was counted as, if it was.
    uint32_t Totals::* counted = nullptr;
    uint32_t passes = 0;
    uint32_t nextLevel = 0;
    /// The rewrite under way may be postponed.
    bool ahead = false;
    /// It was begun in an earlier step.
    bool takesUp = false;
  };

  Slot* find(uint32_t run);
  const Slot* find(uint32_t run) const;
  std::expected<Slot*, ErrorCode> expect(uint32_t run, Event event);
  uint32_t open(std::unique_ptr<Run> run);
  void touch(uint32_t run);
  std::optional<HandedBack> handedBack(const Run& run, const std::vector<uint64_t>& chain,
                                       uint32_t index) const;
  std::optional<uint32_t> segmentsMessage(std::vector<uint64_t>& chain) const;
  /// How far segments reach in a view of ours that had them at message `at`.
  Cover coverOfView(std::span<const uint64_t> chain, uint32_t at) const;
  std::unique_ptr<Run> openMatch(const Run& known, const Alignment& match,
                                 Transcript transcript) const;
  std::unique_ptr<Run> openStaged(std::optional<uint32_t> segmentsAt, std::vector<uint64_t> chain,
                                  Attached& attached);

  /// What a bill is held against, where the model that was billed has `window`.
  BillTerms billTerms(int64_t window, WindowSource source = WindowSource::kKnown) const;
  /// With the window that bills have proved, where the host's is assumed.
  StepInput withWindow(StepInput input) const;
  /// A run's view as the current model would read it.
  PricedView pricedView(const Run& run) const;
  /// Tokens that a provider would bill for a run's view, host overhead not included.
  int64_t billedTokens(const Run& run) const;
  /// What the initial messages and the current request may take of a budget, in estimates.
  int64_t keptShare(const Budget& budget) const;
  /// Of a run's view, with room for it to turn out longer. In the tokens of the estimate.
  Budget carefulBudget(const Run& run, const Budget& budget) const;
  void takeUsage(Slot& slot, const StepInput& input);
  /// The driver gets the view as it is now.
  void send(Slot& slot);
  std::expected<Next, ErrorCode> decide(Slot& slot);
  /// The end of a step: nothing is left to be done. kInvalidView where the validator refused what
  /// would be sent.
  std::expected<Next, ErrorCode> rest(Slot& slot, const Budget& budget);
  /// The rewrite that is due, or one to be written beside the run.
  PlanOutcome planned(Slot& slot, const PlanRequest& request);
  /// The same where a postponed one belongs to the run: nothing is due while it is written.
  std::optional<PlanOutcome> takenUp(Slot& slot, const PlanRequest& request);
  /// Has a fold take the messages of a stopgap, too.
  void widen(Slot& slot, const PlanRequest& request, PlanOutcome& outcome);
  /// The postponed rewrite that belongs to a run, as it is or without its stopgap; null where there
  /// is none.
  Job* jobOf(const Slot& slot);
  /// The rewrite under way, to be taken up again.
  static Job jobFrom(const Slot& slot);
  /// In place of those of the same run.
  void keep(Job job);
  void forgetJobs(uint32_t run);
  /// Those of the run that no longer belong to what it shows.
  void dropLost(const Slot& slot);
  /// How far a job reaches, and how many stopgaps it stands in place of.
  struct Reach {
    Cover cover;
    size_t aside = 0;
  };
  /// Nothing where the run does not go on from where the job was begun, or has changed there.
  std::optional<Reach> reachOf(const Job& job, const Run& run) const;
  /// A record takes the place of another one, and postponed rewrites go on behind it.
  void exchange(Slot& slot, uint64_t other, uint64_t id);
  /// The same in every run, and in what is remembered of them.
  void exchange(uint64_t other, uint64_t id);
  /// What a user has written since the last step is told as a rewrite of this one.
  void reportEdited(Slot& slot);
  /// The newest segments that a model may write anew: their messages are here.
  size_t stopgaps(const Run& run) const;
  /// Takes stopgaps off the view until the rewrite is over, and puts them back.
  static void setAside(Slot& slot, size_t count);
  static void putBack(Slot& slot);
  /// No reply came for a rewrite in place of stopgaps: they stay, and code folds what is due.
  std::expected<Next, ErrorCode> withoutReply(Slot& slot, CodeReason reason);
  /// What the host is to be told of before it goes; none when no flush is due.
  FoldChoice foldToFlush(const Run& run, PlanRequest request, const FoldChoice& planned) const;
  /// Begins the host's turn before a fold, where one is due.
  bool beginTurn(Slot& slot, const PlanRequest& request, const PlanOutcome& planned, bool fits);
  Next askForTurn(Slot& slot);
  bool asksForBlocks(const Slot& slot, const RewritePlan& plan) const;
  int64_t roomForBlocks(const Slot& slot) const;
  int64_t blockTokens(const Slot& slot) const;
  /// What pins, blocks and the user's own records may take of the saved state, bytes.
  int64_t hostBytes(const Slot& slot) const;
  std::optional<Block> pinsBlock() const;
  /// What stands behind the newest segment after a rewrite that folds.
  std::vector<Block> blocksBehind(const Slot& slot, const Rewrite& rewrite) const;
  /// Edits of messages that were never sent; true when the view is to be made anew or read for.
  bool takeArrivals(Slot& slot, const Budget& budget);
  /// Images and files give way until the request is within the limit, as far as they go.
  void lighten(Slot& slot, const Budget& budget, const RequestLimit& most, MediaReach reach);
  /// As many tokens as leave the texts the bytes that images and files do not take.
  Budget withinBytes(const Run& run, const Budget& budget) const;
  bool cacheIsCold(const StepInput& input) const;
  /// A model may be asked, having failed neither too often nor for good.
  bool modelServes(const Run& run) const;
  /// A model writes the prose of this rewrite.
  bool asksModel(const Run& run, const RewritePlan& plan) const;
  /// The step has something to report. Cutting what was never sent is no compaction, and what is
  /// asked for after it is.
  void beginReport(Slot& slot, RewriteReason reason, const Budget& budget);
  void beginRewrite(Slot& slot, PlanOutcome outcome, const Budget& budget);
  Task mergeTask(const Slot& slot, const IdentifierSet& told) const;
  Task foldTask(const Slot& slot, IdentifierSet told) const;
  /// Adds the names of the segments that stay, which are all but the `merged` newest.
  void tellBeside(const Run& run, uint32_t merged, IdentifierSet& told) const;
  const Facts& factsOf(const Slot& slot, const Task& task) const;
  /// Earlier segments that a task's new one takes in, and the parts of its range, oldest first.
  std::vector<const SegmentBody*> takenIn(const Slot& slot, const Task& task) const;
  RequestLimits requestLimits(const Slot& slot, const Task& task) const;
  /// What the host asks of records, for the rewrite under way.
  SummaryStyle styleOf(const Slot& slot) const;
  /// What a reply to the request that a task's prose comes of is held against.
  DraftTerms termsOf(const Slot& slot, const Task& task) const;
  /// Makes the requests of a task, or has code write it where no model is asked.
  void begin(Slot& slot, uint32_t task);
  /// Of the model that writes; the agent's where nobody knows.
  uint32_t summarizerWindow(const Slot& slot) const;
  /// Tokens of that window that a request leaves.
  int64_t leftBy(const Slot& slot, const SummaryRequest& request) const;
  void ask(Slot& slot, uint32_t task, uint32_t part, SummaryRequest request, DraftTerms terms,
           int64_t left);
  /// The request of that number while it waits; null otherwise.
  static const Ask* waiting(const Slot& slot, uint32_t number);
  std::expected<Next, ErrorCode> take(Slot& slot, uint32_t number, DraftStep step,
                                      CodeReason otherwise);
  void takeRecord(Slot& slot, const Ask& asked, bool written, CodeReason otherwise);
  void takePart(Slot& slot, const Ask& asked, bool written, CodeReason otherwise);
  /// Waits for what is asked, or commits.
  std::expected<Next, ErrorCode> proceed(Slot& slot);
  void writeByCode(Slot& slot, Task& task, CodeReason reason);
  static void finishTask(Task& task, std::string prose, ProseSource source);
  /// Records an edit that needs no text to be read.
  void recordEdit(Slot& slot, const EditPlan& plan);
  /// Records the tasks' segments, then the edits. True when the view has changed.
  bool commitFolds(Slot& slot, Rewrite& rewrite);
  bool commitEdits(Slot& slot, Rewrite& rewrite);
  /// Reasoning that has left the view since `before` was stale.
  static void reportStale(Slot& slot, std::span<const StaleRange> before);
  /// The view was rewritten for another reason than what has just arrived.
  void countRewrite(Slot& slot);
  std::expected<Next, ErrorCode> commit(Slot& slot);
  std::vector<const SegmentBody*> bodiesOf(const Run& run, uint32_t count) const;
  std::vector<uint64_t> chainsInUse() const;
  /// How the transcript goes on behind its segments, as saved: enough to know a part of it again.
  struct Mainline {
    std::vector<uint64_t> chain;
    /// Anchor of the first message that is not a system message; 0 while it was never here.
    Anchor first = 0;
    /// Anchors of the last folded messages, then of the first and last messages behind the fold.
    std::vector<Anchor> folded;
    std::vector<Anchor> tail;
    /// Messages behind the fold, whose first ones `tail` names.
    uint32_t tailCount = 0;
    /// Folded messages that the segments do not stand for: a request that they leave.
    uint32_t left = 0;
    /// Those before the fold, where nothing is behind it.
    RangePrint opening;
    SinceRewrite sinceRewrite;
    /// What a bill that comes later is for; no messages when all is billed, or nothing was sent.
    SentView sent;
    StepTrace trace;
    std::vector<StaleRange> stale;
    /// Edits in force in what the view shows, in its order, and those of the conversation that is
    /// current in its stead.
    std::vector<EditKey> edits;
    std::vector<EditKey> beside;

    /// Something was decided about it.
    bool decided() const { return !chain.empty() || !edits.empty(); }
  };
  /// Of a saved state's folded messages those that a new run does not have.
  std::vector<Anchor> foldedBefore(const Run& run) const;
  /// Messages behind the fold of a new run that the session has sent before.
  uint32_t knownTail(const Run& run) const;
  Mainline mainlineOf(const Slot& slot) const;
  /// What the saved state has left for segments that the view does not show.
  int64_t bytesForSpares() const;
  void remember(Slot& slot);
  Mainline mainlineNow() const;
  /// Of the anchors behind the fold the first `tail`.
  void writeMeter(JsonWriter& json, const Mainline& mainline, size_t tail) const;
  bool isMain(const Slot& slot) const;
  /// What comes next is about this run.
  void turnTo(uint32_t run);

  /// Of a saved state, as the newest step's budget says; one that was larger is not cut before.
  int64_t stateBytes_ = kStateBytes - kMarkBytes;
  SessionOptions options_;
  Pins pins_;
  Decisions decisions_;
  Transcript staged_;
  FactsReader intake_;
  std::map<uint32_t, Slot> slots_;
  /// Run ids, most recent last.
  std::vector<uint32_t> recency_;
  uint32_t nextRun_ = 1;
  Verdict lastVerdict_ = Verdict::kAccepted;
  Totals totals_;
  Billing billing_;
  std::vector<Job> jobs_;
  /// Records that the user has written, until a step shows them.
  std::vector<FoldReport> edited_;
  /// When a view was last handed out, by the host's clock in milliseconds; 0 when unknown.
  int64_t sentAt_ = 0;
  /// The host has had its flush since the last fold.
  bool flushed_ = false;
  /// An array was attached.
  bool counted_ = false;
  Breaker breaker_;

  struct Text {
    uint32_t run = 0;
    bool records = false;
    std::unique_ptr<TranscriptText> writer;
  };
  Text text_;

  Mainline mainline_;
  uint32_t mainRun_ = 0;
  /// The run whose view was sent last.
  uint32_t sender_ = 0;
};

}  // namespace epitome
