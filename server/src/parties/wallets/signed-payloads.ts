import { canonicalJson } from '../../foundation/kernel/canonical-json.ts';
import { randomHex } from '../../foundation/kernel/ids.ts';

const NONCE_BITS = 128;

/** The operation to sign, named as existing wallet clients expect. */
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

/** The UUID part of an id: wallet clients refer to organizations and users by it. */
export const uuidOf = (id: string): string => id.slice(id.indexOf(':') + 1);

/** Canonical JSON that the holder of a wallet signs. The nonce makes each request unique. */
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
