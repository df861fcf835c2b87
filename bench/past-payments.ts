import { openAccounts, systemAccounts } from '../server/src/engine/ledger/chart.ts';
import { startOfDay } from '../server/src/engine/ledger/closed-days.ts';
import type { Entry } from '../server/src/engine/ledger/post.ts';
import { payments, phases } from '../server/src/engine/ledger/recipes.ts';
import { compressedParameter } from '../server/src/foundation/db/compressed-json.ts';
import type { Database } from '../server/src/foundation/db/database.ts';
import { apply } from '../server/src/foundation/db/effects.ts';
import { rawSql, rows, type Sql, sql } from '../server/src/foundation/db/sql.ts';
import { addMs, DAY_MS, systemClock } from '../server/src/foundation/kernel/clock.ts';
import { newId, uuidOf } from '../server/src/foundation/kernel/ids.ts';

const PAYERS = 1_000;
const DAYS = 30;
/** Payments are spread over this many steps; coprime to the number of payers, so that each pays on every day. */
const SPREAD = 1_009;
/** Payments per statement: its triggers keep all of its entries in memory. */
const PORTION = 100_000;
const CURRENCIES = ['USD', 'EUR'];
const SENT = 1_000n;
const STATUSES = ['PENDING', 'PROCESSING', 'COMPLETED'];
/** Placeholder for the account of the payer. */
const PAYER = 'payer';
const PLATFORM = 'InternalAccount:01900000-0000-7000-8000-000000000000';

const paymentTerms = {
  source: PAYER,
  sent: { currency: 'USD', amount: SENT },
  fees: { platform: 30n, service: 20n },
  received: { currency: 'EUR', amount: 870n },
  platformAccount: PLATFORM,
};

const entriesOfPayment = [
  ...numbered(phases.execute, payments.execute(paymentTerms)),
  ...numbered(phases.complete, payments.complete({ payment: paymentTerms })),
];
export const ENTRIES_PER_PAYMENT = entriesOfPayment.length;

function numbered(phase: string, entries: readonly Entry[]) {
  return entries.map(({ debit, credit, currency, amount, code, holds }, i) => ({
    phase,
    n: i + 1,
    debit,
    credit,
    currency,
    amount: amount.toString(),
    code,
    holder: holds?.account ?? null,
    held: (holds?.amount ?? 0n).toString(),
  }));
}

/** As long as the data of a real event. */
const eventData = (status: string): string =>
  compressedParameter(
    JSON.stringify({
      id: 'Transaction:01a1f032-df60-7682-839f-ce891edd2f87',
      status,
      type: 'OUTGOING',
      direction: 'DEBIT',
      customerId: 'Customer:01a1f032-df5c-77fc-bf7f-54582931e47e',
      platformCustomerId: 'customer-42',
      source: { sourceType: 'ACCOUNT', accountId: PLATFORM, currency: 'USD' },
      destination: { destinationType: 'ACCOUNT', accountId: PLATFORM.replace('Internal', 'External'), currency: 'EUR' },
      sentAmount: { amount: 1_000, currency: { code: 'USD', decimals: 2, name: 'United States Dollar', symbol: '$' } },
      receivedAmount: { amount: 870, currency: { code: 'EUR', decimals: 2, name: 'Euro', symbol: '€' } },
      exchangeRate: 0.9158,
      fees: 50,
      reference: 'UMA-Q0000000042-REF',
      createdAt: '2026-11-17T10:00:00.000Z',
      updatedAt: '2026-11-17T10:00:00.250Z',
    }),
  );

/** A platform with settled payments of the last days, as the service writes them: every audit passes. */
export class PastPayments {
  readonly platformId: string;
  readonly #db: Database;
  readonly #begin: Date;
  #count = 0;

  private constructor(db: Database, platformId: string, begin: Date) {
    this.#db = db;
    this.platformId = platformId;
    this.#begin = begin;
  }

  static async open(db: Database): Promise<PastPayments> {
    const platformId = newId('Platform');
    const now = systemClock.now();
    const begin = addMs(startOfDay(now), -(DAYS + 1) * DAY_MS);
    await db.write(
      sql`INSERT INTO platforms (id, name, mode, created_at) VALUES (${platformId}, 'Past', 'SANDBOX', ${now})`,
    );
    await apply(db, { effects: [openAccounts(systemAccounts(platformId, CURRENCIES, begin))] });
    await db.write(sql`
      INSERT INTO accounts (platform_id, id, kind, currency, owner_id, type, status, minimum, created_at, updated_at)
      SELECT ${platformId}, ${accountIdOf(rawSql('n'))}, CASE n WHEN 0 THEN 'platform' ELSE 'customer' END, 'USD',
        CASE WHEN n > 0 THEN ${customerIdOf(rawSql('n'))} END, 'INTERNAL_FIAT', 'ACTIVE', 0, ${begin}::timestamptz, ${begin}::timestamptz
      FROM generate_series(0, ${PAYERS}::int) n`);
    return new PastPayments(db, platformId, begin);
  }

  get entries(): number {
    return this.#count * (ENTRIES_PER_PAYMENT + 1);
  }

  /** Adds payments until there are `count`. Each comes with a separate transaction that funds its payer. */
  async growTo(count: number): Promise<void> {
    for (; this.#count < count; this.#count = Math.min(count, this.#count + PORTION)) {
      await this.#add(this.#count + 1, Math.min(count, this.#count + PORTION));
    }
    await this.#setBalances();
  }

