import { type Beneficiary, nameOf } from '../accounts/account-rules.ts';
import { accountsOf, faceOf, type InternalAccount, platformAccounts } from '../accounts/internal-accounts.ts';
import { needsSca } from '../customers/region.ts';
import { addMs } from '../kernel/clock.ts';
import { ApiError } from '../kernel/errors.ts';
import { uuidv7 } from '../kernel/ids.ts';
import { toJsonAmount } from '../kernel/money.ts';
import type { PaymentInstructions } from '../providers/funding/port.ts';
import { cryptoNetworks, type RailPayment } from '../providers/rails/port.ts';
import { currencyInfo, currencyJson } from '../rates/currencies.ts';
import { OPEN_STATUS, type SetOff } from '../transactions/execution.ts';
import { addressOf, type Terms, type Transaction } from '../transactions/record.ts';
import type { QuoteNeeds } from './needs.ts';
import type { Asked, Offer } from './offer.ts';
import { signablePayload } from './payload.ts';
import { collecting, collectingSeconds, payoutOf, pullOf } from './rail-payments.ts';

/** A quote that is ready to be written: its transaction before anything has happened, its face, and what pays it out. */
export interface Draft extends Asked {
  id: string;
  offer: Offer;
  setOffBy: SetOff;
  expiresAt: Date;
  transaction: Transaction;
  /** As the API shows it, its status left open. */
  body: string;
  /** What its rail is told first: the payout, or the pull that it waits for. */
  handedOver: RailPayment;
}

export async function draft(needs: QuoteNeeds, asked: Asked, offer: Offer): Promise<Draft> {
  const uuid = uuidv7();
  const id = `Quote:${uuid}`;
  const setOffBy = setOffOf(asked);
  const expiresAt = addMs(asked.now, offer.terms.windowMs);
  const made = { id, offer, setOffBy, expiresAt, ...asked };
  const reference = `UMA-Q${uuid.slice(-12).toUpperCase()}-REF`;
  const terms = await termsOf(needs, made);
  const settlementSeconds = offer.terms.settlementSeconds + (await collectingSeconds(needs, made));
  const base = transactionOf(made, { id: `Transaction:${uuid}`, reference, terms, settlementSeconds });
  const paymentInstructions = instructionsOf(needs, made, base);
  const details = paymentInstructions ? { paymentInstructions, ...base.details } : base.details;
  const transaction: Transaction = { ...base, details, ...collecting(made, base) };
  const handedOver = pullOf(made, base) ?? payoutOf(made, base);
  return { transaction, body: bodyOf(made, transaction), handedOver, ...made };
}

type Made = Omit<Draft, 'transaction' | 'body' | 'handedOver'>;

/** What a quote waits for. A wallet's stamp is a strong proof already; a payee the customer trusts needs none. */
function setOffOf(asked: Asked): SetOff {
  const { payer } = asked;
  if (payer.kind === 'PUSH') return 'FUNDING';
  if (payer.kind === 'INTERNAL' && payer.account.type === 'EMBEDDED_WALLET') return 'STAMP';
  return needsProof(asked) ? 'SCA' : 'EXECUTE';
}

/** Trust is the customer's own: it says nothing about payments of others to the same account. */
export function needsProof({ payer: { customer }, payee }: Asked): boolean {
  if (!customer || !needsSca(customer)) return false;
  return !payee.external?.isTrusted || payee.customerId !== customer.id;
}

