import pg from 'pg';
import { memo } from '../kernel/memo.ts';

/** Description of the result rows in the format of the driver. */
interface Description {
  fields: readonly unknown[];
  _parsers: readonly unknown[];
  _prebuiltEmptyResultObject: object;
}

/** Members of the driver's query class that are used here. */
interface DriverQuery {
  name: string;
  callback: (error: Error | null, result: pg.QueryResult) => void;
  _result: Description;
  _accumulateRows: boolean;
  prepare(connection: object): void;
  handleRowDescription(message: object): void;
}

/** By connection and statement name. */
const descriptionsOn = memo((_connection: object) => new Map<string, Description>());

const withoutDescribing = memo((connection: object): object =>
  Object.create(connection, { describe: { value: () => {} } }),
);

/**
 * Requests the row description of a prepared statement once per connection. The driver requests it with every
 * execution, and parsing it takes as long as parsing a row.
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
