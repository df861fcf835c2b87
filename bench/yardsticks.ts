import type { Figure, Subject } from './measure.ts';
import { findPgbench, HOW_TO_GET_PGBENCH, Pgbench, type PgbenchSubject } from './pgbench.ts';
import type { Place } from './place.ts';
import type { Row } from './report.ts';
import type { Workload } from './workload.ts';

interface Tries {
  clients: readonly number[];
  seconds: number;
}

/** The yardsticks of this machine. Each is tuned once, for all rows that use it. */
export class Yardsticks {
  readonly #place: Place;
  readonly #tries: Tries;
  readonly #pgbench: Pgbench | undefined;
  readonly #found = new Map<Workload, Promise<PgbenchSubject>>();

  constructor(place: Place, tries: Tries) {
    this.#place = place;
    this.#tries = tries;
    const program = findPgbench();
    this.#pgbench = program
      ? new Pgbench({ program, postgres: place.postgres, postgresPid: place.pids.postgres, directory: place.directory })
      : undefined;
  }

  /** Undefined without pgbench. */
  async pgbench(workload: Workload): Promise<PgbenchSubject | undefined> {
    if (!this.#pgbench) return undefined;
    const found = this.#found.get(workload) ?? this.#pgbench.atItsBest(this.#place.books, workload, this.#tries);
    this.#found.set(workload, found);
    return found;
  }

  /** The yardstick of a row, or the reason why there is none. */
  beside(subject: Subject | undefined, figures: ReadonlyMap<string, Figure>): Pick<Row, 'yardstick' | 'note'> {
    const figure = subject && figures.get(subject.name);
    return figure ? { yardstick: { what: subject.name, figure } } : { note: HOW_TO_GET_PGBENCH };
  }
}
