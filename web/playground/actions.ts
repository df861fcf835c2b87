import { WalletError } from '../../sdk/wallet/src/index.ts';
import { find } from '../dom.ts';
import { endActivity, type Receipt, startActivity } from './activities.ts';
import { AmountError } from './money.ts';

type Action = () => Promise<Receipt | string>;

let isBusy = false;

/** Runs the action of a button or form, one at a time, and shows its receipt in its step and in the list. */
export function onUse(id: string, step: string, action: Action): void {
  const control = find(id);
  control.addEventListener(control instanceof HTMLFormElement ? 'submit' : 'click', (event) => {
    event.preventDefault();
    void run(step, action);
  });
}

export async function run(step: string, action: Action): Promise<void> {
  if (isBusy) return;
  isBusy = true;
  showResult(step, 'Working …', 'busy');
  startActivity();
  try {
    const result = await action();
    const receipt = typeof result === 'string' ? { title: result } : result;
    endActivity(receipt, 'good');
    showResult(step, receipt.title, 'good');
  } catch (error) {
    const title = errorText(error);
    endActivity({ title }, 'bad');
    showResult(step, title, 'bad');
    if (error instanceof AmountError) error.show();
  } finally {
    isBusy = false;
  }
}

function showResult(step: string, text: string, tone: 'good' | 'bad' | 'busy'): void {
  const result = find(`${step}-result`);
  result.textContent = text;
  result.dataset['tone'] = tone;
}

function errorText(error: unknown): string {
  if (error instanceof AmountError) return error.message;
  if (!(error instanceof WalletError)) return `The page failed: ${error}`;
  const { code, message, rejection } = error;
  return [`${rejection?.code ?? code}: ${message}`, rejection?.hint].filter(Boolean).join(' ');
}
