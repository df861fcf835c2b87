import { readFile, rename, unlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

export interface ServerAddress {
  /** URL on this machine. */
  url: string;
  /** URL of the console. Differs from `url` if the console has its own listener. */
  consoleUrl: string;
  pid: number;
}

/** File in the data directory with the address of the running server, by which commands find the server. */
export class AddressFile {
  readonly path: string;

  constructor(dataDir: string) {
    this.path = join(dataDir, 'server.json');
  }

  async write(address: ServerAddress): Promise<void> {
    const draft = `${this.path}.new`;
    await writeFile(draft, `${JSON.stringify(address)}\n`, { mode: 0o600 });
    await rename(draft, this.path);
  }

  /** Undefined if no server runs: the file is missing, or its process ended without removing it. */
  async read(): Promise<ServerAddress | undefined> {
    const address = await this.#parse();
    return address && isRunning(address.pid) ? address : undefined;
  }

  /** Does not remove the file of a server that has started since. */
  async remove(pid: number): Promise<void> {
    const address = await this.#parse();
    if (address?.pid === pid) await unlink(this.path).catch(() => {});
  }

  /** Undefined if there is no file or another version wrote it. */
  async #parse(): Promise<ServerAddress | undefined> {
    try {
      const { url, consoleUrl = url, pid } = JSON.parse(await readFile(this.path, 'utf8'));
      return typeof url === 'string' && Number.isInteger(pid) ? { url, consoleUrl, pid } : undefined;
    } catch {
      return undefined;
    }
  }
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // EPERM: the process exists but belongs to another user.
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
