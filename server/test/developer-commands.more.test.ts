import { execFile } from 'node:child_process';
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { build } from 'esbuild';
import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { VERSION } from '../src/foundation/config.ts';
import { ServerHome, type ServerProcess, until } from './support/server-process.ts';
import { openReceiver, type WebhookReceiver } from './support/webhook-receiver.ts';

type Environment = Record<string, string>;

const home = new ServerHome();
let server: ServerProcess;
let receiver: WebhookReceiver;
beforeAll(async () => {
  await home.prepare();
  server = await home.start();
  receiver = await openReceiver();
});
afterAll(async () => {
  await receiver.close();
  await home.clean();
});

const words = (line: string): string[] => (line.match(/"[^"]*"|\S+/g) ?? []).map((word) => word.replaceAll('"', ''));

async function causeway(line: string, env: Environment = {}) {
  const child = await home.spawn(env, words(line));
  const code = await child.ended;
  return { code, stdout: child.stdout, stderr: child.stderr };
}

/** Lines of JSON that a successful command prints. */
async function items(line: string, env: Environment = {}): Promise<any[]> {
  const { code, stdout, stderr } = await causeway(`${line} --json`, env);
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  return linesOf(stdout);
}

/** A port without a listener. */
async function closedPort(): Promise<number> {
  const closed = await openReceiver();
  await closed.close();
  return Number(new URL(closed.url).port);
}

const linesOf = (text: string): any[] =>
  text
    .trim()
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line));

const newCustomer = async (fullName = 'Ada Lovelace'): Promise<string> =>
  (await server.client.post('/customers', { customerType: 'INDIVIDUAL', fullName })).body.id;

const usdAccount = async (customerId: string): Promise<string> =>
  (await server.client.get(`/customers/internal-accounts?customerId=${customerId}&currency=USD`)).body.data[0].id;

describe('the server', () => {
  it('leaves its address in the data directory, for its own user', async () => {
    const path = join(home.dataDir, 'server.json');
    expect(JSON.parse(readFileSync(path, 'utf8'))).toEqual({
      url: server.url,
      consoleUrl: server.url,
      pid: server.pid,
    });
    expect(statSync(path).mode & 0o777).toBe(0o600);
  });

  it('has a first platform that can use every corridor', async () => {
    const { body } = await server.client.get('/config');
    expect(body.supportedCurrencies.map(({ currencyCode }: any) => currencyCode)).toEqual(
      expect.arrayContaining(['USD', 'EUR', 'MXN', 'NGN', 'USDC', 'BTC']),
    );
  });
});

describe('a command without its server', () => {
  it('ends with 3 where none runs, or the file of one is stale', async () => {
    const empty = join(home.directory, 'empty');
    const none = await causeway('clock show', { DATA_DIR: empty });
    expect([none.code, none.stdout]).toEqual([3, '']);
    expect(none.stderr).toMatch(/^causeway: No server runs .*causeway start/);
    const gone = await causeway(`clock show --url http://127.0.0.1:${await closedPort()}`);
    expect([gone.code, gone.stderr]).toEqual([3, expect.stringContaining('does not answer (ECONNREFUSED)')]);
    const stale = new ServerHome();
    await (await stale.spawn({}, ['--version'])).ended;
    await promisify(execFile)('mkdir', [stale.dataDir]);
    writeFileSync(join(stale.dataDir, 'server.json'), JSON.stringify({ url: server.url, pid: 2 ** 22 }));
    expect((await causeway('clock show', { DATA_DIR: stale.dataDir })).code).toBe(3);
    await stale.clean();
  });

  it('ends with 4 where the credentials are wrong and with 5 where the request is', async () => {
    const credentials = { CAUSEWAY_CLIENT_ID: 'a', CAUSEWAY_CLIENT_SECRET: 'b' };
    expect(await causeway('clock show', credentials)).toMatchObject({ code: 4, stdout: '' });
    const { code, stderr } = await causeway(`fund 1 --account InternalAccount:${crypto.randomUUID()} --json`);
    expect([code, JSON.parse(stderr).error.code]).toEqual([5, 'REFERENCE_NOT_FOUND']);
    expect((await causeway('events list', { CAUSEWAY_CLIENT_ID: 'a' })).code).toBe(2);
  });

  it.each([
    ['lsten', /no command "lsten"\. Did you mean "causeway listen"\? Run "causeway listen --help"/],
    ['clock advnce 1m', /no command "clock advnce"\. Did you mean "causeway clock advance"\?/],
    ['inbx latest', /Did you mean "causeway inbox latest"\?/],
    ['advance 6m', /no command "advance"\. Did you mean "causeway clock advance"\?/],
    ['help dcotor', /Did you mean "causeway doctor"\?/],
    ['balances', /no command "balances"\. Run "causeway --help"/],
    ['clock show --url localhost', /http:\/\/localhost:4242/],
    ['trigger OUTGOING_PAYMENT.COMPLETD', /Did you mean OUTGOING_PAYMENT\.COMPLETED\?/],
    ['trigger INCOMING_PAYMENT.REFUND_FAILED', /cannot cause/],
    ['trigger TEST --set shoe=44', /--set has no shoe.*amount/],
    ['clock advance soon', /10s, 6m/],
    ['logs tail --status 9xx', /404, 4xx/],
    ['magic --clabe 4', /three digits/],
  ])('"%s" ends with 2 and names the way out', async (line, pattern) => {
    const { code, stdout, stderr } = await causeway(line);
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toMatch(pattern);
  });
});

