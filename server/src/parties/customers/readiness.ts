import { ApiError } from '../../foundation/kernel/errors.ts';
import type { Settings } from '../platforms/settings.ts';
import type { Customer } from './record.ts';

/** Payments require an approved customer and, unless the platform is regulated, its consent to the terms. */
export function requireReady(customer: Customer, settings: Settings): void {
  if (customer.verificationStatus !== 'APPROVED') {
    throw new ApiError('USER_NOT_READY', `The customer is ${customer.verificationStatus}, not APPROVED.`, {
      reason: 'CUSTOMER_NOT_APPROVED',
      hint: 'Verify the customer with POST /verifications or a KYC link.',
    });
  }
  if (settings.isRegulatedFinancialInstitution || customer.consent) return;
  throw new ApiError('END_USER_TERMS_NOT_ACCEPTED', 'The customer has not accepted the end-user terms.', {
    hint: 'Send endUserTermsConsent with PATCH /customers/{customerId}.',
  });
}
