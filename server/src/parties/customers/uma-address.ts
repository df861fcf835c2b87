import { ApiError } from '../../foundation/kernel/errors.ts';
import { randomHex } from '../../foundation/kernel/ids.ts';

const MAX_USER = 64;
const USER = /^\$[a-z0-9\-_.+]+$/;
const DOMAIN = /^[a-z0-9]([a-z0-9-]*[a-z0-9])?(\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)*(:\d{1,5})?$/;

/** Converts the address to lower case. If the platform has a UMA domain, the address must be at that domain. */
export function parseUmaAddress(address: string, umaDomain: string | undefined): string {
  const lower = address.toLowerCase();
  const at = lower.indexOf('@');
  const user = lower.slice(0, at);
  const domain = lower.slice(at + 1);
  if (at < 0 || !USER.test(user) || user.length > MAX_USER || !DOMAIN.test(domain)) {
    throw new ApiError('INVALID_UMA_ADDRESS', 'umaAddress must look like $user@domain.', {
      hint: `user has 1 to ${MAX_USER - 1} characters of a-z 0-9 - _ . +`,
    });
  }
  if (umaDomain && domain !== umaDomain) {
    const hint = 'PATCH /config changes umaDomain.';
    throw new ApiError('INVALID_UMA_ADDRESS', `umaAddress must be at ${umaDomain}.`, { hint });
  }
  return lower;
}

export const makeUmaAddress = (domain: string): string => `$${randomHex(48)}@${domain}`;
