import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';
import { withLock } from './lock.mjs';
import { runQuietly } from './process.mjs';
import { say } from './say.mjs';

const NAMES = ['chromium', 'chromium-browser', 'google-chrome'];
const MACOS_PATHS = [
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];
const INSTALL_LIMIT_MS = 5 * 60_000;
const ADVICE = 'no Chromium for the browser tests: install it (apt-get install chromium) or set CHROMIUM_PATH';

/**
 * The browser that this machine has. CHROMIUM_PATH is taken at its word, so that a wrong one shows.
 * @returns {string | undefined}
 */
export function findChromium(env = process.env) {
  if (env.CHROMIUM_PATH) return env.CHROMIUM_PATH;
  const candidates = NAMES.flatMap((name) => onPath(name, env));
  return [...candidates, ...MACOS_PATHS].find(isExecutable);
}

/** Installs Chromium where this user may; elsewhere says how to get it. Never stops the other tests. */
export async function ensureChromium() {
  if (findChromium()) return;
  if (process.getuid?.() !== 0 || !onPath('apt-get', process.env).some(isExecutable)) return say(ADVICE);
  await withLock(async (share) => {
    if (findChromium()) return;
    say('installing Chromium for the browser tests ...');
    const failure = await installWithApt(share);
    if (failure) say(`${failure.trimEnd()}\n${ADVICE}`);
  });
}

/**
 * @param {import('./lock.mjs').Share} share
 * @returns {Promise<string | undefined>} what went wrong
 */
async function installWithApt(share) {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const deadline = Date.now() + INSTALL_LIMIT_MS;
  for (const args of [['update'], ['install', '-y', '--no-install-recommends', 'chromium']]) {
    const timeoutMs = Math.max(0, deadline - Date.now());
    const { code, output } = await runQuietly('apt-get', args, { env, timeoutMs, onStart: share });
    if (code !== 0) return output;
  }
  return undefined;
}

/**
 * @param {string} name
 * @param {NodeJS.ProcessEnv} env
 */
function onPath(name, env) {
  return (env.PATH ?? '')
    .split(delimiter)
    .filter(Boolean)
    .map((directory) => join(directory, name));
}

/** @param {string} path */
function isExecutable(path) {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
