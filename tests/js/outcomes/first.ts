/**
 * Results of tools as common agents, servers and APIs give them, and what each says of its call. Written down
 * before the judgement that they are held against.
 */
import type { Result } from './result.ts';

const text = (
  outcome: Result['outcome'],
  tool: string,
  input: Record<string, unknown>,
  value: string,
): Result => ({ tool, input, output: { type: 'text', value }, outcome });

const json = (
  outcome: Result['outcome'],
  tool: string,
  input: Record<string, unknown>,
  value: unknown,
): Result => ({ tool, input, output: { type: 'json', value }, outcome });

const edit = { file_path: 'lib/core.ts', old_string: 'a', new_string: 'b' };
const patch = { input: '*** Begin Patch\n*** Update File: src/a.py\n@@\n-x\n+y\n*** End Patch' };

/** Edits that were refused, and edits that were made. */
const edits: Result[] = [
  text('failed', 'Edit', edit, 'String to replace not found in file.\nString: a'),
  text(
    'failed',
    'Edit',
    edit,
    '<tool_use_error>File has been modified since read, either by the user or by a linter. Read it again before attempting to write it.</tool_use_error>',
  ),
  text(
    'failed',
    'Edit',
    edit,
    '<tool_use_error>File has not been read yet. Read it first before writing to it.</tool_use_error>',
  ),
  text(
    'failed',
    'Edit',
    edit,
    'Found 3 matches of the string to replace, but replace_all is false. To replace all occurrences, set replace_all to true.',
  ),
  text(
    'failed',
    'Edit',
    edit,
    'No changes to make: old_string and new_string are exactly the same.',
  ),
  text(
    'failed',
    'apply_patch',
    patch,
    'apply_patch verification failed: Failed to find expected lines in src/a.py:\nx',
  ),
  text(
    'failed',
    'apply_patch',
    patch,
    "Invalid patch: The last line of the patch must be '*** End Patch'",
  ),
  text(
    'failed',
    'replace_in_file',
    { path: 'src/a.ts', diff: '<<<<<<< SEARCH' },
    'The tool execution failed with the following error:\n<error>\nThe SEARCH block:\nfoo\n...does not match anything in the file.\n</error>',
  ),
  text(
    'failed',
    'apply_diff',
    { path: 'src/a.ts', diff: 'x' },
    '<error>\n<file>src/a.ts</file>\nNo sufficiently similar match found at line: 12 (62% similar, needs 100%)\n</error>',
  ),
  text(
    'failed',
    'str_replace_editor',
    { command: 'str_replace', path: '/r/a.py', old_str: 'x', new_str: 'y' },
    'No replacement was performed, old_str `x` did not appear verbatim in /r/a.py.',
  ),
  text(
    'failed',
    'str_replace_editor',
    { command: 'str_replace', path: '/r/a.py', old_str: 'x', new_str: 'y' },
    'No replacement was performed. Multiple occurrences of old_str `x` in lines [3, 19]. Please ensure it is unique',
  ),
  text(
    'failed',
    'str_replace_editor',
    { command: 'create', path: '/r/a.py', file_text: 'x' },
    'ERROR:\nFile already exists at: /r/a.py. Cannot overwrite files using command `create`.',
  ),
  text(
    'failed',
    'write_file',
    { path: 'out/report.md', content: 'x' },
    "EACCES: permission denied, open 'out/report.md'",
  ),
  text(
    'failed',
    'write_file',
    { path: '/etc/hosts', content: 'x' },
    'Access denied - path outside allowed directories: /etc/hosts not in /home/dev',
  ),
  text(
    'failed',
    'edit_file',
    { path: 'src/b.ts', edits: [] },
    'Could not find exact match for edit:\nconst a = 1;',
  ),
  text(
    'failed',
    'replace',
    { file_path: 'src/c.go', old_string: 'x', new_string: 'y' },
    'Failed to edit, 0 occurrences found for old_string in src/c.go. No edits made. The exact text in old_string was not found.',
  ),
  text(
    'failed',
    'search_replace',
    { file_path: 'src/d.rs' },
    'The string to replace was not found in the file, even after relaxing whitespace.',
  ),
  text(
    'failed',
    'write_to_file',
    { path: 'src/e.ts', content: 'x' },
    'The user denied this operation.',
  ),
  json('failed', 'write_file', { path: 'a.txt' }, { success: false, error: 'disk quota exceeded' }),
  json(
    'failed',
    'update_file',
    { path: 'a.txt' },
    { ok: false, reason: 'conflict', currentSha: '0f3a' },
  ),
  text(
    'done',
    'Edit',
    edit,
    "The file lib/core.ts has been updated. Here's the result of running `cat -n` on a snippet of the edited file:\n     1\tthrow new Error('failed');",
  ),
  text(
    'done',
    'Write',
    { file_path: 'docs/errors.md' },
    'File created successfully at: docs/errors.md',
  ),
  text(
    'done',
    'MultiEdit',
    { file_path: 'lib/core.ts' },
    'Applied 3 edits to lib/core.ts:\n1. Replaced "onError" with "onFailure"',
  ),
  text('done', 'apply_patch', patch, 'Success. Updated the following files:\nM src/a.py'),
  json('done', 'apply_patch', patch, {
    output: 'Success. Updated the following files:\nM src/a.py\n',
    metadata: { exit_code: 0, duration_seconds: 0.1 },
  }),
  text(
    'done',
    'str_replace_editor',
    { command: 'str_replace', path: '/r/a.py' },
    "The file /r/a.py has been edited. Here's the result of running `cat -n` on a snippet of /r/a.py:\n12\traise ValueError('not found')",
  ),
  text('done', 'write_file', { path: 'out/report.md' }, 'Successfully wrote to out/report.md'),
  text(
    'done',
    'replace',
    { file_path: 'src/c.go' },
    'Successfully modified file: src/c.go (2 replacements).',
  ),
  text(
    'done',
    'write_to_file',
    { path: 'src/e.ts' },
    "The content was successfully saved to src/e.ts.\n\nNew problems detected after saving the file:\nsrc/e.ts\n- [ts Error] Line 3: Cannot find name 'foo'.",
  ),
  json('done', 'write_file', { path: 'a.txt' }, { success: true, bytesWritten: 120 }),
  json('done', 'create_file', { path: 'a.txt' }, { path: 'a.txt', created: true, error: null }),
  json(
    'done',
    'edit_file',
    { path: 'src/b.ts' },
    { ok: true, errors: [], warnings: ['unused import'] },
  ),
  text('done', 'delete_file', { path: 'tmp/x' }, 'Successfully deleted tmp/x'),
  text(
    'failed',
    'delete_file',
    { path: 'tmp/x' },
    "ENOENT: no such file or directory, unlink 'tmp/x'",
  ),
  text('unsaid', 'edit_file', { path: 'src/b.ts' }, ''),
  text('unsaid', 'write_file', { path: 'out/a.json' }, 'null'),
];

