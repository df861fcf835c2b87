import { sandboxNetworks } from '../providers/networks/sandbox.ts';
import { isFieldValid } from './account-rules.ts';
import { type AccountTypeName, accountTypes } from './account-types.ts';

/** The sandbox invents accounts of every kind there is. */
export const bankCatalogue = {
  types: accountTypes,
  isValid: (type: string, field: string, value: string): boolean =>
    isFieldValid(type as AccountTypeName, field, value, sandboxNetworks),
};
