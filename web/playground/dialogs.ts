import type { Description } from '../../sdk/wallet/src/index.ts';
import { find } from '../dom.ts';
import { descriptionItems } from './dom.ts';

/** Describes the payload; only the confirmation button returns true. */
export async function confirmInDialog({ title, lines, payload, isUnderstood }: Description): Promise<boolean> {
  find('confirm-title').textContent = title;
  find('confirm-warning').hidden = isUnderstood;
  find('confirm-lines').replaceChildren(...descriptionItems(lines));
  find('confirm-payload').textContent = payload;
  return (await answerOf('confirm')) === 'yes';
}

/** The value of the button that closed the dialog; empty if it was closed in another way. */
export function answerOf(id: string): Promise<string> {
  const dialog = find<HTMLDialogElement>(id);
  dialog.returnValue = '';
  dialog.showModal();
  return new Promise((resolve) => {
    dialog.addEventListener('close', () => resolve(dialog.returnValue), { once: true });
  });
}
