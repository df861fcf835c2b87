import pg from 'pg';
import { memo } from '../kernel/memo.ts';

/** What the driver knows of the rows that a statement gives. */
interface Description {
  fields: readonly unknown[];
  _parsers: readonly unknown[];
  _prebuiltEmptyResultObject: object;
}

/** The parts of the driver's own query that are used here. */
interface DriverQuery {
  name: string;
  callback: (error: Error | null, result: pg.QueryResult) => void;
  _result: Description;
  _accumulateRows: boolean;
  prepare(connection: object): void;
  handleRowDescription(message: object): void;
}

/** By connection and name of the statement: both are prepared anew together. */
const descriptionsOn = memo((_connection: object) => new Map<string, Description>());

const withoutDescribing = memo((connection: object): object =>
  Object.create(connection, { describe: { value: () => {} } }),
);

/**
 * The driver has the rows described anew with each execution, though a statement that is prepared always gives the same:
 * reading that takes as long as a row.
 */
export class PreparedQuery extends (pg.Query as unknown as new (text: string, values: unknown[]) => DriverQuery) {
  #descriptions: Map<string, Description> | undefined;

  override prepare(connection: object): void {
    const descriptions = descriptionsOn(connection);
    this.#descriptions = descriptions;
    const known = descriptions.get(this.name);
    if (known) {
      Object.assign(this._result, known);
      this._accumulateRows = true;
    }
    super.prepare(known ? withoutDescribing(connection) : connection);
  }

  override handleRowDescription(message: object): void {
    super.handleRowDescription(message);
    const { fields, _parsers, _prebuiltEmptyResultObject } = this._result;
    if (this.name) this.#descriptions?.set(this.name, { fields, _parsers, _prebuiltEmptyResultObject });
  }
}
