import { find, make } from './dom.ts';
import { readStamp } from './stamp.ts';
import type { Exchange } from './wire.ts';

const SIGNATURE = 'service-wallet-signature';
const REQUEST_ID = 'request-id';

/** First legs whose second one is still to come, by the id that the service gave them. */
const firstLegs = new Map<string, { exchange: Exchange; payloadToSign: string }>();

/** Puts an exchange on top of the list: both messages as they are, and the stamp in clear. Only signed retries are open. */
export async function showExchange(exchange: Exchange): Promise<void> {
  const { method, path, status } = exchange;
  const summary = make('summary', {}, make('h3', {}, `${method} ${path} → ${status}`));
  const entry = make('details', {}, summary);
  find('exchanges').prepend(make('li', {}, entry));
  const leg = legOf(exchange);
  if (leg) {
    if (leg.isFirst) for (const other of find('exchanges').querySelectorAll('details')) other.open = false;
    entry.open = true;
    entry.append(make('p', { class: 'leg' }, leg.text));
  }
  entry.append(block('Request', requestText(exchange)), block('Answer', answerText(exchange)));
  const stamp = headerOf(exchange, SIGNATURE);
  if (!stamp) return;
  const first = firstLegs.get(headerOf(exchange, REQUEST_ID) ?? '');
  entry.append(block('The stamp, decoded', await readStamp(stamp, first?.payloadToSign)));
}

function requestText({ method, path, requestHeaders, requestBody }: Exchange): string {
  return [`${method} ${path}`, ...lines(requestHeaders), '', requestBody ?? ''].join('\n').trimEnd();
}

function answerText({ status, responseHeaders, responseBody }: Exchange): string {
  return [`${status}`, ...lines(responseHeaders), '', responseBody].join('\n').trimEnd();
}

const lines = (headers: Readonly<Record<string, string>>): string[] =>
  Object.entries(headers).map(([name, value]) => `${name}: ${value}`);

const block = (title: string, text: string): Node =>
  make('div', { class: 'message' }, make('h4', {}, title), make('pre', {}, text));

function headerOf({ requestHeaders }: Exchange, wanted: string): string | undefined {
  return Object.entries(requestHeaders).find(([name]) => name.toLowerCase() === wanted)?.[1];
}

/** Which half of a signed retry this is. */
function legOf(exchange: Exchange): { isFirst: boolean; text: string } | undefined {
  const asked = exchange.status === 202 ? JSON.parse(exchange.responseBody) : {};
  if (asked.requestId && asked.payloadToSign) {
    firstLegs.set(asked.requestId, { exchange, payloadToSign: asked.payloadToSign });
    return { isFirst: true, text: 'Leg 1: the service answers with what is to be signed' };
  }
  const first = firstLegs.get(headerOf(exchange, REQUEST_ID) ?? '')?.exchange;
  if (!first) return undefined;
  const isSame = first.method === exchange.method && first.path === exchange.path;
  const hasSameBody = first.requestBody === exchange.requestBody;
  const bytes = new TextEncoder().encode(exchange.requestBody ?? '').length;
  const repeated = isSame && hasSameBody ? `the same request, the same ${bytes} bytes of body` : 'ANOTHER request';
  return { isFirst: false, text: `Leg 2: ${repeated}, signed` };
}
