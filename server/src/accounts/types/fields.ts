import type { CheckName } from '../account-checks.ts';

/** One field of an account type: what a schema says of it, and the check that a schema cannot make. */
export interface Field {
  /** A valid value: shown in the API reference, and what tests start from. */
  readonly example: string;
  readonly isRequired?: boolean;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly pattern?: string;
  readonly choices?: readonly string[];
  readonly check?: CheckName;
  /** Letters of another case name another account. */
  readonly isCaseSensitive?: boolean;
}

export const required = (field: Field): Field => ({ ...field, isRequired: true });

export const text = (maxLength: number, example: string): Field => ({ minLength: 1, maxLength, example });

export const digits = (length: number, example: string): Field => ({
  minLength: length,
  maxLength: length,
  pattern: `^[0-9]{${length}}$`,
  example,
});

export const digitsBetween = (minLength: number, maxLength: number, example: string): Field => ({
  minLength,
  maxLength,
  pattern: `^[0-9]{${minLength},${maxLength}}$`,
  example,
});

export const choice = (...choices: string[]): Field => ({ choices, example: choices[0] ?? '' });

export const accountNumber = text(34, '001234567890');

export const bankName = (example: string): Field => text(255, example);

export const bankAccountType = choice('CHECKING', 'SAVINGS');

export const bic = (example: string): Field => ({
  minLength: 8,
  maxLength: 11,
  pattern: '^[A-Z]{4}[A-Z]{2}[A-Z0-9]{2}([A-Z0-9]{3})?$',
  check: 'bic',
  example,
});

/** Of any country, as SEPA and SWIFT take it. */
export const iban: Field = {
  minLength: 15,
  maxLength: 34,
  pattern: '^[A-Z]{2}[0-9]{2}[A-Za-z0-9]{11,30}$',
  check: 'iban',
  example: 'DE89370400440532013000',
};

/** Of one country: `rest` is what follows the country code. */
export const ibanOf = (country: string, rest: string, example: string): Field => ({
  minLength: example.length,
  maxLength: example.length,
  pattern: `^${country}${rest}$`,
  check: 'iban',
  example,
});

const phone = (pattern: string, example: string): Field => ({ minLength: 7, maxLength: 15, pattern, example });

export const anyPhone = (example: string): Field => phone('^\\+[0-9]{6,14}$', example);

/** `national` counts the digits after the calling code: `9` or `9,12`. */
export const phoneOf = (callingCode: number, national: string, example: string): Field =>
  phone(`^\\+${callingCode}[0-9]{${national}}$`, example);
