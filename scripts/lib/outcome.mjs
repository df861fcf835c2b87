/**
 * Report of a run, as server/test/support/summary-reporter.ts writes it.
 * @typedef {{ id: string, name: string, state: string }} Test
 * @typedef {{ file: string, tests: Test[], errors: string[] }} FileReport errors outside of a test, such as in a hook
 * @typedef {{ files: FileReport[], strayErrors: number }} Report stray errors belong to no file
 */

/**
 * Joins the reports of several runs.
 * @param {Report[]} reports
 * @returns {Report}
 */
export const combined = (reports) => ({
  files: reports.flatMap(({ files }) => files),
  strayErrors: reports.reduce((sum, { strayErrors }) => sum + strayErrors, 0),
});

/**
 * In minutes and seconds.
 * @param {number} ms
 */
export function durationOf(ms) {
  const seconds = Math.round(ms / 1_000);
  return `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
}

/** More failing files than this have a common cause, so they are not repeated. */
const MAX_REPEATED = 5;

/** @param {Test} test */
const hasFailed = ({ state }) => state !== 'passed' && state !== 'skipped';

/** @param {Test} test */
const hasPassed = ({ state }) => state === 'passed';

/**
 * Files that run once more, each alone.
 * @param {Report} report
 */
export function filesToRepeat({ files, strayErrors }) {
  const failed = files.filter(({ tests, errors }) => errors.length > 0 || tests.some(hasFailed));
  return strayErrors === 0 && failed.length <= MAX_REPEATED ? failed.map(({ file }) => file) : [];
}

/**
 * Joins both runs of a file: a test that passed in one run passes, and is unsteady if it failed in the other.
 * @param {FileReport} first
 * @param {FileReport} second
 */
export function settle(first, second) {
  const before = new Map(first.tests.map((test) => [test.id, test]));
  const tests = second.tests.map((test) => {
    const earlier = before.get(test.id);
    before.delete(test.id);
    return earlier && hasPassed(earlier) ? earlier : test;
  });
  // Tests that are missing in the second run, for example because the file did not load, keep their first result.
  tests.push(...before.values());
  const settled = { file: first.file, tests, errors: first.errors.filter((error) => second.errors.includes(error)) };
  const passed = new Set(tests.filter(hasPassed).map(({ id }) => id));
  const failedOnce = [...first.tests, ...second.tests].filter((test) => hasFailed(test) && passed.has(test.id));
  const healed = [...first.errors, ...second.errors].filter((error) => !settled.errors.includes(error));
  return { settled, unsteady: [...new Set([...failedOnce.map(({ name }) => name), ...healed])] };
}

/**
 * An error outside of a test counts as one failure.
 * @param {Report} report
 */
export function countsOf({ files, strayErrors }) {
  const tests = files.flatMap((file) => file.tests);
  const passed = tests.filter(hasPassed).length;
  const failed = tests.filter(hasFailed).length;
  const errors = strayErrors + files.flatMap((file) => file.errors).length;
  return { passed, failed: failed + errors, skipped: tests.length - passed - failed };
}

/**
 * The last line of a run.
 * @param {Report} report
 */
export function summaryLine(report) {
  const { passed, failed, skipped } = countsOf(report);
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`;
}
