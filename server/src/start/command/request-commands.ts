import { Argument, InvalidArgumentError, Option } from 'commander';
import { type CommandSpec, command } from './command-spec.ts';
import type { RequestCommandOptions } from './request.ts';
import { serverOptions, urlOption } from './server-options.ts';

const methods: Readonly<Record<string, string>> = {
  get: 'read a resource or a list with one request: causeway get /customers',
  post: 'create or execute with one request',
  patch: 'change a resource with one request',
  delete: 'delete a resource with one request',
};

const requestCommand = ([name, summary]: [string, string]): CommandSpec =>
  command<RequestCommandOptions>({
    name,
    summary,
    description: `${summary[0]?.toUpperCase()}${summary.slice(1)}. Prints the body of the response; a rejected request ends with exit code 5.`,
    arguments: [new Argument('<path>', 'below the version of the API, with its query: "/customers?limit=5"')],
    options: [
      ...(name === 'post' || name === 'patch'
        ? [new Option('-d, --data <json>', 'the body: JSON, @ and a file, or - for standard input')]
        : []),
      new Option('-H, --header <header>', 'a header, such as "Prefer: handling=strict"; can be repeated').argParser(
        parseHeader,
      ),
      ...(name === 'post'
        ? [new Option('--idempotency-key <key>', 'performs the request once, however often it is sent')]
        : []),
      ...serverOptions(),
    ],
    printsItems: true,
    load: async () => (await import('./request.ts')).requestWith(name.toUpperCase()),
  });

const profileName = (): Argument => new Argument('<name>', 'such as staging').argParser(parseProfile);

/** Commands that send single requests, and that store servers and tokens. */
export const requestCommands: readonly CommandSpec[] = [
  ...Object.entries(methods).map(requestCommand),
  command({
    group: 'profiles',
    name: 'add',
    summary: 'store a server and a token under a name, for --profile',
    description: `Store a server and a token under a name, for --profile of other commands. The token is read from standard input as
its client id, a colon and its secret, or from CAUSEWAY_CLIENT_ID and CAUSEWAY_CLIENT_SECRET, and checked first. Only you can
read the file.`,
    arguments: [profileName()],
    options: [urlOption()],
    load: async () => (await import('./profiles.ts')).add,
  }),
  command({
    group: 'profiles',
    name: 'list',
    summary: 'list the stored servers, without secrets',
    load: async () => (await import('./profiles.ts')).list,
  }),
  command({
    group: 'profiles',
    name: 'remove',
    summary: 'remove a stored server and its token',
    arguments: [profileName()],
    load: async () => (await import('./profiles.ts')).remove,
  }),
];

function parseHeader(text: string, before: Record<string, string> = {}): Record<string, string> {
  const [, name = '', value = ''] = /^([\w-]+):\s*(.*)$/.exec(text) ?? [];
  if (name.toLowerCase() === 'authorization') {
    throw new InvalidArgumentError('Other users see arguments. Set CAUSEWAY_CLIENT_ID and CAUSEWAY_CLIENT_SECRET.');
  }
  if (name) return { ...before, [name.toLowerCase()]: value };
  throw new InvalidArgumentError('It must be a name, a colon and a value: "Prefer: handling=strict".');
}

function parseProfile(text: string): string {
  if (/^[a-z0-9][a-z0-9._-]{0,63}$/i.test(text)) return text;
  throw new InvalidArgumentError('It must have 1 to 64 letters, digits, dots, hyphens or underscores.');
}
