import { readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build, type Plugin } from 'esbuild';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { TestApp } from '../../../server/test/support/app.ts';
import { closeContexts, describeInBrowser, sharedChromium } from '../../../server/test/support/chromium.ts';
import { transactionIn } from '../../../server/test/support/payments.ts';
import { newWallet } from '../../../server/test/support/wallets.ts';
import { Visit } from './support/page.ts';
import { payingFrom } from './support/quotes.ts';

const folder = fileURLToPath(new URL('../', import.meta.url));
const readme = readFileSync(join(folder, 'README.md'), 'utf8');

/** A sample of the README by its file name. */
function sample(name: string): string {
  const [, code] = new RegExp(`^\`\`\`js ${name}\n(.*?)^\`\`\`$`, 'ms').exec(readme) ?? [];
  if (!code) throw new Error(`the README has no ${name}`);
  return code;
}

/** Resolves the package as its users do, and the modules that the sample leaves to them. */
const packages = (yours: string): Plugin => ({
  name: 'packages',
  setup(builder) {
    builder.onResolve({ filter: /^@causeway\/wallet$/ }, () => ({ path: join(folder, 'src/index.ts') }));
    builder.onResolve({ filter: /^@causeway\/wallet\/proxy$/ }, () => ({ path: join(folder, 'proxy/index.ts') }));
    builder.onResolve({ filter: /^\.\/yours\.js$/ }, () => ({ path: 'yours', namespace: 'yours' }));
    builder.onLoad({ filter: /.*/, namespace: 'yours' }, () => ({ contents: yours }));
  },
});

async function bundle(name: string, { platform, yours = '' }: { platform: 'node' | 'browser'; yours?: string }) {
  const { outputFiles } = await build({
    stdin: { contents: sample(name), resolveDir: folder, sourcefile: name },
    ...{ bundle: true, format: 'esm', platform, target: 'es2022', write: false, plugins: [packages(yours)] },
  });
  return outputFiles[0]?.text ?? '';
}

const YOURS = `
export const accountOf = (cookie) => /account=([^;]+)/.exec(cookie ?? '')?.[1];
export const pages = (request, response) => {
  const isScript = request.url === '/page.js';
  response.writeHead(200, { 'content-type': isScript ? 'text/javascript' : 'text/html' });
  response.end(isScript ? globalThis.pageOfReadme : '<!doctype html><script type="module">import { pay } from "/page.js"; window.pay = pay; window.isReady = true;</script>');
};
`;

describeInBrowser('the quick start of the README', () => {
  let app: TestApp;
  let browser: Browser;
  let server: Server;
  let directory: string;

  beforeAll(async () => {
    [app, browser] = await Promise.all([TestApp.start(), sharedChromium()]);
    directory = await mkdtemp(join(tmpdir(), 'wallet-readme-'));
    const { url, clientId, clientSecret } = app.client;
    const settings = {
      CAUSEWAY_URL: url,
      CAUSEWAY_CLIENT_ID: clientId,
      CAUSEWAY_CLIENT_SECRET: clientSecret,
    };
    Object.assign(process.env, settings, { PORT: '0' });
    Object.assign(globalThis, { pageOfReadme: await bundle('page.js', { platform: 'browser' }) });
    const file = join(directory, 'server.mjs');
    await writeFile(file, await bundle('server.js', { platform: 'node', yours: YOURS }));
    ({ server } = await import(file));
  });
  afterAll(async () => {
    await closeContexts();
    server?.close();
    server?.closeAllConnections();
    await rm(directory, { recursive: true, force: true });
    await app.audit();
    await app.stop();
  });

  it('logs in with a code, creates a passkey, pays, pays again with the passkey, and does not pay unconfirmed', async () => {
    const holder = await newWallet(app.client);
    const newQuote = await payingFrom(holder);
    const origin = `http://localhost:${(server.address() as AddressInfo).port}`;
    const visit = await Visit.start(browser, { origin, accountId: holder.accountId });
    const dialogs: string[] = [];
    let isAgreed = true;
    visit.page.on('dialog', (dialog) => {
      dialogs.push(dialog.message().split('\n')[0] ?? '');
      return isAgreed ? dialog.accept(dialog.type() === 'prompt' ? '000000' : undefined) : dialog.dismiss();
    });
    const pay = (quoteId: string) =>
      visit.run((window, [account, quote]) => window.pay(account, quote), [holder.accountId, quoteId]);

    const first = await newQuote();
    expect(await pay(first.id)).toMatch(/^(PROCESSING|COMPLETED)$/);
    await transactionIn(app.client, first.transactionId, 'COMPLETED');
    expect(dialogs).toEqual([
      expect.stringMatching(/^Code sent to .+@example\.com:$/),
      'Add the passkey “This device”',
      'Send 5.00 USDB',
    ]);

    dialogs.length = 0;
    await visit.page.evaluate('indexedDB.deleteDatabase("causeway-wallet")');
    const second = await newQuote();
    expect(await pay(second.id)).toMatch(/^(PROCESSING|COMPLETED)$/);
    expect(dialogs).toEqual(['Send 5.00 USDB']);

    isAgreed = false;
    const third = await newQuote();
    expect(await pay(third.id)).toBe('NOT_PAID');
    expect((await app.client.get(`/quotes/${third.id}`)).body.status).toBe('PENDING');
    await visit.end();
  });
});

describe('the README', () => {
  it('documents every error and every method', () => {
    const errors = readFileSync(join(folder, 'src/wallet-error.ts'), 'utf8').match(/(?<=\| ')[A-Z_]+(?=')/g) ?? [];
    const wallet = readFileSync(join(folder, 'src/wallet.ts'), 'utf8');
    const methods = wallet.slice(wallet.indexOf('export interface Wallet {')).match(/(?<=^ {2})\w+(?=[(<])/gm) ?? [];
    expect(errors.length).toBeGreaterThan(10);
    expect(methods.length).toBeGreaterThan(10);
    for (const name of [...errors, ...methods]) expect(readme).toContain(`\`${name}`);
  });
});
