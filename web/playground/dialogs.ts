import type { CodePrompt, Description } from '../../sdk/wallet/src/index.ts';
import { described, find } from './dom.ts';

const problems = { WRONG_CODE: 'That was not the code. ', NO_LONGER_VALID: 'That code is not valid any more. ' };

/** Shows in words what is to be signed; anything but the button that says yes is a no. */
export async function confirmInWords({ title, lines, payload, isUnderstood }: Description): Promise<boolean> {
  find('confirm-title').textContent = title;
  find('confirm-warning').hidden = isUnderstood;
  find('confirm-lines').replaceChildren(...described(lines));
  find('confirm-payload').textContent = payload;
  return (await answerOf('confirm')) === 'yes';
}

/** Asks for the code that was sent. */
export async function askForCode({ sentTo, problem, resend }: CodePrompt): Promise<string | undefined> {
  const input = find<HTMLInputElement>('code');
  for (let note = problem ? problems[problem] : ''; ; note = 'A new code is on its way. ') {
    input.value = '';
    find('code-about').textContent = `${note}It was sent to ${sentTo}.`;
    const answer = await answerOf('code-dialog');
    if (answer !== 'resend') return answer === 'yes' ? input.value : undefined;
    await resend();
  }
}

/** The value of the button that closed it; empty where it was closed otherwise. */
function answerOf(id: string): Promise<string> {
  const dialog = find<HTMLDialogElement>(id);
  dialog.returnValue = '';
  dialog.showModal();
  return new Promise((resolve) => {
    dialog.addEventListener('close', () => resolve(dialog.returnValue), { once: true });
  });
}
