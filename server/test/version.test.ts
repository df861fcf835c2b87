import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { VERSION } from '../src/foundation/config.ts';

interface Manifest {
  version: string;
  workspaces: string[];
  dependencies?: Record<string, string>;
  peerDependencies?: Record<string, string>;
}

const root = new URL('../../', import.meta.url);
const readJson = <T>(path: string): T => JSON.parse(readFileSync(new URL(path, root), 'utf8'));
const { workspaces } = readJson<Manifest>('package.json');

describe('the version of server/package.json', () => {
  it.each(['.', ...workspaces])('is the version of %s in package.json and in package-lock.json', (folder) => {
    const { version, dependencies, peerDependencies } = readJson<Manifest>(`${folder}/package.json`);
    const lock = readJson<{ packages: Record<string, Manifest> }>('package-lock.json');
    const locked = lock.packages[folder === '.' ? '' : folder];
    const own = Object.entries({ ...dependencies, ...peerDependencies }).filter(([name]) => name.includes('causeway'));
    expect([version, locked?.version]).toEqual([VERSION, VERSION]);
    expect(own.filter(([, wanted]) => wanted !== VERSION)).toEqual([]);
  });

  it('is the newest release of CHANGELOG.md, or is unreleased', () => {
    const changelog = readFileSync(new URL('CHANGELOG.md', root), 'utf8');
    const [, newest] = /^## \[(\d+\.\d+\.\d+)\]/m.exec(changelog) ?? [];
    expect(newest ?? VERSION).toBe(VERSION);
  });
});
