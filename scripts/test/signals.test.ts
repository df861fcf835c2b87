import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';

const script = `
  import { mergeEchoedSignals } from '${new URL('../../server/bin/signals.mjs', import.meta.url).href}';
  mergeEchoedSignals();
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => console.log(signal));
  setTimeout(() => {}, 5_000);
  console.log('ready');`;

test('a stop signal and its echo are one; a later one is a second', async () => {
  const child = spawn(process.execPath, ['--input-type=module', '-e', script]);
  let output = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    output += text;
  });
  await once(child.stdout, 'data');
  child.kill('SIGINT');
  await sleep(20);
  child.kill('SIGINT');
  await sleep(600);
  child.kill('SIGTERM');
  await once(child.stdout, 'data');
  child.kill('SIGKILL');
  expect(output).toBe('ready\nSIGINT\nSIGTERM\n');
});
