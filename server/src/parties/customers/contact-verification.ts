import type { AuthenticationProviders } from '../../engine/providers/services.ts';
import type { Database } from '../../foundation/db/database.ts';
import { apply, type Effect, type EffectKind } from '../../foundation/db/effects.ts';
import { sql } from '../../foundation/db/sql.ts';
import type { Vault } from '../../foundation/db/vault.ts';
import type { Platform } from '../../foundation/kernel/callers.ts';
import { addMs, MINUTE_MS } from '../../foundation/kernel/clock.ts';
import { ApiError, InvalidFields } from '../../foundation/kernel/errors.ts';
import { retryOnConflict } from '../../foundation/kernel/retry.ts';
import { getSettings } from '../platforms/config.ts';
import { codeMessage } from './contact-messages.ts';
import { type Customer, customerJson, getActiveCustomer, updateCustomer } from './record.ts';

const CODE_DIGITS = 6;
const VALID_MINUTES = 10;
const MAX_ATTEMPTS = 5;
const MAX_SENDS = 5;
const WINDOW_MS = 10 * MINUTE_MS;

export type ContactChannel = 'email' | 'phone';

export interface ContactDeps {
  db: Database;
  vault: Vault;
  authentication: AuthenticationProviders;
}

interface ContactRequest {
  platform: Platform;
  customerId: string;
  channel: ContactChannel;
  now: Date;
}

/** Sends a new code and voids the previous one. */
export async function sendCode(deps: ContactDeps, request: ContactRequest): Promise<void> {
  const { platform, channel, now } = request;
  const customer = await getUnverified(deps.db, request);
  const messaging = deps.authentication.messaging[platform.mode];
  const code = messaging.newCode(CODE_DIGITS);
  const issue = {
    platform_id: platform.id,
    customer_id: customer.id,
    channel,
    code_hash: `\\x${deps.vault.hash(boundCode(customer, { channel, code })).toString('hex')}`,
    expires_at: addMs(now, VALID_MINUTES * MINUTE_MS),
    now,
  };
  const message = await messageFor(deps.db, { customer, request, code });
  const isSent = await apply(deps.db, {
    guard: { kind: issueKind, rows: [issue] },
    effects: [messaging.send(message)],
  });
  if (!isSent) throw tooManyCodes(await secondsToWait(deps.db, request));
}

/** Seconds until the current window of the rate limit ends. */
async function secondsToWait(db: Database, { platform, customerId, channel, now }: ContactRequest): Promise<number> {
  const [running] = await db.read<{ window_start: Date }>(sql`
    SELECT window_start FROM contact_codes
    WHERE platform_id = ${platform.id} AND customer_id = ${customerId} AND channel = ${channel}`);
  const start = running?.window_start ?? now;
  return Math.max(1, Math.ceil((addMs(start, WINDOW_MS).getTime() - now.getTime()) / 1_000));
}

async function messageFor(
  db: Database,
  { customer, request, code }: { customer: Customer; request: ContactRequest; code: string },
) {
  const { platform, channel, now } = request;
  const { embeddedWalletConfig: sender } = await getSettings(db, platform.id);
  const appName = sender.appName ?? platform.name;
  const { subject, text, html } = codeMessage({ appName, code, minutes: VALID_MINUTES });
  const to = contactOf(customer, channel);
  const common = { platformId: platform.id, to, text, code, at: now, clockOffsetMs: platform.clockOffsetMs };
  if (channel === 'phone') return { ...common, channel: 'SMS' as const };
  const from = {
    address: sender.sendFromEmailAddress,
    name: sender.sendFromEmailSenderName,
    replyTo: sender.replyToEmailAddress,
  };
  return { ...common, channel: 'EMAIL' as const, from, subject, html };
}

