/** A program that serves on the loopback interface: started, waited for, and ended with all it started. */

import { spawn } from 'node:child_process';
import { connect, createServer } from 'node:net';

const longest = 120_000;

/** A port that nothing listens on. */
export async function freePort() {
  const server = createServer();
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address();
  await new Promise((resolve) => server.close(resolve));
  return port;
}

/** Whether something listens on a port; it hears of no request. */
export function listens(port) {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('error', () => resolve(false));
    socket.once('connect', () => {
      socket.destroy();
      resolve(true);
    });
  });
}

/**
 * Starts `program` with the arguments for a port; resolves with `{ address, output, stop }` when it
 * listens there.
 */
export async function startServer(program, argsFor, { port: given, ...options } = {}) {
  const port = given ?? (await freePort());
  const address = `http://127.0.0.1:${port}`;
  const pieces = [];
  // A group of its own: what it starts is ended with it.
  const child = spawn(program, argsFor(String(port)), {
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
    ...options,
  });
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => pieces.push(text));
  const ended = new Promise((resolve) => child.once('close', resolve));
  const output = () => Buffer.concat(pieces).toString('utf8');
  const stop = async (signal = 'SIGTERM') => {
    try {
      process.kill(-child.pid, signal);
    } catch {
      // It ended by itself.
    }
    await ended;
  };
  const until = performance.now() + longest;
  while (performance.now() < until && child.exitCode === null) {
    const isUp = await listens(port);
    if (isUp) return { address, output, stop };
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  await stop();
  throw new Error(`${program} ${argsFor(String(port)).join(' ')} serves nothing:\n${output()}`);
}
