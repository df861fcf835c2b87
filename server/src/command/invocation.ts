import type { Config } from '../config.ts';
import type { Result } from './output.ts';

/** One call of a command: its settings, its options, and how it tells of progress. */
export interface Invocation<Options = object> {
  config: Config;
  options: Options;
  isJson: boolean;
  /** A line on standard error for people who wait; machines are told the result only. */
  note: (line: string) => void;
}

/** A command without a result has printed what it had to, and goes on running. */
export type Run<Options = object> = (invocation: Invocation<Options>) => Promise<Result | undefined>;
