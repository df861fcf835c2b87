import { readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Vault } from '../db/vault.ts';
import { ensureSandbox, type TokenPair } from '../platforms/first-platform.ts';
import type { Runtime } from '../runtime/runtime.ts';

export const SANDBOX_FILE = 'sandbox.env';

/**
 * Creates the sandbox token and stores it in a file, because the database has only its hash. Without CREATE_SANDBOX the
 * credentials from the environment work but are not written to disk.
 */
export async function firstToken(vault: Vault, { config, db, clock }: Runtime): Promise<TokenPair | undefined> {
  const path = join(config.dataDir, SANDBOX_FILE);
  // A missing file means that there is no token yet; one that cannot be read is replaced.
  const written = await readFile(path, 'utf8').catch(() => '');
  const token = await ensureSandbox(db, vault, {
    chosen: config.sandboxToken,
    remembered: parsePair(written),
    isWanted: config.createSandbox,
    at: clock.now(),
  });
  if (config.createSandbox && token && formatPair(token) !== written) await replaceFile(path, formatPair(token));
  return token;
}

/** Atomic: the secret cannot be recovered from a partial file. */
async function replaceFile(path: string, text: string): Promise<void> {
  const draft = `${path}.new`;
  await writeFile(draft, text, { mode: 0o600, flush: true });
  await rename(draft, path);
}

/** Lines that a shell can source. */
function formatPair({ clientId, clientSecret }: TokenPair): string {
  return `SANDBOX_CLIENT_ID=${quoted(clientId)}\nSANDBOX_CLIENT_SECRET=${quoted(clientSecret)}\n`;
}

export const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;

function parsePair(text: string): TokenPair | undefined {
  const value = (name: string): string | undefined =>
    new RegExp(`^${name}='(.*)'$`, 'm').exec(text)?.[1]?.replaceAll("'\\''", "'");
  const clientId = value('SANDBOX_CLIENT_ID');
  const clientSecret = value('SANDBOX_CLIENT_SECRET');
  return clientId && clientSecret ? { clientId, clientSecret } : undefined;
}
