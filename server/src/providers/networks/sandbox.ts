import type { Networks } from './port.ts';

/** Test networks, where the money is; addresses of the main ones too, so that the examples of guides can be tried. */
export const sandboxNetworks: Networks = {
  spark: ['sparkrt', 'sprt', 'spark', 'sp'],
  lightning: ['lnbcrt', 'lntbs', 'lntb', 'lnbc'],
};
