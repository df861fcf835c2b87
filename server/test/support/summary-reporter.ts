import { writeFileSync } from 'node:fs';
import { relative } from 'node:path';
import type { Reporter, TestModule, Vitest } from 'vitest/node';
import { type FileReport, type Report, summaryLine } from '../../../scripts/lib/outcome.mjs';

/**
 * Ends the output with one line that a machine can read: `N passed, N failed`, and `, N skipped` where some were. Writes
 * the outcome of every test to the file TEST_REPORT instead, if that is set.
 */
export default class SummaryReporter implements Reporter {
  private report: Report | undefined;
  private root = '';

  onInit({ config }: Vitest): void {
    this.root = config.root;
    // Writes at exit: other reporters still write at the end of the run.
    process.once('exit', () => {
      const path = process.env['TEST_REPORT'];
      if (!this.report) return;
      if (path) writeFileSync(path, JSON.stringify(this.report));
      else process.stdout.write(`${summaryLine(this.report)}\n`);
    });
  }

  onTestRunEnd(modules: readonly TestModule[], unhandledErrors: readonly object[]): void {
    const files = modules.map((module) => fileReport(module, this.root));
    let strayErrors = 0;
    for (const error of unhandledErrors) {
      const path = 'VITEST_TEST_PATH' in error ? relative(this.root, String(error.VITEST_TEST_PATH)) : '';
      const file = files.find((one) => one.file === path);
      if (file) file.errors.push('unhandled error');
      else strayErrors += 1;
    }
    this.report = { files, strayErrors };
  }
}

/** A test that never ended (time-out of the whole run, a crashed worker) is `pending`, which is not a pass. */
function fileReport(module: TestModule, root: string): FileReport {
  const tests = [...module.children.allTests()].map((test) => ({
    id: test.id,
    name: test.fullName,
    state: test.result().state,
  }));
  const suites = [...module.children.allSuites()].filter((suite) => suite.errors().length > 0);
  const errors = suites.map(({ fullName }) => `${fullName} (a hook)`);
  if (module.errors().length > 0) errors.push('the file itself');
  return { file: relative(root, module.moduleId), tests, errors };
}
