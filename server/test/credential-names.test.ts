import { readdirSync, readFileSync, statSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const root = fileURLToPath(new URL('../../', import.meta.url));
/** Guides, samples and the code that writes samples: integrators copy them. */
const PUBLISHED = ['README.md', 'docs', 'examples', 'sdk', 'web', 'server/README.md', 'server/src', 'scripts'];
/** Files that describe or read the settings of the first token. */
const SETTINGS = [
  'docs/operations.md',
  'docs/settings.md',
  'server/src/start/command/help.ts',
  'server/src/foundation/config.ts',
  'server/src/foundation/kernel/error-reasons.ts',
  'server/src/parties/platforms/first-platform.ts',
  'server/src/start/processes/warnings.ts',
];
const CREDENTIAL = /\b[A-Z_]*(?:CLIENT_(?:ID|SECRET)|CAUSEWAY_(?!WEBHOOK_SECRET)[A-Z_]*)\b/g;
const NAMES = ['CAUSEWAY_URL', 'CAUSEWAY_CLIENT_ID', 'CAUSEWAY_CLIENT_SECRET'];

const filesUnder = (path: string): string[] =>
  statSync(root + path).isFile()
    ? [path]
    : readdirSync(root + path)
        .filter((name) => !['node_modules', 'dist', '.npmignore'].includes(name))
        .flatMap((name) => filesUnder(`${path}/${name}`));

const unknownIn = (text: string): string[] =>
  [...new Set(text.match(CREDENTIAL))].filter((name) => !NAMES.includes(name));

test('no document and no sample has another name for the address and the credentials of a platform', () => {
  const files = PUBLISHED.flatMap(filesUnder).filter((file) => /\.(md|m?js|tsx?|html)$/.test(file));
  expect(files).toEqual(expect.arrayContaining(['README.md', 'docs/client.md', 'server/src/engine/docs/samples.ts']));
  const found = files
    .filter((file) => !SETTINGS.includes(file))
    .flatMap((file) => unknownIn(readFileSync(`${root}${file}`, 'utf8')).map((name) => `${file}: ${name}`));
  expect(found).toEqual([]);
});

test('a name is found wherever it stands', () => {
  const text = '-u "$CLIENT_ID:$CLIENT_SECRET" SANDBOX_CLIENT_ID CAUSEWAY_TOKEN ${CAUSEWAY_API_URL} CAUSEWAY_URL';
  expect(unknownIn(text)).toEqual([
    ...['CLIENT_ID', 'CLIENT_SECRET', 'SANDBOX_CLIENT_ID', 'CAUSEWAY_TOKEN', 'CAUSEWAY_API_URL'],
  ]);
});
