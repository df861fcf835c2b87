import { createPrivateKey, sign as signWith } from 'node:crypto';
import { ed25519 } from '@noble/curves/ed25519';
import { secp256k1 } from '@noble/curves/secp256k1';
import { ripemd160 } from '@noble/hashes/legacy';
import { sha256 } from '@noble/hashes/sha2';
import { keccak_256 } from '@noble/hashes/sha3';
import { bytesToHex, concatBytes, utf8ToBytes } from '@noble/hashes/utils';
import { base58, base64, bech32, createBase58check } from '@scure/base';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sql } from '../src/foundation/db/sql.ts';
import { isSignedByOwner, type SignatureScheme } from '../src/parties/accounts/wallet-signatures.ts';
import { TestApp } from './support/app.ts';
import type { Client } from './support/client.ts';
import { newCustomer } from './support/external-accounts.ts';
import { until } from './support/server-process.ts';
import { eventsOfResource } from './support/stored-events.ts';

let app: TestApp;
let client: Client;
beforeAll(async () => {
  app = await TestApp.shared();
  client = app.client;
});
afterAll(() => app.stop());

const CUSTOMERS = '/customers/external-accounts';
const PLATFORM = '/platform/external-accounts';
const base58check = createBase58check(sha256);

interface Wallet {
  accountType: string;
  currency: string;
  address: string;
  sign(message: string): string;
}

const personalMessage = (network: string, message: string): Uint8Array =>
  keccak_256(utf8ToBytes(`\x19${network} Signed Message:\n${utf8ToBytes(message).length}${message}`));

function recoverable(digest: Uint8Array, key: Uint8Array, firstV: number): string {
  const signature = secp256k1.sign(digest, key);
  return `${bytesToHex(signature.toCompactRawBytes())}${(signature.recovery + firstV).toString(16).padStart(2, '0')}`;
}

const keccakAddress = (key: Uint8Array): Uint8Array =>
  keccak_256(secp256k1.getPublicKey(key, false).subarray(1)).subarray(-20);

/** An address without a sandbox scenario in its last digits. */
function newKey(random: () => Uint8Array, addressOf: (key: Uint8Array) => string): Uint8Array {
  const key = random();
  return /\d{3}$/.test(addressOf(key)) ? newKey(random, addressOf) : key;
}

const evmAddress = (key: Uint8Array): string => `0x${bytesToHex(keccakAddress(key))}`;

function evmWallet({ accountType = 'BASE_WALLET', currency = 'USDC', firstV = 27, prefix = '0x' } = {}): Wallet {
  const key = newKey(secp256k1.utils.randomPrivateKey, evmAddress);
  const address = evmAddress(key);
  const sign = (message: string) => prefix + recoverable(personalMessage('Ethereum', message), key, firstV);
  return { accountType, currency, address, sign };
}

function tronWallet(): Wallet {
  const key = secp256k1.utils.randomPrivateKey();
  const address = base58check.encode(concatBytes(Uint8Array.of(0x41), keccakAddress(key)));
  const sign = (message: string) => `0x${recoverable(personalMessage('TRON', message), key, 27)}`;
  return { accountType: 'TRON_WALLET', currency: 'USDT', address, sign };
}

function solanaWallet(): Wallet {
  const key = ed25519.utils.randomPrivateKey();
  const address = base58.encode(ed25519.getPublicKey(key));
  // Signs with a different implementation than the one that verifies.
  const pkcs8 = Buffer.concat([Buffer.from('302e020100300506032b657004220420', 'hex'), key]);
  const signer = createPrivateKey({ key: pkcs8, format: 'der', type: 'pkcs8' });
  const sign = (message: string) => base58.encode(signWith(null, Buffer.from(message), signer));
  return { accountType: 'SOLANA_WALLET', currency: 'USDC', address, sign };
}

interface Made {
  id: string;
  path: string;
}

