import type { Database } from '../db/database.ts';
import type { Receipt } from '../db/receipt.ts';
import type { Vault } from '../db/vault.ts';
import type { Platform } from '../kernel/callers.ts';
import { ApiError } from '../kernel/errors.ts';
import type { Ledger } from '../ledger/post.ts';
import type { CompleteBanking } from '../providers/services.ts';
import { ProviderUnavailable } from '../providers/stablecoin/port.ts';

export interface StablecoinDeps {
  db: Database;
  vault: Vault;
  ledger: Ledger;
  banking: CompleteBanking;
}

/** Caller, time and receipt of a request. */
export interface StablecoinRequest {
  platform: Platform;
  now: Date;
  receipt: Receipt;
}

/** Converts a ProviderUnavailable to 503; other errors are returned unchanged. */
export function toProviderError(error: unknown): unknown {
  if (!(error instanceof ProviderUnavailable)) return error;
  return new ApiError(
    'SERVICE_UNAVAILABLE',
    'The stablecoin provider is not available.',
    { hint: 'Nothing was changed. Repeat the request later.' },
    { headers: { 'retry-after': '60' } },
  );
}
