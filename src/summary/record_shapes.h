/// The shapes that a record may have, as data: what each is made of, and what goes where when a
/// record is brought up to date.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

namespace epitome {

/// Their order is that of `kShapes` and of `summaryShapes` in js/options/core-options.ts.
enum class SummaryShape : uint8_t {
  /// Ours.
  kEpitome = 0,
  /// A work record: a table of what was done to which file, a checklist of what is left.
  kRecord = 1,
  /// A checkpoint of goal, progress, decisions and of how the two talk to each other.
  kCheckpoint = 2,
  /// What a conversation goes on from: decisions, facts, questions.
  kRolling = 3,
  /// A short account in paragraphs.
  kNarrative = 4,
  /// As little as will do.
  kBrief = 5,
};
inline constexpr uint32_t kSummaryShapes = 6;

/// A heading of a record, or a topic of one that has no headings, and what belongs there: one line.
struct Section {
  std::string_view heading;
  std::string_view instruction;
};

struct Shape {
  std::span<const Section> sections;
  /// The first line; empty: none. The round is added to it from the second on.
  std::string_view title = {};
  /// Of its style; empty: nothing beyond what holds for all.
  std::string_view style = {};
  /// What changes its place as work goes on.
  std::string_view moves;
  /// What stays when not everything fits, the most important first.
  std::string_view priority;
  /// Words that it aims at where its ceiling allows them; 0: as few as will do.
  uint32_t leastWords = 0;
  uint32_t mostWords = 0;
  /// A reply with fewer headings is asked for once more.
  uint32_t leastHeadings = 0;
  /// False: paragraphs that tell what the sections name.
  bool headed = true;
  /// The request that the conversation began with belongs in the record, although it stays in view.
  bool recordsOpening = false;
};

namespace shapes {

inline constexpr Section kEpitome[] = {
    {"Task and constraints",
     "What the user wants, and every limit, preference, approval and refusal they stated and did "
     "not withdraw."},
    {"Done",
     "What was finished, with the exact path of every file that was created, changed or deleted, "
     "and what was changed in it. Also what was read or measured, if the result still matters: "
     "state the result."},
    {"Decisions", "What was decided, and why; what was ruled out, and why."},
    {"Current state",
     "The state of the work at the end: what was in progress, what runs or passes, what does not."},
    {"Open items", "What was still to be done, in order, as far as the data says so."},
    {"Errors and fixes",
     "What went wrong, with the error message, what caused it, and what solved it or did not."},
};

inline constexpr Section kRecord[] = {
    {"Original task",
     "The first request of the conversation, word for word. Of a long one only the sentences that "
     "say what is to be done, word for word."},
    {"Completed work",
     "A table with the columns File or component | Action | What was done: one row for each file "
     "or component that was touched, with its exact path."},
    {"Key technical decisions",
     "One bullet for each choice that later work has to follow: designs, added dependencies, "
     "conventions, and why."},
    {"Current state", "Two lines: what is being worked on, and what was completed last."},
    {"Pending work", "A checklist (\"- [ ]\") of what is left, in order."},
    {"Errors and resolutions",
     "One line each: the error, then what resolved it, or that nothing has yet."},
};

inline constexpr Section kCheckpoint[] = {
    {"Goal", "What the user wants to achieve, in one or two sentences."},
    {"Constraints & Preferences",
     "Requirements, technical limits and preferences that were stated and still apply."},
    {"Progress: Done", "Finished items (\"- [x]\") with the details that matter later."},
    {"Progress: In progress",
     "What was begun and is not finished (\"- [ ]\"), and how far it got."},
    {"Key Decisions", "Each decision in bold, then what was chosen over what, and why."},
    {"Conversation Dynamics",
     "How the user and the agent work together: the user's tone, what frustrated or pleased them, "
     "how they like to be answered, recurring references, what they were unsure about, and how "
     "they told the agent to behave."},
    {"Next Steps", "A numbered list of what comes next, in order."},
    {"Critical Context",
     "What the work cannot continue without: file paths, names in code, endpoints, error messages, "
     "values."},
};

inline constexpr Section kRolling[] = {
    {"Decisions", "What was decided, and the reasons given."},
    {"Facts and preferences", "What was learned, and what the user said they like or want."},
    {"Open questions", "What was asked or promised and is neither answered nor done."},
    {"How to continue", "What else somebody who takes over now has to know."},
};

inline constexpr Section kNarrative[] = {
    {"The request", "what the user asked for at first, with every criterion and instruction"},
    {"Decisions", "each one, with its reasons"},
    {"Data", "figures, URLs, file paths, names and identifiers that may be needed again"},
    {"Evaluations", "scores, rankings and judgements that were reached, and of what"},
    {"Status", "the state of the task, and what comes next"},
};

inline constexpr Section kBrief[] = {
    {"Decisions and agreements", "What was decided or agreed on."},
    {"User's goals", "What the user wants to achieve, and what has to be known about it."},
    {"Open items", "Questions without an answer, and what is still to be done."},
    {"Tool results that still matter", "What was found out: the result, not the output."},
};

}  // namespace shapes

/// By SummaryShape.
inline constexpr Shape kShapes[kSummaryShapes] = {
    {.sections = shapes::kEpitome,
     .moves = "What was open before and is now done belongs under Done, once.",
     .priority = "open items, the current state and decisions; then paths, names and numbers; then "
                 "constraints. Drop the details of the oldest finished work first."},
    {.sections = shapes::kRecord,
     .title = "# Session record",
     .style = "Be dense: the table where it is asked for, bullet points elsewhere. No code blocks, "
              "unless the work cannot continue without that code.",
     .moves = "Turn a pending item that was completed into a row of the table, and several rows "
              "about one file into one. Leave the original task as it is.",
     .priority = "the original task, pending work and the current state; then decisions; then the "
                 "table. Drop its oldest rows and the oldest resolved errors first.",
     .recordsOpening = true},
    {.sections = shapes::kCheckpoint,
     .style = "Be exact rather than complete.",
     .moves = "Move what was in progress and is completed to Done, adapt Next Steps to it, and add "
              "every new sign of tone and preference to Conversation Dynamics.",
     .priority = "recent progress and decisions; then paths, errors and other critical context; "
                 "then constraints and preferences that still apply; then the dynamics. Drop the "
                 "oldest items under Done first.",
     .leastWords = 800,
     .mostWords = 1'200,
     .leastHeadings = 2},
    {.sections = shapes::kRolling,
     .style = "Leave out tool output, greetings, thanks and mere confirmations.",
     .moves = "Turn a question that was answered into a decision or a fact.",
     .priority =
         "open questions and what is needed to continue; then decisions with their reasons; "
         "then facts and preferences. Drop what nothing depends on any more first."},
    {.sections = shapes::kNarrative,
     .style = "Do not repeat raw tool output such as documents, pages or mails: say what was "
              "fetched and what it showed.",
     .moves = "Tell it as one account that ends with the newest status. Tell what was planned and "
              "is now done as done.",
     .priority = "the request with its criteria, the status and what comes next; then evaluations "
                 "and data that may be needed; then decisions. Drop how things came about first.",
     .headed = false,
     .recordsOpening = true},
    {.sections = shapes::kBrief,
     .style = "Be brief: a line for each item.",
     .moves = "Move what was open and is settled to the decisions, or leave it out.",
     .priority = "open items and the user's goals; then decisions; then tool results. Drop results "
                 "that nothing depends on any more first."},
};

}  // namespace epitome
