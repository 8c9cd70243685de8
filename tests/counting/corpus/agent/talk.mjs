/**
 * What people and models say in agents' conversations: requests, plans, explanations, reasoning,
 * system prompts, and the logs of services they look at. Decides the phrases; names, code and
 * sentences are drawn.
 */

import { shellCommand } from './data.mjs';

const code = (d) => `\`${d.pick([d.identifier, d.path, () => `${d.identifier()}()`])()}\``;

const openings = [
  (d) => `Let me look at ${code(d)} to see how ${code(d)} is used.`,
  (d) => `I'll start by reading ${code(d)}, then check where ${code(d)} is defined.`,
  (d) =>
    `Now I understand the issue. ${code(d)} is called with ${code(d)} before it is ready, so the ${d.word()} never ${d.word()}.`,
  (d) =>
    `The test fails because ${code(d)} returns ${d.pick(['undefined', 'None', 'null', 'an empty list'])} when ${code(d)} is missing.`,
  (d) => `Good catch! You're right, ${code(d)} should use ${code(d)} instead.`,
  (_d) => `Let me run the tests to make sure everything still works:`,
  () => `Perfect! All tests pass now.`,
  (d) => `I've updated ${code(d)} so that it no longer depends on ${code(d)}.`,
  () => `Let me check that.`,
  (d) => `Next, I need to find all the places where ${code(d)} is imported.`,
  (d) => `Found it. The problem is on line ${d.between(2, 900)} of ${code(d)}:`,
  (_d) => `First, let's explore the repository structure to understand what we're working with.`,
  (d) => `I see that ${code(d)} has changed. Let me fix the type error by adding ${code(d)}.`,
  (d) =>
    `Thought: I should search for "${d.word()} ${d.word()}" and compare the results.\nAction: ${d.word()}_${d.word()}\nAction Input: {"query": "${d.word()} ${d.word()}"}`,
];

const requests = [
  (d) => `fix the bug in ${d.path()} where ${d.identifier()} doesn't ${d.word()}`,
  (d) => `ok now add a test for ${d.identifier()} and commit`,
  (d) => `can you read ${d.path()} in full and tell me what ${d.identifier()} does?`,
  (d) => `no, i want the ${d.word()} to be above the ${d.word()}, not below it`,
  (d) =>
    `Hi, I'd like to change my flight from ${d.faker.location.city()} to ${d.faker.location.city()} on ${d.faker.date.month()} ${d.between(1, 28)}.`,
  (d) =>
    `My name is ${d.faker.person.fullName()} and my user id is ${d.faker.internet.username().toLowerCase()}_${d.digits(4)}.`,
  (d) =>
    `I want to return the ${d.faker.commerce.productName().toLowerCase()} from order #W${d.digits(7)}, please. It doesn't fit.`,
  (d) => `Yes, please go ahead and use the gift card ending in ${d.digits(4)}.`,
  () => `Thanks, that's all I need.`,
  () => `yes`,
  (d) =>
    `Could you recommend some ${d.faker.commerce.department().toLowerCase()} products under $${d.between(20, 900)} for my ${d.pick(['mother', 'friend', 'team', 'wedding anniversary'])}? Please also give me the latest reviews.`,
  (d) =>
    `I'm planning a trip to ${d.faker.location.city()} with my family. Can you find hotels, the weather forecast for the next ${d.between(2, 9)} days and flights from ${d.faker.location.city()}?`,
  (d) => `why does ${d.identifier()} return ${d.word()} here? it worked before ${d.hex(7)}`,
  (d) =>
    `${d.sentence()} ${d.sentence()} Please implement this and make sure that the existing tests pass.`,
  () =>
    `I'm sorry, I don't have that information with me. Is there another way you can look it up?`,
];

