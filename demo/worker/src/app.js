/**
 * The agent's HTTP interface, the same on Workers and Node. Decides who may call it, how often, and what
 * a request may look like; what is answered is the chat's.
 */
import { Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { cors } from 'hono/cors';
import { HTTPException } from 'hono/http-exception';
import { isAllowed, isLocal } from './access.js';
import { readTurn } from './messages.js';
import { SettingsError, settingsOf } from './settings.js';
import { statusPage } from './status-page.js';

/** Bytes. A row of a Durable Object's database holds 2 MB. */
const largestBody = 1_500_000;

/** `chatOf(id, env)`: what answers the requests of one chat, by its method `fetch`. */
export function createApp({ chatOf }) {
  const app = new Hono();

  app.onError((error, context) => {
    const status = error instanceof HTTPException ? error.status : 500;
    if (status === 500) console.error(error);
    const isTold = status < 500 || error instanceof SettingsError || status === 503;
    const headers = Object.fromEntries(error.res?.headers ?? []);
    return context.json({ error: isTold ? error.message : 'internal error' }, status, headers);
  });
  app.notFound((context) => context.json({ error: 'no such page' }, 404));

  app.use(async (context, next) => {
    context.set('settings', settingsOf(context.env));
    await next();
    context.header('x-content-type-options', 'nosniff');
    context.header('cache-control', 'no-store');
  });

  app.get('/', (context) => statusPage(context.req.url, context.get('settings')));

  const sessions = new Hono();
  sessions.use(
    cors({
      origin: (origin, context) =>
        context.get('settings').origins.includes(origin) ? origin : undefined,
      allowHeaders: ['authorization', 'content-type'],
      allowMethods: ['GET', 'POST', 'DELETE'],
      maxAge: 86_400,
    }),
  );

  sessions.use(async (context, next) => {
    const { token, origins } = context.get('settings');
    const { url } = context.req;
    const origin = context.req.header('origin');
    if (origin !== undefined && origin !== new URL(url).origin && !origins.includes(origin)) {
      throw new HTTPException(403, { message: 'this origin is not in ALLOWED_ORIGINS' });
    }
    if (token === undefined) {
      if (isLocal(url)) return next();
      throw new HTTPException(503, { message: 'no TOKEN is set: only this machine is answered' });
    }
    // Before the token is looked at, so that nobody can try one after the other.
    const caller = context.req.header('cf-connecting-ip') ?? 'local';
    const { success } = (await context.env.LIMITER?.limit({ key: caller })) ?? { success: true };
    if (!success) throw tooMany('too many requests', 60);
    if (!(await isAllowed(context.req.header('authorization'), token))) {
      const headers = { 'www-authenticate': 'Bearer' };
      throw new HTTPException(401, {
        message: 'a bearer token is needed',
        res: new Response(null, { headers }),
      });
    }
    return next();
  });

  const path = '/:id/messages';
  const forward = (context, init) => {
    const id = context.req.param('id');
    if (!/^[\w-]{1,64}$/.test(id)) {
      throw new HTTPException(400, { message: 'an id has 1 to 64 letters, digits, _ or -' });
    }
    return chatOf(id, context.env).fetch(new Request(context.req.url, init));
  };

  sessions.post(
    path,
    bodyLimit({
      maxSize: largestBody,
      async onError(context) {
        await discard(context.req.raw.body);
        throw new HTTPException(413, { message: `a body has at most ${largestBody} bytes` });
      },
    }),
    async (context) => {
      const turn = await readTurn(context.req);
      const { signal } = context.req.raw;
      return forward(context, { method: 'POST', body: JSON.stringify(turn), signal });
    },
  );
  sessions.get(path, (context) => forward(context, { method: 'GET' }));
  sessions.get('/:id', (context) => forward(context, { method: 'GET' }));
  sessions.delete(path, (context) => forward(context, { method: 'DELETE' }));
  sessions.all(path, () => {
    throw new HTTPException(405, {
      message: 'use GET, POST or DELETE',
      res: new Response(null, { headers: { allow: 'GET, POST, DELETE' } }),
    });
  });

  app.route('/sessions', sessions);
  return app;
}

/**
 * Reads what a client still sends of a body that is refused, up to ten times the limit: a client whose
 * connection closes while it sends sees a broken connection instead of the answer.
 */
async function discard(body) {
  if (!body || body.locked) return;
  let bytes = 0;
  for await (const chunk of body) {
    bytes += chunk.byteLength;
    if (bytes > 10 * largestBody) return;
  }
}

/** `seconds` until it is worth another try. */
export function tooMany(message, seconds) {
  return new HTTPException(429, {
    message,
    res: new Response(null, { headers: { 'retry-after': `${seconds}` } }),
  });
}
