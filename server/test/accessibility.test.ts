import { expect, it } from 'vitest';
import { flawsAtEachSize, flawsInTurn } from './support/accessibility.ts';
import { closeContexts, describeInBrowser, sharedChromium } from './support/chromium.ts';
import { testEveryPage } from './support/every-page.ts';

testEveryPage(flawsInTurn);

describeInBrowser('the check of pages', () => {
  it('finds violations in both schemes at both sizes or in one of the four in turn, and a page that scrolls sideways', async () => {
    const page = await (await sharedChromium()).newPage();
    await page.setContent(`<!doctype html><html lang="en"><title>Flawed</title><main><h1>Flawed</h1>
      <style>
        @media (prefers-color-scheme: dark) { .dark { color: #eee; background: #fff } }
        @media (max-width: 500px) { .wide { display: none } .broad { width: 600px } }
        @media (min-width: 501px) { .narrow { display: none } }
      </style>
      <p class="dark">Hard to read in the dark</p><p class="broad">Broad</p>
      <img class="narrow" src="data:,"><button class="wide"></button></main>`);
    const rules = (flaws: string[]) => flaws.map((text) => text.replace(/(: [\w-]+):.*/s, '$1'));
    const all = rules(await flawsAtEachSize(page));
    const turns: string[][] = [];
    for (const turn of [0, 1, 2, 3]) turns.push(rules(await flawsInTurn(page, turn)));
    await closeContexts();
    expect(all).toEqual([
      'narrow light: image-alt',
      'narrow dark: color-contrast',
      'narrow scrolls sideways',
      'wide light: button-name',
      'wide dark: color-contrast',
    ]);
    expect(turns).toEqual([
      ['narrow light: image-alt', 'narrow scrolls sideways'],
      ['wide dark: button-name', 'wide dark: color-contrast'],
      ['narrow dark: color-contrast', 'narrow dark: image-alt', 'narrow scrolls sideways'],
      ['wide light: button-name'],
    ]);
  });
});
