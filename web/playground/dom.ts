import { WalletError } from '../../sdk/wallet/src/index.ts';

/** An element that the page always has. */
export function find<T extends HTMLElement = HTMLElement>(id: string): T {
  const element = document.getElementById(id);
  if (!element) throw new Error(`the page has no ${id}`);
  return element as T;
}

export const inputValue = (id: string): string => find<HTMLInputElement | HTMLSelectElement>(id).value.trim();

/** Strings become text nodes, so that no external text is interpreted as markup. */
export function create<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  attributes: Readonly<Record<string, string>> = {},
  ...children: (Node | string)[]
): HTMLElementTagNameMap[K] {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  element.append(...children);
  return element;
}

/** Items of a description list. */
export const descriptionItems = (lines: readonly { label: string; value: string }[]): Node[] =>
  lines.map(({ label, value }) => create('div', {}, create('dt', {}, label), create('dd', {}, value)));

/** Enables or disables the controls of a step. */
export function enable(step: string, isEnabled = true): void {
  find<HTMLFieldSetElement>(`${step}-controls`).disabled = !isEnabled;
}

function showResult(step: string, text: string, tone: 'good' | 'bad' | 'busy' = 'good'): void {
  const result = find(`${step}-result`);
  result.textContent = text;
  result.dataset['tone'] = tone;
}

let isBusy = false;

/** Runs the action of a button or form, one at a time, and shows its result. */
export function onUse(id: string, step: string, action: () => Promise<string>): void {
  const control = find(id);
  control.addEventListener(control instanceof HTMLFormElement ? 'submit' : 'click', async (event) => {
    event.preventDefault();
    if (isBusy) return;
    isBusy = true;
    showResult(step, 'Working …', 'busy');
    try {
      showResult(step, await action());
    } catch (error) {
      showResult(step, errorText(error), 'bad');
    } finally {
      isBusy = false;
    }
  });
}

function errorText(error: unknown): string {
  if (!(error instanceof WalletError)) return `The page failed: ${error}`;
  const { code, message, rejection } = error;
  return [`${rejection?.code ?? code}: ${message}`, rejection?.hint].filter(Boolean).join(' ');
}
