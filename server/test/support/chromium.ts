import { type Browser, chromium } from 'playwright-core';
import { describe } from 'vitest';
import { findChromium, findCompleteChromium } from '../../../scripts/lib/chromium.mjs';

export { findChromium };

/** Features that Playwright disables. Repeated, because a second `--disable-features` replaces the first. */
const OFF_IN_PLAYWRIGHT = [
  ...['AvoidUnnecessaryBeforeUnloadCheckSync', 'DestroyProfileOnBrowserClose', 'HttpsUpgrades', 'LensOverlay'],
  ...['HttpsFirstBalancedModeAutoEnable', 'MediaRouter', 'PaintHolding', 'ThirdPartyStoragePartitioning'],
  ...['AvoidCorsURLLoaderRestartOnRedirect', 'OptimizationHints', 'NetworkTimeServiceQuerying', 'AimEnabled'],
  'PreconnectToSearch',
];

/** Pages of the address bar. Invisible in tests, they take 1.3 s of processor time for each new context. */
const ADDRESS_BAR_PAGES = ['WebUIOmniboxPopup', 'WebUIOmniboxAimPopup', 'WebUIOmniboxFullPopup'];

const FLAGS = [
  '--headless',
  '--no-sandbox', // needed as root; the pages are ours
  '--disable-gpu',
  '--in-process-gpu', // one process less to start and to talk to
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  `--disable-features=${[...OFF_IN_PLAYWRIGHT, ...ADDRESS_BAR_PAGES].join(',')}`,
];

let running: Promise<Browser> | undefined;

/** The browser that the files of one worker share. Each file opens separate contexts, and ends with `closeContexts`. */
export function sharedChromium(): Promise<Browser> {
  const again = (): Promise<Browser> => launch();
  running = running?.then((browser) => (browser.isConnected() ? browser : again()), again) ?? again();
  return running;
}

/** A browser with a viewer of PDFs, which takes more processor time; the file closes it. */
export const completeChromium = (): Promise<Browser> => launch(findCompleteChromium());

async function launch(executablePath = findChromium()): Promise<Browser> {
  if (!executablePath) throw new Error('No Chromium on this machine: install it or set CHROMIUM_PATH.');
  return chromium.launch({ executablePath, args: FLAGS });
}

/** Closes every window of the file that ends; the files of a worker run one after the other. */
export async function closeContexts(): Promise<void> {
  const browser = await running?.catch(() => undefined);
  await Promise.all(browser?.contexts().map((context) => context.close()) ?? []);
}

/** Without a browser, skips these tests locally; in CI they run, and fail at the launch. */
export const describeInBrowser = describe.skipIf(!findChromium() && !isSet(process.env['CI']));

/** As `describeInBrowser`, for `completeChromium`. */
export const describeInCompleteBrowser = describe.skipIf(!findCompleteChromium() && !isSet(process.env['CI']));

function isSet(flag: string | undefined): boolean {
  return flag !== undefined && !['', '0', 'false'].includes(flag);
}
