import { readdir, readFile } from 'node:fs/promises';

/** Ticks of the processor clock per second that Linux reports to programs, on every architecture. */
const TICKS_PER_SECOND = 100;

interface Process {
  pid: number;
  parent: number;
  ticks: number;
}

/** Processor time in milliseconds of a process and its children, also ended ones; 0 where /proc is missing. */
export async function cpuMsOf(pid: number): Promise<number> {
  const processes = await listProcesses();
  const family = new Set([pid]);
  for (let size = 0; size !== family.size; ) {
    size = family.size;
    for (const { pid, parent } of processes) if (family.has(parent)) family.add(pid);
  }
  const ticks = processes.filter(({ pid }) => family.has(pid)).reduce((total, { ticks }) => total + ticks, 0);
  return (ticks / TICKS_PER_SECOND) * 1_000;
}

/** Processor time in milliseconds that each of these processes uses while something runs, with its children. */
export async function cpuDuring<T>(
  pids: readonly number[],
  run: () => Promise<T>,
): Promise<{ result: T; ms: number[] }> {
  const used = (): Promise<number[]> => Promise.all(pids.map(cpuMsOf));
  const before = await used();
  const result = await run();
  const after = await used();
  return { result, ms: after.map((ms, i) => ms - (before[i] ?? 0)) };
}

/** Processes that a process has started, in the order of their numbers. */
export async function childrenOf(pid: number): Promise<number[]> {
  const children = (await listProcesses()).filter(({ parent }) => parent === pid);
  return children.map(({ pid }) => pid).sort((a, b) => a - b);
}

async function listProcesses(): Promise<Process[]> {
  const names = await readdir('/proc').catch(() => [] as string[]); // Only Linux has /proc.
  const pids = names.filter((name) => /^\d+$/.test(name));
  const texts = await Promise.all(pids.map((pid) => readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')));
  return texts.flatMap((text, i) => {
    // The name of the program is in brackets and may contain anything.
    const fields = text
      .slice(text.lastIndexOf(')') + 2)
      .split(' ')
      .map(Number);
    const [, parent = 0] = fields;
    const ticks = fields.slice(11, 15).reduce((a, b) => a + b, 0);
    return text ? [{ pid: Number(pids[i]), parent, ticks }] : [];
  });
}
