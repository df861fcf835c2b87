import type { Exit } from '../../foundation/runtime/exit-codes.ts';
import { explain } from '../../foundation/runtime/failures.ts';

/** Output of a command, as one JSON document and as a few lines for people. */
export interface Result {
  json: object;
  text: string;
  exit?: Exit;
  /** Reason why the result is incomplete; printed after the result. */
  failure?: Error;
}

export interface OutputFormat {
  isJson: boolean;
  /** Prints the stack trace of an error as well. */
  isDebug: boolean;
}

export function printResult({ json, text }: Result, { isJson }: OutputFormat): void {
  process.stdout.write(isJson ? `${JSON.stringify(json, null, 2)}\n` : `${text}\n`);
}

export function printItem(item: object, text: string, { isJson }: OutputFormat): void {
  process.stdout.write(isJson ? `${JSON.stringify(item)}\n` : `${text}\n`);
}

/** Prints one line, or one JSON document, on standard error. */
export function printFailure(error: unknown, { isJson, isDebug }: OutputFormat): Exit {
  const { exit, code, message, hint } = explain(error);
  const stack = isDebug && error instanceof Error ? error.stack : undefined;
  const line = `causeway: ${sentence(message)} ${hint}`.replaceAll(/\s+/g, ' ');
  const text = isJson ? JSON.stringify({ error: { code, message, hint, stack } }, null, 2) : line;
  process.stderr.write(`${text}\n${stack && !isJson ? `${stack}\n` : ''}`);
  return exit;
}

const sentence = (text: string): string => (/[.!?]$/.test(text) ? text : `${text}.`);

/** Formats rows as aligned columns. */
export function alignedTable(rows: readonly (readonly string[])[]): string {
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