describe('commands of the sandbox', () => {
  it('fund accounts of the platform and of customers', async () => {
    const [platform] = await items('fund 5000 --currency EUR');
    expect(platform.balance).toMatchObject({ amount: 5_000, currency: { code: 'EUR' } });
    const customer = await newCustomer();
    const [account] = await items(`fund 700 --customer ${customer}`);
    expect(account.id).toBe(await usdAccount(customer));
    const { stdout } = await causeway(`fund 300 --account ${account.id}`);
    expect(stdout).toBe(`${account.id} 1000 USD\n`);
  });

  it('show and move the clock', async () => {
    const [before] = await items('clock show');
    const [moved] = await items('clock advance 6m');
    expect(moved.offsetSeconds).toBe(before.offsetSeconds + 360);
    const made = await items('trigger OUTGOING_PAYMENT.PROCESSING');
    const transaction = made.find(({ resource }) => resource === 'Transaction').id;
    const [next] = await items('clock next');
    expect(next.happened.map(({ resourceId }: any) => resourceId)).toContain(transaction);
    expect((await causeway('clock show')).stdout).toMatch(/^now \d{4}-/);
  });

  it('list magic values and make account numbers with an ending', async () => {
    expect((await items('magic')).length).toBeGreaterThan(50);
    const [{ value: clabe }] = await items('magic --clabe 004');
    expect(clabe).toMatch(/^\d{15}004$/);
    const { stdout } = await causeway('magic --iban 103');
    expect(stdout).toMatch(/^DE\d{17}103\n$/);
    const customerId = await newCustomer();
    const beneficiary = {
      beneficiaryType: 'INDIVIDUAL',
      fullName: 'Frida Kahlo',
      birthDate: '1990-02-28',
      nationality: 'MX',
      countryOfResidence: 'MX',
    };
    const numbers = { MXN: { clabeNumber: clabe }, EUR: { iban: stdout.trim() } };
    for (const [currency, number] of Object.entries(numbers)) {
      const accountInfo = { accountType: `${currency}_ACCOUNT`, ...number, beneficiary };
      const strict = { headers: { prefer: 'handling=strict' } };
      const request = { customerId, currency, accountInfo };
      const { status, text } = await server.client.post('/customers/external-accounts', request, strict);
      expect(status, text).toBe(201);
    }
  });

  it('show the newest message, and wait for its code', async () => {
    const email = `ada.${crypto.randomUUID()}@example.com`;
    const none = await causeway(`inbox latest --to ${email}`);
    expect(none).toEqual({ code: 1, stdout: '', stderr: expect.stringMatching(/no message.*--wait 10s/) });
    const late = await causeway(`inbox latest --to ${email} --wait 1s`);
    expect([late.code, late.stdout]).toEqual([124, '']);
    const waiting = causeway(`inbox latest --to ${email} --wait 20s --code`);
    const request = {
      customerType: 'INDIVIDUAL',
      fullName: 'Ada Lovelace',
      region: 'DE',
      email,
      phoneNumber: '+4915112345678',
    };
    const { body } = await server.client.post('/customers', request);
    await server.client.post(`/customers/${body.id}/verify-email`);
    expect(await waiting).toEqual({ code: 0, stdout: expect.stringMatching(/^\d{6}\n$/), stderr: '' });
    expect((await causeway(`inbox latest --to ${email}`)).stdout).toContain(' ');
  });

  it('open prints the address', async () => {
    expect(await items('open docs')).toEqual([{ url: `${server.url}/docs` }]);
  });

  it('console logs in to its own server by every name of this machine', async () => {
    const link = async (line: string, env: Environment = {}) => JSON.parse((await causeway(line, env)).stdout);
    const own = { url: expect.stringMatching(new RegExp(`^${server.url}/console#code=`)), isLogin: true };
    expect(await link('console --json')).toEqual(own);
    expect(await link(`console --json --url ${server.url.replace('localhost', '127.0.0.1')}`)).toEqual(own);
    expect(await link('console --json', { CAUSEWAY_URL: `${server.url}/api/2025-10-13` })).toEqual(own);
  });

  it('console creates no database for a server that is named', async () => {
    const dataDir = join(home.directory, 'without-database');
    const elsewhere = { url: `${server.url}/console`, isLogin: false };
    for (const [line, env] of [
      [`console --json --url ${server.url}`, {}],
      ['console --json', { CAUSEWAY_URL: server.url }],
    ] as const) {
      const { code, stdout, stderr } = await causeway(line, { ...env, DATA_DIR: dataDir });
      expect({ code, stderr, shown: JSON.parse(stdout) }).toEqual({ code: 0, stderr: '', shown: elsewhere });
    }
    expect(existsSync(dataDir)).toBe(false);
  });
});

