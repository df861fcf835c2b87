import type { CustomerOneOf } from '../../api/client.ts';

/** Name of a person or business; the platform's own id where the name is not known yet. */
export function nameOf(customer: CustomerOneOf): string {
  const name = customer.customerType === 'BUSINESS' ? customer.businessInfo?.legalName : customer.fullName;
  return name ?? customer.platformCustomerId;
}

/** State of the check of a person (KYC) or business (KYB). */
export const verificationOf = (customer: CustomerOneOf): string =>
  customer.customerType === 'BUSINESS' ? customer.kybStatus : customer.kycStatus;
