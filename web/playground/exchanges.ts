import { create } from '../dom.ts';
import { curlText } from './curl.ts';
import { copyButton } from './dom.ts';
import { Legs } from './legs.ts';
import { decodeStamp } from './stamp.ts';
import type { Exchange } from './wire.ts';

const legs = new Legs();

interface ExchangeItem {
  element: HTMLLIElement;
  /** Renders the messages into the item. */
  fill: () => Promise<void>;
}

/** One request and its response, with the decoded stamp. Only signed retries are expanded. */
export function exchangeItem(exchange: Exchange): ExchangeItem {
  const { method, path, status } = exchange;
  const title = create('h4', {}, `${method} ${path} → ${status}`);
  const entry = create('details', { class: 'exchange' }, create('summary', {}, title));
  const fill = async (): Promise<void> => {
    const { leg, stamp, payload } = legs.add(exchange);
    if (leg) {
      entry.open = true;
      entry.append(create('p', { class: 'leg' }, leg));
    }
    const copies = create(
      'div',
      { class: 'buttons' },
      copyButton('Copy as curl', () => curlText(exchange)),
    );
    entry.append(copies, block('Request', requestText(exchange)), block('Response', responseText(exchange)));
    if (stamp) entry.append(block('Decoded stamp', await decodeStamp(stamp, payload)));
  };
  return { element: create('li', { class: 'exchange-item' }, entry), fill };
}

function requestText({ method, path, requestHeaders, requestBody }: Exchange): string {
  return [`${method} ${path}`, ...lines(requestHeaders), '', requestBody ?? ''].join('\n').trimEnd();
}

function responseText({ status, responseHeaders, responseBody }: Exchange): string {
  return [`${status}`, ...lines(responseHeaders), '', responseBody].join('\n').trimEnd();
}

const lines = (headers: Readonly<Record<string, string>>): string[] =>
  Object.entries(headers).map(([name, value]) => `${name}: ${value}`);

const block = (title: string, text: string): Node =>
  create('div', { class: 'message' }, create('h5', {}, title), create('pre', {}, text));
