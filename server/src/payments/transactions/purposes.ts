import type { FieldError } from '../../foundation/kernel/errors.ts';

/** Purposes of a payment, which some central banks require. */
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

/** Problem of a payment in a currency whose corridors require a purpose; a lookup announces it. */
export const purposeMissing = (currency: string): FieldError => ({
  field: 'purposeOfPayment',
  message: `purposeOfPayment is required for payments in ${currency}: one of ${purposes.join(', ')}.`,
  constraint: { enum: [...purposes] },
});
