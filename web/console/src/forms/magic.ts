import type { MagicValue } from '../api/client.ts';

/** A text that ends in a suffix when nothing was entered yet. */
const BASE = '100000000';

/** The input with a magic value: the whole of it, or its end. */
export function withMagic(current: string, { value, match }: Pick<MagicValue, 'value' | 'match'>): string {
  if (match === 'EXACT') return value;
  if (match === 'LOCAL_PART_SUFFIX') {
    const [local = '', domain = 'example.com'] = (current || 'ada').split('@');
    return `${local}${value}@${domain}`;
  }
  const base = current || BASE;
  return base.slice(0, Math.max(0, base.length - value.length)) + value;
}
