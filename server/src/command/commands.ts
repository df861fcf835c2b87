import { InvalidArgumentError, Option } from 'commander';
import { type Permission, permissions } from '../kernel/callers.ts';
import { idPattern } from '../kernel/ids.ts';
import type { Run } from './invocation.ts';

const MAX_NAME = 255;

/** One command: its words, its options, and the module behind it, which is loaded only when it runs. */
export interface Spec {
  group?: string;
  name: string;
  summary: string;
  description?: string;
  options?: readonly Option[];
  load: () => Promise<Run>;
}

interface Definition<Options> extends Omit<Spec, 'load'> {
  load: () => Promise<Run<Options>>;
}

const command = <Options>(definition: Definition<Options>): Spec => definition as unknown as Spec;

const required = (option: Option): Option => option.makeOptionMandatory();

const name = (whose: string): Option => required(new Option('--name <name>', `name of ${whose}`)).argParser(parseName);

export const commands: readonly Spec[] = [
  command({
    name: 'start',
    summary: 'start the server',
    description: 'Start the server. It brings the schema up to date first, and stops cleanly on SIGTERM and SIGINT.',
    load: async () => (await import('./start.ts')).startServer,
  }),
  command({
    name: 'migrate',
    summary: 'bring the schema of the database up to date',
    description: 'Bring the schema of the database up to date, all or nothing. "start" does this too.',
    load: async () => (await import('./migrate.ts')).migrateSchema,
  }),
  command({
    group: 'platforms',
    name: 'create',
    summary: 'make a platform and its first token',
    description: 'Make a platform and its first token, whose secret is printed once.',
    options: [
      name('the platform'),
      required(new Option('--mode <mode>', 'PRODUCTION needs MASTER_KEY').choices(['SANDBOX', 'PRODUCTION'])),
      new Option('--regulated', 'a regulated institution (the default): its customers start APPROVED'),
      new Option('--unregulated', 'customers are verified here').conflicts('regulated'),
    ],
    load: async () => (await import('./platforms.ts')).create,
  }),
  command({
    group: 'platforms',
    name: 'list',
    summary: 'list the platforms, newest first',
    load: async () => (await import('./platforms.ts')).list,
  }),
  command({
    group: 'tokens',
    name: 'create',
    summary: 'make an API token of a platform',
    description: 'Make an API token of a platform. Its secret is printed once.',
    options: [
      required(new Option('--platform <id>', 'id of the platform')).argParser(parsePlatformId),
      name('the token'),
      required(new Option('--permissions <list>', `some of ${permissions.join(',')}`)).argParser(parsePermissions),
    ],
    load: async () => (await import('./tokens.ts')).create,
  }),
  command({
    group: 'operators',
    name: 'create',
    summary: 'make credentials for the operator API',
    description: 'Make credentials for the operator API. The secret is printed once.',
    options: [name('the operator')],
    load: async () => (await import('./operators.ts')).create,
  }),
  command({
    group: 'operators',
    name: 'list',
    summary: 'list the operators, newest first',
    load: async () => (await import('./operators.ts')).list,
  }),
  command({
    group: 'keys',
    name: 'rotate',
    summary: 'seal every secret with a new key',
    description: `Seal every secret with a new data key, and wrap every data key under MASTER_KEY. Servers may run meanwhile.
To change MASTER_KEY: restart every server with the new key as MASTER_KEY and the old one as MASTER_KEY_PREVIOUS, run
this with the same two, and restart the servers without MASTER_KEY_PREVIOUS when you like. A run that was cut short is
finished by the next one.`,
    options: [new Option('--master', 'replace the master key in the data directory too (where MASTER_KEY is not set)')],
    load: async () => (await import('./keys.ts')).rotate,
  }),
  command({
    group: 'ledger',
    name: 'audit',
    summary: 'check every invariant of the ledger',
    description: 'Check every invariant of the ledger. Exit code 1 tells that there are findings.',
    options: [new Option('--platform <id>', 'this platform only').argParser(parsePlatformId)],
    load: async () => (await import('./ledger.ts')).auditLedger,
  }),
  command({
    name: 'status',
    summary: 'tell how the database, the jobs, the keys and the server are',
    description: 'Tell how the database, the jobs, the keys and the server are. Changes nothing.',
    load: async () => (await import('./status.ts')).status,
  }),
];

function parseName(text: string): string {
  const length = text.trim().length;
  if (length > 0 && length <= MAX_NAME) return text;
  throw new InvalidArgumentError(`It must have 1 to ${MAX_NAME} characters.`);
}

function parsePlatformId(text: string): string {
  if (new RegExp(idPattern('Platform')).test(text)) return text;
  throw new InvalidArgumentError('It must look like Platform:<uuid>; "causeway platforms list" lists them.');
}

function parsePermissions(text: string): Permission[] {
  const given = [...new Set(text.split(',').map((part) => part.trim()))];
  const known = permissions.filter((permission) => given.includes(permission));
  if (known.length === given.length) return known;
  throw new InvalidArgumentError(`It must name some of ${permissions.join(',')}.`);
}
