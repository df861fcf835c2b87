import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ensureBuilt } from '../../../scripts/lib/ready.mjs';
import { installPackage } from './support/package.ts';
import { newProject } from './support/project.ts';

const guide = readFileSync(new URL('../../../docs/testing.md', import.meta.url), 'utf8');
const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8');

/** Blocks of a page: `js` with the name of a file, or `text` with the output of the one before. */
const blocksOf = (page: string, language: string) =>
  [...page.matchAll(new RegExp(`^\`\`\`${language}( \\S+)?\\n([^]*?)^\`\`\`$`, 'gm'))].map(
    ([, name = '', text = '']) => ({
      name: name.trim(),
      text,
    }),
  );

/** Keeps the server of the project running, so that the samples join it instead of starting one each. */
const holder = `
import { createSandbox } from '@causeway/testing';
const sandbox = await createSandbox();
console.log('ready');
process.stdin.resume().once('end', () => sandbox.close().then(() => process.exit()));
`;

const project = newProject();
let holding: ChildProcess;
beforeAll(async () => {
  await ensureBuilt();
  await installPackage(project.directory);
  writeFileSync(join(project.directory, 'holder.mjs'), holder);
  holding = spawn(process.execPath, ['holder.mjs'], { cwd: project.directory, stdio: ['pipe', 'pipe', 'inherit'] });
  await once(holding.stdout as Readable, 'data');
  for (const { name, text } of blocksOf(guide, 'js')) writeFileSync(join(project.directory, name), text);
  writeFileSync(join(project.directory, 'readme.mjs'), blocksOf(readme, 'js')[0]?.text ?? '');
});
afterAll(async () => {
  holding.stdin?.end();
  await once(holding, 'exit');
  project.remove();
});

const run = (args: string[]): Promise<string> =>
  new Promise((resolve, reject) => {
    const env = { PATH: process.env['PATH'] ?? '', HOME: process.env['HOME'] ?? '', NO_COLOR: '1' };
    execFile(process.execPath, args, { cwd: project.directory, env }, (error, stdout, stderr) => {
      if (error) reject(new Error(stdout + stderr));
      else resolve(stdout);
    });
  });

it('the samples of docs/testing.md for node:test pass', async () => {
  const files = blocksOf(guide, 'js').flatMap(({ name }) => (name.endsWith('.test.mjs') ? [name] : []));
  expect(files).toHaveLength(2);
  expect(await run(['--test', ...files])).toContain('# pass 2');
});

it('the sample of magic values prints what the page shows', async () => {
  expect(await run(['magic.mjs'])).toBe(blocksOf(guide, 'text')[0]?.text);
});

it('the samples for vitest pass', async () => {
  expect(await run(['node_modules/vitest/vitest.mjs', 'run'])).toContain('1 passed');
});

it('the sample of the README prints the amount', async () => {
  expect(await run(['readme.mjs'])).toBe('100000\n');
});
