import { UNSYNCED_WALLET } from '../magic-values.ts';
import { localVault, type VaultGround } from './local.ts';

/** Wallets of the test network, real in every other way; what is exported carries no signature. */
export const sandboxVault = (ground: VaultGround) =>
  localVault(ground, {
    network: { prefix: 'sparkrt', account: 0 },
    signsExports: false,
    takesContact: (contact) => !contact.toLowerCase().split('@')[0]?.endsWith(UNSYNCED_WALLET),
  });
