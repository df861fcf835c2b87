import type { FundingInstructions } from '../../engine/providers/funding/port.ts';
import { isChainRail } from '../../engine/providers/rails/port.ts';
import { addMs } from '../../foundation/kernel/clock.ts';
import { ApiError } from '../../foundation/kernel/errors.ts';
import { uuidv7 } from '../../foundation/kernel/ids.ts';
import { toJsonAmount } from '../../foundation/kernel/money.ts';
import {
  accountIdentity,
  accountsOf,
  type InternalAccount,
  platformAccounts,
} from '../../parties/accounts/internal-accounts.ts';
import { type Customer, getCustomer } from '../../parties/customers/record.ts';
import { needsSca } from '../../parties/customers/sca-region.ts';
import { currencyInfo } from '../../parties/rates/currencies.ts';
import { customerInformation } from '../arrivals/uma.ts';
import {
  asksOfCounterparty,
  beneficiaryInformation,
  counterpartyInformation,
} from '../transactions/counterparty-information.ts';
import type { ExecutionTrigger, TransactionQuote } from '../transactions/quote-content.ts';
import { addressOf, type QuotedTransaction, type Transaction } from '../transactions/record.ts';
import type { Terms } from '../transactions/terms.ts';
import type { QuoteDeps } from './deps.ts';
import type { Offer, QuoteContext } from './offer.ts';
import { collecting, collectingSeconds, firstPartiesOf } from './rail-payments.ts';
import { signablePayload } from './signable-payload.ts';

/** A quote before it is written, with its transaction and its rail payment. */
export interface Draft extends QuoteContext {
  id: string;
  offer: Offer;
  triggeredBy: ExecutionTrigger;
  expiresAt: Date;
  transaction: QuotedTransaction;
}

export async function draft(deps: QuoteDeps, context: QuoteContext, offer: Offer): Promise<Draft> {
  const uuid = uuidv7();
  const id = `Quote:${uuid}`;
  const triggeredBy = triggerOf(context);
  const expiresAt = addMs(context.now, offer.terms.windowMs);
  const made = { id, offer, triggeredBy, expiresAt, ...context };
  const reference = `UMA-Q${uuid.slice(-12).toUpperCase()}-REF`;
  const terms = await termsOf(deps, made);
  const settlementSeconds = offer.terms.settlementSeconds + (await collectingSeconds(deps, made));
  const [information, customer] = await Promise.all([payeeInformation(deps, made), shownCustomer(deps, made)]);
  const parts = { id: `Transaction:${uuid}`, reference, terms, settlementSeconds, information, customer };
  const base = transactionOf(made, parts);
  const paymentInstructions = instructionsOf(deps, made, base);
  const details = paymentInstructions ? { paymentInstructions, ...base.details } : base.details;
  const quote = quoteOf(made, paymentInstructions);
  return { transaction: { ...base, details, ...collecting(made, base), quote }, ...made };
}

type Drafted = Omit<Draft, 'transaction'>;

function quoteOf(made: Drafted, paymentInstructions: readonly FundingInstructions[] | undefined): TransactionQuote {
  const { platform, payer, request, offer, triggeredBy, expiresAt } = made;
  return {
    expiresAt,
    triggeredBy,
    dailyMax: offer.dailyMax,
    payerId: payer.customer?.id ?? platform.id,
    source: request.source,
    destination: request.destination,
    ...(paymentInstructions && { paymentInstructions }),
    ...(triggeredBy === 'STAMP' && { payloadToSign: signablePayload(made) }),
    railPayment: firstPartiesOf(made),
  };
}

/** The stamp of a wallet replaces strong authentication; payments to trusted payees need no proof. */
function triggerOf(context: QuoteContext): ExecutionTrigger {
  const { payer } = context;
  if (payer.kind === 'PUSH') return 'FUNDING';
  if (payer.kind === 'INTERNAL' && payer.account.type === 'EMBEDDED_WALLET') return 'STAMP';
  return needsProof(context) ? 'SCA' : 'EXECUTE';
}

/** Requires a proof unless this customer trusts the payee; the trust of other payers does not count. */
export function needsProof({ payer: { customer }, payee }: QuoteContext): boolean {
  if (!customer || !needsSca(customer)) return false;
  return !payee.external?.isTrusted || payee.customerId !== customer.id;
}

/** The locked amounts and the accounts that they affect. */
async function termsOf(deps: QuoteDeps, { platform, payer, payee, offer }: Drafted): Promise<Terms> {
  const source = payer.kind === 'INTERNAL' ? payer.account : undefined;
  const feeAccount = offer.fees.platform > 0n ? await platformAccount(deps, platform.id, payer.currency) : undefined;
  const creditTo = payer.kind === 'PUSH' ? await refundAccount(deps, { platform, payer }) : undefined;
  return {
    payment: {
      sent: { amount: offer.sent, currency: payer.currency },
      received: { amount: offer.received, currency: payee.currency },
      fees: offer.fees,
      ...(source && { source: source.id }),
      ...(feeAccount && { platformAccount: feeAccount.id }),
    },
    ...(payee.account && { destination: payee.account.id }),
    ...(creditTo && { creditTo: creditTo.id }),
    accounts: distinct([source, payee.account, feeAccount, creditTo]).map(accountIdentity),
    rail: offer.rail,
    ...(payer.customer && addressOf(payee.shown) && { umaAddress: payer.customer.umaAddress }),
  };
}

async function platformAccount(deps: QuoteDeps, platformId: string, currency: string): Promise<InternalAccount> {
  const [account] = await platformAccounts(deps, platformId, { currency });
  if (account) return account;
  throw new ApiError('INVALID_INPUT', `The platform has no internal account in ${currency} to credit its fee to.`, {
    hint: 'PATCH /config: add INCOMING to enabledTransactionTypes of the currency in supportedCurrencies.',
  });
}

