import { readFile } from 'node:fs/promises';
import type { Page } from './page.ts';

/** Pages of docs/ by section, in the order of the navigation. The other files there are for contributors. */
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

/** `directory` has the Markdown files. */
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
