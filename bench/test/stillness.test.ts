import { expect, test } from 'vitest';
import { lookForStillness } from '../stillness.ts';

test('how still a machine is comes as multiples of what the same arithmetic usually takes there', () => {
  const { slowest, worst } = lookForStillness(50);
  expect(slowest).toBeGreaterThanOrEqual(1);
  expect(worst).toBeGreaterThanOrEqual(slowest);
});
