import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Frame, Page } from 'playwright-core';

/** Every loaded page needs the script; this file is half as long as the `source` that axe exports. */
const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** Narrowest and usual width of a page. */
const SIZES = { narrow: { width: 360, height: 780 }, wide: { width: 1280, height: 900 } };

export const WIDE = SIZES.wide;

type Size = keyof typeof SIZES;
type Scheme = 'light' | 'dark';

/** Combinations of size and colour scheme. `flawsInTurn` checks one of them per page. */
const LOOKS: readonly { size: Size; scheme: Scheme }[] = [
  { size: 'narrow', scheme: 'light' },
  { size: 'wide', scheme: 'dark' },
  { size: 'narrow', scheme: 'dark' },
  { size: 'wide', scheme: 'light' },
];

/** Rules whose result depends on the colour scheme; the others are checked in the light scheme only. */
const COLOUR_RULES = { runOnly: { type: 'rule', values: ['color-contrast', 'link-in-text-block'] } };

/** Skips details of passed rules, frames, and a second load of style sheets and media. */
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

/** Flaws of the open page at 360 and 1280 pixels, light and dark. Leaves the page wide and light. */
export async function flawsAtEachSize(page: Page): Promise<string[]> {
  const found: string[] = [];
  for (const [size, viewport] of Object.entries(SIZES)) {
    await page.setViewportSize(viewport);
    found.push(...(await flawsIn(page)).map((text) => `${size} ${text}`));
  }
  await reset(page);
  return found;
}

/**
 * Flaws of the open page in one of its four looks, by turn, because checks of colours take most processor time.
 * Leaves the page wide and light.
 */
export async function flawsInTurn(page: Page, turn: number): Promise<string[]> {
  const look = LOOKS[turn % LOOKS.length];
  if (!look) throw new Error(`${turn} is no turn`);
  await page.setViewportSize(SIZES[look.size]);
  const found = [...(await flawsInScheme(page, look.scheme)), ...(await overflowOf(page))];
  await reset(page);
  return found.map((text) => `${look.size} ${text}`);
}

async function reset(page: Page): Promise<void> {
  await page.setViewportSize(WIDE);
  await page.emulateMedia({ colorScheme: 'light' });
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
