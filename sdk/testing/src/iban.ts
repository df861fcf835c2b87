/** Bank part of an IBAN and the number of digits that follow it, by country (ISO 13616). */
const banks = {
  AD: ['00012030', 12],
  AE: ['033', 16],
  AT: ['19043', 11],
  BE: ['539', 9],
  CH: ['00762', 12],
  CY: ['00200128', 16],
  CZ: ['0800', 16],
  DE: ['37040044', 10],
  DK: ['0040', 10],
  EE: ['22', 14],
  EG: ['00190005', 17],
  ES: ['2100', 16],
  FI: ['123456', 8],
  FR: ['20041010', 15],
  GB: ['NWBK', 14],
  GR: ['0110125', 16],
  HR: ['1001005', 10],
  HU: ['1177301', 17],
  IE: ['AIBK', 14],
  IT: ['X', 22],
  LI: ['08810', 12],
  LT: ['10000', 11],
  LU: ['001', 13],
  LV: ['BANK', 13],
  MC: ['11222', 18],
  MT: ['MALT', 23],
  NL: ['ABNA', 10],
  NO: ['8601', 7],
  PK: ['SCBL', 16],
  PL: ['10901014', 16],
  PT: ['00020123', 13],
  RO: ['AAAA', 16],
  SE: ['500', 17],
  SI: ['26330', 10],
  SK: ['1200', 16],
  SM: ['U', 22],
} as const;

export type IbanCountry = keyof typeof banks;
export const ibanCountries = Object.keys(banks) as IbanCountry[];

/** Check digits of ISO 7064 MOD 97-10, which precede the account, so that it can end in any digits. */
export function ibanOf(country: IbanCountry, ending: string): string {
  const [bank, digits] = banks[country];
  const account = bank + ending.padStart(digits, '0');
  const number = `${account}${country}00`.replaceAll(/[A-Z]/g, (letter) => String(letter.charCodeAt(0) - 55));
  const check = String(98n - (BigInt(number) % 97n)).padStart(2, '0');
  return `${country}${check}${account}`;
}
