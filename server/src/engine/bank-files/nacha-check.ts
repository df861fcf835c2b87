import { readNacha } from './nacha-read.ts';

/** Transaction codes that we write, by service class. */
const codes: Readonly<Record<string, readonly string[]>> = { '220': ['22', '32'], '225': ['27', '37'] };

/** Returns the problems of an ACH file before it is sent; empty if the file is valid. */
export function nachaProblems(content: string): string[] {
  const file = readNacha(content);
  if (!file) return ['the file header is missing'];
  const own = file.batches.flatMap(({ header, entries }) =>
    entries.flatMap((entry) => {
      const problems = {
        'the transaction code does not belong to the service class': !codes[header.serviceClass]?.includes(
          entry.transactionCode,
        ),
        'the amount is zero': BigInt(entry.amount) === 0n,
        'the account number is missing': !/^[A-Za-z0-9 -]+$/.test(entry.accountNumber),
        'the name is missing': entry.individualName === '',
        'the trace does not begin with the ODFI': !entry.trace.startsWith(header.odfi),
      };
      return Object.entries(problems).flatMap(([problem, isThere]) =>
        isThere ? [`entry ${entry.trace}: ${problem}`] : [],
      );
    }),
  );
  return file.batches.length === 0 ? [...file.problems, 'there are no batches'] : [...file.problems, ...own];
}
