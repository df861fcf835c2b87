import { expect, test } from 'vitest';
import { lookForStillness } from '../stillness.ts';

test('the stillness of a machine is a multiple of the usual time for the same arithmetic', () => {
  const { slowest, worst } = lookForStillness(50);
  expect(slowest).toBeGreaterThanOrEqual(1);
  expect(worst).toBeGreaterThanOrEqual(slowest);
});
