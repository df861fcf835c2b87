import { spawn } from 'node:child_process';
import { isObservation, type RequestLogLine } from '../../engine/request-log/log.ts';
import { type LogPlace, type LogRow, placeAt, placeOf, readLog } from '../../engine/webhooks/event-log.ts';
import { EventWaits } from '../../engine/webhooks/event-waits.ts';
import type { Database } from '../../foundation/db/database.ts';
import { type Clock, systemClock } from '../../foundation/kernel/clock.ts';
import { earliestId } from '../../foundation/kernel/ids.ts';
import { findPlatformOf, type TokenPair } from '../../parties/platforms/first-platform.ts';
import { browserCommand } from './browser.ts';
import type { StartOptions } from './start-options.ts';

const EVENTS_AT_ONCE = 100;
const WAIT_SECONDS = 20;

/** A request as shown on a terminal; small, because workers send it to the primary. */
export type ShownRequest = Pick<RequestLogLine, 'method' | 'path' | 'status' | 'code' | 'durationMs'>;

export const shownRequest = ({ method, path, status, code, durationMs }: RequestLogLine): ShownRequest => ({
  method,
  path,
  status,
  code,
  durationMs,
});

/** Whether to show requests, events and keys: only to a person at a terminal. */
export const isWatched = ({ isJson, isQuiet }: StartOptions): boolean =>
  process.stdout.isTTY === true && !isJson && !isQuiet;

interface TerminalOptions {
  url: string;
  /** URL of the console, with a new login where login links are allowed. */
  consoleUrl: () => Promise<string>;
  token: TokenPair | undefined;
  db: Database;
  clock: Clock;
}

export function openTerminal(options: TerminalOptions): Terminal {
  const terminal = new Terminal(options);
  terminal.open();
  return terminal;
}

/** Shows live lines and handles keys for a person who has started the server. */
export class Terminal {
  readonly #options: TerminalOptions;
  #showsRequests = true;
  #isClosed = false;

  constructor(options: TerminalOptions) {
    this.#options = options;
  }

  open(): void {
    this.#print(`Keys       ${Object.entries(this.#keys).map(describeKey).join('  ')}`);
    const { stdin } = process;
    if (stdin.isTTY) {
      stdin.setRawMode(true).setEncoding('utf8').on('data', this.#onKey);
      // A terminal left in raw mode would not show typed text.
      process.once('exit', () => stdin.setRawMode(false));
    }
    void this.#followEvents();
  }

  close(): void {
    this.#isClosed = true;
    process.stdin.off('data', this.#onKey).pause();
  }

  showRequest({ method, path, status, code, durationMs }: ShownRequest): void {
    if (!this.#showsRequests || isObservation(path)) return;
    const outcome = code ? `${status} ${code}` : `${status}`;
    this.#print(`${time()} ${method.padEnd(6)} ${path} ${outcome} ${Math.round(durationMs)} ms`);
  }

  readonly #keys: Readonly<Record<string, { label: string; press: () => void }>> = {
    o: { label: 'open the console', press: () => void this.#browseConsole() },
    d: { label: 'docs', press: () => this.#browse(`${this.#options.url}/docs`) },
    r: { label: 'requests on or off', press: () => this.#toggleRequests() },
    c: { label: 'copy the credentials', press: () => this.#copy() },
    q: { label: 'quit', press: () => process.kill(process.pid, 'SIGINT') },
  };

  readonly #onKey = (text: string): void => {
    // In raw mode Ctrl-C arrives as a character.
    for (const key of text.replaceAll('\u0003', 'q')) this.#keys[key]?.press();
  };

  #toggleRequests(): void {
    this.#showsRequests = !this.#showsRequests;
    this.#print(`${time()} requests are ${this.#showsRequests ? 'shown' : 'hidden'}`);
  }

  /** Uses OSC 52, by which the terminal fills the clipboard, also over SSH. */
  #copy(): void {
    const { token } = this.#options;
    const text = token && Buffer.from(`${token.clientId}:${token.clientSecret}`).toString('base64');
    if (text) process.stdout.write(`\u001b]52;c;${text}\u0007`);
    this.#print(`${time()} ${text ? 'client id and secret copied' : 'there is no sandbox token to copy'}`);
  }

  async #browseConsole(): Promise<void> {
    await this.#options.consoleUrl().then(
      (address) => this.#browse(address),
      () => this.#print(`${time()} the database cannot be reached`),
    );
  }

  #browse(address: string): void {
    const [command = '', ...args] = browserCommand(address);
    const opened = spawn(command, args, { stdio: 'ignore', detached: true });
    opened.on('error', () => this.#print(`${time()} open ${address} in a browser`));
    opened.unref();
  }

  /** Shows events of the sandbox platform whose token is displayed. */
  async #followEvents(): Promise<void> {
    const { db, clock, token } = this.#options;
    const platformId = token && (await findPlatformOf(db, token.clientId));
    if (!platformId) return;
    const waits = new EventWaits(db, { isDraining: false });
    let after: LogPlace = placeAt(earliestId('Webhook', clock.now()));
    while (!this.#isClosed) {
      const read = () => readLog(db, { platformId, after, now: clock.now(), limit: EVENTS_AT_ONCE });
      const { events } = await waits.read(read, WAIT_SECONDS);
      for (const line of eventLines(events)) this.#print(`${time()} event  ${line}`);
      after = events.reduce((place, row) => placeOf(row, place), after);
    }
  }

  #print(line: string): void {
    if (!this.#isClosed) process.stdout.write(`${line}\n`);
  }
}

/** Number of events per type that are shown with their resource; further ones are only counted. */
const MOST_OF_ONE_TYPE = 3;

function eventLines(events: readonly LogRow[]): string[] {
  return [...new Set(events.map(({ type }) => type))].flatMap((type) => {
    const resources = events.flatMap((event) => (event.type === type ? [event.resource_id] : []));
    if (resources.length > MOST_OF_ONE_TYPE) return [`${type} of ${resources.length} resources`];
    return resources.map((id) => `${type} ${id}`);
  });
}

const describeKey = ([key, { label }]: [string, { label: string }]): string => `${key} ${label}`;

const time = (): string => systemClock.now().toTimeString().slice(0, 8);
