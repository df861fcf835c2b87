import type { Config } from '../config.ts';
import type { Result } from './output.ts';

/** One call of a command. */
export interface Invocation<Options = object> {
  config: Config;
  options: Options;
  isJson: boolean;
  /** Prints progress on standard error, unless the output is JSON. */
  note: (line: string) => void;
}

/** A command without a result keeps running, like `start`. */
export type RunCommand<Options = object> = (invocation: Invocation<Options>) => Promise<Result | undefined>;
