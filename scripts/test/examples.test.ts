import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { root } from '../lib/paths.mjs';

const MAX_LINES = 60;

const examples = readdirSync(join(root, 'examples'));
const manifestOf = (path: string) => JSON.parse(readFileSync(join(root, path, 'package.json'), 'utf8'));

/** Lines of the application without blank lines and comments. */
const codeOf = (example: string): string[] => {
  const source = join(root, 'examples', example, 'src');
  const text = readdirSync(source).map((name) => readFileSync(join(source, name), 'utf8'));
  const withoutComments = text.join('\n').replaceAll(/\/\*[\s\S]*?\*\//g, '');
  return withoutComments.split('\n').filter((line) => !/^\s*(\/\/.*)?$/.test(line));
};

describe.each(examples)('the example %s', (example) => {
  it(`has at most ${MAX_LINES} lines of code, of at most 120 characters`, () => {
    const code = codeOf(example);
    expect(code.length).toBeGreaterThan(0);
    expect(code.length).toBeLessThanOrEqual(MAX_LINES);
    expect(code.filter((line) => line.length > 120)).toEqual([]);
  });

  it('uses no cast and no private file of a package', () => {
    const code = codeOf(example).join('\n');
    expect(code.replaceAll(/import \* as \w+/g, '')).not.toMatch(/\bas\b|\bany\b|<\w+>\(?\{|@ts-/);
    const imports = [...code.matchAll(/from '([^']+)'/g)].map(([, name = '']) => name);
    expect(imports.filter((name) => !/^(node:|\.\/|@causeway\/\w+$)/.test(name))).toEqual([]);
  });

  it('installs the current packages and is not a workspace', () => {
    const { dependencies, devDependencies } = manifestOf(`examples/${example}`);
    const own = Object.entries({ ...dependencies, ...devDependencies }).filter(([name]) => /causeway/.test(name));
    const { version, workspaces } = manifestOf('.');
    expect(own.filter(([, wanted]) => wanted !== version)).toEqual([]);
    expect(workspaces.filter((path: string) => path.startsWith('examples'))).toEqual([]);
  });
});
