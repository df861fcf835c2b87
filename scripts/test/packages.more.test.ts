import { readdirSync, readFileSync } from 'node:fs';
import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { checkPackage, createPackageFromTarballData, type Problem } from '@arethetypeswrong/core';
import { publint } from 'publint';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findChromium } from '../lib/chromium.mjs';
import { installExamples, installTarballs, payWithInstalled } from '../lib/installed-app.mjs';
import { modulesDirectory, root } from '../lib/paths.mjs';
import { runQuietly } from '../lib/process.mjs';
import { say } from '../lib/say.mjs';

let directory: string;
let tarballs: string[] = [];
/** Undefined if npm cannot reach its registry. */
let app: string | undefined;
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'packages-'));
  const installed = await installTarballs(directory);
  if ('reason' in installed) say(`scripts/test/packages.more.test.ts: skipped: ${installed.reason}`);
  else ({ app, tarballs } = installed);
}, 600_000);
afterAll(() => rm(directory, { recursive: true, force: true }));

interface Named {
  name: string;
  version: string;
}

const libraries = () =>
  tarballs.filter((path) => basename(path).startsWith('causeway-') && !/y-\d/.test(basename(path)));

describe('the tarballs', () => {
  it('have a licence, a README and no problem that publint finds', async ({ skip }) => {
    if (!app) skip();
    expect(tarballs).toHaveLength(5);
    for (const path of tarballs) {
      const { messages } = await publint({ pack: { tarball: new Uint8Array(readFileSync(path)).buffer } });
      expect([basename(path), messages]).toEqual([basename(path), []]);
      const { output } = await runQuietly('tar', ['tzf', path]);
      expect(output.split('\n')).toEqual(expect.arrayContaining(['package/LICENSE', 'package/README.md']));
      expect(output).not.toMatch(/(?<!\.d)\.ts$/m);
    }
  });

  it('of the server names every package that it contains, in a list of licences and a bill of materials', async ({
    skip,
  }) => {
    if (!app) return skip();
    const dist = join(app, 'node_modules/causeway/dist');
    const licences = readFileSync(join(dist, 'THIRD-PARTY-LICENCES.txt'), 'utf8');
    const bill = JSON.parse(readFileSync(join(dist, 'sbom.cdx.json'), 'utf8'));
    expect([bill.bomFormat, bill.metadata.component.name]).toEqual(['CycloneDX', 'causeway']);
    const { optionalDependencies } = JSON.parse(readFileSync(join(root, 'server/package.json'), 'utf8'));
    const names: string[] = bill.components.map(({ name, version }: Named) => `${name}@${version}`);
    const bundled = names.filter((name) => !(name.replace(/@[^@]+$/, '') in optionalDependencies));
    expect(names.length - bundled.length).toBe(Object.keys(optionalDependencies).length);
    expect(bundled).toEqual(
      expect.arrayContaining([expect.stringMatching(/^fastify@/), expect.stringMatching(/^react@/)]),
    );
    expect(bundled.filter((name) => !licences.includes(`${name} (`))).toEqual([]);
    const licensed = [...licences.matchAll(/^((?:@[\w.-]+\/)?[\w.-]+@\d\S*) \(/gm)].map(([, name]) => name);
    expect(licensed.filter((name) => !names.includes(name ?? ''))).toEqual([]);
    expect(names.filter((name) => /^(vitest|typescript|@biomejs)/.test(name))).toEqual([]);
  });

  it('have types that resolve for every import that they support', async ({ skip }) => {
    if (!app) skip();
    expect(libraries()).toHaveLength(4);
    for (const path of libraries()) {
      const result = await checkPackage(createPackageFromTarballData(new Uint8Array(readFileSync(path))));
      const problems = result.types ? result.problems.filter(isSupported) : ['no types'];
      expect([basename(path), problems]).toEqual([basename(path), []]);
    }
  });
});

/** The packages are ES modules with `exports`: resolution of Node 10 and from CommonJS is not supported. */
const isSupported = (problem: Problem): boolean =>
  !('resolutionKind' in problem && ['node10', 'node16-cjs'].includes(problem.resolutionKind));

describe('npm in the directory of a package', () => {
  it.each(['server', 'sdk/client', 'sdk/testing', 'sdk/wallet', 'sdk/webhooks'])(
    'does not pack or publish %s without its build',
    async (path) => {
      for (const command of ['pack', 'publish']) {
        const args = [command, '--dry-run', '--workspace', path];
        const { code, output } = await runQuietly('npm', args);
        expect([command, code]).not.toEqual([command, 0]);
        expect(output).toContain(join(path, '.npmignore'));
      }
    },
  );
});

describe('the installed packages', () => {
  it('start a server with its own PostgreSQL and make a payment', { timeout: 300_000 }, async ({ skip }) => {
    if (!app) return skip();
    const data = join(directory, 'data');
    await mkdir(data);
    await payWithInstalled(process.execPath, { app, data });
  });

  // Skips the libraries of TypeScript itself. TypeScript 5 is slow, so it checks the packages' declarations only once.
  it.each([
    ['typescript', 'nodenext', 'skipDefaultLibCheck'],
    ['typescript', 'bundler', 'skipDefaultLibCheck'],
    ['typescript-5', 'nodenext', 'skipDefaultLibCheck'],
    ['typescript-5', 'bundler', 'skipLibCheck'],
  ])('type-check with %s and %s resolution', async (compiler, moduleResolution, skipped) => {
    if (!app) return;
    await cp(fileURLToPath(new URL('../../sdk/client/test/types', import.meta.url)), join(app, 'types'), {
      recursive: true,
    });
    await writeFile(join(app, 'types/imports.ts'), IMPORTS);
    const compilerOptions = {
      ...{ strict: true, noEmit: true, target: 'ES2022', lib: ['ES2023', 'DOM', 'DOM.Iterable'] },
      [skipped]: true,
      ...{ module: moduleResolution === 'bundler' ? 'esnext' : 'nodenext', moduleResolution },
      ...{ types: ['node'], typeRoots: [join(modulesDirectory, '@types')] },
    };
    await writeFile(join(app, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['types'] }));
    const tsc = join(modulesDirectory, compiler, 'bin/tsc');
    const { code, output } = await runQuietly(process.execPath, [tsc, '--project', app]);
    expect([code, output]).toEqual([0, '']);
  });
});

