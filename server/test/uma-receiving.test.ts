import { X509Certificate } from 'node:crypto';
import { request as httpRequest } from 'node:http';
import { fetchPublicKeyForVasp, InMemoryPublicKeyCache } from '@uma-sdk/core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Certified, certify } from '../src/engine/providers/uma/x509.ts';
import { ConfigError, readConfig } from '../src/foundation/config.ts';
import { sql } from '../src/foundation/db/sql.ts';
import { TestApp } from './support/app.ts';
import { advance, useCurrencies } from './support/payment-world.ts';
import { balanceOf, transactionIn } from './support/payments.ts';
import { until } from './support/server-process.ts';
import { openUmaPlace, type UmaPlace, type UmaUser } from './support/uma.ts';
import { pemOf } from './support/uma-keys.ts';
import {
  openProvider,
  type Paying,
  type Provider,
  readInvoice,
  signedLookup,
  signedPayRequest,
  verifiedAgreement,
  verifiedLookup,
} from './support/uma-provider.ts';

let here: UmaPlace;
let bob: UmaUser;
let provider: Provider;
const allowed = ['*'];

beforeAll(async () => {
  here = await openUmaPlace(['USD', 'EUR'], { umaNetwork: allowed });
  bob = await here.newUser('bob', { balance: 0, fullName: 'Bob Builder' });
  provider = await openProvider();
});
afterAll(async () => {
  await here.app.audit();
  await Promise.all([here.app.stop(), provider.close()]);
});

const certified = (until = new Date(Date.now() + 86_400_000)): Certified =>
  certify({ commonName: 'given.example', from: new Date(Date.now() - 86_400_000), until });

interface Said {
  status: number;
  body: any;
  text: string;
}

async function call(url: string | URL, init?: RequestInit): Promise<Said> {
  const response = await fetch(url, init);
  const text = await response.text();
  return { status: response.status, text, body: JSON.parse(text) };
}

const post = (url: string, body: string): Promise<Said> =>
  call(url, { method: 'POST', headers: { 'content-type': 'application/json' }, body });

const payUrl = (user = '$bob'): string => `${here.app.url}/uma/${encodeURIComponent(here.domain)}/pay/${user}`;
const pay = async (paying: Paying, by = provider): Promise<Said> =>
  post(payUrl(), await signedPayRequest(by, here.domain, paying));

/** Requests with the Host header of a domain that forwards to the service. */
const asHost = (path: string, headers: Record<string, string>): Promise<Said> =>
  new Promise((resolve, reject) => {
    const { hostname, port } = new URL(here.app.url);
    const asked = httpRequest({ hostname, port, path, headers }, async (response) => {
      const chunks: Buffer[] = [];
      for await (const chunk of response) chunks.push(chunk as Buffer);
      const text = Buffer.concat(chunks).toString();
      resolve({ status: response.statusCode ?? 0, text, body: JSON.parse(text) });
    });
    asked.once('error', reject).end();
  });

const { trustedProxies } = readConfig({ TRUSTED_PROXIES: '127.0.0.1, ::1' });

