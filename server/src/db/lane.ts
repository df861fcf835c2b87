import pg from 'pg';
import { PreparedQuery } from './prepared-query.ts';

/** Two keep the database busy while this process reads what the other one answered. */
const CONNECTIONS = 2;

/**
 * Connections that quick reads share: each is sent without waiting for the answers to those before it, and those of
 * one turn of the event loop leave in one write.
 */
export class Lane {
  readonly #options: () => pg.ClientConfig;
  readonly #tracks: Track[] = [];
  #turn = 0;

  constructor(options: () => pg.ClientConfig) {
    this.#options = options;
  }

  async query(query: pg.QueryConfig): Promise<pg.QueryResult> {
    this.#turn = (this.#turn + 1) % CONNECTIONS;
    const track = this.#tracks[this.#turn] ?? this.#open(this.#turn);
    const client = track.client ?? (await track.opening);
    if (!track.isHeld) hold(track, client);
    return sent(client, query);
  }

  async close(): Promise<void> {
    const ends = this.#tracks.splice(0).map(({ opening }) => opening.then((client) => client.end()));
    await Promise.allSettled(ends);
  }

  /** A connection that breaks tells its queries; the next query opens another. */
  #open(place: number): Track {
    const client = new pg.Client({ ...this.#options(), pipeline: true } as pg.ClientConfig);
    const track: Track = { opening: Promise.resolve(client), client: undefined, isHeld: false };
    const forget = (): void => {
      if (this.#tracks[place] === track) delete this.#tracks[place];
    };
    client.on('error', forget).on('end', forget);
    track.opening = client.connect().then(
      () => {
        track.client = client;
        return client;
      },
      (error: Error) => {
        forget();
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
  isHeld: boolean;
}

/** As a ready-made query: the driver would copy a description of one, property by property. */
const sent = (client: pg.Client, { name, text, values }: pg.QueryConfig): Promise<pg.QueryResult> =>
  new Promise((resolve, reject) => {
    const query = new PreparedQuery(text, values ?? []);
    query.name = name ?? '';
    query.callback = (error, result) => (error ? reject(error) : resolve(result));
    client.query(query as unknown as pg.Query);
  });

function hold(track: Track, client: pg.Client): void {
  const { stream } = (client as unknown as { connection: { stream: import('node:net').Socket } }).connection;
  track.isHeld = true;
  stream.cork();
  setImmediate(() => {
    track.isHeld = false;
    stream.uncork();
  });
}
