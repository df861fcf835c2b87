import { type Exit, explain } from './exit-codes.ts';

/** What a command has to say: one JSON document, or the same as a few lines for people. */
export interface Result {
  json: object;
  text: string;
  exit?: Exit;
  /** Why the command could not do all of its work although it has something to say. */
  failure?: Error;
}

export interface Manner {
  isJson: boolean;
  /** Adds where an error came from. */
  isDebug: boolean;
}

export function printResult({ json, text }: Result, { isJson }: Manner): void {
  process.stdout.write(isJson ? `${JSON.stringify(json, null, 2)}\n` : `${text}\n`);
}

/** One line, or one JSON document, on standard error. */
export function printFailure(error: unknown, { isJson, isDebug }: Manner): Exit {
  const { exit, code, message, hint } = explain(error);
  const stack = isDebug && error instanceof Error ? error.stack : undefined;
  const line = `causeway: ${sentence(message)} ${hint}`.replaceAll(/\s+/g, ' ');
  const text = isJson ? JSON.stringify({ error: { code, message, hint, stack } }, null, 2) : line;
  process.stderr.write(`${text}\n${stack && !isJson ? `${stack}\n` : ''}`);
  return exit;
}

const sentence = (text: string): string => (/[.!?]$/.test(text) ? text : `${text}.`);

/** Aligned columns for people. */
export function table(rows: readonly (readonly string[])[]): string {
  const widths = rows.reduce<number[]>((all, row) => row.map((cell, i) => Math.max(cell.length, all[i] ?? 0)), []);
  return rows
    .map((row) =>
      row
        .map((cell, i) => cell.padEnd(widths[i] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}
