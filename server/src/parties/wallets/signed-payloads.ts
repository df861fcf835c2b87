import { canonicalJson } from '../../foundation/kernel/canonical-json.ts';
import { randomHex } from '../../foundation/kernel/ids.ts';

const NONCE_BITS = 128;

/** Operation to sign, with the names that existing wallet clients expect. */
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

/** The UUID of an id, by which wallet clients refer to organizations and users. */
export const uuidOf = (id: string): string => id.slice(id.indexOf(':') + 1);

/** Canonical JSON for the wallet holder to sign. The nonce makes each payload unique. */
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
