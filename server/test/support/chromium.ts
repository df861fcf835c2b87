import { type Browser, chromium } from 'playwright-core';
import { describe } from 'vitest';
import { findChromium } from '../../../scripts/lib/chromium.mjs';

export { findChromium };

const FLAGS = [
  '--headless',
  '--no-sandbox', // needed as root; the pages are ours
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

let running: Promise<Browser> | undefined;

/** The browser that the files of one worker share. A file opens contexts of its own, and ends with `closeContexts`. */
export function sharedChromium(): Promise<Browser> {
  const earlier = running;
  running = earlier ? earlier.then((browser) => (browser.isConnected() ? browser : launch()), launch) : launch();
  return running;
}

async function launch(): Promise<Browser> {
  const executablePath = findChromium();
  if (!executablePath) throw new Error('No Chromium on this machine: install it or set CHROMIUM_PATH.');
  return chromium.launch({ executablePath, args: FLAGS });
}

/** Closes every window of the file that ends; the files of a worker run one after the other. */
export async function closeContexts(): Promise<void> {
  const browser = await running?.catch(() => undefined);
  await Promise.all(browser?.contexts().map((context) => context.close()) ?? []);
}

/** Without a browser these tests are skipped on a desk; in CI they run, and fail at the launch. */
export const describeInBrowser = describe.skipIf(!findChromium() && !isSet(process.env['CI']));

function isSet(flag: string | undefined): boolean {
  return flag !== undefined && !['', '0', 'false'].includes(flag);
}
