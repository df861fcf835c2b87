import { canonicalJson } from '../kernel/canonical-json.ts';
import { randomHex } from '../kernel/ids.ts';

const NONCE_BITS = 128;

/** What is to be done, in the words that wallet clients know. */
export interface Activity {
  type: `ACTIVITY_TYPE_${string}`;
  parameters: object;
}

interface Frame {
  accountId: string;
  requestId: string;
  now: Date;
  expiresAt: Date;
}

/** The uuid of an id: wallet clients know accounts as organizations, and customers as users, by nothing else. */
export const uuidOf = (id: string): string => id.slice(id.indexOf(':') + 1);

/**
 * What the holder of a wallet signs: canonical JSON that a person can read. The nonce makes two requests for the same
 * thing two texts.
 */
export const activityPayload = (
  { type, parameters }: Activity,
  { accountId, requestId, now, expiresAt }: Frame,
): string =>
  canonicalJson({
    accountId,
    expiresAt: expiresAt.toISOString(),
    nonce: randomHex(NONCE_BITS),
    organizationId: uuidOf(accountId),
    parameters,
    requestId,
    timestampMs: String(now.getTime()),
    type,
  });
