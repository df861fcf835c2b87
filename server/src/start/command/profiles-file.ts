import { chmod, mkdir, readFile, rename, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseUnavailable, UsageError } from '../../foundation/runtime/errors.ts';
import type { ApiCredentials } from './api.ts';

type Profiles = Readonly<Record<string, ApiCredentials>>;

/** Servers and tokens by name, in the configuration directory of the user. */
export class ProfilesFile {
  readonly path: string;
  readonly #directory: string;

  constructor(directory: string) {
    this.#directory = directory;
    this.path = join(directory, 'profiles.json');
  }

  async list(): Promise<Profiles> {
    const text = await this.#read();
    if (text === undefined) return {};
    try {
      return JSON.parse(text);
    } catch {
      throw new UsageError(`${this.path} is not JSON.`, 'Correct it, or delete it and add the profiles again.');
    }
  }

  async get(name: string): Promise<ApiCredentials> {
    const profiles = await this.list();
    const profile = Object.hasOwn(profiles, name) ? profiles[name] : undefined;
    if (profile) return profile;
    const names = Object.keys(profiles).join(', ') || 'none';
    throw new UsageError(`There is no profile ${name} (there are: ${names}).`, `Run "causeway profiles add ${name}".`);
  }

  /** Replaces the whole file atomically, so that no reader sees a partial file. */
  async write(profiles: Profiles): Promise<void> {
    const draft = `${this.path}.new`;
    try {
      await mkdir(this.#directory, { recursive: true, mode: 0o700 });
      await chmod(this.#directory, 0o700);
      await writeFile(draft, `${JSON.stringify(profiles, null, 2)}\n`, { mode: 0o600, flush: true });
      await chmod(draft, 0o600);
      await rename(draft, this.path);
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      throw new DatabaseUnavailable(`${this.path} cannot be written (${code}).`, 'Set XDG_CONFIG_HOME to a directory.');
    }
  }

  /** Returns undefined without a file. Rejects a file that other users can read. */
  async #read(): Promise<string | undefined> {
    const found = await stat(this.path).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return undefined;
      throw new UsageError(`${this.path} cannot be read (${error.code}).`, 'Set XDG_CONFIG_HOME to a directory.');
    });
    if (!found) return undefined;
    if ((found.mode & 0o077) !== 0) {
      const hint = `Run "chmod 600 ${this.path}", and revoke the tokens if others may have read them.`;
      throw new UsageError(`${this.path} contains secrets and can be read by other users.`, hint);
    }
    return readFile(this.path, 'utf8');
  }
}