describe('trigger', () => {
  it('builds real state, prints every id and the event', async () => {
    const made = await items('trigger OUTGOING_PAYMENT.FAILED --set amount=2550');
    const kinds = made.map(({ resource }) => resource);
    expect(kinds).toEqual(['Customer', 'InternalAccount', 'ExternalAccount', 'Quote', 'Transaction', 'Webhook']);
    const { body } = await server.client.get(`/transactions/${made[4].id}`);
    expect(body).toMatchObject({ status: 'FAILED', sentAmount: { amount: 2_550 } });
    const event = (await server.client.get(`/webhooks/events/${made[5].id}`)).body;
    expect(event).toMatchObject({ type: 'OUTGOING_PAYMENT.FAILED', resourceId: made[4].id });
  });

  it('uses what exists, and lists every event', async () => {
    const customer = await newCustomer();
    const made = await items(`trigger INTERNAL_ACCOUNT.BALANCE_UPDATED --using ${customer}`);
    expect(made.map(({ resource }) => resource)).toEqual(['InternalAccount', 'Webhook']);
    expect(made[0].id).toBe(await usdAccount(customer));
    const listed = await items('trigger --list');
    expect(listed.filter(({ isTriggered }) => !isTriggered).map(({ type }) => type)).toEqual([
      'INCOMING_PAYMENT.REFUND_FAILED',
    ]);
  });
});

