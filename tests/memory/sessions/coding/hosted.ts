/**
 * Tools that a host adds to a coding agent: pull requests, tickets, messages, flags. Decides what they
 * take and return; refuses to know when they are called.
 */
import type { Rng } from '../../../js/support/random.ts';
import { coined, digits, stamp } from '../../support/values.ts';
import type { Act } from '../transcript.ts';
import type { Json } from '../types.ts';
import type { Project } from './project.ts';

/** Its name, and its input, its output and what it changed for a title and a text. */
export type HostedTool = readonly [
  string,
  (title: string, body: string) => readonly [Json, Json, Act],
];

/** Two tools of one host. */
export function hostedTools(rng: Rng, p: Project): readonly HostedTool[] {
  const owner = coined(rng, 2);
  const deed = (target: string, outcome: string | undefined, verb: Act['verb']): Act => ({
    target,
    outcome,
    kind: 'domain',
    verb,
  });
  return rng
    .shuffle<HostedTool>([
      [
        rng.pick(['create_pull_request', 'github__create_pull_request', 'open_merge_request']),
        (title, body) => {
          const n = rng.int(40, 9800);
          return [
            { owner, repo: p.name, title, body, head: p.branch, base: 'main' },
            {
              number: n,
              state: 'open',
              html_url: `https://github.com/${owner}/${p.name}/pull/${n}`,
              additions: rng.int(3, 600),
              deletions: rng.int(0, 300),
            },
            deed(p.branch, String(n), 'create'),
          ];
        },
      ],
      [
        rng.pick(['update_issue', 'linear_update', 'jira_transition']),
        (title) => {
          const id = p.ticket();
          const state = rng.pick(['In Review', 'Done', 'Blocked', 'Ready for QA']);
          return [
            { id, comment: title, state },
            { ok: true, id, state, updatedAt: stamp(rng) },
            deed(id, state, 'change'),
          ];
        },
      ],
      [
        rng.pick(['post_message', 'slack_send', 'notify_team']),
        (title) => {
          const channel = `#${coined(rng, 2)}-${rng.pick(['dev', 'ops', 'alerts'])}`;
          const ts = `${digits(rng, 10)}.${digits(rng, 6)}`;
          return [{ channel, text: title }, { ok: true, channel, ts }, deed(channel, ts, 'create')];
        },
      ],
      [
        rng.pick(['set_feature_flag', 'flags.update']),
        () => {
          const key = `${p.namer.noun()}-${coined(rng, 2)}`;
          const percentage = rng.int(1, 100);
          return [
            { flag: key, environment: rng.pick(['staging', 'production']), percentage },
            { flag: key, version: rng.int(2, 300), percentage },
            deed(key, `${percentage}`, 'change'),
          ];
        },
      ],
    ])
    .slice(0, 2);
}
