/**
 * The layers of server/src from the bottom up (docs/architecture.md, "Layers and modules"). A module is a folder or a
 * file directly under server/src. An import runs down or stays on its layer. A slice is a module with HTTP routes.
 */
export const layers: readonly { readonly modules?: readonly string[]; readonly slices?: readonly string[] }[] = [
  { modules: ['kernel'] },
  { modules: ['texts'] },
  { modules: ['db', 'config.ts'] },
  { modules: ['runtime'] },
  { modules: ['ledger', 'jobs', 'request-log', 'http', 'providers', 'bank-files'], slices: ['webhooks'] },
  { modules: ['docs', 'archive'], slices: ['live', 'platforms', 'rates', 'accounts', 'directories'] },
  { slices: ['customers', 'ledger-reports', 'receivers', 'sca', 'wallets'] },
  { slices: ['quotes', 'transactions', 'cards', 'onboarding'] },
  { slices: ['agents', 'invitations', 'stablecoins', 'uma'] },
  { modules: ['mcp'], slices: ['sandbox', 'operator', 'console', 'search', 'timeline'] },
  { modules: ['composition'] },
  { modules: ['app.ts'] },
  { modules: ['processes', 'command'] },
  { modules: ['main.ts'] },
  { modules: ['cli.ts'] },
];

/** Modules that may import less than everything below them. */
export const sees: Readonly<Record<string, readonly string[]>> = {
  kernel: [],
  texts: ['kernel'],
  db: ['kernel'],
  'config.ts': ['kernel'],
  runtime: ['kernel', 'db', 'config.ts'],
  ledger: ['kernel', 'db'],
  jobs: ['kernel', 'db'],
  providers: ['kernel', 'db', 'jobs'],
  'bank-files': ['kernel', 'db', 'providers'],
  'request-log': ['kernel', 'db'],
  http: ['kernel', 'texts', 'db', 'ledger', 'jobs', 'request-log'],
};

/** Modules that only these may import. */
export const seenBy: Readonly<Record<string, readonly string[]>> = {
  'config.ts': ['runtime', 'composition', 'app.ts', 'processes', 'command', 'main.ts'],
  runtime: ['processes', 'command'],
};

/** Tables that two modules write, because each owns some of the columns. Every other table has one writer. */
export const sharedTables: Readonly<Record<string, readonly string[]>> = {
  accounts: ['ledger', 'accounts'],
};

const layerOfModule = new Map(
  layers.flatMap(({ modules = [], slices = [] }, i) => [...modules, ...slices].map((module) => [module, i])),
);
const slices = new Set(layers.flatMap((layer) => layer.slices ?? []));

export const layerOf = (module: string): number | undefined => layerOfModule.get(module);
export const isSlice = (module: string): boolean => slices.has(module);
