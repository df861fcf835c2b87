import type { Networks } from '../../engine/providers/networks/port.ts';
import { countries } from '../../foundation/kernel/countries.ts';
import type { Validity } from '../../foundation/kernel/value-checks.ts';
import { hasBolt11Shape, hasBolt12Shape, hasSolanaShape, hasSparkShape, hasTronShape } from './address-shapes.ts';
import { isBolt11, isBolt12, isLightningAddress } from './lightning.ts';
import { isEvmAddress, isSolanaAddress, isSparkAddress, isTronAddress } from './wallet-addresses.ts';

interface Check {
  isValid(value: string, networks: Networks): boolean;
  /** Completes the sentence "<field> ...". */
  readonly problem: string;
  /** Checks the documented shape if the pattern of the field does not cover it. Lenient requests are checked too. */
  readonly hasShape?: (value: string, networks: Networks) => boolean;
}

/** Checks beyond a pattern: check digits, encodings and registers. */
const checks = {
  iban: { isValid: isIban, problem: 'is not a valid IBAN: its check digits or its length are wrong' },
  bic: { isValid: isBic, problem: 'is not a valid BIC: its letters 5 and 6 are not a country code' },
  country: { isValid: isCountry, hasShape: isCountry, problem: 'is not a country code of ISO 3166-1' },
  routingNumber: { isValid: isRoutingNumber, problem: 'is not a valid routing number: its check digit is wrong' },
  clabe: { isValid: isClabe, problem: 'is not a valid CLABE: its check digit is wrong' },
  cpf: { isValid: isCpf, problem: 'is not a valid CPF: its check digits are wrong' },
  cnpj: { isValid: isCnpj, problem: 'is not a valid CNPJ: its check digits are wrong' },
  brazilianTaxId: {
    isValid: isBrazilianTaxId,
    problem: 'is neither a CPF of 11 digits nor a CNPJ of 14: its check digits or its length are wrong',
  },
  evmAddress: { isValid: isEvmAddress, problem: 'is not a valid address: its letters do not match its checksum' },
  solanaAddress: {
    isValid: isSolanaAddress,
    hasShape: hasSolanaShape,
    problem: 'is not a valid Solana address: it must be base58 of 32 bytes, 32 to 44 characters',
  },
  tronAddress: {
    isValid: isTronAddress,
    hasShape: hasTronShape,
    problem: 'is not a valid Tron address: it must be T and 33 characters of base58 with their checksum',
  },
  sparkAddress: {
    isValid: (value, { spark }) => isSparkAddress(value, spark),
    hasShape: (value, { spark }) => hasSparkShape(value, spark),
    problem: 'is not a valid Spark address, like spark1pgss...: its checksum, its content or its network is wrong',
  },
  bolt11: {
    isValid: (value, { lightning }) => isBolt11(value, lightning),
    hasShape: (value, { lightning }) => hasBolt11Shape(value, lightning),
    problem: 'is not a valid BOLT 11 invoice, like lnbc25u1...: its checksum, its content or its network is wrong',
  },
  bolt12: {
    isValid: isBolt12,
    hasShape: hasBolt12Shape,
    problem: 'is not a valid BOLT 12 offer, like lno1...',
  },
  lightningAddress: {
    isValid: isLightningAddress,
    hasShape: isLightningAddress,
    problem: 'is not a valid Lightning address (name@domain)',
  },
} as const satisfies Record<string, Check>;

export type CheckName = keyof typeof checks;

export const check = (name: CheckName): Check => checks[name];

export function validityOf(name: CheckName, value: string, networks: Networks): Validity {
  const { isValid, hasShape } = check(name);
  if (isValid(value, networks)) return 'VALID';
  return hasShape && !hasShape(value, networks) ? 'INVALID' : 'SHAPED';
}

