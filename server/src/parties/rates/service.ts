import type { Corridors } from './corridors.ts';
import type { Rates } from './rates.ts';

/** Prices payments: exchange rates, and fees and limits per corridor. */
export interface Pricing {
  rates: Rates;
  corridors: Corridors;
}
