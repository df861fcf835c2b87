import { expect, test } from 'vitest';
import { isFit } from '../lib/memory-directory.mjs';

const REQUIRED_BYTES = 4 * 2 ** 30;
const mounts = (line: string): string => `/dev/vda / ext4 rw,relatime 0 0\n${line}\n`;

test.each([
  ['is used if it is large enough', 'tmpfs /dev/shm tmpfs rw,nosuid,nodev 0 0', REQUIRED_BYTES, true],
  ['is not used if it is too small', 'tmpfs /dev/shm tmpfs rw,nosuid,nodev 0 0', REQUIRED_BYTES - 1, false],
  ['is not used if programs cannot run in it', 'shm /dev/shm tmpfs rw,nosuid,nodev,noexec 0 0', REQUIRED_BYTES, false],
  ['is not used if it is on a disk', '/dev/vdb /dev/shm ext4 rw 0 0', REQUIRED_BYTES, false],
  ['is not used if nothing is mounted there', 'proc /proc proc rw 0 0', REQUIRED_BYTES, false],
])('/dev/shm %s', (_, line, free, expected) => {
  expect(isFit(mounts(line), free)).toBe(expected);
});

test('the last mount at the place counts', () => {
  const lines = ['tmpfs /dev/shm tmpfs rw 0 0', 'shm /dev/shm tmpfs rw,noexec 0 0'];
  expect([isFit(lines.join('\n'), REQUIRED_BYTES), isFit(lines.toReversed().join('\n'), REQUIRED_BYTES)]).toEqual([
    false,
    true,
  ]);
});
