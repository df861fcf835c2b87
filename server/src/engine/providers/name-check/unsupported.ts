import type { NameCheck } from './port.ts';

/** Used if no provider of name checks is configured. */
export const unsupportedNameCheck: NameCheck = { check: async () => ({ status: 'UNSUPPORTED' }) };
