import { randomHex } from '../../foundation/kernel/ids.ts';
import { UsageError } from '../../foundation/runtime/errors.ts';
import type { Json } from './api.ts';
import { account, customer, funds } from './payment-steps.ts';
import type { Step } from './scene.ts';

const issued: Step = async (scene) => {
  if (scene.has('Card')) return;
  const body = {
    cardholderId: scene.id('Customer'),
    platformCardId: `card-${randomHex(32)}x`,
    form: 'VIRTUAL',
    fundingSources: [scene.id('InternalAccount')],
  };
  const { id } = await scene.api.post('/cards', body);
  scene.add(id);
  await scene.until(`/cards/${id}`, ({ state }) => state === 'ACTIVE');
};

/** Replaces the funding source by the customer's wallet, which can fund a card as well. */
const otherSource: Step = async (scene) => {
  const query = `customerId=${scene.id('Customer')}&limit=100`;
  const { data } = await scene.api.get(`/customers/internal-accounts?${query}`);
  const isOther = ({ id, balance }: Json): boolean =>
    ['USD', 'USDB'].includes(balance.currency.code) && id !== scene.id('InternalAccount');
  const other = data.find(isOther);
  if (!other)
    throw new UsageError('The customer has no other account in USD or USDB.', 'Add USDB to supportedCurrencies.');
  await scene.api.patch(`/cards/${scene.id('Card')}`, { fundingSources: [other.id] });
};

/** Creates an authorization; the ending of the merchant's name selects the decision. */
const authorization =
  (ending = ''): Step =>
  async (scene) => {
    const descriptor = ending ? `${scene.text('merchant')} ${ending}` : scene.text('merchant');
    const merchant = { descriptor, mcc: '5814', country: 'US' };
    const body = { amount: scene.amount, currency: { code: 'USD' }, merchant };
    scene.add((await scene.api.post(`/sandbox/cards/${scene.id('Card')}/simulate/authorization`, body)).id);
  };

/** Clears or returns a share of the authorized amount. */
const settlement =
  (kind: 'clearing' | 'return', share: number): Step =>
  async (scene) => {
    const body = { cardTransactionId: scene.id('CardTransaction'), amount: Math.round(scene.amount * share) };
    await scene.api.post(`/sandbox/cards/${scene.id('Card')}/simulate/${kind}`, body);
  };

/** Sends a message about a dispute of the purchase. */
const disputeStep =
  (kind: string, more: object = {}): Step =>
  async (scene) => {
    const subject = scene.has('CardDispute')
      ? { cardDisputeId: scene.id('CardDispute') }
      : { cardTransactionId: scene.id('CardTransaction') };
    const path = `/sandbox/cards/${scene.id('Card')}/simulate/dispute_${kind}`;
    const { id } = await scene.api.post(path, { ...subject, ...more });
    if (!scene.has('CardDispute')) scene.add(id);
  };

/** Exceeds the balance of every account in a scene. */
const EXCESSIVE = 1_000_000;

export const card: readonly Step[] = [customer(), account, funds, issued];
export const fundedElsewhere: readonly Step[] = [...card, otherSource];
export const authorized = (ending?: string): readonly Step[] => [...card, authorization(ending)];
export const cleared = (share: number): readonly Step[] => [...authorized(), settlement('clearing', share)];
export const refunded: readonly Step[] = [...cleared(1), settlement('return', 1)];
export const disputed: readonly Step[] = [...cleared(1), disputeStep('open')];
export const disputeCredited: readonly Step[] = [...disputed, disputeStep('provisional_credit')];
export const disputeReversed: readonly Step[] = [...disputeCredited, disputeStep('provisional_credit_reversal')];
export const disputeClosed = (outcome: 'WON' | 'LOST'): readonly Step[] => [
  ...disputed,
  disputeStep('close', { outcome }),
];
export const exceeded: readonly Step[] = cleared(EXCESSIVE);
