import type { ReactNode } from 'react';
import { Link } from 'wouter';
import type { Pages } from '../api/pages.ts';
import { Button } from './button.tsx';
import { ErrorNote } from './error-note.tsx';
import { LongBody } from './long-body.tsx';
import css from './table.module.css';

export interface Column<Row> {
  name: string;
  /** The cell of a row. The cell of the first column is the link to the page of the row. */
  cell: (row: Row) => ReactNode;
  /** `right` for figures, `narrow` for chips, times and ids, `wide` for texts that may wrap, `clipped` for codes of any length. */
  look?: 'right' | 'narrow' | 'wide' | 'clipped';
  /** Shows the name of the column on narrow screens, which have no table head. Figures always show theirs. */
  isNamed?: boolean;
}

interface TableProps<Row> {
  /** Says what the rows are, for screen readers. */
  label: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  keyOf: (row: Row) => string;
  /** Page of a row. */
  hrefOf?: (row: Row) => string | undefined;
  foot?: ReactNode;
}

/** Rows as a native table; two-line lists on narrow screens. */
export const Table = <Row,>({ label, columns, rows, keyOf, hrefOf, foot }: TableProps<Row>) => (
  <div className={css.frame}>
    <table className={css.table} aria-rowcount={rows.length + 1}>
      <caption className={css.caption}>{label}</caption>
      <Head columns={columns} />
      <LongBody
        rows={rows}
        columns={columns.length}
        render={(row, measured) => {
          const href = hrefOf?.(row);
          return (
            <tr key={keyOf(row)} className={href ? css.linked : undefined} {...measured}>
              {columns.map(({ name, cell, look, isNamed = look === 'right' }, index) => (
                <td key={name} className={look && css[look]} data-label={isNamed ? name : undefined}>
                  {href && index === 0 ? (
                    <Link href={href} className={css.link ?? ''} data-row-link>
                      {cell(row)}
                    </Link>
                  ) : (
                    cell(row)
                  )}
                </td>
              ))}
            </tr>
          );
        }}
      />
    </table>
    {foot}
  </div>
);

interface PagedTableProps<Row> extends Omit<TableProps<Row>, 'rows' | 'foot'> {
  pages: Pages<Row>;
  /** Shown in place of a table without rows. */
  empty: ReactNode;
}

/** A list of the API as a table, in all its states: loading, error, empty, rows, more rows. */
export function PagedTable<Row>({ pages, empty, ...table }: PagedTableProps<Row>) {
  const { rows, error, hasFailedMore } = pages;
  if (pages.isLoading) return <LoadingTable label={table.label} columns={table.columns} />;
  const failure = error && <ErrorNote error={error} onRetry={pages.retry} />;
  if (rows.length === 0) return failure ?? empty;
  const more = pages.hasMore && (
    <div className={css.foot}>
      {(hasFailedMore && failure) || (
        <Button isBusy={pages.isLoadingMore} onClick={pages.loadMore}>
          Show more
        </Button>
      )}
    </div>
  );
  return (
    <>
      {!hasFailedMore && failure}
      <Table {...table} rows={rows} foot={more} />
    </>
  );
}

interface LoadingTableProps {
  label: string;
  /** Columns of the table that loads. Its head is shown at once, so that it does not move later. */
  columns?: readonly Pick<Column<never>, 'name' | 'look'>[];
  rows?: number;
}

const BONES = [1, 2, 3, 4, 5];

/** Outline of a table while its first rows load. */
export const LoadingTable = ({ label, columns, rows = BONES.length }: LoadingTableProps) => (
  <div className={css.frame} aria-busy="true" role="status">
    <span className={css.caption}>Loading: {label}</span>
    <table className={css.table} aria-hidden="true">
      {columns && <Head columns={columns} />}
      <tbody>
        {BONES.slice(0, rows).map((bone) => (
          <tr key={bone}>
            {(columns ?? [{ name: label, look: undefined }]).map(({ name, look }) => (
              <td key={name} className={`${css.bones} ${(look && css[look]) ?? ''}`}>
                <div className={css.bone} />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  </div>
);

const Head = ({ columns }: { columns: readonly Pick<Column<never>, 'name' | 'look'>[] }) => (
  <thead>
    <tr>
      {columns.map(({ name, look }) => (
        <th key={name} scope="col" className={look && css[look]}>
          {name}
        </th>
      ))}
    </tr>
  </thead>
);
