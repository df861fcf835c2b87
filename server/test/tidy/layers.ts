/**
 * The house from the ground up (docs/architecture.md, "Rules between rooms"). A room is a folder or a file directly
 * under server/src. An import runs down or stays on its layer, never up. A slice is a room with an HTTP face.
 */
export const layers: readonly { readonly rooms?: readonly string[]; readonly slices?: readonly string[] }[] = [
  { rooms: ['kernel'] },
  { rooms: ['db', 'config.ts'] },
  { rooms: ['ledger', 'jobs', 'http', 'providers'], slices: ['webhooks'] },
  { slices: ['platforms', 'rates', 'accounts', 'directories'] },
  { slices: ['customers', 'receivers', 'sca', 'wallets'] },
  { slices: ['quotes', 'transactions', 'cards', 'onboarding'] },
  { slices: ['agents', 'invitations', 'stablecoins', 'uma'] },
  { slices: ['sandbox', 'operator'] },
  { rooms: ['furnish.ts'] },
  { rooms: ['app.ts'] },
  { rooms: ['main.ts', 'processes', 'command', 'cli.ts'] },
];

/** Rooms that see less than all that is not above them. */
export const sees: Readonly<Record<string, readonly string[]>> = {
  kernel: [],
  db: ['kernel'],
  'config.ts': ['kernel'],
  ledger: ['kernel', 'db'],
  jobs: ['kernel', 'db'],
  providers: ['kernel', 'db', 'jobs'],
  http: ['kernel', 'db', 'ledger', 'jobs'],
};

/** Rooms that are seen by these only. */
export const seenBy: Readonly<Record<string, readonly string[]>> = {
  'config.ts': ['furnish.ts', 'app.ts', 'main.ts', 'processes', 'command'],
};

/** Tables that two rooms write, because each owns some of the columns. Every other table has one writer. */
export const sharedTables: Readonly<Record<string, readonly string[]>> = {
  accounts: ['ledger', 'accounts'],
};

const layerOfRoom = new Map(
  layers.flatMap(({ rooms = [], slices = [] }, i) => [...rooms, ...slices].map((room) => [room, i])),
);
const slices = new Set(layers.flatMap((layer) => layer.slices ?? []));

export const layerOf = (room: string): number | undefined => layerOfRoom.get(room);
export const isSlice = (room: string): boolean => slices.has(room);
