import type { CheckName } from '../account-checks.ts';

/** One field of an account type: its schema, and a check beyond the schema. */
export interface AccountField {
  /** Valid value for the API reference and tests. */
  readonly example: string;
  readonly isRequired?: boolean;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly pattern?: string;
  /** The pattern in words. Completes the sentence "<field> must be ...". */
  readonly words?: string;
  readonly choices?: readonly string[];
  readonly check?: CheckName;
  /** Replaces the common description of fields with this name. */
  readonly description?: string;
  /** True if upper and lower case identify different accounts. */
  readonly isCaseSensitive?: boolean;
}

export const required = (field: AccountField): AccountField => ({ ...field, isRequired: true });

export const text = (maxLength: number, example: string): AccountField => ({ minLength: 1, maxLength, example });

export const digits = (length: number, example: string): AccountField => ({
  minLength: length,
  maxLength: length,
  pattern: `^[0-9]{${length}}$`,
  words: `${length} digits`,
  example,
});

export const digitsBetween = (minLength: number, maxLength: number, example: string): AccountField => ({
  minLength,
  maxLength,
  pattern: `^[0-9]{${minLength},${maxLength}}$`,
  words: `${minLength} to ${maxLength} digits`,
  example,
});

export const choice = (...choices: string[]): AccountField => ({ choices, example: choices[0] ?? '' });

export const accountNumber = text(34, '001234567890');

export const bankName = (example: string): AccountField => text(255, example);

export const bankAccountType = choice('CHECKING', 'SAVINGS');

export const bic = (example: string): AccountField => ({
  minLength: 8,
  maxLength: 11,
  pattern: '^[A-Z]{4}[A-Z]{2}[A-Z0-9]{2}([A-Z0-9]{3})?$',
  words: 'a BIC of 8 or 11 capital letters and digits',
  check: 'bic',
  example,
});

/** IBAN of any country, for SEPA and SWIFT. */
export const iban: AccountField = {
  minLength: 15,
  maxLength: 34,
  pattern: '^[A-Z]{2}[0-9]{2}[A-Za-z0-9]{11,30}$',
  words: 'an IBAN of 15 to 34 letters and digits without spaces',
  check: 'iban',
  example: 'DE89370400440532013000',
};

/** IBAN of one country. `rest` is the pattern after the country code. */
export const ibanOf = (country: string, rest: string, example: string): AccountField => ({
  minLength: example.length,
  maxLength: example.length,
  pattern: `^${country}${rest}$`,
  words: `an IBAN that begins with ${country} and has ${example.length} characters without spaces`,
  check: 'iban',
  example,
});

const phone = (form: { pattern: string; words: string }, example: string): AccountField => ({
  minLength: 7,
  maxLength: 15,
  ...form,
  example,
});

export const anyPhone = (example: string): AccountField =>
  phone({ pattern: '^\\+[0-9]{6,14}$', words: 'a phone number of + and 6 to 14 digits' }, example);

/** `national` is the number of digits after the calling code: `9` or `9,12`. */
export const phoneOf = (callingCode: number, national: string, example: string): AccountField =>
  phone(
    {
      pattern: `^\\+${callingCode}[0-9]{${national}}$`,
      words: `a phone number of +${callingCode} and ${national.replace(',', ' to ')} digits`,
    },
    example,
  );
