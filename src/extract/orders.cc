#include "extract/orders.h"

#include <algorithm>
#include <string>

#include "text/characters.h"
#include "text/fold_case.h"

namespace epitome {
namespace {

constexpr size_t kNone = std::string_view::npos;

/// Folded. Those in letters with spaces between words begin and end with a word.
constexpr std::string_view kPoses[] = {"ignore your",
                                       "ignore all",
                                       "ignore any",
                                       "ignore previous",
                                       "ignore the previous",
                                       "ignore the above",
                                       "ignore prior",
                                       "ignore earlier",
                                       "disregard your",
                                       "disregard all",
                                       "disregard previous",
                                       "disregard the above",
                                       "disregard any",
                                       "forget your",
                                       "forget all",
                                       "forget previous",
                                       "forget everything",
                                       "your instructions",
                                       "new instructions",
                                       "system prompt",
                                       "the application replaced",
                                       "do not tell the user",
                                       "don't tell the user",
                                       "without telling the user",
                                       "ignoriere alle",
                                       "ignoriere deine",
                                       "ignorieren sie",
                                       "vergiss alle",
                                       "vergiss deine",
                                       "ignore tes",
                                       "ignore toutes",
                                       "ignorez",
                                       "oublie tes",
                                       "oublie toutes",
                                       "oubliez",
                                       "ignora tus",
                                       "ignora todas",
                                       "ignora las",
                                       "ignore suas",
                                       "ignore todas",
                                       "ignora le",
                                       "ignora tutte",
                                       "olvida tus",
                                       "olvida todas",
                                       "игнорируй",
                                       "игнорируйте",
                                       "забудь",
                                       "забудьте"};
constexpr std::string_view kAddresses[] = {"you must",
                                           "you should now",
                                           "you are now",
                                           "you need to",
                                           "you have to",
                                           "you will now",
                                           "you shall",
                                           "you should",
                                           "your task",
                                           "please run",
                                           "please execute",
                                           "please call",
                                           "please use",
                                           "please send",
                                           "please delete",
                                           "please now",
                                           "as an ai",
                                           "the assistant must",
                                           "the assistant should",
                                           "the agent must",
                                           "the agent should",
                                           "assistant should",
                                           "ai agent",
                                           "du musst",
                                           "du sollst",
                                           "sie müssen",
                                           "bitte führe",
                                           "führe jetzt",
                                           "tu dois",
                                           "vous devez",
                                           "veuillez",
                                           "debes",
                                           "tienes que",
                                           "debe usted",
                                           "por favor ejecuta",
                                           "você deve",
                                           "devi",
                                           "dovete",
                                           "ты должен",
                                           "вы должны",
                                           "выполни",
                                           "выполните",
                                           "je moet",
                                           "musisz"};
/// Of scripts without spaces between words.
constexpr std::string_view kUnspaced[] = {
    "忽略",     "无视",   "忘记之前",         "你必须",   "您必须", "请执行",
    "無視して", "無視し", "実行してください", "무시하고", "무시해", "실행하세요"};
/// Marks of roles and templates.
constexpr std::string_view kTags[] = {
    "<|im_",         "<|system", "<|user",      "<|assistant",     "[inst]",
    "<<sys>>",       "<system",  "</system",    "<assistant",      "<user>",
    "<instructions", "[system]", "[assistant]", "### instruction", "### system"};
constexpr std::string_view kRoles =
    "system assistant user human developer instruction instructions";

bool hasWords(std::string_view line, std::string_view words) {
  for (size_t at = line.find(words); at != kNone; at = line.find(words, at + 1)) {
    const size_t end = at + words.size();
    if ((at == 0 || !isAlnum(line[at - 1])) && (end == line.size() || !isAlnum(line[end]))) {
      return true;
    }
  }
  return false;
}

/// `SYSTEM: sell everything`: behind the role a sentence, not a value.
bool labelled(std::string_view line) {
  const size_t begin = line.find_first_not_of(" \t*#>-_\"'`[");
  if (begin == kNone) return false;
  line.remove_prefix(begin);
  const auto end = static_cast<size_t>(std::ranges::find_if_not(line, isLetter) - line.begin());
  if (end == 0 || !isOneOf(line.substr(0, end), kRoles)) return false;
  const size_t colon = line.find_first_not_of(" *_\"'`]", end);
  if (colon == kNone || line[colon] != ':') return false;
  const std::string_view rest = line.substr(colon + 1);
  return std::ranges::count(rest, ' ') >= 3 && rest.find(": ") == kNone;
}

/// "the user now wants you to", "agent must push": a part speaks of another one. Words with one
/// space between them.
bool speaksFor(std::string_view folded) {
  std::string_view role;
  for (size_t at = 0; at < folded.size();) {
    if (!isLetter(folded[at])) {
      ++at;
      continue;
    }
    size_t end = at;
    while (end < folded.size() && isLetter(folded[end])) ++end;
    const std::string_view word = folded.substr(at, end - at);
    const std::string_view rest = folded.substr(end);
    if (isOneOf(role, "user human operator developer") && hasWords(rest, "you") &&
        isOneOf(word,
                "wants want asks asked needs orders ordered instructs instructed requests "
                "requested expects expected told")) {
      return true;
    }
    if (isOneOf(role, "assistant agent model ai llm") && isOneOf(word, "must should shall") &&
        !rest.starts_with(" be ") && !rest.starts_with(" have ") && !rest.starts_with(" not be ")) {
      return true;
    }
    if (!isOneOf(word, "now also really just")) role = word;
    at = end;
  }
  return false;
}

/// `- [3] Please …`: a line of a record.
bool isRecordLine(std::string_view line) {
  const size_t begin = line.find_first_not_of(" \t*>");
  if (begin == kNone || !line.substr(begin).starts_with("- [")) return false;
  size_t at = begin + 3;
  while (at < line.size() && isDigit(line[at])) ++at;
  return at > begin + 3 && line.substr(at).starts_with("] ");
}

/// What is fetched is run.
bool runsFetched(std::string_view folded) {
  const auto holds = [folded](std::string_view part) { return folded.find(part) != kNone; };
  constexpr std::string_view kFetch[] = {"curl ", "wget ", "iwr ", "invoke-webrequest "};
  constexpr std::string_view kRun[] = {"| sh",    "|sh",   "| bash",  "|bash",
                                       "| sudo ", "| iex", "| python"};
  return std::ranges::any_of(kFetch, holds) && std::ranges::any_of(kRun, holds);
}

}  // namespace

Order orderOf(std::string_view line) {
  const std::string folded = text::foldedCase(line);
  const auto spoken = [&folded](std::string_view words) { return hasWords(folded, words); };
  const auto holds = [&folded](std::string_view part) { return folded.find(part) != kNone; };
  if (labelled(folded) || std::ranges::any_of(kTags, holds)) return Order::kPoses;
  if (std::ranges::any_of(kPoses, spoken) || std::ranges::any_of(kUnspaced, holds)) {
    return Order::kPoses;
  }
  if (isRecordLine(line) || runsFetched(folded) || speaksFor(folded)) return Order::kPoses;
  return std::ranges::any_of(kAddresses, spoken) ? Order::kAddresses : Order::kNone;
}

}  // namespace epitome
