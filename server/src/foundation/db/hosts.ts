import { monotonicMs } from '../kernel/clock.ts';

/** Values of target_session_attrs that require a writable node. */
const WRITABLE = ['read-write', 'primary'];
const ACCEPTED = ['any', ...WRITABLE];
/** Minimum time between failovers while the only node is read-only. */
const RENEWAL_PAUSE_MS = 1_000;

export type Connection = string | { host: string; port: number; user: string; database: string };

/** DATABASE_URL is invalid; the message says why. */
export class InvalidDatabaseUrl extends Error {}

export interface DatabaseAddress {
  /** One connection string for each host, in the order of preference. */
  readonly urls: readonly string[];
  /** True if connections to read-only nodes must not be used. */
  readonly mustBeWritable: boolean;
  /** Hosts and database without credentials. */
  readonly description: string;
}

/**
 * Parses a libpq URI: `postgresql://user:secret@host1:5432,host2:5433/database?target_session_attrs=read-write`. Socket
 * directories are given as `host=` in the query, separated by commas.
 */
export function readDatabaseUrl(text: string): DatabaseAddress {
  const [, scheme = '', credentials = '', authority = '', path = '', query = ''] =
    /^(postgres(?:ql)?:\/\/)([^/?#]*@)?([^/?#@]*)([^?#]*)(?:\?(.*))?$/.exec(text) ?? [];
  const parameters = new URLSearchParams(query);
  const wanted = parameters.get('target_session_attrs');
  if (wanted !== null && !ACCEPTED.includes(wanted)) {
    const message = `target_session_attrs of DATABASE_URL must be one of ${ACCEPTED.join(', ')}: the service writes, and "${wanted}" names a node that may not accept writes.`;
    throw new InvalidDatabaseUrl(message);
  }
  parameters.delete('target_session_attrs');
  const sockets = listOf(parameters.get('host'));
  const ports = listOf(parameters.get('port'));
  const authorities = authority.split(',');
  const count = Math.max(authorities.length, sockets.length);
  const urls = Array.from({ length: count }, (_, i) => {
    const own = new URLSearchParams(parameters);
    if (sockets.length > 0) own.set('host', sockets[i] ?? '');
    if (ports.length > 0) own.set('port', ports[i] ?? ports[0] ?? '');
    const rest = own.size > 0 ? `?${own}` : '';
    return `${scheme}${credentials}${authorities[i] ?? authorities[0]}${path}${rest}`;
  });
  if (!scheme || !urls.every(isUrl)) {
    throw new InvalidDatabaseUrl(
      'DATABASE_URL is not a URL. Percent-encode characters such as # and / in the password (%23, %2F).',
    );
  }
  const mustBeWritable = wanted === null ? count > 1 : WRITABLE.includes(wanted);
  return { urls, mustBeWritable, description: `${authority}${path}` };
}

/** `URL` requires a host, which the URL of a socket lacks. */
const isUrl = (url: string): boolean => URL.canParse(url) || URL.canParse(url.replace('@/', '@socket/'));

const listOf = (text: string | null): string[] => (text ? text.split(',') : []);

/** Nodes of one database. One of them is used for new connections. */
export class Hosts {
  readonly count: number;
  readonly mustBeWritable: boolean;
  readonly #urls: readonly string[];
  #current = 0;
  #generation = 0;
  #renewedAt = Number.NEGATIVE_INFINITY;

  constructor(connection: Connection) {
    const address = typeof connection === 'string' ? readDatabaseUrl(connection) : undefined;
    this.#urls = address?.urls ?? [];
    this.count = Math.max(1, this.#urls.length);
    this.mustBeWritable = address?.mustBeWritable ?? false;
  }

  get current(): number {
    return this.#current;
  }

  /** Connections opened in an earlier generation must be closed. */
  get generation(): number {
    return this.#generation;
  }

  /** Options that replace the address of a new connection; none with a single host. */
  address(): { connectionString?: string } {
    const connectionString = this.#urls[this.#current];
    return this.count > 1 && connectionString ? { connectionString } : {};
  }

  /** Sends new connections to another host, unless a concurrent call has already switched away from this host. */
  leave(host: number): void {
    if (host === this.#current) this.#current = (host + 1) % this.count;
  }

  /** Failover: closes every existing connection at its next use. */
  renew(host: number, generation: number): void {
    if (generation !== this.#generation || monotonicMs() - this.#renewedAt < RENEWAL_PAUSE_MS) return;
    this.#renewedAt = monotonicMs();
    this.#generation += 1;
    this.leave(host);
  }
}
