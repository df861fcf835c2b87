import type { Texts } from '../../server/src/foundation/texts/en.ts';
import { find } from '../dom.ts';

declare const page: { texts: Texts['card']['script']; hidesAfterSeconds: number };
const { texts, hidesAfterSeconds } = page;

const CLEARS_AFTER_SECONDS = 30;

const status = find('status');
const details = find('details');
const hideButton = find('hide');
let isCopied = false;

for (const button of document.querySelectorAll('.copy')) {
  button.addEventListener('click', () => copy(button.previousElementSibling));
}
hideButton.addEventListener('click', hide);
setTimeout(hide, hidesAfterSeconds * 1_000);
addEventListener('pagehide', () => details.replaceChildren());

/** Copies a value, and empties the clipboard after a while. */
async function copy(field: Element | null): Promise<void> {
  if (!field) return;
  const isDone = await write((field.textContent ?? '').replace(/ /g, ''), field);
  status.textContent = isDone ? texts.copied.replace('{seconds}', String(CLEARS_AFTER_SECONDS)) : texts.notCopied;
  if (!isDone) return;
  isCopied = true;
  setTimeout(clear, CLEARS_AFTER_SECONDS * 1_000);
}

async function write(text: string, field: Element): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    // A frame without allow="clipboard-write" may still copy a selection.
    const selection = getSelection();
    selection?.selectAllChildren(field);
    const isDone = document.execCommand('copy');
    selection?.removeAllRanges();
    return isDone;
  }
}

/** A page in the background may not write to the clipboard: it retries when it has the focus again. */
async function clear(): Promise<void> {
  if (!isCopied) return;
  try {
    await navigator.clipboard.writeText('');
    isCopied = false;
    status.textContent = texts.emptied;
  } catch {
    addEventListener('focus', clear, { once: true });
  }
}

/** Removes the details: on request, after a timeout, and when the page is left. */
function hide(): void {
  const hadFocus = details.contains(document.activeElement) || document.activeElement === hideButton;
  details.replaceChildren();
  hideButton.parentElement?.remove();
  status.textContent = texts.hidden;
  if (!hadFocus) return;
  status.tabIndex = -1;
  status.focus();
}
