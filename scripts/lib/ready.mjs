import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { bundleFile, root } from './paths.mjs';
import { Failure, say } from './say.mjs';
import { bundleStamp, bundleStampFile, installStamp, installStampFile, readStamp } from './stamps.mjs';

/** Installs the dependencies of the lock file, unless they are there. */
export async function ensureInstalled() {
  await unlessFresh(isInstalled, async (share) => {
    say('installing dependencies ...');
    const stamp = installStamp();
    await orFail('npm ci failed', share, 'npm', ['ci', '--include=dev', '--include=optional']);
    writeFileSync(installStampFile, stamp);
  });
}

/** Builds server/dist, unless it was built from exactly these sources. */
export async function ensureBuilt() {
  await unlessFresh(isBuilt, async (share) => {
    say('building the server ...');
    // In a process of its own: the bundler would stay in the memory of the server that starts here.
    await orFail('the build failed', share, process.execPath, [join(root, 'scripts/build.mjs')]);
  });
}

const isInstalled = () => readStamp(installStampFile) === installStamp();
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
