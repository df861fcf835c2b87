import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import type { Config } from '../../foundation/config.ts';
import { UsageError } from '../../foundation/runtime/errors.ts';
import { Api, type ApiCredentials } from './api.ts';
import { findServer, type ServerOptions } from './connect.ts';
import type { Invocation } from './invocation.ts';
import { alignedTable, type Result } from './output.ts';
import { ProfilesFile } from './profiles-file.ts';

interface NameOptions {
  name: string;
}

/** Stores a server and a token under a name, after the server has accepted the token. */
export async function add(invocation: Invocation<NameOptions & ServerOptions>): Promise<Result> {
  const { config, options } = invocation;
  const url = await findServer(config, options);
  const credentials = { url, ...(await readToken(config.client)) };
  await new Api(credentials).get('/config');
  const file = new ProfilesFile(config.configDir);
  await file.write({ ...(await file.list()), [options.name]: credentials });
  const text = `The profile ${options.name} is in ${file.path}. Use it with --profile ${options.name}.`;
  return { json: { name: options.name, ...shown(credentials), file: file.path }, text };
}

export async function list({ config }: Invocation): Promise<Result> {
  const profiles = Object.entries(await new ProfilesFile(config.configDir).list());
  const json = { data: profiles.map(([name, profile]) => ({ name, ...shown(profile) })) };
  const rows = json.data.map(({ name, url, clientId }) => [name, url, clientId]);
  return {
    json,
    text: rows.length > 0 ? alignedTable(rows) : 'There is no profile. "causeway profiles add" adds one.',
  };
}

export async function remove({ config, options: { name } }: Invocation<NameOptions>): Promise<Result> {
  const file = new ProfilesFile(config.configDir);
  const removed = await file.get(name);
  const { [name]: _, ...others } = await file.list();
  await file.write(others);
  return { json: { name, ...shown(removed) }, text: `The profile ${name} is removed. Its token stays valid.` };
}

/** Excludes the secret. */
const shown = ({ url, clientId }: ApiCredentials) => ({ url, clientId });

type Token = Pick<ApiCredentials, 'clientId' | 'clientSecret'>;

/** Reads the token from the environment or standard input, because other users can see arguments. */
async function readToken({ clientId, clientSecret }: Config['client']): Promise<Token> {
  if (clientId && clientSecret) return { clientId, clientSecret };
  const line = await readLine('Token (client id:secret, not shown): ');
  const [, id = '', secret = ''] = /^\s*([^\s:]+)\s*:\s*(\S+)\s*$/.exec(line) ?? [];
  if (id && secret) return { clientId: id, clientSecret: secret };
  throw new UsageError(
    'The token must be its client id, a colon and its secret.',
    'Write it to standard input, or set CAUSEWAY_CLIENT_ID and CAUSEWAY_CLIENT_SECRET.',
  );
}

/** On a terminal, prints the question and hides the typed text. */
async function readLine(question: string): Promise<string> {
  const isTerminal = Boolean(process.stdin.isTTY);
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() });
  if (isTerminal) process.stderr.write(question);
  const lines = createInterface({ input: process.stdin, output: nowhere, terminal: isTerminal });
  // Ctrl+C must end the command although raw mode suppresses its signal.
  lines.once('SIGINT', () => process.kill(process.pid, 'SIGINT'));
  for await (const line of lines) {
    lines.close();
    if (isTerminal) process.stderr.write('\n');
    return line;
  }
  return '';
}
