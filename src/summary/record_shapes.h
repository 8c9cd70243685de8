/// The shapes that a record may have, as data. Decides what each is made of and what goes where
/// when a record is brought up to date; refuses to know the words around it (prompts.h) and how a
/// prompt is put together (request.cc).
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

namespace epitome {

/// Their order is that of `kShapes` and of `summaryShapes` in js/core-options.ts.
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
     "What the user wants, and every limit, preference, approval and refusal they voiced and did "
     "not withdraw."},
    {"Done",
     "What was finished, each with the exact path of every file that was created, changed or "
     "deleted, and what was changed in it. Also what was read or measured, if the result still "
     "matters: state the result."},
    {"Decisions", "What was decided, and why; what was ruled out, and why."},
    {"Current state",
     "Where the work stands at the end: what was in progress, what runs or passes, what does not."},
    {"Open items", "What was still to be done, in order, as far as the data says so."},
    {"Errors and fixes",
     "What went wrong, with the message, what caused it, and what solved it or did not."},
};

inline constexpr Section kRecord[] = {
    {"Original task",
     "The request that the conversation began with, word for word; of a long one the sentences "
     "that decide what is to be done, word for word."},
    {"Completed work",
     "A table with the columns File or component | Action | What was done: one row for each file "
     "or component that was touched, with its exact path."},
    {"Key technical decisions",
     "One bullet for each choice that binds later work: designs, dependencies that were added, "
     "conventions that were followed, and why."},
    {"Current state", "Two lines: what is being worked on, and what was completed last."},
    {"Pending work", "A checklist (\"- [ ]\") of what is left, in order."},
    {"Errors and resolutions",
     "One line each: the error, then what resolved it, or that nothing has yet."},
};

inline constexpr Section kCheckpoint[] = {
    {"Goal", "What the user is after, in one or two sentences."},
    {"Constraints & Preferences",
     "Requirements, technical limits and preferences that were voiced and still hold."},
    {"Progress: Done", "Finished items (\"- [x]\") with the details that matter later."},
    {"Progress: In progress",
     "What was begun and is not finished (\"- [ ]\"), and how far it got."},
    {"Key Decisions", "Each decision in bold, then what was chosen over what, and why."},
    {"Conversation Dynamics",
     "How the two work together: the user's tone and what frustrated or pleased them, how they "
     "like to be answered, running references, what they were unsure about, and how they told the "
     "agent to behave."},
    {"Next Steps", "A numbered list of what comes next, in order."},
    {"Critical Context",
     "Whatever the work cannot go on without: file paths, names in code, endpoints, error "
     "messages, values."},
};

inline constexpr Section kRolling[] = {
    {"Decisions", "What was decided, and the reasons given."},
    {"Facts and preferences", "What was learned, and what the user said they like or want."},
    {"Open questions", "What was asked or promised and is neither answered nor done."},
    {"Where to go on", "What somebody who takes over now has to know beyond that."},
};

inline constexpr Section kNarrative[] = {
    {"The request", "what the user asked for at first, with every criterion and instruction"},
    {"Decisions", "each one, with its reasons"},
    {"Data", "figures, URLs, file paths, names and identifiers that may be needed again"},
    {"Evaluations", "scores, rankings and judgements that were reached, each with its object"},
    {"Status", "where the task stands, and what comes next"},
};

inline constexpr Section kBrief[] = {
    {"Decisions and agreements", "What was decided or agreed on."},
    {"User's goals", "What the user wants to achieve, and what one has to know about it."},
    {"Open items", "Questions without an answer, and what is still to be done."},
    {"Tool results that still matter", "What was found out, as a result and not as output."},
};

}  // namespace shapes

/// By SummaryShape.
inline constexpr Shape kShapes[kSummaryShapes] = {
    {.sections = shapes::kEpitome,
     .moves = "What was open at first and is reported as done later belongs under Done, once.",
     .priority = "open items, the current state and decisions; then paths, names and numbers; then "
                 "constraints. The details of the oldest finished work go first."},
    {.sections = shapes::kRecord,
     .title = "# Session record",
     .style = "Be dense: the table where it is asked for, bullet points elsewhere. No code blocks, "
              "unless the work cannot go on without that code.",
     .moves = "A pending item that was completed leaves the checklist and becomes a row of the "
              "table; several rows of one file become one. The original task stays as it is.",
     .priority = "the original task, pending work and the current state; then decisions; then the "
                 "table. Its oldest rows and the oldest resolved errors go first.",
     .recordsOpening = true},
    {.sections = shapes::kCheckpoint,
     .style = "Be exact rather than complete.",
     .moves = "What was in progress and is completed moves to Done; Next Steps follow from what "
              "was achieved; Conversation Dynamics take in every new sign of tone and preference.",
     .priority = "recent progress and decisions; then paths, errors and other critical context; "
                 "then constraints and preferences that still hold; then the dynamics. The oldest "
                 "items under Done go first.",
     .leastWords = 800,
     .mostWords = 1'200,
     .leastHeadings = 2},
    {.sections = shapes::kRolling,
     .style = "Leave out tool output, greetings, thanks and mere confirmations.",
     .moves = "A question that was answered leaves the open ones; its answer becomes a decision or "
              "a fact.",
     .priority = "open questions and what one needs to go on; then decisions with their reasons; "
                 "then facts and preferences. What nothing depends on any more goes first."},
    {.sections = shapes::kNarrative,
     .style = "Do not repeat raw tool output such as documents, pages or mails: say what was "
              "fetched and what it showed.",
     .moves = "Tell it as one story that ends with the newest status; what was next and is done is "
              "told as done.",
     .priority = "the request with its criteria, the status and what comes next; then evaluations "
                 "and data that may be needed; then decisions. How things came about goes first.",
     .headed = false,
     .recordsOpening = true},
    {.sections = shapes::kBrief,
     .style = "Be brief: a line for each item.",
     .moves = "What was open and is settled moves to the decisions or leaves.",
     .priority = "open items and the user's goals; then decisions; then tool results. Results that "
                 "nothing depends on any more go first."},
};

}  // namespace epitome