  async #add(from: number, to: number): Promise<void> {
    const { platformId } = this;
    const [funding, payment] = [1, 2].map((kind) => transactionIdOf(rawSql('nth'), kind)) as [Sql, Sql];
    const at = sql`(${this.#begin}::timestamptz + nth % ${SPREAD}::int * ${(DAYS * DAY_MS) / SPREAD}::float8 * interval '1 ms')`;
    const series = sql`generate_series(${from}::int, ${to}::int) nth`;
    const payer = accountIdOf(rawSql('p'));
    const statements = [
      sql`
        INSERT INTO transactions (platform_id, id, type, direction, status, customer_id, platform_customer_id, sent_amount,
          sent_currency, received_amount, received_currency, fees, reference, version, created_at, updated_at, expires_at)
        SELECT ${platformId}, x.id, x.type, x.direction, 'COMPLETED', ${customerIdOf(rawSql('p'))}, 'customer-' || p, x.sent,
          'USD', x.received, x.currency, x.fees, x.id, x.version, ${at}, ${at},
          CASE x.type WHEN 'OUTGOING' THEN ${at} END
        FROM ${series} CROSS JOIN LATERAL (SELECT 1 + nth % ${PAYERS}::int) AS payer(p)
        CROSS JOIN LATERAL (VALUES (${funding}, 'INCOMING', 'CREDIT', NULL::bigint, ${SENT}::bigint, 'USD', 0, 1),
          (${payment}, 'OUTGOING', 'DEBIT', ${SENT}::bigint, 870, 'EUR', 50, 3)
        ) AS x(id, type, direction, sent, received, currency, fees, version)`,
      sql`
        INSERT INTO ledger_entries (platform_id, transaction_id, phase, n, debit_account_id, credit_account_id, currency,
          amount, code, holder_id, held, created_at)
        SELECT ${platformId}, CASE e.phase WHEN 'fund' THEN ${funding} ELSE ${payment} END, e.phase, e.n,
          CASE e.debit WHEN ${PAYER} THEN ${payer} ELSE e.debit END,
          CASE e.credit WHEN ${PAYER} THEN ${payer} ELSE e.credit END, e.currency, e.amount, e.code,
          CASE WHEN e.holder IS NOT NULL THEN ${payer} END, e.held, ${at}
        FROM ${series} CROSS JOIN LATERAL (SELECT 1 + nth % ${PAYERS}::int) AS payer(p)
        CROSS JOIN ${rows([...entriesOfFunding, ...entriesOfPayment])} AS e(phase text, n smallint, debit text,
          credit text, currency text, amount bigint, code text, holder text, held bigint)`,
      sql`
        INSERT INTO daily_volumes AS v (platform_id, owner_id, currency, day, sent, maximum)
        SELECT ${platformId}, ${customerIdOf(rawSql('p'))}, 'USD', (${at} AT TIME ZONE 'UTC')::date, count(*) * ${SENT}::bigint, 1000000000
        FROM ${series} CROSS JOIN LATERAL (SELECT 1 + nth % ${PAYERS}::int) AS payer(p) GROUP BY p, 4
        ON CONFLICT (platform_id, owner_id, currency, day) DO UPDATE SET sent = v.sent + EXCLUDED.sent`,
      sql`
        INSERT INTO events (platform_id, id, type, resource_id, sequence, data, created_at)
        SELECT ${uuidOf(platformId)}, ${uuidSql(rawSql('nth'), 3)}::uuid, 'INCOMING_PAYMENT.COMPLETED', ${funding}, 1,
          ${eventData('COMPLETED')}::bytea, ${at} FROM ${series}`,
      ...STATUSES.map(
        (status, i) => sql`
        INSERT INTO events (platform_id, id, type, resource_id, sequence, data, created_at)
        SELECT ${uuidOf(platformId)}, ${uuidSql(rawSql('nth'), 4 + i)}::uuid, ${`OUTGOING_PAYMENT.${status}`}, ${payment},
          ${i + 1}, ${eventData(status)}::bytea, ${at} FROM ${series}`,
      ),
    ];
    await this.#db.transaction(
      async (query) => {
        for (const statement of statements) await query(statement);
      },
      { isUnbounded: true },
    );
  }

  #setBalances(): Promise<unknown> {
    return this.#db.transaction(
      (query) =>
        query(sql`
        UPDATE accounts a SET posted = s.posted FROM (
          SELECT account_id, sum(posted) AS posted FROM (
            SELECT debit_account_id AS account_id, -amount AS posted FROM ledger_entries WHERE platform_id = ${this.platformId}
            UNION ALL SELECT credit_account_id, amount FROM ledger_entries WHERE platform_id = ${this.platformId}
          ) legs GROUP BY account_id
        ) s WHERE a.platform_id = ${this.platformId} AND a.id = s.account_id AND a.posted <> s.posted`),
      { isUnbounded: true },
    );
  }
}

const entriesOfFunding = numbered(phases.fund, payments.fund({ account: PAYER, currency: 'USD', amount: SENT }));

/** SQL: UUIDs of version 7 in the order of `n`, different for each `kind`. */
const uuidSql = (n: Sql, kind: number): Sql =>
  sql`('01900000-0000-7' || lpad(to_hex(${kind}::int), 3, '0') || '-8000-' || lpad(to_hex(${n}), 12, '0'))`;

const accountIdOf = (n: Sql): Sql => sql`('InternalAccount:01900000-0000-7000-8000-' || lpad(to_hex(${n}), 12, '0'))`;
const customerIdOf = (n: Sql): Sql => sql`('Customer:01900000-0000-7000-8000-' || lpad(to_hex(${n}), 12, '0'))`;
const transactionIdOf = (n: Sql, kind: number): Sql => sql`('Transaction:' || ${uuidSql(n, kind)})`;
