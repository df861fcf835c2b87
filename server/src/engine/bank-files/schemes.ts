import type { RailRoute } from '../providers/rails/port.ts';

export type Format = 'PAIN_001' | 'NACHA';

/** Values of a pain.001 credit transfer by rail. */
export interface Scheme {
  /** ISO external service level. */
  serviceLevel: 'SEPA' | 'URGP' | 'URNS' | 'NURG';
  localInstrument?: { code: string } | { proprietary: string };
  chargeBearer: 'SLEV' | 'SHAR';
  calendar: 'TARGET' | 'WEEKDAYS' | 'EVERY_DAY';
  /** Sent immediately in a file of its own, with high priority. */
  isInstant: boolean;
  /** Maximum length of a name. */
  nameLength: number;
}

const ordinary: Scheme = {
  serviceLevel: 'NURG',
  chargeBearer: 'SHAR',
  calendar: 'WEEKDAYS',
  isInstant: false,
  nameLength: 140,
};
const urgent: Scheme = { ...ordinary, serviceLevel: 'URGP' };
const instant = (proprietary: string): Scheme => ({
  ...ordinary,
  serviceLevel: 'URNS',
  localInstrument: { proprietary },
  calendar: 'EVERY_DAY',
  isInstant: true,
});
const sepa: Scheme = {
  ...ordinary,
  serviceLevel: 'SEPA',
  chargeBearer: 'SLEV',
  calendar: 'TARGET',
  nameLength: 70,
};

/** Rails that are credit transfers. Alias rails (PIX, UPI, mobile money) are not supported. */
const schemes: Readonly<Record<string, Scheme>> = {
  SEPA: sepa,
  SEPA_INSTANT: { ...sepa, localInstrument: { code: 'INST' }, calendar: 'EVERY_DAY', isInstant: true },
  FASTER_PAYMENTS: instant('FPS'),
  FAST: instant('FAST'),
  PAYNOW: instant('PAYNOW'),
  RTP: instant('RTP'),
  FEDNOW: instant('FEDNOW'),
  SPEI: instant('SPEI'),
  SWIFT: urgent,
  WIRE: urgent,
  RTGS: urgent,
  NEFT: ordinary,
  BANK_TRANSFER: ordinary,
};

/** SEPA is limited to euros: a payment to an IBAN in another currency uses an ordinary transfer. */
const outsideOfSepa: Readonly<Record<string, Scheme>> = { SEPA: ordinary, SEPA_INSTANT: instant('INST') };

/** Every rail that files support. */
export const fileRails: readonly string[] = ['ACH', ...Object.keys(schemes), 'ACH_SAME_DAY'];

export const transferSchemeOf = ({ rail, currency }: RailRoute): Scheme | undefined =>
  (currency === 'EUR' ? undefined : outsideOfSepa[rail]) ?? schemes[rail];

/** ISO external purpose codes by our purposes of payment. */
export const purposeCodes: Readonly<Record<string, string>> = {
  GIFT: 'GIFT',
  SELF: 'ACCT',
  GOODS_OR_SERVICES: 'GDSV',
  EDUCATION: 'EDUC',
  HEALTH_OR_MEDICAL: 'MDCS',
  REAL_ESTATE_PURCHASE: 'OTHR',
  TAX_PAYMENT: 'TAXS',
  LOAN_PAYMENT: 'LOAR',
  UTILITY_BILL: 'UBIL',
  DONATION: 'CHAR',
  TRAVEL: 'OTHR',
  FAMILY_SUPPORT: 'OTHR',
  SALARY_PAYMENT: 'SALA',
  OTHER: 'OTHR',
};
