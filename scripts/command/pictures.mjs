import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { chromium } from 'playwright-core';
import { ensureChromium, findChromium } from '../lib/chromium.mjs';
import { guidesDirectory, serverDirectory } from '../lib/paths.mjs';
import { Failure, say } from '../lib/say.mjs';

const SIZE = { width: 1280, height: 860 };
const READY_LIMIT_MS = 120_000;

/** Takes the pictures of the documentation from a sandbox with demo data, so that they show the console as it is. */
export async function pictures() {
  await ensureChromium();
  const executablePath = findChromium();
  if (!executablePath) throw new Failure('pictures need Chromium: install it or set CHROMIUM_PATH');
  const home = mkdtempSync(join(tmpdir(), 'causeway-pictures-'));
  const server = spawn(process.execPath, [join(serverDirectory, 'bin/causeway.mjs'), 'start', '--seed', 'demo'], {
    env: { ...process.env, DATA_DIR: join(home, 'data'), PORT: '0' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  try {
    const { link, api, token } = await announcementOf(server);
    const payment = await failedPayment(api, token);
    const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] });
    const page = await browser.newPage({ viewport: SIZE, deviceScaleFactor: 1, colorScheme: 'light' });
    await page.goto(link);
    await page.getByRole('heading', { level: 1, name: 'Home' }).waitFor();
    await page.goto(`${new URL(link).origin}/console/payments/${payment}`);
    await page.getByText('Sandbox rule').waitFor();
    const path = join(guidesDirectory, 'timeline.png');
    await page.screenshot({ path });
    say(`pictures: ${path}`);
    await browser.close();
  } finally {
    server.kill('SIGTERM');
    await new Promise((done) => server.once('exit', done));
    rmSync(home, { recursive: true, force: true });
  }
  return 0;
}

/**
 * Link, address and token that the server prints when it is ready.
 * @param {import('node:child_process').ChildProcess} server
 */
async function announcementOf(server) {
  if (!server.stdout) throw new Failure('the server has no output');
  const lines = createInterface({ input: server.stdout });
  const timer = setTimeout(() => lines.close(), READY_LIMIT_MS);
  /** @type {Record<string, string>} */
  const values = {};
  for await (const line of lines) {
    const [name = '', value = '', , secret = ''] = line.split(/\s+/);
    values[name] = name === 'Token' ? `${value}:${secret}` : value;
    if (name === 'Try') break;
  }
  clearTimeout(timer);
  const { Console: link, API: api, Token: token } = values;
  if (!link || !api || !token) throw new Failure('the server has not started');
  return { link, api, token };
}

/**
 * A failed and refunded payment of the demo data, which the server still creates after it is ready.
 * @param {string} api
 * @param {string} token
 */
async function failedPayment(api, token) {
  const headers = { authorization: `Basic ${Buffer.from(token).toString('base64')}` };
  const end = Date.now() + READY_LIMIT_MS;
  while (Date.now() < end) {
    const answer = await fetch(`${api}/transactions?type=OUTGOING&status=FAILED`, { headers });
    const { data } = /** @type {{ data: { id: string, refund?: { status: string } }[] }} */ (await answer.json());
    const refunded = data.find(({ refund }) => refund?.status === 'COMPLETED');
    if (refunded) return refunded.id;
    await new Promise((done) => setTimeout(done, 250));
  }
  throw new Failure('the demo data has no refunded payment');
}
