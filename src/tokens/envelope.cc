/// The envelopes. Every row says where its numbers come from.
#include "tokens/envelope.h"

#include <array>

namespace epitome {
namespace {

constexpr std::array<Envelope, kFamilies> kEnvelopes = {{
    // kO200k. OpenAI's cookbook, "How to count tokens with tiktoken": 3 a message and 1 for its
    // role, 3 that prime the reply; a result is a message. Calls: two messages with a call and its
    // result were billed as 25 (developer forum, "Strange token cost calculation for tool_calls").
    // Definitions are TypeScript, and 9 once: measured for openai-chat-tokens, kept in
    // gpt-tokenizer.
    {.message = 4, .toolCall = 4, .toolResult = 4, .tool = 0, .tools = 9, .request = 3},
    // kCl100k. The same.
    {.message = 4, .toolCall = 4, .toolResult = 4, .tool = 0, .tools = 9, .request = 3},
    // kClaude. Results and calls: fitted to 359 and 438 of the bills of a recorded Claude 4.5
    // session: 12.8 a result; 61 a call and 0.76 for a token of its JSON, since arguments become
    // tags. Messages and request: the two examples of Anthropic's "Token counting" guide (14 and
    // 403 tokens). Tools: its table of tool use system prompts, 346 for the models since
    // Claude 3.7.
    {.message = 3,
     .toolCall = 61,
     .inputMilli = 760,
     .toolResult = 13,
     .tool = 0,
     .tools = 346,
     .request = 1},
    // kGemini. Google's "Understand and count tokens" counts a chat's texts and nothing else; calls
    // and results travel as structures, whose field names are taken as 8.
    {.message = 1, .toolCall = 8, .toolResult = 8, .tool = 4, .tools = 0, .request = 1},
    // kLlama3. The chat template of Llama 3.1: header, role and end of every message 5; begin of
    // text and the reply's header 5; a call is JSON with two keys; instructions before the tools.
    {.message = 5, .toolCall = 9, .toolResult = 5, .tool = 10, .tools = 80, .request = 5},
    // kQwen. The chat template of Qwen 2.5 and 3: start, role, end and two line feeds 5; calls and
    // results in tags; each definition in its wrapper; instructions around the tools.
    {.message = 5, .toolCall = 13, .toolResult = 9, .tool = 12, .tools = 90, .request = 3},
    // kDeepSeek. The chat template of DeepSeek V3: one or two marks a message; calls and results
    // between marks; instructions as for Qwen.
    {.message = 2, .toolCall = 14, .toolResult = 5, .tool = 12, .tools = 90, .request = 3},
}};

}  // namespace

const Envelope& envelopeOf(Family family) { return kEnvelopes[static_cast<uint8_t>(family)]; }

}  // namespace epitome
