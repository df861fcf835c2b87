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
export const descriptionItems = (lines: readonly { label: string; value: string | Node }[]): Node[] =>
  lines.map(({ label, value }) => create('div', {}, create('dt', {}, label), create('dd', {}, value)));

/** Shows the controls of a step, or the step that must come first. */
export function enable(step: string, isEnabled = true): void {
  find(`${step}-controls`).hidden = !isEnabled;
  find(`${step}-waiting`).hidden = isEnabled;
}

/** A button that copies a text and says so for a moment. */
export function copyButton(label: string, text: () => string): HTMLButtonElement {
  const button = create('button', { type: 'button', class: 'quiet small' }, label);
  button.addEventListener('click', async () => {
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
