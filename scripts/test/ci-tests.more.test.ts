import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, onTestFinished, test } from 'vitest';
import { type FileReport, filesToRepeat } from '../lib/outcome.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));
const config = 'scripts/test/fixtures/unsteady/vitest.config.ts';

interface Ended {
  code: number;
  /** Lines of this command, without those of the runs that it starts. */
  lines: string[];
}

/** The tests of `.ci/run`, with some of the fixtures as the quick suite and one as the slow suite. */
function ciTests(fixtures: string[], env: NodeJS.ProcessEnv = {}): Promise<Ended> {
  const MARKERS = mkdtempSync(join(tmpdir(), 'causeway-test-'));
  onTestFinished(() => rmSync(MARKERS, { recursive: true, force: true }));
  const FIXTURES = fixtures.map((name) => `${name}.ts`).join(' ');
  return new Promise((resolve) => {
    const child = execFile(
      process.execPath,
      ['scripts/ci-tests.mjs', '--config', config],
      {
        cwd: root,
        env: {
          ...process.env,
          CHECKS: 'passed',
          MORE_FIXTURES: 'slow.ts',
          ...env,
          MARKERS,
          FIXTURES,
          VITEST: undefined,
        },
      },
      (_, stdout) => {
        const lines = stdout
          .split('\n')
          .filter((line) => /^(unsteady|repeating|the checks|npm run|\d+ passed)/.test(line));
        expect(stdout.trimEnd().split('\n').at(-1)).toBe(lines.at(-1));
        const isTime = (line: string): boolean => /^npm run \S+: \d+ min \d+ s$/.test(line);
        expect(lines.filter(isTime).map((line) => line.split(': ')[0])).toEqual(['npm run test', 'npm run test:more']);
        resolve({ code: child.exitCode ?? -1, lines: lines.filter((line) => !isTime(line)) });
      },
    );
  });
}

const unsteady = (name: string): string =>
  `unsteady: ${name}: failed once, passed alone; a defect of the test or the code`;

describe('both suites of .ci/run', () => {
  test('pass if what failed passes alone, and name it as unsteady', async () => {
    expect(await ciTests(['first-time', 'steady'])).toEqual({
      code: 0,
      lines: [
        'repeating first-time.ts alone, for it has failures',
        unsteady('first-time.ts > fails in the first run'),
        unsteady('first-time.ts > fails in the second run'),
        unsteady('first-time.ts > a hook (a hook)'),
        unsteady('first-time.ts > unhandled error'),
        '6 passed, 0 failed, 1 skipped',
      ],
    });
  });

  test('fail if a test fails twice', async () => {
    expect(await ciTests(['always', 'steady'])).toEqual({
      code: 1,
      lines: ['repeating always.ts alone, for it has failures', '3 passed, 1 failed, 1 skipped'],
    });
  });

  test('fail if a test of the slow suite fails', async () => {
    expect(await ciTests(['steady'], { MORE_FIXTURES: 'always.ts' })).toEqual({
      code: 1,
      lines: ['repeating always.ts alone, for it has failures', '2 passed, 1 failed, 1 skipped'],
    });
  });

  test('fail if no test was found', async () => {
    expect(await ciTests(['missing'])).toEqual({ code: 1, lines: ['1 passed, 1 failed'] });
  });

  test('fail if the checks did, and run nothing twice if nothing failed', async () => {
    expect(await ciTests(['steady'], { CHECKS: 'failed' })).toEqual({
      code: 1,
      lines: ['the checks failed, see the beginning of this output', '2 passed, 0 failed, 1 skipped'],
    });
  });
});

describe('a second run', () => {
  const failing = (count: number): FileReport[] =>
    Array.from({ length: count }, (_, i) => ({
      file: `${i}.test.ts`,
      tests: [{ id: '0', name: 'x', state: 'failed' }],
      errors: [],
    }));

  test('is made of at most five files', () => {
    expect(filesToRepeat({ files: failing(5), strayErrors: 0 })).toHaveLength(5);
    expect(filesToRepeat({ files: failing(6), strayErrors: 0 })).toEqual([]);
  });

  test('is not made after an error that belongs to no file', () => {
    expect(filesToRepeat({ files: failing(1), strayErrors: 1 })).toEqual([]);
  });

  test('is made of a file with a test that never ended', () => {
    const tests = [{ id: '0', name: 'x', state: 'pending' }];
    expect(filesToRepeat({ files: [{ file: 'a.test.ts', tests, errors: [] }], strayErrors: 0 })).toEqual(['a.test.ts']);
  });
});
