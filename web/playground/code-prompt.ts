import type { CodePrompt } from '../../sdk/wallet/src/index.ts';
import { find } from '../dom.ts';
import { answerOf } from './dialogs.ts';
import { magicCode } from './magic-code.ts';

const problems = { WRONG_CODE: 'The code was wrong. ', NO_LONGER_VALID: 'The code is no longer valid. ' };

/** Prompts for the code. */
export async function promptForCode({ sentTo, problem, resend }: CodePrompt): Promise<string | undefined> {
  const input = find<HTMLInputElement>('code');
  find('magic-code').textContent = await magicCode();
  for (let note = problem ? problems[problem] : ''; ; note = 'A new code was sent. ') {
    input.value = '';
    find('code-about').textContent = `${note}It was sent to ${sentTo}.`;
    const answer = await answerOf('code-dialog');
    if (answer !== 'resend') return answer === 'yes' ? input.value : undefined;
    await resend();
  }
}
