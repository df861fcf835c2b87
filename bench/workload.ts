import { IdempotentRequest } from '../server/src/engine/http/idempotency.ts';
import { chart, type SystemKind } from '../server/src/engine/ledger/chart.ts';
import { type Entry, Ledger, type Posting } from '../server/src/engine/ledger/post.ts';
import { emit } from '../server/src/engine/webhooks/events.ts';
import type { Database } from '../server/src/foundation/db/database.ts';
import { sql } from '../server/src/foundation/db/sql.ts';
import type { Vault } from '../server/src/foundation/db/vault.ts';
import { newId, uuidv7 } from '../server/src/foundation/kernel/ids.ts';
import { changedAccountJson, type InternalAccount } from '../server/src/parties/accounts/internal-accounts.ts';
import { recordArrival } from '../server/src/payments/arrivals/incoming.ts';

/** Half of the customers' accounts send, the other half receive. */
const SENDERS = 5_000;
const FIRST_SENDER = 10_000;
const FIRST_RECEIVER = FIRST_SENDER + SENDERS;
const FIRST_BALANCE = 1_000_000_000n;
/** Coprime to the number of accounts: every account is used before one repeats. */
export const STRIDE = 1_511;

const CURRENCY = 'USD';
const PATH = '/sandbox/internal-accounts/fund';

export interface Books {
  db: Database;
  vault: Vault;
  platformId: string;
  at: Date;
}

/** Parties of a posting: numbers of five digits, or their placeholders in a script. */
export interface Parties {
  sender: string;
  receiver: string;
}

export interface PostingWorkload {
  name: string;
  posting(books: Books, parties: Parties): Posting;
}

/** A workload with its own script, and rows that each run uses up. */
export interface ScriptWorkload {
  name: string;
  /** Numbers of clients to try, in place of the usual ones. */
  clients?: readonly number[];
  script(): string;
  /** Prepares a run of this many seconds; returns variables of the script. */
  supply(seconds: number): Promise<Record<string, number>>;
}

export type Workload = PostingWorkload | ScriptWorkload;

export const senders = { from: FIRST_SENDER, to: FIRST_RECEIVER - 1 };
export const receivers = { from: FIRST_RECEIVER, to: FIRST_RECEIVER + SENDERS - 1 };

/** The parties of the n-th posting. */
export function partiesOf(n: number): Parties {
  const place = (n * STRIDE) % SENDERS;
  return { sender: String(FIRST_SENDER + place), receiver: String(FIRST_RECEIVER + place) };
}

export const accountId = (number: string): string => `InternalAccount:01900000-0000-7000-8000-0000000${number}`;
export const customerId = (number: string): string => `Customer:01900000-0000-7000-8000-0000000${number}`;
/** The system account that all postings share, or with a number one of many. */
const nostro = (number?: string): string => ['rail.nostro', CURRENCY, ...(number ? [number] : [])].join(':');
const fees = (number?: string): string => ['fees.service', CURRENCY, ...(number ? [number] : [])].join(':');

/** The writes of POST /sandbox/.../fund: an entry, the transaction, two events and the stored response. */
export const funding: PostingWorkload = {
  name: 'funding',
  posting: (books, parties) => fundingPosting(books, nostro(parties.sender), parties),
};

/** Funding through one shared account, as on a real platform, where all money of a currency comes from one rail. */
export const hotFunding: PostingWorkload = {
  name: 'funding, one hot account',
  posting: (books, parties) => fundingPosting(books, nostro(), parties),
};

/** Only ledger entries: a fee and the amount, from one customer to another. */
export const transfer: PostingWorkload = {
  name: 'transfer',
  posting: (books, parties) => transferPosting(books, fees(parties.receiver), parties),
};

export const hotTransfer: PostingWorkload = {
  name: 'transfer, one hot account',
  posting: (books, parties) => transferPosting(books, fees(), parties),
};

