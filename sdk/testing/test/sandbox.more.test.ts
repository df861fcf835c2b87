import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bundleFile } from '../../../scripts/lib/paths.mjs';
import { ensureBuilt } from '../../../scripts/lib/ready.mjs';
import { createSandbox, type Sandbox, type SandboxPlatform, softwarePasskey } from '../src/index.ts';
import { newProject } from './support/project.ts';

const project = newProject();
let sandbox: Sandbox;
let p: SandboxPlatform;
beforeAll(async () => {
  await ensureBuilt();
  sandbox = await createSandbox({ project: project.directory, command: [process.execPath, bundleFile] });
  p = await sandbox.platform();
});
afterAll(async () => {
  await sandbox?.close();
  project.remove();
});

async function newPayer(platform = p) {
  const { id } = await platform.api.customers.create({
    customerType: 'INDIVIDUAL',
    fullName: platform.magic.fullName(),
  });
  return { customerId: id, accountId: await platform.fund('USD', 100_000, { customerId: id }) };
}

describe('a payment', () => {
  it('to a magic CLABE is returned when the clock says so, and reported with a valid signature', async () => {
    const { customerId, accountId } = await newPayer();
    const account = p.magic.account('MXN_ACCOUNT', { payout: 'RETURNED' });
    expect(account.accountInfo).toMatchObject({ clabeNumber: p.magic.clabe({ payout: 'RETURNED' }) });
    const payee = await p.api.customers.externalAccounts.create({ customerId, ...account });
    const quote = await p.api.quotes.create({
      source: { sourceType: 'ACCOUNT', accountId },
      destination: { destinationType: 'ACCOUNT', accountId: payee.id },
      lockedCurrencySide: 'SENDING',
      lockedCurrencyAmount: 5_000,
    });
    await p.api.quotes.execute(quote.id);
    const isOurs = ({ data }: { data: { id: string } }) => data.id === quote.transactionId;
    await p.webhooks.waitFor('OUTGOING_PAYMENT.COMPLETED', isOurs);
    const happened = await p.clock.next();
    expect(happened.length).toBeGreaterThan(0);
    await p.clock.advance('1m');
    const event = await p.webhooks.waitFor('OUTGOING_PAYMENT.FAILED', isOurs);
    expect(event.data).toMatchObject({ status: 'FAILED', failureReason: 'PAYOUT_RETURNED' });
  });

  it('is made once if its response is lost: the client repeats it with the same key', async () => {
    const platform = await sandbox.platform();
    const { accountId } = await newPayer(platform);
    const path = `/sandbox/internal-accounts/${accountId}/fund`;
    await platform.faults.add({ path, drop: 'ANSWER' });
    await platform.faults.add({ path, status: 503 });
    const { value, isReplayed } = await platform.api.sandbox.internalAccounts
      .fund(accountId, { amount: 1 })
      .withResponse();
    expect([value.balance.amount, isReplayed]).toEqual([100_001, true]);
    expect((await platform.faults.list()).map(({ remaining }) => remaining)).toEqual([0, 0]);
    await platform.faults.clear();
    expect(await platform.faults.list()).toEqual([]);
  });
});

describe('clock', () => {
  it('advances one platform by a duration, in order of what falls due', async () => {
    const platform = await sandbox.platform();
    const before = await platform.clock.now();
    expect(await platform.clock.next()).toEqual([]);
    await platform.clock.advance('2h30m');
    expect((await platform.clock.now()).getTime() - before.getTime()).toBeGreaterThanOrEqual(9_000_000);
    expect((await p.clock.now()).getTime() - before.getTime()).toBeLessThan(9_000_000);
    for (const wrong of ['', '6', 'm', '6 m', 0, 1.5, '1w']) {
      await expect(platform.clock.advance(wrong)).rejects.toThrow(/A duration must be/);
    }
  });
});

describe('inbox', () => {
  it('has the code that a customer was sent, and lists the messages if it has none', async () => {
    const platform = await sandbox.platform();
    const email = 'ada@example.com';
    const { id } = await platform.api.customers.create({
      customerType: 'INDIVIDUAL',
      fullName: platform.magic.fullName(),
      region: 'DE',
      email,
    });
    await expect(platform.inbox.code({ to: email, timeoutMs: 50 })).rejects.toThrow(
      /No code to ada.*The inbox is empty/,
    );
    await platform.api.customers.verifyEmail(id);
    const code = await platform.inbox.code({ to: email });
    expect(code).toBe(platform.magic.code);
    expect((await platform.inbox.latest()).text).toContain(code);
    await platform.api.customers.confirmEmail(id, { code });
    await expect(platform.inbox.code({ to: 'bob@example.com', timeoutMs: 50 })).rejects.toThrow(/EMAIL to ada@example/);
  });
});

