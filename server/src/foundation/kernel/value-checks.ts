import type { FieldError } from './errors.ts';

/**
 * How far the values of one request are checked. Strict applies every check of production; lenient judges the documented
 * shape alone and records the other findings as warnings.
 */
export interface ValueChecks {
  readonly isStrict: boolean;
  warn(findings: readonly FieldError[]): void;
}

/** VALID passes every check of production; SHAPED has the documented shape alone: its check digits are wrong. */
export type Validity = 'VALID' | 'SHAPED' | 'INVALID';

/** Applies every check, for values that do not belong to a lenient request. */
export const strictChecks: ValueChecks = { isStrict: true, warn: () => undefined };

/** Records nothing: for values of a platform whose requests are lenient, outside of a request. */
export const lenientChecks: ValueChecks = { isStrict: false, warn: () => undefined };

/** Returns the findings that reject the request: all of them when strict, none when lenient. */
export function rejectedBy(checks: ValueChecks, findings: FieldError[]): FieldError[] {
  if (checks.isStrict) return findings;
  if (findings.length > 0) checks.warn(findings);
  return [];
}
