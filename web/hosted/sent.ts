import { select } from '../dom.ts';

/** Marks a form as sent, to prevent a second submission. */
export function setSent(form: HTMLFormElement, isSent: boolean): void {
  if (isSent) form.dataset['sent'] = 'yes';
  else delete form.dataset['sent'];
  select('button[type=submit]', form).setAttribute('aria-busy', String(isSent));
}
