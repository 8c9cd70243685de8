/** Results of tools in other forms, by somebody who had not seen the judgement. */
import type { Result } from './result.ts';

export const results: Result[] = [
  // Coding agents: files
  {
    tool: 'Edit',
    input: {
      file_path: '/repo/src/auth.ts',
      old_string: 'return null',
      new_string: 'return undefined',
    },
    output: {
      type: 'text',
      value:
        '<tool_use_error>Found 3 matches of the string to replace, but replace_all is false. To replace all occurrences, set replace_all to true. To replace only one occurrence, please provide more context to uniquely identify the instance.\nString: return null</tool_use_error>',
    },
    outcome: 'failed',
  },
  {
    tool: 'Edit',
    input: { file_path: '/repo/src/errors.ts', old_string: "'fail'", new_string: "'failed'" },
    output: {
      type: 'text',
      value:
        "The file /repo/src/errors.ts has been updated. Here's the result of running `cat -n` on a snippet of the edited file:\n     8→export class NotFoundError extends Error {\n     9→  status = 'failed'\n    10→  constructor() { super('Invalid id: not found') }",
    },
    outcome: 'done',
  },
  {
    tool: 'Write',
    input: { file_path: '/repo/README.md', content: '# Ledger\n' },
    output: {
      type: 'error-text',
      value: 'File has not been read yet. Read it first before writing to it.',
    },
    outcome: 'failed',
  },
  {
    tool: 'Write',
    input: { file_path: '/repo/docs/errors.md', content: '# Errors\n\n## 403 Access denied\n' },
    output: { type: 'text', value: 'File created successfully at: /repo/docs/errors.md' },
    outcome: 'done',
  },
  {
    tool: 'Read',
    input: { file_path: '/repo/src/api/client.py' },
    output: {
      type: 'text',
      value:
        '     1→import requests\n     2→\n     3→def get(url):\n     4→    r = requests.get(url)\n     5→    if r.status_code != 200:\n     6→        raise RuntimeError(f"Error: request failed with {r.status_code}")\n     7→    return r.json()\n',
    },
    outcome: 'done',
  },
  {
    tool: 'Read',
    input: { file_path: '/repo/src/api/clients.py' },
    output: { type: 'text', value: 'File does not exist. Did you mean client.py?' },
    outcome: 'failed',
  },
  {
    tool: 'Read',
    input: { file_path: '/repo/data/dump.json' },
    output: {
      type: 'text',
      value:
        'File content (41873 tokens) exceeds maximum allowed tokens (25000). Please use offset and limit parameters to read specific portions of the file, or use the GrepTool to search for specific content.',
    },
    outcome: 'failed',
  },
  {
    tool: 'NotebookEdit',
    input: { notebook_path: '/repo/eda.ipynb', cell_id: 'c91f', new_source: 'df.head()' },
    output: { type: 'error-text', value: 'Cell with ID "c91f" not found in notebook.' },
    outcome: 'failed',
  },
  {
    tool: 'NotebookEdit',
    input: {
      notebook_path: '/repo/eda.ipynb',
      cell_id: 'cell-3',
      new_source: 'raise ValueError("invalid rows")',
    },
    output: { type: 'text', value: 'Updated cell cell-3 with raise ValueError("invalid rows")' },
    outcome: 'done',
  },
  {
    tool: 'TodoWrite',
    input: {
      todos: [
        {
          content: 'Fix failing login test',
          status: 'in_progress',
          activeForm: 'Fixing failing login test',
        },
      ],
    },
    output: {
      type: 'text',
      value:
        'Todos have been modified successfully. Ensure that you continue to use the todo list to track your progress. Please proceed with the current tasks if applicable',
    },
    outcome: 'done',
  },
  {
    tool: 'Grep',
    input: { pattern: 'not found', path: 'src', output_mode: 'content' },
    output: {
      type: 'text',
      value:
        "src/routes/user.ts:41:    return res.status(404).json({ error: 'User not found' })\nsrc/routes/order.ts:77:    throw new HttpError(404, 'Order not found')",
    },
    outcome: 'done',
  },
  {
    tool: 'Task',
    input: {
      description: 'Find cause of CI failure',
      subagent_type: 'Explore',
      prompt: 'Why does the nightly build fail?',
    },
    output: {
      type: 'content',
      value: [
        {
          type: 'text',
          text: 'I found why the nightly build fails. `scripts/nightly.sh` line 22 calls `jq`, which the new image does not have, so the step ends with "jq: command not found" and exit code 127. The fix is to add `jq` to docker/ci.Dockerfile, line 9.',
        },
      ],
    },
    outcome: 'done',
  },
  {
    tool: 'WebFetch',
    input: {
      url: 'https://developer.mozilla.org/en-US/docs/Web/HTTP/Status/403',
      prompt: 'What does 403 mean?',
    },
    output: {
      type: 'text',
      value:
        'According to the page, **403 Forbidden** is a client error response: the server understood the request but refused to process it. Unlike 401 Unauthorized, re-authenticating makes no difference; access is denied because of application logic, such as insufficient permissions.',
    },
    outcome: 'done',
  },
  {
    tool: 'WebFetch',
    input: { url: 'https://partners.example.com/pricing', prompt: 'List the plans' },
    output: { type: 'text', value: 'Request failed with status code 403' },
    outcome: 'failed',
  },
  {
    tool: 'apply_patch',
    input: {
      input:
        '*** Begin Patch\n*** Update File: src/app.ts\n@@\n-const port = 80\n+const port = 8080\n*** End Patch',
    },
    output: {
      type: 'text',
      value:
        'apply_patch verification failed: Failed to find expected lines in /repo/src/app.ts:\nconst port = 80',
    },
    outcome: 'failed',
  },
  {
    tool: 'apply_patch',
    input: {
      input:
        '*** Begin Patch\n*** Add File: tests/failed_login.test.ts\n+test.todo("denied")\n*** End Patch',
    },
    output: {
      type: 'text',
      value:
        'Exit code: 0\nWall time: 0.1 seconds\nOutput:\nSuccess. Updated the following files:\nA tests/failed_login.test.ts\n',
    },
    outcome: 'done',
  },
  {
    tool: 'replace',
    input: {
      file_path: '/home/ana/app/main.go',
      old_string: 'log.Print(err)',
      new_string: 'log.Fatal(err)',
      instruction: 'Stop on errors',
    },
    output: {
      type: 'json',
      value: {
        error: {
          message:
            'Failed to edit, 0 occurrences found for old_string in /home/ana/app/main.go. Ensure you are not escaping content incorrectly and check whitespace, indentation, and context. Use read_file tool to verify.',
          type: 'edit_no_occurrence_found',
        },
      },
    },
    outcome: 'failed',
  },
  {
    tool: 'write_file',
    input: {
      file_path: '/home/ana/app/sql/failed_jobs.sql',
      content: "select * from jobs where state = 'failed';",
    },
    output: {
      type: 'json',
      value: {
        output: 'Successfully created and wrote to new file: /home/ana/app/sql/failed_jobs.sql.',
      },
    },
    outcome: 'done',
  },
  {
    tool: 'search_file_content',
    input: { pattern: 'errors\\.New', include: '*.go' },
    output: {
      type: 'text',
      value:
        'Found 2 matches for pattern "errors\\.New" in path "." (filter: "*.go"):\n---\nFile: store/store.go\nL12: var ErrNotFound = errors.New("store: key not found")\nL13: var ErrDenied = errors.New("store: access denied")\n---',
    },
    outcome: 'done',
  },
  {
    tool: 'replace_in_file',
    input: { path: 'src/cart.tsx', diff: '------- SEARCH\nfoo\n=======\nbar\n+++++++ REPLACE' },
    output: {
      type: 'text',
      value:
        "[replace_in_file for 'src/cart.tsx'] Result:\nThe tool execution failed with the following error:\n<error>\nThis is likely because the SEARCH block content doesn't match exactly with what's in the file, or if you used multiple SEARCH/REPLACE blocks they may not have been in the order they appear in the file.\n\nThe file was reverted to its original state:\n...",
    },
    outcome: 'failed',
  },
  {
    tool: 'write_to_file',
    input: { path: 'src/errors/NotFound.ts', content: 'export class NotFound extends Error {}\n' },
    output: {
      type: 'text',
      value:
        "[write_to_file for 'src/errors/NotFound.ts'] Result:\nThe content was successfully saved to src/errors/NotFound.ts.\n\nPlease note: this is now the new baseline for the file.",
    },
    outcome: 'done',
  },
  {
    tool: 'execute_command',
    input: { command: 'rm -rf dist', requires_approval: true },
    output: {
      type: 'text',
      value: "[execute_command for 'rm -rf dist'] Result:\nThe user denied this operation.",
    },
    outcome: 'failed',
  },
  {
    tool: 'apply_diff',
    input: {
      path: 'lib/parse.rb',
      diff: '<<<<<<< SEARCH\n:start_line:12\n-------\nx = 1\n=======\nx = 2\n>>>>>>> REPLACE',
    },
    output: {
      type: 'text',
      value:
        'Unable to apply diff to file: /repo/lib/parse.rb\n\n<error_details>\nNo sufficiently similar match found at line: 12 (87% similar, needs 100%)\n\nDebug Info:\n- Similarity Score: 87%\n- Required Threshold: 100%\n</error_details>',
    },
    outcome: 'failed',
  },
  {
    tool: 'read_file',
    input: { path: 'logs/worker.log' },
    output: {
      type: 'text',
      value:
        '<files>\n<file><path>logs/worker.log</path>\n<content lines="1-2">\n1 | 2025-03-02T09:14:02Z ERROR job 88 failed: connection refused\n2 | 2025-03-02T09:14:03Z FATAL worker exited with code 1\n</content>\n</file>\n</files>',
    },
    outcome: 'done',
  },
  {
    tool: 'edit_block',
    input: { filename: 'mathweb/flask/app.py', search: 'import maths', replace: 'import math' },
    output: {
      type: 'text',
      value:
        '# 1 SEARCH/REPLACE block failed to match!\n\n## SearchReplaceNoExactMatch: This SEARCH block failed to exactly match lines in mathweb/flask/app.py\n<<<<<<< SEARCH\nimport maths\n=======\nimport math\n>>>>>>> REPLACE',
    },
    outcome: 'failed',
  },
  {
    tool: 'str_replace_editor',
    input: {
      command: 'str_replace',
      path: '/workspace/models.py',
      old_str: 'class Usr',
      new_str: 'class User',
    },
    output: {
      type: 'text',
      value:
        'ERROR:\nNo replacement was performed, old_str `class Usr` did not appear verbatim in /workspace/models.py.',
    },
    outcome: 'failed',
  },
  {
    tool: 'str_replace_editor',
    input: { command: 'view', path: '/workspace/retry.py', view_range: [1, 4] },
    output: {
      type: 'text',
      value:
        "Here's the result of running `cat -n` on /workspace/retry.py:\n     1\tclass RetryError(Exception):\n     2\t    '''Nothing was sent: every attempt failed.'''\n     3\t\n     4\tMAX_FAILED = 5\n",
    },
    outcome: 'done',
  },
  {
    tool: 'edit',
    input: { start_line: 40, end_line: 41, replacement_text: 'if x = 1:\n    pass' },
    output: {
      type: 'text',
      value:
        'Your proposed edit has introduced new syntax error(s). Please read this error message carefully and then retry editing the file.\n\nERRORS:\n- E999 SyntaxError: invalid syntax\n\nYour changes have NOT been applied. Please fix your edit command and try again.',
    },
    outcome: 'failed',
  },
  {
    tool: 'bash',
    input: { command: "sed -i 's/error/warning/' lint.cfg" },
    output: {
      type: 'text',
      value: 'Your command ran successfully and did not produce any output.',
    },
    outcome: 'done',
  },
  {
    tool: 'diagnostics',
    input: {},
    output: { type: 'text', value: "Project doesn't have errors or warnings!" },
    outcome: 'done',
  },
  {
    tool: 'get_errors',
    input: { filePaths: ['/repo/src/index.ts'] },
    output: {
      type: 'content',
      value: [
        {
          type: 'text',
          text: '<errors path="/repo/src/index.ts">\nThis code at line 4\n```\nfoo()\n```\nhas the problem reported:\n<compileError>\nCannot find name \'foo\'.\n</compileError>\n</errors>',
        },
      ],
    },
    outcome: 'done',
  },
  {
    tool: 'insert_edit_into_file',
    input: { filePath: '/repo/.env', explanation: 'Add the key', code: 'API_KEY=' },
    output: {
      type: 'text',
      value: 'Skipped: /repo/.env is on the list of protected files. Nothing was written.',
    },
    outcome: 'failed',
  },

  // Shells
  {
    tool: 'Bash',
    input: { command: 'npm run lint', description: 'Lint' },
    output: {
      type: 'text',
      value:
        "> web@1.0.0 lint\n> eslint .\n\n/repo/src/a.ts\n  3:7  warning  'error' is assigned a value but never used  no-unused-vars\n\n✖ 1 problem (0 errors, 1 warning)\n",
    },
    outcome: 'done',
  },
  {
    tool: 'Bash',
    input: { command: 'pnpm tsc --noEmit' },
    output: {
      type: 'error-text',
      value:
        "Exit code 2\nsrc/pay.ts(14,9): error TS2322: Type 'string' is not assignable to type 'number'.",
    },
    outcome: 'failed',
  },
  {
    tool: 'Bash',
    input: { command: 'git log --oneline -3' },
    output: {
      type: 'text',
      value:
        'a41c9d2 Fix failed login when the token is invalid\n77be013 Revert "Throw error on missing key"\n0c5f1ee Handle "permission denied" from the uploader',
    },
    outcome: 'done',
  },
  {
    tool: 'shell',
    input: { command: ['bash', '-lc', 'rg --files | rg fixture'], workdir: '/repo' },
    output: {
      type: 'text',
      value:
        '{"output":"bash: line 1: rg: command not found\\nbash: line 1: rg: command not found\\n","metadata":{"exit_code":127,"duration_seconds":0.0}}',
    },
    outcome: 'failed',
  },
  {
    tool: 'shell',
    input: { command: ['bash', '-lc', 'tail -n 2 /var/log/nginx/error.log'] },
    output: {
      type: 'text',
      value:
        '{"output":"2025/05/01 10:00:01 [error] 31#31: *9 open() \\"/srv/x.ico\\" failed (2: No such file or directory)\\n2025/05/01 10:00:07 [crit] 31#31: *9 connect() failed\\n","metadata":{"exit_code":0,"duration_seconds":0.1}}',
    },
    outcome: 'done',
  },
  {
    tool: 'run_shell_command',
    input: { command: 'npm test', description: 'Run the tests' },
    output: {
      type: 'text',
      value:
        'Command: npm test\nDirectory: (root)\nStdout: Tests: 2 failed, 31 passed, 33 total\nStderr: (empty)\nError: (none)\nExit Code: 1\nSignal: (none)\nBackground PIDs: (none)\nProcess Group PGID: 8123',
    },
    outcome: 'failed',
  },
  {
    tool: 'run_shell_command',
    input: { command: 'npm test -- denied' },
    output: {
      type: 'text',
      value:
        'Command: npm test -- denied\nDirectory: (root)\nStdout: ✓ access denied without a token (4 ms)\n✓ invalid token is an error (2 ms)\nTests: 2 passed, 2 total\nStderr: (empty)\nError: (none)\nExit Code: 0\nSignal: (none)',
    },
    outcome: 'done',
  },
  {
    tool: 'execute_bash',
    input: { command: 'grep -c FAILED report.txt' },
    output: {
      type: 'text',
      value:
        '17\n[The command completed with exit code 0.]\n[Current working directory: /workspace]\n[Python interpreter: /usr/bin/python]',
    },
    outcome: 'done',
  },
  {
    tool: 'execute_bash',
    input: { command: 'python manage.py migrate' },
    output: {
      type: 'text',
      value:
        'django.db.utils.OperationalError: could not translate host name "db" to address\n[The command completed with exit code 1.]\n[Current working directory: /workspace]',
    },
    outcome: 'failed',
  },
  {
    tool: 'developer__shell',
    input: { command: 'rsync -a build/ web1:/srv/www/' },
    output: {
      type: 'json',
      value: {
        stdout: '',
        stderr: 'rsync: [sender] change_dir "/repo/build" failed: No such file or directory (2)',
        returncode: 23,
      },
    },
    outcome: 'failed',
  },
  {
    tool: 'run_in_terminal',
    input: { command: 'make 2>&1 | tail -2', explanation: 'Build', isBackground: false },
    output: { type: 'text', value: 'cc -O2 -Wall -c lex.c\ncc -O2 -Wall -c parse.c' },
    outcome: 'unsaid',
  },
  {
    tool: 'run_terminal_cmd',
    input: { command: 'python train.py --epochs 40', is_background: false },
    output: {
      type: 'text',
      value:
        "Command is still running in the user's terminal.\nHere's the output so far:\nepoch 1/40 loss=2.31",
    },
    outcome: 'unsaid',
  },
  {
    tool: 'terminal',
    input: { cmd: 'systemctl restart nginx' },
    output: { type: 'text', value: '' },
    outcome: 'unsaid',
  },
  {
    tool: 'run_command',
    input: { cmd: 'psql', args: ['-c', "update jobs set status = 'failed' where id in (4, 5, 6)"] },
    output: { type: 'text', value: 'UPDATE 3' },
    outcome: 'done',
  },
  {
    tool: 'run_command',
    input: { cmd: 'psql', args: ['-h', 'localhost', '-c', 'vacuum'] },
    output: {
      type: 'text',
      value:
        'psql: error: connection to server at "localhost" (127.0.0.1), port 5432 failed: Connection refused\n\tIs the server running on that host and accepting TCP/IP connections?',
    },
    outcome: 'failed',
  },
  {
    tool: 'shell_exec',
    input: { cmd: 'gh pr create --fill' },
    output: {
      type: 'text',
      value:
        'To get started with GitHub CLI, please run:  gh auth login\nAlternatively, populate the GH_TOKEN environment variable with a GitHub API authentication token.',
    },
    outcome: 'failed',
  },
  {
    tool: 'shell_exec',
    input: { cmd: 'git push origin main' },
    output: {
      type: 'text',
      value:
        "To github.com:acme/web.git\n ! [rejected]        main -> main (fetch first)\nerror: failed to push some refs to 'github.com:acme/web.git'\nhint: Updates were rejected because the remote contains work that you do not have locally.",
    },
    outcome: 'failed',
  },
  {
    tool: 'shell_exec',
    input: { cmd: 'git push origin fix/failed-login' },
    output: {
      type: 'text',
      value:
        'To github.com:acme/web.git\n * [new branch]      fix/failed-login -> fix/failed-login',
    },
    outcome: 'done',
  },
  {
    tool: 'terminal',
    input: { command: 'kubectl apply -f failed-login.yaml' },
    output: {
      type: 'text',
      value: 'deployment.apps/failed-login created\nservice/failed-login created',
    },
    outcome: 'done',
  },
  {
    tool: 'terminal',
    input: { command: 'kubectl get pods -n shop' },
    output: {
      type: 'text',
      value:
        'NAME                    READY   STATUS             RESTARTS   AGE\ncart-6d4c9b7f5-x2x8p    0/1     CrashLoopBackOff   14         52m\nmail-7f9d6c5b44-q9j2m   0/1     Error              3          52m',
    },
    outcome: 'done',
  },
  {
    tool: 'terminal',
    input: { command: 'kubectl scale deploy/web --replicas=4' },
    output: {
      type: 'text',
      value:
        'Error from server (Forbidden): deployments.apps "web" is forbidden: User "ci" cannot patch resource "deployments/scale" in API group "apps" in the namespace "default"',
    },
    outcome: 'failed',
  },
  {
    tool: 'kubectl',
    input: { args: ['logs', 'cart-6d4c9b7f5-x2x8p', '--tail=2'] },
    output: {
      type: 'text',
      value:
        'panic: runtime error: invalid memory address or nil pointer dereference\n[signal SIGSEGV: segmentation violation code=0x1 addr=0x0 pc=0x6b1f2e]',
    },
    outcome: 'done',
  },
  {
    tool: 'aws_cli',
    input: { args: 's3 cp report.pdf s3://acme-reports/' },
    output: {
      type: 'text',
      value:
        'upload failed: ./report.pdf to s3://acme-reports/report.pdf An error occurred (AccessDenied) when calling the PutObject operation: Access Denied',
    },
    outcome: 'failed',
  },
  {
    tool: 'aws_cli',
    input: { args: 's3 rm s3://acme-logs/errors/ --recursive' },
    output: {
      type: 'text',
      value:
        'delete: s3://acme-logs/errors/failed-2025-01.log\ndelete: s3://acme-logs/errors/failed-2025-02.log',
    },
    outcome: 'done',
  },
  {
    tool: 'terraform_apply',
    input: { dir: 'infra/prod', auto_approve: true },
    output: {
      type: 'text',
      value:
        '╷\n│ Error: Error acquiring the state lock\n│ \n│ Error message: ConditionalCheckFailedException: The conditional request failed\n│ Lock Info:\n│   ID:        0b3c\n│   Who:       ana@mac\n╵',
    },
    outcome: 'failed',
  },
  {
    tool: 'terraform_apply',
    input: { dir: 'infra/prod', auto_approve: true },
    output: {
      type: 'text',
      value:
        'aws_cloudwatch_metric_alarm.errors_5xx: Creating...\naws_cloudwatch_metric_alarm.errors_5xx: Creation complete after 1s [id=errors-5xx]\n\nApply complete! Resources: 1 added, 0 changed, 0 destroyed.',
    },
    outcome: 'done',
  },
  {
    tool: 'docker',
    input: { args: ['run', '-d', '--name', 'cache', 'redis:7'] },
    output: {
      type: 'text',
      value:
        'docker: Error response from daemon: Conflict. The container name "/cache" is already in use by container "5c1f0e". You have to remove (or rename) that container to be able to reuse that name.',
    },
    outcome: 'failed',
  },
  {
    tool: 'docker',
    input: { args: ['ps', '-a', '--filter', 'status=exited'] },
    output: {
      type: 'text',
      value:
        'CONTAINER ID   IMAGE      COMMAND        CREATED       STATUS                     PORTS     NAMES\n5c1f0e7a9b21   api:12     "node app.js"  2 hours ago   Exited (1) 2 hours ago               api-failed',
    },
    outcome: 'done',
  },
  {
    tool: 'npm_install',
    input: { packages: ['left-padd'] },
    output: {
      type: 'text',
      value:
        "npm error code E404\nnpm error 404 Not Found - GET https://registry.npmjs.org/left-padd - Not found\nnpm error 404\nnpm error 404  'left-padd@*' is not in this registry.",
    },
    outcome: 'failed',
  },
  {
    tool: 'npm_install',
    input: { packages: ['http-errors', 'aggregate-error'] },
    output: {
      type: 'text',
      value:
        'npm warn deprecated inflight@1.0.6: This module is not supported, and leaks memory. Do not use it.\n\nadded 9 packages, and audited 212 packages in 2s\n\nfound 0 vulnerabilities',
    },
    outcome: 'done',
  },
  {
    tool: 'pip',
    input: { args: ['install', 'exceptiongroup', 'error-helper'] },
    output: {
      type: 'text',
      value:
        'Collecting exceptiongroup\nCollecting error-helper\nInstalling collected packages: exceptiongroup, error-helper\nSuccessfully installed error-helper-1.5 exceptiongroup-1.2.2',
    },
    outcome: 'done',
  },
  {
    tool: 'cargo',
    input: { args: ['build', '--release'] },
    output: {
      type: 'text',
      value:
        'error[E0382]: borrow of moved value: `cfg`\n  --> src/main.rs:18:20\n\nFor more information about this error, try `rustc --explain E0382`.\nerror: could not compile `relay` (bin "relay") due to 1 previous error',
    },
    outcome: 'failed',
  },
  {
    tool: 'cargo',
    input: { args: ['test'] },
    output: {
      type: 'text',
      value:
        'running 3 tests\ntest parse::rejects_invalid_header ... ok\ntest parse::error_on_eof ... ok\ntest io::denied_is_reported - should panic ... ok\n\ntest result: ok. 3 passed; 0 failed; 0 ignored; 0 measured; 0 filtered out',
    },
    outcome: 'done',
  },
  {
    tool: 'go',
    input: { args: ['test', './...'] },
    output: {
      type: 'text',
      value:
        '# example.com/ledger/store\nstore/store.go:31:9: undefined: newIndex\nok  \texample.com/ledger/api\t0.031s\nFAIL\texample.com/ledger/store [build failed]\nFAIL',
    },
    outcome: 'failed',
  },
  {
    tool: 'go',
    input: { args: ['test', '-v', '-run', 'NotFound', './store'] },
    output: {
      type: 'text',
      value:
        '=== RUN   TestNotFoundError\n--- PASS: TestNotFoundError (0.00s)\n=== RUN   TestFailedWrite\n--- PASS: TestFailedWrite (0.01s)\nPASS\nok  \texample.com/ledger/store\t0.012s',
    },
    outcome: 'done',
  },
  {
    tool: 'maven',
    input: { goals: ['verify'], path: '/repo' },
    output: {
      type: 'text',
      value:
        '[INFO] Running com.acme.ErrorPageTest\n[INFO] Tests run: 31, Failures: 0, Errors: 0, Skipped: 2\n[INFO] ------------------------------------------------------------------------\n[INFO] BUILD SUCCESS',
    },
    outcome: 'done',
  },
  {
    tool: 'curl',
    input: { url: 'https://api.internal.acme/health' },
    output: { type: 'text', value: 'curl: (6) Could not resolve host: api.internal.acme' },
    outcome: 'failed',
  },
  {
    tool: 'ansible_module',
    input: { module: 'apt', host: 'web1', name: 'ngnix' },
    output: {
      type: 'json',
      value: { changed: false, failed: true, msg: "No package matching 'ngnix' is available" },
    },
    outcome: 'failed',
  },
  {
    tool: 'ansible_module',
    input: { module: 'service', host: 'web1', name: 'fail2ban', state: 'restarted' },
    output: {
      type: 'json',
      value: {
        changed: true,
        failed: false,
        name: 'fail2ban',
        state: 'started',
        rc: 0,
        stderr: '',
      },
    },
    outcome: 'done',
  },

  // MCP servers
  {
    tool: 'read_text_file',
    input: { path: '/etc/shadow' },
    output: {
      type: 'content',
      value: [
        {
          type: 'text',
          text: 'Error: Access denied - path outside allowed directories: /etc/shadow not in /home/ana/projects',
        },
      ],
    },
    outcome: 'failed',
  },
  {
    tool: 'read_text_file',
    input: { path: '/home/ana/projects/notes/denied.txt' },
    output: {
      type: 'content',
      value: [
        {
          type: 'text',
          text: 'Access denied: the three causes we have seen\n1. The token has expired.\n2. The role lacks s3:GetObject.\n3. Wrong account.\n',
        },
      ],
    },
    outcome: 'done',
  },
  {
    tool: 'move_file',
    input: { source: '/data/in/failed.csv', destination: '/data/archive/failed.csv' },
    output: {
      type: 'content',
      value: [
        {
          type: 'text',
          text: 'Successfully moved /data/in/failed.csv to /data/archive/failed.csv',
        },
      ],
    },
    outcome: 'done',
  },
  {
    tool: 'git_commit',
    input: { repo_path: '/repo', message: 'Do not swallow error when upload failed' },
    output: {
      type: 'content',
      value: [{ type: 'text', text: 'Changes committed successfully with hash 4be1a90c2f' }],
    },
    outcome: 'done',
  },
  {
    tool: 'create_pull_request',
    input: { owner: 'acme', repo: 'web', head: 'feature', base: 'main', title: 'Feature' },
    output: {
      type: 'error-text',
      value:
        'failed to create pull request: POST https://api.github.com/repos/acme/web/pulls: 422 Validation Failed [{Resource:PullRequest Field: Code:custom Message:No commits between main and feature}]',
    },
    outcome: 'failed',
  },
  {
    tool: 'list_issues',
    input: { owner: 'acme', repo: 'web', state: 'open', labels: ['bug'] },
    output: {
      type: 'json',
      value: [
        { number: 311, title: 'Login fails with "invalid credentials"', state: 'open' },
        { number: 298, title: 'Error: ENOENT on first start', state: 'open' },
      ],
    },
    outcome: 'done',
  },
  {
    tool: 'get_workflow_run',
    input: { owner: 'acme', repo: 'web', run_id: 90211 },
    output: {
      type: 'json',
      value: {
        id: 90211,
        name: 'CI',
        event: 'push',
        status: 'completed',
        conclusion: 'failure',
        run_attempt: 1,
        html_url: 'https://github.com/acme/web/actions/runs/90211',
      },
    },
    outcome: 'done',
  },
  {
    tool: 'merge_pull_request',
    input: { owner: 'acme', repo: 'web', pullNumber: 57 },
    output: {
      type: 'json',
      value: {
        message: 'Pull Request is not mergeable',
        documentation_url: 'https://docs.github.com/rest/pulls/pulls#merge-a-pull-request',
        status: '405',
      },
    },
    outcome: 'failed',
  },
  {
    tool: 'slack_post_message',
    input: { channel_id: 'C024BE91L', text: 'Release is out' },
    output: {
      type: 'text',
      value: '{"ok":false,"error":"not_in_channel","warning":"missing_charset"}',
    },
    outcome: 'failed',
  },
  {
    tool: 'slack_get_channel_history',
    input: { channel_id: 'C0OPS', limit: 2 },
    output: {
      type: 'text',
      value:
        '{"ok":true,"messages":[{"type":"message","user":"U1","text":"deploy failed again, access denied on the bucket"},{"type":"message","user":"U2","text":"error budget is gone :("}],"has_more":false}',
    },
    outcome: 'done',
  },
  {
    tool: 'query',
    input: { sql: "select id, status, error from payments where status = 'failed' limit 2" },
    output: {
      type: 'content',
      value: [
        {
          type: 'text',
          text: '[\n  { "id": 71, "status": "failed", "error": "card_declined" },\n  { "id": 75, "status": "failed", "error": "expired_card" }\n]',
        },
      ],
    },
    outcome: 'done',
  },
  {
    tool: 'query',
    input: { sql: 'select * from ordres' },
    output: { type: 'error-text', value: 'relation "ordres" does not exist' },
    outcome: 'failed',
  },
  {
    tool: 'browser_click',
    input: { element: 'Submit button', ref: 'e42' },
    output: {
      type: 'content',
      value: [
        {
          type: 'text',
          text: '### Result\nError: Ref e42 not found in the current page snapshot. Try capturing new snapshot.',
        },
      ],
    },
    outcome: 'failed',
  },
  {
    tool: 'browser_console_messages',
    input: { onlyErrors: true },
    output: {
      type: 'content',
      value: [
        {
          type: 'text',
          text: '### Result\n[ERROR] Failed to load resource: the server responded with a status of 404 (Not Found) @ http://localhost:3000/favicon.ico:0\nTypeError: Failed to fetch\n    at load (http://localhost:3000/app.js:12:9)',
        },
      ],
    },
    outcome: 'done',
  },
  {
    tool: 'puppeteer_fill',
    input: { selector: '#iban', value: 'DE02120300000000202051' },
    output: {
      type: 'json',
      value: {
        content: [
          {
            type: 'text',
            text: 'Failed to fill #iban: Waiting for selector `#iban` failed: Waiting failed: 30000ms exceeded',
          },
        ],
        isError: true,
      },
    },
    outcome: 'failed',
  },
  {
    tool: 'puppeteer_navigate',
    input: { url: 'https://docs.acme.dev/errors/invalid-token' },
    output: {
      type: 'json',
      value: {
        content: [
          { type: 'text', text: 'Navigated to https://docs.acme.dev/errors/invalid-token' },
        ],
        isError: false,
      },
    },
    outcome: 'done',
  },
  {
    tool: 'fetch',
    input: { url: 'https://news.example.org/archive', max_length: 5000 },
    output: {
      type: 'text',
      value:
        'The sites robots.txt (https://news.example.org/robots.txt), specifies that autonomous fetching of this page is not allowed, <useragent>ModelContextProtocol/1.0 (Autonomous)</useragent>\n<url>https://news.example.org/archive</url>',
    },
    outcome: 'failed',
  },
  {
    tool: 'add_observations',
    input: { observations: [{ entityName: 'Ana_Silva', contents: ['Lives in Porto'] }] },
    output: {
      type: 'content',
      value: [{ type: 'text', text: 'Entity with name Ana_Silva not found' }],
    },
    outcome: 'failed',
  },
  {
    tool: 'search_nodes',
    input: { query: 'outage' },
    output: {
      type: 'json',
      value: {
        entities: [
          {
            name: 'Outage_March',
            entityType: 'incident',
            observations: ['Backups failed for six hours', 'Cause: invalid certificate'],
          },
        ],
        relations: [],
      },
    },
    outcome: 'done',
  },
  {
    tool: 'brave_web_search',
    input: { query: 'fix npm ERR! code ERESOLVE', count: 1 },
    output: {
      type: 'text',
      value:
        'Title: npm ERR! code ERESOLVE unable to resolve dependency tree\nDescription: The install failed because peer dependencies conflict. Here is how to solve it.\nURL: https://stackoverflow.com/q/66239691',
    },
    outcome: 'done',
  },
  {
    tool: 'API-post-page',
    input: { parent: { page_id: '1f0c' }, properties: { title: [{ text: { content: 'Plan' } }] } },
    output: {
      type: 'json',
      value: {
        object: 'error',
        status: 404,
        code: 'object_not_found',
        message:
          'Could not find page with ID: 1f0c. Make sure the relevant pages and databases are shared with your integration.',
        request_id: '7a2e',
      },
    },
    outcome: 'failed',
  },
  {
    tool: 'linear_update_issue',
    input: { id: 'ENG-4120', stateId: 'done' },
    output: {
      type: 'json',
      value: {
        data: null,
        errors: [
          {
            message: 'Entity not found: Issue',
            path: ['issueUpdate'],
            extensions: { type: 'invalid input', userError: true },
          },
        ],
      },
    },
    outcome: 'failed',
  },
  {
    tool: 'linear_update_issue',
    input: { id: 'ENG-412', stateId: 'canceled' },
    output: {
      type: 'json',
      value: {
        data: {
          issueUpdate: {
            success: true,
            issue: {
              identifier: 'ENG-412',
              title: 'Export fails: permission denied',
              state: { name: 'Canceled' },
            },
          },
        },
      },
    },
    outcome: 'done',
  },
  {
    tool: 'jira_create_issue',
    input: { project: 'OPS', summary: 'Rotate keys', priority: 'P0' },
    output: {
      type: 'json',
      value: {
        errorMessages: [],
        errors: {
          priority:
            "Field 'priority' cannot be set. It is not on the appropriate screen, or unknown.",
        },
      },
    },
    outcome: 'failed',
  },
  {
    tool: 'jira_get_issue',
    input: { issue_key: 'OPS-88' },
    output: {
      type: 'json',
      value: {
        key: 'OPS-88',
        fields: {
          summary: 'Backup error: disk not found',
          status: { name: 'QA failed' },
          resolution: { name: 'Cannot Reproduce' },
          assignee: null,
        },
      },
    },
    outcome: 'done',
  },
  {
    tool: 'gdrive_search',
    input: { query: 'rejected' },
    output: {
      type: 'text',
      value:
        'Found 2 files:\nRejected applications 2024.xlsx (application/vnd.google-apps.spreadsheet)\nFailed payments.csv (text/csv)',
    },
    outcome: 'done',
  },
  // Shops, flights, payments, messages
  {
    tool: 'cancel_pending_order',
    input: { order_id: '#W2378156', reason: 'no longer needed' },
    output: { type: 'text', value: 'Error: non-pending order cannot be cancelled' },
    outcome: 'failed',
  },
  {
    tool: 'cancel_pending_order',
    input: { order_id: '#W4817420', reason: 'ordered by mistake' },
    output: {
      type: 'text',
      value:
        '{"order_id": "#W4817420", "user_id": "ava_moore_2033", "status": "cancelled", "cancel_reason": "ordered by mistake", "payment_history": [{"transaction_type": "refund", "amount": 212.4, "payment_method_id": "gift_card_8168843"}]}',
    },
    outcome: 'done',
  },
  {
    tool: 'update_reservation_flights',
    input: {
      reservation_id: 'NO6JO3',
      cabin: 'economy',
      flights: [{ flight_number: 'HAT136', date: '2024-05-17' }],
      payment_id: 'credit_card_4421486',
    },
    output: { type: 'text', value: 'Error: flight HAT136 not available on date 2024-05-17' },
    outcome: 'failed',
  },
  {
    tool: 'book_seat',
    input: { show_id: 9912, seat: 'F7' },
    output: {
      type: 'text',
      value: 'Sorry, F7 has just been taken. Free seats in the same row: F2, F3, F11.',
    },
    outcome: 'failed',
  },
  {
    tool: 'book_table',
    input: { restaurant: 'Osteria Nove', date: '2025-06-14', time: '20:00', guests: 6 },
    output: {
      type: 'text',
      value:
        'Would you like to try another date? The booking could not be made, as the restaurant is full on 14 June.',
    },
    outcome: 'failed',
  },
  {
    tool: 'stripe_create_charge',
    input: { amount: 4200, currency: 'eur', customer: 'cus_Q1' },
    output: {
      type: 'json',
      value: {
        error: {
          type: 'card_error',
          code: 'card_declined',
          decline_code: 'insufficient_funds',
          message: 'Your card has insufficient funds.',
          charge: 'ch_3P',
        },
      },
    },
    outcome: 'failed',
  },
  {
    tool: 'stripe_list_charges',
    input: { customer: 'cus_Q1', limit: 1 },
    output: {
      type: 'json',
      value: {
        object: 'list',
        has_more: false,
        data: [
          {
            id: 'ch_3P',
            object: 'charge',
            status: 'failed',
            failure_code: 'card_declined',
            failure_message: 'Your card was declined.',
            paid: false,
          },
        ],
      },
    },
    outcome: 'done',
  },
  {
    tool: 'stripe_create_refund',
    input: { charge: 'ch_3N', reason: 'requested_by_customer' },
    output: {
      type: 'json',
      value: {
        id: 're_1',
        object: 'refund',
        amount: 4200,
        status: 'succeeded',
        failure_reason: null,
        failure_balance_transaction: null,
      },
    },
    outcome: 'done',
  },
  {
    tool: 'twilio_send_sms',
    input: { to: '+1555', body: 'Your code is 4411' },
    output: {
      type: 'json',
      value: {
        code: 21211,
        message: "Invalid 'To' Phone Number: +1555",
        more_info: 'https://www.twilio.com/docs/errors/21211',
        status: 400,
      },
    },
    outcome: 'failed',
  },
  {
    tool: 'shopify_product_create',
    input: { title: '' },
    output: {
      type: 'json',
      value: {
        data: {
          productCreate: {
            product: null,
            userErrors: [{ field: ['title'], message: "Title can't be blank" }],
          },
        },
        extensions: { cost: { requestedQueryCost: 10 } },
      },
    },
    outcome: 'failed',
  },
  {
    tool: 'shopify_product_update',
    input: { id: 'gid://shopify/Product/8', title: 'Mug "404 Not Found"' },
    output: {
      type: 'json',
      value: {
        data: {
          productUpdate: {
            product: { id: 'gid://shopify/Product/8', title: 'Mug "404 Not Found"' },
            userErrors: [],
          },
        },
      },
    },
    outcome: 'done',
  },
  {
    tool: 'send_email',
    input: { to: 'lena@nowhere.example', subject: 'Invoice', text: 'Attached.' },
    output: {
      type: 'json',
      value: {
        accepted: [],
        rejected: ['lena@nowhere.example'],
        response: '550 5.1.1 User unknown',
      },
    },
    outcome: 'failed',
  },
  {
    tool: 'send_email',
    input: { to: 'ops@acme.dev', subject: 'Error report: 12 failed backups', text: 'See below.' },
    output: {
      type: 'json',
      value: {
        accepted: ['ops@acme.dev'],
        rejected: [],
        response: '250 2.0.0 OK 1714 queued',
        messageId: '<a1@acme.dev>',
      },
    },
    outcome: 'done',
  },
  {
    tool: 'gmail_search',
    input: { q: 'from:mailer-daemon', maxResults: 1 },
    output: {
      type: 'json',
      value: {
        resultSizeEstimate: 1,
        messages: [
          {
            id: '18f',
            subject: 'Delivery Status Notification (Failure)',
            snippet: "Your message wasn't delivered because the address couldn't be found",
          },
        ],
      },
    },
    outcome: 'done',
  },
  {
    tool: 'create_event',
    input: { summary: 'Dentist', start: '2025-06-02T09:00', end: '2025-06-02T10:00' },
    output: {
      type: 'text',
      value:
        'I was unable to add "Dentist": your calendar is shared with you read-only. Ask its owner for the right to make changes.',
    },
    outcome: 'failed',
  },
  {
    tool: 'create_event',
    input: { summary: 'Post-mortem: failed deploy', start: '2025-06-03T14:00' },
    output: {
      type: 'json',
      value: {
        kind: 'calendar#event',
        id: 'ev_77',
        status: 'confirmed',
        summary: 'Post-mortem: failed deploy',
        htmlLink: 'https://www.google.com/calendar/event?eid=77',
      },
    },
    outcome: 'done',
  },
  {
    tool: 'update_contact',
    input: { name: 'Jonas Meyer', phone: '+49 30 1234' },
    output: {
      type: 'text',
      value: 'Nothing was changed. You have no contact called "Jonas Meyer".',
    },
    outcome: 'failed',
  },
  {
    tool: 'generate_image',
    input: { prompt: 'A lighthouse in fog', size: '1024x1024' },
    output: {
      type: 'text',
      value:
        'Quota reached: your plan includes 20 images a day. It resets at 00:00 UTC, or you can upgrade any time!',
    },
    outcome: 'failed',
  },

  // Envelopes
  {
    tool: 'rpc_call',
    input: { method: 'wallet.transfer', params: { to: 'x', amount: '-1' } },
    output: {
      type: 'json',
      value: { jsonrpc: '2.0', id: 7, error: { code: -32602, message: 'Invalid params' } },
    },
    outcome: 'failed',
  },
  {
    tool: 'rpc_call',
    input: { method: 'queue.purge', params: { queue: 'dead-letter' } },
    output: {
      type: 'json',
      value: { result: { purged: 41, queue: 'dead-letter' }, error: null, id: 3 },
    },
    outcome: 'done',
  },
  {
    tool: 'top_up',
    input: { account: '12345', item: 'movie-pack' },
    output: {
      type: 'error-json',
      value: {
        type: 'https://example.com/probs/out-of-credit',
        title: 'You do not have enough credit.',
        detail: 'Your current balance is 30, but that costs 50.',
        instance: '/account/12345/msgs/abc',
      },
    },
    outcome: 'failed',
  },
  {
    tool: 'soap_request',
    input: { action: 'CreateShipment', body: { weight: 0 } },
    output: {
      type: 'text',
      value:
        '<soap:Envelope xmlns:soap="http://schemas.xmlsoap.org/soap/envelope/"><soap:Body><soap:Fault><faultcode>soap:Client</faultcode><faultstring>Weight must be positive</faultstring></soap:Fault></soap:Body></soap:Envelope>',
    },
    outcome: 'failed',
  },
  {
    tool: 'redeem_voucher',
    input: { code: 'SPRING24' },
    output: {
      type: 'json',
      value: {
        data: {
          redeemVoucher: {
            __typename: 'VoucherExpiredError',
            message: 'This voucher ran out on 31 May.',
          },
        },
      },
    },
    outcome: 'failed',
  },
  {
    tool: 'create_alert',
    input: { name: 'error-rate', threshold: 0.05 },
    output: {
      type: 'json',
      value: {
        data: {
          createAlert: {
            __typename: 'CreateAlertSuccess',
            alert: { id: 'al_9', name: 'error-rate', condition: 'failed / total > 0.05' },
          },
        },
      },
    },
    outcome: 'done',
  },
  {
    tool: 'http_request',
    input: { method: 'POST', url: 'https://erp.acme.dev/orders', body: { sku: 'A1' } },
    output: {
      type: 'json',
      value: {
        status: 200,
        body: {
          result: 'FAIL',
          resultCode: 'E1007',
          resultMsg: 'Credit limit of the customer is used up',
        },
      },
    },
    outcome: 'failed',
  },
  {
    tool: 'http_request',
    input: { method: 'DELETE', url: 'https://api.acme.dev/v1/failed-jobs/88' },
    output: { type: 'json', value: { status_code: 204, reason: 'No Content', body: '' } },
    outcome: 'done',
  },
  {
    tool: 'call_service',
    input: { domain: 'light', service: 'turn_onn', entity_id: 'light.hall' },
    output: {
      type: 'json',
      value: {
        id: 24,
        type: 'result',
        success: false,
        error: { code: 'not_found', message: 'Service light.turn_onn not found.' },
      },
    },
    outcome: 'failed',
  },
  {
    tool: 'get_state',
    input: { entity_id: 'binary_sensor.boiler_fault' },
    output: {
      type: 'json',
      value: {
        entity_id: 'binary_sensor.boiler_fault',
        state: 'on',
        attributes: { device_class: 'problem', error_code: 'E133', friendly_name: 'Boiler fault' },
      },
    },
    outcome: 'done',
  },
  {
    tool: 'get_job',
    input: { job_id: 'job_5521' },
    output: {
      type: 'json',
      value: {
        id: 'job_5521',
        kind: 'import',
        state: 'FAILED',
        created_at: '2025-04-01T08:00:00Z',
        finished_at: '2025-04-01T08:02:11Z',
        error: { code: 'BAD_HEADER', message: 'Column "email" not found' },
      },
    },
    outcome: 'done',
  },
  {
    tool: 'deploy_and_wait',
    input: { project: 'web', target: 'production' },
    output: {
      type: 'json',
      value: {
        id: 'dpl_8',
        readyState: 'ERROR',
        errorCode: 'BUILD_UTILS_SPAWN_1',
        errorMessage: 'Command "npm run build" exited with 1',
      },
    },
    outcome: 'failed',
  },
  {
    tool: 'deploy_and_wait',
    input: { project: 'web', target: 'staging', timeout_s: 60 },
    output: { type: 'json', value: { id: 'dpl_9', readyState: 'BUILDING', errorCode: null } },
    outcome: 'unsaid',
  },
  {
    tool: 'put_events',
    input: { Entries: [{ Source: 'app.errors', DetailType: 'LoginFailed' }] },
    output: { type: 'json', value: { FailedEntryCount: 0, Entries: [{ EventId: '11710aed' }] } },
    outcome: 'done',
  },
  {
    tool: 'import_contacts',
    input: { file_id: 'f_31' },
    output: {
      type: 'json',
      value: {
        total: 40,
        succeeded: 0,
        failed: 40,
        errors: [{ row: 'all', reason: 'missing required column "email"' }],
      },
    },
    outcome: 'failed',
  },
  {
    tool: 'send_newsletter',
    input: { list_id: 'l_4', campaign_id: 'c_2' },
    output: { type: 'json', value: { recipients: 40, sent: 37, failed: 3 } },
    outcome: 'unsaid',
  },
  {
    tool: 'update_many',
    input: { collection: 'users', filter: { plan: 'trial' }, update: { $set: { plan: 'free' } } },
    output: {
      type: 'json',
      value: { acknowledged: true, matchedCount: 0, modifiedCount: 0, upsertedId: null },
    },
    outcome: 'unsaid',
  },
  {
    tool: 'restart_device',
    input: { device_id: 'rt-7' },
    output: { type: 'json', value: null },
    outcome: 'unsaid',
  },

  // Code and data, browsers, training
  {
    tool: 'e2b_run_code',
    input: { code: 'import polars as pl' },
    output: {
      type: 'json',
      value: {
        results: [],
        logs: { stdout: [], stderr: [] },
        error: {
          name: 'ModuleNotFoundError',
          value: "No module named 'polars'",
          traceback: 'Traceback (most recent call last) ...',
        },
      },
    },
    outcome: 'failed',
  },
  {
    tool: 'e2b_run_code',
    input: { code: "df[df.status == 'failed'].shape" },
    output: {
      type: 'json',
      value: {
        results: [{ text: '(12, 4)', isMainResult: true }],
        logs: {
          stdout: [],
          stderr: ['FutureWarning: this will raise an error in a future version\n'],
        },
        error: null,
      },
    },
    outcome: 'done',
  },
  {
    tool: 'sql_db_query',
    input: { query: 'SELECT status, COUNT(*) FROM runs GROUP BY status' },
    output: { type: 'text', value: "[('failed', 12), ('invalid', 3), ('ok', 300)]" },
    outcome: 'done',
  },
  {
    tool: 'click_element_by_index',
    input: { index: 17 },
    output: {
      type: 'json',
      value: {
        is_done: false,
        success: null,
        extracted_content: null,
        error: 'Element index 17 does not exist - retry or use alternative actions',
        include_in_memory: true,
      },
    },
    outcome: 'failed',
  },
  {
    tool: 'start_training',
    input: { config: 'configs/7b.yaml', wait: true },
    output: {
      type: 'text',
      value:
        'step 0: loss 11.02\ntorch.OutOfMemoryError: CUDA out of memory. Tried to allocate 2.00 GiB. GPU 0 has a total capacity of 23.65 GiB of which 1.12 GiB is free.\nTraining stopped.',
    },
    outcome: 'failed',
  },
  {
    tool: 'start_training',
    input: { config: 'configs/small.yaml', wait: true },
    output: {
      type: 'json',
      value: {
        run_id: 'r_18',
        status: 'completed',
        epochs: 10,
        train_error: 0.021,
        val_error: 0.034,
        early_stop_reason: null,
        checkpoint: 'ckpt/r_18/last.pt',
      },
    },
    outcome: 'done',
  },

  // Other languages
  {
    tool: 'termin_anlegen',
    input: { titel: 'Werkstatt', datum: '2025-07-04' },
    output: {
      type: 'text',
      value: 'Der Termin wurde nicht gespeichert: Am 4. Juli ist die Werkstatt geschlossen.',
    },
    outcome: 'failed',
  },
  {
    tool: 'bericht_speichern',
    input: { name: 'Fehlerbericht März' },
    output: {
      type: 'text',
      value:
        'Der Fehlerbericht „Fehlerbericht März“ wurde gespeichert (3 fehlgeschlagene Läufe aufgeführt).',
    },
    outcome: 'done',
  },
  {
    tool: 'reserver_train',
    input: { depart: 'Lyon', arrivee: 'Paris', date: '2025-08-01' },
    output: {
      type: 'text',
      value:
        "Désolé, votre réservation n'a pas pu être effectuée : il ne reste plus de place dans ce train.",
    },
    outcome: 'failed',
  },
  {
    tool: 'eliminar_tareas',
    input: { filtro: 'estado=fallida' },
    output: { type: 'text', value: 'Se eliminaron correctamente 4 tareas fallidas.' },
    outcome: 'done',
  },
  {
    tool: 'wechat_send',
    input: { touser: 'oX1', text: '你好' },
    output: {
      type: 'json',
      value: {
        errcode: 40001,
        errmsg: 'invalid credential, access_token is invalid or not latest',
      },
    },
    outcome: 'failed',
  },
  {
    tool: 'batch_import',
    input: { file: '订单.xlsx' },
    output: {
      type: 'json',
      value: { code: 0, msg: '操作成功', data: { total: 58, failCount: 0, failList: [] } },
    },
    outcome: 'done',
  },
  {
    tool: 'place_order',
    input: { item_id: 'JP-204', quantity: 1 },
    output: {
      type: 'text',
      value: '申し訳ございません。ご指定の商品は在庫切れのため、注文を受け付けられませんでした。',
    },
    outcome: 'failed',
  },
  {
    tool: 'fetch_logs',
    input: { service: 'checkout', level: 'error', limit: 3 },
    output: {
      type: 'text',
      value:
        'エラーログを3件取得しました。\n1. 決済に失敗しました(カード拒否)\n2. 接続エラー: タイムアウト\n3. ユーザーが見つかりません',
    },
    outcome: 'done',
  },
  {
    tool: 'envoyer_message',
    input: { a: 'compta@acme.fr', objet: 'Échec du paiement' },
    output: { type: 'text', value: 'Message « Échec du paiement » envoyé à compta@acme.fr.' },
    outcome: 'done',
  },
  {
    tool: 'get_issue_details',
    input: { organization_slug: 'acme', issue_id: 'WEB-3F' },
    output: {
      type: 'text',
      value:
        "# Issue WEB-3F in **acme**\n\n**Description**: TypeError: Cannot read properties of undefined (reading 'total')\n**Culprit**: cart.checkout\n**Occurrences**: 418\n**Status**: unresolved",
    },
    outcome: 'done',
  },
  {
    tool: 'go_to_url',
    input: { url: 'https://status.acme.dev/failed-jobs' },
    output: {
      type: 'json',
      value: {
        is_done: false,
        success: null,
        extracted_content: '🔗  Navigated to https://status.acme.dev/failed-jobs',
        error: null,
        include_in_memory: true,
      },
    },
    outcome: 'done',
  },
];
