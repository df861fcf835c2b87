import { beneficiaryNameCheck, suffixedName } from '../magic-values.ts';
import type { NameCheck } from './port.ts';

/** Answers by the magic suffix of the primary identifier; a match confirms the name that was given. */
export const sandboxNameCheck: NameCheck = {
  check: async ({ identifier, beneficiaryName }) => {
    const status = suffixedName(beneficiaryNameCheck, identifier);
    return status === 'MATCHED' && beneficiaryName ? { status, fullName: beneficiaryName } : { status };
  },
};