describe('webhooks', () => {
  it('report what arrived when the expected event does not', async () => {
    const platform = await sandbox.platform();
    await platform.fund('USD', 100);
    await platform.webhooks.waitFor('INTERNAL_ACCOUNT.BALANCE_UPDATED');
    const waiting = platform.webhooks.waitFor('CUSTOMER.KYC_APPROVED', () => true, { timeoutMs: 50 });
    await expect(waiting).rejects.toThrow(
      /No CUSTOMER.KYC_APPROVED that fits arrived within 50 ms[\s\S]*INCOMING_PAYMENT.COMPLETED Transaction:\S+ COMPLETED/,
    );
  });

  it('reject a request without a valid signature', async () => {
    const platform = await sandbox.platform();
    const body = JSON.stringify({ id: 'Webhook:1', type: 'INCOMING_PAYMENT.COMPLETED', data: {} });
    const headers = { 'webhook-id': 'Webhook:1', 'webhook-timestamp': String(Math.floor(Date.now() / 1_000)) };
    const forged = await fetch(platform.webhooks.url, { method: 'POST', headers, body });
    expect(forged.status).toBe(400);
    expect(platform.webhooks.events.map(({ id }) => id)).not.toContain('Webhook:1');
  });

  it('answer as the test decides', async () => {
    const platform = await sandbox.platform();
    platform.webhooks.respond(() => ({ status: 500 }));
    expect(await platform.api.webhooks.test()).toMatchObject({ response_status: 500 });
  });
});

describe('kyc.complete', () => {
  it.each(['APPROVED', 'REJECTED', 'PENDING'] as const)('makes an individual %s', async (outcome) => {
    const fullName = p.magic.fullName({ submission: 'IN_PROGRESS' });
    const { id } = await p.api.customers.create({ customerType: 'INDIVIDUAL', fullName });
    await p.kyc.complete(id, outcome);
    expect(await p.api.customers.get(id)).toMatchObject({ kycStatus: outcome });
  });

  it.each(['APPROVED', 'REJECTED'] as const)('makes a business %s', async (outcome) => {
    const { id } = await p.api.customers.create({
      customerType: 'BUSINESS',
      businessInfo: { legalName: 'Acme', country: 'US', taxId: '12-3456789', incorporatedOn: '2010-05-01' },
    });
    await p.kyc.complete(id, outcome);
    expect(await p.api.customers.get(id)).toMatchObject({ kybStatus: outcome });
    await p.kyc.complete(id, outcome);
  });

  it('explains that a decided customer stays decided', async () => {
    const { id } = await p.api.customers.create({ customerType: 'INDIVIDUAL', fullName: p.magic.fullName() });
    await expect(p.kyc.complete(id, 'REJECTED')).rejects.toThrow(/is APPROVED already and cannot become REJECTED/);
  });
});

describe('wallet', () => {
  it('signs a request as the holder of the wallet would', async () => {
    const { id } = await p.api.customers.create({
      customerType: 'INDIVIDUAL',
      fullName: p.magic.fullName(),
      email: 'holder@example.com',
    });
    const { data } = await p.api.customers.internalAccounts.list({ customerId: id, type: 'EMBEDDED_WALLET' });
    const accountId = data[0]?.id ?? '';
    const signer = p.wallet.signer(accountId);
    const asked = await p.api.internalAccounts.update(accountId, { privateEnabled: true });
    if (asked.kind !== 'challenge') throw new Error(`expected a challenge, not ${asked.kind}`);
    const done = await asked.retry(await signer.stamp(asked.payloadToSign));
    expect(done).toMatchObject({ kind: 'done', value: { id: accountId } });
    expect(p.wallet.signer(accountId)).toBe(signer);
    expect((await signer.passkey()).rpId).toBe('localhost');
  });

  it('has passkeys that differ, for any relying party', () => {
    const [a, b] = [softwarePasskey({ rpId: 'shop.example' }), softwarePasskey({ rpId: 'shop.example' })];
    expect(a.credentialId).not.toBe(b.credentialId);
    const { response } = a.authenticate({ challenge: 'Y2hhbGxlbmdl' });
    expect(JSON.parse(Buffer.from(response.clientDataJSON, 'base64url').toString())).toEqual({
      type: 'webauthn.get',
      challenge: 'Y2hhbGxlbmdl',
      origin: 'https://shop.example',
      crossOrigin: false,
    });
  });
});

describe('createSandbox', () => {
  it('takes the address and the token of a server that runs already', async () => {
    const { apiUrl, clientId, clientSecret } = sandbox;
    for (const url of [apiUrl, new URL(apiUrl).origin]) {
      const other = await createSandbox({ url, clientId, clientSecret });
      const platform = await other.platform({ name: 'remote', webhooks: false });
      expect((await platform.api.config.get()).webhookEndpoint).toBeUndefined();
      expect(platform.env).toEqual({
        CAUSEWAY_URL: new URL(apiUrl).origin,
        CAUSEWAY_CLIENT_ID: platform.clientId,
        CAUSEWAY_CLIENT_SECRET: platform.clientSecret,
      });
      await other.close();
    }
    expect((await fetch(`${new URL(apiUrl).origin}/readyz`)).status).toBe(200);
  });

  it('explains how to install the server if it is missing', async () => {
    const other = newProject();
    const starting = createSandbox({ project: other.directory });
    await expect(starting).rejects.toThrow(/causeway is not installed.*npm install --save-dev/);
    other.remove();
  });
});
