import { allowsLoginLinks } from '../composition/modes.ts';
import { createLoginCode } from '../console/login-codes.ts';
import type { Vault } from '../db/vault.ts';
import type { TokenPair } from '../platforms/first-platform.ts';
import type { Runtime } from '../runtime/runtime.ts';

interface LinkOptions extends Pick<Runtime, 'config' | 'db' | 'clock'> {
  vault: Vault;
  /** URL of the server on this machine. */
  url: string;
  token: TokenPair | undefined;
}

/** Page of the console; it contains a login that works once, within ten minutes, where that is allowed. */
export async function consoleLink({ config, db, clock, vault, url, token }: LinkOptions): Promise<string> {
  if (!token || !allowsLoginLinks(config)) return `${config.publicUrl ?? url}/console`;
  const code = await createLoginCode({ db, vault }, token.clientId, clock.now());
  // A fragment stays in the browser: no log and no referrer contains the code.
  return code ? `${url}/console#code=${code}` : `${url}/console`;
}

export const isLogin = (link: string): boolean => link.includes('#code=');
