import type { Config } from '../../foundation/config.ts';
import type { Exit } from '../../foundation/runtime/exit-codes.ts';
import type { Result } from './output.ts';

/** One call of a command. */
export interface Invocation<Options = object> {
  config: Config;
  /** Values of options and arguments, by name. */
  options: Options;
  isJson: boolean;
  /** Prints progress on standard error, unless the output is JSON. */
  note: (line: string) => void;
  /** Prints one item on standard output: a line of JSON, or text for people. */
  print: (item: object, text: string) => void;
}

/** Exit of a command that has printed its items, or that has run a program. */
export interface Ended {
  exit: Exit | number;
}

/** A command without a result keeps running, for example `start`. */
export type RunCommand<Options = object> = (invocation: Invocation<Options>) => Promise<Result | Ended | undefined>;
