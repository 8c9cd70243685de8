/**
 * A provider behind `fetch`: measures what it gets, refuses it or has a script answer it. Decides how a request is
 * measured and how a refusal comes; refuses to know who sends.
 */
import type { Api, Said } from './replies.ts';

/** What a request has, as this provider counts it. */
export interface Asked {
  body: string;
  tokens: number;
  bytes: number;
  images: number;
  streams: boolean;
}

/** An answer with a bad status; with `in` an event of a stream that began well, before the first token or after it. */
export interface Refused {
  status: number;
  body: string;
  in?: 'begun' | 'told';
}

export interface Server {
  fetch: (url: unknown, init?: { body?: unknown }) => Promise<Response>;
  served: Asked[];
  refused: Asked[];
}

const unitsOfToken = 4;
/** An image's data is nothing that is counted. */
const imageData = /"[\w+/:;,=-]{200,}"/g;

function measured(url: unknown, init: { body?: unknown } | undefined): Asked {
  const body = String(init?.body);
  const images = body.match(imageData)?.length ?? 0;
  const streams = String(url).includes('stream') || JSON.parse(body).stream === true;
  const tokens = Math.ceil(body.replace(imageData, '""').length / unitsOfToken);
  return { body, tokens, bytes: body.length, images, streams };
}

const eventsOf = (data: readonly object[]) =>
  data
    .map(
      (each) => `${'type' in each ? `event: ${each.type}\n` : ''}data: ${JSON.stringify(each)}\n\n`,
    )
    .join('');

const streamed = (...data: object[]) =>
  new Response(eventsOf(data), { headers: { 'content-type': 'text/event-stream' } });
const answered = (body: string, status = 200) =>
  new Response(body, { status, headers: { 'content-type': 'application/json' } });

export function serverOf(
  api: Api,
  script: (number: number) => Said,
  refuse: (asked: Asked) => Refused | undefined,
): Server {
  const served: Asked[] = [];
  const refused: Asked[] = [];
  const fetch: Server['fetch'] = async (url, init) => {
    const asked = measured(url, init);
    const number = served.length;
    const said = script(number);
    const counted = { number, input: asked.tokens, output: 20 };
    const refusal = refuse(asked);
    if (refusal === undefined) {
      served.push(asked);
      if (!asked.streams) return answered(JSON.stringify(api.body(said, counted)));
      const { before, tokens, end } = api.events(said, counted);
      return streamed(...before, ...tokens, ...end);
    }
    refused.push(asked);
    if (refusal.in === undefined || !asked.streams) return answered(refusal.body, refusal.status);
    const { before, tokens } = api.events(said, counted);
    const told = refusal.in === 'told' ? tokens : [];
    return streamed(...before, ...told, api.failure(refusal.body));
  };
  return { fetch, served, refused };
}
