/** The routes, and what each request has to pass before it reaches a session. */

import type { SessionEntry } from 'epitome';
import { type Context, Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { cors } from 'hono/cors';
import { HTTPException } from 'hono/http-exception';
import { secureHeaders } from 'hono/secure-headers';
import { timingSafeEqual } from 'hono/utils/buffer';
import { statusPage } from './page.ts';
import { faultsOf, type Settings, userTokens } from './settings.ts';

const maxBody = 1_000_000;

/** What the host provides. A session's name has its user, then `/` and its id. */
export interface Bindings extends Settings {
  SESSIONS: { getByName(name: string): { fetch(request: Request): Promise<Response> } };
  /** The sessions of a user; its name begins with `/`, since a name must not be empty. */
  USERS: { getByName(name: string): { sessions(): Promise<SessionEntry[]> } };
  RATE_LIMIT?: { limit(options: { key: string }): Promise<{ success: boolean }> };
}
type Env = { Bindings: Bindings; Variables: { user: string } };

const no = (status: 400 | 401 | 404 | 413 | 415 | 429, message: string) =>
  new HTTPException(status, { message });

const isLocal = (url: string) =>
  ['localhost', '127.0.0.1', '[::1]'].includes(new URL(url).hostname);

/** Whose request it is. Put your own auth here: each user has sessions that nobody else reaches. */
async function userOf({ env, req }: Context<Env>): Promise<string> {
  const { AUTH_TOKEN, USER_TOKENS } = env;
  if (!AUTH_TOKEN && !USER_TOKENS) {
    if (isLocal(req.url)) return '';
    throw no(401, 'AUTH_TOKEN is not set, so only this machine may call');
  }
  const given = req.header('authorization')?.replace(/^bearer /i, '') ?? '';
  for (const [user, token] of [['', AUTH_TOKEN] as const, ...userTokens(USER_TOKENS)]) {
    if (token && (await timingSafeEqual(given, token))) return user;
  }
  throw no(401, 'the header must be "Authorization: Bearer" and the token');
}

export const app = new Hono<Env>();

app.onError((error, c) => {
  if (error instanceof HTTPException) return c.json({ error: error.message }, error.status);
  console.error(error);
  return c.json({ error: 'the server failed' }, 500);
});
app.notFound((c) => c.json({ error: 'there is no such route; GET / shows those there are' }, 404));

app.use(secureHeaders({ contentSecurityPolicy: { defaultSrc: ["'none'"] } }));
app.use(async (c, next) => {
  const faults = faultsOf({ ...c.env });
  if (faults.length === 0) return next();
  // A Worker has no start at which it could be told.
  console.error(faults.join('\n'));
  return c.json({ error: `The settings are wrong. ${faults.join(' ')}` }, 500);
});
app.get('/', statusPage);

app.use(
  '/sessions/*',
  cors({
    origin: (origin, { env }: Context<Env>) =>
      env.ALLOWED_ORIGINS?.split(',').includes(origin) ? origin : undefined,
    allowMethods: ['GET', 'POST', 'DELETE'],
    allowHeaders: ['authorization', 'content-type'],
    maxAge: 86_400,
  }),
  async ({ env, req }, next) => {
    const key = req.header('cf-connecting-ip') ?? 'local';
    const { success } = (await env.RATE_LIMIT?.limit({ key })) ?? { success: true };
    if (!success) throw no(429, 'too many requests; wait a minute');
    await next();
  },
  async (c, next) => {
    c.set('user', await userOf(c));
    await next();
  },
  bodyLimit({
    maxSize: maxBody,
    async onError({ req }) {
      // A client that is still sending would not hear the answer.
      const isShort = Number(req.header('content-length')) < 20 * maxBody;
      if (isShort) await req.raw.body?.pipeTo(new WritableStream());
      throw no(413, `the body must not have more than ${maxBody} bytes`);
    },
  }),
);

const toSession = ({ env, req, var: { user } }: Context<Env>) => {
  const id = req.param('id') ?? '';
  if (!/^[\w-]{1,64}$/.test(id)) {
    throw no(400, 'the id of a session is 1 to 64 letters, digits, _ or -');
  }
  // A page of another origin could send a body of any other type without asking first.
  if (req.method === 'POST' && !/^application\/json\b/i.test(req.header('content-type') ?? '')) {
    throw no(415, 'the content-type must be application/json');
  }
  return env.SESSIONS.getByName(`${user}/${id}`).fetch(req.raw);
};
app.get('/sessions', async (c) =>
  c.json({ sessions: await c.env.USERS.getByName(`/${c.var.user}`).sessions() }),
);
app.get('/sessions/:id', toSession);
app.get('/sessions/:id/stream', toSession);
app.delete('/sessions/:id', toSession);
app.post('/sessions/:id/messages', toSession);
