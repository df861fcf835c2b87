import { ApiError, type FieldError, InvalidFields } from '../../foundation/kernel/errors.ts';
import { isCollectedFor, OTHERS_ACCOUNT } from '../../parties/accounts/collection.ts';
import { requirePayableAccount } from '../../parties/accounts/payable-amount.ts';
import { requireReady } from '../../parties/customers/readiness.ts';
import type { PaymentRoute } from '../../parties/rates/routing.ts';
import type { ScaFactor } from '../../parties/sca/challenges.ts';
import { purposeMissing } from '../transactions/purposes.ts';
import type { QuoteDeps } from './deps.ts';
import type { Offer, QuoteContext } from './offer.ts';
import type { Payee } from './payee.ts';
import { networkProblems, type Payer } from './payer.ts';
import type { QuoteRequest } from './request.ts';

/** Validates rules across fields, which the schema cannot express. */
export function requireShape(request: QuoteRequest): void {
  const problems = shapeProblems(request);
  const needsLookup = problems.includes(LOOKUP_REQUIRED);
  const hint = needsLookup ? 'GET /receiver/uma/{receiverUmaAddress} returns a lookupId.' : undefined;
  if (problems.length > 0) throw new InvalidFields(problems, hint);
}

/** Returns the same problems for a request that may be incomplete. */
export function shapeProblems({ source, destination, lookupId, scaFactor }: Partial<QuoteRequest>): FieldError[] {
  const isPushed = source?.sourceType === 'REALTIME_FUNDING' && source.currency !== undefined;
  const needsLookup = destination?.destinationType === 'UMA_ADDRESS' && lookupId === undefined;
  return [
    ...(isPushed ? networkProblems(source) : []),
    ...factorProblems(scaFactor),
    ...(needsLookup ? [LOOKUP_REQUIRED] : []),
  ];
}

const LOOKUP_REQUIRED: FieldError = { field: 'lookupId', message: 'lookupId is required for UMA destinations.' };

export function factorProblems(scaFactor: ScaFactor | undefined): FieldError[] {
  if (scaFactor !== 'TOTP') return [];
  const message = 'scaFactor TOTP cannot authorize a payment: its codes are not linked to the amount and the payee.';
  return [{ field: 'scaFactor', message, constraint: { enum: ['SMS_OTP', 'PASSKEY'] } }];
}

/** Validates the request against its parties and routes, and reports every invalid field at once. */
export function requireConsistent({ payer, payee, request }: QuoteContext, routes: readonly PaymentRoute[]): void {
  const immediate = immediateProblems(payer, request);
  const missing = payerDataProblems(payee, request);
  const problems = [
    ...payer.problems,
    ...payee.problems,
    ...lookupProblems(payer, payee),
    ...pullProblems(payer, payee),
    ...immediate.problems,
    ...overrideProblems(payer, request),
    ...purposeProblems(payee, request, routes),
  ];
  if (problems.length > 0) throw new InvalidFields([...problems, ...missing], immediate.hint);
  if (missing.length === 0) return;
  throw new ApiError('MISSING_MANDATORY_USER_INFO', 'The receiver requires more about the sender.', {
    errors: missing,
  });
}

/** A lookup is valid for its sender only. Payments of the platform, which has no address, may use any lookup. */
function lookupProblems({ customer }: Payer, { lookup }: Payee): FieldError[] {
  if (!lookup || !customer) return [];
  const { customerId, counterparty } = lookup;
  // The other provider knows the address that the customer had at the time of the lookup.
  const isSameAddress = !counterparty || counterparty.payer === customer.umaAddress;
  if (customerId === customer.id && isSameAddress) return [];
  return [{ field: 'lookupId', message: 'lookupId belongs to a lookup for another sender than source.' }];
}

/** A pull may only credit accounts of the customer who owns the external account. */
function pullProblems(payer: Payer, { account }: Payee): FieldError[] {
  if (payer.kind !== 'PULL' || !account || isCollectedFor(payer.external, account)) return [];
  return [{ field: 'source.accountId', message: `source.accountId ${OTHERS_ACCOUNT}.` }];
}

export function requireParties({ payer, payee, settings }: QuoteContext): void {
  if (payer.customer) requireReady(payer.customer, settings);
  rejectSelfPayment(payer, payee);
}

function rejectSelfPayment(payer: Payer, payee: Payee): void {
  const from = payer.kind === 'INTERNAL' ? payer.account.id : payer.external?.id;
  const to = payee.account?.id ?? payee.external?.id;
  const isOwnAddress =
    payee.lookup?.receiver.type === 'UMA' && payer.customer?.umaAddress === payee.lookup.receiver.umaAddress;
  if (!isOwnAddress && (from === undefined || from !== to)) return;
  throw new ApiError('SELF_PAYMENT', 'Source and destination are the same.');
}

function immediateProblems(
  payer: Payer,
  { immediatelyExecute }: QuoteRequest,
): { problems: FieldError[]; hint?: string } {
  const field = 'immediatelyExecute';
  if (immediatelyExecute && payer.kind === 'PUSH') {
    const message = `${field} requires a source that can be debited: an internal account, or an external one with direct pull.`;
    return { problems: [{ field, message }] };
  }
  if (!immediatelyExecute || payer.kind !== 'INTERNAL' || payer.account.type !== 'EMBEDDED_WALLET') {
    return { problems: [] };
  }
  const hint = 'Create the quote without it, then execute it with the stamp over payloadToSign.';
  return { problems: [{ field, message: `${field} is not supported for an embedded wallet.` }], hint };
}

/** A fee override applies only to payments in US dollars, its own currency. */
function overrideProblems({ currency }: Payer, { platformFeeOverride }: QuoteRequest): FieldError[] {
  if (!platformFeeOverride) return [];
  const field = 'platformFeeOverride';
  const problems: FieldError[] = [];
  if (currency !== 'USD')
    problems.push({ field, message: `${field} is supported for payments in USD only, not in ${currency}.` });
  if (platformFeeOverride.platformFixedFee.currency !== currency) {
    const at = `${field}.platformFixedFee.currency`;
    problems.push({ field: at, message: `${at} must be the sending currency, ${currency}.` });
  }
  return problems;
}

function purposeProblems(
  { currency }: Payee,
  { purposeOfPayment }: QuoteRequest,
  routes: readonly PaymentRoute[],
): FieldError[] {
  if (purposeOfPayment !== undefined || !routes.some(({ terms }) => terms.requiresPurpose)) return [];
  return [purposeMissing(currency)];
}

/** Mandatory payer data of the lookup that the request omits. */
function payerDataProblems({ lookup }: Payee, { senderCustomerInfo = {} }: QuoteRequest): FieldError[] {
  const required = (lookup?.requiredFields ?? []).filter(({ mandatory }) => mandatory);
  const missing = required.filter(({ name }) => isBlank(senderCustomerInfo[name]));
  return missing.map(({ name }) => ({
    field: `senderCustomerInfo.${name}`,
    message: `senderCustomerInfo.${name} is required by the receiver.`,
  }));
}

const isBlank = (value: unknown): boolean => value === undefined || value === null || value === '';

/** Requires that the external account of the payee may receive this amount. */
export async function requirePayable(
  deps: QuoteDeps,
  { platform, payee, now }: QuoteContext,
  offer: Offer,
): Promise<void> {
  if (!payee.external) return;
  const payout = { mode: platform.mode, account: payee.external, amount: offer.received, now };
  await requirePayableAccount(deps.payments.rates, payout);
}
