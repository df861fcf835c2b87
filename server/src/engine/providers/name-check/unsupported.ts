import type { NameCheck } from './port.ts';

/** Used without a provider of name checks. */
export const unsupportedNameCheck: NameCheck = { check: async () => ({ status: 'UNSUPPORTED' }) };