/** Counts the attempt before the code is checked, so that concurrent guesses cannot exceed the limit. */
export async function confirmCode(deps: ContactDeps, request: ContactRequest & { code: string }) {
  const { platform, customerId, channel, code, now } = request;
  await getUnverified(deps.db, request);
  const [running] = await deps.db.write<{ code_hash: Buffer }>(sql`
    UPDATE contact_codes SET attempts = attempts + 1
    WHERE platform_id = ${platform.id} AND customer_id = ${customerId} AND channel = ${channel}
      AND attempts < ${MAX_ATTEMPTS} AND expires_at > ${now}
    RETURNING code_hash`);
  return retryOnConflict('customer', async () => {
    const customer = await getUnverified(deps.db, request);
    if (!(await deps.vault.verify(boundCode(customer, { channel, code }), running?.code_hash))) throw wrongCode();
    const contactVerification = { ...customer.contactVerification, [channel]: 'VERIFIED' as const };
    const changed = { ...customer, contactVerification, version: customer.version + 1n, updatedAt: now };
    const used: Effect = { kind: usedKind, rows: [{ platform_id: platform.id, customer_id: customerId, channel }] };
    const isDone = await apply(deps.db, { guard: updateCustomer(changed), effects: [used] });
    return isDone ? customerJson(changed) : undefined;
  });
}

export const isContactVerified = (customer: Customer): boolean =>
  Object.values(customer.contactVerification).every((state) => state === 'VERIFIED');

async function getUnverified(db: Database, { platform, customerId, channel }: ContactRequest): Promise<Customer> {
  const customer = await getActiveCustomer(db, platform.id, customerId);
  const state = customer.contactVerification[channel];
  if (state === 'PENDING') return customer;
  const isVerified = state === 'VERIFIED';
  const message = isVerified
    ? `The ${channel} of the customer is already verified.`
    : `This customer requires no ${channel} verification.`;
  throw new ApiError('CONFLICT', message, { reason: isVerified ? 'ALREADY_VERIFIED' : 'NOT_REQUIRED' });
}

const contactOf = ({ email, phoneNumber }: Customer, channel: ContactChannel): string =>
  (channel === 'email' ? email : phoneNumber) ?? '';

/** Hashed text. It includes customer and contact, so the code is void for another customer or a changed contact. */
const boundCode = (customer: Customer, { channel, code }: { channel: ContactChannel; code: string }): string =>
  `contact/${customer.platformId}/${customer.id}/${channel}/${contactOf(customer, channel)}/${code}`;

const wrongCode = (): ApiError =>
  new InvalidFields(
    [{ field: 'code', message: 'code is wrong, used up or expired.' }],
    `A code is valid for ${VALID_MINUTES} minutes and ${MAX_ATTEMPTS} attempts. Request a new one.`,
  );

function tooManyCodes(seconds: number): ApiError {
  const hint = `At most ${MAX_SENDS} codes are sent in ${WINDOW_MS / MINUTE_MS} minutes. Retry after ${seconds} seconds.`;
  const details = { hint, retryAfterSeconds: seconds };
  return new ApiError('RATE_LIMITED', 'Too many codes were requested.', details, {
    headers: { 'retry-after': `${seconds}` },
  });
}

/** Windows of the rate limit that started before this time have ended. */
const windowFloor = sql`excluded.window_start - make_interval(secs => ${WINDOW_MS / 1_000})`;

const issueKind: EffectKind = {
  name: 'code_issued',
  statement: (rows) => sql`
    INSERT INTO contact_codes AS c (platform_id, customer_id, channel, code_hash, expires_at, sends, window_start)
    SELECT platform_id, customer_id, channel, code_hash, expires_at, 1, now
    FROM ${rows} AS r(item int, platform_id text, customer_id text, channel text, code_hash bytea,
      expires_at timestamptz, now timestamptz)
    ON CONFLICT (platform_id, customer_id, channel) DO UPDATE SET
      code_hash = excluded.code_hash, expires_at = excluded.expires_at, attempts = 0,
      sends = CASE WHEN c.window_start <= ${windowFloor} THEN 1 ELSE c.sends + 1 END,
      window_start = CASE WHEN c.window_start <= ${windowFloor} THEN excluded.window_start ELSE c.window_start END
    WHERE c.sends < ${MAX_SENDS} OR c.window_start <= ${windowFloor}
    RETURNING 0 AS item`,
};

const usedKind: EffectKind = {
  name: 'code_used',
  statement: (rows) => sql`
    DELETE FROM contact_codes c USING ${rows} AS r(item int, platform_id text, customer_id text, channel text)
    WHERE r.item IN (SELECT item FROM guarded)
      AND c.platform_id = r.platform_id AND c.customer_id = r.customer_id AND c.channel = r.channel`,
};