describe('events and logs', () => {
  it('are listed, shown and sent again', async () => {
    const customer = await newCustomer();
    const [event] = await items(`events list --resource ${customer}`);
    expect(event).toMatchObject({ type: 'CUSTOMER.KYC_APPROVED', resourceId: customer });
    const [whole] = await items(`events get ${event.id}`);
    expect(whole.payload.data.id).toBe(customer);
    expect(await causeway(`events resend ${event.id}`)).toMatchObject({ code: 5, stdout: '' });
  });

  it('show requests, as code that repeats them as well', async () => {
    await server.client.post('/tokens', { name: "Ada's", permissions: ['EVERYTHING'] });
    const isLogged = async () =>
      (await items('logs tail --no-follow --status 4xx --last 1'))[0]?.path.endsWith('/tokens');
    await until(isLogged, 'the request');
    const [request] = await items('logs tail --no-follow --status 400 --last 1');
    expect(request).toMatchObject({ method: 'POST', status: 400, code: 'INVALID_INPUT' });
    const as = async (form: string) =>
      (await causeway(`logs tail --no-follow --status 400 --last 1 --as ${form}`)).stdout;
    const curl = await as('curl');
    const { clientId, clientSecret } = server.client;
    const env = { CAUSEWAY_CLIENT_ID: clientId, CAUSEWAY_CLIENT_SECRET: clientSecret };
    const run = await promisify(execFile)('sh', ['-c', curl.replace('curl ', 'curl -s ')], {
      env: { PATH: process.env['PATH'], ...env },
    });
    expect(JSON.parse(run.stdout).code).toBe('INVALID_INPUT');
    const [source, outfile] = ['ts', 'mjs'].map((type) => join(home.directory, `snippet.${type}`)) as [string, string];
    writeFileSync(source, await as('ts'));
    const alias = { '@causeway/client': fileURLToPath(new URL('../../sdk/client/src/index.ts', import.meta.url)) };
    await build({ entryPoints: [source], outfile, bundle: true, format: 'esm', platform: 'node', alias });
    const repeated = promisify(execFile)(process.execPath, [outfile], { env: { ...env, CAUSEWAY_URL: server.url } });
    await expect(repeated).rejects.toThrow(/INVALID_INPUT/);
    const text = await as('test');
    expect(text).toContain("import { test } from '@causeway/testing/vitest';");
    expect(text).toContain('test("POST /api/2025-10-13/tokens returns 400 INVALID_INPUT", async ({ platform }) => {');
    expect(text).toContain('  await expect(platform.api.tokens.create({');
    expect(text).toContain("})).rejects.toMatchObject({ status: 400, code: 'INVALID_INPUT' });");
  });

  it('follow requests as they are made', async () => {
    const tail = await home.spawn({}, ['logs', 'tail', '--json', '--last', '1']);
    await until(() => tail.stdout !== '', 'the tail');
    const customer = await newCustomer();
    await server.client.get(`/customers/${customer}`);
    await until(() => linesOf(tail.stdout).some(({ path }) => path.endsWith(customer)), 'the request');
    expect(await tail.stop('SIGINT')).toBe(0);
    expect(tail.stdout).not.toContain('request-log');
  });
});

