import { brokenConstraint, type Database, nullColumn } from '../../foundation/db/database.ts';
import type { Effect, EffectKind } from '../../foundation/db/effects.ts';
import type { Finder } from '../../foundation/db/keyed-reads.ts';
import { mapPage, type Page, type PageRequest, page } from '../../foundation/db/page.ts';
import { type Sql, sql } from '../../foundation/db/sql.ts';
import {
  bigint,
  integer,
  jsonb,
  nullable,
  type RecordOf,
  type RowOf,
  table,
  text,
  timestamptz,
} from '../../foundation/db/table.ts';
import { addMs, DAY_MS } from '../../foundation/kernel/clock.ts';
import { ApiError } from '../../foundation/kernel/errors.ts';
import { idPattern } from '../../foundation/kernel/ids.ts';

export const unmatchedReasons = [
  'NO_REFERENCE',
  'CURRENCY_MISMATCH',
  'ACCOUNT_NOT_ACTIVE',
  'BALANCE_TOO_LARGE',
  'PAYMENT_NOT_WAITING',
  'PAYER_UNKNOWN',
  'RETURN_FAILED',
] as const;
export type UnmatchedReason = (typeof unmatchedReasons)[number];

/** CREDITED to the account, or FUNDED the quote, that its reference names. UNMATCHED waits for an operator. */
type CreditState = 'CREDITED' | 'FUNDED' | 'UNMATCHED' | 'ASSIGNED' | 'RETURNING' | 'RETURNED';

/** Account and bank of the payer, by the names of our account fields. */
type PayerAccount = Readonly<Record<string, string>>;

export interface BankEntry {
  fingerprint: string;
  repetition: number;
  bankReference?: string | undefined;
  clearingReference?: string | undefined;
  account: string;
  amount: bigint;
  currency: string;
  endToEndId?: string | undefined;
  reference?: string | undefined;
  remittance: readonly string[];
  payerName?: string | undefined;
  payerAccount?: string | undefined;
  payerDetails: PayerAccount;
  bookedOn?: string | undefined;
  valueOn?: string | undefined;
}

export interface PayerOfCredit {
  name?: string;
  account?: string;
  details: PayerAccount;
  endToEndId?: string;
  reference?: string;
  bankReference?: string;
}

const bankCredits = table('bank_credits', {
  id: text(),
  /** Hash of the content of the entry. */
  fingerprint: text(),
  /** Number among entries with the same content. */
  nth: integer(),
  bankReference: nullable(text()),
  account: text(),
  amount: bigint(),
  currency: text(),
  remittance: jsonb<readonly string[]>(),
  payer: jsonb<PayerOfCredit>(),
  bookedOn: nullable(text()),
  valueOn: nullable(text()),
  state: text<CreditState>(),
  /** Set for UNMATCHED credits. */
  reason: nullable(text<UnmatchedReason>()),
  /** Transaction that the credit funded or created. */
  platformId: nullable(text()),
  transactionId: nullable(text()),
  receivedAt: timestamptz(),
  updatedAt: timestamptz(),
});

/** Columns that are read; the others identify repeated entries. */
const readColumns = bankCredits.without('fingerprint', 'nth', 'bankReference', 'updatedAt');

export type BankCredit = RecordOf<typeof readColumns>;
type CreditRow = RowOf<typeof readColumns>;

/** Banks repeat reports within this time; references that recur months later belong to new payments. */
const REPEATED_WITHIN_MS = 45 * DAY_MS;

/** Finds the recorded credit of an entry, or numbers a new entry among those with the same content. */
export async function identifyCredit(db: Database, entry: BankEntry, { at, numbers }: Identification) {
  const { fingerprint } = entry;
  const key = referenceKey(entry);
  const probe = { fingerprint, reference: key ?? '', repetition: `${entry.repetition}` };
  const found = await db.readByKey<FoundCredits>(creditsAlike, probe);
  if (found?.by_reference) return { known: found.by_reference };
  const since = addMs(at, -REPEATED_WITHIN_MS);
  const isOld = found?.first_at && new Date(found.first_at) <= since;
  const recent = isOld ? await listRecent(db, entry, since) : undefined;
  if (key === null) {
    const known = recent ? recent[entry.repetition] : found?.by_number;
    // An entry repeated in another file gets the same number, so a concurrent insert violates the constraint.
    const old = recent ? (found?.next ?? 0) - recent.length : 0;
    return known ? { known } : { nth: old + entry.repetition };
  }
  const unreferenced = recent?.filter(({ key: other }) => other === null) ?? found?.unreferenced ?? [];
  const known = unreferenced.find(({ id }) => !numbers.isTaken(fingerprint, id));
  if (!known) return { nth: numbers.next(fingerprint, found?.next ?? 0) };
  numbers.take(fingerprint, known.id);
  return (await adoptReference(db, known.id, key)) ? { known } : {};
}

