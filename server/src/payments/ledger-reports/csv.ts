/** Texts that a spreadsheet would execute as a formula. */
const FORMULA = /^[=+\-@\t\r]/;
const SPECIAL = /[",\r\n]/;

type Cell = string | number | bigint | Date | undefined;

/** One line of a CSV file by RFC 4180. Times are in UTC; texts that look like formulas begin with an apostrophe. */
export const csvLine = (cells: readonly Cell[]): string => `${cells.map(csvCell).join(',')}\r\n`;

function csvCell(cell: Cell): string {
  if (cell === undefined) return '';
  if (cell instanceof Date) return cell.toISOString();
  // A negative number begins with a minus sign, but is not a formula.
  if (typeof cell !== 'string') return String(cell);
  const safe = FORMULA.test(cell) ? `'${cell}` : cell;
  return SPECIAL.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
