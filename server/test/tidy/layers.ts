/**
 * The layers of server/src from the bottom up: each is a folder, and its folders and files are the modules
 * (docs/architecture.md, "Layers and modules"). An import runs down or stays on its layer.
 */
export const layers: readonly string[] = ['foundation', 'engine', 'parties', 'payments', 'surfaces', 'start'];

/** Layers whose modules are slices with HTTP routes, and exceptions from that. */
const SLICES = ['parties', 'payments', 'surfaces'];
const SLICES_OF_THE_ENGINE = ['webhooks', 'live'];
const NO_SLICES = ['mcp'];

/** Modules that may import less than everything below them. */
export const sees: Readonly<Record<string, readonly string[]>> = {
  kernel: [],
  pages: ['kernel'],
  texts: ['kernel', 'pages'],
  db: ['kernel'],
  'config.ts': ['kernel'],
  runtime: ['kernel', 'db', 'config.ts'],
  ledger: ['kernel', 'db'],
  jobs: ['kernel', 'db'],
  providers: ['kernel', 'db', 'jobs'],
  'bank-files': ['kernel', 'db', 'providers'],
  'request-log': ['kernel', 'db'],
  http: ['kernel', 'pages', 'texts', 'db', 'ledger', 'jobs', 'request-log'],
};

/** Modules with restricted importers, and the only modules that may import each. */
export const seenBy: Readonly<Record<string, readonly string[]>> = {
  'config.ts': ['runtime', 'composition', 'app.ts', 'processes', 'command', 'main.ts'],
  runtime: ['processes', 'command'],
};

/** Tables that two modules write, because each owns some of the columns or rows. Every other table has one writer. */
export const sharedTables: Readonly<Record<string, readonly string[]>> = {
  accounts: ['ledger', 'accounts'],
  transactions: ['transactions', 'card-transactions'],
};

/** The folder or file in the folder of the layer: `quotes` for `payments/quotes/routes.ts`. */
export const moduleOf = (path: string): string => path.split('/')[1] ?? path;

export const layerOf = (path: string): number => layers.indexOf(path.split('/')[0] ?? '');

export function isSlice(path: string): boolean {
  const module = moduleOf(path);
  const isInSlices = SLICES.includes(path.split('/')[0] ?? '') && !NO_SLICES.includes(module);
  return isInSlices || SLICES_OF_THE_ENGINE.includes(module);
}
