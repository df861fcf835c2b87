import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { isInstalled, SERVER_WORKSPACES } from './installed.mjs';
import { bundleFile, root } from './paths.mjs';
import { Failure, say } from './say.mjs';
import { bundleStamp, bundleStampFile, readStamp } from './stamps.mjs';

const INSTALLATION = {
  SERVER: {
    line: 'installing the packages that the server is built from (300 MB) ...',
    args: ['--include-workspace-root', ...SERVER_WORKSPACES.map((name) => `--workspace=${name}`)],
  },
  EVERYTHING: { line: 'installing the packages of the server and of its tests (550 MB) ...', args: [] },
};

/**
 * Installs packages of the lock file, unless they are there.
 * @param {import('./installed.mjs').Packages} packages
 */
export async function ensureInstalled(packages) {
  const { line, args } = INSTALLATION[packages];
  await unlessFresh(
    () => isInstalled(packages),
    async (share) => {
      say(line);
      await orFail('npm ci failed', share, 'npm', ['ci', '--include=dev', '--include=optional', ...args]);
    },
  );
}

/** Builds server/dist, unless it was built from exactly these sources. */
export async function ensureBuilt() {
  await unlessFresh(isBuilt, async (share) => {
    say('building the server ...');
    // Builds in a separate process: in this one, the bundler would stay in the memory of the server.
    await orFail('the build failed', share, process.execPath, [join(root, 'scripts/build.mjs')]);
  });
}

const isBuilt = () => existsSync(bundleFile) && readStamp(bundleStampFile) === bundleStamp();

/**
 * @param {() => boolean} isFresh
 * @param {(share: import('./lock.mjs').Share) => Promise<void>} refresh
 */
async function unlessFresh(isFresh, refresh) {
  if (isFresh()) return;
  const { withLock } = await import('./lock.mjs');
  await withLock(async (share) => {
    if (!isFresh()) await refresh(share);
  });
}

/**
 * @param {string} complaint
 * @param {import('./lock.mjs').Share} share
 * @param {string} command
 * @param {string[]} args
 */
async function orFail(complaint, share, command, args) {
  const { runQuietly } = await import('./process.mjs');
  const { code, output } = await runQuietly(command, args, { onStart: share });
  if (code !== 0) throw new Failure(`${output.trimEnd()}\n${complaint}`);
}
