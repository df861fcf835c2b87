import type { Effect, EffectKind } from '../db/effects.ts';
import { sql } from '../db/sql.ts';

/** The house's own accounts, one of each per platform and currency; `minimum` is the overdraft rule. */
export const chart = {
  'rail.nostro': { minimum: null, meaning: 'what the rails hold for us; negative is money with the banks' },
  'fees.service': { minimum: null, meaning: 'fees the service has earned' },
  'fees.platform': { minimum: 0, meaning: "the platform's fees of payments not yet finished" },
  'fx.position': { minimum: null, meaning: 'the open position in this currency' },
  'transit.payout': { minimum: 0, meaning: 'on its way out' },
  'transit.funding': { minimum: 0, meaning: 'arrived for a quote and not yet used' },
  suspense: { minimum: 0, meaning: 'neither paid nor returned: an operator must decide' },
  'card.authorized': { minimum: 0, meaning: 'reserved by card authorizations' },
  'card.settlement': { minimum: null, meaning: 'owed to the card network' },
  receivable: { minimum: null, meaning: 'owed to the house by customers or the platform' },
} as const;

export type SystemKind = keyof typeof chart;

/** Deterministic, so that recipes need no reading. */
export const systemAccount = (kind: SystemKind, currency: string): string => `${kind}:${currency}`;

/** The overdraft rule of one of them; undefined of every other account. */
export const minimumOfHouse = (accountId: string): number | null | undefined =>
  minimums.get(accountId.slice(0, accountId.indexOf(':')));

const minimums = new Map<string, number | null>(Object.entries(chart).map(([kind, { minimum }]) => [kind, minimum]));

export interface NewAccount {
  platformId: string;
  id: string;
  kind: SystemKind | 'platform' | 'customer';
  currency: string;
  ownerId?: string | null;
  type?: string;
  minimum: number | null;
  /** How many events tell of it already; none, where it is left out. */
  version?: bigint;
  at: Date;
}

/** Opens accounts; one that exists already stays as it is. */
export function openAccounts(accounts: readonly NewAccount[]): Effect {
  const rows = accounts.map((account) => ({
    platform_id: account.platformId,
    id: account.id,
    kind: account.kind,
    currency: account.currency,
    owner_id: account.ownerId ?? null,
    type: account.type ?? null,
    minimum: account.minimum,
    version: (account.version ?? 0n).toString(),
    at: account.at,
  }));
  return { kind: openKind, rows };
}

/** The house's own accounts in these currencies. */
export function systemAccounts(platformId: string, currencies: readonly string[], at: Date): NewAccount[] {
  return currencies.flatMap((currency) =>
    (Object.keys(chart) as SystemKind[]).map((kind) => ({
      platformId,
      id: systemAccount(kind, currency),
      kind,
      currency,
      minimum: chart[kind].minimum,
      at,
    })),
  );
}

const openKind: EffectKind = {
  name: 'opened_accounts',
  statement: (rows) => sql`
    INSERT INTO accounts (platform_id, id, kind, currency, owner_id, type, status, minimum, version, created_at,
      updated_at)
    SELECT platform_id, id, kind, currency, owner_id, type, 'ACTIVE', minimum, version, at, at
    FROM ${rows} AS r(item int, platform_id text, id text, kind text, currency text, owner_id text, type text,
      minimum bigint, version bigint, at timestamptz)
    JOIN guarded USING (item)
    ON CONFLICT DO NOTHING RETURNING platform_id, id`,
};
