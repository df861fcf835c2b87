import { randomBytes } from 'node:crypto';
import { link, mkdir, open, readFile, rename, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { ConfigError, parseMasterKey } from '../config.ts';
import { flushDirectory } from '../db/flush-directory.ts';
import { randomHex } from '../kernel/ids.ts';

const KEY_BYTES = 32;

/**
 * The master key in the data directory, used without MASTER_KEY. A replacement is written to a second file and becomes
 * the current key once it wraps every data key. Until then both are read, so the data keys can always be unwrapped.
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

  /** Returns the current key, followed by the next key during a replacement. */
  async read(): Promise<readonly Buffer[]> {
    // Read first, so that a replacement between the two reads loses neither key.
    const next = await readKey(this.#next);
    const current = await readKey(this.path);
    if (!current) throw new ConfigError(`${this.path} is missing. Restore it from your backup, or set MASTER_KEY.`);
    return next ? [current, next] : [current];
  }

  /** Creates the first key if there is none. */
  async ensure(): Promise<void> {
    if (!(await readKey(this.path))) await this.#write(this.path);
  }

  async hasNext(): Promise<boolean> {
    return (await readKey(this.#next)) !== undefined;
  }

  /** Returns the next key, followed by the current one. Reuses the next key of an interrupted replacement. */
  async prepareNext(): Promise<readonly Buffer[]> {
    if (!(await this.hasNext())) await this.#write(this.#next);
    const [current, next] = await this.read();
    return [next, current].filter((key) => key !== undefined);
  }

  /** Makes the next key the current one. ENOENT: a concurrent replacement has already done so. */
  async adoptNext(): Promise<void> {
    await rename(this.#next, this.path).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'ENOENT') throw error;
    });
    await flushDirectory(this.#directory);
  }

  /** Atomic. Never overwrites a key that another process has just created. */
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
    await flushDirectory(this.#directory);
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
