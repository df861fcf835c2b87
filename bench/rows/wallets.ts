import { Api } from '../customers.ts';
import { Holder, type Ready } from '../holders.ts';
import { type Figure, figureOf, type Pace } from '../measure.ts';
import type { Place } from '../place.ts';
import type { Section } from '../report.ts';

const HOLDERS = 100;
const GOAL_MS = 5;
/** The service sends a wallet five codes in ten minutes; the first goes to the login that makes the seed. */
const MAX_ROUNDS = 4;

/** What a login costs the server, as its own process counts it. */
export async function walletSection(place: Place, { rounds }: Pace): Promise<Section> {
  const api = new Api(place.server);
  const holders: Holder[] = [];
  for (let i = 0; i < HOLDERS; i++) holders.push(await Holder.arrive(api, i));
  const measuredRounds = Math.min(rounds, MAX_ROUNDS);
  const first = figureOf([await cpuOf(place, holders, (holder) => holder.readyByCode())]);
  const code = await figureIn(measuredRounds, () => cpuOf(place, holders, (holder) => holder.readyByCode()));
  for (const holder of holders) await holder.registerPasskey();
  // Not counted: it warms up.
  await cpuOf(place, holders, (holder) => holder.readyByPasskey());
  const passkey = await figureIn(measuredRounds, () => cpuOf(place, holders, (holder) => holder.readyByPasskey()));
  const request = async (): Promise<Ready> => () => api.ask('GET', 'config');
  const bare = await figureIn(measuredRounds, () => cpuOf(place, holders, request));
  return {
    title: 'Logins to embedded wallets',
    about: `Processor time of the server per login, all of its threads, ${HOLDERS} wallets one after the other: HTTP, authentication and the database driver included; PostgreSQL is another process. A code takes two requests: opening the sealed bundle, then the stamp over the verification token. The first login of a wallet also makes its seed and its address.`,
    rows: [
      { what: 'verify a code, both legs', unit: 'ms', ours: code, goal: { below: GOAL_MS } },
      { what: 'verify a passkey', unit: 'ms', ours: passkey, goal: { below: GOAL_MS } },
      { what: 'the first login of a wallet, by code', unit: 'ms', ours: first },
      { what: 'to compare: GET /config, in the same way', unit: 'ms', ours: bare },
    ],
  };
}

async function figureIn(rounds: number, measure: () => Promise<number>): Promise<Figure> {
  const values: number[] = [];
  for (let i = 0; i < rounds; i++) values.push(await measure());
  return figureOf(values);
}

/** Milliseconds of one login; what comes before it is not counted. */
async function cpuOf({ server }: Place, holders: readonly Holder[], ready: (holder: Holder) => Promise<Ready>) {
  const logins: Ready[] = [];
  for (const holder of holders) logins.push(await ready(holder));
  const before = await cpuSeconds(server.url);
  for (const login of logins) await login();
  return (((await cpuSeconds(server.url)) - before) * 1_000) / holders.length;
}

async function cpuSeconds(url: URL): Promise<number> {
  const metrics = await (await fetch(new URL('/metrics', url))).text();
  const seconds = /^causeway_process_cpu_seconds_total (\S+)/m.exec(metrics)?.[1];
  if (seconds === undefined) throw new Error('the server does not tell its processor time');
  return Number(seconds);
}
