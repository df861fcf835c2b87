import type { Platform } from '../kernel/callers.ts';
import { InvalidFields } from '../kernel/errors.ts';
import type { SignedRequest } from '../kernel/signed-requests.ts';
import type { ScaFactor } from '../sca/challenges.ts';
import { useChallengeBeside } from '../wallets/challenge-record.ts';
import type { WalletAnswer } from '../wallets/needs.ts';
import { unlessAtWork } from '../wallets/processing.ts';
import { signedRetry, signerOf, stampOf } from '../wallets/signed-retry.ts';
import { requestProof } from './authorization.ts';
import { type Execution, setOff, whyNot } from './execution.ts';
import type { QuoteNeeds } from './needs.ts';
import { findQuote, type Quote } from './record.ts';
import { factorProblems } from './rules.ts';

/**
 * One round trip: whoever comes first executes the quote, and everybody else learns what it waits for. A quote that
 * needs strong customer authentication asks for it, one from an embedded wallet for the stamp of its holder.
 */
export async function executeQuote(
  needs: QuoteNeeds,
  execution: Execution & { scaFactor?: ScaFactor | undefined },
  signed: SignedRequest,
): Promise<WalletAnswer> {
  const { scaFactor: factor } = execution;
  const problems = factorProblems(factor);
  if (problems.length > 0) throw new InvalidFields(problems);
  const text = await setOff(needs, execution, { setOffBy: 'EXECUTE', from: 'PENDING' });
  if (text !== undefined) return { status: 200, text };
  const { platform, quoteId, now, receipt } = execution;
  await receipt.requireFirst();
  const quote = await findQuote(needs.db, platform.id, quoteId);
  if (quote.setOffBy === 'STAMP') return executeStamped(needs, { ...execution, signed }, quote);
  if (quote.setOffBy !== 'SCA' || quote.status !== 'PENDING' || quote.expiresAt <= now) throw whyNot(quote, now);
  const asked = await requestProof(needs, { platform, quote, factor, now, receipt });
  if (asked !== undefined) return { status: 200, text: asked };
  throw whyNot(await findQuote(needs.db, platform.id, quoteId), now);
}

type SignedExecution = Execution & { signed: SignedRequest };

/**
 * The quote has told what to sign, so that its stamp may come at once; without any header it is asked for, and then
 * comes as with every signed retry.
 */
async function executeStamped(needs: QuoteNeeds, execution: SignedExecution, quote: Quote): Promise<WalletAnswer> {
  const { platform, signed, now } = execution;
  const { accountId, payload } = signable(quote);
  if (signed.signature !== undefined && signed.requestId === undefined) {
    await requireStamp(needs, { platform, now, signature: signed.signature }, quote);
    return unlessAtWork(needs, execution, { wallet: { accountId } }, () => started(needs, execution, []));
  }
  return signedRetry(needs, execution, {
    ask: async () => {
      requireWaiting(quote, now);
      return { accountId, operation: 'EXECUTE_QUOTE', sign: payload, expiresAt: quote.expiresAt };
    },
    perform: ({ challenge }) => started(needs, execution, [useChallengeBeside(challenge)]),
  });
}

interface Stamped {
  platform: Platform;
  now: Date;
  signature: string;
}

/** The stamp of a session of the wallet, over just this quote. */
export async function requireStamp(needs: QuoteNeeds, stamped: Stamped, quote: Quote): Promise<void> {
  const { platform, now, signature } = stamped;
  requireWaiting(quote, now);
  const stamp = stampOf(needs, platform, signature);
  await signerOf(needs, stamped, { ...signable(quote), stamp });
}

function signable({ body }: Quote): { accountId: string; payload: string } {
  const { source, payloadToSign } = JSON.parse(body);
  return { accountId: source.accountId, payload: payloadToSign };
}

function requireWaiting(quote: Quote, now: Date): void {
  if (quote.status !== 'PENDING' || quote.expiresAt <= now) throw whyNot(quote, now);
}

async function started(
  needs: QuoteNeeds,
  execution: Execution,
  effects: Parameters<typeof setOff>[2]['effects'] & object,
): Promise<WalletAnswer> {
  const text = await setOff(needs, execution, { setOffBy: 'STAMP', from: 'PENDING', effects });
  if (text !== undefined) return { status: 200, text };
  throw whyNot(await findQuote(needs.db, execution.platform.id, execution.quoteId), execution.now);
}
