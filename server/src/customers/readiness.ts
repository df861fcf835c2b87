import { ApiError } from '../kernel/errors.ts';
import type { Settings } from '../platforms/settings.ts';
import type { Customer } from './record.ts';

/** Money moves for customers who are approved and, where the platform is not regulated itself, have agreed to the terms. */
export function requireReady(customer: Customer, settings: Settings): void {
  if (customer.verificationStatus !== 'APPROVED') {
    throw new ApiError('USER_NOT_READY', `The customer is ${customer.verificationStatus}, not APPROVED.`, {
      hint: 'POST /verifications or a KYC link takes the customer there.',
    });
  }
  if (settings.isRegulatedFinancialInstitution || customer.consent) return;
  throw new ApiError('END_USER_TERMS_NOT_ACCEPTED', 'The customer has not accepted the end-user terms.', {
    hint: 'PATCH /customers/{customerId} with endUserTermsConsent.',
  });
}
