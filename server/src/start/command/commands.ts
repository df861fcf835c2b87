import { Argument, InvalidArgumentError, Option } from 'commander';
import { type Permission, permissions } from '../../foundation/kernel/callers.ts';
import { DAY_MS, MINUTE_MS } from '../../foundation/kernel/clock.ts';
import { idPattern } from '../../foundation/kernel/ids.ts';
import { type CommandSpec, command, required } from './command-spec.ts';
import { developerCommands } from './developer-commands.ts';
import { requestCommands } from './request-commands.ts';
import { shells } from './shells.ts';

const MAX_NAME = 255;

const name = (subject: string): Option =>
  required(new Option('--name <name>', `name of ${subject}`)).argParser(parseName);

export const commands: readonly CommandSpec[] = [
  command<{ idleExit?: number }>({
    name: 'start',
    summary: 'start the server',
    description: 'Start the server. It migrates the schema first, and stops cleanly on SIGTERM and SIGINT.',
    options: [
      new Option('--quiet', 'show no requests and events on a terminal'),
      new Option('--seed <data>', 'fill the sandbox once the server is ready').choices(['demo']),
      new Option(
        '--idle-exit <seconds>',
        'stop after this time without a request and without a process in DATA_DIR/users',
      ).argParser(parseSeconds),
    ],
    load: async (loadServer) => {
      const startServer = await loadServer();
      const { startWith } = await import('./start.ts');
      return startWith(startServer);
    },
  }),
  command({
    name: 'migrate',
    summary: 'migrate the schema of the database',
    description: 'Migrate the schema of the database in one transaction. "start" does this too.',
    load: async () => (await import('./migrate.ts')).migrateSchema,
  }),
  command({
    group: 'platforms',
    name: 'create',
    summary: 'create a platform and its first token',
    description: 'Create a platform and its first token, whose secret is printed once.',
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
    summary: 'create an API token of a platform',
    description: 'Create an API token of a platform. Its secret is printed once.',
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
    summary: 'create credentials for the operator API',
    description: 'Create credentials for the operator API. The secret is printed once.',
    options: [
      name('the operator'),
      new Option('--expires-in <time>', 'how long they work: 30m, 12h or 90d (default: until revoked)').argParser(
        parseDuration,
      ),
      new Option('--expires-at <date>', 'until when they work, as an ISO 8601 date or time')
        .argParser(parseDate)
        .conflicts('expiresIn'),
    ],
    load: async () => (await import('./operators.ts')).create,
  }),
  command({
    group: 'operators',
    name: 'invite',
    summary: 'invite a person to the console, with a link for a passkey',
    description:
      'Invite a person who operates the service. The link works once, for 24 hours: it enrolls a passkey for the console.',
    arguments: [
      new Argument('<name>', 'name of the person, or the id of one who needs another passkey').argParser(parseName),
    ],
    load: async () => (await import('./operators.ts')).invite,
  }),
  command({
    group: 'operators',
    name: 'list',
    summary: 'list the operators, newest first',
    load: async () => (await import('./operators.ts')).list,
  }),
  command({
    group: 'operators',
    name: 'revoke',
    summary: 'revoke an operator',
    description:
      'Revoke the credentials, or the passkeys and sessions, of an operator. Every server rejects them within a second.',
    options: [required(new Option('--operator <id>', 'id of the operator')).argParser(parseOperatorId)],
    load: async () => (await import('./operators.ts')).revoke,
  }),
  command({
    group: 'keys',
    name: 'rotate',
    summary: 'seal and hash every secret with new keys, and retire old ones',
    description: `Seal every secret with a new key, hash new secrets with another new one, and wrap every key under
MASTER_KEY. Servers may run meanwhile. A secret that was hashed before is hashed anew when it is used. Old keys that
nothing needs and that were replaced ten minutes ago or more are deleted; "keys status" shows what still uses the others.
To change MASTER_KEY: restart every server with the new key as MASTER_KEY and the old one as MASTER_KEY_PREVIOUS, run
this with the same two, and restart the servers without MASTER_KEY_PREVIOUS when you like. A run that was cut short is
finished by the next one.`,
    options: [new Option('--master', 'replace the master key in the data directory too (where MASTER_KEY is not set)')],
    load: async () => (await import('./keys.ts')).rotate,
  }),
  command({
    group: 'keys',
    name: 'status',
    summary: 'show the keys and what still uses each of them',
    load: async () => (await import('./keys.ts')).status,
  }),
  command({
    group: 'ledger',
    name: 'audit',
    summary: 'check every invariant of the ledger',
    description: 'Check every invariant of the ledger. Exit code 1 means that there are findings.',
    options: [new Option('--platform <id>', 'this platform only').argParser(parsePlatformId)],
    load: async () => (await import('./ledger.ts')).auditLedger,
  }),
  command({
    group: 'archive',
    name: 'list',
    summary: 'list the periods of events in the database and in ARCHIVE_DIR',
    description:
      'List the periods of events in the database and the files in ARCHIVE_DIR. Verifies the authentication code of each file, which reads it completely, and shows the files that were changed.',
    load: async () => (await import('./archive.ts')).list,
  }),
  command({
    group: 'archive',
    name: 'write',
    summary: 'write periods of events to files',
    description:
      'Write the events, webhook attempts and job runs of every period that has ended to files, one for each table. Changes nothing in the database.',
    options: [
      new Option('--to <directory>', 'directory of the files (default: ARCHIVE_DIR)'),
      new Option('--before <date>', 'only periods that ended by this date').argParser(parseDate),
    ],
    load: async () => (await import('./archive.ts')).write,
  }),
  command<{ files: string[]; keepDays: number; unverified?: boolean }>({
    group: 'archive',
    name: 'restore',
    summary: 'read files of an archive back into the database',
    description:
      'Read files of an archive back into the database. The authentication code of each file is verified before it is read, and the file is checked completely before its first row is written; a repeat adds nothing.',
    arguments: [new Argument('<files...>', 'files that "archive write" or the housekeeping has written')],
    options: [
      new Option('--keep-days <days>', 'days for which the rows stay although they are old')
        .argParser(parseDays)
        .default(30),
      new Option('--unverified', 'also files without an authentication code of this database; their form is checked'),
    ],
    load: async () => (await import('./archive.ts')).restore,
  }),
  command({
    name: 'status',
    summary: 'show the state of the database, jobs, keys and server',
    description: 'Show the state of the database, jobs, keys and server. Changes nothing.',
    load: async () => (await import('./status.ts')).status,
  }),
  ...developerCommands,
  ...requestCommands,
  command({
    name: 'completion',
    summary: 'print the completion of commands and options for a shell',
    description: `Print the completion of commands and options for a shell. Load it at the start of the shell:
  bash: source <(causeway completion bash)    in ~/.bashrc
  zsh:  source <(causeway completion zsh)     in ~/.zshrc, after compinit
  fish: causeway completion fish | source     in ~/.config/fish/config.fish`,
    arguments: [new Argument('<shell>', 'the shell').choices(shells)],
    load: async () => (await import('./completion.ts')).completionOf(commands),
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

function parseOperatorId(text: string): string {
  if (new RegExp(idPattern('Operator')).test(text)) return text;
  throw new InvalidArgumentError('It must look like Operator:<uuid>; "causeway operators list" lists them.');
}

function parseSeconds(text: string): number {
  if (/^[1-9]\d{0,4}$/.test(text)) return Number(text);
  throw new InvalidArgumentError('It must be a whole number of seconds from 1 to 99999.');
}

function parseDays(text: string): number {
  if (/^[1-9]\d{0,3}$/.test(text)) return Number(text);
  throw new InvalidArgumentError('It must be a whole number of days from 1 to 9999.');
}

const unitMs: Readonly<Record<string, number>> = { m: MINUTE_MS, h: 60 * MINUTE_MS, d: DAY_MS };

function parseDuration(text: string): number {
  const [, count = '', unit = ''] = /^([1-9]\d{0,4})([mhd])$/.exec(text) ?? [];
  const ms = unitMs[unit];
  if (ms !== undefined) return Number(count) * ms;
  throw new InvalidArgumentError('It must be a number of minutes, hours or days: 30m, 12h, 90d.');
}

function parseDate(text: string): Date {
  const date = new Date(text);
  if (/^\d{4}-\d\d-\d\d/.test(text) && !Number.isNaN(date.getTime())) return date;
  throw new InvalidArgumentError('It must be an ISO 8601 date or time: 2027-01-31, 2027-01-31T12:00:00Z.');
}

function parsePermissions(text: string): Permission[] {
  const given = [...new Set(text.split(',').map((part) => part.trim()))];
  const known = permissions.filter((permission) => given.includes(permission));
  if (known.length === given.length) return known;
  throw new InvalidArgumentError(`It must name some of ${permissions.join(',')}.`);
}
