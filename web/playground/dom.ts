import { WalletError } from '../../sdk/wallet/src/index.ts';

/** An element of the page that is always there. */
export function find<T extends HTMLElement = HTMLElement>(id: string): T {
  const element = document.getElementById(id);
  if (!element) throw new Error(`the page has no ${id}`);
  return element as T;
}

export const typed = (id: string): string => find<HTMLInputElement | HTMLSelectElement>(id).value.trim();

/** Texts become text nodes: nothing that comes from outside is ever markup. */
export function make<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  attributes: Readonly<Record<string, string>> = {},
  ...children: (Node | string)[]
): HTMLElementTagNameMap[K] {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  element.append(...children);
  return element;
}

/** Terms and what they say, as one list. */
export const described = (lines: readonly { label: string; value: string }[]): Node[] =>
  lines.map(({ label, value }) => make('div', {}, make('dt', {}, label), make('dd', {}, value)));

/** Opens the controls of a step, or closes them. */
export function enable(step: string, isOpen = true): void {
  find<HTMLFieldSetElement>(`${step}-controls`).disabled = !isOpen;
}

export function say(step: string, text: string, tone: 'good' | 'bad' | 'busy' = 'good'): void {
  const said = find(`${step}-said`);
  said.textContent = text;
  said.dataset['tone'] = tone;
}

let isBusy = false;

/** Runs what a button or form of a step stands for, one at a time, and tells what came of it. */
export function onUse(id: string, step: string, act: () => Promise<string>): void {
  const control = find(id);
  control.addEventListener(control instanceof HTMLFormElement ? 'submit' : 'click', async (event) => {
    event.preventDefault();
    if (isBusy) return;
    isBusy = true;
    say(step, 'Working …', 'busy');
    try {
      say(step, await act());
    } catch (error) {
      say(step, wordsFor(error), 'bad');
    } finally {
      isBusy = false;
    }
  });
}

function wordsFor(error: unknown): string {
  if (!(error instanceof WalletError)) return `The page failed: ${error}`;
  const { code, message, refusal } = error;
  return [`${refusal?.code ?? code}: ${message}`, refusal?.hint].filter(Boolean).join(' ');
}
