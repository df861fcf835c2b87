import { expect, it } from 'vitest';
import { hierarchies } from '../cpu-limits.ts';

it.each([
  { version: 'v1' as const, files: { 'cpu.cfs_period_us': '100000', 'cpu.cfs_quota_us': '20000' } },
  { version: 'v2' as const, files: { 'cpu.max': '20000 100000' } },
])('limits a process to a fifth of a core in the form of cgroup $version', ({ version, files }) => {
  expect(hierarchies[version].files(0.2)).toEqual(files);
});
