import type { Texts } from '../../foundation/texts/en.ts';

export const HIDES_AFTER_SECONDS = 60;
const CLEARS_AFTER_SECONDS = 30;

/**
 * Runs in the page. Copies the value beside a button, empties the clipboard after a while, and removes the details from
 * the page: on request, after a timeout, and when the page is left.
 */
export const scriptWith = (texts: Texts['card']['script']): string => `
'use strict';
const texts = ${JSON.stringify(texts)};
const statusLine = document.getElementById('status');
const details = document.getElementById('details');
let isCopied = false;

for (const button of document.querySelectorAll('.copy')) {
  button.addEventListener('click', () => copy(button.previousElementSibling));
}

async function copy(field) {
  const isDone = await write(field.textContent.replaceAll(' ', ''), field);
  statusLine.textContent = isDone
    ? texts.copied.replace('{seconds}', ${CLEARS_AFTER_SECONDS})
    : texts.notCopied;
  if (!isDone) return;
  isCopied = true;
  setTimeout(clear, ${CLEARS_AFTER_SECONDS * 1_000});
}

async function write(text, field) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    // A frame without allow="clipboard-write" may still copy what is selected.
    const selection = getSelection();
    selection.selectAllChildren(field);
    const isDone = document.execCommand('copy');
    selection.removeAllRanges();
    return isDone;
  }
}

/** A page in the background may not write to the clipboard: it retries when it has the focus again. */
async function clear() {
  if (!isCopied) return;
  try {
    await navigator.clipboard.writeText('');
    isCopied = false;
    statusLine.textContent = texts.emptied;
  } catch {
    addEventListener('focus', clear, { once: true });
  }
}

function hide() {
  const hadFocus = details.contains(document.activeElement) || document.activeElement === hideButton;
  details.replaceChildren();
  hideButton.parentElement.remove();
  statusLine.textContent = texts.hidden;
  if (!hadFocus) return;
  statusLine.tabIndex = -1;
  statusLine.focus();
}

const hideButton = document.getElementById('hide');
hideButton.addEventListener('click', hide);
setTimeout(hide, ${HIDES_AFTER_SECONDS * 1_000});
addEventListener('pagehide', () => details.replaceChildren());
`;
