import { readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

export const SANDBOX_FILE = 'sandbox.env';

interface TokenPair {
  clientId: string;
  clientSecret: string;
}

interface Contents extends TokenPair {
  /** URL of the server on this machine. Set once the server listens. */
  url?: string | undefined;
}

/** File in the data directory with the token of the first sandbox platform, because the database has only its hash. */
export class SandboxFile {
  readonly path: string;

  constructor(dataDir: string) {
    this.path = join(dataDir, SANDBOX_FILE);
  }

  /** Undefined if the file is missing or cannot be read. */
  async read(): Promise<TokenPair | undefined> {
    const contents = await this.#read();
    return contents && { clientId: contents.clientId, clientSecret: contents.clientSecret };
  }

  /** Called by the first start before the server listens. */
  write(pair: TokenPair): Promise<void> {
    return this.#write(pair);
  }

  /** Writes nothing without a file: the server then has not stored a token. */
  async writeUrl(url: string): Promise<void> {
    const contents = await this.#read();
    if (contents && contents.url !== url) await this.#write({ ...contents, url });
  }

  async #read(): Promise<Contents | undefined> {
    // A missing file is treated as empty.
    return parse(await readFile(this.path, 'utf8').catch(() => ''));
  }

  /** Atomic, because the secret could not be recovered from a partial file. */
  async #write(contents: Contents): Promise<void> {
    const draft = `${this.path}.new`;
    await writeFile(draft, format(contents), { mode: 0o600, flush: true });
    await rename(draft, this.path);
  }
}

const names = { url: 'CAUSEWAY_URL', clientId: 'CAUSEWAY_CLIENT_ID', clientSecret: 'CAUSEWAY_CLIENT_SECRET' } as const;
type Member = keyof typeof names;
const members = Object.keys(names) as Member[];

/** Lines in the syntax of a shell script. */
const format = (contents: Contents): string =>
  members
    .filter((member) => contents[member])
    .map((member) => `${names[member]}=${quoted(contents[member] ?? '')}\n`)
    .join('');

export const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;

function parse(text: string): Contents | undefined {
  const textOf = (member: Member): string | undefined =>
    new RegExp(`^${names[member]}='(.*)'$`, 'm').exec(text)?.[1]?.replaceAll("'\\''", "'");
  const [clientId, clientSecret] = [textOf('clientId'), textOf('clientSecret')];
  return clientId && clientSecret ? { url: textOf('url') || undefined, clientId, clientSecret } : undefined;
}
