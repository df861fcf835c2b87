import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

/** Files that the benchmark writes itself: they do not count as uncommitted changes. */
const OWN = [':!bench/results.md', ':!docs/benchmarks.md'];

/** The measured commit, and whether files differ from it: `1a83acd, with uncommitted changes`. */
export async function currentCommit(): Promise<string> {
  const git = async (...args: string[]): Promise<string> => (await promisify(execFile)('git', args)).stdout.trim();
  try {
    const commit = await git('rev-parse', '--short=7', 'HEAD');
    const changes = await git('status', '--porcelain', '--', '.', ...OWN);
    return changes ? `${commit}, with uncommitted changes` : commit;
  } catch {
    return 'unknown';
  }
}
