import { spawnSync } from 'node:child_process';
import { tmpdir } from 'node:os';
import { beforeAll, describe, expect, it } from 'vitest';
import { type Snippet, snippetOf } from '../../../server/src/start/command/snippets.ts';
import { fc } from '../../../server/test/support/seed.ts';
import type { Draft } from '../src/forms/draft.ts';
import { requestOf } from '../src/forms/prepared-request.ts';
import { readDocument } from '../src/forms/read-document.ts';
import { curlText, typescriptText } from '../src/forms/snippets.ts';
import { inBrowser, ORIGIN } from './support/browser.ts';
import { openApi } from './support/document.ts';

inBrowser();

/** Arguments that a shell passes to curl for each text. One shell runs all texts: a syntax error would end it. */
function curlArguments(texts: readonly string[]): string[][] {
  const script = `curl() { printf '%s\\0' "$@"; printf '\\0'; }\n${texts.join('\n')}\nprintf end`;
  const env = { PATH: '', CAUSEWAY_CLIENT_ID: 'id with spaces', CAUSEWAY_CLIENT_SECRET: 's$e`c"ret' };
  const { stdout, stderr, status } = spawnSync('/bin/sh', ['-c', script], { env, cwd: tmpdir(), encoding: 'utf8' });
  expect([status, stderr]).toEqual([0, '']);
  const runs = stdout.split('\0\0');
  expect(runs.pop()).toBe('end');
  return runs.map((run) => run.split('\0'));
}

const credentials = ['-u', 'id with spaces:s$e`c"ret'];

