import { type Config, ConfigError } from '../config.ts';
import { mergeDirectories, readDirectory } from '../directories/directory-file.ts';
import { vaspTable } from '../directories/vasp-table.ts';
import type { PlatformMode } from '../kernel/callers.ts';
import type { Directory } from '../providers/directory/port.ts';
import { sandboxDirectory } from '../providers/directory/sandbox.ts';

/** Custodians and UMA providers: the built-in ones and those of DIRECTORY_FILE. */
export function buildDirectory(config: Config): Record<PlatformMode, Directory> {
  const known = mergeDirectories({ vasps: vaspTable, umaProviders: [] }, directoryFile(config));
  return { SANDBOX: mergeDirectories(sandboxDirectory(config.sandboxUmaDomain), known), PRODUCTION: known };
}

export function directoryFile({ directory }: Config): Directory {
  try {
    return readDirectory(directory);
  } catch (error) {
    throw new ConfigError(`DIRECTORY_FILE: ${(error as Error).message}.`);
  }
}
