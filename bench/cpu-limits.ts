import { mkdir, readFile, rmdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

const PERIOD_US = 100_000;

/** A cgroup hierarchy that limits processor time, and the files that set the limit. */
interface Hierarchy {
  root: string;
  /** Files of a group, with the contents that limit it to this many cores. */
  files: (cores: number) => Record<string, string>;
}

const quota = (cores: number): string => String(Math.round(cores * PERIOD_US));

/** Version 1 has a hierarchy for each controller, version 2 one for all. */
export const hierarchies: Readonly<Record<'v1' | 'v2', Hierarchy>> = {
  v1: {
    root: '/sys/fs/cgroup/cpu',
    files: (cores) => ({ 'cpu.cfs_period_us': String(PERIOD_US), 'cpu.cfs_quota_us': quota(cores) }),
  },
  v2: { root: '/sys/fs/cgroup', files: (cores) => ({ 'cpu.max': `${quota(cores)} ${PERIOD_US}` }) },
};

/** Limits the processor time of processes by cgroups, which only Linux has and most containers may not write. */
export class CpuLimits {
  readonly #hierarchy: Hierarchy;
  readonly #groups: string[] = [];

  private constructor(hierarchy: Hierarchy) {
    this.#hierarchy = hierarchy;
  }

  /** Returns the reason if this process may not create groups. */
  static async open(): Promise<CpuLimits | string> {
    const reasons: string[] = [];
    for (const hierarchy of Object.values(hierarchies)) {
      const limits = new CpuLimits(hierarchy);
      try {
        await limits.#create(`probe-${process.pid}`, 1);
        await limits.close();
        return limits;
      } catch (error) {
        reasons.push((error as Error).message);
        await limits.close().catch(() => {}); // Ignores that the probe was not created.
      }
    }
    return `no cgroup can limit processor time here: ${reasons.join('; ')}`;
  }

  /** Each of the processes may use this many cores, with all of its threads. */
  async limit(pids: readonly number[], cores: number): Promise<void> {
    for (const pid of pids) {
      const group = await this.#create(String(pid), cores);
      await writeFile(join(group, 'cgroup.procs'), String(pid));
    }
  }

  /** Removes the groups; the limited processes must have ended. */
  async close(): Promise<void> {
    for (const group of this.#groups.splice(0)) await rmdir(group);
  }

  async #create(name: string, cores: number): Promise<string> {
    const { root, files } = this.#hierarchy;
    const group = join(root, `causeway-bench-${name}`);
    await mkdir(group);
    this.#groups.push(group);
    for (const [file, text] of Object.entries(files(cores))) {
      // Files of a controller that is not enabled do not exist, and cannot be created.
      await readFile(join(group, file));
      await writeFile(join(group, file), text);
    }
    return group;
  }
}
