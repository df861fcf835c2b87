import type { Effect } from '../../foundation/db/effects.ts';
import { isScaRegion } from '../../foundation/kernel/countries.ts';
import type { Customer } from './record.ts';
import type { ContactVerification } from './schemas.ts';
import { voidOffers } from './voided-offers.ts';

/** Country that determines whether SCA is required: the region, else that of the address, else the nationality. */
export const scaRegionOf = ({ region, profile }: Pick<Customer, 'region' | 'profile'>): string | null =>
  region ?? profile.address?.country ?? profile.nationality ?? null;

export const needsSca = ({ scaRegion }: Pick<Customer, 'scaRegion'>): boolean => isScaRegion(scaRegion ?? undefined);

type Contacts = Pick<Customer, 'scaRegion' | 'email' | 'phoneNumber'>;

/** SCA requires verified contacts. An unchanged contact keeps its verification status. */
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

/** Voids offers made without SCA when SCA becomes required for the customer. */
export const regionEffects = ({ platform, before, after, at }: RegionChange): Effect[] =>
  needsSca(after) && !needsSca(before) ? [voidOffers({ platform, customerId: after.id, at })] : [];
