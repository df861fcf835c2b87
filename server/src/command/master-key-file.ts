import { randomBytes } from 'node:crypto';
import { link, mkdir, open, readFile, rename, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { ConfigError, parseMasterKey } from '../config.ts';
import { randomHex } from '../kernel/ids.ts';

const KEY_BYTES = 32;

/**
 * The master key of a data directory, where the environment names none. A new key is first written beside the old one
 * and takes its place once every data key is wrapped under it; until then both are read, so no moment is without a key
 * that opens.
 */
export class MasterKeyFile {
  readonly path: string;
  readonly #directory: string;
  readonly #next: string;

  constructor(dataDir: string) {
    this.#directory = dataDir;
    this.path = join(dataDir, 'master.key');
    this.#next = join(dataDir, 'master.key.next');
  }

  /** The key, and the one that is about to replace it. */
  async read(): Promise<readonly Buffer[]> {
    // In this order, a key that takes its place between the two readings is seen all the same.
    const next = await readKey(this.#next);
    const current = await readKey(this.path);
    if (!current) throw new ConfigError(`${this.path} is missing. Restore it from your backup, or set MASTER_KEY.`);
    return next ? [current, next] : [current];
  }

  /** Makes the first key, unless there is one. */
  async ensure(): Promise<void> {
    if (!(await readKey(this.path))) await this.#write(this.path);
  }

  async hasNext(): Promise<boolean> {
    return (await readKey(this.#next)) !== undefined;
  }

  /** The key to come before the one of today. One that an interrupted change has left is used again. */
  async prepareNext(): Promise<readonly Buffer[]> {
    if (!(await this.hasNext())) await this.#write(this.#next);
    const [current, next] = await this.read();
    return [next, current].filter((key) => key !== undefined);
  }

  /** Once nothing needs the key of before. Of two changes at once, one finds that the other has done it. */
  async adoptNext(): Promise<void> {
    await rename(this.#next, this.path).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'ENOENT') throw error;
    });
    await this.#flushDirectory();
  }

  /** Whole or not at all, and never over a key that somebody else has just made. */
  async #write(path: string): Promise<void> {
    await mkdir(this.#directory, { recursive: true });
    const draft = `${path}.${randomHex(64)}`;
    const file = await open(draft, 'wx', 0o600);
    try {
      await file.writeFile(`${randomBytes(KEY_BYTES).toString('hex')}\n`);
      await file.sync();
    } finally {
      await file.close();
    }
    await link(draft, path).catch(ignoreExisting);
    await unlink(draft);
    await this.#flushDirectory();
  }

  async #flushDirectory(): Promise<void> {
    const directory = await open(this.#directory, 'r');
    await directory.sync().finally(() => directory.close());
  }
}

async function readKey(path: string): Promise<Buffer | undefined> {
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error;
  });
  if (text === undefined) return undefined;
  const key = parseMasterKey(text.trim());
  if (!key) throw new ConfigError(`${path} does not hold a master key. Restore it from your backup.`);
  return key;
}

function ignoreExisting(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EEXIST') throw error;
}
