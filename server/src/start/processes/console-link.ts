import { type Config, consoleSite } from '../../foundation/config.ts';
import type { Vault } from '../../foundation/db/vault.ts';
import type { Runtime } from '../../foundation/runtime/runtime.ts';
import type { TokenPair } from '../../parties/platforms/first-platform.ts';
import { createLoginCode } from '../../surfaces/console/login-codes.ts';
import { allowsLoginLinks } from '../composition/modes.ts';

interface LinkOptions extends Pick<Runtime, 'config' | 'db' | 'clock'> {
  vault: Vault;
  /** URL of the console's listener on this machine. */
  url: string;
  token: TokenPair | undefined;
}

/** URL of the console's listener on this machine; CONSOLE_PORT gives the console a separate listener. */
export const consoleBase = ({ consolePort }: Config, url: string): string =>
  consolePort === undefined ? url : `http://localhost:${consolePort}`;

/** URL of the console. Where allowed, contains a login that works once, within ten minutes. */
export async function consoleLink({ config, db, clock, vault, url, token }: LinkOptions): Promise<string> {
  if (!token || !allowsLoginLinks(config)) return `${consoleSite(config, url)}/console`;
  const code = await createLoginCode({ db, vault }, token.clientId, clock.now());
  // Browsers do not send fragments, so no log and no referrer contains the code.
  return code ? `${url}/console#code=${code}` : `${url}/console`;
}

export const isLogin = (link: string): boolean => link.includes('#code=');
