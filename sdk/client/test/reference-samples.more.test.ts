import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { literal } from '../../../server/src/engine/docs/literal.ts';
import { TestApp } from '../../../server/test/support/app.ts';
import { sampleOf } from './reference-page.ts';

const run = promisify(execFile);
const root = fileURLToPath(new URL('../../../', import.meta.url));
const source = (name: string): string => join(root, 'sdk/client/src', name);

/** Creates the clients as the pages describe. */
const CLIENTS = `
import { createAgentClient, createClient } from '@causeway/client';
import { createOperatorClient } from '@causeway/client/operator';
const baseUrl = 'http://localhost:4242';
export const causeway = createClient({ baseUrl, clientId: '', clientSecret: '' });
export const agent = createAgentClient({ baseUrl, accessToken: '' });
export const operator = createOperatorClient({ baseUrl, operatorId: '', secret: '' });
`;

let app: TestApp;
let directory: string;
/** Pages of all operations as Markdown, by operationId. */
const pages = new Map<string, string>();
beforeAll(async () => {
  app = await TestApp.shared();
  directory = await mkdtemp(join(tmpdir(), 'reference-samples-'));
  const index = await (await fetch(`${app.url}/llms.txt`)).text();
  for (const [, path = '', id = ''] of index.matchAll(/\]\((\/docs\/operations\/(\w+)\.md)\)/g)) {
    pages.set(id, await (await fetch(`${app.url}${path}`)).text());
  }
});
afterAll(async () => {
  await rm(directory, { recursive: true, force: true });
  await app.stop();
});

async function compile(samples: Iterable<readonly [string, string]>): Promise<string> {
  const files = [...samples].map(([id, sample]) => ({ name: `${id}.ts`, text: moduleOf(sample) }));
  for (const { name, text } of [...files, { name: 'clients.ts', text: CLIENTS }]) {
    await writeFile(join(directory, name), text);
  }
  await writeFile(join(directory, 'package.json'), '{"type":"module"}');
  const compilerOptions = {
    typeRoots: [join(root, 'node_modules/@types')],
    noUnusedLocals: false,
    paths: {
      '@causeway/client': [source('index.ts')],
      '@causeway/client/operator': [source('operator.ts')],
    },
  };
  const settings = { extends: join(root, 'tsconfig.json'), compilerOptions, include: ['*.ts'] };
  const config = join(directory, 'tsconfig.json');
  await writeFile(config, JSON.stringify(settings));
  const tsc = join(root, 'node_modules/typescript/bin/tsc');
  const { stdout } = await run(process.execPath, [tsc, '--project', config], { cwd: directory }).catch(
    (error) => error,
  );
  return stdout;
}

const moduleOf = (sample: string): string =>
  `import { agent, causeway, operator } from './clients.ts';\n${sample}\nexport {};\n`;

describe('the samples of the reference', () => {
  it('of every operation compile with the client', async () => {
    const { paths } = (await (await fetch(`${app.url}/openapi.json`)).json()) as { paths: Record<string, object> };
    expect(pages.size).toBe(Object.values(paths).flatMap(Object.values).length);
    const samples = [...pages].map(([id, page]) => [id, sampleOf(page, 'ts')] as const);
    expect(samples.filter(([, sample]) => !/await (agent|causeway|operator)\./.test(sample))).toEqual([]);
    expect(await compile(samples)).toBe('');
  });

  it('have a value in place of every parameter that the operation requires', () => {
    const incomplete = [...pages].flatMap(([id, page]) => {
      const required = [...page.matchAll(/^\| `(\w+)` \* \| query \|/gm)].map(([, name = '']) => name);
      const samples = [sampleOf(page, 'sh'), sampleOf(page, 'ts')];
      const [address = ''] = /'http.*'$/m.exec(samples[0]?.split(' \\\n')[0] ?? '') ?? [];
      const missing = required.filter((name) => !new RegExp(`[?&]${name}=[^&']`).test(address));
      return missing.length > 0 || samples.some((sample) => /\{\w+\}/.test(sample)) ? [{ id, missing, samples }] : [];
    });
    expect(incomplete).toEqual([]);
  });

  it('send the credentials of the caller and the parts of a form', () => {
    const curl = (id: string): string => sampleOf(pages.get(id) ?? '', 'sh');
    expect(curl('createQuote')).toContain('-u "$CAUSEWAY_CLIENT_ID:$CAUSEWAY_CLIENT_SECRET"');
    expect(curl('operatorListReviews')).toContain('-u "$OPERATOR_ID:$OPERATOR_SECRET"');
    expect(curl('agentGetQuote')).toContain('-H "Authorization: Bearer $ACCESS_TOKEN"');
    expect(curl('redeemAgentDeviceCode')).not.toContain('$');
    expect(curl('uploadDocument')).toContain(`-F 'documentType=PASSPORT'`);
    expect(curl('uploadDocument')).toContain(`-F 'file=@scan.png'`);
  });

  it('write a value as TypeScript that has the same value', () => {
    const value = {
      text: `a 'b' "c" \\ \\" \n \u2028 \${d}`,
      "odd 'name'": [1, -2.5, true, null, [], {}],
      list: Array.from({ length: 30 }, (_, i) => ({ [`member_${i}`]: 'x'.repeat(i) })),
    };
    expect(new Function(`return ${literal(value)}`)()).toEqual(value);
  });
});