/** A wallet of a customer or of the platform that waits for a proof. */
async function register(
  { accountType, currency, address }: Wallet,
  { base = CUSTOMERS, by = client, ...changes }: { base?: string; by?: Client; platformAccountId?: string } = {},
): Promise<Made> {
  const owner = base === CUSTOMERS ? { customerId: await newCustomer(by) } : {};
  const request = {
    ...owner,
    ...changes,
    currency,
    ownershipType: 'FIRST_PARTY',
    accountInfo: { accountType, address },
  };
  const { status, body } = await by.post(base, request);
  expect([status, body.status]).toEqual([201, 'PENDING_OWNERSHIP_VERIFICATION']);
  return { id: body.id, path: `${base}/${body.id}` };
}

async function challenge({ path }: Made, by = client): Promise<string> {
  const { status, body } = await by.post(`${path}/challenge`, { method: 'WALLET_SIGNATURE' });
  expect(status).toBe(201);
  return body.messageToSign;
}

const verify = ({ path }: Made, signature: string, by = client) => by.post(`${path}/verify`, { signature });

const statusOf = async ({ path }: Made): Promise<string> => (await client.get(path)).body.status;

/** The statuses reported by webhooks, by sequence. */
async function notifiedStatuses({ id }: Made): Promise<string[]> {
  const events = await eventsOfResource(app.database.db, id);
  return events.map(({ type, payload }) => {
    const event = JSON.parse(payload);
    expect(type).toBe('EXTERNAL_ACCOUNT.STATUS_UPDATED');
    app.contract.checkEvent(event);
    return event.data.status;
  });
}

