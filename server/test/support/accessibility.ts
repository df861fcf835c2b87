import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Frame, Page } from 'playwright-core';

/** Each loaded page gets it anew, and this file is half as long as the `source` that axe exports. */
const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** Narrowest and usual width of a page. */
const SIZES = { narrow: { width: 360, height: 780 }, wide: { width: 1280, height: 900 } };

export const WIDE = SIZES.wide;

/** Rules whose result depends on the colour scheme; the others are checked in the light scheme only. */
const COLOUR_RULES = { runOnly: { type: 'rule', values: ['color-contrast', 'link-in-text-block'] } };

interface Checked {
  options?: object;
  /** Selectors of elements that are not checked. */
  exclude?: string[];
}

/** Violations of axe in the document of a page or frame, without the frames inside it, one text per rule. */
export async function violationsIn(place: Page | Frame, { options, exclude }: Checked = {}): Promise<string[]> {
  if (!(await place.evaluate('typeof axe === "object"'))) await place.evaluate(AXE);
  const context = exclude ? JSON.stringify({ exclude }) : 'document';
  return place.evaluate(`axe.run(${context}, ${JSON.stringify({ ...options, resultTypes: ['violations'], iframes: false })})
    .then(({ violations }) => violations.map(({ id, nodes }) => id + ': ' + nodes.map(({ html, any }) => html + ' ' + (any[0]?.message ?? '')).join(' ')))`);
}

/** Violations in both colour schemes, and whether the document scrolls sideways, at the present size of the page. */
export async function flawsIn(place: Page | Frame): Promise<string[]> {
  const page = 'page' in place ? place.page() : place;
  const found: string[] = [];
  for (const [colorScheme, options] of [
    ['light', {}],
    ['dark', COLOUR_RULES],
  ] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    found.push(...(await violationsIn(place, { options })).map((text) => `${colorScheme}: ${text}`));
  }
  if ((await sideways(place)) !== 0) found.push('scrolls sideways');
  return found;
}

/** Flaws of the open page at 360 and 1280 pixels. Leaves the page wide and light. */
export async function flawsAtEachSize(page: Page): Promise<string[]> {
  const found: string[] = [];
  for (const [size, viewport] of Object.entries(SIZES)) {
    await page.setViewportSize(viewport);
    found.push(...(await flawsIn(page)).map((text) => `${size} ${text}`));
  }
  await page.emulateMedia({ colorScheme: 'light' });
  return found;
}

/** Pixels by which the document is wider than its window. */
export const sideways = (place: Page | Frame): Promise<number> =>
  place.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth');
