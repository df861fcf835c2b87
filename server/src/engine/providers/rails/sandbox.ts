import { createHash } from 'node:crypto';
import { ApiError } from '../../../foundation/kernel/errors.ts';
import {
  collectionOutcomes,
  findUmaReceiver,
  type MagicPayment,
  payoutOutcomes,
  type SuffixTable,
  SWITCH_ERROR,
  suffixedName,
  suffixOfName,
  transferOutcomes,
  umaQuoteFailures,
} from '../magic-values.ts';
import { type ExpectedOutcome, isChainRail, type QuotedPayment, type Rail, type RailPayment } from './port.ts';

/** Simulated rails. Magic values of the counterparty select the outcome. */
export const sandboxRail: Rail = {
  supports: () => true,
  submit: async (payment) => {
    const rule = ruleOf(payment);
    return expectedOf(payment).map((expected) => ({ ...withHash(expected, payment), ...(rule && { rule }) }));
  },
  rejection: async (payment) => (payment.origin === 'TRANSFER' ? scenarioOf(payment)?.rejection : undefined),
  ruleOf,
  requireRoute,
  acceptanceMs: (payment) => scenarioOf(payment)?.acceptedAfterMs,
  cancel: async ({ rail }) => CANCELLABLE.has(rail),
};

const CANCELLABLE = new Set(['ACH', 'ACH_SAME_DAY', 'WIRE']);

function requireRoute({ counterparty, description, remittanceInformation }: QuotedPayment): void {
  const isSwitchDown = [description, remittanceInformation].some((text) => text?.endsWith(SWITCH_ERROR));
  if (isSwitchDown) {
    throw new ApiError('SERVICE_SWITCH_ERROR', 'The payment could not be switched to its rail.', {
      hint: 'Nothing has changed. Send the request again.',
    });
  }
  const name = counterparty.type === 'UMA' ? nameOf(counterparty.umaAddress) : '';
  const code = Object.hasOwn(umaQuoteFailures, name) ? umaQuoteFailures[name] : undefined;
  if (code) throw new ApiError(code, `The provider of ${name} rejected the payment: ${code}.`);
}

const expectedOf = (payment: RailPayment): readonly ExpectedOutcome[] => scenarioOf(payment)?.expected ?? UNKNOWN;

function scenarioOf(payment: RailPayment): MagicPayment | undefined {
  const { counterparty } = payment;
  if (counterparty.type === 'UMA') return findUmaReceiver(nameOf(counterparty.umaAddress));
  if (counterparty.type === 'EXTERNAL') return suffixedName(tableOf(payment), counterparty.identifier);
  return undefined;
}

/** Describes the magic value that selects the outcome; undefined for an ordinary counterparty. */
function ruleOf(payment: RailPayment): string | undefined {
  const { counterparty } = payment;
  const scenario = scenarioOf(payment);
  if (!scenario) return undefined;
  if (counterparty.type === 'UMA') return `receiver ${nameOf(counterparty.umaAddress)}: ${scenario.effect}`;
  if (counterparty.type !== 'EXTERNAL' || scenario === tableOf(payment).other) return undefined;
  return `account ends ${suffixOfName(counterparty.identifier)}: ${scenario.effect}`;
}

/** Every PULL uses the outcomes of transfers in, also for quotes. */
function tableOf({ direction, origin }: RailPayment): SuffixTable<MagicPayment> {
  if (direction === 'PULL') return collectionOutcomes;
  return origin === 'QUOTE' ? payoutOutcomes : transferOutcomes;
}

const nameOf = (umaAddress: string): string => umaAddress.replace(/^\$/, '').split('@', 1)[0] ?? '';

const UNKNOWN: readonly ExpectedOutcome[] = [{ afterMs: 0, outcome: { type: 'FAILED', reason: 'ACCOUNT_INVALID' } }];

/** Adds a simulated transaction hash to payments over a blockchain. */
function withHash({ afterMs, outcome }: ExpectedOutcome, { id, rail }: RailPayment): ExpectedOutcome {
  if (outcome.type !== 'COMPLETED' || !isChainRail(rail)) return { afterMs, outcome };
  const transactionHash = createHash('sha256').update(id).digest('hex');
  return { afterMs, outcome: { ...outcome, onChainTransaction: { transactionHash, network: rail } } };
}
