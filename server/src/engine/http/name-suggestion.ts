/** Longer names get no suggestion, to bound the work per name. */
const MAX_LENGTH = 64;

/** Suggests the candidate for a misspelt name: at most a third of its letters, and at most three, may differ. */
export function suggestName(name: string, candidates: readonly string[]): string | undefined {
  if (name.length > MAX_LENGTH) return undefined;
  const wanted = plain(name);
  let best: string | undefined;
  let least = Math.min(3, Math.floor(wanted.length / 3)) + 1;
  for (const candidate of candidates) {
    const text = plain(candidate);
    if (Math.abs(text.length - wanted.length) >= least) continue;
    const distance = editDistance(wanted, text);
    if (distance < least) [best, least] = [candidate, distance];
  }
  return best;
}

/** Ignores case and separators: customer_id matches customerId. */
const plain = (name: string): string => name.toLowerCase().replaceAll(/[_-]/g, '');

/** Number of insertions, deletions and replacements of a letter and of swaps of two neighbouring letters. */
function editDistance(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, i) => i);
  let before: number[] = [];
  for (let i = 1; i <= from.length; i++) {
    const next = [i];
    for (let j = 1; j <= to.length; j++) {
      const replaced = (row[j - 1] ?? 0) + (from[i - 1] === to[j - 1] ? 0 : 1);
      const isExchange = i > 1 && j > 1 && from[i - 1] === to[j - 2] && from[i - 2] === to[j - 1];
      const exchanged = isExchange ? (before[j - 2] ?? 0) + 1 : replaced;
      next[j] = Math.min(replaced, exchanged, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1);
    }
    [before, row] = [row, next];
  }
  return row[to.length] ?? 0;
}
