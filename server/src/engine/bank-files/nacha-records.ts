/** Length of every record of a NACHA file. Numbers are zero-padded on the left, texts blank-padded on the right. */
export const LINE_LENGTH = 94;
/** Lines per block; the last block is padded with lines of nines. */
export const BLOCK_LINES = 10;
export const FILLER = '9'.repeat(LINE_LENGTH);

type Field = readonly [name: string, length: number, kind: 'digits' | 'text'];

const traced = ['trace', 15, 'digits'] as const;

/** Fields by record type; for addenda by record type and addenda type code. */
const layouts = {
  '1': [
    ['priority', 2, 'digits'],
    ['destination', 10, 'text'],
    ['origin', 10, 'text'],
    ['date', 6, 'digits'],
    ['time', 4, 'digits'],
    ['modifier', 1, 'text'],
    ['recordSize', 3, 'digits'],
    ['blockingFactor', 2, 'digits'],
    ['format', 1, 'digits'],
    ['destinationName', 23, 'text'],
    ['originName', 23, 'text'],
    ['reference', 8, 'text'],
  ],
  '5': [
    ['serviceClass', 3, 'digits'],
    ['companyName', 16, 'text'],
    ['discretionary', 20, 'text'],
    ['companyId', 10, 'text'],
    ['entryClass', 3, 'text'],
    ['entryDescription', 10, 'text'],
    ['descriptiveDate', 6, 'text'],
    ['effectiveDate', 6, 'digits'],
    ['settlementDate', 3, 'text'],
    ['originatorStatus', 1, 'text'],
    ['odfi', 8, 'digits'],
    ['batchNumber', 7, 'digits'],
  ],
  '6': [
    ['transactionCode', 2, 'digits'],
    ['rdfi', 8, 'digits'],
    ['checkDigit', 1, 'digits'],
    ['accountNumber', 17, 'text'],
    ['amount', 10, 'digits'],
    ['individualId', 15, 'text'],
    ['individualName', 22, 'text'],
    ['discretionary', 2, 'text'],
    ['addendaIndicator', 1, 'digits'],
    traced,
  ],
  '705': [
    ['information', 80, 'text'],
    ['sequence', 4, 'digits'],
    ['entrySequence', 7, 'digits'],
  ],
  '798': [
    ['code', 3, 'text'],
    ['originalTrace', 15, 'digits'],
    ['reserved', 6, 'text'],
    ['originalRdfi', 8, 'digits'],
    ['corrected', 29, 'text'],
    ['reservedEnd', 15, 'text'],
    traced,
  ],
  '799': [
    ['code', 3, 'text'],
    ['originalTrace', 15, 'digits'],
    ['dateOfDeath', 6, 'text'],
    ['originalRdfi', 8, 'digits'],
    ['information', 44, 'text'],
    traced,
  ],
  '8': [
    ['serviceClass', 3, 'digits'],
    ['entryCount', 6, 'digits'],
    ['entryHash', 10, 'digits'],
    ['totalDebit', 12, 'digits'],
    ['totalCredit', 12, 'digits'],
    ['companyId', 10, 'text'],
    ['authentication', 19, 'text'],
    ['reserved', 6, 'text'],
    ['odfi', 8, 'digits'],
    ['batchNumber', 7, 'digits'],
  ],
  '9': [
    ['batchCount', 6, 'digits'],
    ['blockCount', 6, 'digits'],
    ['entryCount', 8, 'digits'],
    ['entryHash', 10, 'digits'],
    ['totalDebit', 12, 'digits'],
    ['totalCredit', 12, 'digits'],
    ['reserved', 39, 'text'],
  ],
} as const satisfies Record<string, readonly Field[]>;

export type RecordType = keyof typeof layouts;
type Name<T extends RecordType> = (typeof layouts)[T][number][0];
export type RecordValues<T extends RecordType> = Readonly<Record<Name<T>, string>>;

/** Leaves missing fields blank or zero. Throws when a value is too long. */
export function writeRecord<T extends RecordType>(
  type: T,
  values: Readonly<Partial<Record<Name<T>, string | number | bigint>>>,
): string {
  const byName = values as Readonly<Record<string, string | number | bigint | undefined>>;
  const fields: readonly Field[] = layouts[type];
  const line = fields.map(([name, length, kind]) => {
    const value = `${byName[name] ?? ''}`;
    if (value.length > length) throw new Error(`${name} "${value}" has more than ${length} characters`);
    return kind === 'digits' ? value.padStart(length, '0') : value.padEnd(length);
  });
  return type + line.join('');
}

/** Returns undefined when a numeric field contains anything but digits. */
export function readRecord<T extends RecordType>(type: T, line: string): RecordValues<T> | undefined {
  const values: Record<string, string> = {};
  const fields: readonly Field[] = layouts[type];
  let at = type.length;
  for (const [name, length, kind] of fields) {
    const value = line.slice(at, at + length);
    if (kind === 'digits' && !/^[0-9]+$/.test(value)) return undefined;
    values[name] = value.trim();
    at += length;
  }
  return values as RecordValues<T>;
}
