import type { Reporter, TestModule } from 'vitest/node';

/** Ends the output with one machine-readable line: `N passed, N failed`, and `, N skipped` if any were. */
export default class SummaryReporter implements Reporter {
  private line = '';

  onInit(): void {
    // Other reporters still write when the run has ended; none writes at exit.
    process.once('exit', () => {
      if (this.line) process.stdout.write(`${this.line}\n`);
    });
  }

  onTestRunEnd(modules: readonly TestModule[], unhandledErrors: readonly unknown[]): void {
    this.line = summaryLine(modules, unhandledErrors.length);
  }
}

/** An error outside of any test (a file that does not load, a hook, a stray rejection) counts as one failure. */
export function summaryLine(modules: readonly TestModule[], strayErrors: number): string {
  const count = { passed: 0, failed: strayErrors, skipped: 0, pending: 0 };
  for (const module of modules) {
    count.failed += brokenSuites(module);
    for (const test of module.children.allTests()) count[test.result().state] += 1;
  }
  // A test that never ended (time-out of the whole run, a crashed worker) is not a pass.
  const line = `${count.passed} passed, ${count.failed + count.pending} failed`;
  return count.skipped > 0 ? `${line}, ${count.skipped} skipped` : line;
}

function brokenSuites(module: TestModule): number {
  const suites = [module, ...module.children.allSuites()];
  return suites.filter((suite) => suite.errors().length > 0).length;
}