/** Refunds of crypto are credited to an internal account of the asset, never sent to a wallet. */
async function refundAccount(deps: QuoteDeps, { platform, payer }: Pick<Drafted, 'platform' | 'payer'>) {
  if (!currencyInfo(payer.currency).isCrypto) return undefined;
  const owned = payer.customer
    ? await accountsOf(deps, platform.id, payer.customer.id)
    : await platformAccounts(deps, platform.id, { currency: payer.currency });
  const account = owned.find(({ currency, status }) => currency === payer.currency && status === 'ACTIVE');
  if (account) return account;
  throw new ApiError('USER_NOT_READY', `There is no internal account in ${payer.currency} for a refund.`, {
    reason: 'REFUND_ACCOUNT_MISSING',
    hint: `PATCH /config: add INCOMING to enabledTransactionTypes of ${payer.currency}, and ${payer.currency} to the currencies of the customer.`,
  });
}

const distinct = (accounts: readonly (InternalAccount | undefined)[]): InternalAccount[] => [
  ...new Map(accounts.flatMap((account) => (account ? [[account.id, account] as const] : []))).values(),
];

/** Customer whose transactions include the payment: the payer, or the payee when the platform pays. */
async function shownCustomer(deps: QuoteDeps, { platform, payer, payee }: Drafted): Promise<Customer | undefined> {
  if (payer.customer) return payer.customer;
  // A payment to a UMA address arrives as a separate transaction of the receiver.
  if (payee.customerId === null || addressOf(payee.shown) !== undefined) return undefined;
  return getCustomer(deps.db, platform.id, payee.customerId);
}

interface TransactionParts {
  id: string;
  customer: Customer | undefined;
  reference: string;
  terms: Terms;
  settlementSeconds: number;
  /** Known details of the payee, by their wire names. */
  information: Readonly<Record<string, unknown>>;
}

function transactionOf(made: Drafted, parts: TransactionParts): Transaction {
  const { platform, settings, payer, payee, offer, request, now } = made;
  const { id, reference, terms, settlementSeconds, information, customer } = parts;
  return {
    platformId: platform.id,
    id,
    type: 'OUTGOING',
    direction: 'DEBIT',
    status: 'PENDING',
    customerId: customer?.id ?? platform.id,
    platformCustomerId: customer?.platformCustomerId ?? platform.id,
    source: payer.shown,
    destination: payee.shown,
    sourceAccount: payer.kind === 'INTERNAL' ? payer.account.id : (payer.external?.id ?? null),
    // A payment to an address is listed under the address, whichever account is credited.
    destinationAccount: addressOf(payee.shown) ?? payee.account?.id ?? payee.external?.id ?? null,
    sent: terms.payment.sent,
    received: terms.payment.received,
    fees: offer.fees.service + offer.fees.platform,
    reference,
    quote: null,
    details: {
      exchangeRate: offer.exchangeRate,
      platformFees: toJsonAmount(offer.fees.platform),
      ...(made.agentId && { agentId: made.agentId }),
      ...(request.description && { description: request.description }),
      ...(offer.rateDetails && { rateDetails: offer.rateDetails }),
      ...counterpartyInformation(settings, payee.currency, information),
      paymentRail: isBankRail(offer.rail) ? offer.rail : null,
      railSelectionMode: isBankRail(offer.rail) ? (payee.isRailChosen ? 'MANUAL' : 'AUTO') : null,
      expectedSettlementAt: addMs(now, settlementSeconds * 1_000),
      settlementTimelineSeconds: settlementSeconds,
    },
    terms,
    pull: null,
    receiptConfirmedAt: null,
    version: 0n,
    createdAt: now,
    updatedAt: now,
    settledAt: null,
  };
}

/** The API lists no rail for networks, book transfers and UMA. */
const isBankRail = (rail: string): boolean => !['BOOK', 'UMA'].includes(rail) && !isChainRail(rail);

/** Details of the payee from its provider, its external account, or its customer record. */
async function payeeInformation(deps: QuoteDeps, { platform, settings, payee }: Drafted) {
  const { information, external, customerId, currency } = payee;
  const known = information ?? (external && beneficiaryInformation(external));
  if (known || customerId === null || !asksOfCounterparty(settings, currency)) return known ?? {};
  return customerInformation(await getCustomer(deps.db, platform.id, customerId));
}

/** Funding instructions for sources that the service cannot debit on its own. */
function instructionsOf(
  deps: QuoteDeps,
  made: Drafted,
  { reference }: Transaction,
): readonly FundingInstructions[] | undefined {
  const { platform, payer, offer, triggeredBy, id, expiresAt } = made;
  const isPlatformAccount = payer.customer === undefined;
  if (triggeredBy === 'STAMP') {
    const payloadToSign = signablePayload(made);
    const spark = deps.banking.funding[platform.mode].instructionsForPayment({
      id,
      reference,
      currency: payer.currency,
      network: 'SPARK',
      amount: offer.sent,
      isPlatformAccount,
      expiresAt,
    });
    const stamped = { accountType: 'EMBEDDED_WALLET', payloadToSign };
    // Omits the notes, which describe quotes that await funding.
    const infos = [...spark.map(({ accountOrWalletInfo }) => accountOrWalletInfo), stamped];
    return infos.map((accountOrWalletInfo) => ({ isPlatformAccount, accountOrWalletInfo }));
  }
  if (payer.kind !== 'PUSH') return undefined;
  const { network } = payer;
  return deps.banking.funding[platform.mode].instructionsForPayment({
    id,
    reference,
    currency: payer.currency,
    amount: offer.sent,
    isPlatformAccount,
    expiresAt,
    ...(network && { network }),
  });
}
