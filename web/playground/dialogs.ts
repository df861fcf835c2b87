import type { CodePrompt, Description } from '../../sdk/wallet/src/index.ts';
import { descriptionItems, find } from './dom.ts';

const problems = { WRONG_CODE: 'The code was wrong. ', NO_LONGER_VALID: 'The code is no longer valid. ' };

/** Describes the payload; only the confirmation button returns true. */
export async function confirmInDialog({ title, lines, payload, isUnderstood }: Description): Promise<boolean> {
  find('confirm-title').textContent = title;
  find('confirm-warning').hidden = isUnderstood;
  find('confirm-lines').replaceChildren(...descriptionItems(lines));
  find('confirm-payload').textContent = payload;
  return (await answerOf('confirm')) === 'yes';
}

/** Prompts for the code. */
export async function promptForCode({ sentTo, problem, resend }: CodePrompt): Promise<string | undefined> {
  const input = find<HTMLInputElement>('code');
  for (let note = problem ? problems[problem] : ''; ; note = 'A new code was sent. ') {
    input.value = '';
    find('code-about').textContent = `${note}It was sent to ${sentTo}.`;
    const answer = await answerOf('code-dialog');
    if (answer !== 'resend') return answer === 'yes' ? input.value : undefined;
    await resend();
  }
}

/** The value of the button that closed the dialog; empty if it was closed in another way. */
function answerOf(id: string): Promise<string> {
  const dialog = find<HTMLDialogElement>(id);
  dialog.returnValue = '';
  dialog.showModal();
  return new Promise((resolve) => {
    dialog.addEventListener('close', () => resolve(dialog.returnValue), { once: true });
  });
}
