import type { Config } from '../../foundation/config.ts';
import { isLoopback } from '../../foundation/kernel/ip-networks.ts';

/** Production requires MASTER_KEY; a master key in the data directory is sufficient for the sandbox only. */
export const allowsProduction = ({ masterKeys }: Config): boolean => masterKeys.length > 0;

/** Login links need no secret, so they are restricted to sandboxes that only this machine can reach. */
export const allowsLoginLinks = (config: Config): boolean => !allowsProduction(config) && isLoopback(config.host);

/**
 * The playground needs no credentials where login links are allowed. PUBLIC_URL implies a proxy with remote visitors;
 * CONSOLE_PORT separates console sessions from the origin of the playground.
 */
export const allowsSandboxLogin = (config: Config): boolean =>
  allowsLoginLinks(config) && config.publicUrl === undefined && config.consolePort === undefined;
