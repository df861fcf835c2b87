import type { Database } from '../db/database.ts';
import { apply, type EffectKind } from '../db/effects.ts';
import type { Receipt } from '../db/receipt.ts';
import { sql } from '../db/sql.ts';
import type { Vault } from '../db/vault.ts';
import type { Platform, PlatformMode } from '../kernel/callers.ts';
import { addMs, SECOND_MS } from '../kernel/clock.ts';
import { ApiError } from '../kernel/errors.ts';
import { newId, randomHex } from '../kernel/ids.ts';
import { readSettings } from '../platforms/config.ts';
import { findPlatform, readClockOffset } from '../platforms/platforms.ts';
import { actingToken } from '../platforms/tokens.ts';
import type { CardDetails } from '../providers/issuer/port.ts';
import { openDetails } from './details.ts';
import type { CardNeeds } from './needs.ts';
import { findCard } from './record.ts';
import type { CardState } from './states.ts';

const TOKEN_BITS = 256;
const VALID_MS = 60 * SECOND_MS;
/** Where the page that shows a number lives: outside the API. */
export const REVEAL_PATH = '/card-reveal';

/** Why there is nothing to show; a frozen card may be looked at. */
const unshown: Partial<Record<CardState, string>> = {
  PENDING_KYC: 'The card is not issued yet.',
  PROCESSING: 'The card is not issued yet.',
  CLOSED: 'The card is closed, and its number is not kept.',
};

interface RevealWish {
  platform: Platform;
  cardId: string;
  /** Who asks. */
  tokenId: string;
  now: Date;
  receipt: Receipt;
}

/** A link that shows the number once, soon; who asked for it is kept with it. */
export async function revealCard(needs: CardNeeds, wish: RevealWish): Promise<string> {
  const { platform, cardId, tokenId, now, receipt } = wish;
  const { state } = await findCard(needs.db, platform.id, cardId);
  if (unshown[state]) throw new ApiError('CONFLICT', unshown[state], { reason: `CARD_${state}` });
  const token = randomHex(TOKEN_BITS);
  const expiresAt = addMs(now, VALID_MS);
  const row = {
    platform_id: platform.id,
    id: newId('CardReveal'),
    card_id: cardId,
    token_id: tokenId,
    token_hash: `\\x${hashOf(needs.vault, token).toString('hex')}`,
    expires_at: expiresAt,
    at: now,
  };
  const text = JSON.stringify({ panEmbedUrl: `${needs.publicUrl()}${REVEAL_PATH}/${token}`, expiresAt });
  const effects = [{ kind: revealKind, rows: [row] }, ...receipt.remember({ status: 200, text })];
  if (await apply(needs.db, { guard: actingToken(platform.id, tokenId), effects })) return text;
  throw new ApiError('FORBIDDEN', 'A number is shown only to somebody who can be named afterwards.', {
    reason: 'ACTOR_UNKNOWN',
    hint: 'The API token of this request does not exist any more.',
  });
}

const hashOf = (vault: Vault, token: string): Buffer => vault.hash(`card-reveal/${token}`);

const revealKind: EffectKind = {
  name: 'card_reveal_allowed',
  statement: (rows) => sql`
    INSERT INTO card_reveals (platform_id, id, card_id, token_id, token_hash, expires_at, created_at)
    SELECT platform_id, id, card_id, token_id, token_hash, expires_at, at
    FROM ${rows} AS r(item int, platform_id text, id text, card_id text, token_id text, token_hash bytea,
      expires_at timestamptz, at timestamptz)
    JOIN guarded USING (item)`,
};

interface Reveal {
  id: string;
  platformId: string;
  cardId: string;
  tokenId: string;
}

/** What a link comes to. Whoever may frame a refusal may frame the number. */
export type Revelation =
  | { outcome: 'SHOWN'; reveal: Reveal; details: CardDetails; framedBy: readonly string[] }
  | { outcome: 'GONE'; framedBy: readonly string[] }
  | { outcome: 'UNKNOWN' };

/** Opens a link, which uses it up. `now` is wall time; links live on the time of their platform. */
export async function openReveal(needs: CardNeeds, token: string, now: Date): Promise<Revelation> {
  const reveal = await findReveal(needs, token);
  if (!reveal) return { outcome: 'UNKNOWN' };
  const { platformId, cardId } = reveal;
  const { mode } = await findPlatform(needs.db, platformId);
  const framedBy = await framersOf(needs, platformId, mode);
  const platformNow = addMs(now, await readClockOffset(needs.db, platformId));
  const { detailsSealed, ...key } = await findCard(needs.db, platformId, cardId);
  if (!detailsSealed || !(await useUp(needs.db, reveal, platformNow))) return { outcome: 'GONE', framedBy };
  return { outcome: 'SHOWN', reveal, details: await openDetails(needs.vault, key, detailsSealed), framedBy };
}

async function findReveal({ db, vault }: CardNeeds, token: string): Promise<Reveal | undefined> {
  const [reveal] = await db.find<Reveal>(sql`
    SELECT platform_id AS "platformId", id, card_id AS "cardId", token_id AS "tokenId"
    FROM card_reveals WHERE token_hash = ${hashOf(vault, token)}`);
  return reveal;
}

async function framersOf({ db, issuer }: CardNeeds, platformId: string, mode: PlatformMode) {
  const { cardRevealOrigins } = await readSettings(db, platformId);
  return cardRevealOrigins ?? issuer[mode].revealOrigins;
}

/** Of two that open it at once, one is shown the number. */
async function useUp(db: Database, { platformId, id }: Reveal, at: Date): Promise<boolean> {
  const used = await db.write(sql`
    UPDATE card_reveals SET opened_at = ${at}
    WHERE platform_id = ${platformId} AND id = ${id} AND opened_at IS NULL AND expires_at > ${at} RETURNING id`);
  return used.length > 0;
}
