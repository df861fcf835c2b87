import type { Customer } from '../customers/record.ts';
import type { Effect } from '../db/effects.ts';
import type { Platform } from '../kernel/callers.ts';
import { MINUTE_MS } from '../kernel/clock.ts';
import { ApiError } from '../kernel/errors.ts';
import { readSettings } from '../platforms/config.ts';
import type { Challenge } from './challenge-record.ts';
import type { ScaNeeds } from './challenges.ts';
import { hashOfCode } from './proofs.ts';

const CODE_DIGITS = 6;

interface Texting {
  platform: Platform;
  customer: Customer;
  challenge: Challenge;
  now: Date;
}

/** A fresh code for a challenge: its hash, and the message that brings it. */
export async function textCode(
  { db, vault, messaging, authenticators }: ScaNeeds,
  { platform, customer, challenge, now }: Texting,
): Promise<{ codeHash: Buffer; message: Effect }> {
  const phone = { number: customer.phoneNumber, isVerified: customer.contactVerification.phone === 'VERIFIED' };
  const to = authenticators[platform.mode].textTo(phone);
  if (!to) throw noPhone(customer);
  const { embeddedWalletConfig } = await readSettings(db, platform.id);
  const appName = String(embeddedWalletConfig.appName ?? platform.name);
  const code = messaging[platform.mode].newCode(CODE_DIGITS);
  const message = messaging[platform.mode].send({
    platformId: platform.id,
    channel: 'SMS',
    to,
    text: wordsFor(challenge, { appName, code, now }),
    code,
    at: now,
    clockOffsetMs: platform.clockOffsetMs,
  });
  return { codeHash: hashOfCode(vault, challenge, code), message };
}

/** Who types the code must see what for: the amount and the payee, where there are any. */
function wordsFor(
  { about, expiresAt }: Challenge,
  { appName, code, now }: { appName: string; code: string; now: Date },
): string {
  const minutes = Math.max(1, Math.floor((expiresAt.getTime() - now.getTime()) / MINUTE_MS));
  const validity = minutes === 1 ? 'one minute' : `${minutes} minutes`;
  return `${code} is your ${appName} code${about ? ` to ${about}` : ''}. It is valid for ${validity}. Never tell it to anybody.`;
}

const noPhone = ({ id }: Customer): ApiError =>
  new ApiError('CONFLICT', 'The customer has no phone number that was proved.', {
    reason: 'PHONE_NOT_VERIFIED',
    hint: `POST /customers/${id}/verify-phone sends a code that proves it.`,
  });
