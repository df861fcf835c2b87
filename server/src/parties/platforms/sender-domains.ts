import type { Database } from '../../foundation/db/database.ts';
import type { Effect, EffectKind } from '../../foundation/db/effects.ts';
import { sql } from '../../foundation/db/sql.ts';
import type { FieldError } from '../../foundation/kernel/errors.ts';
import type { SettingsUpdate } from './schemas.ts';

const LABEL = '[A-Za-z0-9]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?';

/** Domain of at least two labels without a port (RFC 5321). */
export const MAIL_DOMAIN = `^${LABEL}(\\.${LABEL})+$`;

export interface SenderDeps {
  db: Database;
  /** Sender address of the service, which every platform may use. */
  defaultSender: string | undefined;
}

export interface SenderDomain {
  domain: string;
  createdAt: Date;
}

/** Not paginated: the list is short, because operators add each domain manually. */
export const listSenderDomains = (db: Database, platformId: string): Promise<SenderDomain[]> =>
  db.read<SenderDomain>(sql`
    SELECT domain, created_at AS "createdAt" FROM sender_domains WHERE platform_id = ${platformId} ORDER BY domain`);

/** True if the platform may send mail from this address. Allowing a domain does not allow its subdomains. */
export async function isAllowedSender(
  { db, defaultSender }: SenderDeps,
  platformId: string,
  address: string,
): Promise<boolean> {
  if (address.toLowerCase() === defaultSender?.toLowerCase()) return true;
  const domain = address.slice(address.lastIndexOf('@') + 1).toLowerCase();
  const rows = await db.read(
    sql`SELECT 1 FROM sender_domains WHERE platform_id = ${platformId} AND domain = ${domain}`,
  );
  return rows.length > 0;
}

export async function senderProblems(
  deps: SenderDeps,
  platformId: string,
  { embeddedWalletConfig }: SettingsUpdate,
): Promise<FieldError[]> {
  const address = embeddedWalletConfig?.sendFromEmailAddress;
  if (address === undefined || (await isAllowedSender(deps, platformId, address))) return [];
  const field = 'embeddedWalletConfig.sendFromEmailAddress';
  const domain = address.slice(address.lastIndexOf('@') + 1);
  return [
    {
      field,
      message: `${field} must be at a domain that the operator of the service has allowed for this platform; request ${domain}, or leave it out to use the default sender.`,
    },
  ];
}

export const allowDomain = (row: { platformId: string; domain: string; at: Date }): Effect => ({
  kind: allowKind,
  rows: [{ platform_id: row.platformId, domain: row.domain, at: row.at }],
});

const allowKind: EffectKind = {
  name: 'sender_domain_allowed',
  statement: (rows) => sql`
    INSERT INTO sender_domains (platform_id, domain, created_at)
    SELECT platform_id, domain, at FROM ${rows} AS r(item int, platform_id text, domain text, at timestamptz)
    JOIN guarded USING (item)
    ON CONFLICT (platform_id, domain) DO UPDATE SET domain = excluded.domain`,
};

/** Guard: holds if the domain was allowed before. */
export const disallowDomain = (row: { platformId: string; domain: string }): Effect => ({
  kind: disallowKind,
  rows: [{ platform_id: row.platformId, domain: row.domain }],
});

const disallowKind: EffectKind = {
  name: 'sender_domain_removed',
  statement: (rows) => sql`
    DELETE FROM sender_domains d USING ${rows} AS r(item int, platform_id text, domain text)
    WHERE d.platform_id = r.platform_id AND d.domain = r.domain RETURNING r.item`,
};
