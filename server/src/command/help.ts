import { exitCodes } from './exit-codes.ts';
import { table } from './output.ts';

/** The settings that most people need; secrets come from the environment only, never from arguments. */
const settings: readonly (readonly [string, string])[] = [
  ['DATABASE_URL', 'your own PostgreSQL 15 or later; without it one is kept in the data directory'],
  ['DATA_DIR', 'the data directory (.causeway)'],
  ['HOST, PORT', 'where the server listens (127.0.0.1, 4242)'],
  ['PUBLIC_URL', 'how others reach the server'],
  ['MASTER_KEY', 'seals secrets: 32 random bytes (openssl rand -hex 32); needed for production platforms'],
  ['MASTER_KEY_PREVIOUS', 'the master key of before, while it is being changed'],
  ['SANDBOX_CLIENT_ID, SANDBOX_CLIENT_SECRET', 'choose the first sandbox token'],
  ['LOG_LEVEL', 'trace, debug, info, warn, error or silent (warn)'],
];

const indented = (rows: readonly (readonly string[])[]): string => table(rows).replaceAll(/^/gm, '  ');

const codes = Object.values(exitCodes).map(({ code, meaning }) => [String(code), meaning]);

export const settingsHelp = `
Settings (environment):
${indented(settings)}

Exit codes:
${indented(codes)}

Every command takes --json: one JSON document on standard output, errors as {"error": {...}} on standard error.`;
