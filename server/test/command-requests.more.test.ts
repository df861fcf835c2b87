import { execFile, spawn } from 'node:child_process';
import { chmodSync, existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bundleFile } from '../../scripts/lib/paths.mjs';
import { commands } from '../src/start/command/commands.ts';
import { shells } from '../src/start/command/shells.ts';
import { ServerHome, type ServerProcess } from './support/server-process.ts';

const home = new ServerHome();
const configHome = join(home.directory, 'config');
const profilesFile = join(configHome, 'causeway/profiles.json');
let server: ServerProcess;
beforeAll(async () => {
  await home.prepare();
  server = await home.start();
});
afterAll(() => home.clean());

interface Options {
  env?: Record<string, string>;
  input?: string;
}

/** Runs a command in the directory of the server, with a configuration directory of its own. */
async function causeway(args: readonly string[], { env = {}, input = '' }: Options = {}) {
  const child = spawn(process.execPath, [bundleFile, ...args], {
    cwd: home.directory,
    env: { PATH: process.env['PATH'], XDG_CONFIG_HOME: configHome, ...env },
  });
  child.stdin.end(input);
  const [stdout, stderr, code] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    new Promise((resolve) => child.once('close', resolve)),
  ]);
  return { code, stdout, stderr };
}

/** The JSON that a successful command prints. */
async function shown(args: readonly string[], options?: Options): Promise<any> {
  const { code, stdout, stderr } = await causeway(args, options);
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  return JSON.parse(stdout);
}

const person = (fullName: string) => JSON.stringify({ customerType: 'INDIVIDUAL', fullName });

describe('a request by hand', () => {
  it('creates, reads, changes and deletes, and prints the body', async () => {
    const customer = await shown(['post', '/customers', '-d', person('Ada Lovelace')]);
    const path = `/customers/${customer.id}`;
    const { stdout } = await causeway(['get', path]);
    expect(stdout).toBe(`${JSON.stringify((await server.client.get(path)).body, null, 2)}\n`);
    const change = JSON.stringify({ customerType: 'INDIVIDUAL', fullName: 'Ada King' });
    expect((await shown(['patch', path, '-d', change])).fullName).toBe('Ada King');
    expect(await causeway(['delete', path])).toMatchObject({ code: 0, stderr: '' });
    const deleted = (await server.client.get(path)).body;
    expect(deleted).toMatchObject({ id: customer.id, isDeleted: true });
  });

  it('reads its body from a file or from standard input', async () => {
    writeFileSync(join(home.directory, 'grace.json'), person('Grace Hopper'));
    expect((await shown(['post', '/customers', '-d', '@grace.json'])).fullName).toBe('Grace Hopper');
    const { fullName } = await shown(['post', '/customers', '-d', '-'], { input: person('Hedy Lamarr') });
    expect(fullName).toBe('Hedy Lamarr');
  });

  it('takes paths with a query and with the version of the API, and prints one line with --json', async () => {
    const { code, stdout } = await causeway(['get', '/api/2025-10-13/customers?limit=1', '--json']);
    expect([code, stdout.trim().split('\n').length]).toEqual([0, 1]);
    expect(JSON.parse(stdout).data).toHaveLength(1);
  });

  it('prints a file as it is', async () => {
    const { body } = await server.client.get('/ledger/accounts?limit=1');
    const at = new Date(Date.now() - 60_000).toISOString();
    const path = `/ledger/accounts/${body.data[0].id}/entries.csv?since=2026-01-01T00:00:00Z&until=${at}`;
    const { code, stdout, stderr } = await causeway(['get', path]);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout.split('\n')[0]).toMatch(/^\w+(,\w+)+\r?$/);
  });

  it('is performed once for an idempotency key, and carries other headers', async () => {
    const args = ['post', '/customers', '-d', person('Once'), '--idempotency-key', 'by-hand-1'];
    const [first, second] = [await shown(args), await shown(args)];
    expect(second.id).toBe(first.id);
    const strict = ['post', '/tokens', '-H', 'Prefer: handling=strict'];
    const body = JSON.stringify({ name: 'x', permissions: ['VIEW'], colour: 'red' });
    expect(await causeway([...strict, '-d', body])).toMatchObject({ code: 5, stdout: '' });
  });

  it.each([
    [
      ['get', '/customers/Customer:019542f5-b3e7-7d02-8000-000000000001'],
      5,
      /There is no such customer\. GET \/customers lists/,
    ],
    [['post', '/customers', '-d', '{}'], 5, /See http:\/\/localhost:\d+\/docs\/errors\/INVALID_INPUT\n$/],
    [['post', '/customers', '-d', '{name}'], 2, /The body is not JSON .*-d @file\.json/],
    [['post', '/customers', '-d', '@missing.json'], 2, /missing\.json cannot be read \(ENOENT\)/],
    [['get', '/customers', '-H', 'Authorization: Basic eA=='], 2, /Other users see arguments/],
    [['get', '/customers', '-d', '{}'], 2, /unknown option '-d'/],
    [['get', '/customers', '--url', 'http://localhost:9', '--profile', 'x'], 2, /cannot be used with/],
  ])('%j ends with %i and names the way out', async (args, expected, pattern) => {
    const { code, stdout, stderr } = await causeway(args);
    expect([code, stdout]).toEqual([expected, '']);
    expect(stderr).toMatch(pattern);
  });
});

