import { bankTypes } from './types/banks.ts';
import type { AccountType } from './types/type.ts';
import { walletTypes } from './types/wallets.ts';

/** Every type of external account. Schemas, rules, reference and tests are derived from this table. */
export const accountTypes = { ...bankTypes, ...walletTypes };

export type AccountTypeName = keyof typeof accountTypes;

export const accountTypeNames = Object.keys(accountTypes) as AccountTypeName[];

export const accountType = (name: AccountTypeName): AccountType => accountTypes[name];
