import { curlText } from './curl.ts';
import { copyButton, create } from './dom.ts';
import { decodeStamp } from './stamp.ts';
import type { Exchange } from './wire.ts';

const SIGNATURE = 'service-wallet-signature';
const REQUEST_ID = 'request-id';

/** First legs of signed retries, by requestId. */
const firstLegs = new Map<string, { exchange: Exchange; payloadToSign: string }>();

interface ExchangeItem {
  element: HTMLLIElement;
  /** Adds the messages. */
  fill: () => Promise<void>;
}

/** One request and its answer, with the decoded stamp. Only signed retries are expanded. */
export function exchangeItem(exchange: Exchange): ExchangeItem {
  const { method, path, status } = exchange;
  const title = create('h4', {}, `${method} ${path} → ${status}`);
  const entry = create('details', { class: 'exchange' }, create('summary', {}, title));
  const fill = async (): Promise<void> => {
    const leg = legOf(exchange);
    if (leg) {
      entry.open = true;
      entry.append(create('p', { class: 'leg' }, leg));
    }
    const copies = create(
      'div',
      { class: 'buttons' },
      copyButton('Copy as curl', () => curlText(exchange)),
    );
    entry.append(copies, block('Request', requestText(exchange)), block('Answer', answerText(exchange)));
    const stamp = headerOf(exchange, SIGNATURE);
    if (stamp) {
      const first = firstLegs.get(headerOf(exchange, REQUEST_ID) ?? '');
      entry.append(block('Decoded stamp', await decodeStamp(stamp, first?.payloadToSign)));
    }
  };
  return { element: create('li', { class: 'exchange-item' }, entry), fill };
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
  create('div', { class: 'message' }, create('h5', {}, title), create('pre', {}, text));

function headerOf({ requestHeaders }: Exchange, header: string): string | undefined {
  return Object.entries(requestHeaders).find(([name]) => name.toLowerCase() === header)?.[1];
}

/** The leg of a signed retry, in words. */
function legOf(exchange: Exchange): string | undefined {
  const challenge = exchange.status === 202 ? JSON.parse(exchange.responseBody) : {};
  if (challenge.requestId && challenge.payloadToSign) {
    firstLegs.set(challenge.requestId, { exchange, payloadToSign: challenge.payloadToSign });
    return 'Leg 1: the service answers with the payload to sign';
  }
  const first = firstLegs.get(headerOf(exchange, REQUEST_ID) ?? '')?.exchange;
  if (!first) return undefined;
  const isSame = first.method === exchange.method && first.path === exchange.path;
  const hasSameBody = first.requestBody === exchange.requestBody;
  const bytes = new TextEncoder().encode(exchange.requestBody ?? '').length;
  const repeated = isSame && hasSameBody ? `the same request, the same ${bytes} bytes of body` : 'ANOTHER request';
  return `Leg 2: ${repeated}, signed`;
}
