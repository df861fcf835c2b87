import type { Directory } from '../../engine/providers/directory/port.ts';
import { sandboxDirectory } from '../../engine/providers/directory/sandbox.ts';
import { type Config, ConfigError } from '../../foundation/config.ts';
import type { PlatformMode } from '../../foundation/kernel/callers.ts';
import { mergeDirectories, readDirectory } from '../../parties/directories/directory-file.ts';
import { vaspTable } from '../../parties/directories/vasp-table.ts';

/** Custodians and UMA providers: built-in ones and those in DIRECTORY_FILE. */
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
