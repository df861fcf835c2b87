import { expect, test } from 'vitest';
import { wallMs } from '../src/foundation/kernel/clock.ts';
import { earliestId, newId, uuidv7 } from '../src/foundation/kernel/ids.ts';

/** Exceeds the counter of a millisecond and the buffer of random bytes. */
const MANY = 20_000;

test('an id is a UUID of version 7 with its timestamp first', () => {
  const before = wallMs();
  const id = uuidv7();
  expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  expect(Number.parseInt(id.replace('-', '').slice(0, 12), 16)).toBeGreaterThanOrEqual(before);
  expect(newId('Quote') > earliestId('Quote', new Date(before))).toBe(true);
});

test('ids of one process are unique and increasing', () => {
  const ids = Array.from({ length: MANY }, uuidv7);
  expect(new Set(ids).size).toBe(MANY);
  expect([...ids].sort()).toEqual(ids);
});

test('no id ends in a suffix that selects a sandbox scenario', () => {
  const ends = Array.from({ length: MANY }, () => uuidv7().slice(-3));
  expect(ends.filter((end) => end.startsWith('00'))).toEqual([]);
});

test('all bits after the variant are random', () => {
  const tails = Array.from({ length: 1_000 }, () => uuidv7().slice(19).replace('-', ''));
  for (let at = 1; at < 16; at++) expect(new Set(tails.map((tail) => tail[at])).size).toBe(16);
  expect(new Set(tails.map(([variant]) => variant))).toEqual(new Set(['8', '9', 'a', 'b']));
});