describe('a signature of the wallet', () => {
  const wallets: [string, () => Wallet][] = [
    ['Base', () => evmWallet()],
    ['Ethereum', () => evmWallet({ accountType: 'ETHEREUM_WALLET' })],
    ['Polygon', () => evmWallet({ accountType: 'POLYGON_WALLET' })],
    ['Plasma', () => evmWallet({ accountType: 'PLASMA_WALLET', currency: 'USDT' })],
    ['a signer with recovery ids from zero', () => evmWallet({ firstV: 0 })],
    ['a signer without the 0x prefix', () => evmWallet({ prefix: '' })],
    ['Solana', solanaWallet],
    ['Tron', tronWallet],
  ];

  test.each(wallets)('activates the account: %s', async (_, make) => {
    const wallet = make();
    const account = await register(wallet);
    const { status, body } = await client.post(`${account.path}/challenge`, { method: 'WALLET_SIGNATURE' });
    expect(status).toBe(201);
    expect(Object.keys(body).toSorted()).toEqual(['expiresAt', 'messageToSign', 'method']);
    expect(body.messageToSign).toMatch(/^I verify that I control this wallet\..* Nonce: \S+$/);
    expect(body.messageToSign).toContain(wallet.address);
    const proved = await verify(account, wallet.sign(body.messageToSign));
    expect([proved.status, proved.body.status]).toEqual([200, 'ACTIVE']);
    expect((await client.get(account.path)).body).toEqual(proved.body);
    expect(await notifiedStatuses(account)).toEqual(['ACTIVE']);
  });

  test('activates an account of the platform too', async () => {
    const wallet = evmWallet();
    const account = await register(wallet, { base: PLATFORM });
    const proved = await verify(account, wallet.sign(await challenge(account)));
    expect([proved.status, proved.body.status]).toEqual([200, 'ACTIVE']);
    const elsewhere = { path: account.path.replace(PLATFORM, CUSTOMERS), id: account.id };
    expect((await verify(elsewhere, '0x')).status).toBe(404);
  });

  const forgeries: [string, (wallet: Wallet, message: string) => string | Promise<string>][] = [
    ['of another key', (_, message) => evmWallet().sign(message)],
    ['of another message', (wallet, message) => wallet.sign(`${message} `)],
    [
      'of the challenge of another account',
      async (wallet) => wallet.sign(await challenge(await register(evmWallet()))),
    ],
    [
      'of the unprefixed hash',
      (_, message) => `0x${recoverable(keccak_256(utf8ToBytes(message)), new Uint8Array(32).fill(1), 27)}`,
    ],
    ['that is truncated', (wallet, message) => wallet.sign(message).slice(0, -2)],
    ['without a recovery id', (wallet, message) => `${wallet.sign(message).slice(0, -2)}1f`],
    ['of zeros', () => `0x${'00'.repeat(65)}`],
    ['that is not hex', () => 'I promise'],
    ['of a Solana key', (_, message) => solanaWallet().sign(message)],
  ];

  test.each(forgeries)('%s is rejected, and the account is UNVERIFIED', async (_, forge) => {
    const wallet = evmWallet();
    const account = await register(wallet);
    const message = await challenge(account);
    const rejected = await verify(account, await forge(wallet, message));
    expect([rejected.status, rejected.body.code]).toEqual([400, 'INVALID_INPUT']);
    expect(rejected.body.details).toMatchObject({ reason: 'SIGNATURE_INVALID', errors: [{ field: 'signature' }] });
    expect(await statusOf(account)).toBe('UNVERIFIED');
    expect(await notifiedStatuses(account)).toEqual(['UNVERIFIED']);
    const late = await verify(account, wallet.sign(message));
    expect([late.status, late.body.code]).toEqual([409, 'CONFLICT']);
  });

  test('on Solana is rejected if a bit of it or of the message differs', async () => {
    const wallet = solanaWallet();
    const account = await register(wallet);
    const bytes = base58.decode(wallet.sign(await challenge(account)));
    bytes[10]! ^= 1;
    expect((await verify(account, base58.encode(bytes))).status).toBe(400);
    expect((await verify(account, wallet.sign(`${await challenge(account)}!`))).status).toBe(400);
    expect((await verify(account, wallet.sign(await challenge(account)))).status).toBe(200);
    expect(await notifiedStatuses(account)).toEqual([
      'UNVERIFIED',
      'PENDING_OWNERSHIP_VERIFICATION',
      'UNVERIFIED',
      'PENDING_OWNERSHIP_VERIFICATION',
      'ACTIVE',
    ]);
  });

  test('that is late is rejected, and the account is UNVERIFIED', async () => {
    const by = await app.newPlatform();
    const wallet = evmWallet();
    const account = await register(wallet, { by });
    const { body } = await by.post(`${account.path}/challenge`, { method: 'WALLET_SIGNATURE' });
    const clock = await by.get('/sandbox/clock');
    expect(Date.parse(body.expiresAt) - Date.parse(clock.body.now)).toBeLessThanOrEqual(15 * 60_000);
    await by.post('/sandbox/clock/advance', { seconds: 15 * 60 });
    const rejected = await verify(account, wallet.sign(body.messageToSign), by);
    expect([rejected.status, rejected.body.details.reason]).toEqual([400, 'CHALLENGE_EXPIRED']);
    expect((await by.get(account.path)).body.status).toBe('UNVERIFIED');
    const again = await verify(account, wallet.sign(await challenge(account, by)), by);
    expect([again.status, again.body.status]).toEqual([200, 'ACTIVE']);
  });

  test('is accepted once under concurrency', async () => {
    const wallet = evmWallet();
    const account = await register(wallet);
    const signature = wallet.sign(await challenge(account));
    const answers = await Promise.all(Array.from({ length: 10 }, () => verify(account, signature)));
    expect(answers.map((answer) => answer.status).toSorted()).toEqual([200, ...Array(9).fill(409)]);
    expect(await notifiedStatuses(account)).toEqual(['ACTIVE']);
  });

  test('sent together with a forgery: one of them counts, and the other finds no challenge', async () => {
    for (let round = 0; round < 5; round++) {
      const wallet = evmWallet();
      const account = await register(wallet);
      const message = await challenge(account);
      const answers = await Promise.all([
        verify(account, wallet.sign(message)),
        verify(account, evmWallet().sign(message)),
      ]);
      const statuses = answers.map((answer) => answer.status).toSorted();
      expect([
        [200, 409],
        [400, 409],
      ]).toContainEqual(statuses);
      expect(await statusOf(account)).toBe(statuses[0] === 200 ? 'ACTIVE' : 'UNVERIFIED');
    }
  });

  test('is replayed under an Idempotency-Key, and so is its rejection', async () => {
    const wallet = evmWallet();
    const account = await register(wallet);
    const signature = wallet.sign(await challenge(account));
    const send = (key: string, text: string) =>
      client.post(`${account.path}/verify`, { signature: text }, { headers: { 'idempotency-key': key } });
    const [rejectedKey, key] = [crypto.randomUUID(), crypto.randomUUID()];
    const rejected = [await send(rejectedKey, '0x00'), await send(rejectedKey, '0x00')];
    expect(rejected.map((answer) => answer.status)).toEqual([400, 400]);
    expect((await send(crypto.randomUUID(), signature)).status).toBe(409);
    const fresh = wallet.sign(await challenge(account));
    const answers = [await send(key, fresh), await send(key, fresh)];
    expect(answers.map((answer) => answer.status)).toEqual([200, 200]);
    expect(answers[1]?.text).toBe(answers[0]?.text);
  });
});

