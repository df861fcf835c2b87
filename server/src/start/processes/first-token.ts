import type { Vault } from '../../foundation/db/vault.ts';
import type { Runtime } from '../../foundation/runtime/runtime.ts';
import { SandboxFile } from '../../foundation/runtime/sandbox-file.ts';
import { ensureSandbox, type TokenPair } from '../../parties/platforms/first-platform.ts';

/**
 * Creates the sandbox token and stores it in a file, because the database only has its hash. Without CREATE_SANDBOX the
 * token from the environment is not written to disk.
 */
export async function firstToken(vault: Vault, { config, db, clock }: Runtime): Promise<TokenPair | undefined> {
  const file = new SandboxFile(config.dataDir);
  // A missing file means that there is no token yet; an unreadable file is replaced.
  const remembered = await file.read();
  const token = await ensureSandbox(db, vault, {
    chosen: config.sandboxToken,
    remembered,
    isWanted: config.createSandbox,
    at: clock.now(),
  });
  const isWritten = remembered?.clientId === token?.clientId && remembered?.clientSecret === token?.clientSecret;
  if (config.createSandbox && token && !isWritten) await file.write(token);
  return token;
}