/** The figures as they are locked, and the accounts they touch. */
async function termsOf(needs: QuoteNeeds, { platform, payer, payee, offer }: Made): Promise<Terms> {
  const source = payer.kind === 'INTERNAL' ? payer.account : undefined;
  const earns = offer.fees.platform > 0n ? await platformAccount(needs, platform.id, payer.currency) : undefined;
  const creditTo = payer.kind === 'PUSH' ? await refundAccount(needs, { platform, payer }) : undefined;
  return {
    payment: {
      sent: { amount: offer.sent, currency: payer.currency },
      received: { amount: offer.received, currency: payee.currency },
      fees: offer.fees,
      ...(source && { source: source.id }),
      ...(earns && { platformAccount: earns.id }),
    },
    ...(payee.account && { destination: payee.account.id }),
    ...(creditTo && { creditTo: creditTo.id }),
    accounts: distinct([source, payee.account, earns, creditTo]).map(faceOf),
    rail: offer.rail,
    ...(payer.customer && addressOf(payee.shown) && { umaAddress: payer.customer.umaAddress }),
  };
}

async function platformAccount(needs: QuoteNeeds, platformId: string, currency: string): Promise<InternalAccount> {
  const [account] = await platformAccounts(needs, platformId, { currency });
  if (account) return account;
  throw new ApiError('INVALID_INPUT', `The platform has no internal account in ${currency} that could earn its fee.`, {
    hint: 'PATCH /config: add the currency to supportedCurrencies.',
  });
}

/** Crypto that no payment could use goes to the customer's account of that asset, never back to a wallet. */
async function refundAccount(needs: QuoteNeeds, { platform, payer }: Pick<Made, 'platform' | 'payer'>) {
  if (!currencyInfo(payer.currency).isCrypto) return undefined;
  const owned = payer.customer
    ? await accountsOf(needs, platform.id, payer.customer.id)
    : await platformAccounts(needs, platform.id, { currency: payer.currency });
  const account = owned.find(({ currency, status }) => currency === payer.currency && status === 'ACTIVE');
  if (account) return account;
  throw new ApiError('USER_NOT_READY', `There is no internal account in ${payer.currency} for a refund.`, {
    hint: `Add ${payer.currency} to the currencies of the customer.`,
  });
}

const distinct = (accounts: readonly (InternalAccount | undefined)[]): InternalAccount[] => [
  ...new Map(accounts.flatMap((account) => (account ? [[account.id, account] as const] : []))).values(),
];

interface Given {
  id: string;
  reference: string;
  terms: Terms;
  settlementSeconds: number;
}

