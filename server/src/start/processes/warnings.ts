import type { Config } from '../../foundation/config.ts';
import { isLoopback } from '../../foundation/kernel/ip-networks.ts';
import type { TokenPair } from '../../parties/platforms/first-platform.ts';

/** Shorter secrets can be found by brute force. */
const MIN_SECRET = 16;

/** Warns at every start about settings that put the server at risk. */
export function warningsFor(
  { host, sandboxToken }: Pick<Config, 'host' | 'sandboxToken'>,
  token?: TokenPair,
): string[] {
  const warnings: string[] = [];
  if (sandboxToken && sandboxToken.clientSecret.length < MIN_SECRET) {
    warnings.push(
      `SANDBOX_CLIENT_SECRET has fewer than ${MIN_SECRET} characters and can be guessed: choose a longer one (openssl rand -hex 32).`,
    );
  }
  if (token && !isLoopback(host)) {
    warnings.push(
      `HOST ${host} can be reached from other machines, and the sandbox token works there: keep it secret, or set HOST to 127.0.0.1.`,
    );
  }
  return warnings;
}
