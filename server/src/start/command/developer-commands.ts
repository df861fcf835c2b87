import { Argument, InvalidArgumentError, Option } from 'commander';
import { type CommandSpec, command, required } from './command-spec.ts';
import { serverOptions } from './server-options.ts';
import { snippetKinds } from './snippets.ts';
import { parseSpan } from './spans.ts';

const DEFAULT_LIMIT = 20;
const DEFAULT_TAIL = 10;

const eventId = (): Argument => new Argument('<id>', 'id of the event');

const limit = (fallback: number, subject: string): Option =>
  new Option('--limit <count>', subject).argParser(parseCount).default(fallback);

/** Commands that use the public API of a running server. */
export const developerCommands: readonly CommandSpec[] = [
  command({
    name: 'listen',
    summary: 'show events, and forward them to a program on this machine',
    description: `Show events, and forward them with valid signatures. The webhookEndpoint of the platform stays as it is and gets
its events as before. Each event is forwarded at least once and in the order of its resource, also across restarts of the
server; "causeway events resend" forwards one again.`,
    options: [
      new Option('--forward-to <url>', 'URL that gets the events'),
      new Option('--events <types>', 'only these, separated by commas: CARD.*,OUTGOING_PAYMENT.FAILED').argParser(
        parseList,
      ),
      new Option('--since <span>', 'also events of the past: 10m').argParser(parseSpan),
      new Option('--print-secret', 'print the webhook secret and end'),
      new Option('--env-file <path>', 'write the URL, the credentials and the webhook secret into this file first'),
      ...serverOptions(),
    ],
    printsItems: true,
    load: async () => (await import('./listen.ts')).listen,
  }),
  command({
    name: 'trigger',
    summary: 'cause an event by building real state',
    description: 'Cause an event by building real state through the API. Prints the id of everything that it makes.',
    arguments: [new Argument('[event]', 'such as OUTGOING_PAYMENT.FAILED')],
    options: [
      new Option('--set <name=value>', 'change a value; can be repeated').argParser(parseSetting),
      new Option('--using <id>', 'use what exists instead of making it; can be repeated').argParser(collectId),
      new Option('--list', 'list the events'),
      ...serverOptions(),
    ],
    printsItems: true,
    load: async () => (await import('./trigger.ts')).trigger,
  }),
  command({
    group: 'logs',
    name: 'tail',
    summary: 'show requests as they are made',
    options: [
      new Option('--status <status>', 'only with this status: 404, 4xx').argParser(parseStatus),
      new Option('--as <form>', 'show each as code that repeats it').choices(snippetKinds),
      new Option('--last <count>', 'show so many of the past first').argParser(parseCount).default(DEFAULT_TAIL),
      new Option('--no-follow', 'end after those of the past'),
      ...serverOptions(),
    ],
    printsItems: true,
    load: async () => (await import('./logs.ts')).tail,
  }),
  command({
    group: 'events',
    name: 'list',
    summary: 'list events, newest first',
    options: [
      new Option('--type <type>', 'only of this type'),
      new Option('--resource <id>', 'only of this resource'),
      limit(DEFAULT_LIMIT, 'how many'),
      ...serverOptions(),
    ],
    printsItems: true,
    load: async () => (await import('./events.ts')).list,
  }),
  command({
    group: 'events',
    name: 'get',
    summary: 'show an event with its body and attempts',
    arguments: [eventId()],
    options: serverOptions(),
    printsItems: true,
    load: async () => (await import('./events.ts')).get,
  }),
  command({
    group: 'events',
    name: 'resend',
    summary: 'send an event again, to the endpoint and to listeners',
    arguments: [eventId()],
    options: serverOptions(),
    printsItems: true,
    load: async () => (await import('./events.ts')).resend,
  }),
  command({
    group: 'clock',
    name: 'show',
    summary: 'show the clock of the sandbox and what is due',
    options: serverOptions(),
    printsItems: true,
    load: async () => (await import('./clock.ts')).show,
  }),
  command({
    group: 'clock',
    name: 'advance',
    summary: 'advance the clock and run what falls due',
    arguments: [new Argument('<span>', 'such as 6m').argParser(parseSpan)],
    options: serverOptions(),
    printsItems: true,
    load: async () => (await import('./clock.ts')).advance,
  }),
  command({
    group: 'clock',
    name: 'next',
    summary: 'advance the clock to the next thing that is due',
    options: serverOptions(),
    printsItems: true,
    load: async () => (await import('./clock.ts')).next,
  }),
  command({
    name: 'fund',
    summary: 'fund an account of the sandbox',
    arguments: [new Argument('<amount>', 'in the smallest unit: 100 is one US dollar').argParser(parseCount)],
    options: [
      new Option('--account <id>', 'this account'),
      new Option('--customer <id>', 'the account of this customer (default: of the platform)').conflicts('account'),
      new Option('--currency <code>', 'currency of the account').default('USD'),
      ...serverOptions(),
    ],
    printsItems: true,
    load: async () => (await import('./fund.ts')).fund,
  }),
  command({
    name: 'magic',
    summary: 'list the magic values of the sandbox, or make one',
    options: [
      new Option('--clabe <ending>', 'make a valid CLABE with this ending').argParser(parseEnding),
      new Option('--iban <ending>', 'make a valid German IBAN with this ending').argParser(parseEnding),
      ...serverOptions(),
    ],
    printsItems: true,
    load: async () => (await import('./magic.ts')).magic,
  }),
  command({
    group: 'inbox',
    name: 'latest',
    summary: 'show the newest email or text message of the sandbox',
    options: [
      required(new Option('--to <address>', 'email address or phone number')),
      new Option('--wait <span>', 'wait for a message: 10s').argParser(parseSpan).default(0, 'no time'),
      new Option('--code', 'only the code in it'),
      ...serverOptions(),
    ],
    printsItems: true,
    load: async () => (await import('./inbox.ts')).latest,
  }),
  command({
    name: 'exec',
    summary: 'run a program beside a sandbox of its own',
    description: `Start a sandbox, run a program with CAUSEWAY_URL, CAUSEWAY_CLIENT_ID and CAUSEWAY_CLIENT_SECRET, stop the
sandbox and end with the exit code of the program.`,
    arguments: [new Argument('<command...>', 'after two dashes: exec -- npm test')],
    printsItems: true,
    load: async () => (await import('./exec.ts')).exec,
  }),
  command({
    name: 'doctor',
    summary: 'check the server, the platform and an integration',
    description: 'Check the server, the platform and an integration. Exit code 1 means that there are findings.',
    options: [
      new Option('--integration <url>', 'send it good, bad, repeated and reordered webhooks'),
      ...serverOptions(),
    ],
    printsItems: true,
    load: async () => (await import('./doctor.ts')).doctor,
  }),
  command({
    name: 'console',
    summary: 'print a link that logs in to the console',
    description: `Print a link that logs in to the console of the running server once, within ten minutes. Servers with MASTER_KEY, or with
a HOST that other machines can reach, have no such links: log in with the client id and secret of an API token.`,
    options: serverOptions(),
    load: async () => (await import('./console.ts')).showConsole,
  }),
  command({
    name: 'open',
    summary: 'open a page of the server in a browser',
    arguments: [new Argument('<page>', 'the page').choices(['docs', 'console'])],
    options: serverOptions(),
    printsItems: true,
    load: async () => (await import('./open.ts')).open,
  }),
  command({
    group: 'seed',
    name: 'demo',
    summary: 'fill the sandbox with customers, payments, cards, agents and wallets',
    options: serverOptions(),
    printsItems: true,
    load: async () => (await import('./seed.ts')).seed,
  }),
  command({
    name: 'mcp',
    summary: 'offer the documentation and the sandbox to a coding assistant',
    description: `Offer the documentation, magic values and requests of a sandbox platform to a coding assistant, by the Model Context
Protocol on standard input and output.`,
    options: [new Option('--allow-sandbox-writes', 'also offer trigger, clock and fund'), ...serverOptions()],
    printsItems: true,
    load: async () => (await import('./mcp.ts')).mcp,
  }),
];

function parseList(text: string): string[] {
  return text
    .split(',')
    .map((part) => part.trim().toUpperCase())
    .filter(Boolean);
}

function parseSetting(text: string, before: Record<string, string> = {}): Record<string, string> {
  const [, name = '', value = ''] = /^(\w+)=(.*)$/s.exec(text) ?? [];
  if (name) return { ...before, [name]: value };
  throw new InvalidArgumentError('It must be name=value, such as amount=2550.');
}

function collectId(text: string, before: readonly string[] = []): string[] {
  if (/^\w+:[0-9a-f-]{36}$/.test(text)) return [...before, text];
  throw new InvalidArgumentError('It must be an id, such as Customer:<uuid>.');
}

function parseStatus(text: string): string {
  if (/^[1-5][\dx]{2}$/i.test(text)) return text;
  throw new InvalidArgumentError('It must be a status or a class of them: 404, 4xx.');
}

function parseCount(text: string): number {
  if (/^[1-9]\d{0,14}$/.test(text)) return Number(text);
  throw new InvalidArgumentError('It must be a whole number above 0.');
}

function parseEnding(text: string): string {
  if (/^\d{3}$/.test(text)) return text;
  throw new InvalidArgumentError('It must be three digits, such as 004.');
}
