import type { Argument, Option } from 'commander';
import type { Config } from '../../foundation/config.ts';
import type { StartOptions } from '../processes/start-options.ts';
import type { RunCommand } from './invocation.ts';

/** Passed in by the entry point, because `start` runs code of a layer above this module. */
export type StartServer = (config: Config, options: StartOptions) => Promise<void>;
export type LoadServer = () => Promise<StartServer>;

/** One command. Its module is loaded only when it runs. */
export interface CommandSpec {
  group?: string;
  name: string;
  summary: string;
  description?: string;
  arguments?: readonly Argument[];
  options?: readonly Option[];
  /** Prints one JSON document per line with --json. */
  printsItems?: boolean;
  load: (loadServer: LoadServer) => Promise<RunCommand>;
}

interface Definition<Options> extends Omit<CommandSpec, 'load'> {
  load: (loadServer: LoadServer) => Promise<RunCommand<Options>>;
}

export const command = <Options>(definition: Definition<Options>): CommandSpec => definition as unknown as CommandSpec;

export const required = (option: Option): Option => option.makeOptionMandatory();