/** The length of an IBAN by its country (ISO 13616 register). */
const ibanLengths: Readonly<Record<string, number>> = Object.fromEntries(
  `AD24 AE23 AL28 AT20 AZ28 BA20 BE16 BG22 BH22 BI27 BR29 BY28 CH21 CR22 CY28 CZ24 DE22 DJ27 DK18 DO28 EE20 EG29 ES24
  FI18 FK18 FO18 FR27 GB22 GE22 GI23 GL18 GR27 GT28 HN28 HR21 HU28 IE22 IL23 IQ23 IS26 IT27 JO30 KW30 KZ20 LB28 LC32
  LI21 LT20 LU20 LV21 LY25 MC27 MD24 ME22 MK19 MN20 MR27 MT31 MU30 NI28 NL18 NO15 OM23 PK24 PL28 PS29 PT25 QA29 RO24
  RS22 RU33 SA24 SC31 SD18 SE24 SI19 SK24 SM27 SO23 ST25 SV28 TL23 TN24 TR26 UA29 VA22 VG24 XK20 YE30`
    .split(/\s+/)
    .map((entry) => [entry.slice(0, 2), Number(entry.slice(2))]),
);

/** ISO 7064 MOD 97-10, with the first four characters moved to the end. 00, 01 and 99 are never check digits. */
function isIban(value: string): boolean {
  const iban = value.toUpperCase();
  const checkDigits = iban.slice(2, 4);
  if (ibanLengths[iban.slice(0, 2)] !== iban.length || checkDigits < '02' || checkDigits > '98') return false;
  const rearranged = iban.slice(4) + iban.slice(0, 4);
  const number = rearranged.replaceAll(/[A-Z]/g, (letter) => String(letter.charCodeAt(0) - 55));
  return /^[0-9]+$/.test(number) && BigInt(number) % 97n === 1n;
}

function isCountry(value: string): boolean {
  return countries.has(value);
}

/** Characters 5 and 6 are the country. XK is Kosovo, which ISO 3166-1 lacks. */
function isBic(value: string): boolean {
  const country = value.slice(4, 6);
  return countries.has(country) || country === 'XK';
}

const digitsOf = (value: string): number[] => [...value].map((character) => character.charCodeAt(0) - 48);

const weighted = (digits: readonly number[], weights: readonly number[]): number =>
  weights.reduce((sum, weight, i) => sum + weight * (digits[i] ?? 0), 0);

/** First two digits: government, Federal Reserve districts, thrifts, electronic transactions, traveler's checks. */
const isAbaPrefix = (prefix: number): boolean =>
  prefix <= 12 || (prefix >= 21 && prefix <= 32) || (prefix >= 61 && prefix <= 72) || prefix === 80;

function isRoutingNumber(value: string): boolean {
  const sum = weighted(digitsOf(value), [3, 7, 1, 3, 7, 1, 3, 7, 1]);
  return value.length === 9 && sum > 0 && sum % 10 === 0 && isAbaPrefix(Number(value.slice(0, 2)));
}

/** Weights 3, 7, 1. Only the last digit of each product is added. */
function isClabe(value: string): boolean {
  const digits = digitsOf(value);
  const sum = digits.slice(0, 17).reduce((total, digit, i) => total + ((digit * ([3, 7, 1][i % 3] ?? 0)) % 10), 0);
  return digits.length === 18 && (10 - (sum % 10)) % 10 === digits[17];
}

/** CPF of a person or CNPJ of a company. */
export function isBrazilianTaxId(value: string): boolean {
  return isCpf(value) || isCnpj(value);
}

function isCpf(value: string): boolean {
  return value.length === 11 && hasMod11Digits(value, [11, 10, 9, 8, 7, 6, 5, 4, 3, 2]);
}

/** Alphanumeric since 2026: a letter counts as its ASCII code minus 48. */
function isCnpj(value: string): boolean {
  return value.length === 14 && hasMod11Digits(value, [6, 5, 4, 3, 2, 9, 8, 7, 6, 5, 4, 3, 2]);
}

/** Two check digits. The first is computed without the first weight, the second includes the first check digit. */
function hasMod11Digits(value: string, weights: readonly number[]): boolean {
  const digits = digitsOf(value);
  const body = digits.slice(0, -2);
  const first = mod11Digit(weighted(body, weights.slice(1)));
  const second = mod11Digit(weighted([...body, first], weights));
  return new Set(digits).size > 1 && digits.at(-2) === first && digits.at(-1) === second;
}

const mod11Digit = (sum: number): number => (sum % 11 < 2 ? 0 : 11 - (sum % 11));
