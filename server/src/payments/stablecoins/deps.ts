import type { Ledger } from '../../engine/ledger/post.ts';
import type { CompleteBanking } from '../../engine/providers/services.ts';
import { ProviderUnavailable } from '../../engine/providers/stablecoin/port.ts';
import type { Database } from '../../foundation/db/database.ts';
import type { Receipt } from '../../foundation/db/idempotency-receipt.ts';
import type { Vault } from '../../foundation/db/vault.ts';
import type { Platform } from '../../foundation/kernel/callers.ts';
import { ApiError } from '../../foundation/kernel/errors.ts';

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

/** Converts ProviderUnavailable to 503; returns other errors unchanged. */
export function toProviderError(error: unknown): unknown {
  if (!(error instanceof ProviderUnavailable)) return error;
  return new ApiError(
    'SERVICE_UNAVAILABLE',
    'The stablecoin provider is not available.',
    { hint: 'Nothing was changed. Repeat the request later.' },
    { headers: { 'retry-after': '60' } },
  );
}
