import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { build } from 'esbuild';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { TestApp } from '../../../server/test/support/app.ts';
import { platformAccount } from '../../../server/test/support/examples.ts';

const run = promisify(execFile);
const root = fileURLToPath(new URL('../../../', import.meta.url));
const entries = {
  '@causeway/client': join(root, 'sdk/client/src/index.ts'),
  '@causeway/client/wallet-proxy': join(root, 'sdk/client/src/wallet-proxy.ts'),
  '@causeway/webhooks': join(root, 'sdk/webhooks/src/index.ts'),
};

let app: TestApp;
let directory: string;
beforeAll(async () => {
  app = await TestApp.shared();
  directory = await mkdtemp(join(tmpdir(), 'samples-'));
});
afterAll(async () => {
  await rm(directory, { recursive: true, force: true });
  await app.stop();
});

/** The blocks of a page in one language, as one text. */
const blocksOf = (page: string, language: string): string =>
  [...readFileSync(join(root, page), 'utf8').matchAll(new RegExp(`^\`\`\`${language}\n(.*?)^\`\`\`$`, 'gms'))]
    .map(([, block]) => block)
    .join('');

/** Type-checks the samples of a page as one module, and builds it. */
async function built(page: string): Promise<string> {
  const name = page.replaceAll(/\W/g, '-');
  const source = join(directory, `${name}.ts`);
  await writeFile(source, blocksOf(page, 'ts'));
  await writeFile(join(directory, 'package.json'), '{"type":"module"}');
  const config = join(directory, 'tsconfig.json');
  const compilerOptions = {
    typeRoots: [join(root, 'node_modules/@types')],
    paths: Object.fromEntries(Object.entries(entries).map(([entry, file]) => [entry, [file]])),
  };
  const settings = { extends: join(root, 'tsconfig.json'), compilerOptions, include: [], files: [source] };
  await writeFile(config, JSON.stringify(settings));
  const tsc = join(root, 'node_modules/typescript/bin/tsc');
  const { stdout } = await run(process.execPath, [tsc, '--project', config]).catch((error) => error);
  expect(stdout).toBe('');
  const outfile = join(directory, `${name}.mjs`);
  await build({ entryPoints: [source], outfile, bundle: true, format: 'esm', platform: 'node', alias: entries });
  return outfile;
}

describe('the samples', () => {
  it.each(['docs/quickstart.md', 'docs/client.md', 'sdk/client/README.md'])(
    'of %s compile, run and print what the page says',
    async (page) => {
      const { clientId, clientSecret, url } = await app.newPlatform();
      const env = {
        ...{ CAUSEWAY_URL: url, CAUSEWAY_CLIENT_ID: clientId, CAUSEWAY_CLIENT_SECRET: clientSecret },
      };
      const { stdout, stderr } = await run(process.execPath, [await built(page)], { env, timeout: 60_000 });
      expect(stdout, stderr).toBe(blocksOf(page, 'text'));
    },
  );

  it('of sdk/webhooks/README.md receive an event', async () => {
    const { data } = (await app.client.get('/webhooks/keys')).body;
    const secret = data.find((key: { secret?: string }) => key.secret).secret;
    vi.stubEnv('WEBHOOK_SECRET', secret);
    vi.stubEnv('PORT', '0');
    const log = vi.spyOn(console, 'log').mockReturnValue();
    const { server }: { server: Server } = await import(await built('sdk/webhooks/README.md'));
    const { port } = server.address() as AddressInfo;
    expect((await fetch(`http://127.0.0.1:${port}`, { method: 'POST', body: '{}' })).status).toBe(401);
    await app.client.patch('/config', { webhookEndpoint: `http://127.0.0.1:${port}` });
    const account = await platformAccount(app.client);
    await app.client.post(`/sandbox/internal-accounts/${account}/fund`, { amount: 500 });
    await vi.waitFor(() => expect(log).toHaveBeenCalledWith('balance:', 500), { timeout: 10_000 });
    vi.unstubAllEnvs();
    log.mockRestore();
    server.close();
    server.closeAllConnections();
  });
});
