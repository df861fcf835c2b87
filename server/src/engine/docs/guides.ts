import { readFile } from 'node:fs/promises';
import type { Page } from './page.ts';

/** Published pages of docs/ by section, in the order of the navigation. Unlisted files are for contributors. */
const sections: Readonly<Record<string, readonly string[]>> = {
  Guides: [
    'quickstart',
    'client',
    'testing',
    'api-conventions',
    'onboarding',
    'payments',
    'transactions',
    'incoming-money',
    'rates',
    'uma',
    'webhooks',
    'cards',
    'card-transactions',
    'wallets',
    'strong-customer-authentication',
    'agents',
    'mcp',
    'stablecoins',
  ],
  Operations: ['console', 'commands', 'settings', 'operations', 'bank-files', 'ledger'],
};

export const guidePath = (name: string): string => `/guides/${name}`;

/** Reads the guides, which are the Markdown files of `directory`. */
export function readGuides(directory: URL): Promise<Page[]> {
  const names = Object.entries(sections).flatMap(([section, pages]) => pages.map((name) => ({ section, name })));
  return Promise.all(
    names.map(async ({ section, name }) => {
      const text = await readFile(new URL(`${name}.md`, directory), 'utf8');
      const title = /^# (.+)$/m.exec(text)?.[1] ?? name;
      return { path: guidePath(name), title, section, text };
    }),
  );
}