describe('a profile', () => {
  const token = () => `${server.client.clientId} : ${server.client.clientSecret}\n`;
  const elsewhere = { DATA_DIR: join(home.directory, 'elsewhere') };

  it('stores a server and a token for the user alone, and selects them', async () => {
    const added = await shown(['profiles', 'add', 'local', '--url', server.url, '--json'], { input: token() });
    expect(added).toEqual({ name: 'local', url: server.url, clientId: server.client.clientId, file: profilesFile });
    expect(statSync(profilesFile).mode & 0o777).toBe(0o600);
    expect(statSync(join(configHome, 'causeway')).mode & 0o777).toBe(0o700);
    const options = { env: { ...elsewhere, CAUSEWAY_URL: 'http://localhost:9' } };
    expect((await shown(['get', '/config', '--profile', 'local'], options)).id).toBeDefined();
    expect((await causeway(['clock', 'show', '--profile', 'local'], options)).stdout).toMatch(/^now /);
    expect((await shown(['console', '--profile', 'local', '--json'], options)).url).toBe(`${server.url}/console`);
    expect(existsSync(elsewhere.DATA_DIR)).toBe(false);
  });

  it('takes the token of the environment, is listed without its secret, and is removed', async () => {
    const { clientId, clientSecret } = server.client;
    const env = { CAUSEWAY_URL: server.url, CAUSEWAY_CLIENT_ID: clientId, CAUSEWAY_CLIENT_SECRET: clientSecret };
    await shown(['profiles', 'add', 'second', '--json'], { env });
    const { data } = await shown(['profiles', 'list', '--json']);
    expect(data).toEqual(['local', 'second'].map((name) => ({ name, url: server.url, clientId })));
    const { stdout } = await causeway(['profiles', 'list']);
    expect(stdout).toMatch(/^local .*\nsecond .*\n$/);
    expect(stdout).not.toContain(clientSecret);
    await shown(['profiles', 'remove', 'second', '--json']);
    expect(Object.keys(JSON.parse(readFileSync(profilesFile, 'utf8')))).toEqual(['local']);
  });

  it('is not stored if the server rejects the token or it is not one', async () => {
    const args = ['profiles', 'add', 'wrong', '--url', server.url];
    expect(await causeway(args, { input: 'a:b\n' })).toMatchObject({ code: 4, stdout: '' });
    const nonsense = await causeway(args, { input: 'nonsense\n' });
    expect([nonsense.code, nonsense.stderr]).toEqual([2, expect.stringContaining('its client id, a colon')]);
    expect(readFileSync(profilesFile, 'utf8')).not.toContain('wrong');
  });

  it('that is unknown is rejected with the known names, and the name of a member of objects is unknown', async () => {
    const unknown = await causeway(['get', '/config', '--profile', 'staging']);
    expect([unknown.code, unknown.stderr]).toEqual([
      2,
      expect.stringContaining('no profile staging (there are: local)'),
    ]);
    expect((await causeway(['get', '/config', '--profile', 'constructor'])).code).toBe(2);
  });

  it('is rejected while others can read the file', async () => {
    chmodSync(profilesFile, 0o640);
    const { code, stdout, stderr } = await causeway(['get', '/config', '--profile', 'local']);
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toContain(`${profilesFile} contains secrets and can be read by other users. Run "chmod 600`);
    chmodSync(profilesFile, 0o600);
    expect((await causeway(['get', '/config', '--profile', 'local'])).code).toBe(0);
  });
});

describe('the completion', () => {
  const scriptOf = async (shell: string) => (await causeway(['completion', shell])).stdout;

  /** Completions that bash offers for the last word of a line. */
  async function offered(...words: string[]): Promise<string[]> {
    const program = `${await scriptOf('bash')}
COMP_WORDS=(causeway "$@"); COMP_CWORD=$#; _causeway; printf '%s\\n' "\${COMPREPLY[@]}"`;
    const { stdout } = await promisify(execFile)('bash', ['-c', program, 'bash', ...words]);
    return stdout.split('\n').filter(Boolean);
  }

  it('offers commands, subcommands, options and choices in bash', async () => {
    const roots = [...new Set(commands.map(({ group, name }) => group ?? name))];
    expect((await offered('')).toSorted()).toEqual(roots.toSorted());
    expect(await offered('cloc')).toEqual(['clock']);
    expect(await offered('clock', '')).toEqual(['show', 'advance', 'next']);
    expect(await offered('clock', 'advance', '6m', '--')).toEqual(['--url', '--profile', '--json', '--help']);
    expect(await offered('listen', '--forward-to', 'http://localhost:1', '--f')).toEqual(['--forward-to']);
    expect(await offered('open', 'c')).toEqual(['console']);
  });

  it.each(shells)('names every command and option for %s', async (shell) => {
    const script = await scriptOf(shell);
    for (const { name, options = [] } of commands) {
      expect(script).toContain(name);
      for (const { long = '' } of options) expect(script).toContain(shell === 'fish' ? `-l ${long.slice(2)}` : long);
    }
  });

  it('of another shell is rejected', async () => {
    expect(await causeway(['completion', 'tcsh'])).toMatchObject({ code: 2, stdout: '' });
  });
});