interface Identification {
  at: Date;
  numbers: CreditNumbers;
}

/** Numbers and credits reserved for entries with the same content that this process handles concurrently. */
export class CreditNumbers {
  readonly #taken = new Map<string, { next: number; ids: Set<string>; users: number }>();
  readonly #last = new Map<string, Promise<unknown>>();

  next(fingerprint: string, atLeast: number): number {
    const taken = this.#taken.get(fingerprint);
    const nth = Math.max(atLeast, taken?.next ?? 0);
    if (taken) taken.next = nth + 1;
    return nth;
  }

  take(fingerprint: string, id: string): void {
    this.#taken.get(fingerprint)?.ids.add(id);
  }

  isTaken(fingerprint: string, id: string): boolean {
    return this.#taken.get(fingerprint)?.ids.has(id) ?? false;
  }

  /** Runs entries with the same reference one after the other. Numbers stay reserved until the last one ends. */
  async during<T>(entry: BankEntry, work: () => Promise<T>): Promise<T> {
    const { fingerprint } = entry;
    const taken = this.#taken.get(fingerprint) ?? { next: 0, ids: new Set(), users: 0 };
    this.#taken.set(fingerprint, taken);
    taken.users += 1;
    try {
      return await this.#afterSame(referenceKey(entry), work);
    } finally {
      taken.users -= 1;
      if (taken.users === 0) this.#taken.delete(fingerprint);
    }
  }

