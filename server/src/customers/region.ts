import { isScaRegion } from '../kernel/countries.ts';
import type { Customer } from './record.ts';

/** Whether strong customer authentication rules where the customer is. */
export const needsSca = ({ region, profile }: Pick<Customer, 'region' | 'profile'>): boolean =>
  isScaRegion(region ?? profile.address?.country ?? profile.nationality);
