import {
  AccessDenied,
  type Credentials,
  type ProviderAccess,
  type ProviderAccount,
  type StablecoinProviderName,
} from '../../engine/providers/stablecoin/port.ts';
import { brokenConstraint, type Database } from '../../foundation/db/database.ts';
import { apply } from '../../foundation/db/effects.ts';
import { mapPage, type PageRequest, page } from '../../foundation/db/page.ts';
import { sql } from '../../foundation/db/sql.ts';
import { ApiError, InvalidFields } from '../../foundation/kernel/errors.ts';
import { idPattern, newId } from '../../foundation/kernel/ids.ts';
import { type StablecoinDeps, type StablecoinRequest, toProviderError } from './deps.ts';
import {
  deactivateLink,
  findLinkTo,
  getProviderLink,
  insertLink,
  LINKED,
  type Link,
  type LinkRow,
  type LinkStatus,
  linkJson,
  links,
  listActiveLinks,
  openCredentials,
  renewLink,
  sealCredentials,
  unknownLink,
} from './link-record.ts';
import type { LinkRequest } from './schemas.ts';

/** Links an account at the provider after the provider has accepted the credentials. */
export async function createProviderLink(
  deps: StablecoinDeps,
  { platform, now, receipt }: StablecoinRequest,
  { provider, providerAccountId, ...credentials }: LinkRequest,
): Promise<string> {
  const account = await chooseAccount(deps, { mode: platform.mode, credentials, selected: providerAccountId });
  const linked = { platformId: platform.id, provider, environment: account.environment, providerAccountId: account.id };
  const existing = await findLinkTo(deps.db, linked);
  if (existing?.status === 'ACTIVE') throw alreadyLinked(existing.id);
  const id = existing?.id ?? newId('StablecoinProviderAccount');
  const credentialsSealed = sealCredentials(deps.vault, { platformId: platform.id, id }, credentials);
  const times = { lastVerifiedAt: now, createdAt: existing?.createdAt ?? now, updatedAt: now };
  const link: Link = { ...linked, ...times, id, status: 'ACTIVE', credentialsSealed };
  const text = JSON.stringify(linkJson(link));
  const receipts = receipt.record({ status: 201, text });
  const change = existing
    ? { guard: renewLink(link), effects: receipts }
    : { effects: [insertLink(link), ...receipts] };
  try {
    if (await apply(deps.db, change)) return text;
  } catch (error) {
    throw brokenConstraint(error) === LINKED ? alreadyLinked() : error;
  }
  throw alreadyLinked(id);
}

const alreadyLinked = (id?: string): ApiError =>
  new ApiError('CONFLICT', 'This account at the provider is already linked.', {
    reason: 'PROVIDER_ACCOUNT_LINKED',
    ...(id && { stablecoinProviderAccountId: id }),
  });

interface AccountChoice {
  mode: StablecoinRequest['platform']['mode'];
  credentials: Credentials;
  selected: string | undefined;
}

async function chooseAccount(
  { banking: { stablecoins } }: StablecoinDeps,
  { mode, credentials, selected }: AccountChoice,
): Promise<ProviderAccount> {
  const accounts = await stablecoins[mode].accountsOf(credentials, selected).catch((error) => {
    throw error instanceof AccessDenied ? deniedAccess(error.reason) : toProviderError(error);
  });
  const [first] = accounts;
  if (!first) throw deniedAccess('INVALID');
  const chosen = selected === undefined ? accounts : accounts.filter(({ id }) => id === selected);
  const [only] = chosen;
  if (only && chosen.length === 1) return only;
  const field = 'providerAccountId';
  const choices = accounts.map(({ id }) => id);
  const message = `${field} must be one of the accounts of these credentials: ${choices.join(', ')}.`;
  throw new InvalidFields([{ field, message, constraint: { enum: choices } }]);
}

export async function getLinkJson(db: Database, platformId: string, id: string) {
  return linkJson(await getProviderLink(db, platformId, id));
}

interface LinkFilter extends PageRequest {
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
  const listed = await page<LinkRow>(db, {
    keys: idPattern('StablecoinProviderAccount'),
    select: links.columns,
    from,
    where,
    request,
  });
  return mapPage(listed, (row) => linkJson(links.fromRow(row)));
}

/** The link with this id, or the only ACTIVE one. */
export async function chooseLink(db: Database, platformId: string, id: string | undefined): Promise<Link> {
  if (id !== undefined) return requireActive(await getProviderLink(db, platformId, id));
  const [link, another] = await listActiveLinks(db, platformId);
  if (!link) throw unknownLink();
  if (!another) return link;
  throw new ApiError(
    'STABLECOIN_PROVIDER_ACCOUNT_SELECTION_REQUIRED',
    'stablecoinProviderAccountId is required, because several provider accounts are linked.',
  );
}

export function requireActive(link: Link): Link {
  if (link.status !== 'ACTIVE') throw deniedAccess(link.status);
  return link;
}

const deniedAccess = (reason: 'INVALID' | 'REVOKED'): ApiError =>
  new ApiError(`STABLECOIN_PROVIDER_ACCOUNT_${reason}`, `The provider reports the credentials as ${reason}.`, {
    hint: 'POST /stablecoin-provider-accounts with credentials that the provider accepts.',
  });

/** Calls the provider with the credentials of a link. Deactivates the link when the provider rejects them. */
export async function withAccess<T>(
  { db, vault }: StablecoinDeps,
  { link, now }: { link: Link; now: Date },
  use: (access: ProviderAccess) => Promise<T>,
): Promise<T> {
  const credentials = await openCredentials(vault, link);
  try {
    return await use({ credentials, accountId: link.providerAccountId });
  } catch (error) {
    if (!(error instanceof AccessDenied)) throw toProviderError(error);
    await deactivateLink(db, link, error.reason, now);
    throw deniedAccess(error.reason);
  }
}