describe('listen', () => {
  const secretOf = async (): Promise<string> => (await causeway('listen --print-secret')).stdout.trim();

  it('forwards 100 events across a restart, in the order of each resource, with valid signatures', async () => {
    const ACCOUNTS = 5;
    const customers = await Promise.all(Array.from({ length: ACCOUNTS }, () => newCustomer()));
    const accounts = await Promise.all(customers.map(usdAccount));
    const fund = (rounds: number) =>
      Promise.all(
        accounts.map(async (id) => {
          for (let i = 0; i < rounds; i++) {
            const { status } = await server.client.post(`/sandbox/internal-accounts/${id}/fund`, { amount: 100 });
            expect(status).toBe(200);
          }
        }),
      );
    const envFile = join(home.directory, '.env');
    writeFileSync(envFile, 'OTHER=1\nCAUSEWAY_URL=old\n');
    const options = [
      '--forward-to',
      receiver.url,
      '--events',
      'INTERNAL_ACCOUNT.BALANCE_UPDATED',
      '--env-file',
      envFile,
    ];
    const listening = await home.spawn({}, ['listen', '--json', ...options]);
    await until(async () => readFileSync(envFile, 'utf8').includes('WEBHOOK_SECRET'), 'the listener');
    const { client } = server;
    await until(
      async () => (await client.get('/request-log?path=/api/2025-10-13/sandbox/listeners')).body.data.length > 0,
      'the lease',
    );
    await fund(10);
    await until(() => receiver.received.length > 5, 'the first events');
    expect(await server.stop()).toBe(0);
    server = await home.start({ PROCESSES: '2' });
    await fund(10);
    const ofAccounts = () => receiver.received.filter(({ event }) => accounts.includes(event.data.id));
    const distinct = () => new Set(ofAccounts().map(({ event }) => event.id)).size;
    await until(() => distinct() === 20 * ACCOUNTS, '100 events');
    const secret = await secretOf();
    for (const { body, headers, event } of ofAccounts()) {
      expect(new Webhook(secret).verify(body, headers as Environment)).toMatchObject({ id: event.id });
    }
    for (const id of accounts) {
      const sequences = ofAccounts().flatMap(({ event }) => (event.data.id === id ? [event.sequence] : []));
      // Repeated events aside, events arrive in order.
      const firsts = sequences.filter((sequence, i) => sequences.indexOf(sequence) === i);
      expect(firsts).toEqual(firsts.toSorted((a, b) => a - b));
      expect(firsts).toHaveLength(20);
    }
    expect((await server.client.get('/config')).body.webhookEndpoint).toBeUndefined();
    const [{ id: resent }] = linesOf(listening.stdout);
    const before = receiver.received.length;
    expect(await causeway(`events resend ${resent}`)).toMatchObject({ code: 0 });
    await until(() => receiver.received.length > before, 'the resent event');
    expect(receiver.received.at(-1)?.event.id).toBe(resent);
    expect(await listening.stop('SIGTERM')).toBe(0);
    const env = readFileSync(envFile, 'utf8');
    expect(env).toContain(`OTHER=1\nCAUSEWAY_URL='`);
    expect(env).toContain(`CAUSEWAY_WEBHOOK_SECRET='${secret}'`);
    expect(statSync(envFile).mode & 0o077).toBe(0o044);
  });

  it('relays the answer of the receiver to an approval request', async () => {
    const customerId = await newCustomer();
    const receive = async () => {
      const body = { senderUmaAddress: '$grace@bank.example', customerId, receivingCurrencyCode: 'USD' };
      const payment = await server.client.post('/sandbox/uma/receive', { ...body, receivingCurrencyAmount: 2_500 });
      expect(payment.status).toBe(200);
      return payment.body;
    };
    const ended = async (id: string, status: string) => {
      await until(async () => (await server.client.get(`/transactions/${id}`)).body.status === status, status);
      return (await server.client.get(`/transactions/${id}`)).body;
    };
    expect((await receive()).status).toBe('COMPLETED');
    const listening = await home.spawn({}, ['listen', '--forward-to', receiver.url]);
    await until(() => listening.stderr.includes('Forwarding'), 'the listener');
    const { id: approved, status } = await receive();
    expect(status).toBe('PENDING');
    await ended(approved, 'COMPLETED');
    receiver.answer(({ event }) => (response) => {
      const isRequest = event.type === 'INCOMING_PAYMENT.PENDING';
      response.writeHead(isRequest ? 403 : 200).end(isRequest ? '{"reason":"Unknown sender"}' : '');
    });
    const { id: rejected } = await receive();
    expect(await ended(rejected, 'REJECTED')).toMatchObject({ rejectionReason: 'Unknown sender' });
    receiver.answer(() => 500);
    const { id: failed } = await receive();
    expect(await ended(failed, 'REJECTED')).toMatchObject({ rejectionReason: 'The receiver answered 500.' });
    receiver.answer(() => 200);
    expect(listening.stdout).toMatch(new RegExp(`${approved} -> 200 \\(\\d+ ms\\) approved$`, 'm'));
    expect(listening.stdout).toMatch(new RegExp(`${rejected} -> 403 \\(\\d+ ms\\) rejected$`, 'm'));
    expect(listening.stdout).toMatch(new RegExp(`${failed} -> 500 \\(\\d+ ms\\) rejected$`, 'm'));
    expect(await listening.stop('SIGINT')).toBe(0);
  });

  it('approves payments that it only shows', async () => {
    const customerId = await newCustomer();
    const listening = await home.spawn({}, ['listen', '--events', 'CUSTOMER.*']);
    await until(() => listening.stderr.includes('Showing'), 'the listener');
    const body = { senderUmaAddress: '$grace@bank.example', customerId, receivingCurrencyCode: 'USD' };
    const payment = await server.client.post('/sandbox/uma/receive', { ...body, receivingCurrencyAmount: 2_500 });
    const path = `/transactions/${payment.body.id}`;
    await until(async () => (await server.client.get(path)).body.status === 'COMPLETED', 'the approval');
    expect(await listening.stop('SIGINT')).toBe(0);
  });

  it('shows events of the past, and goes on when the receiver is away', async () => {
    // A rejected customer: approvals of other tests would be retried for seconds before this event.
    const customer = await newCustomer('Ada Lovelace 002');
    const listening = await home.spawn({}, [
      'listen',
      '--since',
      '5m',
      '--forward-to',
      `http://127.0.0.1:${await closedPort()}`,
      '--json',
      '--events',
      'CUSTOMER.KYC_REJ*',
    ]);
    await until(() => listening.stdout.includes(customer), 'the event');
    const event = linesOf(listening.stdout).find(({ resourceId }) => resourceId === customer);
    expect(event).toMatchObject({ type: 'CUSTOMER.KYC_REJECTED', error: 'ECONNREFUSED' });
    expect(await listening.stop('SIGINT')).toBe(0);
  });
});

