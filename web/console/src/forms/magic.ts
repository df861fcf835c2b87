import type { MagicValue } from '../api/client.ts';

/** Digits before the suffix if the field is empty. */
const BASE = '100000000';

/** Replaces the input, or its last characters, by a magic value. */
export function withMagic(current: string, { value, match }: Pick<MagicValue, 'value' | 'match'>): string {
  if (match === 'EXACT') return value;
  if (match === 'LOCAL_PART_SUFFIX') {
    const [local = '', domain = 'example.com'] = (current || 'ada').split('@');
    return `${local}${value}@${domain}`;
  }
  const base = current || BASE;
  return base.slice(0, Math.max(0, base.length - value.length)) + value;
}