/** Excludes characters that a shell argument cannot contain. */
const texts = fc.oneof(
  fc.string({ unit: 'grapheme' }).map((text) => text.replaceAll('\0', '')),
  fc.stringMatching(/^['"\\$`!;&|<>(){}*?~# \n-]{0,12}$/),
);
const samples = <Value>(values: fc.Arbitrary<Value>): Value[] => fc.sample(values, 60);

type Calls = { name: string; args: unknown[] }[];

/** A client that records the calls of its methods. */
function recordingClient(calls: Calls, path: readonly string[] = []): unknown {
  return new Proxy(() => {}, {
    get: (_, name) => recordingClient(calls, [...path, String(name)]),
    apply: (_, __, args) => {
      calls.push({ name: path.join('.'), args });
      return { status: 200, text: () => '' };
    },
  });
}

/** Runs the statements after the imports of a TypeScript text. */
async function callsOf(text: string): Promise<Calls> {
  const calls: Calls = [];
  const client = recordingClient(calls);
  const names = ['createClient', 'Causeway', 'expect', 'test', 'console', 'process'];
  const body = text.replaceAll(/^import .*\n/gm, '');
  const run = Object.getPrototypeOf(async () => {}).constructor(...names, body);
  await run(
    () => client,
    { fromEnvironment: () => client },
    () => ({ toBe: () => {}, rejects: { toMatchObject: () => {} } }),
    (_: string, content: (context: object) => Promise<void>) => content({ platform: { api: client } }),
    { log: () => {} },
    { env: {} },
  );
  return calls;
}

describe('a request of the log as curl', () => {
  it('has the method, the address and the credentials of the environment', () => {
    const text = snippetOf({ method: 'GET', path: '/api/v1/customers?limit=5', status: 200 }, 'curl', ORIGIN);
    expect(text).toBe(
      `curl -u "$CAUSEWAY_CLIENT_ID:$CAUSEWAY_CLIENT_SECRET" -X GET '${ORIGIN}/api/v1/customers?limit=5'`,
    );
  });

  it('gives a body to the shell as it was sent, whatever characters it has', () => {
    const bodies = samples(fc.record({ name: texts, nested: fc.record({ note: texts }) }));
    const commands = bodies.map((requestBody) =>
      snippetOf({ method: 'POST', path: '/api/v1/customers', status: 200, requestBody }, 'curl', ORIGIN),
    );
    curlArguments(commands).forEach((args, at) => {
      const [header, type, data, body = ''] = args.slice(5);
      expect(args.slice(0, 5)).toEqual([...credentials, '-X', 'POST', `${ORIGIN}/api/v1/customers`]);
      expect([header, type, data]).toEqual(['-H', 'content-type: application/json', '-d']);
      expect(JSON.parse(body)).toEqual(bodies[at]);
    });
  });

  it('gives a path to the shell as one argument, whatever characters it has', () => {
    const paths = ["/it's", "/x';touch y;'", '/a?b=$(c)&d=`e`', ...samples(texts).map((text) => `/${text}`)];
    const commands = paths.map((path) => snippetOf({ method: 'GET', path, status: 404 }, 'curl', ORIGIN));
    expect(curlArguments(commands)).toEqual(paths.map((path) => [...credentials, '-X', 'GET', ORIGIN + path]));
  });
});

describe('a request of the log as TypeScript', () => {
  const call = { name: 'tokens.create', args: ["it's", { name: 'a "b" \n ${c}', 'not-a-name': [1, null] }] };
  const request: Snippet = { method: 'POST', path: '/api/2025-10-13/tokens', status: 400, code: 'INVALID_INPUT', call };

  it('calls the method of the client library with the same arguments', async () => {
    expect(await callsOf(snippetOf(request, 'ts', ORIGIN))).toEqual([call]);
    expect(await callsOf(snippetOf(request, 'test', ORIGIN))).toEqual([call]);
  });

  it('uses fetch of the client, below the version of the API, where no method sends the request', async () => {
    const { call: _, ...unknown } = { ...request, requestBody: { name: 'x' } };
    const options = {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(unknown.requestBody),
    };
    const fetched = { name: 'fetch', args: ['/tokens', options] };
    expect(await callsOf(snippetOf(unknown, 'ts', ORIGIN))).toEqual([fetched]);
    expect(await callsOf(snippetOf(unknown, 'test', ORIGIN))).toEqual([fetched]);
  });

  it('has names without quotes where they need none', () => {
    expect(snippetOf(request, 'ts', ORIGIN)).toContain('\n  name: "a');
    expect(snippetOf(request, 'ts', ORIGIN)).toContain('\n  "not-a-name": [');
  });

  it('keeps every value of the arguments', async () => {
    // An object literal cannot define a member of this name.
    const hasNoPrototype = (value: object): boolean => !JSON.stringify(value).includes('__proto__');
    for (const argument of samples(fc.dictionary(texts, fc.jsonValue()).filter(hasNoPrototype))) {
      const text = snippetOf({ ...request, call: { name: 'tokens.create', args: [argument] } }, 'ts', ORIGIN);
      const [made] = await callsOf(text);
      expect(JSON.stringify(made?.args)).toEqual(JSON.stringify([argument]));
    }
  });
});

describe('a request of the log as a test', () => {
  const path = '/api/2025-10-13/customers/Customer:01900000-0000-7000-8000-000000000001';
  const call = { name: 'customers.get', args: ['x'] };

  it('is named after the request and its outcome, and expects the same', () => {
    const failed = snippetOf({ method: 'GET', path: '/x', status: 404, code: 'NOT_FOUND', call }, 'test', ORIGIN);
    expect(failed).toContain('test("GET /x returns 404 NOT_FOUND", async');
    expect(failed).toContain("rejects.toMatchObject({ status: 404, code: 'NOT_FOUND' });");
    const succeeded = snippetOf({ method: 'GET', path: '/x', status: 200, call }, 'test', ORIGIN);
    expect(succeeded).toContain('test("GET /x returns 200", async');
    expect(succeeded).toContain('  await platform.api.customers.get("x");');
  });

  it('names the resources that the platform of the test lacks, each once', () => {
    const text = snippetOf(
      { method: 'GET', path, status: 200, requestBody: { id: path.slice(26) }, call },
      'test',
      ORIGIN,
    );
    expect(text.match(/^ {2}\/\/ .*$/gm)).toEqual([
      '  // Create these in the platform of the test first: Customer:01900000-0000-7000-8000-000000000001',
    ]);
  });
});

describe('the request of a form', () => {
  const { operations, resolve } = readDocument(openApi);
  const prepare = (id: string, parameters: Readonly<Record<string, string>>, body?: Draft) => {
    const operation = operations.get(id);
    if (!operation) throw new Error(`no operation ${id}`);
    return requestOf(operation, { parameters, body, reading: { resolve, decimalsOf: () => 2 } });
  };

  it('is a curl command whose arguments are the request', () => {
    const inputs = samples(fc.record({ id: texts, tag: texts.filter((text) => text !== '') }));
    const commands = ["O'Brien", ...inputs.map(({ id }) => id)].map((customerId, at) =>
      curlText(prepare('createPayment', { customerId, limit: '5' }, { tags: [inputs[at]?.tag ?? "it's"] })),
    );
    curlArguments(commands).forEach((args, at) => {
      const [id = '', tag] = at === 0 ? ["O'Brien", inputs[0]?.tag] : [inputs[at - 1]?.id, inputs[at]?.tag ?? "it's"];
      const [method, url = '', header, type, data, body = ''] = args.slice(3);
      expect([...args.slice(0, 3), method]).toEqual([...credentials, '-X', 'POST']);
      expect(url).toBe(`${ORIGIN}/api/customers/${encodeURIComponent(id)}/payments?limit=5`);
      expect([header, type, data]).toEqual(['-H', 'Content-Type: application/json', '-d']);
      expect(JSON.parse(body)).toEqual({ kind: 'PAYMENT', tags: [tag] });
    });
  });

  it('sends files by their names, and texts as they are', () => {
    const file = new File(['x'], 'scan of page 1.png');
    const notes = ["it's", '@home', '<tag', 'a;type=text/html', '"quoted"'];
    const commands = notes.map((note) => curlText(prepare('uploadDocument', {}, { file, note })));
    expect(curlArguments(commands)).toEqual(
      notes.map((note) => [
        ...[...credentials, '-X', 'POST', `${ORIGIN}/api/documents`],
        ...['-F', 'file=@"scan of page 1.png"', '--form-string', `note=${note}`],
      ]),
    );
  });

  it('is a call of the client library with the same arguments', async () => {
    const draft = { tags: ["it's", 'a "b" \n'], metadata: '{"not-a-name": 1}' };
    const body = { kind: 'PAYMENT', tags: draft.tags, metadata: { 'not-a-name': 1 } };
    const id = 'Customer:1';
    expect(await callsOf(typescriptText(prepare('createPayment', { customerId: id, limit: '5' }, draft)))).toEqual([
      { name: 'payments.create', args: [id, { limit: '5' }, body] },
    ]);
  });

  it('keeps the body in its place while no member of the query is entered', async () => {
    expect(await callsOf(typescriptText(prepare('createPayment', { customerId: 'a' }, {})))).toEqual([
      { name: 'payments.create', args: ['a', {}, { kind: 'PAYMENT' }] },
    ]);
    expect(await callsOf(typescriptText(prepare('listPayments', {})))).toEqual([{ name: 'listPayments', args: [] }]);
  });
});

describe('a call of the flow builder', () => {
  let requestOfCall: typeof import('../src/pages/developers/flow-call.ts')['requestOf'];
  beforeAll(async () => {
    ({ requestOf: requestOfCall } = await import('../src/pages/developers/flow-call.ts'));
  });

  it('is a request with encoded ids, which people read decoded', () => {
    const request = requestOfCall({
      name: 'receivers.lookupUma',
      ids: ['$ada@bank.test'],
      query: { customerId: '{payer.id}' },
    });
    expect(request).toMatchObject({
      method: 'GET',
      path: '/api/2025-10-13/receiver/uma/%24ada%40bank.test?customerId=%7Bpayer.id%7D',
      shownPath: '/receiver/uma/$ada@bank.test?customerId={payer.id}',
      call: { name: 'receivers.lookupUma', args: ['$ada@bank.test', { customerId: '{payer.id}' }] },
    });
    expect(request).not.toHaveProperty('requestBody');
  });

  it('has its body as the last argument', () => {
    const body = { amount: 5 };
    expect(requestOfCall({ name: 'sandbox.internalAccounts.fund', ids: ['InternalAccount:1'], body })).toMatchObject({
      method: 'POST',
      requestBody: body,
      call: { args: ['InternalAccount:1', body] },
    });
  });

  it('is rejected if the API has no such operation', () => {
    expect(() => requestOfCall({ name: 'payments.steal' })).toThrow('The API has no operation payments.steal.');
  });
});
