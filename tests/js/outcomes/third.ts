/** Results of tools in harder forms, by somebody who had not seen the judgement. */
import type { Result } from './result.ts';

export const results: Result[] = [
  // (1) edits and writes of files
  {
    tool: 'Edit',
    input: {
      file_path: '/srv/shop/src/cart.ts',
      old_string: 'let total = 0',
      new_string: 'let total = 0n',
    },
    output: {
      type: 'error-text',
      value:
        '<tool_use_error>String to replace not found in file.\nString: let total = 0</tool_use_error>',
    },
    outcome: 'failed',
  },
  {
    tool: 'Edit',
    input: {
      file_path: '/srv/app/src/errors/not-found.ts',
      old_string: 'throw new Error(msg)',
      new_string: "throw new NotFoundError('User not found')",
    },
    output: {
      type: 'text',
      value:
        "The file /srv/app/src/errors/not-found.ts has been updated. Here's the result of running `cat -n` on a snippet of the edited file:\n    11→  if (!user) {\n    12→    throw new NotFoundError('User not found')\n    13→  }",
    },
    outcome: 'done',
  },
  {
    tool: 'Write',
    input: { file_path: '/home/ida/blog/config.toml', content: 'title = "Ida"\n' },
    output: {
      type: 'text',
      value: 'File has not been read yet. Read it first before writing to it.',
    },
    outcome: 'failed',
  },
  {
    tool: 'Write',
    input: {
      file_path: '/repo/docs/failed-logins.md',
      content: '# Failed logins\n\nWhat to do when access is denied.\n',
    },
    output: { type: 'text', value: 'File created successfully at: /repo/docs/failed-logins.md' },
    outcome: 'done',
  },
  {
    tool: 'MultiEdit',
    input: { file_path: '/repo/lib/pool.rb', edits: [{ old_string: 'nil', new_string: 'EMPTY' }] },
    output: {
      type: 'text',
      value:
        'Found 3 matches of the string to replace, but replace_all is false. To replace all occurrences, set replace_all to true. To replace only one occurrence, please provide more context to uniquely identify the instance.\nString: nil',
    },
    outcome: 'failed',
  },
  {
    tool: 'MultiEdit',
    input: {
      file_path: '/repo/auth/token.js',
      edits: [
        { old_string: 'return null', new_string: "throw new Error('invalid token')" },
        { old_string: 'deny()', new_string: 'denied()' },
      ],
    },
    output: {
      type: 'text',
      value:
        'Applied 2 edits to /repo/auth/token.js:\n1. Replaced "return null" with "throw new Error(\'invalid token\')"\n2. Replaced "deny()" with "denied()"',
    },
    outcome: 'done',
  },
  {
    tool: 'apply_patch',
    input: {
      input:
        '*** Begin Patch\n*** Update File: src/main.rs\n@@\n-    run(&cfg);\n+    run(&cfg)?;\n*** End Patch',
    },
    output: {
      type: 'text',
      value:
        'apply_patch verification failed: Failed to find expected lines in /w/tool/src/main.rs:\n    run(&cfg);',
    },
    outcome: 'failed',
  },
  {
    tool: 'apply_patch',
    input: {
      input:
        '*** Begin Patch\n*** Update File: src/error.rs\n@@\n-Io,\n+Io(String),\n*** Delete File: src/invalid.rs\n*** End Patch',
    },
    output: {
      type: 'text',
      value:
        'Exit code: 0\nWall time: 0 seconds\nOutput:\nSuccess. Updated the following files:\nM src/error.rs\nD src/invalid.rs',
    },
    outcome: 'done',
  },
  {
    tool: 'replace_in_file',
    input: {
      path: 'web/src/Nav.tsx',
      diff: '------- SEARCH\n<Link to="/a">\n=======\n<Link to="/b">\n+++++++ REPLACE',
    },
    output: {
      type: 'text',
      value:
        'The SEARCH block:\n<Link to="/a">\n...does not match anything in the file. This is likely because the SEARCH block content doesn\'t match exactly with what\'s in the file.\n\nThe file was reverted to its original state:\n<file_content path="web/src/Nav.tsx">\nexport const Nav = () => null\n</file_content>',
    },
    outcome: 'failed',
  },
  {
    tool: 'write_to_file',
    input: {
      path: 'src/api/denied.ts',
      content: 'export const denied = () => new Response("Access denied", { status: 403 })',
    },
    output: {
      type: 'text',
      value:
        "The content was successfully saved to src/api/denied.ts.\n\nAlong with your edits, the editor's auto-formatting was applied:\n\n<final_file_content path=\"src/api/denied.ts\">\nexport const denied = () => new Response('Access denied', { status: 403 });\n</final_file_content>",
    },
    outcome: 'done',
  },
  {
    tool: 'apply_diff',
    input: {
      path: 'server/limits.go',
      diff: '<<<<<<< SEARCH\n:start_line:44\n-------\nmaxRetries = 3\n=======\nmaxRetries = 5\n>>>>>>> REPLACE',
    },
    output: {
      type: 'text',
      value:
        'Unable to apply diff to file: /w/server/limits.go\n\n<error_details>\nNo sufficiently similar match found at line: 44 (82% similar, needs 100%)\n</error_details>',
    },
    outcome: 'failed',
  },
  {
    tool: 'apply_diff',
    input: {
      path: 'server/errors.go',
      diff: '<<<<<<< SEARCH\nErrNope\n=======\nErrInvalidInput\n>>>>>>> REPLACE',
    },
    output: {
      type: 'json',
      value: {
        path: 'server/errors.go',
        operation: 'modified',
        notice:
          'You do not need to re-read the file, as you have seen all changes. Proceed with the task using these changes as the new baseline.',
      },
    },
    outcome: 'done',
  },
  {
    tool: 'edit_file',
    input: {
      target_file: 'app/models/invoice.py',
      instructions: 'Round the tax up',
      code_edit: '# ... existing code ...\nreturn ceil(tax)\n# ... existing code ...',
    },
    output: {
      type: 'text',
      value:
        'Thanks, the edit was handed to the apply model. It made no changes to the file. Please call again with more of the surrounding code.',
    },
    outcome: 'failed',
  },
  {
    tool: 'search_replace',
    input: {
      file_path: 'src/handlers/error_boundary.tsx',
      old_string: 'Something broke',
      new_string: 'Page failed to load',
    },
    output: { type: 'text', value: 'The file src/handlers/error_boundary.tsx has been updated.' },
    outcome: 'done',
  },
  {
    tool: 'replace',
    input: {
      file_path: '/home/ute/etl/config.py',
      old_string: 'BATCH = 100',
      new_string: 'BATCH = 250',
      expected_replacements: 1,
    },
    output: {
      type: 'text',
      value:
        'Failed to edit, expected 1 occurrence but found 4 for old_string in file: /home/ute/etl/config.py',
    },
    outcome: 'failed',
  },
  {
    tool: 'write_file',
    input: {
      file_path: '/w/pkg/failures.go',
      content: 'package pkg\n\nvar ErrFailed = errors.New("cannot continue")\n',
    },
    output: { type: 'text', value: 'Successfully overwrote file: /w/pkg/failures.go.' },
    outcome: 'done',
  },
  {
    tool: 'str_replace_editor',
    input: {
      command: 'str_replace',
      path: '/workspace/util.py',
      old_str: 'x = 1',
      new_str: 'x = 2',
    },
    output: {
      type: 'text',
      value:
        'No replacement was performed. Multiple occurrences of old_str `x = 1` in lines [3, 9]. Please ensure it is unique.',
    },
    outcome: 'failed',
  },
  {
    tool: 'str_replace_editor',
    input: {
      command: 'insert',
      path: '/workspace/http/status.py',
      insert_line: 2,
      new_str: 'NOT_FOUND = 404',
    },
    output: {
      type: 'text',
      value:
        "The file /workspace/http/status.py has been edited. Here's the result of running `cat -n` on a snippet of the edited file:\n     2\tFORBIDDEN = 403\n     3\tNOT_FOUND = 404\nReview the changes and make sure they are as expected (correct indentation, no duplicate lines, etc). Edit the file again if necessary.",
    },
    outcome: 'done',
  },
  {
    tool: 'edit',
    input: { line_range: '88:90', replacement_text: '  for i in rows:\n  yield i' },
    output: {
      type: 'text',
      value:
        'Your proposed edit has introduced new syntax error(s). Please read this error message carefully and then retry editing the file.\n\nERRORS:\n- E999 IndentationError: expected an indented block\n\nYour changes have NOT been applied. Please fix your edit command and try again.',
    },
    outcome: 'failed',
  },
  {
    tool: 'edit',
    input: { line_range: '14:14', replacement_text: '    raise PermissionError("denied")' },
    output: {
      type: 'text',
      value:
        '[File: /sympy/io/guard.py (212 lines total)]\n(12 more lines above)\n13:def guard(p):\n14:    raise PermissionError("denied")\n(198 more lines below)\nFile updated. Please review the changes and make sure they are correct (correct indentation, no duplicate lines, etc). Edit the file again if necessary.',
    },
    outcome: 'done',
  },
  {
    tool: 'developer__text_editor',
    input: {
      command: 'str_replace',
      path: '/home/lu/notes/plan.md',
      old_str: '- [ ] call bank',
      new_str: '- [x] call bank',
    },
    output: {
      type: 'error-text',
      value:
        "Execution failed: 'old_str' must appear exactly once in the file, but it does not appear in the file. Make sure the string exactly matches existing file content, including whitespace!",
    },
    outcome: 'failed',
  },
  {
    tool: 'developer__text_editor',
    input: {
      command: 'str_replace',
      path: '/home/lu/crate/src/fs.rs',
      old_str: 'todo!()',
      new_str: 'Err("permission denied".into())',
    },
    output: {
      type: 'content',
      value: [
        {
          type: 'text',
          text: 'The file /home/lu/crate/src/fs.rs has been edited, and the section now reads:\n```rust\nfn open() -> Result<(), String> {\n    Err("permission denied".into())\n}\n```',
        },
      ],
    },
    outcome: 'done',
  },
  {
    tool: 'edit_file',
    input: {
      path: 'crates/ui/src/button.rs',
      mode: 'edit',
      display_description: 'Make the border thinner',
    },
    output: {
      type: 'text',
      value:
        'Some edits were produced but none of them could be applied. Read the relevant sections of crates/ui/src/button.rs again so that I can perform the requested edits.',
    },
    outcome: 'failed',
  },
  {
    tool: 'edit_file',
    input: {
      path: 'crates/gpui/src/fallback.rs',
      mode: 'edit',
      display_description: 'Reword the error',
    },
    output: {
      type: 'text',
      value:
        'Edited crates/gpui/src/fallback.rs:\n\n```diff\n@@ -7,3 +7,3 @@\n-    log::error!("no font");\n+    log::error!("font not found, cannot fall back");\n```',
    },
    outcome: 'done',
  },
  {
    tool: 'replace_string_in_file',
    input: {
      filePath: '/home/me/site/src/pages/index.astro',
      oldString: '<h1>Hi</h1>',
      newString: '<h1>Hello</h1>',
    },
    output: {
      type: 'content',
      value: [
        {
          type: 'text',
          text: 'ERROR: Could not find matching text to replace. Try making your search string more specific or checking for whitespace/formatting differences.',
        },
      ],
    },
    outcome: 'failed',
  },
  {
    tool: 'insert_edit_into_file',
    input: {
      filePath: '/home/me/site/src/invalid-form.ts',
      explanation: 'Show the message',
      code: 'show("Invalid e-mail")',
    },
    output: {
      type: 'text',
      value: 'The following files were successfully edited:\n/home/me/site/src/invalid-form.ts',
    },
    outcome: 'done',
  },
  {
    tool: 'propose_code',
    input: { TargetFile: '/w/billing/rates.ts', Instruction: 'Set VAT to 21 %', Blocking: true },
    output: {
      type: 'text',
      value:
        'The user looked at the proposed change to rates.ts and chose Reject. The file stays as it was.',
    },
    outcome: 'failed',
  },
  {
    tool: 'patchLines',
    input: { path: 'src/i18n/en.json', find: '"Sign in"', replace: '"Log in"' },
    output: { type: 'json', value: { path: 'src/i18n/en.json', replacements: 0, written: false } },
    outcome: 'failed',
  },
  {
    tool: 'rename_symbol',
    input: { from: 'isDenied', to: 'isForbidden', root: 'src' },
    output: {
      type: 'json',
      value: {
        changed: ['src/acl.ts', 'src/access-denied.ts'],
        replaced: 7,
        errors: [],
        failed: 0,
      },
    },
    outcome: 'done',
  },
  {
    tool: 'batch_edit',
    input: {
      file: 'infra/main.tf',
      edits: [
        { find: 't2.micro', with: 't3.micro' },
        { find: 'eu-west-1', with: 'eu-west-3' },
        { find: '"20GB"', with: '"40GB"' },
      ],
    },
    output: {
      type: 'json',
      value: {
        matched: 2,
        of: 3,
        rolledBack: true,
        sha256Before: '9c1f…e2',
        sha256After: '9c1f…e2',
      },
    },
    outcome: 'failed',
  },
  {
    tool: 'fs_save',
    input: { path: 'fixtures/error.html', data: '<h1>500 Internal Server Error</h1>' },
    output: { type: 'json', value: { error: null, path: 'fixtures/error.html', bytesWritten: 34 } },
    outcome: 'done',
  },
  {
    tool: 'mcp__filesystem__write_file',
    input: { path: '/etc/hosts', content: '127.0.0.1 dev.local\n' },
    output: {
      type: 'content',
      value: [
        {
          type: 'text',
          text: 'Access denied - path outside allowed directories: /etc/hosts not in /home/kim/projects',
        },
      ],
    },
    outcome: 'failed',
  },
  {
    tool: 'assistant_edit',
    input: { doc: 'handbook/leave.md', request: 'Change 28 days to 30 days' },
    output: {
      type: 'text',
      value:
        'Happy to help with the handbook! I opened handbook/leave.md and found the paragraph about annual leave. It is locked by HR until 1 July, though, so I left the text untouched.',
    },
    outcome: 'failed',
  },
  {
    tool: 'remote_edit',
    input: { host: 'edge-4', path: '/opt/agent/agent.yaml', set: { interval: 30 } },
    output: {
      type: 'text',
      value:
        'Edit request 5521 was put in the queue of edge-4. The host picks up requests when it next comes online.',
    },
    outcome: 'unsaid',
  },

  // (2) shell commands and program runners
  {
    tool: 'Bash',
    input: {
      command: 'grep -c "ERROR" /var/log/app.log || true',
      description: 'Count error lines',
    },
    output: { type: 'text', value: '0' },
    outcome: 'done',
  },
  {
    tool: 'Bash',
    input: { command: 'npm run build' },
    output: {
      type: 'error-text',
      value:
        "Exit code 2\n\n> web@2.1.0 build\n> tsc -p .\n\nsrc/app.ts(14,7): error TS2304: Cannot find name 'Fo'.",
    },
    outcome: 'failed',
  },
  {
    tool: 'shell',
    input: { command: ['cargo', 'test', '--lib'], workdir: '/w/auth' },
    output: {
      type: 'text',
      value:
        'Exit code: 0\nWall time: 6.1 seconds\nOutput:\nrunning 3 tests\ntest token::rejects_invalid_token ... ok\ntest token::fails_when_denied ... ok\ntest token::not_found_is_error ... ok\n\ntest result: ok. 3 passed; 0 failed; 0 ignored',
    },
    outcome: 'done',
  },
  {
    tool: 'execute_command',
    input: { command: 'cargo build --release', requires_approval: false },
    output: {
      type: 'text',
      value:
        'Command executed.\nOutput:\n   Compiling hyperx v0.3.1\nerror[E0382]: borrow of moved value: `conn`\n  --> src/pool.rs:31:9\nerror: could not compile `hyperx` (lib) due to 1 previous error',
    },
    outcome: 'failed',
  },
  {
    tool: 'run_tests',
    input: { cmd: 'pytest tests/test_fees.py -q' },
    output: {
      type: 'text',
      value: 'no tests ran in 0.01s\nERROR: file or directory not found: tests/test_fees.py',
    },
    outcome: 'failed',
  },
  {
    tool: 'Bash',
    input: { command: 'git push origin fix-not-found-error' },
    output: {
      type: 'text',
      value:
        'To github.com:acme/api.git\n   3f1c0aa..9a2be41  fix-not-found-error -> fix-not-found-error',
    },
    outcome: 'done',
  },
  {
    tool: 'run_in_terminal',
    input: { command: 'git push', explanation: 'Publish the branch', isBackground: false },
    output: {
      type: 'text',
      value:
        'Enumerating objects: 9, done.\nTo gitlab.com:nord/ship.git\n ! [rejected]        main -> main (fetch first)\nhint: Updates were rejected because the remote contains work that you do not have locally.',
    },
    outcome: 'failed',
  },
  {
    tool: 'docker_build',
    input: { context: '.', tag: 'web:42' },
    output: {
      type: 'text',
      value:
        '#7 [2/5] WORKDIR /app\n#7 CACHED\n#9 [4/5] RUN npm ci\n#9 8.113 added 210 packages\n#11 [5/5] RUN npm run bundle\nERROR: failed to solve: process "/bin/sh -c npm run bundle" did not complete successfully: exit code: 1',
    },
    outcome: 'failed',
  },
  {
    tool: 'bash',
    input: { command: "docker ps -a --filter status=exited --format '{{.Names}} {{.Status}}'" },
    output: {
      type: 'json',
      value: {
        stdout: 'worker-1 Exited (1) 2 hours ago\nmigrate Exited (137) 3 days ago\n',
        stderr: '',
        exit_code: 0,
      },
    },
    outcome: 'done',
  },
  {
    tool: 'run_shell_command',
    input: { command: 'kubectl apply -f ingress.yaml', description: 'Apply the ingress' },
    output: {
      type: 'text',
      value:
        'Command: kubectl apply -f ingress.yaml\nDirectory: (root)\nOutput: Error from server (Forbidden): error when creating "ingress.yaml": ingresses.networking.k8s.io is forbidden: User "dev" cannot create resource "ingresses"\nExit Code: 1',
    },
    outcome: 'failed',
  },
  {
    tool: 'kubectl',
    input: { args: ['get', 'pods', '-n', 'pay'] },
    output: {
      type: 'json',
      value: {
        code: 0,
        out: 'NAME           READY   STATUS             RESTARTS\nledger-7d9f    0/1     CrashLoopBackOff   17\nfees-5c2a      0/1     ErrImagePull       0\n',
      },
    },
    outcome: 'done',
  },
  {
    tool: 'kubectl_delete',
    input: { kind: 'job', name: 'failed-import', namespace: 'etl' },
    output: { type: 'text', value: 'job.batch "failed-import" deleted' },
    outcome: 'done',
  },
  {
    tool: 'terraform',
    input: { action: 'apply', dir: 'envs/prod', autoApprove: true },
    output: {
      type: 'text',
      value:
        'aws_cloudwatch_metric_alarm.error_rate: Creating...\naws_cloudwatch_metric_alarm.error_rate: Creation complete after 1s [id=error-rate-invalid-requests]\n\nApply complete! Resources: 1 added, 0 changed, 0 destroyed.',
    },
    outcome: 'done',
  },
  {
    tool: 'terraform',
    input: { action: 'plan', dir: 'envs/stage' },
    output: {
      type: 'text',
      value: '╷\n│ Error: Error acquiring the state lock\n│\n│ Lock Info:\n│   Who: ci@runner-8\n╵',
    },
    outcome: 'failed',
  },
  {
    tool: 'pip_install',
    input: { packages: ['exceptiongroup', 'errorhandler'] },
    output: {
      type: 'text',
      value:
        'Collecting exceptiongroup\nCollecting errorhandler\nInstalling collected packages: exceptiongroup, errorhandler\nSuccessfully installed errorhandler-2.0.1 exceptiongroup-1.2.2',
    },
    outcome: 'done',
  },
  {
    tool: 'Bash',
    input: { command: 'pnpm add left-padd@^9' },
    output: {
      type: 'text',
      value:
        ' ERR_PNPM_NO_MATCHING_VERSION  No matching version found for left-padd@^9\n\nThis error happened while installing a direct dependency of /w/site',
    },
    outcome: 'failed',
  },
  {
    tool: 'sandbox_exec',
    input: { cmd: './upload.sh dist', timeout_ms: 60000 },
    output: {
      type: 'json',
      value: {
        stdout: 'Uploading 14 files\n 9/14 ok\n',
        stderr: '',
        exitCode: 137,
        oomKilled: true,
      },
    },
    outcome: 'failed',
  },
  {
    tool: 'sandbox_exec',
    input: { cmd: 'git switch -c error-handling' },
    output: {
      type: 'json',
      value: {
        stdout: '',
        stderr: "Switched to a new branch 'error-handling'\n",
        exitCode: 0,
        oomKilled: false,
      },
    },
    outcome: 'done',
  },
  {
    tool: 'Bash',
    input: { command: 'make integration', timeout: 120000 },
    output: {
      type: 'text',
      value: 'starting postgres ... ok\nseeding ... ok\nCommand timed out after 2m 0.0s',
    },
    outcome: 'failed',
  },
  {
    tool: 'run_script',
    input: { name: 'sync-prices' },
    output: {
      type: 'json',
      value: {
        returncode: 1,
        stdout: 'Everything looks fine so far\nChecking feed 3 of 4\n',
        stderr: '',
      },
    },
    outcome: 'failed',
  },
  {
    tool: 'exec_command',
    input: { cmd: 'yarn build:ios', yield_time_ms: 10000 },
    output: {
      type: 'text',
      value:
        'Chunk ID: a81c02\nWall time: 10.0 seconds\nProcess running with session ID 4312\nOutput:\nCompiling 312 modules',
    },
    outcome: 'unsaid',
  },
  {
    tool: 'Bash',
    input: { command: 'python crawl.py --all', run_in_background: true },
    output: { type: 'text', value: 'Command running in background with ID: bash_4' },
    outcome: 'unsaid',
  },
  {
    tool: 'terminal',
    input: { command: './release.sh 1.8.0' },
    output: { type: 'text', value: 'Reading release.toml\nVersion 1.8.0\nUploading bundle' },
    outcome: 'unsaid',
  },
  {
    tool: 'shell',
    input: { command: ['bash', '-lc', 'sed -n 1,2p failed.txt'] },
    output: {
      type: 'text',
      value:
        '{"output":"order 17: failed, card denied\\norder 22: failed, address invalid\\n","metadata":{"exit_code":0,"duration_seconds":0.1}}',
    },
    outcome: 'done',
  },
  {
    tool: 'shell',
    input: { command: ['bash', '-lc', 'rgx --files src'] },
    output: {
      type: 'text',
      value:
        '{"output":"bash: line 1: rgx: command not found\\n","metadata":{"exit_code":127,"duration_seconds":0.0}}',
    },
    outcome: 'failed',
  },
  {
    tool: 'Bash',
    input: { command: 'rm -rf build', description: 'Remove build output' },
    output: {
      type: 'text',
      value: 'Permission to use Bash with command rm -rf build has been denied.',
    },
    outcome: 'failed',
  },
  {
    tool: 'run_terminal_cmd',
    input: { command: 'rg -n "command not found" scripts/', is_background: false },
    output: {
      type: 'text',
      value:
        'Exit code: 0\n\nCommand output:\n```\nscripts/bootstrap.sh:14:  echo "command not found: $1" >&2\nscripts/ci.sh:3:# exits 127 (command not found)\n```',
    },
    outcome: 'done',
  },
  {
    tool: 'git_log',
    input: { grep: 'fail', max: 2, oneline: true },
    output: {
      type: 'text',
      value:
        'a17cc02 Fix failed login when the cookie is invalid\n0be9f3d Revert "cannot deploy on Fridays"',
    },
    outcome: 'done',
  },
  {
    tool: 'git_commit',
    input: { message: 'Add the fee table', all: true },
    output: {
      type: 'text',
      value:
        '✔ Preparing lint-staged...\n✔ Running tasks for staged files...\n✖ eslint --max-warnings=0:\n  src/fees.ts  3:1  warning  Unexpected any\nhusky - pre-commit script failed (code 1)',
    },
    outcome: 'failed',
  },
  {
    tool: 'maven',
    input: { goals: ['verify'], module: 'error-codes' },
    output: {
      type: 'text',
      value:
        '[INFO] Running org.acme.InvalidInputTest\n[INFO] Tests run: 88, Failures: 0, Errors: 0, Skipped: 0\n[INFO] BUILD SUCCESS\n[INFO] Total time:  9.311 s',
    },
    outcome: 'done',
  },
  {
    tool: 'gradle',
    input: { task: ':app:assembleRelease' },
    output: {
      type: 'text',
      value:
        '> Task :app:preBuild UP-TO-DATE\n> Task :app:compileReleaseKotlin\n61 actionable tasks: 12 executed, 49 up-to-date\n\nBUILD FAILED in 12s',
    },
    outcome: 'failed',
  },
  {
    tool: 'ssh_run',
    input: { host: 'web-2', command: 'journalctl -u nginx -n 2 --no-pager' },
    output: {
      type: 'json',
      value: {
        host: 'web-2',
        rc: 0,
        lines: [
          'nginx[811]: connect() failed (111: Connection refused) while connecting to upstream',
          'nginx[811]: open() "/srv/www/favicon.ico" failed (2: No such file or directory)',
        ],
      },
    },
    outcome: 'done',
  },
  {
    tool: 'ansible_playbook',
    input: { playbook: 'fail2ban.yml', limit: 'mail' },
    output: {
      type: 'text',
      value:
        'TASK [Install fail2ban] ****\nchanged: [mail-1]\n\nPLAY RECAP ****\nmail-1 : ok=4 changed=2 unreachable=0 failed=0 skipped=1 rescued=0 ignored=0',
    },
    outcome: 'done',
  },
  {
    tool: 'python',
    input: { code: 'import pandas as pd\nprint(pd.read_csv("sales.csv").groupby("regoin").sum())' },
    output: {
      type: 'text',
      value:
        'Traceback (most recent call last):\n  File "<cell>", line 2, in <module>\nKeyError: \'regoin\'',
    },
    outcome: 'failed',
  },
  {
    tool: 'code_interpreter',
    input: {
      language: 'python',
      code: 'print(Counter(l.split(":")[0] for l in open("trace.log")))',
    },
    output: {
      type: 'json',
      value: {
        logs: {
          stdout: ["Counter({'ValueError': 14, 'KeyError': 3, 'FileNotFoundError': 1})\n"],
          stderr: [],
        },
        error: null,
      },
    },
    outcome: 'done',
  },

  // (3) reads, searches, web fetches
  {
    tool: 'Read',
    input: { file_path: '/repo/src/messages.ts' },
    output: {
      type: 'text',
      value:
        "     1→export const E_DENIED = 'Error: permission denied'\n     2→export const E_MISSING = 'Error: file not found'\n",
    },
    outcome: 'done',
  },
  {
    tool: 'Read',
    input: { file_path: '/repo/tmp/last_error.txt' },
    output: {
      type: 'text',
      value:
        "     1→Error: ENOENT: no such file or directory, open 'config.yaml'\n     2→    at Object.openSync (node:fs:573:18)\n",
    },
    outcome: 'done',
  },
  {
    tool: 'Read',
    input: { file_path: '/repo/config.yaml' },
    output: {
      type: 'text',
      value: 'File does not exist. Current working directory: /repo. Did you mean config.yml?',
    },
    outcome: 'failed',
  },
  {
    tool: 'read_file',
    input: { path: 'src/components' },
    output: { type: 'error-text', value: 'EISDIR: illegal operation on a directory, read' },
    outcome: 'failed',
  },
  {
    tool: 'WebFetch',
    input: {
      url: 'https://developer.mozilla.org/en-US/docs/Web/HTTP/Status/404',
      prompt: 'What does it mean?',
    },
    output: {
      type: 'text',
      value:
        '# 404 Not Found\n\nThe HTTP 404 Not Found client error response status code indicates that the server cannot find the requested resource. Links that lead to a 404 page are often called broken or dead links.',
    },
    outcome: 'done',
  },
  {
    tool: 'WebFetch',
    input: { url: 'https://intranet.example.com/wiki/Payroll', prompt: 'When is payday?' },
    output: { type: 'error-text', value: 'Request failed with status code 403' },
    outcome: 'failed',
  },
  {
    tool: 'http_get',
    input: { url: 'https://docs.example.org/v3/quickstart' },
    output: {
      type: 'json',
      value: {
        url: 'https://docs.example.org/v3/quickstart',
        status: 404,
        headers: { 'content-type': 'text/html' },
        body: '<h1>Hello there!</h1><p>Looks like this page has moved on.</p>',
      },
    },
    outcome: 'failed',
  },
  {
    tool: 'http_get',
    input: { url: 'https://errors.example.org/codes/E1001' },
    output: {
      type: 'json',
      value: {
        url: 'https://errors.example.org/codes/E1001',
        status: 200,
        headers: { 'content-type': 'text/html' },
        body: '<h1>E1001: Invalid handle</h1><p>Raised when the handle was already closed.</p>',
      },
    },
    outcome: 'done',
  },
  {
    tool: 'Grep',
    input: { pattern: 'InvalidState', output_mode: 'files_with_matches' },
    output: {
      type: 'text',
      value: 'Found 3 files\nsrc/invalid_state.rs\nsrc/error/failed.rs\ntests/not_found.rs',
    },
    outcome: 'done',
  },
  {
    tool: 'code_search',
    input: { query: 'console.error(', path: 'packages/core', purpose: 'make sure none is left' },
    output: { type: 'json', value: { matches: [], totalMatches: 0, filesSearched: 412 } },
    outcome: 'done',
  },
  {
    tool: 'grep_search',
    input: { query: '(foo', isRegexp: true },
    output: {
      type: 'text',
      value: 'rg: regex parse error:\n    (?:(foo)\n    ^\nerror: unclosed group',
    },
    outcome: 'failed',
  },
  {
    tool: 'web_search',
    input: { query: 'ECONNREFUSED 127.0.0.1:5432 fix' },
    output: {
      type: 'json',
      value: {
        results: [
          {
            title: 'Error: connect ECONNREFUSED 127.0.0.1:5432',
            url: 'https://stackoverflow.com/q/33',
            snippet: 'Connection failed because Postgres was not running.',
          },
          { title: 'psql: could not connect to server', url: 'https://forum.example/t/9' },
        ],
      },
    },
    outcome: 'done',
  },
  {
    tool: 'web_search',
    input: { query: 'best bike lights 2025' },
    output: {
      type: 'json',
      value: { type: 'web_search_tool_result_error', error_code: 'max_uses_exceeded' },
    },
    outcome: 'failed',
  },
  {
    tool: 'list_directory',
    input: { path: '/data/claims' },
    output: {
      type: 'text',
      value:
        'Directory listing for /data/claims:\n[DIR] denied\n[DIR] failed\n[DIR] invalid\nerrors.csv',
    },
    outcome: 'done',
  },
  {
    tool: 'open_file',
    input: { path: 'fixtures/oauth_error.json' },
    output: {
      type: 'json',
      value: {
        path: 'fixtures/oauth_error.json',
        size: 63,
        content: '{"error":"invalid_grant","error_description":"Token not found"}',
      },
    },
    outcome: 'done',
  },
  {
    tool: 's3_get_object',
    input: { Bucket: 'reports-eu', Key: '2025/q1.pdf' },
    output: {
      type: 'json',
      value: {
        name: 'NoSuchKey',
        $fault: 'client',
        $metadata: { httpStatusCode: 404, attempts: 1 },
      },
    },
    outcome: 'failed',
  },
  {
    tool: 'ReadMcpResource',
    input: { server: 'notes', uri: 'note://roadmap' },
    output: {
      type: 'json',
      value: {
        jsonrpc: '2.0',
        id: 12,
        error: { code: -32002, message: 'Resource not found', data: { uri: 'note://roadmap' } },
      },
    },
    outcome: 'failed',
  },
  {
    tool: 'browser_navigate',
    input: { url: 'https://status.example.net/incidents/77' },
    output: {
      type: 'content',
      value: [
        {
          type: 'text',
          text: '### Page state\n- Page URL: https://status.example.net/incidents/77\n- Page Title: Elevated API errors\n- Page Snapshot:\n  - heading "Elevated API errors" [level=1]\n  - text: Some requests failed with 502. Resolved.',
        },
      ],
    },
    outcome: 'done',
  },
  {
    tool: 'browser_navigate',
    input: { url: 'http://staging.internl/' },
    output: {
      type: 'content',
      value: [
        {
          type: 'text',
          text: '### Result\nError: page.goto: net::ERR_NAME_NOT_RESOLVED at http://staging.internl/',
        },
      ],
    },
    outcome: 'failed',
  },
  {
    tool: 'mcp__github__get_issue',
    input: { owner: 'acme', repo: 'uploader', issue_number: 318 },
    output: {
      type: 'json',
      value: {
        number: 318,
        title: 'Cannot upload: Access denied',
        state: 'closed',
        state_reason: 'not_planned',
        body: 'Every upload failed with 403.',
        labels: ['bug', 'invalid'],
      },
    },
    outcome: 'done',
  },
  {
    tool: 'Read',
    input: { file_path: '/repo/package-lock.json' },
    output: {
      type: 'error-text',
      value:
        'File content (31122 tokens) exceeds maximum allowed tokens (25000). Please use offset and limit parameters to read specific portions of the file, or search for specific content instead of reading the whole file.',
    },
    outcome: 'failed',
  },
  {
    tool: 'extract_pdf_text',
    input: { file: 'letters/2025-02-11.pdf' },
    output: {
      type: 'text',
      value:
        'Dear Ms Okafor,\nyour claim of 3 February has been denied because the policy number was not found. You cannot appeal after 30 days.\nKind regards',
    },
    outcome: 'done',
  },
  {
    tool: 'ocr',
    input: { image: 'scan_0031.png' },
    output: {
      type: 'text',
      value: 'Here is the text from scan_0031.png:\n\n(none: the image could not be decoded)',
    },
    outcome: 'failed',
  },
  {
    tool: 'get_transcript',
    input: { video_id: 'dQx81', lang: 'en' },
    output: {
      type: 'json',
      value: {
        video_id: 'dQx81',
        title: 'Sourdough in ten minutes',
        transcript: null,
        reason: 'Subtitles are disabled for this video',
      },
    },
    outcome: 'failed',
  },
  {
    tool: 'glob',
    input: { pattern: '**/*fail*' },
    output: {
      type: 'text',
      value:
        'Found 2 file(s) matching "**/*fail*", sorted by modification time (newest first):\n/w/src/failover/already-exists.ts\n/w/test/cannot-fail.test.ts',
    },
    outcome: 'done',
  },
  {
    tool: 'search_docs',
    input: { query: 'user already exists error' },
    output: {
      type: 'content',
      value: [
        {
          type: 'text',
          text: '1. signUp(): "If the address is already registered, an error user_already_exists is returned."\n2. Troubleshooting: access denied after sign-up',
        },
      ],
    },
    outcome: 'done',
  },
  {
    tool: 'check_link',
    input: { url: 'https://old.example.com/faq', question: 'is this link dead?' },
    output: {
      type: 'json',
      value: {
        url: 'https://old.example.com/faq',
        alive: false,
        httpStatus: 404,
        checkedAt: '2025-05-02T08:11:00Z',
      },
    },
    outcome: 'done',
  },
  {
    tool: 'firecrawl_crawl',
    input: { url: 'https://shop.example.com', limit: 200 },
    output: { type: 'json', value: { id: 'crawl_88', status: 'pending' } },
    outcome: 'unsaid',
  },

  // (4) domain and business tools
  {
    tool: 'create_order',
    input: { sku: 'LAMP-9', qty: 2, customer: 'c_71' },
    output: { type: 'json', value: { status: 422, body: { sku: ['is out of stock'] } } },
    outcome: 'failed',
  },
  {
    tool: 'get_order',
    input: { order_id: 'A-5520' },
    output: {
      type: 'json',
      value: {
        id: 'A-5520',
        status: 'payment_failed',
        last_error: 'card_declined',
        lines: [{ sku: 'MUG-1', qty: 1 }],
      },
    },
    outcome: 'done',
  },
  {
    tool: 'charge_card',
    input: { customer: 'cus_9a', amount: 4900, currency: 'eur' },
    output: {
      type: 'json',
      value: {
        id: 'ch_3k1',
        object: 'charge',
        amount: 4900,
        currency: 'eur',
        paid: false,
        captured: false,
        status: 'failed',
      },
    },
    outcome: 'failed',
  },
  {
    tool: 'list_charges',
    input: { status: 'failed', limit: 2 },
    output: {
      type: 'json',
      value: {
        object: 'list',
        data: [
          { id: 'ch_1', status: 'failed', failure_code: 'insufficient_funds' },
          { id: 'ch_2', status: 'failed', failure_code: 'invalid_cvc' },
        ],
        has_more: false,
      },
    },
    outcome: 'done',
  },
  {
    tool: 'shopify_refund',
    input: { orderId: 'gid://shopify/Order/881', amount: '25.00' },
    output: {
      type: 'json',
      value: {
        data: {
          refundCreate: {
            refund: null,
            userErrors: [
              { field: ['amount'], message: 'Refund is larger than what is left of the order' },
            ],
          },
        },
        extensions: { cost: { actualQueryCost: 10 } },
      },
    },
    outcome: 'failed',
  },
  {
    tool: 'shopify_cancel',
    input: { orderId: 'gid://shopify/Order/902', reason: 'DECLINED' },
    output: {
      type: 'json',
      value: {
        data: {
          orderCancel: {
            order: {
              id: 'gid://shopify/Order/902',
              cancelledAt: '2025-03-01T10:00:00Z',
              cancelReason: 'DECLINED',
            },
            userErrors: [],
          },
        },
      },
    },
    outcome: 'done',
  },
  {
    tool: 'calendar.create_event',
    input: { title: 'Postmortem: failed deploy', start: '2025-06-11T14:00' },
    output: {
      type: 'json',
      value: {
        jsonrpc: '2.0',
        id: 9,
        result: { id: 'ev_44', title: 'Postmortem: failed deploy', status: 'confirmed' },
      },
    },
    outcome: 'done',
  },
  {
    tool: 'mcp__teams__post',
    input: { channel: 'launch-2023', text: 'Hi all' },
    output: {
      type: 'json',
      value: {
        content: [{ type: 'text', text: 'Channel launch-2023 is archived.' }],
        isError: true,
      },
    },
    outcome: 'failed',
  },
  {
    tool: 'mcp__jira__create_issue',
    input: { project: 'OPS', summary: 'Login error for denied users' },
    output: {
      type: 'json',
      value: {
        content: [{ type: 'text', text: 'Created OPS-1207: Login error for denied users' }],
        isError: false,
      },
    },
    outcome: 'done',
  },
  {
    tool: 'sap_post_invoice',
    input: { vendor: '100234', amount: 812.5 },
    output: {
      type: 'json',
      value: {
        Envelope: {
          Body: {
            Fault: { faultcode: 'soap:Client', faultstring: 'Posting period 004 2025 is not open' },
          },
        },
      },
    },
    outcome: 'failed',
  },
  {
    tool: 'hotel_cancel',
    input: { locator: 'K7QX2' },
    output: {
      type: 'json',
      value: {
        Envelope: {
          Body: {
            CancelBookingResponse: {
              ReturnCode: '0',
              ReturnText: 'OK',
              Locator: 'K7QX2',
              Status: 'XX',
              Errors: null,
            },
          },
        },
      },
    },
    outcome: 'done',
  },
  {
    tool: 'book_table',
    input: { restaurant: 'Da Nino', party: 6, time: '19:30' },
    output: {
      type: 'text',
      value: "{'success': False, 'booking': None, 'msg': 'Only parties of up to 4 at 19:30'}",
    },
    outcome: 'failed',
  },
  {
    tool: 'purge_bounces',
    input: { list: 'invalid-addresses' },
    output: {
      type: 'text',
      value: "{'ok': True, 'error': None, 'list': 'invalid-addresses', 'deleted': 31}",
    },
    outcome: 'done',
  },
  {
    tool: 'book_flight',
    input: { offer: 'off_91', passenger: 'Noor Haddad' },
    output: {
      type: 'text',
      value:
        'Thank you for choosing Northwind Air! We received your request for Oslo to Rome on 4 May, one adult, window seat. Sadly this fare has just sold out, so no seat was booked and you have not been charged.',
    },
    outcome: 'failed',
  },
  {
    tool: 'publish_banner',
    input: { site: 'portal', text: 'Access denied? Call 4400.' },
    output: {
      type: 'text',
      value: 'The banner "Access denied? Call 4400." is now live on portal.',
    },
    outcome: 'done',
  },
  {
    tool: 'send_email',
    input: { to: 'j.perez@exmaple.com', subject: 'Your tickets' },
    output: {
      type: 'json',
      value: {
        accepted: [],
        rejected: ['j.perez@exmaple.com'],
        response: '550 5.1.1 User unknown',
      },
    },
    outcome: 'failed',
  },
  {
    tool: 'send_email',
    input: { to: 'amy@corp.example', subject: 'Payment failed: please update your card' },
    output: {
      type: 'json',
      value: {
        accepted: ['amy@corp.example'],
        rejected: [],
        response: '250 2.0.0 OK queued as 4F1A',
        messageId: '<c1@corp.example>',
      },
    },
    outcome: 'done',
  },
  {
    tool: 'lock_door',
    input: { entity_id: 'lock.front', code: '****' },
    output: {
      type: 'json',
      value: {
        entity_id: 'lock.front',
        requested: 'locked',
        state: 'jammed',
        bolt_extended: false,
      },
    },
    outcome: 'failed',
  },
  {
    tool: 'get_state',
    input: { entity_id: 'sensor.garage_temp' },
    output: {
      type: 'json',
      value: {
        entity_id: 'sensor.garage_temp',
        state: 'unavailable',
        attributes: { friendly_name: 'Garage' },
        last_changed: '2025-01-08T04:00:12Z',
      },
    },
    outcome: 'done',
  },
  {
    tool: 'update_customer',
    input: { filter: { _id: 'cu_404' }, set: { email: 'neu@haus.example' } },
    output: {
      type: 'json',
      value: { acknowledged: true, matchedCount: 0, modifiedCount: 0, upsertedId: null },
    },
    outcome: 'failed',
  },
  {
    tool: 'run_sql',
    input: { sql: "select count(*) as failed from jobs where state = 'failed'" },
    output: { type: 'json', value: { columns: ['failed'], rows: [[0]], rowCount: 1 } },
    outcome: 'done',
  },
  {
    tool: 'run_sql',
    input: { sql: 'select * from custmers limit 5' },
    output: {
      type: 'text',
      value:
        'relation "custmers" does not exist\nLINE 1: select * from custmers limit 5\n                      ^\nSQLSTATE 42P01',
    },
    outcome: 'failed',
  },
  {
    tool: 'lambda_invoke',
    input: { FunctionName: 'resize-image', Payload: { key: 'a.png' } },
    output: {
      type: 'json',
      value: {
        StatusCode: 200,
        ExecutedVersion: '$LATEST',
        FunctionError: 'Unhandled',
        Payload: '{"errorType":"TypeError","errorMessage":"x is undefined"}',
      },
    },
    outcome: 'failed',
  },
  {
    tool: 'cloudwatch_put_alarm',
    input: { AlarmName: '5xx-errors-denied', Threshold: 5 },
    output: {
      type: 'json',
      value: { ResponseMetadata: { RequestId: '7d-11', HTTPStatusCode: 200, RetryAttempts: 0 } },
    },
    outcome: 'done',
  },
  {
    tool: 'sqs_send_batch',
    input: { QueueUrl: 'https://sqs/q/mail', Entries: [{ Id: 'm1', MessageBody: '…' }] },
    output: {
      type: 'json',
      value: {
        Successful: [],
        Failed: [{ Id: 'm1', SenderFault: true, Code: 'InvalidMessageContents' }],
      },
    },
    outcome: 'failed',
  },
  {
    tool: 'queue_depth',
    input: { queue: 'payments-failed' },
    output: {
      type: 'json',
      value: { queue: 'payments-failed', ready: 0, unacked: 0, rejected: 12 },
    },
    outcome: 'done',
  },
  {
    tool: 'ci_get_run',
    input: { run_id: 90211 },
    output: {
      type: 'json',
      value: {
        id: 90211,
        name: 'e2e',
        status: 'completed',
        conclusion: 'failure',
        failed_step: 'Install browsers',
        html_url: 'https://ci.example/90211',
      },
    },
    outcome: 'done',
  },
  {
    tool: 'describe_training_job',
    input: { TrainingJobName: 'churn-xgb-7' },
    output: {
      type: 'json',
      value: {
        TrainingJobName: 'churn-xgb-7',
        TrainingJobStatus: 'Failed',
        FailureReason: 'AlgorithmError: column not found',
        BillableTimeInSeconds: 61,
      },
    },
    outcome: 'done',
  },
  {
    tool: 'train_and_wait',
    input: { config: 'lora-8b.yaml', gpus: 2 },
    output: {
      type: 'json',
      value: {
        job: 'j-4410',
        epochs_done: 1,
        epochs_total: 3,
        final_state: 'OUT_OF_MEMORY',
        checkpoint: null,
      },
    },
    outcome: 'failed',
  },
  {
    tool: 'request_export',
    input: { account: 'acc_5', format: 'csv' },
    output: {
      type: 'json',
      value: { exportId: 'ex_19', state: 'waiting', progress: 0, downloadUrl: null },
    },
    outcome: 'unsaid',
  },
  {
    tool: 'crm_find_contact',
    input: { email: 'h.lind@fabrik.example' },
    output: {
      type: 'json',
      value: {
        id: 'p_310',
        name: 'Hanna Lind',
        company: 'Error Free GmbH',
        lastNote: 'Says the invoice is invalid and that she cannot log in.',
      },
    },
    outcome: 'done',
  },
  {
    tool: 'crm_merge',
    input: { keep: 'p_310', drop: 'p_877' },
    output: {
      type: 'text',
      value:
        'Good catch: both records do seem to belong to the same person, with one phone number and two addresses. The merge itself was not carried out, since your role lacks the Merge right.',
    },
    outcome: 'failed',
  },
  {
    tool: 'validate_iban',
    input: { iban: 'DE00 1234 5678 9012 3456 78' },
    output: {
      type: 'json',
      value: {
        iban: 'DE00123456789012345678',
        valid: false,
        checks: { length: 'passed', checksum: 'failed' },
      },
    },
    outcome: 'done',
  },
  {
    tool: 'is_username_free',
    input: { name: 'nobody' },
    output: {
      type: 'json',
      value: {
        name: 'nobody',
        free: false,
        why: 'already taken',
        alternatives: ['nobody7', 'no.body'],
      },
    },
    outcome: 'done',
  },
  {
    tool: 'create_meeting',
    input: { with: ['ana', 'bo'], at: '2025-04-02T15:00' },
    output: {
      type: 'json',
      value: { created: false, suggestion: '2025-04-02T16:30', attendees: ['ana', 'bo'] },
    },
    outcome: 'failed',
  },
  {
    tool: 'wire_transfer',
    input: { to: 'NL91ABNA0417164300', amount: 1200, ref: 'rent' },
    output: {
      type: 'json',
      value: {
        http: 200,
        payload: { txn: 'T-77', amount: 1200, result: 'REJECTED_LIMIT', settled: null },
      },
    },
    outcome: 'failed',
  },
  {
    tool: 'create_webhook',
    input: { url: 'https://me.example/hook', events: ['charge.failed', 'invoice.payment_failed'] },
    output: {
      type: 'json',
      value: {
        id: 'we_1',
        object: 'webhook_endpoint',
        enabled_events: ['charge.failed', 'invoice.payment_failed'],
        status: 'enabled',
        livemode: true,
      },
    },
    outcome: 'done',
  },
  {
    tool: 'search_bulk_index',
    input: { index: 'errors-2025', docs: 1 },
    output: {
      type: 'json',
      value: {
        took: 5,
        errors: false,
        items: [
          {
            index: {
              _index: 'errors-2025',
              _id: '1',
              result: 'created',
              status: 201,
              _shards: { total: 2, successful: 2, failed: 0 },
            },
          },
        ],
      },
    },
    outcome: 'done',
  },
  {
    tool: 'slack_post',
    input: { channel: '#finance', text: 'Report is ready' },
    output: { type: 'json', value: { ok: false, error: 'not_in_channel' } },
    outcome: 'failed',
  },
  {
    tool: 'slack_post',
    input: { channel: '#ci', text: 'Build failed on main: cannot find module' },
    output: {
      type: 'json',
      value: {
        ok: true,
        channel: 'C02',
        ts: '1714.22',
        message: { text: 'Build failed on main: cannot find module', bot_id: 'B1' },
      },
    },
    outcome: 'done',
  },
  {
    tool: 'set_thermostat',
    input: { room: 'nursery', celsius: 20 },
    output: {
      type: 'error-json',
      value: { code: 'DEVICE_OFFLINE', room: 'nursery', retryable: true },
    },
    outcome: 'failed',
  },

  // (5) other languages
  {
    tool: 'datei_schreiben',
    input: { pfad: 'Berichte/Mai.md', inhalt: '# Mai' },
    output: {
      type: 'text',
      value:
        'Ihre Eingabe wurde geprüft. Die Datei Berichte/Mai.md ist schreibgeschützt und wurde nicht gespeichert.',
    },
    outcome: 'failed',
  },
  {
    tool: 'ticket_anlegen',
    input: { titel: 'Anmeldung fehlgeschlagen: Zugriff verweigert', prio: 2 },
    output: {
      type: 'text',
      value: 'Ticket 4471 „Anmeldung fehlgeschlagen: Zugriff verweigert“ wurde angelegt.',
    },
    outcome: 'done',
  },
  {
    tool: 'reserver_train',
    input: { de: 'Lyon', a: 'Nantes', date: '2025-08-14' },
    output: {
      type: 'text',
      value:
        "Merci pour votre demande ! Le trajet Lyon-Nantes du 14 août est très recherché. Il ne reste plus de place et la réservation n'a pas été effectuée.",
    },
    outcome: 'failed',
  },
  {
    tool: 'verifier_liens',
    input: { dossier: 'site/' },
    output: {
      type: 'text',
      value: 'Vérification terminée : 18 fichiers lus, 0 erreur, aucun lien introuvable.',
    },
    outcome: 'done',
  },
  {
    tool: 'transferir',
    input: { cuenta: 'ES12-3344', importe: 300 },
    output: {
      type: 'json',
      value: { exito: false, mensaje: 'Saldo insuficiente', referencia: null },
    },
    outcome: 'failed',
  },
  {
    tool: 'enviar_correo',
    input: { para: 'lucia@tienda.example', asunto: 'Pago rechazado: error en la tarjeta' },
    output: {
      type: 'text',
      value:
        'El correo «Pago rechazado: error en la tarjeta» se ha enviado a lucia@tienda.example.',
    },
    outcome: 'done',
  },
  {
    tool: 'cancelar_pedido',
    input: { pedido: 3391, motivo: 'endereço inválido' },
    output: {
      type: 'text',
      value: 'Pedido 3391 cancelado com sucesso. Motivo: endereço inválido.',
    },
    outcome: 'done',
  },
  {
    tool: 'create_order_cn',
    input: { sku: 'CUP-01', 数量: 3 },
    output: { type: 'json', value: { code: 50012, msg: '库存不足,下单失败', data: null } },
    outcome: 'failed',
  },
  {
    tool: '编辑文件',
    input: { 路径: 'src/错误处理.ts', 旧: '未知错误', 新: '权限被拒绝' },
    output: { type: 'text', value: '文件已更新:src/错误处理.ts(替换 1 处)' },
    outcome: 'done',
  },
  {
    tool: 'yoyaku',
    input: { hotel: '海辺荘', date: '2025-07-19', nights: 2 },
    output: {
      type: 'text',
      value:
        'お問い合わせありがとうございます。海辺荘、7月19日より2泊のご希望ですね。あいにく満室のため、予約はお取りできませんでした。',
    },
    outcome: 'failed',
  },
  {
    tool: 'save_sheet',
    input: { name: 'エラー一覧.xlsx', folder: '共有' },
    output: { type: 'text', value: '「エラー一覧.xlsx」を共有フォルダに保存しました。' },
    outcome: 'done',
  },
  {
    tool: 'create_alert_rule',
    input: { 이름: '결제 실패', 조건: '오류 > 10' },
    output: { type: 'text', value: "'결제 실패' 알림 규칙이 저장되었습니다." },
    outcome: 'done',
  },
];
