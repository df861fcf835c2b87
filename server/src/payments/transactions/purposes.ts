import type { FieldError } from '../../foundation/kernel/errors.ts';

/** Purposes of payments, required by some central banks. */
export const purposes = [
  'GIFT',
  'SELF',
  'GOODS_OR_SERVICES',
  'EDUCATION',
  'HEALTH_OR_MEDICAL',
  'REAL_ESTATE_PURCHASE',
  'TAX_PAYMENT',
  'LOAN_PAYMENT',
  'UTILITY_BILL',
  'DONATION',
  'TRAVEL',
  'FAMILY_SUPPORT',
  'SALARY_PAYMENT',
  'OTHER',
] as const;

/** Problem of a payment without a purpose in a currency whose corridors require one. */
export const purposeMissing = (currency: string): FieldError => ({
  field: 'purposeOfPayment',
  message: `purposeOfPayment is required for payments in ${currency}: one of ${purposes.join(', ')}.`,
  constraint: { enum: [...purposes] },
});
