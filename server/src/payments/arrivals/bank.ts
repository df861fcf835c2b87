import type { CreditResult } from '../../engine/bank-files/port.ts';
import { AccountUnavailable } from '../../engine/ledger/post.ts';
import { credits, phases } from '../../engine/ledger/recipes.ts';
import { SERVICE_BOOK } from '../../engine/ledger/service-book.ts';
import { withoutNoise } from '../../engine/providers/protocols/creditor-reference.ts';
import type { Database } from '../../foundation/db/database.ts';
import { noReceipt } from '../../foundation/db/idempotency-receipt.ts';
import { sql } from '../../foundation/db/sql.ts';
import type { Platform, PlatformMode } from '../../foundation/kernel/callers.ts';
import { ApiError } from '../../foundation/kernel/errors.ts';
import { newId } from '../../foundation/kernel/ids.ts';
import { retryOnConflict } from '../../foundation/kernel/retry.ts';
import { findAccountByReference } from '../../parties/accounts/funding-references.ts';
import { getInternalAccount } from '../../parties/accounts/internal-accounts.ts';
import { openServiceBook } from '../../parties/platforms/platforms.ts';
import { currencies } from '../../parties/rates/currencies.ts';
import {
  type BankEntry,
  CreditNumbers,
  getCredit,
  identifyCredit,
  insertCredit,
  isRecordedConcurrently,
  type NewCredit,
  type PayerOfCredit,
  payerOf,
  type UnmatchedReason,
} from '../bank-credits/record.ts';
import { hasReference } from '../transactions/indexed-texts.ts';
import { quoteIdOf } from '../transactions/quote-content.ts';
import type { PaymentDeps } from '../transitions/apply.ts';
import { creditPosting } from './incoming.ts';
import { type PayerDetails, receiveQuoteFunding } from './quote-funding.ts';

interface Booking {
  /** Mode of the platforms that this bank serves. */
  mode: PlatformMode;
  at: Date;
}

/**
 * Applies a credit booked by a bank: it funds the quote or credits the account named in its remittance information; any
 * other credit goes to suspense. An entry takes effect once, in however many files it is reported.
 */
export async function receiveBankCredit(deps: PaymentDeps, entry: BankEntry, booking: Booking): Promise<CreditResult> {
  const { at } = booking;
  // The amount is unknown without the decimals of the currency.
  if (!currencies.has(entry.currency)) return { isMatched: false };
  await openBooks(deps, entry.currency, at);
  return numbers.during(entry, () => retryOnConflict('transaction', () => takeIn(deps, entry, booking)));
}

/** Shared by all entries that this process handles concurrently. */
const numbers = new CreditNumbers();

/** Returns undefined when the same entry was recorded concurrently; the caller tries again. */
async function takeIn(deps: PaymentDeps, entry: BankEntry, booking: Booking): Promise<CreditResult | undefined> {
  const { at } = booking;
  const { known, nth } = await identifyCredit(deps.db, entry, { at, numbers });
  if (known) return resultOf(known);
  if (nth === undefined) return undefined;
  const id = newId('BankCredit');
  try {
    const effect = await applyCredit(deps, { id, entry, nth, at }, booking);
    if (effect === 'CREDITED') return { isMatched: true };
    if (effect === 'HELD') return { isMatched: false, creditId: id };
    // Funding that the payment cannot use, from an unknown payer, stays in suspense as an unmatched credit.
    return (await isUnmatched(deps.db, id)) ? { isMatched: false, creditId: id } : { isMatched: true };
  } catch (error) {
    if (!isRecordedConcurrently(error)) throw error;
    return undefined;
  }
}

const isUnmatched = async (db: Database, id: string): Promise<boolean> =>
  (await getCredit(db, id)).state === 'UNMATCHED';

async function openBooks({ db, ledger }: PaymentDeps, currency: string, at: Date): Promise<void> {
  if (ledger.systemAccounts.isKnown(SERVICE_BOOK, currency)) return;
  await openServiceBook(db, at);
  await ledger.systemAccounts.ensure(SERVICE_BOOK, [currency], at);
}

const resultOf = ({ id, state }: { id: string; state: string }): CreditResult =>
  state === 'UNMATCHED' ? { isMatched: false, creditId: id } : { isMatched: true };

type CreditEffect = 'CREDITED' | 'FUNDED' | 'HELD';

async function applyCredit(deps: PaymentDeps, credit: NewCredit, { mode, at }: Booking): Promise<CreditEffect> {
  const result =
    (await fundQuote(deps, credit, { mode, at })) ??
    (await creditAccount(deps, credit, { mode, at })) ??
    ('NO_REFERENCE' as const);
  if (result === 'CREDITED' || result === 'FUNDED') return result;
  await hold(deps, credit, result);
  return 'HELD';
}

