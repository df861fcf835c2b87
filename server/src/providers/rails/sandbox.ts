import { createHash } from 'node:crypto';
import { payoutOutcomes, suffixedName, transferOutcomes, umaReceivers } from '../magic-values.ts';
import { cryptoNetworks, type Foreseen, type Rail, type RailPayment } from './port.ts';

/** Rails where the destination decides what happens, by its magic value. */
export const sandboxRail: Rail = {
  supports: () => true,
  submit: async (payment) => foreseenOf(payment).map((foreseen) => withHash(foreseen, payment)),
  refusal: async ({ counterparty, origin }) =>
    counterparty.type === 'EXTERNAL' && origin === 'TRANSFER'
      ? suffixedName(transferOutcomes, counterparty.identifier).refusal
      : undefined,
  cancel: async ({ rail }) => CANCELLABLE.has(rail),
};

const CANCELLABLE = new Set(['ACH', 'WIRE']);

function foreseenOf({ counterparty, origin, direction }: RailPayment): readonly Foreseen[] {
  // The account that money is collected from has the outcomes of transfers, whatever it is collected for.
  const isQuote = origin === 'QUOTE' && direction === 'PAYOUT';
  switch (counterparty.type) {
    case 'UMA':
      return umaReceivers[nameOf(counterparty.umaAddress)]?.foreseen ?? UNKNOWN;
    case 'EXTERNAL':
      return suffixedName(isQuote ? payoutOutcomes : transferOutcomes, counterparty.identifier).foreseen;
    case 'INTERNAL':
      return UNKNOWN;
  }
}

const nameOf = (umaAddress: string): string => umaAddress.replace(/^\$/, '').split('@', 1)[0] ?? '';

const UNKNOWN: readonly Foreseen[] = [{ afterMs: 0, outcome: { type: 'FAILED', reason: 'ACCOUNT_INVALID' } }];

/** A chain tells the hash under which everybody can see the transfer. */
function withHash({ afterMs, outcome }: Foreseen, { id, rail }: RailPayment): Foreseen {
  if (outcome.type !== 'COMPLETED' || !(cryptoNetworks as readonly string[]).includes(rail))
    return { afterMs, outcome };
  const transactionHash = createHash('sha256').update(id).digest('hex');
  return { afterMs, outcome: { ...outcome, onChainTransaction: { transactionHash, network: rail } } };
}
