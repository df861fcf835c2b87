import type pg from 'pg';
import type { Hosts } from './hosts.ts';
import { PreparedQuery } from './prepared-query.ts';

/** While the database works on one connection, this process reads the results of the other. */
const CONNECTIONS = 2;

/**
 * Pipelines fast reads over shared connections: a query does not wait for the results of earlier ones, and all queries
 * of one turn of the event loop are sent in one write.
 */
export class Pipeline {
  readonly #newClient: () => pg.Client;
  readonly #hosts: Pick<Hosts, 'generation'>;
  readonly #tracks: Track[] = [];
  #next = 0;

  constructor(newClient: () => pg.Client, hosts: Pick<Hosts, 'generation'>) {
    this.#newClient = newClient;
    this.#hosts = hosts;
  }

  async query(query: pg.QueryConfig): Promise<pg.QueryResult> {
    this.#next = (this.#next + 1) % CONNECTIONS;
    const track = this.#current(this.#next) ?? this.#open(this.#next);
    const client = track.client ?? (await track.opening);
    if (!track.isCorked) cork(track, client);
    return sent(client, query);
  }

  async close(): Promise<void> {
    const ends = this.#tracks.splice(0).map(({ opening }) => opening.then((client) => client.end()));
    // Ignores connections that could not be opened or were lost.
    await Promise.allSettled(ends);
  }

  /** Returns the connection unless it predates a failover: then it is closed once its queries are done. */
  #current(place: number): Track | undefined {
    const track = this.#tracks[place];
    if (track?.generation === this.#hosts.generation) return track;
    delete this.#tracks[place];
    // The failed queries report a connection error; closing a connection that failed to open has no effect.
    track?.opening.then((client) => client.end()).catch(() => {});
    return undefined;
  }

  /** If the connection breaks, its queries are rejected and the next query opens a new one. */
  #open(place: number): Track {
    const client = this.#newClient();
    const { generation } = this.#hosts;
    const track: Track = { opening: Promise.resolve(client), client: undefined, isCorked: false, generation };
    const remove = (): void => {
      if (this.#tracks[place] === track) delete this.#tracks[place];
    };
    client.on('error', remove).on('end', remove);
    track.opening = client.connect().then(
      () => {
        track.client = client;
        return client;
      },
      (error: Error) => {
        remove();
        throw error;
      },
    );
    this.#tracks[place] = track;
    return track;
  }
}

interface Track {
  opening: Promise<pg.Client>;
  client: pg.Client | undefined;
  isCorked: boolean;
  generation: number;
}

/** Passes a query object: the driver would copy a plain configuration object property by property. */
const sent = (client: pg.Client, { name, text, values }: pg.QueryConfig): Promise<pg.QueryResult> =>
  new Promise((resolve, reject) => {
    const query = new PreparedQuery(text, values ?? []);
    query.name = name ?? '';
    query.callback = (error, result) => (error ? reject(error) : resolve(result));
    client.query(query as unknown as pg.Query);
  });

/** Collects the queries of this turn of the event loop into one write. */
function cork(track: Track, client: pg.Client): void {
  const { stream } = (client as unknown as { connection: { stream: import('node:net').Socket } }).connection;
  track.isCorked = true;
  stream.cork();
  setImmediate(() => {
    track.isCorked = false;
    stream.uncork();
  });
}
