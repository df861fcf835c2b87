import type { Platform } from '../../foundation/kernel/callers.ts';
import { assert, InvalidFields } from '../../foundation/kernel/errors.ts';
import type { SignedRequest } from '../../foundation/kernel/signed-requests.ts';
import type { ScaFactor } from '../../parties/sca/challenges.ts';
import { useChallengeOrAbort } from '../../parties/wallets/challenge-record.ts';
import type { WalletResponse } from '../../parties/wallets/deps.ts';
import { unlessProcessing } from '../../parties/wallets/pending-operation.ts';
import { signedRetry, signerOf, stampOf } from '../../parties/wallets/signed-retry.ts';
import type { QuoteDeps } from './deps.ts';
import { getQuote, type Quote } from './record.ts';
import { factorProblems } from './request-rules.ts';
import { requestProof } from './sca-proof.ts';
import { type ExecutionRequest, reasonNotExecutable, startExecution } from './start-execution.ts';

/**
 * Tries to execute in one round trip. A quote that needs more is read, and the response contains an SCA challenge or
 * the challenge of an embedded wallet.
 */
export async function executeQuote(
  deps: QuoteDeps,
  execution: ExecutionRequest & { scaFactor?: ScaFactor | undefined },
  signed: SignedRequest,
): Promise<WalletResponse> {
  const { scaFactor: factor } = execution;
  const problems = factorProblems(factor);
  if (problems.length > 0) throw new InvalidFields(problems);
  const text = await startExecution(deps, execution, { triggeredBy: 'EXECUTE', from: 'PENDING' });
  if (text !== undefined) return { status: 200, text };
  const { platform, quoteId, now, receipt } = execution;
  await receipt.requireFirst();
  const quote = await getQuote(deps.db, platform.id, quoteId);
  if (quote.triggeredBy === 'STAMP') return executeStamped(deps, { ...execution, signed }, quote);
  if (quote.triggeredBy !== 'SCA' || quote.status !== 'PENDING' || quote.expiresAt <= now)
    throw reasonNotExecutable(quote, now);
  const challenged = await requestProof(deps, { platform, quote, factor, now, receipt });
  if (challenged !== undefined) return { status: 200, text: challenged };
  throw reasonNotExecutable(await getQuote(deps.db, platform.id, quoteId), now);
}

type SignedExecution = ExecutionRequest & { signed: SignedRequest };

/**
 * The quote contains the payload to sign, so a first request may already carry the stamp. Without a stamp the response
 * is a challenge, as for every signed retry.
 */
async function executeStamped(deps: QuoteDeps, execution: SignedExecution, quote: Quote): Promise<WalletResponse> {
  const { platform, signed, now } = execution;
  const { accountId, payload } = signable(quote);
  if (signed.signature !== undefined && signed.requestId === undefined) {
    await requireStamp(deps, { platform, now, signature: signed.signature }, quote);
    return unlessProcessing(deps, execution, { wallet: { accountId } }, () => startStamped(deps, execution, []));
  }
  return signedRetry(deps, execution, {
    prepare: async () => {
      requireExecutable(quote, now);
      return { accountId, operation: 'EXECUTE_QUOTE', sign: payload, expiresAt: quote.expiresAt };
    },
    perform: ({ challenge }) => startStamped(deps, execution, [useChallengeOrAbort(challenge)]),
  });
}

interface Stamped {
  platform: Platform;
  now: Date;
  signature: string;
}

/** Requires the stamp of a wallet session over this quote. */
export async function requireStamp(deps: QuoteDeps, stamped: Stamped, quote: Quote): Promise<void> {
  const { platform, now, signature } = stamped;
  requireExecutable(quote, now);
  const stamp = stampOf(deps, platform, signature);
  await signerOf(deps, stamped, { ...signable(quote), stamp });
}

function signable({ transaction: { sourceAccount, quote } }: Quote): { accountId: string; payload: string } {
  assert(sourceAccount && quote.payloadToSign, 'a wallet signs the payload of its quote');
  return { accountId: sourceAccount, payload: quote.payloadToSign };
}

function requireExecutable(quote: Quote, now: Date): void {
  if (quote.status !== 'PENDING' || quote.expiresAt <= now) throw reasonNotExecutable(quote, now);
}

async function startStamped(
  deps: QuoteDeps,
  execution: ExecutionRequest,
  effects: Parameters<typeof startExecution>[2]['effects'] & object,
): Promise<WalletResponse> {
  const text = await startExecution(deps, execution, { triggeredBy: 'STAMP', from: 'PENDING', effects });
  if (text !== undefined) return { status: 200, text };
  throw reasonNotExecutable(await getQuote(deps.db, execution.platform.id, execution.quoteId), execution.now);
}
