import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Frame, Page } from 'playwright-core';

/** Each loaded page gets it anew, and this file is half as long as the `source` that axe exports. */
const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** Narrowest and usual width of a page. */
const SIZES = { narrow: { width: 360, height: 780 }, wide: { width: 1280, height: 900 } };

export const WIDE = SIZES.wide;

type Scheme = 'light' | 'dark';

/**
 * A check takes every rule at both sizes and both schemes, but two of the four combinations, and the next check of the
 * page the other two: colours rarely depend on the size, and they take most of the processor time of a check.
 */
const PAIRINGS: Record<keyof typeof SIZES, Scheme>[] = [
  { narrow: 'light', wide: 'dark' },
  { narrow: 'dark', wide: 'light' },
];

const checks = new WeakMap<Page, number>();

/** Rules whose result depends on the colour scheme; the others are checked in the light scheme only. */
const COLOUR_RULES = { runOnly: { type: 'rule', values: ['color-contrast', 'link-in-text-block'] } };

/** Without the details of rules that hold, frames, and loading of style sheets and media a second time. */
const LIGHT_WORK = { resultTypes: ['violations'], iframes: false, preload: false };

interface Checked {
  options?: object;
  /** Selectors of elements that are not checked. */
  exclude?: string[];
}

/** Violations of axe in the document of a page or frame, without the frames inside it, one text per rule. */
export async function violationsIn(place: Page | Frame, { options, exclude }: Checked = {}): Promise<string[]> {
  if (!(await place.evaluate('typeof axe === "object"'))) await place.evaluate(AXE);
  const context = exclude ? JSON.stringify({ exclude }) : 'document';
  return place.evaluate(`axe.run(${context}, ${JSON.stringify({ ...options, ...LIGHT_WORK })})
    .then(({ violations }) => violations.map(({ id, nodes }) => id + ': ' + nodes.map(({ html, any }) => html + ' ' + (any[0]?.message ?? '')).join(' ')))`);
}

/** Violations in both colour schemes, and whether the document scrolls sideways, at the present size of the page. */
export async function flawsIn(place: Page | Frame): Promise<string[]> {
  const light = await flawsInScheme(place, 'light');
  return [...light, ...(await flawsInScheme(place, 'dark', COLOUR_RULES)), ...(await overflowOf(place))];
}

/** Flaws of the open page at 360 and 1280 pixels, one of them light and the other dark. Leaves the page wide and light. */
export async function flawsAtEachSize(page: Page): Promise<string[]> {
  const turn = checks.get(page) ?? 0;
  checks.set(page, turn + 1);
  const found: string[] = [];
  for (const [size, scheme] of Object.entries(PAIRINGS[turn % 2] ?? {}) as [keyof typeof SIZES, Scheme][]) {
    await page.setViewportSize(SIZES[size]);
    const flaws = [...(await flawsInScheme(page, scheme)), ...(await overflowOf(page))];
    found.push(...flaws.map((text) => `${size} ${text}`));
  }
  await page.emulateMedia({ colorScheme: 'light' });
  return found;
}

async function flawsInScheme(place: Page | Frame, colorScheme: Scheme, options: object = {}): Promise<string[]> {
  const page = 'page' in place ? place.page() : place;
  await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
  return (await violationsIn(place, { options })).map((text) => `${colorScheme}: ${text}`);
}

const overflowOf = async (place: Page | Frame): Promise<string[]> =>
  (await sideways(place)) === 0 ? [] : ['scrolls sideways'];

/** Pixels by which the document is wider than its window. */
export const sideways = (place: Page | Frame): Promise<number> =>
  place.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth');
