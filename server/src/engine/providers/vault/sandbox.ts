import { UNSYNCED_WALLET } from '../magic-values.ts';
import { localVault, type VaultDeps } from './local.ts';

/** Real wallets on the test network. Exports are not signed. */
export const sandboxVault = (deps: VaultDeps) =>
  localVault(deps, {
    network: { prefix: 'sparkrt', account: 0 },
    signsExports: false,
    acceptsContact: (contact) => !contact.toLowerCase().split('@')[0]?.endsWith(UNSYNCED_WALLET),
  });
