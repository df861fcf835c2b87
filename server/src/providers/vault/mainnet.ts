import { localVault, type VaultGround } from './local.ts';

/** Contacts are kept in the same database as the wallets: there is no second keeper that could refuse one. */
export const mainnetVault = (ground: VaultGround) =>
  localVault(ground, { network: { prefix: 'spark', account: 1 }, signsExports: true, takesContact: () => true });
