import { localVault, type VaultDeps } from './local.ts';

/** Contacts are stored in the same database as the wallets, so that none is rejected. */
export const mainnetVault = (deps: VaultDeps) =>
  localVault(deps, { network: { prefix: 'spark', account: 1 }, signsExports: true, acceptsContact: () => true });
