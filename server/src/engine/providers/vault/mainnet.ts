import { localVault, type VaultDeps } from './local.ts';

/** Accepts every contact, because contacts are stored in the same database as the wallets. */
export const mainnetVault = (deps: VaultDeps) =>
  localVault(deps, { network: { prefix: 'spark', account: 1 }, signsExports: true, acceptsContact: () => true });
