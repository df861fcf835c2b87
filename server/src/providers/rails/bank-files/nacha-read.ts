import { lastTen } from './nacha.ts';
import { BLOCK_LINES, FILLER, LINE_LENGTH, type RecordType, readRecord, type Values } from './nacha-records.ts';

export type Addenda =
  | { type: '705'; values: Values<'705'> }
  | { type: '798'; values: Values<'798'> }
  | { type: '799'; values: Values<'799'> };

export interface Entry extends Values<'6'> {
  addenda: Addenda[];
}

export interface NachaBatch {
  header: Values<'5'>;
  entries: Entry[];
}

export interface NachaFile {
  header: Values<'1'>;
  batches: NachaBatch[];
  /** Everything that is not as the rules of NACHA want it; what follows a record out of place is not looked at. */
  problems: string[];
}

/** Which record may follow which. */
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

/** Reads a file whole: ours before it goes out, and what comes back. Undefined where it is no NACHA file at all. */
export function readNacha(content: string): NachaFile | undefined {
  const lines = content.split(/\r?\n/).filter((line, i, list) => line !== '' || i < list.length - 1);
  const header = lines[0]?.startsWith('1') ? readRecord('1', lines[0]) : undefined;
  if (!header) return undefined;
  const file: NachaFile = { header, batches: [], problems: [] };
  const end = walk(lines, file);
  const filler = lines.slice(end);
  if (filler.some((line) => line !== FILLER))
    file.problems.push('something other than filler follows the file control');
  if (lines.length % BLOCK_LINES !== 0)
    file.problems.push(`${lines.length} lines are no whole blocks of ${BLOCK_LINES}`);
  return file;
}

/** The number of the line after the file control, or after the first record that is out of place. */
function walk(lines: readonly string[], file: NachaFile): number {
  let before = '';
  for (const [i, line] of lines.entries()) {
    const kind = line.charAt(0);
    const problem = lineProblem(line, next[before] ?? []) ?? take(line, file, lines.length);
    if (problem) {
      file.problems.push(`line ${i + 1}: ${problem}`);
      return lines.length;
    }
    if (kind === '9') return i + 1;
    before = kind;
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

/** Adds a record to what was read so far; what is wrong with it stops the reading. */
function take(line: string, file: NachaFile, lineCount: number): string | undefined {
  const batch = file.batches.at(-1);
  const readers: Record<string, () => string | undefined> = {
    '1': () => undefined,
    '5': () => read('5', line, (header) => void file.batches.push({ header, entries: [] })),
    '6': () => read('6', line, (values) => void batch?.entries.push({ ...values, addenda: [] })),
    '7': () => takeAddenda(line, batch?.entries.at(-1)),
    '8': () => read('8', line, (control) => void file.problems.push(...batchProblems(batch, control))),
    '9': () => read('9', line, (control) => void file.problems.push(...fileProblems(file.batches, control, lineCount))),
  };
  return readers[line.charAt(0)]?.();
}

function read<T extends RecordType>(type: T, line: string, use: (values: Values<T>) => void): string | undefined {
  const values = readRecord(type, line);
  if (!values) return `record ${type} has text where digits belong`;
  use(values);
  return undefined;
}

function takeAddenda(line: string, entry: Entry | undefined): string | undefined {
  const type = line.slice(0, 3);
  if (!addendaTypes.includes(type)) return `addenda of type ${line.slice(1, 3)}`;
  return read(type as Addenda['type'], line, (values) => void entry?.addenda.push({ type, values } as Addenda));
}

/** Codes that end in 1 to 4 credit the receiver, those that end in 6 to 9 debit it. */
export const isCredit = ({ transactionCode }: Values<'6'>): boolean => Number(transactionCode) % 10 < 5;

function totalsOf(entries: readonly Entry[]) {
  const sum = (list: readonly Entry[]): bigint => list.reduce((total, { amount }) => total + BigInt(amount), 0n);
  return {
    entryCount: entries.reduce((count, { addenda }) => count + 1 + addenda.length, 0),
    entryHash: lastTen(entries.reduce((total, { rdfi }) => total + BigInt(rdfi), 0n)),
    totalDebit: sum(entries.filter((entry) => !isCredit(entry))),
    totalCredit: sum(entries.filter(isCredit)),
  };
}

function batchProblems(batch: NachaBatch | undefined, control: Values<'8'>): string[] {
  if (!batch) return ['a batch control without a batch'];
  const { header, entries } = batch;
  const traces = entries.map(({ trace }) => trace);
  const problems = {
    ...differences(totalsOf(entries), control),
    'serviceClass differs from that of the header': header.serviceClass !== control.serviceClass,
    'odfi differs from that of the header': header.odfi !== control.odfi,
    'traces do not rise': traces.some((trace, i) => i > 0 && trace <= (traces[i - 1] ?? '')),
    'an addenda indicator is wrong': entries.some((one) => (one.addendaIndicator === '1') !== one.addenda.length > 0),
    'a routing number has the wrong check digit': entries.some((one) => !hasCheckDigit(one.rdfi + one.checkDigit)),
  };
  return named(`batch ${Number(header.batchNumber)}`, problems);
}

function fileProblems(batches: readonly NachaBatch[], control: Values<'9'>, lineCount: number): string[] {
  const entries = batches.flatMap((batch) => batch.entries);
  const traces = entries.map(({ trace }) => trace);
  return named('file', {
    ...differences(totalsOf(entries), control),
    'batchCount is wrong': Number(control.batchCount) !== batches.length,
    'blockCount is wrong': Number(control.blockCount) !== Math.ceil(lineCount / BLOCK_LINES),
    'a trace is there twice': new Set(traces).size !== traces.length,
  });
}

function differences(totals: ReturnType<typeof totalsOf>, control: Values<'8'> | Values<'9'>): Record<string, boolean> {
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
