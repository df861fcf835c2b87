import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { bundleFile } from './paths.mjs';
import { stop } from './process.mjs';
import { Failure } from './say.mjs';

const PATIENCE_MS = 120_000;
const POLL_MS = 50;

/**
 * Starts the built server, or another `command`, with a new sandbox, and stops it after the work.
 * @template T
 * @param {{ node: string, directory: string, command?: string }} place
 * @param {(server: { api: string, clientId: string, clientSecret: string, authorization: string }) => Promise<T>} work
 * @returns {Promise<T>}
 */
export async function withServer({ node, directory, command = bundleFile }, work) {
  const server = spawn(node, ['--enable-source-maps', command, 'start'], {
    cwd: directory,
    env: { PATH: process.env.PATH, TMPDIR: directory, PORT: '0' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [server.stdout, server.stderr]) {
    stream.setEncoding('utf8').on('data', (/** @type {string} */ text) => {
      output += text;
    });
  }
  try {
    await until(() => {
      if (server.exitCode !== null) throw new Failure(`the server ended with code ${server.exitCode}\n${output}`);
      return /^Try /m.test(output);
    }, 'the server to start');
    const [, api = ''] = /^API +(\S+)$/m.exec(output) ?? [];
    const [, clientId = '', clientSecret = ''] = /^Token +(\S+) : (\S+)/m.exec(output) ?? [];
    const authorization = `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}`;
    const result = await work({ api, clientId, clientSecret, authorization });
    const ended = once(server, 'close');
    server.kill('SIGTERM');
    const [code] = await ended;
    if (code !== 0) throw new Failure(`the server stopped with code ${code}\n${output}`);
    return result;
  } finally {
    await stop(server);
  }
}

/**
 * @param {() => boolean | Promise<boolean>} probe
 * @param {string} what
 */
async function until(probe, what) {
  const deadline = Date.now() + PATIENCE_MS;
  while (!(await probe())) {
    if (Date.now() > deadline) throw new Failure(`waited ${PATIENCE_MS} ms for ${what}`);
    await sleep(POLL_MS);
  }
}