describe('a challenge', () => {
  test('voids the previous one', async () => {
    const wallet = evmWallet();
    const account = await register(wallet);
    const [first, second] = [await challenge(account), await challenge(account)];
    expect(first).not.toBe(second);
    expect((await verify(account, wallet.sign(first))).status).toBe(400);
    expect((await verify(account, wallet.sign(second))).status).toBe(409);
  });

  test('issued concurrently leaves exactly one valid', async () => {
    const wallet = evmWallet();
    const account = await register(wallet);
    const answers = await Promise.all(
      Array.from({ length: 6 }, () => client.post(`${account.path}/challenge`, { method: 'WALLET_SIGNATURE' })),
    );
    expect(answers.map((answer) => answer.status)).toEqual(Array(6).fill(201));
    const [row] = await app.database.db.read<{ challenge: { messageToSign: string } }>(
      sql`SELECT challenge FROM external_accounts WHERE id = ${account.id}`,
    );
    expect((await verify(account, wallet.sign(row!.challenge.messageToSign))).status).toBe(200);
  });

  test('is issued only for wallets that wait for a proof', async () => {
    const wallet = evmWallet();
    const account = await register(wallet);
    await verify(account, wallet.sign(await challenge(account)));
    const { accountType, currency, address } = evmWallet();
    const undeclared = await client.post(PLATFORM, { currency, accountInfo: { accountType, address } });
    for (const path of [account.path, `${PLATFORM}/${undeclared.body.id}`]) {
      for (const method of ['WALLET_SIGNATURE', 'LIVENESS']) {
        const rejected = await client.post(`${path}/challenge`, { method });
        expect([rejected.status, rejected.body.code]).toEqual([409, 'CONFLICT']);
      }
      expect((await client.post(`${path}/verify`, { signature: '0x00' })).status).toBe(409);
    }
  });

  test('must be requested before it is answered, and is deleted with its account', async () => {
    const wallet = evmWallet();
    const account = await register(wallet);
    const early = await verify(account, wallet.sign('anything'));
    expect([early.status, early.body.details.reason]).toEqual([409, 'NO_OUTSTANDING_CHALLENGE']);
    expect(await statusOf(account)).toBe('PENDING_OWNERSHIP_VERIFICATION');
    const signature = wallet.sign(await challenge(account));
    await client.delete(account.path);
    expect((await verify(account, signature)).status).toBe(404);
    expect((await client.post(`${account.path}/challenge`, { method: 'WALLET_SIGNATURE' })).status).toBe(404);
  });

  test('and its answer have the documented shape', async () => {
    const account = await register(evmWallet());
    const wrong = await client.post(`${account.path}/challenge`, { method: 'TELEPATHY' });
    expect(wrong.body.details.errors).toMatchObject([{ field: 'method' }]);
    const answer = await client.post(`${account.path}/verify`, { signatureScheme: 'none' });
    expect(answer.body.details.errors.map((error: any) => error.field)).toEqual(['signature', 'signatureScheme']);
    const malformed = await client.post(`${CUSTOMERS}/Account:1/verify`, { signature: 'x' });
    expect(malformed.body.details.errors).toMatchObject([{ field: 'externalAccountId' }]);
  });

  test('is replayed, not reissued, under one Idempotency-Key, and is stored sealed', async () => {
    const account = await register(evmWallet());
    const headers = { 'idempotency-key': crypto.randomUUID() };
    const ask = () => client.post(`${account.path}/challenge`, { method: 'LIVENESS' }, { headers });
    const [first, second] = [await ask(), await ask()];
    expect([first.status, second.text]).toEqual([201, first.text]);
    const kept = await app.database.db.read<{ body: string }>(
      sql`SELECT body FROM idempotency_records WHERE key = ${headers['idempotency-key']}`,
    );
    expect(kept[0]?.body).not.toContain(first.body.token);
  });
});

