import type { Database } from '../../foundation/db/database.ts';
import type { Effect, EffectKind } from '../../foundation/db/effects.ts';
import { sql } from '../../foundation/db/sql.ts';
import { nullable, smallint, table, text, timestamptz } from '../../foundation/db/table.ts';
import type { Platform } from '../../foundation/kernel/callers.ts';
import { ApiError, type FieldError, InvalidFields } from '../../foundation/kernel/errors.ts';
import { newId } from '../../foundation/kernel/ids.ts';
import { accountsOf, type InternalAccount } from '../../parties/accounts/internal-accounts.ts';
import { revokeDelegatedKeysOf } from '../../parties/wallets/delegated-record.ts';
import type { CardDeps } from './deps.ts';
import type { Card, FundingSource } from './record.ts';

const cardCurrencies: readonly string[] = ['USD', 'USDB'];

interface RequestedSources {
  platform: Platform;
  cardholderId: string;
  accountIds: readonly string[];
}

/**
 * Requires ACTIVE accounts of the cardholder in one currency, and returns the currency. An embedded wallet is eligible
 * without a delegated key: each authorization checks the key.
 */
export async function requireEligible(
  deps: CardDeps,
  { platform, cardholderId, accountIds }: RequestedSources,
): Promise<{ currency: string }> {
  const duplicates = duplicateProblems(accountIds);
  if (duplicates.length > 0) throw new InvalidFields(duplicates);
  const owned = new Map((await accountsOf(deps, platform.id, cardholderId)).map((account) => [account.id, account]));
  const currency = accountIds
    .map((id) => owned.get(id)?.currency)
    .find((code) => code && cardCurrencies.includes(code));
  const errors = accountIds.flatMap((id, i): FieldError[] => {
    const problem = deps.cards.issuer[platform.mode].objectionTo(id) ?? problemOf(owned.get(id), currency);
    return problem ? [{ field: `fundingSources.${i}`, message: `${id} ${problem}.` }] : [];
  });
  if (errors.length > 0) throw ineligible(errors);
  return { currency: currency ?? '' };
}

export const duplicateProblems = (accountIds: readonly string[]): FieldError[] =>
  accountIds.flatMap((id, i) =>
    accountIds.indexOf(id) < i ? [{ field: `fundingSources.${i}`, message: `${id} is listed twice.` }] : [],
  );

function problemOf(account: InternalAccount | undefined, currency: string | undefined): string | undefined {
  if (!account) return 'is not an account of the cardholder';
  if (!cardCurrencies.includes(account.currency)) {
    return `is in ${account.currency}: cards draw on ${cardCurrencies.join(' and ')} only`;
  }
  if (account.currency !== currency)
    return `is in ${account.currency}, and others in ${currency}: all need one currency`;
  return account.status === 'ACTIVE' ? undefined : `is ${account.status}`;
}

function ineligible(errors: FieldError[]): ApiError {
  const [first] = errors;
  const message = errors.length === 1 ? first?.message : `${errors.length} funding sources are ineligible.`;
  return new ApiError('FUNDING_SOURCE_INELIGIBLE', message ?? '', {
    errors,
    hint: 'GET /customers/internal-accounts?customerId= lists the accounts of the cardholder.',
  });
}

/** Funding sources for these accounts. Attached accounts keep the id of their source, and so its keys. */
export const sourcesOf = (card: Pick<Card, 'fundingSources'>, accountIds: readonly string[]): FundingSource[] =>
  accountIds.map(
    (accountId) =>
      card.fundingSources.find((source) => source.accountId === accountId) ?? {
        id: newId('CardFundingSource'),
        accountId,
      },
  );

const sources = table('card_funding_sources', {
  platformId: text(),
  id: text(),
  cardId: text(),
  accountId: text(),
  position: smallint(),
  createdAt: timestamptz(),
  detachedAt: nullable(timestamptz()),
});

/** Writes the sources of a changed card. Removed sources are detached, and their keys withdrawn. */
export function writeFundingSources(card: Card, before: readonly FundingSource[], at: Date): Effect[] {
  const { platformId, id: cardId } = card;
  const removed = before.filter(({ id }) => !card.fundingSources.some((source) => source.id === id));
  const rowsOf = (list: readonly FundingSource[], detachedAt: Date | null) =>
    list.map((source, position) =>
      sources.toRow({ platformId, cardId, ...source, position, createdAt: at, detachedAt }),
    );
  const written = { kind: sourcesKind, rows: [...rowsOf(card.fundingSources, null), ...rowsOf(removed, at)] };
  const fundingSourceIds = removed.map(({ id }) => id);
  return [written, ...(removed.length > 0 ? [revokeDelegatedKeysOf({ platformId, fundingSourceIds, at })] : [])];
}

const sourcesKind: EffectKind = {
  name: 'card_sources_written',
  statement: (rows) => sql`
    INSERT INTO card_funding_sources AS f (${sources.columns}) SELECT ${sources.columns}
    FROM ${rows} AS r(${sources.rowType}) JOIN guarded USING (item)
    ON CONFLICT (platform_id, id) DO UPDATE SET position = excluded.position, detached_at = excluded.detached_at`,
};

/** The id of the attached source that gives a card access to an account. */
export const fundingSourceOf =
  (db: Database) =>
  async (source: { platformId: string; cardId: string; accountId: string }): Promise<string | undefined> => {
    const [row] = await db.readPipelined<{ id: string }>(sql`
      SELECT id FROM card_funding_sources WHERE platform_id = ${source.platformId} AND card_id = ${source.cardId}
        AND account_id = ${source.accountId} AND detached_at IS NULL`);
    return row?.id;
  };
