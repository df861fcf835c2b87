/**
 * Processor time of the longest turn of the event loop while work runs, in milliseconds: what a request waits for it at
 * most. Time on the clock would include that of other processes.
 */
export async function longestTurnMs(work: () => Promise<unknown>): Promise<number> {
  let isRunning = true;
  let longest = 0;
  let before = process.cpuUsage();
  const sample = (): void => {
    const { user, system } = process.cpuUsage(before);
    longest = Math.max(longest, (user + system) / 1_000);
    before = process.cpuUsage();
    if (isRunning) setImmediate(sample);
  };
  setImmediate(sample);
  try {
    await work();
  } finally {
    isRunning = false;
  }
  return longest;
}
