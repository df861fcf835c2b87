import { pageStyle } from '../../foundation/pages/style.ts';
import type { Texts } from '../../foundation/texts/en.ts';

export const style = `${pageStyle}
.lead .amount { color: var(--ink); font-weight: 650; white-space: nowrap; font-variant-numeric: tabular-nums; }
.code-box { display: grid; gap: 0.5rem; justify-items: center; padding: 1.5rem 1rem; border: 1px solid var(--line); border-radius: var(--radius-sheet); background: var(--ground); text-align: center; }
.code-label { color: var(--muted); font-size: 0.9375rem; }
.code { font: 650 2rem/1.25 var(--mono); letter-spacing: 0.08em; user-select: all; overflow-wrap: anywhere; }
.hint { color: var(--muted); font-size: 0.9375rem; }
.hint:empty { display: none; }
.claim { display: grid; gap: 0.75rem; }
`;

/** Runs in the page: copies the code. */
export const scriptWith = (texts: Texts['invitation']['script']): string => `
'use strict';
const texts = ${JSON.stringify(texts)};
const code = document.getElementById('code');
const button = document.getElementById('copy');
const statusLine = document.getElementById('copied');
if (button) {
  button.hidden = false;
  button.addEventListener('click', copy);
}

async function copy() {
  try {
    await navigator.clipboard.writeText(code.textContent);
    statusLine.textContent = texts.copied;
  } catch {
    getSelection().selectAllChildren(code);
    statusLine.textContent = texts.notCopied;
  }
}
`;
