import { createHash } from 'node:crypto';
import type { Receipt } from '../../foundation/db/idempotency-receipt.ts';
import type { Platform } from '../../foundation/kernel/callers.ts';
import { ApiError, InvalidFields } from '../../foundation/kernel/errors.ts';
import { currencyInfo } from '../../parties/rates/currencies.ts';
import { applyFunding, getQuoted, type PayerDetails } from '../../payments/arrivals/quote-funding.ts';
import type { QuoteDeps } from '../../payments/quotes/deps.ts';
import { getQuote } from '../../payments/quotes/record.ts';
import { reasonNotExecutable, startExecution } from '../../payments/quotes/start-execution.ts';
import { type Transaction, transactionJson } from '../../payments/transactions/record.ts';
import type { Money } from '../../payments/transactions/terms.ts';

interface Send {
  platform: Platform;
  quoteId: string;
  currencyCode: string;
  currencyAmount?: number | undefined;
  now: Date;
  receipt: Receipt;
}

/** Simulates the funding of a quote: pays one of its instructions, or collects from a debitable account. */
export async function send(deps: QuoteDeps, request: Send): Promise<string> {
  const { platform, quoteId, currencyCode, currencyAmount, now, receipt } = request;
  currencyInfo(currencyCode);
  const transaction = await getQuoted(deps.db, request);
  if (transaction.pull !== null) return pull(deps, request, transaction);
  const amount = currencyAmount === undefined ? (transaction.sent?.amount ?? 0n) : BigInt(currencyAmount);
  const arrived = { amount, currency: currencyCode };
  const payer = simulatedPayer(transaction);
  const funded = await applyFunding(deps, { platform, quoteId, arrived, payer, at: now, receipt }, transaction);
  if (funded) return JSON.stringify(transactionJson(funded));
  throw reasonNotExecutable(await getQuote(deps.db, platform.id, quoteId), now);
}

/** Collects the quoted amount, like POST /quotes/{quoteId}/execute. */
async function pull(deps: QuoteDeps, request: Send, { sent }: Transaction): Promise<string> {
  const { currencyCode, currencyAmount, ...execution } = request;
  const { platform, quoteId, now } = execution;
  requireQuoted(sent, { currencyCode, currencyAmount });
  const responseOf = (started: Transaction): string => JSON.stringify(transactionJson(started));
  const text = await startExecution(deps, execution, { triggeredBy: 'EXECUTE', from: 'PENDING', responseOf });
  if (text !== undefined) return text;
  throw reasonNotExecutable(await getQuote(deps.db, platform.id, quoteId), now);
}

function requireQuoted(sent: Money | null, requested: Pick<Send, 'currencyCode' | 'currencyAmount'>): void {
  const { currencyCode, currencyAmount } = requested;
  if (sent && sent.currency !== currencyCode) {
    throw new ApiError('INVALID_CURRENCY', `currencyCode must be ${sent.currency}, the sending currency of the quote.`);
  }
  if (currencyAmount === undefined || BigInt(currencyAmount) === sent?.amount) return;
  const message = `currencyAmount must be ${sent?.amount}, the quoted amount, or be left out.`;
  throw new InvalidFields([{ field: 'currencyAmount', message }]);
}

interface Instruction {
  accountOrWalletInfo: { accountType: string; paymentRails?: readonly string[] };
}

/** Payer details for the first instruction, as a bank or a network would report them. Deterministic per quote. */
function simulatedPayer({ id, sent, reference, details }: Transaction): PayerDetails {
  const [instruction] = (details.paymentInstructions ?? []) as readonly Instruction[];
  const trace = createHash('sha256').update(`${id}/funding`).digest('hex');
  const info = instruction?.accountOrWalletInfo;
  if (sent && currencyInfo(sent.currency).isCrypto) {
    const network = info?.accountType.replace(/_(WALLET|L1)$/, '') ?? '';
    // Lightning payments have no transaction on a chain.
    return network === 'LIGHTNING'
      ? { traceNumber: trace }
      : { onChainTransaction: { transactionHash: trace, network } };
  }
  const [paymentRail] = info?.paymentRails ?? [];
  const digits = BigInt(`0x${trace}`).toString();
  return {
    accountHolderName: 'Sandbox Payer',
    accountIdentifier: `****${digits.slice(0, 4)}`,
    bankName: 'Causeway Sandbox Bank',
    ...(paymentRail && { paymentRail }),
    remittanceInformation: reference,
    endToEndId: trace.slice(0, 32).toUpperCase(),
    traceNumber: digits.slice(0, 15),
  };
}