describe('a liveness check', () => {
  const askIn = async (platformAccountId: string) => {
    const by = await app.newPlatform();
    const account = await register(evmWallet(), { by, platformAccountId });
    const { status, body } = await by.post(`${account.path}/challenge`, { method: 'LIVENESS' });
    expect(status).toBe(201);
    return { by, account, body, state: async () => (await by.get(account.path)).body.status };
  };

  test.each([
    ['wallet-1', 'ACTIVE'],
    ['wallet-002', 'UNVERIFIED'],
    ['wallet-210', 'UNDER_REVIEW'],
  ])('of %s ends in %s after five seconds on the clock of the platform', async (platformAccountId, outcome) => {
    const { by, account, body, state } = await askIn(platformAccountId);
    expect(Object.keys(body).toSorted()).toEqual(['expiresAt', 'method', 'token', 'verificationLink']);
    expect(body.verificationLink).toContain(body.token);
    const page = await fetch(body.verificationLink);
    expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
    expect((await verify(account, '0x00', by)).status).toBe(409);
    await by.post('/sandbox/clock/advance', { seconds: 4 });
    expect(await state()).toBe('PENDING_OWNERSHIP_VERIFICATION');
    const { happened } = (await by.post('/sandbox/clock/advance', { seconds: 1 })).body;
    expect(happened).toMatchObject([{ kind: 'ownership.liveness', resourceId: account.id }]);
    expect(await state()).toBe(outcome);
    expect(await notifiedStatuses(account)).toEqual([outcome]);
  });

  test('completes without an advance of the clock', async () => {
    const { state } = await askIn('wallet-1');
    await until(async () => (await state()) === 'ACTIVE', 'the result of the check');
  });

  test('has no effect after it was replaced by another challenge, or the account was deleted', async () => {
    const replaced = await askIn('wallet-002');
    await challenge(replaced.account, replaced.by);
    await replaced.by.post('/sandbox/clock/advance', { seconds: 60 });
    expect(await replaced.state()).toBe('PENDING_OWNERSHIP_VERIFICATION');
    const deleted = await askIn('wallet-1');
    await deleted.by.delete(deleted.account.path);
    await deleted.by.post('/sandbox/clock/advance', { seconds: 60 });
    expect(await notifiedStatuses(deleted.account)).toEqual([]);
  });

  test('is rejected in production, which has no provider for it', async () => {
    const by = await app.newPlatform('PRODUCTION');
    const wallet = evmWallet();
    const account = await register(wallet, { by });
    const rejected = await by.post(`${account.path}/challenge`, { method: 'LIVENESS' });
    expect([rejected.status, rejected.body.code]).toEqual([501, 'NOT_IMPLEMENTED']);
    const proved = await verify(account, wallet.sign(await challenge(account, by)), by);
    expect([proved.status, proved.body.status]).toEqual([200, 'ACTIVE']);
  });
});

