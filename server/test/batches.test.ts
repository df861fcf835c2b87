import { setImmediate as turn } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { Batches, serialPace } from '../src/foundation/db/batches.ts';

const BAD = -1;

/** Fake statement: starts a tick later, as in a pool, runs until ended, and doubles items or fails on a bad one. */
function open(options: { pace?: typeof serialPace } = {}) {
  const sent: { items: readonly number[]; end: () => void }[] = [];
  const batches = new Batches<number, number>({
    run: (items) =>
      new Promise((resolve, reject) => {
        const end = () => (items.includes(BAD) ? reject(new Error('broken')) : resolve(items.map((item) => item * 2)));
        process.nextTick(() => sent.push({ items, end }));
      }),
    kindOf: () => 'all',
    isFaultOfOne: () => true,
    explain: async (error, item) => new Error(`${(error as Error).message} by ${item}`),
    ...options,
  });
  const ask = (count: number) => Array.from({ length: count }, (_, i) => batches.add(i));
  return { sent, batches, ask, sizes: () => sent.map(({ items }) => items.length) };
}

const turns = async (): Promise<void> => {
  for (let i = 0; i < 3; i++) await turn();
};

describe('concurrent requests', () => {
  it('share one statement, and each caller gets its own result', async () => {
    const { sent, ask, sizes } = open();
    const answers = Promise.all(ask(5));
    await turns();
    sent[0]?.end();
    expect(await answers).toEqual([0, 2, 4, 6, 8]);
    expect(sizes()).toEqual([5]);
  });

  it('get a second statement beside the first if many wait, and never a third', async () => {
    const { sent, ask, sizes } = open();
    ask(1);
    await turns();
    ask(15);
    await turns();
    expect(sizes()).toEqual([1]);
    ask(60);
    await turns();
    expect(sizes()).toEqual([1, 32]);
    sent[0]?.end();
    await turns();
    expect(sizes()).toEqual([1, 32, 32]);
  });

  it('wait for the first statement with the serial pace', async () => {
    const { sent, ask, sizes } = open({ pace: serialPace });
    ask(60);
    await turns();
    expect(sizes()).toEqual([24]);
    sent[0]?.end();
    await turns();
    expect(sizes()).toEqual([24, 24]);
  });

  it('start the next statement before the results of the last are returned', async () => {
    const { sent, ask, sizes } = open({ pace: serialPace });
    const [first] = ask(30);
    const sizesAtResult = first?.then(sizes);
    await turns();
    sent[0]?.end();
    expect(await sizesAtResult).toEqual([24, 6]);
  });

  it('share the statement after a pause, which delays no result of the last one', async () => {
    const { sent, batches, ask, sizes } = open({ pace: { ...serialPace, pauseMs: 30 } });
    const first = batches.add(1);
    await turns();
    const others = Promise.all([...ask(2)]);
    sent[0]?.end();
    expect([await first, sizes()]).toEqual([2, [1]]);
    const last = batches.add(7);
    while (sent.length < 2) await turn();
    sent[1]?.end();
    expect([await others, await last, sizes()]).toEqual([[0, 2], 14, [1, 3]]);
  });

  it('succeed except for the item that fails the statement, whose caller gets the reason', async () => {
    const { sent, batches, ask } = open();
    const bad = batches.add(BAD).catch((error: Error) => error.message);
    const good = Promise.all(ask(4));
    for (let i = 0; i < 9; i++) {
      await turns();
      sent[i]?.end();
    }
    expect(await bad).toBe('broken by -1');
    expect(await good).toEqual([0, 2, 4, 6]);
  });
});
