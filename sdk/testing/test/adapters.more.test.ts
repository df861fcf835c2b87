import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ensureBuilt } from '../../../scripts/lib/ready.mjs';
import { snippetOf } from '../../../server/src/start/command/snippets.ts';
import { closeContexts, describeInBrowser, sharedChromium } from '../../../server/test/support/chromium.ts';
import { virtualPasskeys, withCauseway } from '../src/playwright.ts';
import { installPackage } from './support/package.ts';
import { newProject } from './support/project.ts';

const project = newProject();
beforeAll(async () => {
  await ensureBuilt();
  await installPackage(project.directory);
});
afterAll(() => project.remove());

interface Ended {
  code: number;
  output: string;
}

/** Runs a program in the project, without the variables of the tests that run it. */
function run(program: string, args: string[]): Promise<Ended> {
  const env = { PATH: process.env['PATH'] ?? '', HOME: process.env['HOME'] ?? '', NO_COLOR: '1' };
  return new Promise((resolve) => {
    execFile(program, args, { cwd: project.directory, env }, (error, stdout, stderr) => {
      resolve({ code: error ? Number(error.code ?? 1) : 0, output: stdout + stderr });
    });
  });
}

const write = (name: string, text: string): void => writeFileSync(join(project.directory, name), text);

const vitest = join(project.directory, 'node_modules/vitest/vitest.mjs');

it('vitest: a global setup starts the server, and each test gets a platform', async () => {
  write(
    'vitest.config.mjs',
    `export default { test: { globalSetup: ['@causeway/testing/vitest/global-setup'], testTimeout: 60_000, pool: 'forks' } };`,
  );
  const file = (name: string) => `
import { expect } from 'vitest';
import { test } from '@causeway/testing/vitest';

test('${name} has money', async ({ platform }) => {
  await platform.fund('USD', 100);
  const event = await platform.webhooks.waitFor('INTERNAL_ACCOUNT.BALANCE_UPDATED');
  expect(event.data.balance.amount).toBe(100);
});

test('${name} has another platform', async ({ platform }) => {
  expect((await platform.api.transactions.list()).data).toEqual([]);
});`;
  write('a.test.mjs', file('a'));
  write('b.test.mjs', file('b'));
  const { code, output } = await run(process.execPath, [vitest, 'run']);
  expect([code, output]).toEqual([0, expect.stringContaining('4 passed')]);
});

it('vitest: runs a request of the log that was written as a test', async () => {
  const request = { method: 'POST', path: '/api/2025-10-13/tokens', requestBody: { name: 'x', permissions: ['ALL'] } };
  const failure = { ...request, status: 400, code: 'INVALID_INPUT' };
  const call = { name: 'tokens.create', args: [request.requestBody] };
  const success = {
    method: 'GET',
    path: '/api/2025-10-13/config',
    status: 200,
    call: { name: 'config.get', args: [] },
  };
  write('c.test.mjs', snippetOf({ ...failure, call }, 'test', ''));
  write('d.test.mjs', snippetOf(failure, 'test', ''));
  write('e.test.mjs', snippetOf(success, 'test', ''));
  write('f.test.mjs', snippetOf({ ...success, status: 404 }, 'test', ''));
  const { output } = await run(process.execPath, [vitest, 'run', 'c.test', 'd.test', 'e.test', 'f.test']);
  expect(output).toContain('Tests  1 failed | 3 passed (4)');
});

it('node:test: needs no adapter', async () => {
  write(
    'node-test.mjs',
    `
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { createSandbox } from '@causeway/testing';

const sandbox = await createSandbox();
after(() => sandbox.close());

test('advances the clock', async () => {
  const platform = await sandbox.platform();
  const before = await platform.clock.now();
  await platform.clock.advance('1h');
  assert.ok((await platform.clock.now()) - before >= 3_600_000);
});`,
  );
  const { code, output } = await run(process.execPath, ['--test', 'node-test.mjs']);
  expect([code, output]).toEqual([0, expect.stringContaining('# pass 1')]);
});

it('jest: setup and teardown share one server, and usePlatform creates a platform before the tests', async () => {
  // The hooks of jest, which are globals there, called in its order.
  write(
    'jest-like.mjs',
    `
import setup from '@causeway/testing/jest/global-setup';
import teardown from '@causeway/testing/jest/global-teardown';
import { usePlatform } from '@causeway/testing/jest';

const hooks = { before: [], after: [] };
globalThis.beforeAll = (hook) => hooks.before.push(hook);
globalThis.afterAll = (hook) => hooks.after.push(hook);
await setup();
const platform = usePlatform({ name: 'jest' });
try {
  platform.current;
} catch (error) {
  console.log(error.message);
}
for (const hook of hooks.before) await hook();
await platform.current.fund('USD', 100);
for (const hook of hooks.after) await hook();
await teardown();
console.log('done');`,
  );
  const { code, output } = await run(process.execPath, ['jest-like.mjs']);
  expect([code, output]).toEqual([0, expect.stringMatching(/exists in tests and hooks only[\s\S]*done/)]);
});

it('playwright: adds fixtures for the worker and the test', async () => {
  const given: Record<string, unknown>[] = [];
  const base = {
    extend: (fixtures: Record<string, unknown>) => {
      given.push(fixtures);
      return base;
    },
  };
  expect(withCauseway(base)).toBe(base);
  expect(Object.keys(given[0] ?? {})).toEqual(['sandbox', 'platformOptions', 'platform', 'passkeys']);
  const platforms: unknown[] = [];
  const sandbox = { platform: async (options: object) => ({ options }) };
  const platform = given[0]?.['platform'] as (
    fixtures: object,
    use: (value: unknown) => Promise<void>,
  ) => Promise<void>;
  await platform({ sandbox, platformOptions: { name: 'shop' } }, async (value) => {
    platforms.push(value);
  });
  expect(platforms).toEqual([{ options: { name: 'shop' } }]);
});

describeInBrowser('virtual passkeys', () => {
  it('answer the ceremonies of a page in Chromium, until the user declines', async () => {
    const server = createServer((_request, response) => response.setHeader('content-type', 'text/html').end('<p>'));
    server.listen(0, 'localhost');
    await once(server, 'listening');
    const browser = await sharedChromium();
    const page = await browser.newPage();
    await page.goto(`http://localhost:${(server.address() as AddressInfo).port}/`);
    const passkeys = await virtualPasskeys(page);
    const create = () =>
      page.evaluate(`navigator.credentials.create({ publicKey: {
        rp: { id: 'localhost', name: 'Shop' },
        user: { id: new Uint8Array(8), name: 'ada', displayName: 'Ada' },
        challenge: new Uint8Array(32),
        pubKeyCredParams: [{ type: 'public-key', alg: -7 }],
        authenticatorSelection: { userVerification: 'required' },
      } }).then(({ id }) => id, ({ name }) => name)`);
    expect(await create()).toMatch(/^[\w-]{20,}$/);
    expect(await passkeys.list()).toMatchObject([{ rpId: 'localhost' }]);
    await passkeys.setUserVerified(false);
    expect(await create()).toBe('NotAllowedError');
    await passkeys.remove();
    await closeContexts();
    server.close();
  });
});
