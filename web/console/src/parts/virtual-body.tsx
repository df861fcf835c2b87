import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { type ReactNode, type Ref, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';

/** Attributes for the `tr` of a row. */
export interface MeasuredRow {
  ref?: Ref<HTMLTableRowElement>;
  'data-index'?: number;
  'aria-rowindex'?: number;
}

export interface VirtualBodyProps<Row> {
  rows: readonly Row[];
  columns: number;
  render: (row: Row, measured: MeasuredRow) => ReactNode;
  /** Id of the element of a row, for links within the page. */
  anchorOf?: (row: Row) => string;
}

const ROW_PX = 41;
const OVERSCAN = 20;

/** Body of a long table, with empty space in place of rows far from the window. Printing renders all rows. */
export default function VirtualBody<Row>({ rows, columns, render, anchorOf }: VirtualBodyProps<Row>) {
  const body = useRef<HTMLTableSectionElement>(null);
  const [top, setTop] = useState(0);
  useLayoutEffect(() => setTop((body.current?.getBoundingClientRect().top ?? 0) + window.scrollY), []);
  const virtualizer = useWindowVirtualizer({
    count: rows.length,
    estimateSize: () => ROW_PX,
    overscan: OVERSCAN,
    scrollMargin: top,
  });
  useAnchors((hash) => {
    const index = rows.findIndex((row) => anchorOf?.(row) === hash);
    if (index >= 0) virtualizer.scrollToIndex(index, { align: 'center' });
  });
  if (useIsPrinting()) return <tbody>{rows.map((row) => render(row, {}))}</tbody>;
  const shown = virtualizer.getVirtualItems();
  const before = (shown[0]?.start ?? top) - top;
  const after = virtualizer.getTotalSize() - ((shown.at(-1)?.end ?? top) - top);
  return (
    <tbody ref={body}>
      <Space px={before} columns={columns} />
      {shown.map(({ index }) => {
        const row = rows[index];
        // Row 1 is the head of the table.
        const measured = { ref: virtualizer.measureElement, 'data-index': index, 'aria-rowindex': index + 2 };
        return row === undefined ? null : render(row, measured);
      })}
      <Space px={after} columns={columns} />
    </tbody>
  );
}

const Space = ({ px, columns }: { px: number; columns: number }) =>
  px > 0 && (
    // biome-ignore lint/a11y/noAriaHiddenOnFocusable: a row without content never gets the focus
    <tr aria-hidden="true" style={{ height: px, minHeight: 0, padding: 0 }}>
      <td colSpan={columns} style={{ height: 0, padding: 0, border: 0 }} />
    </tr>
  );

/** Makes links within the page work for rows that are not rendered. */
function useAnchors(onHash: (hash: string) => void): void {
  const latest = useRef(onHash);
  latest.current = onHash;
  useEffect(() => {
    const follow = (): void => latest.current(location.hash.slice(1));
    window.addEventListener('hashchange', follow);
    return () => window.removeEventListener('hashchange', follow);
  }, []);
}

function useIsPrinting(): boolean {
  const [isPrinting, setPrinting] = useState(false);
  useEffect(() => {
    // The browser lays out the page right after the event, so the rows must be rendered synchronously.
    const begin = (): void => flushSync(() => setPrinting(true));
    const end = (): void => setPrinting(false);
    window.addEventListener('beforeprint', begin);
    window.addEventListener('afterprint', end);
    return () => {
      window.removeEventListener('beforeprint', begin);
      window.removeEventListener('afterprint', end);
    };
  }, []);
  return isPrinting;
}