describe('the domain of a platform', () => {
  test('publishes two keys with their chains, which the reference implementation parses', async () => {
    const { status, body } = await call(`${here.app.url}/.well-known/lnurlpubkey`);
    expect(status).toBe(200);
    const chains = [body.signingCertChain, body.encryptionCertChain].map((chain: string[]) =>
      chain.map((der) => new X509Certificate(Buffer.from(der, 'hex'))),
    );
    for (const [leaf, root] of chains) {
      expect(leaf?.subject).toBe(`CN=${here.domain}`);
      expect(root && leaf?.verify(root.publicKey)).toBe(true);
    }
    expect(body.signingCertChain[0]).not.toBe(body.encryptionCertChain[0]);
    expect(body.expirationTimestamp).toBeGreaterThan(Date.now() / 1_000);
    const read = await fetchPublicKeyForVasp({ cache: new InMemoryPublicKeyCache(), vaspDomain: here.domain });
    expect(Buffer.from(read.getSigningPubKey())).not.toEqual(Buffer.from(read.getEncryptionPubKey()));
  });

  test('stores its keys sealed, and publishes the same in every process', async () => {
    const shown = (await call(`${here.app.url}/.well-known/lnurlpubkey`)).body;
    const beside = await TestApp.start({ beside: here.app, config: { trustedProxies } });
    const { body } = await asHost('/.well-known/lnurlpubkey', { host: here.domain });
    const other = await call(`${beside.url}/.well-known/lnurlpubkey`, {
      headers: { 'x-forwarded-host': here.domain.toUpperCase() },
    });
    await beside.stop();
    expect([body.signingCertChain, other.body.signingCertChain]).toEqual([
      shown.signingCertChain,
      shown.signingCertChain,
    ]);
    const [row] = await here.app.database.db.read<{ signing_sealed: string }>(sql`SELECT signing_sealed FROM uma_keys`);
    expect(row?.signing_sealed).toMatch(/^seal-/);
  });

  test('is named by X-Forwarded-Host only if a trusted proxy sends it', async () => {
    const path = '/.well-known/lnurlpubkey';
    const behind = await TestApp.start({ beside: here.app, config: { trustedProxies } });
    const asked = (url: string, forwarded: string) => call(url + path, { headers: { 'x-forwarded-host': forwarded } });
    const statuses = [
      (await asked(here.app.url, 'evil.example')).status,
      (await asked(behind.url, 'evil.example')).status,
      (await asked(behind.url, `evil.example, ${here.domain}`)).status,
      (await asked(behind.url, `${here.domain}, evil.example`)).status,
    ];
    await behind.stop();
    expect(statuses).toEqual([200, 404, 200, 404]);
  });

  test('accepts keys from an operator, with an error for invalid ones', async () => {
    const operator = await here.app.newOperator();
    const platform = await here.app.newPlatform();
    await platform.patch('/config', { umaDomain: 'given.example' });
    const path = `/operator/platforms/${platform.platformId}/uma-keys`;
    const [first, second] = [pemOf(certified()), pemOf(certified())];
    const keys = (more: object = {}) => ({
      signingPrivateKeyPem: first.key,
      signingCertChainPem: first.chain,
      encryptionPrivateKeyPem: second.key,
      encryptionCertChainPem: second.chain,
      ...more,
    });
    const before = (await asHost('/.well-known/lnurlpubkey', { host: 'given.example' })).body;
    const ended = pemOf(certified(new Date(Date.now() - 1_000)));
    const wrong: [object, [number, string]][] = [
      [{ signingPrivateKeyPem: 'no key' }, [400, 'INVALID_INPUT']],
      [{ signingCertChainPem: 'no chain' }, [400, 'CERT_CHAIN_INVALID']],
      [{ signingPrivateKeyPem: second.key }, [400, 'CERT_CHAIN_INVALID']],
      [{ signingPrivateKeyPem: ended.key, signingCertChainPem: ended.chain }, [400, 'CERT_CHAIN_EXPIRED']],
    ];
    for (const [more, expected] of wrong) {
      const { status, body } = await operator.request('PUT', path, { body: keys(more) });
      expect([status, body.code]).toEqual(expected);
    }
    expect((await operator.request('PUT', path, { body: keys() })).status).toBe(204);
    const { body } = await asHost('/.well-known/lnurlpubkey', { host: 'given.example' });
    expect(body.signingCertChain).toEqual([first.der]);
    expect(body.signingCertChain).not.toEqual(before.signingCertChain);
    const { text } = await operator.get('/operator/actions?limit=1');
    expect(text).toContain('UMA_KEYS_GIVEN');
    expect(text).not.toContain('PRIVATE KEY');
  });

  test('publishes the supported versions', async () => {
    const { status, body } = await call(`${here.app.url}/.well-known/uma-configuration`);
    expect([status, body]).toEqual([200, { uma_major_versions: [0, 1] }]);
  });

  test.each(['/.well-known/lnurlpubkey', '/.well-known/uma-configuration', '/.well-known/lnurlp/$bob'])(
    'must be known: %s of an unknown domain returns 404',
    async (path) => {
      const { status, body } = await asHost(path, { host: 'nobody.example' });
      expect([status, body.status, body.code]).toEqual([404, 'ERROR', 'USER_NOT_FOUND']);
    },
  );

  test('belongs to one production platform, and a sandbox platform cannot claim it', async () => {
    const [real, other, sandbox] = [
      await here.app.newPlatform('PRODUCTION'),
      await here.app.newPlatform('PRODUCTION'),
      await here.app.newPlatform(),
    ];
    expect((await sandbox.patch('/config', { umaDomain: 'Pay.Example' })).status).toBe(200);
    expect((await real.patch('/config', { umaDomain: 'pay.example' })).status).toBe(200);
    for (const late of [sandbox, other, await here.app.newPlatform()]) {
      const { status, body } = await late.patch('/config', { umaDomain: 'PAY.example' });
      expect([status, body.code, body.details.reason]).toEqual([409, 'CONFLICT', 'UMA_DOMAIN_TAKEN']);
    }
    const [row] = await here.app.database.db.read<{ platform_id: string }>(
      sql`SELECT platform_id FROM uma_domains WHERE domain = 'pay.example'`,
    );
    expect(row?.platform_id).toBe(real.platformId);
    await real.patch('/config', { umaDomain: 'elsewhere.example' });
    expect((await other.patch('/config', { umaDomain: 'pay.example' })).status).toBe(200);
  });
});