/** Opens the accounts and funds the senders, through the ledger. */
export async function openBooks(books: Books): Promise<void> {
  const { db, platformId, at } = books;
  await db.write(sql`
    INSERT INTO accounts (platform_id, id, kind, currency, owner_id, type, status, minimum, created_at, updated_at)
    SELECT ${platformId}, ${accountId('')} || n, 'customer', ${CURRENCY}, ${customerId('')} || n, 'INTERNAL_FIAT', 'ACTIVE', 0,
      ${at}::timestamptz, ${at}::timestamptz FROM generate_series(${FIRST_SENDER}::int, ${receivers.to}::int) AS n`);
  for (const account of [nostro(), fees()]) await openNumbered(books, account);
  const ledger = new Ledger(db);
  const numbers = Array.from({ length: SENDERS }, (_, i) => String(FIRST_SENDER + i));
  await Promise.all(numbers.map((number) => ledger.post(firstBalance(books, number))));
  await db.write(sql`ANALYZE accounts`);
}

/** Opens one system account per customer, unlike on a real platform, so that postings never wait for each other. */
export async function openNumbered({ db, platformId, at }: Books, account: string): Promise<void> {
  const [kind = '', currency = ''] = account.split(':');
  await db.write(sql`
    INSERT INTO accounts (platform_id, id, kind, currency, status, minimum, created_at, updated_at)
    SELECT ${platformId}, ${account} || ':' || n, ${kind}, ${currency}, 'ACTIVE', ${chart[kind as SystemKind].minimum}::bigint,
      ${at}::timestamptz, ${at}::timestamptz
    FROM generate_series(${FIRST_SENDER}::int, ${receivers.to}::int) AS n ON CONFLICT DO NOTHING`);
}

function firstBalance(books: Books, number: string): Posting {
  const entry = { debit: nostro(), credit: accountId(number), amount: FIRST_BALANCE, code: 'bench.first' };
  return bare(books, 'fund', [{ ...entry, currency: CURRENCY }]);
}

function transferPosting(books: Books, feeAccount: string, { sender, receiver }: Parties): Posting {
  const debit = accountId(sender);
  return bare(books, 'transfer', [
    { debit, credit: feeAccount, currency: CURRENCY, amount: 1n, code: 'bench.fee' },
    { debit, credit: accountId(receiver), currency: CURRENCY, amount: 5n, code: 'bench.transfer' },
  ]);
}

const bare = ({ platformId, at }: Books, phase: string, entries: Entry[]): Posting => ({
  platformId,
  transactionId: newId('Transaction'),
  phase,
  at,
  entries,
  effects: [],
});

function fundingPosting(books: Books, rail: string, { receiver }: Parties): Posting {
  const { platformId, at } = books;
  const amount = 100n;
  const account = fundedAccount(books, receiver);
  const id = newId('Transaction');
  const arrival = {
    platformId,
    id,
    customerId: customerId(receiver),
    platformCustomerId: customerId(receiver),
    source: { sourceType: 'REALTIME_FUNDING', currency: CURRENCY },
    destinationAccountId: account.id,
    amount,
    currency: CURRENCY,
    reference: 'FUND-000000000000',
    at,
  };
  const data = changedAccountJson(account, at);
  const kept = { status: 200, text: JSON.stringify(data), accountId: account.id };
  return {
    platformId,
    transactionId: id,
    phase: 'fund',
    at,
    entries: [{ debit: rail, credit: account.id, currency: CURRENCY, amount, code: 'sandbox.fund' }],
    effects: [
      ...recordArrival(arrival),
      emit([
        {
          platformId,
          at,
          type: 'INTERNAL_ACCOUNT.BALANCE_UPDATED',
          resourceId: account.id,
          data,
          accountId: account.id,
        },
      ]),
      ...keyedRequest(books).receipt.record(kept),
    ],
  };
}

const fundedAccount = ({ platformId, at }: Books, number: string): InternalAccount => ({
  platformId,
  id: accountId(number),
  ownerId: customerId(number),
  type: 'INTERNAL_FIAT',
  status: 'ACTIVE',
  currency: CURRENCY,
  posted: 0n,
  held: 0n,
  version: 0n,
  createdAt: at,
  updatedAt: at,
  fundingPaymentInstructions: [],
  depositAddress: null,
  isPrivate: false,
});

/** A request with a new Idempotency-Key. */
export function keyedRequest({ db, vault, platformId, at }: Books): IdempotentRequest {
  const rebuildResponse = async (): Promise<string> => '';
  return new IdempotentRequest(
    { db, vault, rebuildResponse },
    {
      platformId,
      tokenId: '',
      key: uuidv7(),
      method: 'POST',
      path: PATH,
      content: Buffer.from('{"amount":100}'),
      now: at,
      isSecret: false,
      rejectionText: ({ message }) => message,
    },
  );
}
