import type * as api from '@causeway/client';

/** Share of the marketplace in every sale, in percent. */
const COMMISSION = 10;

export type NewSeller = { person: api.IndividualCustomerCreateRequest; bank: api.ExternalAccountCreateRequest };
/** `amount` is in US cents. A sale is credited once, under its order number. */
export type Sale = { order: string; sellerId: api.CustomerId; amount: number };

/** Creates a seller with a bank account for payouts. The page at `verifyAt` verifies the seller. */
export async function addSeller(cw: api.Client, { person, bank }: NewSeller) {
  const { id } = await cw.customers.create(person);
  await cw.customers.externalAccounts.create({ ...bank, customerId: id });
  return { id, verifyAt: (await cw.customers.createKycLink(id)).kycUrl };
}

/** Account of a seller in US dollars, with the balance. It is opened when the seller is verified. */
export async function accountOf(cw: api.Client, customerId: api.CustomerId): Promise<api.InternalAccount> {
  const [account] = (await cw.customers.internalAccounts.list({ customerId, currency: 'USD' })).data;
  if (!account) throw new Error(`${customerId} is not verified`);
  return account;
}

async function pay(cw: api.Client, from: api.AccountId, to: api.AccountId, amount: number, reference: string) {
  const quote: api.QuoteRequest = {
    source: { sourceType: 'ACCOUNT', accountId: from },
    destination: { destinationType: 'ACCOUNT', accountId: to },
    ...{ lockedCurrencySide: 'SENDING', lockedCurrencyAmount: amount, description: reference },
  };
  const { id } = await cw.quotes.create(quote, { idempotencyKey: reference });
  return cw.quotes.executeAndWait(id);
}

/** Credits the seller with the price of a sale, less the commission, from the account that buyers pay to. */
export async function creditSale(cw: api.Client, { order, sellerId, amount }: Sale): Promise<void> {
  const [platform] = (await cw.platform.internalAccounts.list({ currency: 'USD' })).data;
  const { id } = await accountOf(cw, sellerId);
  await pay(cw, platform?.id ?? '', id, amount - Math.ceil((amount * COMMISSION) / 100), `sale ${order}`);
}

/** Issues a card that spends the balance of the seller, up to 500.00 US dollars for each purchase. */
export async function issueCard(cw: api.Client, sellerId: api.CustomerId, platformCardId: string): Promise<api.Card> {
  const { id } = await accountOf(cw, sellerId);
  const card = { platformCardId, fundingSources: [id], maxSpendPerTransaction: 50_000 };
  return cw.cards.create({ cardholderId: sellerId, form: 'VIRTUAL', ...card }, { idempotencyKey: platformCardId });
}

/** Pays the available balance to the bank of the seller, once for each period. */
export async function payOut(cw: api.Client, sellerId: api.CustomerId, period: string): Promise<number> {
  const { id, balance } = await accountOf(cw, sellerId);
  const [bank] = (await cw.customers.externalAccounts.list({ customerId: sellerId })).data;
  if (balance.amount > 0) await pay(cw, id, bank?.id ?? '', balance.amount, `payout ${sellerId} ${period}`);
  return balance.amount;
}

/** Message to the seller about an event of the card. */
export function noticeOf({ type, data }: api.ReceivedWebhook): string | undefined {
  if (type === 'CARD_TRANSACTION.SETTLED') return `Paid at ${data.merchant.descriptor}`;
  if (type === 'CARD_TRANSACTION.DECLINED') return `Declined at ${data.merchant.descriptor}: ${data.declineReason}`;
  if (type === 'CARD_TRANSACTION.EXPIRED') return `Released: ${data.merchant.descriptor} has not charged your card`;
  return undefined;
}
