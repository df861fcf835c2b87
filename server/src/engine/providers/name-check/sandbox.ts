import { beneficiaryNameCheck, suffixedName } from '../magic-values.ts';
import type { NameCheck } from './port.ts';

/** The magic suffix of the primary identifier selects the result. */
export const sandboxNameCheck: NameCheck = {
  check: async ({ identifier, beneficiaryName }) => {
    const status = suffixedName(beneficiaryNameCheck, identifier);
    return status === 'MATCHED' && beneficiaryName ? { status, fullName: beneficiaryName } : { status };
  },
};
