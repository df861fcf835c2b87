import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';

const script = `
  import { mergeEchoedSignals } from '${new URL('../../server/bin/signals.mjs', import.meta.url).href}';
  mergeEchoedSignals();
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => console.log(signal));
  setTimeout(() => {}, 60_000);
  console.log('ready');`;

test('a stop signal and its echo count once; a later one counts as a second', async () => {
  const child = spawn(process.execPath, ['--input-type=module', '-e', script]);
  let output = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    output += text;
  });
  await once(child.stdout, 'data');
  // Stops the process until both signals are sent, so that it receives them together on a busy machine too.
  for (const signal of ['SIGSTOP', 'SIGINT', 'SIGTERM', 'SIGCONT'] as const) child.kill(signal);
  await once(child.stdout, 'data');
  await sleep(600);
  child.kill('SIGINT');
  await once(child.stdout, 'data');
  child.kill('SIGKILL');
  expect(output).toMatch(/^ready\n(SIGINT|SIGTERM)\nSIGINT\n$/);
});
