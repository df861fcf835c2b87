import { accountsOf, type InternalAccount } from '../accounts/internal-accounts.ts';
import type { Database } from '../db/database.ts';
import type { Effect, EffectKind } from '../db/effects.ts';
import { sql } from '../db/sql.ts';
import type { Platform } from '../kernel/callers.ts';
import { ApiError, type FieldError, InvalidFields } from '../kernel/errors.ts';
import { newId } from '../kernel/ids.ts';
import { withdrawDelegatedKeys } from '../wallets/delegated-record.ts';
import type { CardNeeds } from './needs.ts';
import type { Card, FundingSource } from './record.ts';

/** Cards are in these currencies. */
export const cardCurrencies: readonly string[] = ['USD', 'USDB'];

interface Wish {
  platform: Platform;
  cardholderId: string;
  accountIds: readonly string[];
  /** Of the card, where it has one already. */
  currency?: string;
}

/**
 * The accounts that a card is to draw on, first things first, all of one currency; refused where any of them will not
 * do. An embedded wallet will do: whether it can be drawn on is a matter of its delegated key, at each authorization.
 */
export async function requireEligible(needs: CardNeeds, { platform, cardholderId, accountIds, currency }: Wish) {
  const repeats = repeatProblems(accountIds);
  if (repeats.length > 0) throw new InvalidFields(repeats);
  const owned = new Map((await accountsOf(needs, platform.id, cardholderId)).map((account) => [account.id, account]));
  const first = accountIds.map((id) => owned.get(id)?.currency).find((code) => code && cardCurrencies.includes(code));
  const wanted = currency ?? first;
  const errors = accountIds.flatMap((id, i): FieldError[] => {
    const problem = needs.issuer[platform.mode].objectionTo(id) ?? problemOf(owned.get(id), wanted);
    return problem ? [{ field: `fundingSources.${i}`, message: `${id} ${problem}.` }] : [];
  });
  if (errors.length > 0) throw ineligible(errors);
  return { currency: wanted ?? '' };
}

export const repeatProblems = (accountIds: readonly string[]): FieldError[] =>
  accountIds.flatMap((id, i) =>
    accountIds.indexOf(id) < i ? [{ field: `fundingSources.${i}`, message: `${id} is listed twice.` }] : [],
  );

function problemOf(account: InternalAccount | undefined, currency: string | undefined): string | undefined {
  if (!account) return 'is not an account of the cardholder';
  if (!cardCurrencies.includes(account.currency)) {
    return `is in ${account.currency}: cards draw on ${cardCurrencies.join(' and ')} only`;
  }
  if (account.currency !== currency) return `is in ${account.currency}, and the card in ${currency}`;
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

/** These accounts as sources of the card: those that stay keep their ids, and so their delegated keys. */
export const sourcesOf = (card: Pick<Card, 'fundingSources'>, accountIds: readonly string[]): FundingSource[] =>
  accountIds.map(
    (accountId) =>
      card.fundingSources.find((source) => source.accountId === accountId) ?? {
        id: newId('CardFundingSource'),
        accountId,
      },
  );

/** Writes the sources of a card as it is after a change; what it had before and has no more is detached, with its keys. */
export function writeSources(card: Card, before: readonly FundingSource[], at: Date): Effect[] {
  const isKept = ({ id }: FundingSource) => card.fundingSources.some((source) => source.id === id);
  const gone = before.filter((source) => !isKept(source));
  const row = ({ id, accountId }: FundingSource, position: number) => ({
    platform_id: card.platformId,
    id,
    card_id: card.id,
    account_id: accountId,
    position,
    at,
  });
  const detached = gone.map((source, i) => ({ ...row(source, i), detached_at: at }));
  const written = { kind: sourcesKind, rows: [...card.fundingSources.map(row), ...detached] };
  const fundingSourceIds = gone.map(({ id }) => id);
  return [
    written,
    ...(gone.length > 0 ? [withdrawDelegatedKeys({ platformId: card.platformId, fundingSourceIds, at })] : []),
  ];
}

const sourcesKind: EffectKind = {
  name: 'card_sources_written',
  statement: (rows) => sql`
    INSERT INTO card_funding_sources AS f (platform_id, id, card_id, account_id, position, created_at, detached_at)
    SELECT platform_id, id, card_id, account_id, position, at, detached_at
    FROM ${rows} AS r(item int, platform_id text, id text, card_id text, account_id text, position smallint,
      at timestamptz, detached_at timestamptz)
    JOIN guarded USING (item)
    ON CONFLICT (platform_id, id) DO UPDATE SET position = excluded.position, detached_at = excluded.detached_at`,
};

/** The id under which a card draws on an account, if it does. */
export const fundingSourceOf =
  (db: Database) =>
  async (source: { platformId: string; cardId: string; accountId: string }): Promise<string | undefined> => {
    const [row] = await db.find<{ id: string }>(sql`
      SELECT id FROM card_funding_sources WHERE platform_id = ${source.platformId} AND card_id = ${source.cardId}
        AND account_id = ${source.accountId} AND detached_at IS NULL`);
    return row?.id;
  };