/** Commands: an exit code first, then what is printed. */
const commands: Result[] = [
  text(
    'failed',
    'Bash',
    { command: 'npm test' },
    'Exit code 1\n> jest\nTests: 3 failed, 41 passed, 44 total',
  ),
  json(
    'failed',
    'shell',
    { command: ['bash', '-lc', 'make'] },
    {
      output: "make: *** No rule to make target 'all'.  Stop.\n",
      metadata: { exit_code: 2, duration_seconds: 0.0 },
    },
  ),
  text(
    'failed',
    'shell',
    { command: ['pytest', '-q'] },
    'Exit code: 1\nWall time: 3.1 seconds\nOutput:\n1 failed, 12 passed in 2.90s',
  ),
  text(
    'failed',
    'execute_command',
    { command: 'cargo build' },
    'Command executed in terminal within working directory /r. Exit code: 101\nOutput:\nerror[E0425]: cannot find value `x` in this scope',
  ),
  text(
    'failed',
    'execute_bash',
    { command: 'pip install nothere' },
    'ERROR: No matching distribution found for nothere\n[The command completed with exit code 1.]',
  ),
  text(
    'failed',
    'run_shell_command',
    { command: 'git push' },
    'Command: git push\nDirectory: (root)\nStdout: (empty)\nStderr: fatal: The current branch x has no upstream branch.\nError: (none)\nExit Code: 128\nSignal: (none)',
  ),
  json(
    'failed',
    'run_command',
    { command: 'kubectl apply -f x.yaml' },
    { stdout: '', stderr: 'error validating "x.yaml"', exitCode: 1 },
  ),
  json(
    'failed',
    'exec',
    { cmd: 'terraform apply' },
    { returncode: 1, stdout: '', stderr: 'Error: Invalid provider configuration' },
  ),
  json(
    'failed',
    'run_code',
    { code: 'f()' },
    { status: 'error', ename: 'NameError', evalue: "name 'f' is not defined", traceback: [] },
  ),
  json(
    'failed',
    'run_in_terminal',
    { command: 'yarn build' },
    { success: false, timedOut: true, stdout: 'building…' },
  ),
  text('failed', 'Bash', { command: 'sleep 600' }, 'Command timed out after 2m 0.0s'),
  text('failed', 'bash', { command: 'foo' }, 'bash: foo: command not found'),
  text(
    'failed',
    'bash',
    { command: 'cat nothere.txt' },
    'cat: nothere.txt: No such file or directory',
  ),
  text(
    'failed',
    'python',
    { code: 'x' },
    'Traceback (most recent call last):\n  File "<stdin>", line 1, in <module>\nNameError: name \'x\' is not defined',
  ),
  text('done', 'Bash', { command: 'npm test' }, '> jest\nTests: 44 passed, 44 total\nerrors: 0'),
  json(
    'done',
    'shell',
    { command: ['bash', '-lc', 'grep -rn ERROR logs'] },
    {
      output: 'logs/a.log:3: ERROR failed to connect\n',
      metadata: { exit_code: 0, duration_seconds: 0.0 },
    },
  ),
  text(
    'done',
    'shell',
    { command: ['pytest', '-q'] },
    'Exit code: 0\nWall time: 3.1 seconds\nOutput:\n13 passed in 2.90s',
  ),
  json(
    'done',
    'run_command',
    { command: 'ls' },
    { stdout: 'error.log\nfailed.txt\n', stderr: '', exitCode: 0 },
  ),
  json(
    'done',
    'exec',
    { cmd: 'make' },
    { returncode: 0, stdout: 'cc -c fail.c', stderr: 'warning: unused variable' },
  ),
  text(
    'done',
    'execute_bash',
    { command: 'make test' },
    '0 failed, 12 passed\n[The command completed with exit code 0.]',
  ),
  text(
    'done',
    'run_shell_command',
    { command: 'git push' },
    'Command: git push\nDirectory: (root)\nStdout: (empty)\nStderr: To github.com:a/b\nError: (none)\nExit Code: 0\nSignal: (none)',
  ),
  json('done', 'run_code', { code: 'print(1)' }, { status: 'ok', stdout: '1\n', error: null }),
  text(
    'done',
    'Bash',
    { command: 'git commit -m "Fix the failed login"' },
    '[main 3f2a91c] Fix the failed login\n 2 files changed, 10 insertions(+)',
  ),
  text(
    'done',
    'Bash',
    { command: 'git status' },
    'On branch main\nnothing to commit, working tree clean',
  ),
  // An exit of 1 that answers a question is no failure.
  json(
    'done',
    'shell',
    { command: ['bash', '-lc', 'grep -n foo src/a.ts'] },
    { output: '', metadata: { exit_code: 1, duration_seconds: 0.0 } },
  ),
  json(
    'done',
    'shell',
    { command: ['bash', '-lc', 'diff a.txt b.txt'] },
    { output: '1c1\n< x\n---\n> y\n', metadata: { exit_code: 1, duration_seconds: 0.0 } },
  ),
  text('done', 'bash', { command: 'git diff --quiet' }, 'Exit code: 1'),
  text('unsaid', 'Bash', { command: 'true' }, ''),
  text(
    'unsaid',
    'bash',
    { command: 'cat src/errors.ts' },
    "export class NotFound extends Error {}\nthrow new NotFound('failed');",
  ),
  text(
    'unsaid',
    'Bash',
    { command: 'tail -3 logs/app.log' },
    '12:00 INFO up\n12:01 ERROR upstream 502\n12:02 INFO up',
  ),
];

