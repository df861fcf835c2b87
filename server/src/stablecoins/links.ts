import { brokenConstraint, type Database } from '../db/database.ts';
import { apply } from '../db/effects.ts';
import { mapPage, type PageRequest, page } from '../db/page.ts';
import { sql } from '../db/sql.ts';
import { ApiError, InvalidFields } from '../kernel/errors.ts';
import { idPattern, newId } from '../kernel/ids.ts';
import {
  AccessRefused,
  type Credentials,
  type ProviderAccess,
  type ProviderAccount,
  type StablecoinProviderName,
} from '../providers/stablecoin/port.ts';
import {
  activeLinks,
  endLink,
  findLink,
  insertLink,
  LINKED,
  type Link,
  type LinkRow,
  type LinkStatus,
  linkColumns,
  linkJson,
  linkTo,
  openCredentials,
  renewLink,
  sealCredentials,
  toLink,
  unknownLink,
} from './link-record.ts';
import { type Asked, explainDown, type StablecoinNeeds } from './needs.ts';

export interface LinkRequest extends Credentials {
  provider: StablecoinProviderName;
  providerAccountId?: string;
}

/** Links an account at the provider, once the provider has taken its credentials. */
export async function createLink(
  needs: StablecoinNeeds,
  { platform, now, receipt }: Asked,
  { provider, providerAccountId, ...credentials }: LinkRequest,
): Promise<string> {
  const account = await chosenAccount(needs, { mode: platform.mode, credentials, wanted: providerAccountId });
  const place = { platformId: platform.id, provider, environment: account.environment, providerAccountId: account.id };
  const times = { lastVerifiedAt: now, createdAt: now, updatedAt: now };
  const known = await linkTo(needs.db, { ...place, ...times, credentialsSealed: '' });
  if (known?.status === 'ACTIVE') throw linkedBefore(known.id);
  const id = known?.id ?? newId('StablecoinProviderAccount');
  const credentialsSealed = sealCredentials(needs.vault, { platformId: platform.id, id }, credentials);
  const createdAt = known?.createdAt ?? now;
  const link: Link = { ...place, ...times, id, status: 'ACTIVE', credentialsSealed, createdAt };
  const text = JSON.stringify(linkJson(link));
  const kept = receipt.remember({ status: 201, text });
  const change = known ? { guard: renewLink(link), effects: kept } : { effects: [insertLink(link), ...kept] };
  try {
    if (await apply(needs.db, change)) return text;
  } catch (error) {
    throw brokenConstraint(error) === LINKED ? linkedBefore() : error;
  }
  throw linkedBefore(id);
}

const linkedBefore = (id?: string): ApiError =>
  new ApiError('CONFLICT', 'This account at the provider is linked already.', {
    reason: 'PROVIDER_ACCOUNT_LINKED',
    ...(id && { stablecoinProviderAccountId: id }),
  });

interface Choice {
  mode: Asked['platform']['mode'];
  credentials: Credentials;
  wanted: string | undefined;
}

async function chosenAccount(
  { stablecoins }: StablecoinNeeds,
  { mode, credentials, wanted }: Choice,
): Promise<ProviderAccount> {
  const accounts = await stablecoins[mode].accountsOf(credentials, wanted).catch((error) => {
    throw error instanceof AccessRefused ? refusedAccess(error.reason) : explainDown(error);
  });
  const [first] = accounts;
  if (!first) throw refusedAccess('INVALID');
  const chosen = wanted === undefined ? accounts : accounts.filter(({ id }) => id === wanted);
  const [only] = chosen;
  if (only && chosen.length === 1) return only;
  const field = 'providerAccountId';
  const choices = accounts.map(({ id }) => id);
  const message = `${field} must be one of the accounts that these credentials open: ${choices.join(', ')}.`;
  throw new InvalidFields([{ field, message, constraint: { enum: choices } }]);
}

export async function getLink(db: Database, platformId: string, id: string) {
  return linkJson(await findLink(db, platformId, id));
}

export interface LinkFilter extends PageRequest {
  provider?: StablecoinProviderName | undefined;
  status?: LinkStatus | undefined;
}

export async function listLinks(db: Database, platformId: string, { provider, status, ...request }: LinkFilter) {
  const where = [
    sql`platform_id = ${platformId}`,
    ...(provider ? [sql`provider = ${provider}`] : []),
    ...(status ? [sql`status = ${status}`] : []),
  ];
  const from = sql`FROM stablecoin_provider_accounts`;
  const found = await page<LinkRow>(db, {
    keys: idPattern('StablecoinProviderAccount'),
    select: linkColumns,
    from,
    where,
    request,
  });
  return mapPage(found, (row) => linkJson(toLink(row)));
}

/** The one that is named, or the only one there is. */
export async function chooseLink(db: Database, platformId: string, id: string | undefined): Promise<Link> {
  if (id !== undefined) return requireActive(await findLink(db, platformId, id));
  const [link, another] = await activeLinks(db, platformId);
  if (!link) throw unknownLink();
  if (!another) return link;
  throw new ApiError(
    'STABLECOIN_PROVIDER_ACCOUNT_SELECTION_REQUIRED',
    'Several provider accounts are linked: stablecoinProviderAccountId must say which one is meant.',
  );
}

export function requireActive(link: Link): Link {
  if (link.status !== 'ACTIVE') throw refusedAccess(link.status);
  return link;
}

const refusedAccess = (reason: 'INVALID' | 'REVOKED'): ApiError =>
  new ApiError(`STABLECOIN_PROVIDER_ACCOUNT_${reason}`, `The provider says that the credentials are ${reason}.`, {
    hint: 'POST /stablecoin-provider-accounts with credentials that the provider takes.',
  });

/** Uses an account at the provider; one that it no longer opens is marked so. */
export async function withAccess<T>(
  { db, vault }: StablecoinNeeds,
  { link, now }: { link: Link; now: Date },
  use: (access: ProviderAccess) => Promise<T>,
): Promise<T> {
  const credentials = await openCredentials(vault, link);
  try {
    return await use({ credentials, accountId: link.providerAccountId });
  } catch (error) {
    if (!(error instanceof AccessRefused)) throw explainDown(error);
    await endLink(db, link, error.reason, now);
    throw refusedAccess(error.reason);
  }
}
