import type { Effect, EffectKind } from '../../foundation/db/effects.ts';
import { sql } from '../../foundation/db/sql.ts';

/** System accounts, one per kind, platform and currency. `minimum` is the overdraft limit; null allows any balance. */
export const chart = {
  'rail.nostro': { minimum: null, meaning: 'money held by the rails; negative while banks hold it for the service' },
  'fees.service': { minimum: null, meaning: 'fees earned by the service' },
  'fees.platform': { minimum: 0, meaning: 'fees of the platform for payments that are not finished' },
  'fx.position': { minimum: null, meaning: 'open position in the currency' },
  'transit.payout': { minimum: 0, meaning: 'payouts in transit' },
  'transit.funding': { minimum: 0, meaning: 'funding that arrived for a quote and is not used yet' },
  suspense: { minimum: 0, meaning: 'neither paid nor returned: an operator decides' },
  'card.authorized': { minimum: 0, meaning: 'reserved by card authorizations' },
  'card.settlement': { minimum: null, meaning: 'owed to the card network' },
  receivable: { minimum: null, meaning: 'owed to the service by customers or the platform' },
} as const;

export type SystemKind = keyof typeof chart;

/** Account ids are deterministic, so that recipes need no query. */
export const systemAccount = (kind: SystemKind, currency: string): string => `${kind}:${currency}`;

/** Overdraft limit of a system account; undefined for other accounts. */
export const minimumOfSystemAccount = (accountId: string): number | null | undefined =>
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
  /** Number of events emitted for the account so far; defaults to 0. */
  version?: bigint;
  at: Date;
}

/** Opens accounts. Existing accounts remain unchanged. */
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
