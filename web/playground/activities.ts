import { create, find } from '../dom.ts';
import { descriptionItems } from './dom.ts';
import { exchangeItem } from './exchanges.ts';
import type { Exchange } from './wire.ts';

/** Result of an action in words. */
export interface Receipt {
  title: string;
  facts?: readonly { label: string; value: string | Node }[];
}

interface Activity {
  item: HTMLLIElement;
  body: HTMLElement;
  exchanges: HTMLOListElement;
  summary: HTMLElement;
}

const outcomes = { good: 'Done', bad: 'Failed' };
let current: Activity | undefined;

/** Starts a receipt for the next exchanges. The receipt is listed with its first exchange. */
export function startActivity(): void {
  const summary = create('summary');
  const exchanges = create('ol', { class: 'exchanges' });
  const details = create('details', { class: 'wire' }, summary, exchanges);
  const body = create('div', { class: 'receipt' }, create('h3', {}, 'Working …'));
  current = { item: create('li', { 'data-tone': 'busy' }, body, details), body, exchanges, summary };
}

/** Adds an exchange to the current receipt, oldest first. */
export async function showExchange(exchange: Exchange): Promise<void> {
  if (!current) startActivity();
  const { item, exchanges, summary } = current as Activity;
  if (!item.isConnected) find('activities').prepend(item);
  find('feed-empty').hidden = true;
  const { element, fill } = exchangeItem(exchange);
  exchanges.append(element);
  await fill();
  const count = exchanges.children.length;
  const signed = exchanges.querySelector('.leg') ? ', with both legs of a signature' : '';
  summary.textContent = `${count} HTTP ${count === 1 ? 'request' : 'requests'}${signed}`;
}

/** Completes the receipt. An action without a request, such as one with an invalid amount, has none. */
export function endActivity({ title, facts = [] }: Receipt, tone: keyof typeof outcomes): void {
  const { item, body } = current as Activity;
  item.dataset['tone'] = tone;
  body.replaceChildren(
    create('p', { class: `chip ${tone}` }, outcomes[tone]),
    create('h3', {}, title),
    ...(facts.length > 0 ? [create('dl', { class: 'facts' }, ...descriptionItems(facts))] : []),
  );
  current = undefined;
}

export function clearActivities(): void {
  find('activities').replaceChildren();
  find('feed-empty').hidden = false;
}
