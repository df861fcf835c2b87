import type { NameCheck } from './port.ts';

/** No network for name checks is connected: nobody was asked, and the answer says so. */
export const unsupportedNameCheck: NameCheck = { check: async () => ({ status: 'UNSUPPORTED' }) };
