import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, onTestFinished, test } from 'vitest';
import { bundleFile } from '../../scripts/lib/paths.mjs';
import { ensureBuilt } from '../../scripts/lib/ready.mjs';
import { BASE_PATH } from '../src/foundation/config.ts';
import { Client } from './support/client.ts';
import { ServerHome, until } from './support/server-process.ts';

const home = new ServerHome();
afterAll(() => home.clean());

interface Screen {
  text: () => string;
  press: (key: string) => void;
  client: () => Client;
  ended: Promise<unknown>;
  /** Ends the server without its terminal. */
  stop: () => Promise<unknown>;
}

/** A server at a pseudo terminal, which script(1) opens. */
async function startAtTerminal(args: string, env: Record<string, string>): Promise<Screen> {
  await ensureBuilt();
  const child = spawn('script', ['-qec', `${process.execPath} ${bundleFile} start ${args}`, '/dev/null'], {
    cwd: home.directory,
    env: { PATH: process.env['PATH'], PORT: '0', ...env },
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  let text = '';
  child.stdout?.setEncoding('utf8').on('data', (part: string) => {
    text += part;
  });
  const ended = once(child, 'exit').then(([code]) => code);
  onTestFinished(async () => {
    child.kill();
    await ended;
  });
  const client = (): Client => {
    const [, clientId = '', clientSecret = ''] = /Token +(\S+) : (\S+)/.exec(text) ?? [];
    const [, url = ''] = /Docs +(\S+)\/docs/.exec(text) ?? [];
    return new Client({ url, basePath: BASE_PATH, clientId, clientSecret, platformId: '', tokenId: '' });
  };
  await until(() => /\nTry [^\n]*\n/.test(text), 'the banner');
  const stop = (): Promise<unknown> => {
    process.kill(JSON.parse(readFileSync(join(home.dataDir, 'server.json'), 'utf8')).pid);
    return ended;
  };
  return { text: () => text, press: (key) => void child.stdin?.write(key), client, ended, stop };
}

const person = { customerType: 'INDIVIDUAL', fullName: 'Ada Lovelace' };

test.each(['1', '2'])('a server of %s processes shows requests and events, and takes keys', async (processes) => {
  const { text, press, client, ended } = await startAtTerminal('', { PROCESSES: processes });
  await until(() => text().includes('Keys '), 'the keys');
  const { body } = await client().post('/customers', person);
  await until(() => new RegExp(`POST +${BASE_PATH}/customers 201 \\d+ ms`).test(text()), 'the request');
  await until(() => text().includes(`event  CUSTOMER.KYC_APPROVED ${body.id}`), 'the event');
  press('c');
  const { clientId, clientSecret } = client();
  const copied = `\u001b]52;c;${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}\u0007`;
  await until(() => text().includes(copied), 'the credentials');
  press('r');
  await until(() => text().includes('requests are hidden'), 'the hidden requests');
  const { body: next } = await client().post('/customers', person);
  await until(() => text().includes(`event  CUSTOMER.KYC_APPROVED ${next.id}`), 'the next event');
  expect(text().match(/POST +\S+\/customers 201/g)).toHaveLength(1);
  expect(existsSync(join(home.dataDir, 'server.json'))).toBe(true);
  press('q');
  expect(await ended).toBe(0);
  expect(existsSync(join(home.dataDir, 'server.json'))).toBe(false);
});

test('with --quiet a terminal shows the banner only', async () => {
  const { text, client, stop } = await startAtTerminal('--quiet', {});
  await client().post('/customers', person);
  await client().get('/config');
  expect(text()).not.toMatch(/Keys |POST {3}|event {2}/);
  expect(await stop()).toBe(0);
});

test('with --seed demo a server is filled once it is ready', async () => {
  const { text, client, stop } = await startAtTerminal('--quiet --seed demo', {});
  await until(() => text().includes('filled with demo data'), 'the demo data');
  expect((await client().get('/agents')).body.data.length).toBeGreaterThan(0);
  expect(await stop()).toBe(0);
});
