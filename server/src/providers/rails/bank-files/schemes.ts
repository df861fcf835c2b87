import type { RailWay } from '../port.ts';
import type { BankFilesSettings } from './settings.ts';

export type Format = 'PAIN_001' | 'NACHA';

/** How a rail is written into a credit transfer. */
export interface Scheme {
  /** ISO external service level. */
  serviceLevel: 'SEPA' | 'URGP' | 'URNS' | 'NURG';
  localInstrument?: { code: string } | { proprietary: string };
  chargeBearer: 'SLEV' | 'SHAR';
  calendar: 'TARGET' | 'WEEKDAYS' | 'EVERY_DAY';
  /** Goes out at once, with high priority. */
  isInstant: boolean;
  /** How much of a name the scheme carries. */
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

/** The rails whose payments are credit transfers. Those that pay an alias (PIX, UPI, mobile money) are not written. */
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

/** SEPA is for euros: a krone to an IBAN is an ordinary transfer. */
const outsideOfSepa: Readonly<Record<string, Scheme>> = { SEPA: ordinary, SEPA_INSTANT: instant('INST') };

/** Every rail that a file can carry. */
export const fileRails: readonly string[] = ['ACH', ...Object.keys(schemes)];

export const schemeOf = ({ rail, currency }: Pick<RailWay, 'rail' | 'currency'>): Scheme | undefined =>
  (currency === 'EUR' ? undefined : outsideOfSepa[rail]) ?? schemes[rail];

/** In which kind of file a payment goes; undefined where it goes in none. */
export function formatOf(way: RailWay, { accounts }: BankFilesSettings): Format | undefined {
  const account = accounts[way.currency];
  if (!account || account.rails?.includes(way.rail) === false) return undefined;
  if (way.rail === 'ACH') return account.ach && 'NACHA';
  return way.direction !== 'PULL' && schemeOf(way) ? 'PAIN_001' : undefined;
}

/** Our purposes as ISO external purpose codes. */
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
