import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { build } from 'esbuild';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { TestApp } from './support/app.ts';
import { describeInBrowser } from './support/chromium.ts';
import { ConsoleVisitor } from './support/console-visitor.ts';
import { platformAccount } from './support/examples.ts';
import { until } from './support/server-process.ts';
import { openReceiver, type WebhookReceiver } from './support/webhook-receiver.ts';

let app: TestApp;
let receiver: WebhookReceiver;
beforeAll(async () => {
  app = await TestApp.shared();
  receiver = await openReceiver();
});
afterAll(async () => {
  await receiver.close();
  await app.audit();
});

const clientEntry = fileURLToPath(new URL('../../sdk/client/src/index.ts', import.meta.url));

describeInBrowser('the pages for developers', () => {
  let visitor: ConsoleVisitor;
  beforeAll(async () => {
    visitor = await ConsoleVisitor.start(app, app.client);
  });
  afterAll(() => visitor?.leave());

  it('show how to send the first request, and leave out what the console reads itself', async () => {
    const fresh = await app.newPlatform();
    const guest = await ConsoleVisitor.start(app, fresh);
    await guest.open('/developers/requests', 'Requests');
    await guest.page.getByText('No requests yet').waitFor();
    await guest.page.getByText('No request was rejected in the last 24 hours.').waitFor();
    await guest.checkState();
    await app.app.requestLog.flush();
    expect((await fresh.get('/request-log')).body.data).toEqual([]);
    await guest.leave();
  });

  it('show a failed call in its group, open the group, and explain the request', async () => {
    const { page } = visitor;
    const account = await platformAccount(app.client);
    const path = `/sandbox/internal-accounts/${account}/fund`;
    for (const amount of ['much', 'more']) await app.client.post(path, { amount });
    await app.client.get('/config');
    await app.app.requestLog.flush();
    await visitor.open('/developers/requests', 'Requests');
    const group = page.getByRole('table', { name: 'Errors' }).getByRole('row', { name: /INVALID_INPUT amount/ });
    await group.waitFor();
    expect(await group.textContent()).toMatch(/POST \/sandbox\/internal-accounts\/\{accountId\}\/fund2/);

    await group.getByRole('link').click();
    const rows = page.getByRole('table', { name: 'Requests' }).locator('tbody tr');
    await expect.poll(() => rows.count()).toBe(2);
    const { searchParams } = new URL(page.url());
    expect(Object.fromEntries(searchParams)).toEqual({
      method: 'POST',
      route: '/sandbox/internal-accounts/{accountId}/fund',
      code: 'INVALID_INPUT',
      field: 'amount',
      time: '24h',
    });

    await rows.first().getByRole('link').click();
    const sheet = page.getByRole('dialog');
    await sheet.getByText('amount must be', { exact: false }).first().waitFor();
    expect(await sheet.getByRole('link', { name: 'About INVALID_INPUT' }).getAttribute('href')).toContain(
      '/docs/errors/INVALID_INPUT',
    );
    expect(await sheet.getByRole('region', { name: 'body that was sent' }).textContent()).toContain('[redacted]');
    await visitor.checkState();
    await page.keyboard.press('Escape');
    await expect.poll(() => sheet.count()).toBe(0);
    await page.getByRole('button', { name: 'Clear filters' }).click();
    await page.getByRole('link', { name: 'GET /config' }).first().waitFor();
  });

  it('say of a successful read that its body is not kept', async () => {
    const { page } = visitor;
    const read = await app.client.get('/config');
    await app.app.requestLog.flush();
    await visitor.open(`/developers/requests?request=${read.headers.get('x-request-id')}`, 'Requests');
    const sheet = page.getByRole('dialog', { name: 'GET /config' });
    await sheet.getByText('Bodies of successful reads are not kept.').waitFor();
    await sheet.getByText(`${Buffer.byteLength(read.text).toLocaleString('en-US')} bytes`).waitFor();
  });

  it('give code that repeats a request: curl, TypeScript and a test', async () => {
    const { page } = visitor;
    const failed = await app.client.post('/tokens', { name: "Ada's", permissions: ['EVERYTHING'] });
    await app.app.requestLog.flush();
    await visitor.open(`/developers/requests?request=${failed.headers.get('x-request-id')}`, 'Requests');
    const sheet = page.getByRole('dialog', { name: 'POST /tokens' });
    const codeAs = async (form: string): Promise<string> => {
      await sheet.getByRole('button', { name: form, exact: true }).click();
      await sheet.getByRole('button', { name: `Copy ${form} code` }).click();
      return page.evaluate('navigator.clipboard.readText()');
    };
    const { clientId, clientSecret } = app.client;
    const env = {
      PATH: process.env['PATH'],
      ...{ CAUSEWAY_URL: app.url, CAUSEWAY_CLIENT_ID: clientId, CAUSEWAY_CLIENT_SECRET: clientSecret },
    };
    const run = promisify(execFile);
    const { stdout } = await run('sh', ['-c', (await codeAs('curl')).replace('curl ', 'curl -s ')], { env });
    expect(JSON.parse(stdout)).toMatchObject({ status: 400, code: 'INVALID_INPUT' });

    const directory = mkdtempSync(join(tmpdir(), 'copied-'));
    const execute = async (name: string, text: string) => {
      const [source, outfile] = [join(directory, `${name}.ts`), join(directory, `${name}.mjs`)];
      writeFileSync(source, text);
      const alias = { '@causeway/client': clientEntry };
      await build({ entryPoints: [source], outfile, bundle: true, format: 'esm', platform: 'node', alias });
      return run(process.execPath, [outfile], { env });
    };
    try {
      await expect(execute('request', await codeAs('TypeScript'))).rejects.toThrow(/INVALID_INPUT/);
      // sdk/testing/test/adapters.more.test.ts runs such a test.
      expect(await codeAs('Test')).toMatch(/platform\.api\.tokens\.create\(\{.*status: 400, code: 'INVALID_INPUT'/s);
    } finally {
      rmSync(directory, { recursive: true });
    }
  });

  it('copy the request of the row, the sheet or the page with y, unless single keys are off', async () => {
    const { page } = visitor;
    const failed = await app.client.post('/quotes', { lockedCurrencySide: 'NEITHER' });
    await app.client.post('/customers', { customerType: 'INDIVIDUAL', fullName: 'Hedy Lamarr', region: 'AT' });
    await app.app.requestLog.flush();
    const pressed = async (...keys: string[]): Promise<string> => {
      for (const key of keys) await page.keyboard.press(key);
      await page
        .getByText(/^Copied: /)
        .last()
        .waitFor();
      return page.evaluate('navigator.clipboard.readText()');
    };
    const curl = 'curl -u "$CAUSEWAY_CLIENT_ID:$CAUSEWAY_CLIENT_SECRET" -X';
    const api = `${app.url}/api/2025-10-13`;
    await visitor.open('/customers?region=AT', 'Customers');
    await page.getByRole('link', { name: 'Hedy Lamarr' }).waitFor();
    expect(await pressed('y')).toBe(`${curl} GET '${api}/customers?region=AT'`);
    expect(await pressed('j', 'y')).toMatch(new RegExp(`-X GET '${api}/customers/Customer:[0-9a-f-]{36}'$`));
    await visitor.open(`/developers/requests?request=${failed.headers.get('x-request-id')}`, 'Requests');
    await page.getByRole('dialog', { name: 'POST /quotes' }).waitFor();
    const copied = await pressed('y');
    expect(copied.replace(`${curl} `, '').split(' \\\n')[0]).toBe(`POST '${api}/quotes'`);
    expect(copied).toContain('"lockedCurrencySide":"NEITHER"');
    await visitor.open('/sandbox', 'Sandbox');
    await page.keyboard.press('y');
    await page.getByText('This page shows no single request.').waitFor();

    await visitor.open('/customers', 'Customers');
    await page.keyboard.press('?');
    await page.getByText('Copy the request of the row or page as curl').waitFor();
    await page.getByLabel(/^Use single keys/).uncheck();
    await page.keyboard.press('Escape');
    await page.keyboard.press('y');
    await page.keyboard.press('Control+k');
    await page.getByRole('dialog').waitFor();
    expect(await page.getByText(/^Copied: /).count()).toBe(0);
    await page.evaluate('localStorage.clear()');
    await visitor.logIn(app.client);
  });

  it('follow a list that was read far with one request for each change', async () => {
    const busy = await app.newPlatform();
    for (let n = 1; n <= 220; n++) {
      app.app.requestLog.add(() => ({
        platformId: busy.platformId,
        id: `01900000-0000-7000-8000-${String(n).padStart(12, '0')}`,
        at: new Date(),
        method: 'POST',
        path: `/old/${n}`,
        route: '/old',
        status: 200,
        durationMs: 1,
        tokenId: 'Token:old',
        isReplay: false,
        requestBody: undefined,
        responseBody: undefined,
      }));
    }
    await app.app.requestLog.flush();
    const guest = await ConsoleVisitor.start(app, busy);
    const { page } = guest;
    await guest.open('/developers/requests', 'Requests');
    const rows = page.getByRole('table', { name: 'Requests' });
    for (const count of [50, 100, 150, 200]) {
      await expect.poll(() => rows.getAttribute('aria-rowcount')).toBe(`${count + 1}`);
      await page.getByRole('button', { name: 'Show more' }).click();
    }
    await expect.poll(() => rows.getAttribute('aria-rowcount')).toBe('221');
    const asked: string[] = [];
    page.on('request', (request) => asked.push(request.url()));
    await busy.get('/config');
    await app.app.requestLog.flush();
    await expect.poll(() => rows.getAttribute('aria-rowcount'), { timeout: 10_000 }).toBe('222');
    expect(asked.filter((url) => url.includes('cursor='))).toEqual([]);
    await page.evaluate('scrollTo(0, 0)');
    await rows.getByRole('link', { name: 'GET /config' }).waitFor();
    await guest.leave();
  });

  it('set an endpoint, and show its health by hour with a table of the same figures', async () => {
    const { page } = visitor;
    await visitor.open('/developers/webhooks', 'Webhooks');
    await page.getByText('No endpoint yet').waitFor();
    await visitor.checkState();
    await page.getByRole('button', { name: 'Set endpoint' }).click();
    await page.getByLabel('Address').fill(receiver.url);
    await visitor.checkState();
    await page.getByRole('dialog').getByRole('button', { name: 'Set endpoint' }).click();
    await page.getByRole('main').getByText(receiver.url).first().waitFor();
    await until(() => receiver.received.length === 1, 'the test event');
    await page.getByRole('button', { name: 'Send test event' }).click();
    await page.getByText('The endpoint answered 200.').waitFor();
    await page.getByText('2 attempts, 0 of them failed').waitFor();
    await page.getByText('2 attempts, 0 of them failed').click();
    const latest = page.getByRole('table', { name: 'Attempts by hour' }).locator('tbody tr').first();
    expect(await latest.locator('td').nth(1).textContent()).toBe('2');
  });

  it('redeliver matching events after a dry run, and one event with its attempts side by side', async () => {
    const { page } = visitor;
    receiver.answer(({ event }) => (event.type === 'TEST' ? 200 : 410));
    const account = await platformAccount(app.client);
    await app.client.post(`/sandbox/internal-accounts/${account}/fund`, { amount: 100 });
    const failedEvents = async () => (await app.client.get('/webhooks/events?status=FAILED')).body.data;
    await until(async () => (await failedEvents()).length > 0, 'a failed event');
    await visitor.open('/developers/webhooks', 'Webhooks');
    await page.getByText('The endpoint is disabled, and events are skipped.').waitFor();
    await page.getByRole('table', { name: 'Failed events' }).waitFor();
    await visitor.checkState();

    receiver.answer(() => 200);
    await app.client.patch('/config', { webhookEndpoint: receiver.url });
    await page.reload();
    const matching = (await app.client.post('/webhooks/redeliver', { since: '2025-10-13T00:00:00Z', dryRun: true }))
      .body;
    expect(matching.count).toBeGreaterThan(0);
    const sent = receiver.received.length;
    await page.getByRole('button', { name: 'Redeliver…' }).click();
    await page.getByRole('button', { name: 'Count matching events' }).click();
    await page.getByText('Nothing has been sent yet.').waitFor();
    await visitor.checkState();
    expect(receiver.received.filter(({ event }) => event.type !== 'TEST').length).toBeLessThanOrEqual(sent);
    await page.getByRole('button', { name: new RegExp(`^Redeliver ${matching.count} event`) }).click();
    await page.getByText(/sent again\./).waitFor();
    await until(async () => (await failedEvents()).length === 0, 'the redelivery');

    const [event] = (await app.client.get(`/webhooks/events?resourceId=${account}&limit=1`)).body.data;
    await visitor.open(`/developers/webhooks?event=${event.id}`, 'Webhooks');
    const sheet = page.getByRole('dialog', { name: event.type });
    await sheet.getByRole('article', { name: 'Attempt 1' }).waitFor();
    await visitor.checkState();
    const attempts = await sheet.getByRole('article').count();
    await sheet.getByRole('button', { name: 'Redeliver' }).click();
    await expect.poll(() => sheet.getByRole('article').count(), { timeout: 15_000 }).toBe(attempts + 1);
  });

  it('find a pasted id and a name with Ctrl-K', async () => {
    const { page } = visitor;
    const customer = { customerType: 'INDIVIDUAL', fullName: 'Katherine Johnson', region: 'US' };
    const { body } = await app.client.post('/customers', customer);
    const failed = await app.client.get('/tokens/unknown');
    await app.app.requestLog.flush();
    const requestId = failed.headers.get('x-request-id') ?? '';
    await visitor.open('/', 'Home');
    const find = async (text: string) => {
      await page.keyboard.press('Control+k');
      await page.getByRole('combobox', { name: 'Page, id or name' }).fill(text);
    };
    await find(requestId);
    await page.getByRole('option', { name: /GET \/tokens\/\{tokenId\}/ }).waitFor();
    await page.keyboard.press('Enter');
    await page.getByRole('dialog', { name: 'GET /tokens/{tokenId}' }).waitFor();
    await page.keyboard.press('Escape');
    await find('johnson');
    await page.getByRole('option', { name: /Katherine Johnson/ }).waitFor();
    await visitor.checkState();
    await page.keyboard.press('Enter');
    await page.waitForURL(`**/console/customers/${body.id}`);
    await find(body.id.slice(-8));
    await page.getByRole('option', { name: /Katherine Johnson/ }).waitFor();
    await page.keyboard.press('Escape');
  });

  it('show no action to a session that may only look', async () => {
    const looker = await ConsoleVisitor.start(app, await app.clientWith(['VIEW']));
    await looker.open('/developers/webhooks', 'Webhooks');
    await looker.page.getByRole('heading', { level: 2, name: 'Endpoint' }).waitFor();
    expect(await looker.page.getByRole('button', { name: /Redeliver|Send|Change/ }).count()).toBe(0);
    await looker.leave();
  });
});
