import pg from 'pg';
import type { Hosts } from './hosts.ts';

/** The node accepts connections but no writes: it is a standby or was made read-only. */
class ReadOnlyNode extends Error {
  override readonly message = 'the server is read-only';
}

/** Connection with its host and with the number of failovers before it was opened. */
export interface DatabaseSession extends pg.Client {
  readonly hostIndex: number;
  readonly generation: number;
}

interface SessionOptions {
  hosts: Hosts;
  statementTimeoutMs: number;
  connectTimeoutMs: number;
}

type Connected = (error: Error | null) => void;

/** Settings are sent as SQL, because PgBouncer rejects unknown startup parameters such as statement_timeout. */
export function sessionClass({ hosts, statementTimeoutMs, connectTimeoutMs }: SessionOptions) {
  const setup = {
    text: `SET statement_timeout = ${statementTimeoutMs}; SHOW transaction_read_only`,
    query_timeout: connectTimeoutMs,
  };
  return class extends pg.Client implements DatabaseSession {
    readonly hostIndex = hosts.current;
    readonly generation = hosts.generation;

    constructor(options: pg.ClientConfig = {}) {
      super({ ...options, ...hosts.address() });
      // Without a listener an error event would end the process; the pool adds its listener only later.
      this.on('error', () => {});
    }

    override connect(): Promise<this>;
    override connect(callback: Connected): void;
    override connect(callback?: Connected): Promise<this> | undefined {
      const connecting = this.#connectWritable().then(
        () => this,
        (error: Error) => {
          hosts.leave(this.hostIndex);
          throw error;
        },
      );
      if (!callback) return connecting;
      connecting.then(() => callback(null), callback);
      return undefined;
    }

    async #connectWritable(): Promise<void> {
      await super.connect();
      const [, shown] = (await this.query(setup)) as unknown as pg.QueryResult[];
      if (!hosts.mustBeWritable || shown?.rows[0]?.transaction_read_only === 'off') return;
      void this.end();
      throw new ReadOnlyNode();
    }
  };
}