type Attempt = Promise<Exclude<CreditEffect, 'HELD'> | UnmatchedReason | undefined>;

/** Returns undefined when the entry contains no reference of a quote. */
async function fundQuote(deps: PaymentDeps, credit: NewCredit, { mode, at }: Booking): Attempt {
  const { entry } = credit;
  const quote = await findByReference(deps.db, mode, withoutNoise(entry.remittance));
  if (!quote) return undefined;
  const { amount, currency } = entry;
  const { traceNumber = entry.clearingReference ?? entry.fingerprint, ...payer } = payerDetails(payerOf(entry));
  const arrival = { ...quote, arrived: { amount, currency }, payer: { ...payer, traceNumber }, at, receipt: noReceipt };
  return (await receiveQuoteFunding(deps, { ...arrival, credit })) ? 'FUNDED' : 'PAYMENT_NOT_WAITING';
}

/** Reference of a quote (quotes/draft.ts), without its hyphens. */
const QUOTE_REFERENCE = /UMAQ([0-9A-F]{12})REF/;

/** An entry does not identify its platform: the query probes the index once per platform of the mode. */
async function findByReference(db: Database, mode: PlatformMode, text: string) {
  const digits = QUOTE_REFERENCE.exec(text)?.[1];
  if (digits === undefined) return undefined;
  const [row] = await db.read<{ id: string; name: string; clock_offset_ms: bigint; transaction_id: string }>(sql`
    SELECT p.id, p.name, p.clock_offset_ms, t.transaction_id FROM platforms p
    CROSS JOIN LATERAL (
      SELECT id AS transaction_id FROM transactions
      WHERE uuid_of(platform_id) = uuid_of(p.id) AND ${hasReference(`UMA-Q${digits}-REF`)} AND expires_at IS NOT NULL LIMIT 1
    ) t
    WHERE p.mode = ${mode}`);
  if (!row) return undefined;
  const { id, name, clock_offset_ms, transaction_id } = row;
  const platform: Platform = { id, name, mode, clockOffsetMs: Number(clock_offset_ms) };
  return { platform, quoteId: quoteIdOf(transaction_id) };
}

/** Returns undefined when the entry contains no reference of an account. */
async function creditAccount(deps: PaymentDeps, credit: NewCredit, { mode, at }: Booking): Attempt {
  const { entry } = credit;
  const named = await findAccountByReference(deps.db, mode, entry.remittance);
  if (!named) return undefined;
  const account = await getInternalAccount(deps, named.platform.id, named.accountId);
  if (account.currency !== entry.currency) return 'CURRENCY_MISMATCH';
  if (account.status !== 'ACTIVE') return 'ACCOUNT_NOT_ACTIVE';
  const source = sourceOf(entry.currency, payerOf(entry));
  const id = newId('Transaction');
  const { posting } = await creditPosting(deps.db, { id, account, amount: entry.amount, source, at });
  const transaction = { platformId: account.platformId, id };
  const recorded = insertCredit(credit, { state: 'CREDITED', transaction });
  try {
    await deps.ledger.post({ ...posting, effects: [...posting.effects, recorded] });
    return 'CREDITED';
  } catch (error) {
    if (error instanceof AccountUnavailable) return 'ACCOUNT_NOT_ACTIVE';
    if (error instanceof ApiError && error.code === 'AMOUNT_OUT_OF_RANGE') return 'BALANCE_TOO_LARGE';
    throw error;
  }
}

/** Posts an unmatched credit to suspense in the service's own books. */
async function hold({ ledger }: PaymentDeps, credit: NewCredit, reason: UnmatchedReason): Promise<void> {
  await ledger.post({
    platformId: SERVICE_BOOK,
    transactionId: credit.id,
    phase: phases.fund,
    entries: credits.hold(credit.entry),
    at: credit.at,
    effects: [insertCredit(credit, { state: 'UNMATCHED', reason })],
  });
}

/** Source of a transaction that a bank credited. */
export const sourceOf = (currency: string, payer: PayerOfCredit): object => ({
  sourceType: 'REALTIME_FUNDING',
  currency,
  ...payerDetails(payer),
});

const SHOWN_DIGITS = 4;

const payerDetails = ({ name, account, reference, endToEndId, bankReference }: PayerOfCredit): PayerDetails => ({
  ...(name && { accountHolderName: name }),
  ...(account && { accountIdentifier: `****${account.slice(-SHOWN_DIGITS)}` }),
  ...(reference && { remittanceInformation: reference }),
  ...(endToEndId && { endToEndId }),
  ...(bankReference && { traceNumber: bankReference }),
});
