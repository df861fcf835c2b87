import { statSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { ACCOUNT, IS_ROOT, Scene } from './fixtures/embedded/scene.ts';

const scene = new Scene();
afterAll(() => scene.clean());

async function openedAs(users?: string): Promise<{ uid: number; warnings: string[] }> {
  const warnings: string[] = [];
  const postgres = await scene.open({ onWarning: (line) => warnings.push(line), ...(users && { users }) });
  const { uid } = statSync(postgres.directory);
  await postgres.stop();
  return { uid, warnings };
}

describe.runIf(IS_ROOT)('with every user id for PostgreSQL taken', () => {
  it('PostgreSQL runs as nobody with a one-line warning, until a user id is free', async () => {
    const users = join(scene.root, 'passwd');
    const lines = Array.from({ length: 100 }, (_, i) => `user${i}:x:${60_700 + i}:100::/:/bin/false`);
    await writeFile(users, lines.join('\n'));
    const warning = expect.stringMatching(/^PostgreSQL runs as nobody.*every user id from 60700 to 60799 is taken.*$/);
    expect(await openedAs(users)).toEqual({ uid: 65_534, warnings: [warning] });
    expect(await openedAs()).toEqual({ uid: ACCOUNT.uid, warnings: [] });
  });
});
