import { compressedParameter } from '../../foundation/db/compressed-json.ts';
import { dataOf, type StoredEvent } from './stored-event.ts';

/** Columns that an archived event combines into one member `data`: the JSON that was sent. */
export const DATA_COLUMNS: readonly string[] = ['data', 'balance'];

export type ArchivedData = Pick<StoredEvent, 'data' | 'balance' | 'sequence'>;

/** Line of an archive file. `others` is the JSON of the other columns. */
export const archivedEvent = (others: string, event: ArchivedData): string =>
  `${others.slice(0, -1)}${MEMBER}${dataOf(event)}}`;

/** Start of the last member. Values before it contain no unescaped quote, so the first match is the member itself. */
const MEMBER = ',"data":';

/** Archive line with `data` as in its column. Its text stays unchanged, because platforms verify its signature. */
export function restoredEvent(line: string): string {
  const at = line.indexOf(MEMBER);
  const data = line.slice(at + MEMBER.length, -1);
  return `${line.slice(0, at)}${MEMBER}${JSON.stringify(compressedParameter(data))}}`;
}