/** Reads, searches and pages. */
const reads: Result[] = [
  text(
    'failed',
    'Read',
    { file_path: 'big.json' },
    'File content (48211 tokens) exceeds maximum allowed tokens (25000). Please use offset and limit parameters to read specific portions of the file.',
  ),
  text('failed', 'Read', { file_path: 'src' }, 'EISDIR: illegal operation on a directory, read'),
  text(
    'failed',
    'Read',
    { file_path: 'nothere.ts' },
    '<tool_use_error>File does not exist.</tool_use_error>',
  ),
  text(
    'failed',
    'read_file',
    { path: '.env' },
    'Access to .env is denied by the workspace settings.',
  ),
  text('failed', 'read_file', { path: 'a.bin' }, 'Error: cannot read binary file a.bin'),
  text(
    'failed',
    'read_text_file',
    { path: 'x' },
    "Error: ENOENT: no such file or directory, open '/home/dev/x'",
  ),
  json(
    'failed',
    'get_file_contents',
    { path: 'x' },
    { message: 'Not Found', documentation_url: 'https://docs.github.com/rest', status: '404' },
  ),
  text('failed', 'WebFetch', { url: 'https://a.example/' }, 'Request failed with status code 403'),
  text(
    'failed',
    'fetch',
    { url: 'https://a.example/' },
    'Failed to fetch https://a.example/ - status code 500',
  ),
  json(
    'failed',
    'web_fetch',
    { url: 'https://a.example/' },
    { type: 'web_fetch_tool_result_error', error_code: 'url_not_accessible' },
  ),
  json(
    'failed',
    'http_get',
    { url: 'https://a.example/' },
    { status: 404, statusText: 'Not Found', body: '' },
  ),
  json(
    'failed',
    'browser_navigate',
    { url: 'https://a.example/' },
    { error: 'net::ERR_NAME_NOT_RESOLVED' },
  ),
  json(
    'failed',
    'scrape',
    { url: 'https://a.example/' },
    { success: false, error: 'Request timed out' },
  ),
  text(
    'done',
    'WebFetch',
    { url: 'https://a.example/errors' },
    '# Errors\n\nEvery failed request has an error code. 404 means not found.',
  ),
  json(
    'done',
    'http_get',
    { url: 'https://a.example/' },
    { status: 200, statusText: 'OK', body: '{"error":"none so far"}' },
  ),
  json(
    'done',
    'scrape',
    { url: 'https://a.example/' },
    { success: true, data: { markdown: 'Error handling' } },
  ),
  text(
    'done',
    'Read',
    { file_path: 'src/errors.ts' },
    "     1\texport const failed = 'error';\n     2\tthrow new Error(failed);",
  ),
  text(
    'done',
    'read_file',
    { path: 'test.log' },
    'FAILED tests/a.py::test_b - AssertionError\n1 failed, 3 passed',
  ),
  text('done', 'Grep', { pattern: 'error' }, 'src/a.ts:3:  console.error("failed")'),
  text('done', 'Glob', { pattern: '**/*error*' }, 'src/error.ts\nsrc/failure.ts'),
  text('done', 'Grep', { pattern: 'nothere' }, 'No matches found'),
  text('done', 'Glob', { pattern: '*.zig' }, 'No files found'),
  json('done', 'search_code', { q: 'x' }, { total_count: 0, incomplete_results: false, items: [] }),
  json('done', 'web_search', { query: 'error 137' }, [
    { title: 'Exit code 137 explained', url: 'https://a.example/' },
  ]),
];

