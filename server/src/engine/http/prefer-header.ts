/** Preference (RFC 7240) that makes a sandbox apply the checks of production. */
export const STRICT_HANDLING = 'handling=strict';

/** True if Prefer requests strict handling. If `handling` is repeated, the first one applies (RFC 7240). */
export function prefersStrict(header: string | string[] | undefined): boolean {
  if (header === undefined) return false;
  const preferences = [header]
    .flat()
    .join(',')
    .split(',')
    .map((preference) => preference.split(';')[0]?.trim() ?? '');
  const handling = preferences.find((preference) => /^handling\s*=/i.test(preference));
  return handling !== undefined && /^handling\s*=\s*"?strict"?$/i.test(handling);
}
