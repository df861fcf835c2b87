import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';
import { withLock } from './lock.mjs';
import { runQuietly } from './process.mjs';
import { say } from './say.mjs';

/** Chromium without a window: a page takes half of the processor time. Debian has it as a package. */
const HEADLESS = 'chromium-headless-shell';
const COMPLETE = ['chromium', 'chromium-browser', 'google-chrome'];
const MACOS_PATHS = [
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];
const INSTALL_LIMIT_MS = 5 * 60_000;
const ADVICE = 'no Chromium for the browser tests: install it (apt-get install chromium) or set CHROMIUM_PATH';

/**
 * Installed browser, headless first. CHROMIUM_PATH is used unchecked, so that a wrong path fails visibly.
 * @returns {string | undefined}
 */
export function findChromium(env = process.env) {
  return env.CHROMIUM_PATH || onPath(HEADLESS, env).find(isExecutable) || findCompleteChromium(env);
}

/**
 * A browser with a viewer of PDFs, which the headless one lacks.
 * @returns {string | undefined}
 */
export function findCompleteChromium(env = process.env) {
  if (env.CHROMIUM_PATH) return env.CHROMIUM_PATH;
  return [...COMPLETE.flatMap((name) => onPath(name, env)), ...MACOS_PATHS].find(isExecutable);
}

/**
 * Installs both browsers if this user may. Otherwise any Chromium suffices; without one, prints how to install it. A
 * failure does not stop the other tests.
 */
export async function ensureChromium() {
  if (process.env.CHROMIUM_PATH || hasBoth()) return;
  if (process.getuid?.() === 0 && onPath('apt-get', process.env).some(isExecutable)) await withLock(installWithApt);
  if (!findChromium()) say(ADVICE);
}

const hasBoth = () => onPath(HEADLESS, process.env).some(isExecutable) && findCompleteChromium() !== undefined;

/** @param {import('./lock.mjs').Share} share */
async function installWithApt(share) {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const deadline = Date.now() + INSTALL_LIMIT_MS;
  const apt = async (/** @type {string[]} */ ...args) => {
    const timeoutMs = Math.max(0, deadline - Date.now());
    const { code, output } = await runQuietly('apt-get', args, { env, timeoutMs, onStart: share });
    return code === 0 ? undefined : output.trimEnd();
  };
  const install = (/** @type {string[]} */ ...names) => apt('install', '-y', '--no-install-recommends', ...names);
  if (hasBoth()) return;
  say('installing Chromium for the browser tests ...');
  if (!(await install(HEADLESS, 'chromium'))) return;
  // Updates the package lists only in CI or without any browser: that takes a while, and HEADLESS may not exist.
  if (findChromium() && !process.env.CI) return;
  await apt('update');
  if (!(await install(HEADLESS, 'chromium')) || findChromium()) return;
  const failure = await install('chromium');
  if (failure) say(failure);
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
    // The file does not exist or is not executable.
    return false;
  }
}
