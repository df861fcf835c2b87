import { randomInt } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { countsOf, filesToRepeat, settle, summaryLine } from './lib/outcome.mjs';
import { runNode } from './lib/process.mjs';

/**
 * All tests, for `.ci/run`. A file with failures runs once more alone after the others: what passes then is reported as
 * unsteady, what fails again fails the run. CHECKS says how the checks before ended. Arguments are passed to Vitest.
 */
const directory = mkdtempSync(join(tmpdir(), 'causeway-ci-'));
process.exitCode = await main(process.argv.slice(2)).finally(() => rmSync(directory, { recursive: true, force: true }));

/** @param {string[]} args */
async function main(args) {
  // A failure by a random draw is no chance: the same seed repeats it.
  process.env.TEST_SEED ??= String(randomInt(2 ** 31));
  const report = await run(args);
  /** @type {string[]} */
  const unsteady = [];
  for (const file of filesToRepeat(report)) {
    console.log(`repeating ${file} alone, for it has failures`);
    const repeat = await run([...args, file]);
    const second = repeat.strayErrors === 0 ? repeat.files.find((one) => one.file === file) : undefined;
    report.files = report.files.map((first) => {
      if (first.file !== file || !second) return first;
      const { settled, unsteady: names } = settle(first, second);
      unsteady.push(...names.map((name) => `${file} > ${name}`));
      return settled;
    });
  }
  const checks = process.env.CHECKS ?? 'passed';
  if (checks !== 'passed') console.log('the checks failed, see the beginning of this output');
  for (const name of unsteady) {
    console.log(`unsteady: ${name}: failed once, passed alone; a defect of the test or the code`);
  }
  console.log(summaryLine(report));
  return checks === 'passed' && countsOf(report).failed === 0 ? 0 : 1;
}

/**
 * A run that ends badly without a failure in its report counts as one stray error.
 * @param {string[]} args
 * @returns {Promise<import('./lib/outcome.mjs').Report>}
 */
async function run(args) {
  const path = join(directory, 'report.json');
  rmSync(path, { force: true });
  const code = await runNode(['scripts/run.mjs', 'test', ...args], { ...process.env, TEST_REPORT: path });
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
    return undefined;
  }
}
