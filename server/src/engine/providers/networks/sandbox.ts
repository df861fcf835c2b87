import type { Networks } from './port.ts';

/** Test networks, and prefixes of the main networks, so that the examples of the guides work. */
export const sandboxNetworks: Networks = {
  spark: ['sparkrt', 'sprt', 'spark', 'sp'],
  lightning: ['lnbcrt', 'lntbs', 'lntb', 'lnbc'],
};
