import { localVault, type VaultGround } from './local.ts';

export const mainnetVault = (ground: VaultGround) =>
  localVault(ground, { network: { prefix: 'spark', account: 1 }, signsExports: true });
