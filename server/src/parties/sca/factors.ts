export const scaFactors = ['SMS_OTP', 'TOTP', 'PASSKEY'] as const;
export type ScaFactor = (typeof scaFactors)[number];

/** Purposes of a challenge. The first three authorize a debit. */
export type ScaPurpose =
  | 'CURRENCY_CONVERSION'
  | 'PAYOUT'
  | 'TRANSFER'
  | 'BENEFICIARY_TRUST'
  | 'BENEFICIARY_UNTRUST'
  | 'LOGIN';
