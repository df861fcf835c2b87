import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core';
import { findChromium } from '../../scripts/lib/chromium.mjs';
import { figureOf } from '../measure.ts';
import type { Place, Server } from '../place.ts';
import type { Section } from '../report.ts';
import { undoable } from '../undo.ts';

/** Goal of the design, in processor time: on an idle laptop that equals the time until the page is shown. */
const GOAL_MS = 1_000;
/** Uncounted rounds, in which the server compiles and the system caches the browser. */
const WARM_UP = 1;

type Session = Awaited<ReturnType<BrowserContext['storageState']>>;

interface Opening {
  /** From the navigation to the first control that can be used. */
  controlMs: number;
  /** From the navigation to the content of the page. */
  contentMs: number;
  /** Processor time of the page, of its scripts alone, and its transfers. */
  taskMs: number;
  scriptMs: number;
  kilobytes: number;
}

/** The first page of the console in a browser without a cache. */
export async function consoleSection({ server }: Place, rounds: number): Promise<Section> {
  const executablePath = findChromium();
  const about =
    'Home of the console in headless Chromium with an empty cache and an open session. Processor time is that of the page, so that other work on the machine does not count.';
  if (!executablePath) return { title: 'Console', about, rows: [], says: ['No Chromium on this machine.'] };
  // Playwright must not end this process on a signal: the benchmark has to clean up first.
  const signals = { handleSIGINT: false, handleSIGTERM: false, handleSIGHUP: false };
  const args = ['--no-sandbox', '--disable-gpu'];
  const launching = chromium.launch({ executablePath, args, ...signals });
  const close = undoable(async () => (await launching.catch(() => undefined))?.close());
  const browser = await launching;
  try {
    const session = await logIn(browser, server);
    const openings: Opening[] = [];
    for (let i = 0; i < WARM_UP + rounds; i++) openings.push(await open(browser, server, session));
    const figure = (name: keyof Opening) => figureOf(openings.slice(WARM_UP).map((opening) => opening[name]));
    return {
      title: 'Console',
      about,
      rows: [
        { what: 'processor time of the first page', unit: 'ms', ours: figure('taskMs'), goal: { below: GOAL_MS } },
        { what: 'of it in scripts', unit: 'ms', ours: figure('scriptMs') },
        { what: 'time to the first control', unit: 'ms', ours: figure('controlMs') },
        { what: 'time to the content of the first page', unit: 'ms', ours: figure('contentMs') },
        { what: 'transferred for the first page', unit: 'KB', ours: figure('kilobytes') },
      ],
    };
  } finally {
    await close();
  }
}

/** The login needs a page of the console: the server accepts writes only from its own origin. */
async function logIn(browser: Browser, { url, authorization }: Server): Promise<Session> {
  const [clientId = '', clientSecret = ''] = Buffer.from(authorization.replace('Basic ', ''), 'base64')
    .toString()
    .split(':');
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.goto(new URL('/console', url).href);
  const body = JSON.stringify(JSON.stringify({ clientId, clientSecret }));
  await page.evaluate(`fetch('/console/login', { method: 'POST', headers: { 'content-type': 'application/json' }, body: ${body} })
    .then((answer) => answer.json()).then(({ key }) => localStorage.setItem('causeway.console.key', key))`);
  const session = await context.storageState();
  await context.close();
  return session;
}

/** Content that depends on the first requests. */
const CONTENT = 'main section li, main section p';

/** Notes when the first control and the first section of the page appear. */
const OBSERVER = `
  const moments = (window.moments = {});
  new MutationObserver(() => {
    if (document.querySelector('header button')) moments.controlMs ??= performance.now();
    if (document.querySelector('${CONTENT}')) moments.contentMs ??= performance.now();
  }).observe(document, { childList: true, subtree: true });`;

async function open(browser: Browser, { url }: Server, session: Session): Promise<Opening> {
  const context = await browser.newContext({ storageState: session });
  try {
    const page = await context.newPage();
    const devtools = await context.newCDPSession(page);
    // Reports the processor time of tasks instead of their duration.
    await devtools.send('Performance.enable', { timeDomain: 'threadTicks' });
    await page.addInitScript(OBSERVER);
    await page.goto(new URL('/console', url).href);
    await page.locator(CONTENT).first().waitFor();
    const { metrics } = await devtools.send('Performance.getMetrics');
    const secondsOf = (name: string): number => metrics.find((metric) => metric.name === name)?.value ?? Number.NaN;
    const moments = (await page.evaluate('window.moments')) as Pick<Opening, 'controlMs' | 'contentMs'>;
    return {
      ...moments,
      taskMs: 1_000 * secondsOf('TaskDuration'),
      scriptMs: 1_000 * secondsOf('ScriptDuration'),
      kilobytes: await transferred(page),
    };
  } finally {
    await context.close();
  }
}

const transferred = async (page: Page): Promise<number> =>
  ((await page.evaluate(`performance.getEntriesByType('resource').concat(performance.getEntriesByType('navigation'))
    .reduce((sum, { transferSize }) => sum + transferSize, 0)`)) as number) / 1_000;
