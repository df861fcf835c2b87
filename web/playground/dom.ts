import { create, find } from '../dom.ts';

export const inputValue = (id: string): string => find<HTMLInputElement | HTMLSelectElement>(id).value.trim();

/** Items of a description list. */
export const descriptionItems = (lines: readonly { label: string; value: string | Node }[]): Node[] =>
  lines.map(({ label, value }) => create('div', {}, create('dt', {}, label), create('dd', {}, value)));

/** Shows the controls of a step, or else which step must come first. */
export function enable(step: string, isEnabled = true): void {
  find(`${step}-controls`).hidden = !isEnabled;
  find(`${step}-waiting`).hidden = isEnabled;
}

/** A button that copies a text and confirms that for a moment. */
export function copyButton(label: string, text: () => string): HTMLButtonElement {
  const button = create('button', { type: 'button', class: 'quiet small' }, label);
  button.addEventListener('click', async () => {
    // If the browser does not allow copying, the label says so.
    const isCopied = await navigator.clipboard.writeText(text()).then(
      () => true,
      () => false,
    );
    button.textContent = isCopied ? 'Copied' : 'The browser does not allow copies';
    setTimeout(() => {
      button.textContent = label;
    }, 2_000);
  });
  return button;
}
