import type { Database } from '../../foundation/db/database.ts';
import type { Effect, EffectKind } from '../../foundation/db/effects.ts';
import { sealContext, sealedColumns } from '../../foundation/db/sealed-columns.ts';
import { sql } from '../../foundation/db/sql.ts';
import type { Vault } from '../../foundation/db/vault.ts';
import type { Clock } from '../../foundation/kernel/clock.ts';
import type { OwnerUpdate } from '../customers/owner-schemas.ts';

/** Answers about a person who is not added yet, in members of the API. A link has at most one draft. */
export type PersonDraft = OwnerUpdate;

interface DraftLink {
  platformId: string;
  id: string;
  personDraftSealed: string | null;
}

const contextOf = ({ platformId, id }: Pick<DraftLink, 'platformId' | 'id'>) =>
  sealContext(sealedColumns.personDraft, { platform_id: platformId, id });

export async function openPersonDraft(vault: Vault, link: DraftLink): Promise<PersonDraft | undefined> {
  return link.personDraftSealed === null
    ? undefined
    : JSON.parse(await vault.open(link.personDraftSealed, contextOf(link)));
}

/** Stores the draft, unless the link is used. */
export async function savePersonDraft(
  { db, vault }: { db: Database; vault: Vault },
  link: DraftLink,
  draft: PersonDraft,
): Promise<void> {
  const sealed = vault.seal(JSON.stringify(draft), contextOf(link));
  await db.write(sql`
    UPDATE kyc_links SET person_draft_sealed = ${sealed}
    WHERE platform_id = ${link.platformId} AND id = ${link.id} AND used_at IS NULL`);
}

/** Removes the draft. May be part of the statement that creates the person. */
export const removePersonDraft = ({ platformId, id }: DraftLink): Effect => ({
  kind: removalKind,
  rows: [{ platform_id: platformId, id }],
});

export async function sweepPersonDrafts({ db, clock }: { db: Database; clock: Clock }): Promise<void> {
  await db.write(sql`
    UPDATE kyc_links SET person_draft_sealed = NULL
    WHERE person_draft_sealed IS NOT NULL AND expires_at <= ${clock.now()}`);
}

const removalKind: EffectKind = {
  name: 'person_draft_removed',
  statement: (rows) => sql`
    UPDATE kyc_links l SET person_draft_sealed = NULL
    FROM ${rows} AS r(item int, platform_id text, id text) JOIN guarded USING (item)
    WHERE l.platform_id = r.platform_id AND l.id = r.id`,
};