  async #afterSame<T>(key: string | null, work: () => Promise<T>): Promise<T> {
    if (key === null) return work();
    const running = (this.#last.get(key) ?? Promise.resolve()).then(work, work);
    this.#last.set(key, running);
    try {
      return await running;
    } finally {
      if (this.#last.get(key) === running) this.#last.delete(key);
    }
  }
}

/** Credits with the same content, recent enough to be reports of the same entry. */
const listRecent = (db: Database, { fingerprint }: BankEntry, since: Date): Promise<RecentCredit[]> =>
  db.read<RecentCredit>(sql`
    SELECT id, state, bank_reference AS key FROM bank_credits
    WHERE fingerprint = ${fingerprint} AND received_at > ${since} ORDER BY nth`);

type RecentCredit = KnownCredit & { key: string | null };

interface KnownCredit {
  id: string;
  state: CreditState;
}

interface FoundCredits {
  by_reference: KnownCredit | null;
  by_number: KnownCredit | null;
  /** Credits without a bank reference, in the order of their numbers. */
  unreferenced: KnownCredit[] | null;
  /** Time of the first credit with the content. */
  first_at: string | null;
  /** Number of the next credit with the content. */
  next: number;
}

/** Exceeds the number of entries that are processed concurrently. */
const CANDIDATES = 200;

/** Costs a few index probes, however many credits have the content of the entry. */
const creditsAlike: Finder = {
  statement: (keys) => sql`
    SELECT k.n, found.* FROM ${keys}
    CROSS JOIN LATERAL (
      SELECT
        (SELECT jsonb_build_object('id', id, 'state', state) FROM bank_credits
          WHERE bank_reference = k.reference) AS by_reference,
        (SELECT jsonb_build_object('id', id, 'state', state) FROM bank_credits
          WHERE fingerprint = k.fingerprint AND nth = k.repetition::int) AS by_number,
        (SELECT jsonb_agg(jsonb_build_object('id', id, 'state', state) ORDER BY nth) FROM (
          SELECT id, state, nth FROM bank_credits
          WHERE fingerprint = k.fingerprint AND bank_reference IS NULL ORDER BY nth LIMIT ${CANDIDATES}) open
        ) AS unreferenced,
        (SELECT to_jsonb(received_at) #>> '{}' FROM bank_credits
          WHERE fingerprint = k.fingerprint ORDER BY nth LIMIT 1) AS first_at,
        COALESCE((SELECT nth + 1 FROM bank_credits
          WHERE fingerprint = k.fingerprint ORDER BY nth DESC LIMIT 1), 0) AS next
    ) found`,
};

/** Includes the amount, because corrections and charges of a booking have the same bank reference. */
const referenceKey = ({ account, bankReference, amount, currency }: BankEntry): string | null =>
  bankReference === undefined ? null : `${account} ${bankReference} ${amount} ${currency}`;

/** Adds the bank reference of a later report to a credit without one. Returns false if it has one by now. */
async function adoptReference(db: Database, id: string, key: string): Promise<boolean> {
  const adopted = await db.write(
    sql`UPDATE bank_credits SET bank_reference = ${key} WHERE id = ${id} AND bank_reference IS NULL RETURNING id`,
  );
  return adopted.length > 0;
}

/** Whether another process recorded the same entry since identifyCredit. */
export const isRecordedConcurrently = (error: unknown): boolean =>
  ['bank_credits_entry', 'bank_credits_bank_reference'].includes(brokenConstraint(error) ?? '');

interface CreditOutcome {
  state: CreditState;
  reason?: UnmatchedReason;
  transaction?: { platformId: string; id: string };
}

export interface NewCredit {
  id: string;
  entry: BankEntry;
  nth: number;
  at: Date;
}

/** Inserts a new credit in the statement that posts its entries. */
export function insertCredit({ id, entry, nth, at }: NewCredit, { state, reason, transaction }: CreditOutcome): Effect {
  const row = bankCredits.toRow({
    id,
    fingerprint: entry.fingerprint,
    nth,
    bankReference: referenceKey(entry),
    account: entry.account,
    amount: entry.amount,
    currency: entry.currency,
    remittance: entry.remittance,
    payer: payerOf(entry),
    bookedOn: entry.bookedOn ?? null,
    valueOn: entry.valueOn ?? null,
    state,
    reason: reason ?? null,
    platformId: transaction?.platformId ?? null,
    transactionId: transaction?.id ?? null,
    receivedAt: at,
    updatedAt: at,
  });
  return { kind: recordKind, rows: [row] };
}

export const payerOf = (entry: BankEntry): PayerOfCredit => ({
  details: entry.payerDetails,
  ...(entry.payerName && { name: entry.payerName }),
  ...(entry.payerAccount && { account: entry.payerAccount }),
  ...(entry.endToEndId && { endToEndId: entry.endToEndId }),
  ...(entry.reference && { reference: entry.reference }),
  ...(entry.bankReference && { bankReference: entry.bankReference }),
});

const recordKind = bankCredits.insertKind('bank_credit_recorded');

interface CreditChange extends CreditOutcome {
  id: string;
  from: CreditState;
  at: Date;
}

const changeRow = ({ id, from, state, reason, transaction, at }: CreditChange) => ({
  id,
  from_state: from,
  state,
  reason,
  platform_id: transaction?.platformId,
  transaction_id: transaction?.id,
  at,
});

const columnsOfChange = sql`(item int, id text, from_state text, state text, reason text, platform_id text,
  transaction_id text, at timestamptz)`;
const changedColumns = sql`reason = r.reason, platform_id = COALESCE(r.platform_id, c.platform_id),
  transaction_id = COALESCE(r.transaction_id, c.transaction_id), updated_at = r.at`;

/** Guard: of concurrent decisions on one credit exactly one takes effect. */
export const claimCredit = (change: CreditChange): Effect => ({ kind: claimKind, rows: [changeRow(change)] });

const claimKind: EffectKind = {
  name: 'bank_credit_claimed',
  statement: (rows) => sql`
    UPDATE bank_credits c SET state = r.state, ${changedColumns}
    FROM ${rows} AS r${columnsOfChange} WHERE c.id = r.id AND c.state = r.from_state RETURNING r.item`,
};

/** Effect without a guard: aborts the statement when the credit is in another state. */
export const changeCredit = (change: CreditChange): Effect => ({ kind: changeKind, rows: [changeRow(change)] });

const changeKind: EffectKind = {
  name: 'bank_credit_changed',
  statement: (rows) => sql`
    UPDATE bank_credits c SET state = CASE WHEN c.state = r.from_state THEN r.state END, ${changedColumns}
    FROM ${rows} AS r${columnsOfChange} JOIN guarded USING (item) WHERE c.id = r.id`,
};

/** Whether a change failed because the credit or its return was decided concurrently. */
export const isDecidedConcurrently = (error: unknown): boolean =>
  ['bank_credits.state', 'bank_returns.state'].includes(nullColumn(error) ?? '');

export async function getCredit(db: Database, id: string): Promise<BankCredit> {
  const credit = await findCredit(db, sql`id = ${id}`);
  if (credit) return credit;
  throw new ApiError('REFERENCE_NOT_FOUND', 'There is no such bank credit.', {
    hint: 'GET /operator/unmatched-credits lists the credits that wait for a decision.',
  });
}

/** The credit that funded a payment; undefined when no bank credit funded it. */
export const findCreditOf = (
  db: Database,
  platformId: string,
  transactionId: string,
): Promise<BankCredit | undefined> =>
  findCredit(db, sql`platform_id = ${platformId} AND transaction_id = ${transactionId}`);

async function findCredit(db: Database, which: Sql): Promise<BankCredit | undefined> {
  const [row] = await db.read<CreditRow>(sql`SELECT ${readColumns.columns} FROM bank_credits WHERE ${which} LIMIT 1`);
  return row && readColumns.fromRow(row);
}

export async function listUnmatched(db: Database, request: PageRequest): Promise<Page<BankCredit>> {
  const found = await page<CreditRow>(db, {
    keys: idPattern('BankCredit'),
    select: readColumns.columns,
    from: sql`FROM bank_credits`,
    where: [sql`state = 'UNMATCHED'`],
    request,
  });
  return mapPage(found, readColumns.fromRow);
}
