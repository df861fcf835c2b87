import assert from 'node:assert/strict';
import { once } from 'node:events';
import type { Server } from 'node:http';
import { after, before, test } from 'node:test';
import { createClient, type InternalAccountId } from '@causeway/client';
import { createSandbox, type SandboxPlatform } from '@causeway/testing';
import { type VirtualPasskeys, virtualPasskeys } from '@causeway/testing/playwright';
import { type Browser, chromium, type Page } from 'playwright-core';
import { createWalletApp, type User } from '../src/app.ts';
import { chromiumPath } from './chromium.ts';

const { CAUSEWAY_URL: url, CAUSEWAY_CLIENT_ID: clientId = '', CAUSEWAY_CLIENT_SECRET: clientSecret = '' } = process.env;
const sandbox = await createSandbox(url ? { url, clientId, clientSecret } : {});
after(() => sandbox.close());

let platform: SandboxPlatform;
let server: Server;
let address: string;
let browser: Browser | undefined;
const users = new Map<string, User>();
before(async () => {
  platform = await sandbox.platform();
  const { apiUrl, clientId, clientSecret } = platform;
  server = createWalletApp(createClient({ baseUrl: apiUrl, clientId, clientSecret }), users).listen(0, 'localhost');
  await once(server, 'listening');
  const bound = server.address();
  assert(bound && typeof bound === 'object');
  // Passkeys belong to a host name, not to an IP address.
  address = `http://localhost:${bound.port}`;
  if (chromiumPath) browser = await chromium.launch({ executablePath: chromiumPath, args: ['--no-sandbox'] });
});
after(async () => {
  await browser?.close();
  server.close();
  server.closeAllConnections();
});

const inBrowser = { skip: chromiumPath ? false : 'no Chromium: install it or set CHROMIUM_PATH' };

/** A person with a device that has no passkeys yet. */
class Person {
  readonly page: Page;
  readonly passkeys: VirtualPasskeys;
  readonly email: string;
  /** Texts of the dialogs, and the answer to the next ones. */
  readonly asked: string[] = [];
  isWilling = true;

  private constructor(page: Page, passkeys: VirtualPasskeys, email: string) {
    this.page = page;
    this.passkeys = passkeys;
    this.email = email;
    page.on('dialog', async (dialog) => {
      this.asked.push(dialog.message());
      if (this.isWilling) await dialog.accept(dialog.type() === 'prompt' ? '000000' : undefined);
      else await dialog.dismiss();
    });
  }

  /** Opens a wallet on the page, with a code and a passkey. */
  static async signUp(name: string): Promise<Person> {
    assert(browser);
    const page = await (await browser.newContext()).newPage();
    await page.goto(address);
    const person = new Person(page, await virtualPasskeys(page), `${name}@example.com`);
    await person.submit('Open a wallet', { Name: name, Email: person.email }, 'Your wallet is ready.');
    return person;
  }

  /** Fills the fields, presses the button and waits for the text. */
  async submit(button: string, fields: Record<string, string>, expected: string): Promise<void> {
    for (const [label, value] of Object.entries(fields)) await this.page.getByLabel(label).fill(value);
    await this.page.getByRole('button', { name: button }).click();
    await this.page.getByText(expected, { exact: true }).waitFor({ timeout: 15_000 });
  }

  get accountId(): InternalAccountId {
    return [...users.values()].find(({ email }) => email === this.email)?.accountId ?? '';
  }

  async balance(): Promise<number | undefined> {
    const { data } = await platform.api.customers.internalAccounts.list({ type: 'EMBEDDED_WALLET' });
    return data.find(({ id }) => id === this.accountId)?.balance.amount;
  }
}

test('a user signs up with a code and a passkey, and pays another user', inBrowser, async () => {
  const [ada, grace] = [await Person.signUp('Ada'), await Person.signUp('Grace')];
  assert.equal((await ada.passkeys.list()).length, 1);
  await platform.api.sandbox.internalAccounts.fund(ada.accountId, { amount: 20_000_000 });
  await ada.submit('Pay', { To: grace.email, 'US dollars': '5' }, 'Paid.');
  assert.match(ada.asked.at(-1) ?? '', /Send 5\.00 USDB/);
  await platform.webhooks.waitFor('OUTGOING_PAYMENT.COMPLETED');
  assert.deepEqual([await ada.balance(), await grace.balance()], [15_000_000, 5_000_000]);
});

test('a user returns with the passkey alone, and pays nothing without a confirmation', inBrowser, async () => {
  const [edith, joan] = [await Person.signUp('Edith'), await Person.signUp('Joan')];
  await platform.api.sandbox.internalAccounts.fund(edith.accountId, { amount: 20_000_000 });
  await edith.submit('Log out', {}, 'Logged out.');
  edith.asked.length = 0;
  edith.isWilling = false;
  await edith.submit('Pay', { To: joan.email, 'US dollars': '5' }, 'Cancelled.');
  assert.equal(edith.asked.length, 1, 'the payment is confirmed, and no code is asked for');
  assert.deepEqual([await edith.balance(), await joan.balance()], [20_000_000, 0]);
});

test('nobody reaches a wallet without a session, or the wallet of another user', async () => {
  const read = (accountId: string, cookie = '') =>
    fetch(`${address}/wallet/auth/credentials?accountId=${encodeURIComponent(accountId)}`, { headers: { cookie } });
  const signUp = async (email: string) => {
    const body = JSON.stringify({ fullName: 'Katherine Johnson', email });
    const response = await fetch(`${address}/users`, { method: 'POST', body });
    const { accountId }: User = JSON.parse(await response.text());
    return { accountId, cookie: response.headers.get('set-cookie')?.split(';')[0] ?? '' };
  };
  const [one, other] = [await signUp('one@example.com'), await signUp('other@example.com')];
  assert.equal((await read(one.accountId)).status, 401);
  assert.equal((await read(one.accountId, other.cookie)).status, 403);
  assert.equal((await read(one.accountId, one.cookie)).status, 200);
});
