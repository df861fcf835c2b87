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

export async function launchChromium(): Promise<Browser> {
  const executablePath = findChromium();
  if (!executablePath) throw new Error('No Chromium on this machine: install it or set CHROMIUM_PATH.');
  return chromium.launch({ executablePath, args: FLAGS });
}

/** Without a browser these tests are skipped on a desk; in CI they run, and fail at the launch. */
export const describeInBrowser = describe.skipIf(!findChromium() && !isSet(process.env['CI']));

function isSet(flag: string | undefined): boolean {
  return flag !== undefined && !['', '0', 'false'].includes(flag);
}
