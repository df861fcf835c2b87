import type { Texts } from '../../server/src/foundation/texts/en.ts';
import { find } from '../dom.ts';

declare const page: { texts: Texts['invitation']['script'] };
const { texts } = page;

const button = document.getElementById('copy');
if (button) {
  button.hidden = false;
  button.addEventListener('click', copy);
}

async function copy(): Promise<void> {
  const code = find('code');
  const status = find('copied');
  try {
    await navigator.clipboard.writeText(code.textContent ?? '');
    status.textContent = texts.copied;
  } catch {
    // The browser does not allow copying: selects the code for the visitor to copy.
    getSelection()?.selectAllChildren(code);
    status.textContent = texts.notCopied;
  }
}
