import type { Networks } from './port.ts';

/** Test networks, and the prefixes of the main networks so that examples of guides work. */
export const sandboxNetworks: Networks = {
  spark: ['sparkrt', 'sprt', 'spark', 'sp'],
  lightning: ['lnbcrt', 'lntbs', 'lntb', 'lnbc'],
};
