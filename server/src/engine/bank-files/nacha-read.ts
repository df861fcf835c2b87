import { runAtOnce, type Steps } from './interruptible-work.ts';
import { lastTen } from './nacha.ts';
import { BLOCK_LINES, FILLER, LINE_LENGTH, type RecordType, type RecordValues, readRecord } from './nacha-records.ts';

export type Addenda =
  | { type: '705'; values: RecordValues<'705'> }
  | { type: '798'; values: RecordValues<'798'> }
  | { type: '799'; values: RecordValues<'799'> };

export interface NachaEntry extends RecordValues<'6'> {
  addenda: Addenda[];
}

export interface NachaBatch {
  header: RecordValues<'5'>;
  entries: NachaEntry[];
}

export interface NachaFile {
  header: RecordValues<'1'>;
  batches: NachaBatch[];
  /** Violations of the NACHA rules. Reading stops at a misplaced record. */
  problems: string[];
}

/** Record types that may follow each record type. */
const next: Readonly<Record<string, readonly string[]>> = {
  '': ['1'],
  '1': ['5', '9'],
  '5': ['6'],
  '6': ['6', '7', '8'],
  '7': ['6', '7', '8'],
  '8': ['5', '9'],
  '9': [],
};

const addendaTypes: readonly string[] = ['705', '798', '799'];

/** Reads an outgoing or a received file. Returns undefined if the first record is not a file header. */
export const readNacha = (content: string): NachaFile | undefined => runAtOnce(nachaSteps(content));

export function* nachaSteps(content: string): Steps<NachaFile | undefined> {
  const lines = content.split(/\r?\n/).filter((line, i, list) => line !== '' || i < list.length - 1);
  const header = lines[0]?.startsWith('1') ? readRecord('1', lines[0]) : undefined;
  if (!header) return undefined;
  const file: NachaFile = { header, batches: [], problems: [] };
  const end = yield* readRecords(lines, file);
  const filler = lines.slice(end);
  if (filler.some((line) => line !== FILLER))
    file.problems.push('the file control is followed by lines other than filler');
  if (lines.length % BLOCK_LINES !== 0)
    file.problems.push(`${lines.length} lines are not a multiple of ${BLOCK_LINES}`);
  return file;
}

/** Returns the index of the line after the file control record, or the number of lines after a problem. */
function* readRecords(lines: readonly string[], file: NachaFile): Steps<number> {
  let before = '';
  for (const [i, line] of lines.entries()) {
    const kind = line.charAt(0);
    const problem = lineProblem(line, next[before] ?? []) ?? addRecord(line, file, lines.length);
    if (problem) {
      file.problems.push(`line ${i + 1}: ${problem}`);
      return lines.length;
    }
    if (kind === '9') return i + 1;
    before = kind;
    yield;
  }
  file.problems.push('the file control is missing');
  return lines.length;
}

function lineProblem(line: string, expected: readonly string[]): string | undefined {
  if (line.length !== LINE_LENGTH) return `${line.length} characters instead of ${LINE_LENGTH}`;
  if (!/^[\x20-\x7e]*$/.test(line)) return 'characters other than printable ASCII';
  if (!expected.includes(line.charAt(0))) return `record ${line.charAt(0)} where ${expected.join(' or ')} is expected`;
  return undefined;
}

/** Adds a record to the file. Returns a problem, which stops the reading. */
function addRecord(line: string, file: NachaFile, lineCount: number): string | undefined {
  const batch = file.batches.at(-1);
  const readers: Record<string, () => string | undefined> = {
    '1': () => undefined,
    '5': () => read('5', line, (header) => void file.batches.push({ header, entries: [] })),
    '6': () => read('6', line, (values) => void batch?.entries.push({ ...values, addenda: [] })),
    '7': () => addAddenda(line, batch?.entries.at(-1)),
    '8': () => read('8', line, (control) => void file.problems.push(...batchProblems(batch, control))),
    '9': () => read('9', line, (control) => void file.problems.push(...fileProblems(file.batches, control, lineCount))),
  };
  return readers[line.charAt(0)]?.();
}

