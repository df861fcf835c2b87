import { randomDigits } from '../../foundation/kernel/ids.ts';
import type { Scene, Step } from './scene.ts';

const FUNDS = 10_000_000;
/** Ending that selects no special outcome. */
export const ORDINARY = '111';

const address = { line1: '1 Main St', city: 'Arlington', postalCode: '22201', country: 'US' };

/** Creates a customer; the ending of the name selects the result of the identity check. */
export const customer =
  (ending = '', more: object = {}): Step =>
  async (scene) => {
    if (scene.has('Customer')) return;
    const fullName = ending ? `${scene.text('fullName')} ${ending}` : scene.text('fullName');
    scene.add((await scene.api.post('/customers', { customerType: 'INDIVIDUAL', fullName, ...more })).id);
  };

/** Creates a customer of the European Union, whose payments require strong authentication. */
export const europeanCustomer: Step = (scene) =>
  customer('', { region: 'DE', email: scene.text('email'), phoneNumber: '+4915112345678' })(scene);

/** Finds the customer's account in the currency. */
export const account: Step = async (scene) => {
  if (scene.has('InternalAccount')) return;
  const query = `customerId=${scene.id('Customer')}&currency=${scene.text('currency')}`;
  const { data } = await scene.api.get(`/customers/internal-accounts?${query}`);
  scene.add(data[0].id);
};

export const funds: Step = async (scene) => {
  const amount = Math.max(FUNDS, 2 * scene.amount);
  await scene.api.post(`/sandbox/internal-accounts/${scene.id('InternalAccount')}/fund`, { amount });
};

export const payeeBody = (ending: string) => ({
  currency: 'USD',
  accountInfo: {
    accountType: 'USD_ACCOUNT',
    accountNumber: `1${randomDigits(8)}${ending}`,
    routingNumber: '021000021',
    beneficiary: { beneficiaryType: 'INDIVIDUAL', fullName: 'Grace Hopper', address },
  },
});

/** Creates a bank account; the ending of its number selects the outcome of payments. */
export const payee =
  (ending = ORDINARY): Step =>
  async (scene) => {
    if (scene.has('ExternalAccount')) return;
    const body = { customerId: scene.id('Customer'), ...payeeBody(ending) };
    scene.add((await scene.api.post('/customers/external-accounts', body)).id);
  };

export const quoteBody = (scene: Scene) => ({
  source: { sourceType: 'ACCOUNT', accountId: scene.id('InternalAccount') },
  destination: { destinationType: 'ACCOUNT', accountId: scene.id('ExternalAccount') },
  lockedCurrencySide: 'SENDING',
  lockedCurrencyAmount: scene.amount,
});

export const quote: Step = async (scene) => {
  const { id, transactionId } = await scene.api.post('/quotes', quoteBody(scene));
  scene.add(id);
  scene.add(transactionId);
};

export const execution: Step = async (scene) => {
  await scene.api.post(`/quotes/${scene.id('Quote')}/execute`);
};

const payer: readonly Step[] = [customer(), account, funds];
const transferIn: Step = async (scene) => {
  const body = {
    source: { accountId: scene.id('ExternalAccount') },
    destination: { accountId: scene.id('InternalAccount') },
    amount: scene.amount,
  };
  scene.add((await scene.api.post('/transfer-in', body)).id);
};

const toStatus =
  (status: string): Step =>
  async (scene) => {
    await scene.until(`/transactions/${scene.id('Transaction')}`, (transaction) => transaction.status === status);
  };

export const time =
  (seconds: number): Step =>
  (scene) =>
    scene.advance(seconds);

export const quoted = (ending?: string): readonly Step[] => [...payer, payee(ending), quote];
export const paid = (ending?: string): readonly Step[] => [...quoted(ending), execution];
export const collected = (ending?: string): readonly Step[] => [customer(), account, payee(ending), transferIn];
export const collectedAndReturned: readonly Step[] = [...collected('019'), toStatus('COMPLETED'), time(61)];
export const unproved: readonly Step[] = [europeanCustomer, account, funds, payee(), quote, execution];
