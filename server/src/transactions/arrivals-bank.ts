import type { Database } from '../db/database.ts';
import { noReceipt } from '../db/receipt.ts';
import { sql } from '../db/sql.ts';
import type { Platform, PlatformMode } from '../kernel/callers.ts';
import { fundingArrived, type PayerDetails } from './arrivals.ts';
import type { PaymentNeeds } from './lifecycle.ts';

/** Money that a bank has booked on an account of the house. */
export interface BankCredit {
  /** The same however often it is told. */
  id: string;
  amount: bigint;
  currency: string;
  bankReference?: string | undefined;
  endToEndId?: string | undefined;
  /** What the payer wrote. */
  reference?: string | undefined;
  payerName?: string | undefined;
  payerAccount?: string | undefined;
}

interface Booking {
  /** Of the platforms whose money this bank holds. */
  mode: PlatformMode;
  at: Date;
}

/** Funds the quote whose reference the payer wrote; false where there is none, or none that waits for it. */
export async function creditArrived(needs: PaymentNeeds, credit: BankCredit, { mode, at }: Booking): Promise<boolean> {
  const found = await findByReference(needs.db, mode, [credit.reference, credit.endToEndId].join(' '));
  if (!found) return false;
  const { id, amount, currency } = credit;
  const payer = payerOf(credit);
  return fundingArrived(needs, {
    ...found,
    arrived: { amount, currency },
    payer: { ...payer, traceNumber: payer.traceNumber ?? id },
    at,
    receipt: noReceipt,
  });
}

/** As quotes make it (quotes/draft.ts), wherever it stands in what the payer wrote. */
const REFERENCE = /UMA-Q[0-9A-F]{12}-REF/;

/** Banks know no platforms: each of those it works for is asked by the index it has. */
async function findByReference(db: Database, mode: PlatformMode, text: string) {
  const reference = REFERENCE.exec(text.toUpperCase())?.[0];
  if (reference === undefined) return undefined;
  const [found] = await db.read<{ id: string; name: string; clock_offset_ms: bigint; quote_id: string }>(sql`
    SELECT p.id, p.name, p.clock_offset_ms, t.quote_id FROM platforms p
    CROSS JOIN LATERAL (
      SELECT quote_id FROM transactions
      WHERE platform_id = p.id AND reference = ${reference} AND quote_id IS NOT NULL LIMIT 1
    ) t
    WHERE p.mode = ${mode}`);
  if (!found) return undefined;
  const { id, name, clock_offset_ms, quote_id } = found;
  const platform: Platform = { id, name, mode, clockOffsetMs: Number(clock_offset_ms) };
  return { platform, quoteId: quote_id };
}

const SHOWN_DIGITS = 4;
/** What banks write where the payer gave no id (ISO 20022). */
const NOT_PROVIDED = 'NOTPROVIDED';

const payerOf = ({ payerName, payerAccount, reference, endToEndId, bankReference }: BankCredit): PayerDetails => ({
  ...(payerName && { accountHolderName: payerName }),
  ...(payerAccount && { accountIdentifier: `****${payerAccount.slice(-SHOWN_DIGITS)}` }),
  ...(reference && { remittanceInformation: reference }),
  ...(endToEndId && endToEndId !== NOT_PROVIDED && { endToEndId }),
  ...(bankReference && { traceNumber: bankReference }),
});
