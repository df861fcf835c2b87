import { exitCodes } from '../../foundation/runtime/exit-codes.ts';
import { alignedTable } from './output.ts';

/** Common settings. Secrets are read from the environment only, because other users can see arguments. */
const settings: readonly (readonly [string, string])[] = [
  ['DATABASE_URL', 'your own PostgreSQL 15 or later; without it an embedded one runs in the data directory'],
  ['DATA_DIR', 'the data directory (.causeway)'],
  ['HOST, PORT', 'address and port of the server (127.0.0.1, 4242)'],
  ['PUBLIC_URL', 'URL under which others reach the server'],
  ['MASTER_KEY', 'seals secrets: 32 random bytes (openssl rand -hex 32); needed for production platforms'],
  ['MASTER_KEY_PREVIOUS', 'the previous master key, while it is being replaced'],
  ['CREATE_SANDBOX', 'true: create a sandbox platform and print its token although MASTER_KEY is set'],
  ['SANDBOX_CLIENT_ID, SANDBOX_CLIENT_SECRET', 'credentials of the first sandbox token, instead of random ones'],
  ['CAUSEWAY_URL', 'server for commands; default: the one that runs with the data directory'],
  ['CAUSEWAY_CLIENT_ID, CAUSEWAY_CLIENT_SECRET', 'credentials for commands; default: the first sandbox token'],
  ['LOG_LEVEL', 'trace, debug, info, warn, error or silent (warn)'],
];

const indented = (rows: readonly (readonly string[])[]): string => alignedTable(rows).replaceAll(/^/gm, '  ');

const codes = Object.values(exitCodes).map(({ code, meaning }) => [String(code), meaning]);

export const settingsHelp = `
Settings (environment):
${indented(settings)}

Exit codes:
${indented(codes)}

Every command takes --json: JSON on standard output, one document or one per line, and errors as {"error": {...}} on
standard error.`;
