import assert from 'node:assert/strict';
import { once } from 'node:events';
import type { Server } from 'node:http';
import { after, afterEach, beforeEach, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { createClient } from '@causeway/client';
import { type AccountScenario, type AccountTypeName, createSandbox, type SandboxPlatform } from '@causeway/testing';
import { createPayroll, type NewContractor, type NewPayout } from '../src/payroll.ts';

const { CAUSEWAY_URL: url, CAUSEWAY_CLIENT_ID: clientId = '', CAUSEWAY_CLIENT_SECRET: clientSecret = '' } = process.env;
const sandbox = await createSandbox(url ? { url, clientId, clientSecret } : {});
after(() => sandbox.close());

let platform: SandboxPlatform;
let server: Server;
let address: string;
beforeEach(async () => {
  platform = await sandbox.platform({ webhooks: false });
  const { apiUrl, clientId, clientSecret } = platform;
  server = createPayroll(createClient({ baseUrl: apiUrl, clientId, clientSecret })).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const bound = server.address();
  assert(bound && typeof bound === 'object');
  address = `http://127.0.0.1:${bound.port}`;
  await platform.api.config.update({ webhookEndpoint: `${address}/webhooks` });
});
afterEach(() => {
  server.close();
  server.closeAllConnections();
});

/** Sends a request to the payroll and returns the status and the body of its response. */
async function send(method: string, path: string, body?: NewContractor | NewPayout) {
  const response = await fetch(`${address}${path}`, { method, ...(body && { body: JSON.stringify(body) }) });
  return { status: response.status, body: JSON.parse((await response.text()) || '{}') };
}

async function onboard(region: string, account: AccountTypeName, scenario?: AccountScenario): Promise<string> {
  const fullName = platform.magic.fullName({ submission: 'APPROVED' });
  const person: NewContractor['person'] = { customerType: 'INDIVIDUAL', region, fullName };
  const { status, body } = await send('POST', '/contractors', {
    person,
    bank: platform.magic.account(account, scenario),
  });
  assert.equal(status, 201, JSON.stringify(body));
  return body.id;
}

/** Onboards a contractor and completes the form of the page at `verifyAt`. */
async function verified(...contractor: Parameters<typeof onboard>): Promise<string> {
  const contractorId = await onboard(...contractor);
  await platform.kyc.complete(contractorId, 'APPROVED');
  return contractorId;
}

/** Waits until the webhooks have brought these statuses. */
async function expectStatuses(expected: Record<string, string>): Promise<void> {
  for (const deadline = Date.now() + 10_000; ; await pause(20)) {
    const { body } = await send('GET', '/payouts');
    const statuses = Object.fromEntries(Object.keys(body).map((reference) => [reference, statusOf(body[reference])]));
    if (isDeepStrictEqual(statuses, expected)) return;
    if (Date.now() > deadline) assert.deepEqual(statuses, expected);
  }
}

const statusOf = ({ status, reason }: { status: string; reason?: string }) => (reason ? `${status} ${reason}` : status);

async function balance(): Promise<number | undefined> {
  const { data } = await platform.api.platform.internalAccounts.list({ currency: 'USD' });
  return data[0]?.balance.amount;
}

test('pays contractors in Mexico, Nigeria and Germany, each once', async () => {
  await platform.fund('USD', 200_000);
  const contractors = {
    MX: await verified('MX', 'MXN_ACCOUNT'),
    NG: await verified('NG', 'NGN_ACCOUNT'),
    DE: await verified('DE', 'EUR_ACCOUNT'),
  };
  for (const [reference, contractorId] of Object.entries(contractors)) {
    const payout = { contractorId, amount: 50_000, reference };
    assert.equal((await send('POST', '/payouts', payout)).status, 201);
    const { status } = await send('POST', '/payouts', payout);
    assert([200, 201].includes(status), `the repeat is answered with ${status}`);
  }
  await expectStatuses({ MX: 'COMPLETED', NG: 'COMPLETED', DE: 'COMPLETED' });
  assert.equal(await balance(), 50_000);
});

test('pays once when the response is lost', async () => {
  await platform.fund('USD', 200_000);
  const contractorId = await verified('MX', 'MXN_ACCOUNT');
  await platform.faults.add({ method: 'POST', path: '/quotes', drop: 'ANSWER' });
  assert.equal((await send('POST', '/payouts', { contractorId, amount: 50_000, reference: 'one' })).status, 201);
  await expectStatuses({ one: 'COMPLETED' });
  assert.equal(await balance(), 150_000);
});

test('pays nobody who is not verified', async () => {
  await platform.fund('USD', 200_000);
  const contractorId = await onboard('MX', 'MXN_ACCOUNT');
  const { status, body } = await send('POST', '/payouts', { contractorId, amount: 50_000, reference: 'early' });
  assert.deepEqual({ status, body }, { status: 409, body: { reason: 'NOT_VERIFIED' } });
  assert.equal(await balance(), 200_000);
});

test('reports a payout that the bank returns, with the money back', async () => {
  await platform.fund('USD', 200_000);
  const contractorId = await verified('MX', 'MXN_ACCOUNT', { payout: 'RETURNED' });
  await send('POST', '/payouts', { contractorId, amount: 50_000, reference: 'wrong bank' });
  await expectStatuses({ 'wrong bank': 'COMPLETED' });
  await platform.clock.advance('1m');
  await expectStatuses({ 'wrong bank': 'FAILED PAYOUT_RETURNED' });
  assert.equal(await balance(), 200_000);
});

test('reports an insufficient balance, and pays under another reference after funding', async () => {
  await platform.fund('USD', 10_000);
  const contractorId = await verified('NG', 'NGN_ACCOUNT');
  const { status, body } = await send('POST', '/payouts', { contractorId, amount: 50_000, reference: 'november' });
  assert.equal(status, 402);
  assert.equal(body.reason, 'INSUFFICIENT_BALANCE');
  assert.match(body.hint, /10000 USD/);
  await platform.fund('USD', 40_000);
  await send('POST', '/payouts', { contractorId, amount: 50_000, reference: 'november, again' });
  await expectStatuses({ november: 'FAILED INSUFFICIENT_BALANCE', 'november, again': 'COMPLETED' });
  assert.equal(await balance(), 0);
});

test('returns the fields of an invalid contractor', async () => {
  const person: NewContractor['person'] = { customerType: 'INDIVIDUAL', fullName: 'Frida Kahlo' };
  const bank = { ...platform.magic.account('MXN_ACCOUNT'), currency: 'EUR' };
  const { status, body } = await send('POST', '/contractors', { person, bank });
  assert.deepEqual([status, body.reason], [400, 'INVALID_INPUT']);
  assert.deepEqual(Object.keys(body.errors), ['0']);
});

test('ignores webhooks without a valid signature', async () => {
  const response = await fetch(`${address}/webhooks`, { method: 'POST', body: '{"type":"OUTGOING_PAYMENT.FAILED"}' });
  assert.equal(response.status, 401);
  await expectStatuses({});
});
