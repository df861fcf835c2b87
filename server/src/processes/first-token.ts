import { readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Runtime } from '../command/runtime.ts';
import type { Vault } from '../db/vault.ts';
import { ensureSandbox, type TokenPair } from '../platforms/first-platform.ts';

export const SANDBOX_FILE = 'sandbox.env';

/** The token of the sandbox is written down, because the database knows only its hash. */
export async function firstToken(vault: Vault, { config, db, clock }: Runtime): Promise<TokenPair | undefined> {
  const path = join(config.dataDir, SANDBOX_FILE);
  const written = await readFile(path, 'utf8').catch(() => '');
  const token = await ensureSandbox(db, vault, {
    chosen: config.sandboxToken,
    remembered: parsePair(written),
    at: clock.now(),
  });
  if (token && formatPair(token) !== written) await replaceFile(path, formatPair(token));
  return token;
}

/** Whole or not at all: half a secret would be lost for good. */
async function replaceFile(path: string, text: string): Promise<void> {
  const draft = `${path}.new`;
  await writeFile(draft, text, { mode: 0o600, flush: true });
  await rename(draft, path);
}

/** Lines a shell can source: quoted, so that spaces and signs stay what they are. */
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
