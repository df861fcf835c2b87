import { bankTypes } from './types/banks.ts';
import type { AccountType } from './types/type.ts';
import { walletTypes } from './types/wallets.ts';

/** Every type of external account: fields, rails, currencies, owners. Source of schemas, rules, reference and tests. */
export const accountTypes = { ...bankTypes, ...walletTypes };

export type AccountTypeName = keyof typeof accountTypes;

export const accountTypeNames = Object.keys(accountTypes) as AccountTypeName[];

export const accountType = (name: AccountTypeName): AccountType => accountTypes[name];
