import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { uuidOf } from '../src/foundation/kernel/ids.ts';
import { agentQuote, execute, newAgent, policyWith } from './support/agents.ts';
import { TestApp } from './support/app.ts';
import { describeInBrowser } from './support/chromium.ts';
import type { Client } from './support/client.ts';
import { ConsoleVisitor } from './support/console-visitor.ts';
import { paymentToDecide } from './support/deferral.ts';
import { advance, executed, quoted } from './support/payment-world.ts';
import { newPayer, payeeWithSuffix, quoteFor, transactionIn } from './support/payments.ts';

let app: TestApp;
let client: Client;
beforeAll(async () => {
  app = await TestApp.shared();
  client = app.client;
});
afterAll(() => app.audit());

async function payTo(suffix: string): Promise<string> {
  const payer = await newPayer(client, { fullName: 'Grace Hopper' });
  const payee = await payeeWithSuffix(client, payer.customerId, suffix);
  const { id, transactionId } = await quoted(client, quoteFor(payer, payee));
  await executed(client, id);
  return transactionId;
}

/** Runs an exported test file with the sources of the testing package, against the server of this file. */
async function runExported(text: string): Promise<{ code: number | null; output: string }> {
  const { clientId, clientSecret } = client;
  const sandbox = JSON.stringify({ url: app.url, clientId, clientSecret });
  const { outputFiles } = await build({
    stdin: {
      contents: text.replace('createSandbox()', `createSandbox(${sandbox})`),
      resolveDir: fileURLToPath(new URL('.', import.meta.url)),
    },
    alias: { '@causeway/testing': fileURLToPath(new URL('../../sdk/testing/src/index.ts', import.meta.url)) },
    bundle: true,
    write: false,
    platform: 'node',
    format: 'esm',
  });
  const directory = mkdtempSync(join(tmpdir(), 'exported-'));
  const file = join(directory, 'payment.test.mjs');
  writeFileSync(file, outputFiles[0]?.contents ?? '');
  try {
    return await new Promise((resolve) => {
      const args = ['--test', '--test-reporter=tap', file];
      const child = execFile(process.execPath, args, (_, output) => resolve({ code: child.exitCode, output }));
    });
  } finally {
    rmSync(directory, { recursive: true });
  }
}

