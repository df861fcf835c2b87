import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { root } from '../lib/paths.mjs';

/** An application fits on one page of code. The wallet has two: a server and a page in the browser. */
const MAX_LINES = 60;
const maxLines: Readonly<Record<string, number>> = { wallet: 120 };

const examples = readdirSync(join(root, 'examples'));
const manifestOf = (path: string) => JSON.parse(readFileSync(join(root, path, 'package.json'), 'utf8'));

/** Imports that our packages support. */
const publicEntries = ['client', 'testing', 'wallet', 'webhooks'].flatMap((name) =>
  Object.keys(manifestOf(`sdk/${name}`).exports).map((path) => join(`@causeway/${name}`, path)),
);

/** Lines of the application without blank lines and comments. */
const codeOf = (example: string): string[] => {
  const source = join(root, 'examples', example, 'src');
  const text = readdirSync(source).map((name) => readFileSync(join(source, name), 'utf8'));
  const withoutComments = text.join('\n').replaceAll(/\/\*[\s\S]*?\*\//g, '');
  return withoutComments.split('\n').filter((line) => !/^\s*(\/\/.*)?$/.test(line));
};

describe.each(examples)('the example %s', (example) => {
  const limit = maxLines[example] ?? MAX_LINES;

  it(`has at most ${limit} lines of code, of at most 120 characters`, () => {
    const code = codeOf(example);
    expect(code.length).toBeGreaterThan(0);
    expect(code.length).toBeLessThanOrEqual(limit);
    expect(code.filter((line) => line.length > 120)).toEqual([]);
  });

  it('uses no cast and no private file of a package', () => {
    const code = codeOf(example).join('\n');
    expect(code.replaceAll(/import (type )?\* as \w+/g, '')).not.toMatch(/\bas\b|\bany\b|<\w+>\(?\{|@ts-/);
    const imports = [...code.matchAll(/from '([^']+)'/g)].map(([, name = '']) => name);
    expect(imports.filter((name) => !/^(node:|\.\/)/.test(name) && !publicEntries.includes(name))).toEqual([]);
  });

  it('installs the current packages and is not a workspace', () => {
    const { dependencies, devDependencies } = manifestOf(`examples/${example}`);
    const own = Object.entries({ ...dependencies, ...devDependencies }).filter(([name]) => /causeway/.test(name));
    const { version, workspaces } = manifestOf('.');
    expect(own.filter(([, wanted]) => wanted !== version)).toEqual([]);
    expect(workspaces.filter((path: string) => path.startsWith('examples'))).toEqual([]);
  });
});
