import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { isInstalled } from '../lib/installed.mjs';

let directory: string;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'causeway-installed-'));
});
afterEach(() => rmSync(directory, { recursive: true, force: true }));

const MANIFESTS = {
  '': { workspaces: ['server', 'web/console', 'tools'], devDependencies: { bundler: '1.0.0' } },
  server: {
    dependencies: { http: '2.0.0' },
    optionalDependencies: { 'db-here': '1.0.0', 'db-elsewhere': '1.0.0' },
  },
  'web/console': { devDependencies: { pages: '3.0.0' } },
  tools: { devDependencies: { runner: '4.0.0' } },
};
const { platform, arch } = process;
const SERVER = {
  'node_modules/bundler': { version: '1.0.0', integrity: 'a' },
  'node_modules/http': { version: '2.0.0', integrity: 'b' },
  'node_modules/http-parts': { version: '2.1.0', integrity: 'c' },
  'node_modules/pages': { version: '3.0.0', integrity: 'd' },
  'node_modules/db-here': { version: '1.0.0', integrity: 'e', optional: true, os: [platform], cpu: [arch] },
};
const TOOLS = { 'node_modules/runner': { version: '4.0.0', integrity: 'f' } };
const LOCKED = {
  ...SERVER,
  ...TOOLS,
  'node_modules/db-elsewhere': { version: '1.0.0', integrity: 'g', optional: true, os: ['elsewhere'] },
};

/** Writes a checkout with these packages in npm's record of node_modules; by default it has no node_modules. */
function checkout(installed?: object, { locked = LOCKED }: { locked?: object } = {}): void {
  const write = (path: string, value: object): void => {
    mkdirSync(dirname(join(directory, path)), { recursive: true });
    writeFileSync(join(directory, path), JSON.stringify(value));
  };
  for (const [workspace, manifest] of Object.entries(MANIFESTS)) write(join(workspace, 'package.json'), manifest);
  write('package-lock.json', { packages: locked });
  if (installed) write('node_modules/.package-lock.json', { packages: installed });
}

describe('node_modules', () => {
  it('has everything after an installation by hand, without packages for other systems', () => {
    checkout({ server: {}, ...SERVER, ...TOOLS });
    expect([isInstalled('EVERYTHING', directory), isInstalled('SERVER', directory)]).toEqual([true, true]);
  });

  it('suffices for the server without the tools, but not for tests', () => {
    checkout({ ...SERVER });
    expect([isInstalled('SERVER', directory), isInstalled('EVERYTHING', directory)]).toEqual([true, false]);
  });

  it.each([
    ['is missing', undefined],
    ['is empty', {}],
    ['lacks a package of the server', { ...SERVER, 'node_modules/http': undefined }],
    ['lacks the database of this system', { ...SERVER, 'node_modules/db-here': undefined }],
    ['has another version', { ...SERVER, 'node_modules/http': { version: '1.9.0', integrity: 'b' } }],
    ['has another version of a part', { ...SERVER, 'node_modules/http-parts': { version: '2.0.0', integrity: 'c' } }],
    ['has a package of another content', { ...SERVER, 'node_modules/http': { version: '2.0.0', integrity: 'x' } }],
    ['has a package that is not locked any more', { ...SERVER, 'node_modules/old': { version: '1.0.0' } }],
  ])('does not suffice if it %s', (_, installed) => {
    checkout(installed);
    expect(isInstalled('SERVER', directory)).toBe(false);
  });

  it('does not suffice if a manifest names a package that is not locked', () => {
    const { 'node_modules/http': _, ...rest } = LOCKED;
    checkout({ ...SERVER, ...TOOLS, 'node_modules/http': undefined }, { locked: rest });
    expect(isInstalled('SERVER', directory)).toBe(false);
  });

  it('of this checkout has everything', () => {
    expect(isInstalled('EVERYTHING')).toBe(true);
  });
});
