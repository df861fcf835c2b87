import type { CardDetails } from '../../engine/providers/issuer/port.ts';
import type { Database } from '../../foundation/db/database.ts';
import { apply, type EffectKind } from '../../foundation/db/effects.ts';
import type { Receipt } from '../../foundation/db/idempotency-receipt.ts';
import { sql } from '../../foundation/db/sql.ts';
import type { Platform } from '../../foundation/kernel/callers.ts';
import { addMs, SECOND_MS } from '../../foundation/kernel/clock.ts';
import { ApiError } from '../../foundation/kernel/errors.ts';
import { newId, randomHex } from '../../foundation/kernel/ids.ts';
import { getSettings } from '../../parties/platforms/config.ts';
import { getClockOffset, getPlatform } from '../../parties/platforms/platforms.ts';
import type { PageSettings } from '../../parties/platforms/settings.ts';
import { tokenExists } from '../../parties/platforms/tokens.ts';
import type { CardState } from './card-states.ts';
import type { CardDeps } from './deps.ts';
import { getCard } from './record.ts';
import { openDetails } from './sealed-details.ts';

const TOKEN_BITS = 256;
const VALIDITY_MS = 60 * SECOND_MS;
/** Path of the page that shows a number, outside the API. */
export const REVEAL_PATH = '/card-reveal';

/** Errors for states in which there is no number to show. */
const unavailable = {
  PENDING_KYC: 'The card is not issued yet.',
  PROCESSING: 'The card is not issued yet.',
  CLOSED: 'The card is closed, and its number was erased.',
} as const satisfies Partial<Record<CardState, string>>;

const isUnavailable = (state: CardState): state is keyof typeof unavailable => state in unavailable;

interface RevealRequest {
  platform: Platform;
  cardId: string;
  /** API token of the request. */
  tokenId: string;
  now: Date;
  receipt: Receipt;
}

/** Creates a link that shows the number once. The token that requested it is recorded with the link. */
export async function revealCard(
  deps: CardDeps,
  { platform, cardId, tokenId, now, receipt }: RevealRequest,
): Promise<string> {
  const { state } = await getCard(deps.db, platform.id, cardId);
  if (isUnavailable(state)) throw new ApiError('CONFLICT', unavailable[state], { reason: `CARD_${state}` });
  const token = randomHex(TOKEN_BITS);
  const expiresAt = addMs(now, VALIDITY_MS);
  const row = {
    platform_id: platform.id,
    id: newId('CardReveal'),
    card_id: cardId,
    token_id: tokenId,
    token_hash: `\\x${deps.vault.hash(secretOf(token)).toString('hex')}`,
    expires_at: expiresAt,
    at: now,
  };
  const text = JSON.stringify({ panEmbedUrl: `${deps.sites.publicUrl()}${REVEAL_PATH}/${token}`, expiresAt });
  const effects = [{ kind: revealKind, rows: [row] }, ...receipt.record({ status: 200, text })];
  if (await apply(deps.db, { guard: tokenExists(platform.id, tokenId), effects })) return text;
  throw new ApiError('FORBIDDEN', 'A card number is shown only to an API token that exists.', {
    reason: 'ACTOR_UNKNOWN',
    hint: 'The API token of this request was deleted: use another one.',
  });
}

const secretOf = (token: string): string => `card-reveal/${token}`;

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

/** Outcome of opening a link. The number and the error page allow the same origins to frame them. */
export type Revelation =
  | ({ outcome: 'SHOWN'; reveal: Reveal; details: CardDetails } & RevealFrame)
  | ({ outcome: 'GONE' } & RevealFrame)
  | { outcome: 'UNKNOWN' };

interface RevealFrame {
  framedBy: readonly string[];
  pages: PageSettings;
}

/** Opens a link, which consumes it. `now` is wall time; links expire by the clock of their platform. */
export async function openReveal(deps: CardDeps, token: string, now: Date): Promise<Revelation> {
  const reveal = await findReveal(deps, token);
  if (!reveal) return { outcome: 'UNKNOWN' };
  const { platformId, cardId } = reveal;
  const { mode } = await getPlatform(deps.db, platformId);
  const settings = await getSettings(deps.db, platformId);
  const frame: RevealFrame = {
    framedBy: settings.cardRevealOrigins ?? deps.cards.issuer[mode].revealOrigins,
    pages: settings.hostedPages ?? {},
  };
  const platformNow = addMs(now, await getClockOffset(deps.db, platformId));
  const { detailsSealed, ...key } = await getCard(deps.db, platformId, cardId);
  if (!detailsSealed || !(await consumeReveal(deps.db, reveal, platformNow))) return { outcome: 'GONE', ...frame };
  return { outcome: 'SHOWN', reveal, details: await openDetails(deps.vault, key, detailsSealed), ...frame };
}

async function findReveal({ db, vault }: CardDeps, token: string): Promise<Reveal | undefined> {
  return vault.find(secretOf(token), async (hashes) => {
    const [reveal] = await db.readPipelined<Reveal>(sql`
      SELECT platform_id AS "platformId", id, card_id AS "cardId", token_id AS "tokenId"
      FROM card_reveals WHERE token_hash = ANY (${hashes}::bytea[])`);
    return reveal;
  });
}

/** Under concurrency exactly one request consumes the link. */
async function consumeReveal(db: Database, { platformId, id }: Reveal, at: Date): Promise<boolean> {
  const consumed = await db.write(sql`
    UPDATE card_reveals SET opened_at = ${at}
    WHERE platform_id = ${platformId} AND id = ${id} AND opened_at IS NULL AND expires_at > ${at} RETURNING id`);
  return consumed.length > 0;
}