test('UMA_NETWORK lists the counterparties of a sandbox, and is empty by default', () => {
  expect(readConfig({}).umaNetwork).toEqual([]);
  expect(readConfig({ UMA_NETWORK: 'Bank.example, localhost:4243' }).umaNetwork).toEqual([
    'bank.example',
    'localhost:4243',
  ]);
  expect(() => readConfig({ UMA_NETWORK: 'https://bank.example' })).toThrow(ConfigError);
});

describe('a lookup by another provider', () => {
  test("is answered with the receiver's currencies, in a signed response", async () => {
    const { status, text } = await call(await signedLookup(provider, bob.umaAddress));
    expect(status, text).toBe(200);
    const answer = await verifiedLookup(text, here.domain);
    expect(answer.umaVersion).toBe('1.0');
    expect(answer.currencies?.map(({ code, decimals }) => [code, decimals])).toEqual([
      ['USD', 2],
      ['EUR', 2],
    ]);
    expect(answer.callback).toBe(`${here.app.url}/uma/${encodeURIComponent(here.domain)}/pay/%24bob`);
    expect(answer.compliance).toMatchObject({ receiverIdentifier: bob.umaAddress, isSubjectToTravelRule: true });
  });

  test('is accepted in an older version, and in any case of letters', async () => {
    const old = await call(await signedLookup(provider, bob.umaAddress, { version: '0.3' }));
    expect([old.status, old.body.umaVersion]).toEqual([200, '0.3']);
    expect(old.body.currencies[0].maxSendable).toBeGreaterThan(0);
    const url = await signedLookup(provider, bob.umaAddress.replace('$bob', '$BoB'));
    expect((await call(url)).status).toBe(200);
  });

  const strip =
    (...names: string[]) =>
    (url: URL) => {
      for (const name of names) url.searchParams.delete(name);
    };
  const UMA = ['signature', 'vaspDomain', 'nonce', 'timestamp', 'umaVersion', 'isSubjectToTravelRule'];
  test.each<[string, (url: URL) => void, [number, string]]>([
    ['is a plain LNURL request', strip(...UMA), [403, 'NON_UMA_LNURL_NOT_SUPPORTED']],
    ['is incomplete', strip('nonce'), [400, 'MISSING_REQUIRED_UMA_PARAMETERS']],
    [
      'has an unsupported version',
      (url) => url.searchParams.set('umaVersion', '7.0'),
      [412, 'UNSUPPORTED_UMA_VERSION'],
    ],
    ['has no version', (url) => url.searchParams.set('umaVersion', 'x'), [400, 'INVALID_INPUT']],
    ['has another nonce than the signed one', (url) => url.searchParams.set('nonce', '1'), [401, 'INVALID_SIGNATURE']],
    ['has an invalid signature', (url) => url.searchParams.set('signature', 'zz'), [401, 'INVALID_SIGNATURE']],
    ['has no timestamp', (url) => url.searchParams.set('timestamp', 'now'), [400, 'INVALID_TIMESTAMP']],
    ['has an invalid domain', (url) => url.searchParams.set('vaspDomain', 'a/b'), [400, 'INVALID_INPUT']],
    [
      'has an unknown receiver',
      (url) => url.searchParams.set('vaspDomain', 'localhost:1'),
      [424, 'COUNTERPARTY_PUBKEY_FETCH_ERROR'],
    ],
  ])('that %s is rejected', async (_, change, expected) => {
    const url = await signedLookup(provider, bob.umaAddress);
    change(url);
    const { status, body } = await call(url);
    expect([status, body.code, body.status]).toEqual([...expected, 'ERROR']);
    if (status === 412) expect(body.supportedMajorVersions.sort()).toEqual([0, 1]);
  });

  test('is accepted once, by all processes together', async () => {
    const url = await signedLookup(provider, bob.umaAddress);
    expect((await call(url)).status).toBe(200);
    const again = await call(url);
    expect([again.status, again.body.code]).toEqual([400, 'INVALID_NONCE']);
    const beside = await TestApp.start({ beside: here.app, config: { umaNetwork: ['*'], trustedProxies } });
    const elsewhere = await call(`${beside.url}${url.pathname}${url.search}`, {
      headers: { 'x-forwarded-host': here.domain },
    });
    await beside.stop();
    expect([elsewhere.status, elsewhere.body.code]).toEqual([400, 'INVALID_NONCE']);
  });

  test('is rejected after ten minutes, and its nonce is then removed', async () => {
    const { status, body } = await call(await signedLookup(provider, bob.umaAddress, { agoSeconds: 601 }));
    expect([status, body.code]).toEqual([400, 'INVALID_TIMESTAMP']);
    await here.app.database.db.write(sql`UPDATE uma_nonces SET signed_at = signed_at - interval '1 day'`);
    await here.app.app.housekeeping.run();
    expect(await here.app.database.db.read(sql`SELECT 1 FROM uma_nonces`)).toEqual([]);
  });

  test.each<[string, Parameters<typeof openProvider>[0], [number, string]]>([
    ['whose certificates have expired', { validUntil: new Date(Date.now() - 1_000) }, [400, 'CERT_CHAIN_EXPIRED']],
    ['whose certificates are forged', { isForged: true }, [400, 'CERT_CHAIN_INVALID']],
    ['whose keys cannot be parsed', { keys: () => '{"signingPubKey":1}' }, [400, 'INVALID_PUBKEY_FORMAT']],
  ])('from a provider %s is rejected', async (_, deviations, expected) => {
    const other = await openProvider(deviations);
    const { status, body } = await call(await signedLookup(other, bob.umaAddress));
    await other.close();
    expect([status, body.code]).toEqual(expected);
  });

  test('from a provider that is not allowed is rejected', async () => {
    allowed[0] = 'friend.example';
    const { status, body } = await call(await signedLookup(provider, bob.umaAddress));
    allowed[0] = '*';
    expect([status, body.code]).toEqual([403, 'COUNTERPARTY_NOT_ALLOWED']);
  });

  test('returns an error for unknown users, and for users who cannot receive', async () => {
    const nobody = await call(await signedLookup(provider, `$nobody@${here.domain}`));
    expect([nobody.status, nobody.body.code]).toEqual([404, 'USER_NOT_FOUND']);
    await here.client.post('/customers', {
      customerType: 'INDIVIDUAL',
      fullName: 'Pending 001',
      umaAddress: `$pending@${here.domain}`,
    });
    const pending = await call(await signedLookup(provider, `$pending@${here.domain}`));
    expect([pending.status, pending.body.code]).toEqual([403, 'USER_NOT_READY']);
  });
});

