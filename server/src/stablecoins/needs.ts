import type { AccountNeeds } from '../accounts/internal-accounts.ts';
import type { Receipt } from '../db/receipt.ts';
import type { Vault } from '../db/vault.ts';
import type { Platform, PlatformMode } from '../kernel/callers.ts';
import { ApiError } from '../kernel/errors.ts';
import type { Ledger } from '../ledger/post.ts';
import type { SystemAccounts } from '../ledger/system-accounts.ts';
import { ProviderDown, type StablecoinProvider } from '../providers/stablecoin/port.ts';

export interface StablecoinNeeds extends AccountNeeds {
  vault: Vault;
  ledger: Ledger;
  systemAccounts: SystemAccounts;
  stablecoins: Record<PlatformMode, StablecoinProvider>;
}

export interface Asked {
  platform: Platform;
  now: Date;
  receipt: Receipt;
}

/** What a provider that does not answer means to the one who asks. */
export function explainDown(error: unknown): unknown {
  if (!(error instanceof ProviderDown)) return error;
  return new ApiError(
    'SERVICE_UNAVAILABLE',
    'The stablecoin provider cannot be reached.',
    { hint: 'Nothing was changed. Repeat the request later.' },
    { headers: { 'retry-after': '60' } },
  );
}
