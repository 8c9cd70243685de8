/**
 * Tools by which an agent asks the user. Their names alone are listed, as their makers give them; a
 * pattern would let any server name a tool so that its output counts as the user's words.
 */
export const questionTools: readonly string[] = [
  'AskUserQuestion',
  'ask_user_question',
  'ask_user',
  'askUser',
  'askUserQuestion',
  'ask_followup_question',
  'ask_question',
  'ask_questions',
  'vscode_askQuestions',
  'ask_human',
  'askForConfirmation',
  'clarify',
  'human_input',
  'human_assistance',
  'question',
  'request_user_input',
];
