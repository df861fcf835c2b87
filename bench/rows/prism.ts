import { newQuoteBodies } from '../customers.ts';
import { BASE, type LoadOptions } from '../load.ts';
import { figureOf, type Pace, type Subject, sideBySide } from '../measure.ts';
import type { Place } from '../place.ts';
import { startPrism } from '../prism.ts';
import type { Row, Section } from '../report.ts';
import { loadFromOutside } from '../roles.ts';
import { MadeQuotes, quotesFor, restJobs } from '../supply.ts';
import { CONNECTIONS, target } from './http.ts';

const GOAL = { atLeast: 10 };

/** Real payments, against a mock that returns canned examples for the same requests. */
export async function prismSection(place: Place, pace: Pace, options: { mayInstall: boolean }): Promise<Section> {
  const { server } = place;
  const document = await (await fetch(new URL('/openapi.json', server.url))).text();
  const prism = await startPrism(document, {
    path: `${BASE}/config`,
    authorization: server.authorization,
    ...options,
  });
  const rows: Row[] = [];
  try {
    for (const asked of await requestsTo(place, pace)) rows.push(await row({ asked, place, prism, pace }));
  } finally {
    await prism?.close();
  }
  await restJobs(place.books);
  return {
    title: 'Against a mock',
    about: `The same requests to Prism, which serves examples from our own OpenAPI document, ${CONNECTIONS} connections. The executed quotes are those that the server has just created.`,
    rows,
  };
}

type Load = Omit<LoadOptions, 'url' | 'authorization' | 'connections' | 'seconds'>;

interface Asked {
  what: string;
  ours: (seconds: number) => Promise<Load>;
  theirs: Load;
}

/** A mock accepts any of them. */
const ANY_QUOTES = { prefix: 'Quote:01900000-0000-7000-8000-100', count: 999_999_999 };

async function requestsTo(place: Place, { customers }: Pace): Promise<Asked[]> {
  const bodies = await newQuoteBodies(place.server, customers);
  const made = new MadeQuotes(place, bodies);
  const config = { request: 'get', path: '/config' } as const;
  const quote = { request: 'post', path: '/quotes', bodies } as const;
  const execute = async (seconds: number): Promise<Load> => ({
    request: 'execute',
    quotesFile: await made.refill(quotesFor(seconds)),
  });
  return [
    { what: 'GET /config', ours: async () => config, theirs: config },
    { what: 'POST /quotes', ours: async () => quote, theirs: quote },
    { what: 'POST /quotes/{id}/execute', ours: execute, theirs: { request: 'execute', quotes: ANY_QUOTES } },
  ];
}

interface Compared {
  asked: Asked;
  place: Place;
  prism: { url: URL } | undefined;
  pace: Pace;
}

async function row({ asked, place: { server }, prism, pace }: Compared): Promise<Row> {
  const subject = (name: string, url: URL, load: (seconds: number) => Promise<Load>): Subject => ({
    name,
    run: async (seconds) => {
      const options = { ...target({ ...server, url }), ...(await load(seconds)), connections: CONNECTIONS, seconds };
      return (await loadFromOutside(options)).perSecond;
    },
  });
  const ours = subject(`${asked.what} over HTTP`, server.url, asked.ours);
  const theirs = prism && subject(`Prism, ${asked.what}`, prism.url, async () => asked.theirs);
  const figures = await sideBySide([ours, ...(theirs ? [theirs] : [])], pace);
  const figure = figures.get(ours.name) ?? figureOf([]);
  if (!theirs) return { what: ours.name, unit: '/s', ours: figure, note: 'Prism is not installed' };
  const yardstick = { what: theirs.name, figure: figures.get(theirs.name) ?? figureOf([]) };
  return { what: ours.name, unit: '/s', ours: figure, yardstick, goal: GOAL };
}