describeInBrowser('payments in the console', () => {
  let visitor: ConsoleVisitor;
  beforeAll(async () => {
    visitor = await ConsoleVisitor.start(app, client);
  });
  afterAll(() => visitor?.leave());

  it('start with two steps: fund an account, then pay', async () => {
    const { page } = visitor;
    await client.post('/customers', { customerType: 'INDIVIDUAL', fullName: 'Joan Clarke' });
    await visitor.open('/payments', 'Payments');
    await page.getByText('No payments yet').waitFor();
    await visitor.checkState();

    await page.getByRole('button', { name: '1. Fund an account' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Account').selectOption({ label: 'Joan Clarke: 0.00 USD' });
    await dialog.getByLabel(/^Amount/).fill('12.345');
    await dialog.getByText('at most 2 decimals').waitFor();
    await dialog.getByLabel(/^Amount/).fill('12.34');
    await dialog.getByText('1234 in the smallest unit').waitFor();
    await visitor.checkState();
    await dialog.getByRole('button', { name: 'Fund', exact: true }).click();
    await page.getByRole('row', { name: /^12\.34.*Completed/ }).waitFor();
  });

  it('are quoted with rate, fees and expiry before they are executed', async () => {
    const { page } = visitor;
    const payer = await newPayer(client, { fullName: 'Grace Hopper' });
    await payeeWithSuffix(client, payer.customerId, '111');
    await visitor.open('/payments/new', 'New payment');
    await page.getByLabel('From').selectOption(payer.accountId);
    await page.getByLabel('To').selectOption({ index: 1 });
    await page.getByLabel(/^Amount/).fill('25.50');
    await page.getByRole('button', { name: 'Get a quote' }).click();
    await page.getByText('1 USD = 1 USD').waitFor();
    await page.getByText(/^in \d+:\d\d$/).waitFor();
    await visitor.checkState();
    await page.getByRole('button', { name: 'Execute the payment' }).click();
    await page.getByRole('heading', { level: 1, name: /25\.50 USD to / }).waitFor();
    const { body } = await client.get(`/transactions?customerId=${payer.customerId}&type=OUTGOING`);
    expect(body.data).toMatchObject([{ sentAmount: { amount: 2_550 } }]);
  });

  it('offer an account of each of many customers as the payer', async () => {
    const payers = await Promise.all(Array.from({ length: 40 }, () => newPayer(client, { balance: 0 })));
    await visitor.open('/payments/new', 'New payment');
    const from = visitor.page.getByLabel('From');
    await from.locator('option').nth(payers.length).waitFor({ state: 'attached' });
    const offered = await from.locator('option').evaluateAll((all) => all.map((one) => one.getAttribute('value')));
    expect(offered).toEqual(expect.arrayContaining(payers.map(({ accountId }) => accountId)));
  });

  it('show why they are so: completed, returned and refunded by the rule of their suffix', async () => {
    const { page } = visitor;
    const id = await payTo('005');
    await transactionIn(client, id, 'COMPLETED');
    await visitor.open(`/payments/${id}`, /^Paid 100\.00 USD to /);
    await page.getByText(/^In (\d+ s|1 min): the rail reports the outcome of the payment$/).waitFor();
    await page.getByRole('button', { name: 'Run to next timer' }).click();
    await page.getByRole('heading', { level: 1, name: /the bank returned it 1 min later; refunded$/ }).waitFor();
    const timeline = page.getByRole('region', { name: 'Timeline' });
    await timeline.getByText('The bank returned the payment').waitFor();
    expect(await timeline.getByText('account ends 005: COMPLETED, then FAILED').count()).toBe(2);
    await timeline.getByText('1 min later').waitFor();
    await timeline.getByRole('button', { name: '3 events' }).click();
    await timeline.getByText('OUTGOING_PAYMENT.REFUND_COMPLETED').waitFor();
    await visitor.checkState();

    await timeline.getByRole('button', { name: 'Refunded the payer' }).click();
    await timeline.getByRole('region', { name: 'Detail of Refunded the payer' }).waitFor();
    await timeline.getByRole('button', { name: 'Money', exact: true }).click();
    await expect.poll(() => timeline.getByText('POST /quotes').count()).toBe(0);
    expect(new URL(page.url()).search).toBe('?show=money');

    await timeline.getByRole('link', { name: 'Grace Hopper' }).first().click();
    await page.getByRole('heading', { level: 1, name: /, USD$/ }).waitFor();
  });

  it('of the sandbox are resolved by hand, which the timeline names as the rule', async () => {
    const { page } = visitor;
    const id = await payTo('003');
    await transactionIn(client, id, 'PROCESSING');
    await visitor.open(`/payments/${id}`, /^Paying 100\.00 USD to .*; waiting for the rail$/);
    await page.getByRole('button', { name: 'Resolve as …' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Outcome').selectOption('FAILED');
    await dialog.getByLabel('Reason').selectOption('ACCOUNT_INVALID');
    await visitor.checkState();
    await dialog.getByRole('button', { name: 'Resolve', exact: true }).click();
    await page.getByRole('heading', { level: 1, name: /^Could not pay .*: account invalid; refunded$/ }).waitFor();
    await page.getByText('decided by a request: FAILED').waitFor();
  });

  it('can be exported as a test that passes on a fresh platform', async () => {
    const { page } = visitor;
    const id = await payTo('004');
    await transactionIn(client, id, 'FAILED');
    await visitor.open(`/payments/${id}`, /^Could not pay 100\.00 USD to .*: account cannot receive; refunded$/);
    await page.getByText('Refunded the payer').waitFor();
    await page.getByRole('button', { name: 'Export as a test' }).click();
    const text = (await page.getByRole('region', { name: 'test file' }).textContent()) ?? '';
    await visitor.checkState();
    const { code, output } = await runExported(text);
    expect(output).toContain('# pass 1');
    expect(code).toBe(0);
  });

  it('are filtered by the address, so that a filtered list can be shared', async () => {
    const { page } = visitor;
    await visitor.open('/payments?status=FAILED', 'Payments');
    await page.getByRole('row', { name: /Account cannot receive/ }).waitFor();
    expect(await page.getByRole('row', { name: /Completed/ }).count()).toBe(0);
    await page.getByLabel('Status').selectOption('Expired');
    await page.getByText('No payments match these filters').waitFor();
    expect(new URL(page.url()).search).toBe('?status=EXPIRED');
  });

  it('name the parties of exactly the rows shown, with one request for each kind, however many customers are newer', async () => {
    const { page } = visitor;
    await app.database.db.pool.query(
      `INSERT INTO customers (platform_id, id, platform_customer_id, customer_type, verification_status, uma_address,
        profile, created_at, updated_at)
      SELECT $1, 'Customer:ffffffff-0000-7000-8000-' || lpad(n::text, 12, '0'), 'newer-' || n, 'INDIVIDUAL', 'APPROVED',
        '$newer' || n || '@x.test', '{"fullName": "Newer"}', now(), now() FROM generate_series(1, 101) n`,
      [client.platformId],
    );
    const asked: string[] = [];
    page.on('request', (request) => {
      const { pathname, searchParams } = new URL(request.url());
      if (searchParams.has('ids')) asked.push(pathname.split('/').slice(3).join('/'));
    });
    await visitor.open('/payments', 'Payments');
    await page
      .getByRole('row', { name: /Grace Hopper.*to/ })
      .first()
      .waitFor();
    expect(await page.getByRole('row', { name: /…[0-9a-f]{8}/ }).count()).toBe(0);
    expect(asked.toSorted()).toEqual(['customers', 'customers/external-accounts', 'customers/internal-accounts']);
  });

  it('show failed deliveries each, and successful ones as one line', async () => {
    const { page } = visitor;
    const id = await payTo('111');
    await transactionIn(client, id, 'COMPLETED');
    const { body } = await client.get(`/transactions/${id}/timeline?kinds=EVENT`);
    await app.database.db.pool.query(
      `INSERT INTO webhook_attempts (platform_id, event_id, number, at, url, status, latency_ms, has_arrived)
      SELECT $1, $2, n, now() + n * interval '1 millisecond', 'https://example.com/hook',
        CASE WHEN n <= 2 THEN 503 ELSE 200 END, 4.2, n > 2
      FROM generate_series(1, 6) n`,
      [uuidOf(client.platformId), uuidOf(body.data[0].id)],
    );
    await visitor.open(`/payments/${id}`, /^Paid 100\.00 USD/);
    await page.getByText('HTTP 503, attempt 1').waitFor();
    await page.getByText('HTTP 503, attempt 2').waitFor();
    await page.getByText('4 times').waitFor();
    await visitor.checkState();
  });

  it('offer no actions to a session that may only look', async () => {
    const id = await payTo('005');
    await transactionIn(client, id, 'COMPLETED');
    const looker = await ConsoleVisitor.start(app, await app.clientWith(['VIEW']));
    await looker.open(`/payments/${id}`, /^Paid/);
    await looker.page.getByText('The rail paid the receiver').waitFor();
    expect(await looker.page.getByRole('button', { name: /Run to next|Cancel/ }).count()).toBe(0);
    await looker.leave();
    await advance(client, 120);
  });
});

describeInBrowser('approvals in the console', () => {
  let platform: Client;
  let visitor: ConsoleVisitor;
  beforeAll(async () => {
    platform = await app.newPlatform();
    visitor = await ConsoleVisitor.start(app, platform);
  });
  afterAll(() => visitor?.leave());

  it('explain how they come about when there are none', async () => {
    await visitor.open('/approvals', 'Approvals');
    await visitor.page.getByText('No agent waits for an approval').waitFor();
    await visitor.checkState();
  });

  it('of agents are listed oldest first, approved, and rejected with a reason', async () => {
    const { page } = visitor;
    const agent = await newAgent(platform, { policy: policyWith({ defaultExecutionMode: 'APPROVAL_REQUIRED' }) });
    const quotes = [await agentQuote(agent, 10_000), await agentQuote(agent, 20_000)];
    for (const { id } of quotes) await execute(agent, id);
    await visitor.open('/approvals', 'Approvals');
    const rows = page.getByRole('table', { name: 'Actions of agents' }).getByRole('row');
    await rows.nth(2).waitFor();
    expect(await rows.nth(1).textContent()).toContain('100.00');
    expect(await rows.nth(2).textContent()).toContain('200.00');
    await rows.nth(1).getByRole('button', { name: 'Approve' }).click();
    await expect.poll(() => rows.count()).toBe(2);
    await transactionIn(platform, quotes[0].transactionId, 'COMPLETED');

    await rows.nth(1).getByRole('button', { name: 'Reject' }).click();
    await page.getByRole('dialog').getByLabel('Reason').fill('not this month');
    await page.getByRole('dialog').getByRole('button', { name: 'Reject' }).click();
    await page.getByText('No agent waits for an approval').waitFor();
    await transactionIn(platform, quotes[1].transactionId, 'FAILED');
  });

  it('of incoming payments credit the customer', async () => {
    const { page } = visitor;
    await visitor.open('/approvals', 'Approvals');
    const id = await paymentToDecide(platform);
    await page
      .getByRole('row', { name: /\$grace@bank\.example/ })
      .getByRole('button', { name: 'Approve' })
      .click();
    await transactionIn(platform, id, 'COMPLETED');
  });
});
