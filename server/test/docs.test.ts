import { readdirSync, readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import { readConfig } from '../src/foundation/config.ts';
import { sql } from '../src/foundation/db/sql.ts';
import { errorStatus } from '../src/foundation/kernel/errors.ts';
import { exitCodes } from '../src/foundation/runtime/exit-codes.ts';
import { commands } from '../src/start/command/commands.ts';
import { pageAt, root, tableRows } from './docs/samples.ts';
import { TestApp } from './support/app.ts';
import { layers } from './tidy/layers.ts';

describe('the tables match the code', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await TestApp.shared();
  });

  it('the README lists exactly the areas of the API', () => {
    const areas = app.contract.document['tags'].map(({ name }: { name: string }) => name);
    const documented = tableRows(pageAt('README.md'), 'Area').map(([area]) => area);
    expect(documented.sort(), 'one row per area under "Areas of the API"').toEqual(areas.sort());
  });

  const sections = pageAt('docs/settings.md').split(/^## /m).slice(1);
  const rows = sections.flatMap((section) => tableRows(section, 'Name'));
  const settings = rows.map(([name = '', fallback = '']) => ({
    name: unquoted(name) ?? name,
    fallback: unquoted(fallback),
  }));

  it('docs/settings.md lists every setting that is read, and no other', () => {
    const read = new Set<string>();
    readConfig(new Proxy({}, { get: (_, name) => void read.add(String(name)) }));
    // Some settings are read only if another is set.
    const source = readFileSync(new URL('server/src/foundation/config.ts', root), 'utf8');
    for (const [, name = ''] of source.matchAll(/\benv\.([A-Z_]+)/g)) read.add(name);
    expect(settings.map(({ name }) => name).sort()).toEqual([...read].sort());
  });

  it('an omitted setting has the default of docs/settings.md', () => {
    const documented = settings.flatMap(({ name, fallback }) => (fallback === undefined ? [] : [[name, fallback]]));
    expect(readConfig(Object.fromEntries(documented))).toEqual(readConfig({}));
  });

  it('docs/commands.md lists every command', () => {
    const words = commands.map(({ group, name }) => [...(group ? [group] : []), name].join(' '));
    expect(tableRows(pageAt('docs/commands.md'), 'Command').map(([command = '']) => unquoted(command))).toEqual(words);
  });

  it('docs/commands.md lists the exit codes', () => {
    const codes = Object.values(exitCodes).map(({ code, meaning }) => [String(code), meaning]);
    expect(tableRows(pageAt('docs/commands.md'), 'Exit code')).toEqual(codes);
  });

  it('the API conventions list every error code under its status', () => {
    const documented = tableRows(pageAt('docs/api-conventions.md'), 'Status').flatMap(([status, codes = '']) =>
      codes.split(', ').map((code) => [unquoted(code), Number(status)]),
    );
    expect(Object.fromEntries(documented)).toEqual(errorStatus);
  });
});

describe('the architecture page', () => {
  it('lists every module of the server', () => {
    const modules = layers.flatMap((layer) => readdirSync(new URL(`server/src/${layer}`, root)));
    const listed = tableRows(pageAt('docs/architecture.md'), 'Module').map(([module = '']) => unquoted(module));
    expect(listed).toEqual(expect.arrayContaining(modules));
  });

  it('lists every index on a table with platform_id that does not start with it', async () => {
    const app = await TestApp.shared();
    const found = await app.database.db.read<{ name: string }>(sql`
      SELECT i.indexrelid::regclass::text AS name FROM pg_index i
      JOIN pg_attribute platform ON platform.attrelid = i.indrelid AND platform.attname = 'platform_id'
      WHERE pg_get_indexdef(i.indexrelid, 1, false) NOT IN ('platform_id', 'uuid_of(platform_id)') AND platform.attnotnull
        AND NOT EXISTS (SELECT FROM pg_inherits WHERE inhrelid = i.indexrelid)`);
    const documented = tableRows(pageAt('docs/architecture.md'), 'Index').map(([index = '']) => unquoted(index));
    expect(documented.sort()).toEqual(found.map(({ name }) => name).sort());
  });
});

function unquoted(cell: string): string | undefined {
  return /^`([^`]*)`$/.exec(cell)?.[1];
}
