import assert from 'node:assert/strict';
import { after, beforeEach, test } from 'node:test';
import { type CardId, type Client, type CustomerId, createClient } from '@causeway/client';
import { createSandbox, type SandboxPlatform } from '@causeway/testing';
import { accountOf, addSeller, creditSale, issueCard, noticeOf, payOut } from '../src/marketplace.ts';

const { CAUSEWAY_URL: url, CAUSEWAY_CLIENT_ID: clientId = '', CAUSEWAY_CLIENT_SECRET: clientSecret = '' } = process.env;
const sandbox = await createSandbox(url ? { url, clientId, clientSecret } : {});
after(() => sandbox.close());

let platform: SandboxPlatform;
let cw: Client;
let sellerId: CustomerId;
beforeEach(async () => {
  platform = await sandbox.platform();
  const { apiUrl, clientId, clientSecret } = platform;
  cw = createClient({ baseUrl: apiUrl, clientId, clientSecret });
  await platform.fund('USD', 100_000);
  const seller = await addSeller(cw, {
    person: { customerType: 'INDIVIDUAL', region: 'US', fullName: platform.magic.fullName({ submission: 'APPROVED' }) },
    bank: platform.magic.account('USD_ACCOUNT'),
  });
  sellerId = seller.id;
  assert.match(seller.verifyAt, /^http/);
});

/** Completes the form of the page at `verifyAt`. */
const verify = () => platform.kyc.complete(sellerId, 'APPROVED');

/** Balance that can be spent, and with what is reserved for purchases. */
async function balances(): Promise<number[]> {
  const { balance, totalBalance } = await accountOf(cw, sellerId);
  return [balance.amount, totalBalance.amount];
}

async function activeCard(): Promise<CardId> {
  const { id } = await issueCard(cw, sellerId, platform.magic.platformCardId());
  await platform.webhooks.waitFor('CARD.STATE_CHANGE', ({ data }) => data.id === id && data.state === 'ACTIVE');
  return id;
}

/** The seller uses the card in a shop. */
async function authorize(cardId: CardId, amount: number, descriptor = 'PAPER & CO') {
  const purchase = { amount, currency: { code: 'USD' }, merchant: { descriptor, mcc: '5943' } };
  return cw.sandbox.cards.simulateAuthorization(cardId, purchase);
}

test('credits a sale to a verified seller once, less the commission', async () => {
  await verify();
  const sale = { order: '1001', sellerId, amount: 20_000 };
  await creditSale(cw, sale);
  await creditSale(cw, sale);
  assert.deepEqual(await balances(), [18_000, 18_000]);
});

test('gives no account and no card to a seller who is not verified', async () => {
  await assert.rejects(creditSale(cw, { order: '1000', sellerId, amount: 20_000 }), /is not verified/);
  await assert.rejects(issueCard(cw, sellerId, 'too early'), /is not verified/);
});

test('spends the balance with a card and pays out the rest', async () => {
  await verify();
  await creditSale(cw, { order: '1002', sellerId, amount: 20_000 });
  const cardId = await activeCard();
  const { id } = await authorize(cardId, 5_000);
  assert.deepEqual(await balances(), [13_000, 18_000]);
  await cw.sandbox.cards.simulateClearing(cardId, { cardTransactionId: id, amount: 5_000 });
  const settled = await platform.webhooks.waitFor('CARD_TRANSACTION.SETTLED', ({ data }) => data.id === id);
  assert.equal(noticeOf(settled), 'Paid at PAPER & CO');
  assert.equal(await payOut(cw, sellerId, '2026-W47'), 13_000);
  assert.equal(await payOut(cw, sellerId, '2026-W47'), 0);
  assert.deepEqual(await balances(), [0, 0]);
});

test('declines a purchase above the limit of the card', async () => {
  await verify();
  await creditSale(cw, { order: '1003', sellerId, amount: 100_000 });
  const { id, status } = await authorize(await activeCard(), 60_000);
  assert.equal(status, 'DECLINED');
  const declined = await platform.webhooks.waitFor('CARD_TRANSACTION.DECLINED', ({ data }) => data.id === id);
  assert.equal(noticeOf(declined), 'Declined at PAPER & CO: LIMIT_EXCEEDED');
  assert.deepEqual(await balances(), [90_000, 90_000]);
});

test('releases a purchase that the shop does not charge within seven days', async () => {
  await verify();
  await creditSale(cw, { order: '1004', sellerId, amount: 20_000 });
  const { id } = await authorize(await activeCard(), 5_000);
  await platform.clock.advance('8d');
  const expired = await platform.webhooks.waitFor('CARD_TRANSACTION.EXPIRED', ({ data }) => data.id === id);
  assert.equal(noticeOf(expired), 'Released: PAPER & CO has not charged your card');
  assert.deepEqual(await balances(), [18_000, 18_000]);
});
