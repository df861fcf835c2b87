import { Api } from '../customers.ts';
import { Holder, type Ready } from '../holders.ts';
import { type Figure, figureOf, type Pace } from '../measure.ts';
import type { Place } from '../place.ts';
import type { Section } from '../report.ts';

const HOLDERS_PER_ROUND = 34;
const GOAL_MS = 5;
/** Uncounted rounds of logins by code, for a second of warm-up as in other rows. */
const WARM_UP_ROUNDS_PER_SECOND = 2.5;
/** The service sends a wallet five codes in ten minutes. */
const PAUSE_SECONDS = 601;

/** Processor time of a login, as the server process reports it. */
export async function walletSection(place: Place, { rounds, warmUpSeconds }: Pace): Promise<Section> {
  const count = HOLDERS_PER_ROUND * rounds;
  const warmUpRounds = Math.ceil(WARM_UP_ROUNDS_PER_SECOND * warmUpSeconds);
  const api = await newPlatform(place);
  const holders: Holder[] = [];
  for (let i = 0; i < count; i++) holders.push(await Holder.arrive(api, i));
  const byCode = async (): Promise<number> => {
    await api.ask('POST', 'sandbox/clock/advance', { seconds: PAUSE_SECONDS });
    return cpuOf(place, holders, (holder) => holder.readyByCode());
  };
  const first = figureOf([await byCode()]);
  for (let i = 1; i < warmUpRounds; i++) await byCode();
  const code = await figureIn(rounds, byCode);
  for (const holder of holders) await holder.registerPasskey();
  // Warm-up, not counted.
  await cpuOf(place, holders, (holder) => holder.readyByPasskey());
  const passkey = await figureIn(rounds, () => cpuOf(place, holders, (holder) => holder.readyByPasskey()));
  const request = async (): Promise<Ready> => () => api.ask('GET', 'config');
  const bare = await figureIn(rounds, () => cpuOf(place, holders, request));
  return {
    title: 'Logins to embedded wallets',
    about: `Processor time of the server per login, all of its threads, ${count} wallets one after the other, after ${warmUpRounds * count} logins that are not counted: HTTP, authentication and the database driver included; PostgreSQL is another process. A code takes two requests: opening the sealed bundle, then the stamp over the verification token. The first login of a wallet also makes its seed and its address, here in a server that has just started.`,
    rows: [
      { what: 'verify a code, both legs', unit: 'ms', ours: code, goal: { below: GOAL_MS } },
      { what: 'verify a passkey', unit: 'ms', ours: passkey, goal: { below: GOAL_MS } },
      { what: 'the first login of a wallet, by code', unit: 'ms', ours: first },
      { what: 'to compare: GET /config, in the same way', unit: 'ms', ours: bare },
    ],
  };
}

/** A separate platform: its clock is advanced. */
async function newPlatform({ server }: Place): Promise<Api> {
  const { token } = await new Api(server).ask('POST', 'sandbox/platforms', { name: 'Wallets' });
  const authorization = `Basic ${Buffer.from(`${token.clientId}:${token.clientSecret}`).toString('base64')}`;
  return new Api({ url: server.url, authorization });
}

async function figureIn(rounds: number, measure: () => Promise<number>): Promise<Figure> {
  const values: number[] = [];
  for (let i = 0; i < rounds; i++) values.push(await measure());
  return figureOf(values);
}

/** Milliseconds of one login, without its preparation. */
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
  if (seconds === undefined) throw new Error('the server does not report its processor time');
  return Number(seconds);
}
