import { newPayee, newPayers, newTemplate, quoteRequest } from '../customers.ts';
import { BASE, type LoadOptions } from '../load.ts';
import { figureOf, type Pace, type Subject, sideBySide } from '../measure.ts';
import type { Place, Server } from '../place.ts';
import { startPrism } from '../prism.ts';
import type { Row, Section } from '../report.ts';
import { loadFromOutside } from '../roles.ts';
import { QuoteSupply, restJobs } from '../supply.ts';
import { CONNECTIONS, target } from './http.ts';

const GOAL = { atLeast: 10 };

/** Real payments, against a mock that answers the same requests with canned examples. */
export async function prismSection(place: Place, pace: Pace, options: { mayInstall: boolean }): Promise<Section> {
  const { server } = place;
  const document = await (await fetch(new URL('/openapi.json', server.url))).text();
  const prism = await startPrism(document, {
    path: `${BASE}/config`,
    authorization: server.authorization,
    ...options,
  });
  const supply = await QuoteSupply.copying(place.books, await newTemplate(server, place.books.platformId), 'MOCK');
  const requests = await requestsOf(server, supply);
  const rows: Row[] = [];
  try {
    for (const [what, request] of Object.entries(requests)) rows.push(await row({ what, request, place, prism, pace }));
  } finally {
    await prism?.close();
  }
  await restJobs(place.books);
  return {
    title: 'Against a mock',
    about: `The same requests to Prism, which serves examples from our own OpenAPI document, ${CONNECTIONS} connections.`,
    rows,
  };
}

type Request = (seconds: number) => Promise<Omit<LoadOptions, 'url' | 'authorization' | 'connections' | 'seconds'>>;

async function requestsOf(server: Server, supply: QuoteSupply): Promise<Record<string, Request>> {
  const payers = await newPayers(server);
  const payeeId = await newPayee(server, payers[0]?.customerId ?? '');
  const bodies = payers.map(({ accountId }) => JSON.stringify(quoteRequest(accountId, payeeId)));
  return {
    'GET /config': async () => ({ request: 'get', path: '/config' }),
    'POST /quotes': async () => ({ request: 'post', path: '/quotes', bodies }),
    'POST /quotes/{id}/execute': async (seconds) => ({ request: 'execute', quotes: await supply.refill(seconds) }),
  };
}

interface Compared {
  what: string;
  request: Request;
  place: Place;
  prism: { url: URL } | undefined;
  pace: Pace;
}

async function row({ what, request, place: { server }, prism, pace }: Compared): Promise<Row> {
  const subject = (name: string, url: URL): Subject => ({
    name,
    run: async (seconds) => {
      const options = { ...target({ ...server, url }), ...(await request(seconds)), connections: CONNECTIONS, seconds };
      return (await loadFromOutside(options)).perSecond;
    },
  });
  const ours = subject(`${what} over HTTP`, server.url);
  const theirs = prism && subject(`Prism, ${what}`, prism.url);
  const figures = await sideBySide([ours, ...(theirs ? [theirs] : [])], pace);
  const figure = figures.get(ours.name) ?? figureOf([]);
  if (!theirs) return { what: ours.name, unit: '/s', ours: figure, note: 'Prism is not installed' };
  const yardstick = { what: theirs.name, figure: figures.get(theirs.name) ?? figureOf([]) };
  return { what: ours.name, unit: '/s', ours: figure, yardstick, goal: GOAL };
}