const replies = [
  (d) =>
    `I found your reservation. Here are the details:\n\n- **Reservation ID**: ${d.letters('ABCDEFGHJKLMNPQRSTUVWXYZ0123456789', 6)}\n- **Passenger**: ${d.faker.person.fullName()}\n- **Flight**: ${d.letters('ABCDEFGHIJKLMNOPQRSTUVWXYZ', 3)}${d.digits(3)} on ${d.faker.date.month()} ${d.between(1, 28)}, departing at ${d.between(1, 12)}:${d.digits(1)}0 ${d.pick(['AM', 'PM'])} EST\n- **Total**: $${d.between(50, 2000)}\n\nWould you like to proceed with these changes (yes/no)?`,
  (d) =>
    `To help you with this, I need your ${d.word()} ID and the ${d.word()} number. Could you please provide them?`,
  (d) =>
    `Your refund of $${d.between(10, 900)}.${d.digits(2)} will be processed within 5 to 7 business days. Is there anything else I can help you with today?`,
  (_d) =>
    `I'm sorry, but basic economy tickets can't be changed after booking. I can cancel the reservation if it was made within the last 24 hours.`,
  (d) =>
    `Here's what I found:\n\n1. **${d.faker.commerce.productName()}** ($${d.between(5, 900)}): ${d.faker.commerce.productDescription()}\n2. **${d.faker.commerce.productName()}** ($${d.between(5, 900)}): ${d.faker.commerce.productDescription()}\n3. **${d.faker.commerce.productName()}** ($${d.between(5, 900)}): ${d.faker.commerce.productDescription()}`,
];

const fenced = (d) =>
  `\`\`\`${d.pick(['ts', 'python', 'bash', 'cpp', '', 'json'])}\n${d.lines(d.between(2, 16)).join('\n')}\n\`\`\``;

function assistant(d) {
  const parts = d.repeat(1, 7, () =>
    d.pick([
      () => d.pick(openings)(d),
      () => d.pick(openings)(d),
      () => d.pick(replies)(d),
      () => d.sentence(),
      () => `${d.sentence()} ${d.sentence()}`,
      () => fenced(d),
      () =>
        `## ${d.sentence().slice(0, 50)}\n\n${d.repeat(2, 6, (index) => `${index + 1}. **${d.word()} ${d.word()}**: ${d.sentence()}`).join('\n')}`,
      () => d.repeat(2, 6, () => `- ${code(d)}: ${d.sentence()}`).join('\n'),
      () => `\`\`\`\n${shellCommand(d)}\n\`\`\``,
    ])(),
  );
  return parts.join('\n\n');
}

const user = (d) => d.repeat(1, 4, () => d.pick(requests)(d)).join(d.pick([' ', '\n', '\n\n']));

const reasoning = (d) =>
  d
    .repeat(2, 14, () =>
      d.pick([
        () => `The user wants me to ${d.word()} the ${d.word()} in ${d.path()}.`,
        () => `Wait, ${d.identifier()} takes ${d.between(2, 5)} arguments, so that can't be it.`,
        () => `Let me think about what happens when ${d.identifier()} is called twice.`,
        () =>
          `Actually, looking at line ${d.between(2, 900)}, the ${d.word()} is only set if ${d.identifier()} is true.`,
        () =>
          `So I need to (a) ${d.word()} the ${d.word()}, (b) update ${d.identifier()}, and (c) run the tests again.`,
        () => d.sentence(),
      ])(),
    )
    .join(d.pick([' ', '\n\n']));

function systemPrompt(d) {
  const heading = d.pick([
    (name) => `# ${name}`,
    (name) => `## ${name}`,
    (name) => `<${name.toUpperCase().replaceAll(' ', '_')}>`,
    (name) => `${name.toUpperCase()}:`,
  ]);
  const head = d.pick([
    'You are a helpful assistant that can interact with a computer to solve tasks.',
    'You are a coding agent. You have access to tools for reading, editing and running files.',
    'You are a customer service agent who follows the policy below.',
    `The current time is ${d.date().toISOString()}.`,
  ]);
  const sections = d.repeat(1, 8, () => {
    const name = `${d.word()} ${d.word()}`;
    const rules = d.repeat(
      2,
      8,
      () =>
        `${d.pick(['- ', '* '])}${d.pick(['Always ', 'Never ', 'You should ', 'Do not ', ''])}${d.sentence()}`,
    );
    return `${heading(name)}\n${d.chance(0.4) ? `${d.sentence()}\n` : ''}${rules.join(d.chance(0.3) ? '\n\n' : '\n')}`;
  });
  return `${head}\n\n${sections.join('\n\n')}`;
}