/** Deeds of servers and of an agent's own tools. */
const deeds: Result[] = [
  json(
    'failed',
    'cancel_order',
    { order_id: 'W-88213' },
    { success: false, message: 'already shipped' },
  ),
  json('failed', 'send_email', { to: 'a@a.example' }, { ok: false }),
  json(
    'failed',
    'charge_card',
    { amount: 4820 },
    { status: 'failed', decline_code: 'insufficient_funds' },
  ),
  json('failed', 'create_booking', { room: 7 }, { status: 'error', detail: 'no room left' }),
  json('failed', 'update_user', { id: 5 }, { status: 409, message: 'the name is taken' }),
  json(
    'failed',
    'create_issue',
    { title: 'x' },
    { id: null, error: 'validation failed', fields: ['title'] },
  ),
  json(
    'failed',
    'transfer',
    { amount: 5 },
    { code: 'LIMIT_EXCEEDED', error: { message: 'over the daily limit' } },
  ),
  json('failed', 'deploy', { target: 'prod' }, { state: 'FAILED', url: null }),
  json(
    'failed',
    'query',
    { sql: 'select 1' },
    { errors: [{ message: 'relation "x" does not exist' }], data: null },
  ),
  json(
    'failed',
    'slack_post_message',
    { channel: 'C1' },
    { ok: false, error: 'channel_not_found' },
  ),
  json('failed', 'delete_record', { id: 9 }, { deleted: false, reason: 'in use' }),
  json('failed', 'book_flight', { id: 'HAT001' }, { result: 'failure', why: 'sold out' }),
  json(
    'failed',
    'run_workflow',
    { id: 3 },
    { conclusion: 'failure', html_url: 'https://a.example/3' },
  ),
  json(
    'failed',
    'mcp_call',
    { name: 'x' },
    { isError: true, content: [{ type: 'text', text: 'the server is not connected' }] },
  ),
  json(
    'failed',
    'mcp_call',
    { name: 'x' },
    { content: [{ type: 'text', text: 'unknown tool' }], isError: true },
  ),
  {
    tool: 'refund',
    input: { id: 4 },
    output: { type: 'error-text', value: 'the refund window is over' },
    outcome: 'failed',
  },
  {
    tool: 'refund',
    input: { id: 4 },
    output: { type: 'error-json', value: { code: 7 } },
    outcome: 'failed',
  },
  text(
    'failed',
    'cancel_pending_order',
    { order_id: '#W1' },
    'Error: non-pending order cannot be cancelled',
  ),
  text(
    'failed',
    'modify_address',
    { order_id: '#W1' },
    'Could not change the address: the parcel is on its way.',
  ),
  text(
    'failed',
    'create_event',
    { title: 'x' },
    'Unable to create the event: the calendar is read-only.',
  ),
  text('failed', 'upload', { name: 'x' }, 'Upload failed: 413 Payload Too Large'),
  text('failed', 'memory_save', { text: 'x' }, 'Request rejected: quota of 100 notes reached'),
  text(
    'failed',
    'browser_click',
    { ref: 'e12' },
    'Error: Ref e12 not found in the current page snapshot. Try capturing new snapshot.',
  ),
  text(
    'failed',
    'query',
    { sql: 'selec 1' },
    'ERROR:  syntax error at or near "selec"\nLINE 1: selec 1',
  ),
  json(
    'done',
    'cancel_order',
    { order_id: 'W-88213' },
    { success: true, message: 'cancelled', failed_items: [] },
  ),
  json('done', 'send_email', { to: 'a@a.example' }, { ok: true, id: 'msg_81' }),
  json(
    'done',
    'charge_card',
    { amount: 4820 },
    { status: 'succeeded', failure_code: null, failure_message: null },
  ),
  json('done', 'create_booking', { room: 7 }, { status: 'confirmed', id: 'B-77' }),
  json('done', 'update_user', { id: 5 }, { status: 200, data: { id: 5 } }),
  json(
    'done',
    'create_issue',
    { title: 'Login failed' },
    { number: 41, title: 'Login failed', state: 'open' },
  ),
  json('done', 'transfer', { amount: 5 }, { code: 'OK', error: null }),
  json('done', 'deploy', { target: 'prod' }, { state: 'READY', errorMessage: '' }),
  json(
    'done',
    'query',
    { sql: 'select error from log' },
    { rows: [{ error: 'disk full' }], rowCount: 1 },
  ),
  json(
    'done',
    'slack_post_message',
    { channel: 'C1' },
    { ok: true, ts: '1.2', message: { text: 'the build failed' } },
  ),
  json('done', 'delete_record', { id: 9 }, { deleted: true }),
  json(
    'done',
    'run_workflow',
    { id: 3 },
    { conclusion: 'success', jobs: { failed: 0, passed: 4 } },
  ),
  json(
    'done',
    'mcp_call',
    { name: 'x' },
    { isError: false, content: [{ type: 'text', text: 'error log was emptied' }] },
  ),
  json('done', 'get_status', { id: 1 }, { order: 'W-1', payment: { status: 'failed' } }),
  json(
    'done',
    'list_runs',
    {},
    {
      runs: [
        { id: 1, status: 'failed' },
        { id: 2, status: 'ok' },
      ],
    },
  ),
  json('done', 'validate', { file: 'a.json' }, { valid: true, errors: [] }),
  text(
    'done',
    'cancel_pending_order',
    { order_id: '#W1' },
    'Order #W1 was cancelled. The refund takes 5 to 7 days.',
  ),
  text('done', 'modify_address', { order_id: '#W1' }, 'The address was changed.'),
  text('done', 'create_event', { title: 'Error review' }, 'Event "Error review" was created.'),
  text(
    'done',
    'browser_click',
    { ref: 'e12' },
    '### Ran Playwright code\nawait page.getByRole("button", { name: "Failed jobs" }).click();',
  ),
  text('done', 'memory_save', { text: 'x' }, 'Saved.'),
  text('done', 'send_sms', { to: '1' }, 'Message sent. No errors.'),
  json('unsaid', 'notify', { text: 'x' }, {}),
  json('unsaid', 'notify', { text: 'x' }, null),
  json('unsaid', 'enqueue', { job: 'x' }, { status: 'pending', id: 'j1' }),
  json('unsaid', 'start_export', { sheet: 'Q7' }, { state: 'running', progress: 0.1 }),
  text('unsaid', 'enqueue', { job: 'x' }, 'job 41'),
];

export const results: Result[] = [...edits, ...commands, ...reads, ...deeds];