describe('the examples', () => {
  const EXAMPLE_LIMIT_MS = 60_000;
  /** The version of playwright-core that the examples install as well. */
  const others = { '@playwright/test': '1.65.0' };

  let installed: Awaited<ReturnType<typeof installExamples>>;
  beforeAll(async () => {
    if (app) installed = await installExamples({ directory, tarballs, others });
  }, 600_000);

  it('install beside Playwright, whose tests get a platform and passkeys', { timeout: 300_000 }, async ({ skip }) => {
    const chromium = findChromium();
    if (!chromium) say('scripts/test/packages.more.test.ts: Playwright is skipped: no Chromium');
    if (!app || !chromium) skip();
    const { project } = installed;
    await cp(join(root, 'scripts/test/fixtures/installed/playwright'), join(project, 'playwright'), {
      recursive: true,
    });
    const program = join(project, 'node_modules/.bin/playwright');
    const env = { PATH: process.env['PATH'], HOME: process.env['HOME'], CHROMIUM_PATH: chromium };
    const { code, output } = await runQuietly(program, ['test'], { cwd: join(project, 'playwright'), env });
    expect([code, output]).toEqual([0, expect.stringContaining('1 passed')]);
  });

  it.for(readdirSync(join(root, 'examples')))(
    '%s compiles with the installed packages, and its tests pass beside a sandbox',
    { timeout: 300_000 },
    async (name, { skip }) => {
      if (!app) skip();
      const { command, directoryOf } = installed;
      const options = { cwd: directoryOf(name), timeoutMs: EXAMPLE_LIMIT_MS };
      const { code, output } = await runQuietly(command, ['exec', '--', 'npm', 'test'], options);
      expect([code, output]).toEqual([0, expect.stringMatching(/^# pass [1-9]/m)]);
      for (const [, reason] of output.matchAll(/# SKIP (.*)$/gm)) say(`examples/${name}: a test is skipped: ${reason}`);
    },
  );
});

const IMPORTS = `
import { createOperatorClient } from '@causeway/client/operator';
import { createWalletProxy } from '@causeway/client/wallet-proxy';
import { createWallet } from '@causeway/wallet';
import { nodeListener } from '@causeway/wallet/proxy';
import { unwrap, type WebhookEvent } from '@causeway/webhooks';
export const used: unknown[] = [createOperatorClient, createWalletProxy, createWallet, nodeListener];
export const event = (body: string): Promise<WebhookEvent> => unwrap(body, {}, 'whsec_');
`;