const task = (d) =>
  `<uploaded_files>\n/testbed\n</uploaded_files>\nI've uploaded a code repository in the directory /testbed. Consider the following issue description:\n\n<issue_description>\n${d.sentence().slice(0, 80)}\n\n### Steps to reproduce\n\n${fenced(d)}\n\n### Expected\n\n${d.sentence()}\n\n### Versions\n\n${d.repeat(2, 8, () => `${d.word()}: ${d.between(0, 20)}.${d.between(0, 20)}.${d.between(0, 20)}`).join('\n')}\n</issue_description>\n\nCan you help me implement the necessary changes so that the issue is resolved?`;

const level = (d) => d.pick(['INFO', 'INFO', 'DEBUG', 'WARN', 'ERROR']);
const address = (d) => d.faker.internet.ipv4();
const stamp = (d) => d.date().toISOString();

function log(d) {
  const row = d.pick([
    () =>
      `${stamp(d).replace('T', ' ').slice(0, 23).replace('.', ',')} ${level(d)} ${d.word()}.${d.word()}.${d.identifier()}: ${d.sentence().slice(0, 90)}`,
    () =>
      `${address(d)} - - [${String(d.between(1, 28)).padStart(2, '0')}/Mar/2025:${stamp(d).slice(11, 19)} +0000] "${d.pick(['GET', 'POST'])} /${d.path()} HTTP/1.1" ${d.pick([200, 200, 301, 404, 500])} ${d.between(100, 90000)} "-" "${d.faker.internet.userAgent()}"`,
    () =>
      `{"level":"${level(d).toLowerCase()}","time":${d.date().getTime()},"pid":${d.between(1, 40000)},"hostname":"${d.word()}-${d.hex(8)}","msg":"${d.word()} ${d.word()}","reqId":"${d.hex(16)}"}`,
    () =>
      `Mar ${String(d.between(1, 28)).padStart(2)} ${stamp(d).slice(11, 19)} ${d.word()} ${d.pick(['sshd', 'systemd', 'kernel', 'cron', d.word()])}[${d.between(100, 40000)}]: ${d.sentence().slice(0, 70)} ${address(d)} port ${d.between(1024, 65000)}`,
    () =>
      `[${(d.next() * 9000).toFixed(6).padStart(12)}] ${d.word()} 0000:${d.hex(2)}:${d.hex(2)}.0: ${d.word()} [mem 0x${d.hex(8)}-0x${d.hex(8)} ${d.word()}]`,
    () =>
      `${d.digits(6)} ${d.digits(6)} ${d.between(10, 9000)} ${level(d)} dfs.${d.identifier()}: Receiving block blk_${d.chance(0.5) ? '-' : ''}${d.digits(19)} src: /${address(d)}:${d.between(1024, 65000)} dest: /${address(d)}:50010`,
    () =>
      `${stamp(d)} [${level(d)}] [${d.word()}-${d.between(1, 30)}] ${d.identifier()}#${d.identifier()} took ${d.between(1, 9000)}ms traceId=${d.hex(32)} spanId=${d.hex(16)}`,
    () =>
      `time="${stamp(d)}" level=${level(d).toLowerCase()} msg="${d.sentence().slice(0, 60)}" ${d.word()}=${d.between(1, 9000)} ${d.word()}=${d.word()}`,
    () =>
      `[${stamp(d).slice(0, 10)} ${stamp(d).slice(11, 19)}] ${d.word()}.${level(d)}: ${d.sentence().slice(0, 60)} {"user_id":${d.between(1, 9e5)},"ip":"${address(d)}"} []`,
    () =>
      `I${d.digits(4)} ${stamp(d).slice(11, 23)}123    ${d.between(100, 9999)} ${d.word()}.go:${d.between(10, 900)}] "${d.word()} ${d.word()}" ${d.word()}="${d.word()}/${d.word()}-${d.hex(10)}"`,
  ]);
  return d.repeat(1, 40, row).join('\n');
}

/** Kinds of talk by name; the value says how much of it there is. */
export const talkKinds = {
  assistant: [assistant, 5],
  user: [user, 2],
  reasoning: [reasoning, 2],
  systemPrompt: [systemPrompt, 2],
  task: [task, 1],
  logs: [log, 3],
};
