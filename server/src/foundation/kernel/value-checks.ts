import type { FieldError } from './errors.ts';

/**
 * How strictly the values of a request are checked. Strict applies every check of production. Lenient checks only the
 * documented shape and records other findings as warnings.
 */
export interface ValueChecks {
  readonly isStrict: boolean;
  warn(findings: readonly FieldError[]): void;
}

/** VALID passes every check of production. SHAPED has the documented shape, but its check digits are wrong. */
export type Validity = 'VALID' | 'SHAPED' | 'INVALID';

/** Applies every check. For values that are not part of a lenient request. */
export const strictChecks: ValueChecks = { isStrict: true, warn: () => undefined };

/** Applies shape checks and records nothing. For values of a lenient platform outside of a request. */
export const lenientChecks: ValueChecks = { isStrict: false, warn: () => undefined };

/** Returns the findings that reject the request: all in strict mode, none in lenient mode. */
export function rejectedBy(checks: ValueChecks, findings: FieldError[]): FieldError[] {
  if (checks.isStrict) return findings;
  if (findings.length > 0) checks.warn(findings);
  return [];
}
