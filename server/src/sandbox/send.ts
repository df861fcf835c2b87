import { createHash } from 'node:crypto';
import type { Receipt } from '../db/receipt.ts';
import type { Platform } from '../kernel/callers.ts';
import { whyNot } from '../quotes/execution.ts';
import { findQuote } from '../quotes/record.ts';
import { currencyInfo } from '../rates/currencies.ts';
import { fundQuote, type PayerDetails } from '../transactions/arrivals.ts';
import type { PaymentNeeds } from '../transactions/lifecycle.ts';
import { findTransaction, type Transaction, transactionJson } from '../transactions/record.ts';

interface Send {
  platform: Platform;
  quoteId: string;
  currencyCode: string;
  currencyAmount?: number | undefined;
  now: Date;
  receipt: Receipt;
}

/** Somebody pays one of the payment instructions of a quote. */
export async function send(needs: PaymentNeeds, request: Send): Promise<string> {
  const { platform, quoteId, currencyCode, currencyAmount, now, receipt } = request;
  currencyInfo(currencyCode);
  const quote = await findQuote(needs.db, platform.id, quoteId);
  const transaction = await findTransaction(needs.db, platform.id, quote.transactionId);
  const amount = currencyAmount === undefined ? (transaction.sent?.amount ?? 0n) : BigInt(currencyAmount);
  const arrived = { amount, currency: currencyCode };
  const payer = inventedPayer(transaction);
  const funded = await fundQuote(needs, { platform, quoteId, arrived, payer, at: now, receipt });
  if (funded) return JSON.stringify(transactionJson(funded));
  throw whyNot(await findQuote(needs.db, platform.id, quoteId), now);
}

interface Instruction {
  accountOrWalletInfo: { accountType: string; paymentRails?: readonly string[] };
}

/** As a bank or a chain would tell of it, by the first of the instructions: the same for one quote every time. */
function inventedPayer({ id, sent, reference, details }: Transaction): PayerDetails {
  const [instruction] = (details.paymentInstructions ?? []) as readonly Instruction[];
  const trace = createHash('sha256').update(`${id}/funding`).digest('hex');
  const info = instruction?.accountOrWalletInfo;
  if (sent && currencyInfo(sent.currency).isCrypto) {
    const network = info?.accountType.replace(/_(WALLET|L1)$/, '') ?? '';
    // What is paid over Lightning is on no chain.
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
