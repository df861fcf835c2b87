/**
 * Processor time of the longest turn of the event loop during the work, in milliseconds: the longest delay of other
 * requests. Elapsed time would include other processes.
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
