import type { Effect } from '../../foundation/db/effects.ts';
import { isScaRegion } from '../../foundation/kernel/countries.ts';
import type { Customer } from './record.ts';
import type { ContactVerification } from './schemas.ts';
import { voidOffers } from './voided-offers.ts';

/** Country that decides about strong customer authentication: the region, else the address, else the nationality. */
export const scaRegionOf = ({ region, profile }: Pick<Customer, 'region' | 'profile'>): string | null =>
  region ?? profile.address?.country ?? profile.nationality ?? null;

export const needsSca = ({ scaRegion }: Pick<Customer, 'scaRegion'>): boolean => isScaRegion(scaRegion ?? undefined);

type Contacts = Pick<Customer, 'scaRegion' | 'email' | 'phoneNumber'>;

/** Strong customer authentication requires verified contacts. An unchanged contact stays verified. */
export function contactsToVerify(customer: Contacts, before?: Customer): ContactVerification {
  if (!needsSca(customer)) return {};
  const { email, phoneNumber } = customer;
  const known = before?.contactVerification ?? {};
  return {
    ...(email && { email: (email === before?.email && known.email) || 'PENDING' }),
    ...(phoneNumber && { phone: (phoneNumber === before?.phoneNumber && known.phone) || 'PENDING' }),
  };
}

interface RegionChange {
  platform: { id: string; clockOffsetMs: number };
  before: Customer;
  after: Customer;
  at: Date;
}

/** Offers that require no authentication are void once the customer comes under strong customer authentication. */
export const regionEffects = ({ platform, before, after, at }: RegionChange): Effect[] =>
  needsSca(after) && !needsSca(before) ? [voidOffers({ platform, customerId: after.id, at })] : [];