function read<T extends RecordType>(type: T, line: string, use: (values: RecordValues<T>) => void): string | undefined {
  const values = readRecord(type, line);
  if (!values) return `record ${type} has text in a numeric field`;
  use(values);
  return undefined;
}

function addAddenda(line: string, entry: NachaEntry | undefined): string | undefined {
  const type = line.slice(0, 3);
  if (!addendaTypes.includes(type)) return `addenda type ${line.slice(1, 3)} is not supported`;
  return read(type as Addenda['type'], line, (values) => void entry?.addenda.push({ type, values } as Addenda));
}

/** Transaction codes that end in 1 to 4 are credits, those that end in 6 to 9 are debits. */
export const isCredit = ({ transactionCode }: RecordValues<'6'>): boolean => Number(transactionCode) % 10 < 5;

function totalsOf(entries: readonly NachaEntry[]) {
  const sum = (list: readonly NachaEntry[]): bigint => list.reduce((total, { amount }) => total + BigInt(amount), 0n);
  return {
    entryCount: entries.reduce((count, { addenda }) => count + 1 + addenda.length, 0),
    entryHash: lastTen(entries.reduce((total, { rdfi }) => total + BigInt(rdfi), 0n)),
    totalDebit: sum(entries.filter((entry) => !isCredit(entry))),
    totalCredit: sum(entries.filter(isCredit)),
  };
}

function batchProblems(batch: NachaBatch | undefined, control: RecordValues<'8'>): string[] {
  if (!batch) return ['a batch control without a batch'];
  const { header, entries } = batch;
  const traces = entries.map(({ trace }) => trace);
  const problems = {
    ...differences(totalsOf(entries), control),
    'serviceClass differs from that of the header': header.serviceClass !== control.serviceClass,
    'odfi differs from that of the header': header.odfi !== control.odfi,
    'traces do not ascend': traces.some((trace, i) => i > 0 && trace <= (traces[i - 1] ?? '')),
    'an addenda indicator is wrong': entries.some((one) => (one.addendaIndicator === '1') !== one.addenda.length > 0),
    'a routing number has the wrong check digit': entries.some((one) => !hasCheckDigit(one.rdfi + one.checkDigit)),
  };
  return named(`batch ${Number(header.batchNumber)}`, problems);
}

function fileProblems(batches: readonly NachaBatch[], control: RecordValues<'9'>, lineCount: number): string[] {
  const entries = batches.flatMap((batch) => batch.entries);
  const traces = entries.map(({ trace }) => trace);
  return named('file', {
    ...differences(totalsOf(entries), control),
    'batchCount is wrong': Number(control.batchCount) !== batches.length,
    'blockCount is wrong': Number(control.blockCount) !== Math.ceil(lineCount / BLOCK_LINES),
    'a trace occurs twice': new Set(traces).size !== traces.length,
  });
}

function differences(
  totals: ReturnType<typeof totalsOf>,
  control: RecordValues<'8'> | RecordValues<'9'>,
): Record<string, boolean> {
  const names = Object.keys(totals) as (keyof typeof totals)[];
  return Object.fromEntries(names.map((name) => [`${name} is wrong`, BigInt(totals[name]) !== BigInt(control[name])]));
}

const named = (place: string, problems: Readonly<Record<string, boolean>>): string[] =>
  Object.entries(problems).flatMap(([problem, isThere]) => (isThere ? [`${place}: ${problem}`] : []));

function hasCheckDigit(routingNumber: string): boolean {
  const weights = [3, 7, 1, 3, 7, 1, 3, 7, 1];
  const sum = weights.reduce((total, weight, i) => total + weight * Number(routingNumber.charAt(i)), 0);
  return sum > 0 && sum % 10 === 0;
}
