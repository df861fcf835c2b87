import { readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

export const SANDBOX_FILE = 'sandbox.env';

interface TokenPair {
  clientId: string;
  clientSecret: string;
}

/** The token of the first sandbox platform in the data directory, because the database has only its hash. */
export class SandboxFile {
  readonly path: string;

  constructor(dataDir: string) {
    this.path = join(dataDir, SANDBOX_FILE);
  }

  /** Undefined if the file is missing or cannot be read. */
  async read(): Promise<TokenPair | undefined> {
    return parsePair(await readFile(this.path, 'utf8').catch(() => ''));
  }

  /** Atomic: the secret cannot be recovered from a partial file. */
  async write(pair: TokenPair): Promise<void> {
    const draft = `${this.path}.new`;
    await writeFile(draft, formatPair(pair), { mode: 0o600, flush: true });
    await rename(draft, this.path);
  }
}

/** Lines that a shell can source. */
const formatPair = ({ clientId, clientSecret }: TokenPair): string =>
  `SANDBOX_CLIENT_ID=${quoted(clientId)}\nSANDBOX_CLIENT_SECRET=${quoted(clientSecret)}\n`;

export const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;

function parsePair(text: string): TokenPair | undefined {
  const value = (name: string): string | undefined =>
    new RegExp(`^${name}='(.*)'$`, 'm').exec(text)?.[1]?.replaceAll("'\\''", "'");
  const clientId = value('SANDBOX_CLIENT_ID');
  const clientSecret = value('SANDBOX_CLIENT_SECRET');
  return clientId && clientSecret ? { clientId, clientSecret } : undefined;
}
