import type { Config } from '../../foundation/config.ts';
import { isLoopback } from '../../foundation/kernel/ip-networks.ts';

/** A master key in the data directory suffices for the sandbox only. */
export const allowsProduction = ({ masterKeys }: Config): boolean => masterKeys.length > 0;

/** One-time login links are for a sandbox that only its own machine can reach, because they need no secret. */
export const allowsLoginLinks = (config: Config): boolean => !allowsProduction(config) && isLoopback(config.host);

/**
 * The playground needs no credentials where login links are allowed. A PUBLIC_URL announces a proxy, whose visitors are
 * elsewhere; a CONSOLE_PORT keeps sessions of the console away from the origin of the playground.
 */
export const allowsSandboxLogin = (config: Config): boolean =>
  allowsLoginLinks(config) && config.publicUrl === undefined && config.consolePort === undefined;
