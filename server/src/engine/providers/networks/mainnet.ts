import type { Networks } from './port.ts';

export const mainNetworks: Networks = { spark: ['spark', 'sp'], lightning: ['lnbc'] };
