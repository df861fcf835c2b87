import { compressedParameter } from '../../foundation/db/compressed-json.ts';
import { dataOf, type StoredEvent } from './stored-event.ts';

/** Columns that an archive has as one member `data`: the JSON that was sent. */
export const DATA_COLUMNS: readonly string[] = ['data', 'balance'];

export type ArchivedData = Pick<StoredEvent, 'data' | 'balance' | 'sequence'>;

/** Line of an archive. `others`: JSON of the other columns. */
export const archivedEvent = (others: string, event: ArchivedData): string =>
  `${others.slice(0, -1)}${MEMBER}${dataOf(event)}}`;

/** Begins the last member. Values of the members before it contain no unescaped quote, so the first match is its name. */
const MEMBER = ',"data":';

/** The same with the column `data` as it is stored. Its text is kept byte for byte, because platforms verify its signature. */
export function restoredEvent(line: string): string {
  const at = line.indexOf(MEMBER);
  const data = line.slice(at + MEMBER.length, -1);
  return `${line.slice(0, at)}${MEMBER}${JSON.stringify(compressedParameter(data))}}`;
}
