import { randomInt } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { combined, countsOf, durationOf, filesToRepeat, settle, summaryLine } from './lib/outcome.mjs';
import { runNode } from './lib/process.mjs';

/**
 * All tests, for `.ci/run`: the quick suite and the slow one. A file with failures runs again alone. A test that passes
 * then is reported as unsteady; a test that fails again fails the run. CHECKS is the result of the earlier checks.
 * Arguments are passed to Vitest.
 */
const directory = mkdtempSync(join(tmpdir(), 'causeway-ci-'));
process.exitCode = await main(process.argv.slice(2)).finally(() => rmSync(directory, { recursive: true, force: true }));

/** @param {string[]} args */
async function main(args) {
  // One seed for all runs, so that repeating a file repeats a failure of its random values.
  process.env.TEST_SEED ??= String(randomInt(2 ** 31));
  /** @type {string[]} */
  const times = [];
  const reports = [];
  /** @type {Map<string, string>} */
  const suiteOf = new Map();
  for (const suite of ['test', 'test:more']) {
    const start = performance.now();
    const one = await run(suite, args);
    times.push(`npm run ${suite}: ${durationOf(performance.now() - start)}`);
    reports.push(one);
    for (const { file } of one.files) suiteOf.set(file, suite);
  }
  const report = combined(reports);
  /** @type {string[]} */
  const unsteady = [];
  for (const file of filesToRepeat(report)) {
    console.log(`repeating ${file} alone, for it has failures`);
    const repeat = await run(suiteOf.get(file) ?? 'test', [...args, file]);
    const second = repeat.strayErrors === 0 ? repeat.files.find((one) => one.file === file) : undefined;
    report.files = report.files.map((first) => {
      if (first.file !== file || !second) return first;
      const { settled, unsteady: names } = settle(first, second);
      unsteady.push(...names.map((name) => `${file} > ${name}`));
      return settled;
    });
  }
  for (const time of times) console.log(time);
  const checks = process.env.CHECKS ?? 'passed';
  if (checks !== 'passed') console.log('the checks failed, see the beginning of this output');
  for (const name of unsteady) {
    console.log(`unsteady: ${name}: failed once, passed alone; a defect of the test or the code`);
  }
  console.log(summaryLine(report));
  return checks === 'passed' && countsOf(report).failed === 0 ? 0 : 1;
}

/**
 * A run with an exit code but no failure in its report counts as one stray error.
 * @param {string} suite
 * @param {string[]} args
 * @returns {Promise<import('./lib/outcome.mjs').Report>}
 */
async function run(suite, args) {
  const path = join(directory, 'report.json');
  rmSync(path, { force: true });
  const code = await runNode(['scripts/run.mjs', suite, ...args], { ...process.env, TEST_REPORT: path });
  const report = read(path) ?? { files: [], strayErrors: 0 };
  if (code !== 0 && countsOf(report).failed === 0) report.strayErrors += 1;
  return report;
}

/**
 * @param {string} path
 * @returns {import('./lib/outcome.mjs').Report | undefined}
 */
function read(path) {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch {
    // The run ended before it wrote a report.
    return undefined;
  }
}