function transactionOf(made: Made, given: Given): Transaction {
  const { platform, payer, payee, offer, request, now } = made;
  const { id, reference, terms, settlementSeconds } = given;
  return {
    platformId: platform.id,
    id,
    type: 'OUTGOING',
    direction: 'DEBIT',
    status: 'PENDING',
    customerId: payer.customer?.id ?? platform.id,
    platformCustomerId: payer.customer?.platformCustomerId ?? platform.id,
    source: payer.shown,
    destination: payee.shown,
    sourceAccount: payer.kind === 'INTERNAL' ? payer.account.id : (payer.external?.id ?? null),
    // Who is paid at an address is found by it, wherever the money lands.
    destinationAccount: addressOf(payee.shown) ?? payee.account?.id ?? payee.external?.id ?? null,
    sent: terms.payment.sent,
    received: terms.payment.received,
    fees: offer.fees.service + offer.fees.platform,
    reference,
    quoteId: made.id,
    details: {
      exchangeRate: offer.exchangeRate,
      platformFees: toJsonAmount(offer.fees.platform),
      ...(made.agentId && { agentId: made.agentId }),
      ...(request.description && { description: request.description }),
      ...(offer.rateDetails && { rateDetails: offer.rateDetails }),
      ...counterpartyInformation(made),
      paymentRail: isBankRail(offer.rail) ? offer.rail : null,
      railSelectionMode: isBankRail(offer.rail) ? (payee.isRailWished ? 'MANUAL' : 'AUTO') : null,
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

/** Chains, the house's books and UMA are no payment rails on the wire. */
const isBankRail = (rail: string): boolean => !['BOOK', 'UMA', ...cryptoNetworks].includes(rail);

/** What the platform wants to know of whom it pays, as far as it is known. */
function counterpartyInformation({ settings, payee }: Made): { counterpartyInformation?: Record<string, unknown> } {
  const wanted = settings.supportedCurrencies.find(({ currencyCode }) => currencyCode === payee.currency);
  const beneficiary = payee.external?.accountInfo.beneficiary;
  const known = payee.information ?? (beneficiary && informationOf(beneficiary));
  if (!wanted || !known) return {};
  const found = wanted.requiredCounterpartyFields.filter(({ name }) => known[name] !== undefined);
  if (found.length === 0) return {};
  return { counterpartyInformation: Object.fromEntries(found.map(({ name }) => [name, known[name]])) };
}

function informationOf(beneficiary: Beneficiary): Record<string, unknown> {
  return {
    FULL_NAME: nameOf(beneficiary),
    BIRTH_DATE: beneficiary.birthDate,
    NATIONALITY: beneficiary.nationality,
    EMAIL: beneficiary.email,
    PHONE_NUMBER: beneficiary.phoneNumber,
    POSTAL_ADDRESS: beneficiary.address,
    COUNTRY_OF_RESIDENCE: beneficiary.countryOfResidence,
    TAX_ID: beneficiary.taxId,
    REGISTRATION_NUMBER: beneficiary.registrationNumber,
    USER_TYPE: beneficiary.beneficiaryType,
    COMPANY_LEGAL_NAME: beneficiary.legalName,
  };
}

/** How the money is to be sent, for sources that are not simply debited. */
function instructionsOf(
  needs: QuoteNeeds,
  made: Made,
  { reference }: Transaction,
): readonly PaymentInstructions[] | undefined {
  const { platform, payer, offer, setOffBy, id, expiresAt } = made;
  const isPlatformAccount = payer.customer === undefined;
  if (setOffBy === 'STAMP') {
    const payloadToSign = signablePayload(made);
    const spark = needs.funding[platform.mode].instructionsForPayment({
      id,
      reference,
      currency: payer.currency,
      network: 'SPARK',
      amount: offer.sent,
      isPlatformAccount,
      expiresAt,
    });
    const stamped = { accountType: 'EMBEDDED_WALLET', payloadToSign };
    // Without notes: how a quote that waits for money is paid is nothing for this one.
    const infos = [...spark.map(({ accountOrWalletInfo }) => accountOrWalletInfo), stamped];
    return infos.map((accountOrWalletInfo) => ({ isPlatformAccount, accountOrWalletInfo }));
  }
  if (payer.kind !== 'PUSH') return undefined;
  const { network } = payer;
  return needs.funding[platform.mode].instructionsForPayment({
    id,
    reference,
    currency: payer.currency,
    amount: offer.sent,
    isPlatformAccount,
    expiresAt,
    ...(network && { network }),
  });
}

function bodyOf(made: Made, { id, details, fees }: Transaction): string {
  const { now, expiresAt, payer, payee, offer, request, setOffBy } = made;
  const json = {
    id: made.id,
    status: '~',
    createdAt: now,
    expiresAt,
    source: request.source,
    destination: request.destination,
    sendingCurrency: currencyJson(payer.currency),
    receivingCurrency: currencyJson(payee.currency),
    totalSendingAmount: toJsonAmount(offer.sent),
    totalReceivingAmount: toJsonAmount(offer.received),
    exchangeRate: offer.exchangeRate,
    feesIncluded: toJsonAmount(fees ?? 0n),
    platformFeesIncluded: toJsonAmount(offer.fees.platform),
    ...(details.paymentInstructions && { paymentInstructions: details.paymentInstructions }),
    ...(setOffBy === 'STAMP' && { payloadToSign: signablePayload(made) }),
    transactionId: id,
    ...(details.counterpartyInformation && { counterpartyInformation: details.counterpartyInformation }),
    ...(details.rateDetails && { rateDetails: details.rateDetails }),
  };
  const text = JSON.stringify(json);
  if (!text.includes(OPEN_STATUS)) throw new Error('a quote leaves its status open');
  return text;
}
