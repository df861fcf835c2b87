import type { Customer } from './record.ts';

/** Name of the customer in payments, and in information for receivers and banks. */
export const customerName = ({ profile }: Customer): string | undefined =>
  profile.fullName ?? profile.businessInfo?.legalName;
