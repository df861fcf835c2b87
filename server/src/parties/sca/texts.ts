import type { Effect } from '../../foundation/db/effects.ts';
import type { Platform } from '../../foundation/kernel/callers.ts';
import { MINUTE_MS } from '../../foundation/kernel/clock.ts';
import { ApiError } from '../../foundation/kernel/errors.ts';
import type { Customer } from '../customers/record.ts';
import { getSettings } from '../platforms/config.ts';
import type { ScaChallengeRecord } from './challenge-record.ts';
import type { ScaDeps } from './deps.ts';
import { hashOfCode } from './proofs.ts';

const CODE_DIGITS = 6;

interface CodeRequest {
  platform: Platform;
  customer: Customer;
  challenge: ScaChallengeRecord;
  now: Date;
}

/** Creates a new code for a challenge: its hash, and the effect that sends it. */
export async function textCode(
  { db, vault, authentication: { messaging, authenticators } }: ScaDeps,
  { platform, customer, challenge, now }: CodeRequest,
): Promise<{ codeHash: Buffer; message: Effect }> {
  const phone = { number: customer.phoneNumber, isVerified: customer.contactVerification.phone === 'VERIFIED' };
  const to = authenticators[platform.mode].textTo(phone);
  if (!to) throw noPhone(customer);
  const { embeddedWalletConfig } = await getSettings(db, platform.id);
  const appName = String(embeddedWalletConfig.appName ?? platform.name);
  const code = messaging[platform.mode].newCode(CODE_DIGITS);
  const message = messaging[platform.mode].send({
    platformId: platform.id,
    channel: 'SMS',
    to,
    text: messageText(challenge, { appName, code, now }),
    code,
    resourceId: challenge.subjectId,
    at: now,
    clockOffsetMs: platform.clockOffsetMs,
  });
  return { codeHash: hashOfCode(vault, challenge, code), message };
}

/** Text with the amount and the payee of a payment, so that the customer sees what the code authorizes. */
function messageText(
  { about, expiresAt }: ScaChallengeRecord,
  { appName, code, now }: { appName: string; code: string; now: Date },
): string {
  const minutes = Math.max(1, Math.floor((expiresAt.getTime() - now.getTime()) / MINUTE_MS));
  const validity = minutes === 1 ? 'one minute' : `${minutes} minutes`;
  return `${code} is your ${appName} code${about ? ` to ${about}` : ''}. It is valid for ${validity}. Do not share it with anyone.`;
}

const noPhone = ({ id }: Customer): ApiError =>
  new ApiError('CONFLICT', 'The customer has no verified phone number.', {
    reason: 'PHONE_NOT_VERIFIED',
    hint: `POST /customers/${id}/verify-phone sends a code that verifies it.`,
  });