describe('Bitcoin messages', () => {
  const message = 'I verify that I control this wallet. Nonce: 1';
  const hash160 = (bytes: Uint8Array) => ripemd160(sha256(bytes));
  const digestOf = (text: string) =>
    sha256(
      sha256(concatBytes(utf8ToBytes('\x18Bitcoin Signed Message:\n'), Uint8Array.of(text.length), utf8ToBytes(text))),
    );

  function bitcoinWallet() {
    const key = secp256k1.utils.randomPrivateKey();
    const [compressed, uncompressed] = [secp256k1.getPublicKey(key, true), secp256k1.getPublicKey(key, false)];
    const versioned = (version: number, hash: Uint8Array) =>
      base58check.encode(concatBytes(Uint8Array.of(version), hash));
    const program = concatBytes(Uint8Array.of(0, 20), hash160(compressed));
    const addresses = {
      old: versioned(0, hash160(uncompressed)),
      p2pkh: versioned(0, hash160(compressed)),
      p2sh: versioned(5, hash160(program)),
      p2wpkh: bech32.encode('bc', [0, ...bech32.toWords(hash160(compressed))]),
      testnet: bech32.encode('tb', [0, ...bech32.toWords(hash160(compressed))]),
    };
    const sign = (first: number, text = message) => {
      const signature = secp256k1.sign(digestOf(text), key);
      return base64.encode(concatBytes(Uint8Array.of(first + signature.recovery), signature.toCompactRawBytes()));
    };
    return { addresses, sign };
  }

  const { addresses, sign } = bitcoinWallet();
  const isValid = (address: string, signature: string, scheme: SignatureScheme = 'bip137') =>
    isSignedByOwner('BITCOIN', { address, message, signature, scheme });

  test('BIP 137: the first byte selects the type of the address', () => {
    const kinds = { old: 27, p2pkh: 31, p2sh: 35, p2wpkh: 39, testnet: 39 };
    for (const [kind, first] of Object.entries(kinds)) {
      const address = addresses[kind as keyof typeof addresses];
      for (const head of [27, 31, 35, 39]) {
        expect([kind, head, isValid(address, sign(head))]).toEqual([kind, head, head === first]);
      }
    }
  });

  test('Electrum: the first byte selects only whether the key is compressed', () => {
    for (const kind of ['p2pkh', 'p2sh', 'p2wpkh'] as const) {
      expect(isValid(addresses[kind], sign(31), 'electrum')).toBe(true);
      expect(isValid(addresses[kind], sign(27), 'electrum')).toBe(false);
      expect(isValid(addresses[kind], sign(39), 'electrum')).toBe(false);
    }
    expect(isValid(addresses.old, sign(27), 'electrum')).toBe(true);
  });

  test('another key, another message and invalid bytes are rejected', () => {
    expect(isValid(addresses.p2wpkh, bitcoinWallet().sign(39))).toBe(false);
    expect(isValid(addresses.p2wpkh, sign(39, `${message}!`))).toBe(false);
    for (const nonsense of ['', 'AAAA', base64.encode(new Uint8Array(65)), 'no base64!']) {
      expect(isValid(addresses.p2wpkh, nonsense)).toBe(false);
    }
    expect(isValid('spark1pgss9z2gpzrnhztwy8ffs44x67angma38sqewwddhxlsk65t0c5d5576quly2j', sign(39))).toBe(false);
  });
});