describe('a pay request of another provider', () => {
  const payer = (): string => `$zoe@${provider.domain}`;

  test.each([
    ['in the currency of the receiver', { amount: 2_500, currency: 'EUR' }, 2_500],
    ['in milli-satoshis', { amount: 50_000_000, currency: 'EUR', isReceiving: false }, undefined],
    ['in an older version', { amount: 700, currency: 'EUR', version: 0 }, 700],
  ])('%s is answered with an invoice, and credited once it is paid', async (_, paying, expected) => {
    const before = (await balanceOf(here.client, { ...bob, currency: 'EUR' })).balance;
    const { status, text, body } = await pay({ ...paying, payeeData: { name: { mandatory: true } } });
    expect(status, text).toBe(200);
    const isOld = 'version' in paying;
    if (!isOld) {
      const answer = await verifiedAgreement(text, payer(), bob.umaAddress);
      expect(answer.payeeData).toMatchObject({ name: 'Bob Builder', identifier: bob.umaAddress });
      expect(answer.converted?.currencyCode).toBe('EUR');
    }
    const invoice = readInvoice(body.pr);
    const { multiplier, amount = expected } = body.converted ?? body.paymentInfo;
    expect(Math.abs(Number(invoice.amountMsats) - amount * multiplier)).toBeLessThanOrEqual(multiplier / 2 + 1);
    if (expected !== undefined) expect(amount).toBe(expected);
    expect((await balanceOf(here.client, { ...bob, currency: 'EUR' })).balance).toBe(before);
    const payment = JSON.stringify({ paymentId: 'theirs-1', proof: invoice.proof });
    const answers = await Promise.all([1, 2, 3].map(() => post(invoice.url, payment)));
    expect(answers.map((answer) => answer.status)).toEqual([200, 200, 200]);
    expect((await balanceOf(here.client, { ...bob, currency: 'EUR' })).balance).toBe(before + amount);
    const stranger = await post(invoice.url, JSON.stringify({ paymentId: 'theirs-2', proof: invoice.proof }));
    expect(stranger.status).toBe(409);
    await here.app.audit();
  });

  test('is paid only with its invoice, and only before its expiry', async () => {
    const { body } = await pay({ amount: 100 });
    const { url, proof } = readInvoice(body.pr);
    const forged = await post(url, JSON.stringify({ paymentId: 'x', proof: '00'.repeat(32) }));
    expect([forged.status, forged.body.code]).toEqual([404, 'REQUEST_NOT_FOUND']);
    expect((await post(url, '{}')).status).toBe(404);
    await advance(here.client, 30 * 60 + 1);
    const late = await post(url, JSON.stringify({ paymentId: 'x', proof }));
    expect(late.status).toBe(409);
    const id = `Transaction:${url.slice(url.lastIndexOf('/') + 1)}`;
    expect((await transactionIn(here.client, id, 'FAILED')).failureReason).toBe('QUOTE_EXPIRED');
    await here.app.audit();
  });

  test.each<[string, Paying, [number, string]]>([
    ['in a currency without an account of the receiver', { amount: 1, currency: 'MXN' }, [400, 'INVALID_CURRENCY']],
    ['of zero', { amount: 1, isReceiving: false }, [400, 'AMOUNT_OUT_OF_RANGE']],
    [
      'without travel rule data',
      { amount: 100, travelRule: undefined as never },
      [400, 'MISSING_MANDATORY_PAYER_DATA'],
    ],
    [
      'that requires unknown payee data',
      { amount: 100, payeeData: { shoeSize: { mandatory: true } } },
      [501, 'UNRECOGNIZED_MANDATORY_PAYEE_DATA_KEY'],
    ],
    ['signed by another provider', { amount: 100, signing: Buffer.alloc(32, 7) }, [401, 'INVALID_SIGNATURE']],
  ])('%s is rejected', async (_, paying, expected) => {
    const { status, body } = await pay(paying);
    expect([status, body.code]).toEqual(expected);
  });

  test('without the payer data that the platform requires is rejected', async () => {
    const requiredCounterpartyFields = [{ name: 'NATIONALITY', mandatory: true }];
    const only = { USD: { requiredCounterpartyFields, maxAmount: 5_000 } };
    await useCurrencies(here.client, ['USD', 'EUR'], { only });
    const { body: asked } = await call(await signedLookup(provider, bob.umaAddress));
    const without = await pay({ amount: 100 });
    const beyond = await pay({ amount: 5_001, payerData: { nationality: 'FR' } });
    const complete = await pay({ amount: 100, payerData: { nationality: 'FR' } });
    await useCurrencies(here.client, ['USD', 'EUR']);
    expect(asked.payerData.nationality).toEqual({ mandatory: true });
    expect([without.status, without.body.code]).toEqual([400, 'MISSING_MANDATORY_PAYER_DATA']);
    expect([beyond.status, beyond.body.code]).toEqual([400, 'AMOUNT_OUT_OF_RANGE']);
    expect(complete.status, complete.text).toBe(200);
    const { url } = readInvoice(complete.body.pr);
    const { body } = await here.client.get(`/transactions/Transaction:${url.slice(url.lastIndexOf('/') + 1)}`);
    expect(body.counterpartyInformation).toEqual({ NATIONALITY: 'FR' });
  });

  test.each([
    ['not JSON', 'amount=1', 'INVALID_INPUT'],
    ['not a pay request', '{"amount":{}}', 'PARSE_PAYREQ_REQUEST_ERROR'],
    ['a plain LNURL', '{"amount":"1000"}', 'MISSING_REQUIRED_UMA_PARAMETERS'],
  ])('that is %s is rejected with an error of the protocol', async (_, text, code) => {
    const { status, body } = await post(payUrl(), text);
    expect([status, body.status, body.code]).toEqual([400, 'ERROR', code]);
  });

  test('is accepted once', async () => {
    const request = await signedPayRequest(provider, here.domain, { amount: 100 });
    expect((await post(payUrl(), request)).status).toBe(200);
    const { status, body } = await post(payUrl(), request);
    expect([status, body.code]).toEqual([400, 'INVALID_NONCE']);
  });

  test('at an unknown domain is rejected', async () => {
    const { status, body } = await post(
      `${here.app.url}/uma/nobody.example/pay/$bob`,
      await signedPayRequest(provider, here.domain, { amount: 100 }),
    );
    expect([status, body.code]).toEqual([404, 'USER_NOT_FOUND']);
  });

  test('is followed by a callback to the sending provider, repeated until it succeeds', async () => {
    const failing = await openProvider({
      settle: (text) => (failing.settled.length === 1 ? { status: 503, text } : text),
    });
    const { body } = await pay({ amount: 100 }, failing);
    const { url, proof } = readInvoice(body.pr);
    expect((await post(url, JSON.stringify({ paymentId: 'theirs-3', proof }))).status).toBe(200);
    await until(() => failing.settled.length === 2, 'the callback is sent again');
    const callback = expect.objectContaining({ utxos: [], vaspDomain: here.domain });
    expect(failing.settled).toEqual([callback, callback]);
    await failing.close();
  });

  test('is followed by a callback that requires the signature of the other side', async () => {
    const { body } = await pay({ amount: 100 });
    const url = (body.payeeData.compliance.utxoCallback as string).replace(/^.*\/uma\//, `${here.app.url}/uma/`);
    const rubbish = await post(url, '{"utxos":[]}');
    expect([rubbish.status, rubbish.body.code]).toEqual([400, 'PARSE_UTXO_CALLBACK_ERROR']);
    const unsigned = { utxos: [], vaspDomain: provider.domain, signature: '00', signatureNonce: 'n' };
    const forged = await post(url, JSON.stringify({ ...unsigned, signatureTimestamp: Math.floor(Date.now() / 1_000) }));
    expect([forged.status, forged.body.code]).toEqual([401, 'INVALID_SIGNATURE']);
  });
});
