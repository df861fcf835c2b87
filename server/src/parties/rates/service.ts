import type { Corridors } from './corridors.ts';
import type { Rates } from './rates.ts';

/** Prices of payments: exchange rates, and the fees and limits of each corridor. */
export interface Pricing {
  rates: Rates;
  corridors: Corridors;
}