describe('doctor', () => {
  it('reports a healthy server, and an integration that verifies nothing', async () => {
    const before = receiver.received.length;
    const { code, stdout } = await causeway(`doctor --integration ${receiver.url} --json`);
    const found = linesOf(stdout);
    expect(found.find(({ check }) => check === 'version')).toMatchObject({
      isOk: true,
      message: expect.stringContaining(VERSION),
    });
    const wrong = found.filter(({ isOk }) => !isOk).map(({ check }) => check);
    expect([code, wrong]).toEqual([1, ['changed body', 'no signature', 'other id', 'old timestamp']]);
    const sequences = receiver.received.slice(before).map(({ event }) => event.sequence);
    expect(sequences.slice(2, 4)).toEqual([sequences[0] + 1, sequences[0]]);
  });

  it('reports an endpoint that fails, with its backlog', async () => {
    receiver.answer(() => 503);
    const request = { name: 'failing', webhookEndpoint: receiver.url };
    const { token } = (await server.client.post('/sandbox/platforms', request)).body;
    const platform = server.client.with(token);
    await platform.post('/customers', { customerType: 'INDIVIDUAL', fullName: 'Ada Lovelace' });
    const isFailing = async () => (await platform.get('/webhooks/endpoint')).body.failingSince !== undefined;
    await until(isFailing, 'the failure');
    const env = { CAUSEWAY_CLIENT_ID: token.clientId, CAUSEWAY_CLIENT_SECRET: token.clientSecret };
    const { code, stdout } = await causeway('doctor --json', env);
    const { failingSince, oldestPendingAt } = (await platform.get('/webhooks/endpoint')).body;
    const { isOk, message } = linesOf(stdout).find(({ check }) => check === 'endpoint');
    expect([code, isOk]).toEqual([1, false]);
    expect(message).toContain(`${receiver.url} fails since ${failingSince}; `);
    expect(message).toMatch(new RegExp(`; \\d+ events? waits?, the oldest since ${oldestPendingAt}; "causeway doctor`));
    receiver.answer(() => 200);
  });

  it('has no finding where signatures are verified', async () => {
    const secret = (await causeway('listen --print-secret')).stdout.trim();
    receiver.answer(({ body, headers }) => {
      try {
        new Webhook(secret).verify(body, headers as Environment);
        return 200;
      } catch {
        return 401;
      }
    });
    const { code, stdout } = await causeway(`doctor --integration ${receiver.url}`);
    expect(stdout).not.toContain('FAILED');
    expect(code).toBe(0);
  });
});

describe('exec', () => {
  it('runs a program beside a sandbox of its own and returns its exit code', async () => {
    const script = `fetch(process.env.CAUSEWAY_URL + '/api/2025-10-13/config', { headers: { authorization: 'Basic ' + btoa(process.env.CAUSEWAY_CLIENT_ID + ':' + process.env.CAUSEWAY_CLIENT_SECRET) } }).then((answer) => { console.log(answer.status, process.env.CAUSEWAY_URL); process.exit(7); })`;
    const child = await home.spawn({}, ['exec', '--', process.execPath, '-e', script]);
    expect(await child.ended).toBe(7);
    expect(child.stdout).toMatch(/^200 http:\/\/localhost:\d+\n$/);
    expect(child.stdout).not.toContain(server.url);
  });
});

describe('seed demo', () => {
  it('fills the sandbox and prints what it made', async () => {
    const made = await items('seed demo');
    expect(made.length).toBeGreaterThan(60);
    expect(new Set(made.map(({ resource }) => resource))).toContain('Card');
    expect((await server.client.get('/cards?limit=100')).body.data.length).toBeGreaterThan(4);
  });
});
