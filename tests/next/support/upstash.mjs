/** The REST interface of Upstash in front of a Redis on this machine. Decides the transport only; commands are Redis's. */
import { createServer } from 'node:http';
import { createClient } from 'redis';

/** Upstash answers texts in base64 where it is asked to, all but `OK`. */
function encoded(value) {
  if (Array.isArray(value)) return value.map(encoded);
  return typeof value === 'string' && value !== 'OK'
    ? Buffer.from(value).toString('base64')
    : value;
}

/** Resolves with `{ url, token, stop }`. */
export async function startUpstash(socket) {
  const token = 'upstash-token';
  const client = await createClient({ socket: { path: socket } })
    .on('error', () => {})
    .connect();
  const run = async (command) => {
    try {
      return { result: encoded(await client.sendCommand(command.map(String))) };
    } catch (error) {
      return { error: error.message };
    }
  };
  const server = createServer(async (request, response) => {
    if (request.headers.authorization !== `Bearer ${token}`) return response.writeHead(401).end();
    const body = JSON.parse(await new Response(request).text());
    const answer = request.url.endsWith('/pipeline')
      ? await Promise.all(body.map(run))
      : await run(body);
    return response.end(JSON.stringify(answer));
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${server.address().port}`,
    token,
    stop() {
      server.closeAllConnections();
      server.close();
      client.destroy();
    },
  };
}
