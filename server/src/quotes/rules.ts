import { requirePayableAccount } from '../accounts/payable.ts';
import { requireReady } from '../customers/readiness.ts';
import { ApiError, type FieldError, InvalidFields } from '../kernel/errors.ts';
import type { ScaFactor } from '../sca/challenges.ts';
import type { Way } from '../transactions/ways.ts';
import type { QuoteNeeds } from './needs.ts';
import type { Asked, Offer } from './offer.ts';
import type { Payee } from './payee.ts';
import { networkProblems, type Payer } from './payer.ts';
import type { QuoteRequest } from './request.ts';

/** What the schema cannot say of a request by itself. */
export function requireShape(request: QuoteRequest): void {
  const problems = shapeProblems(request);
  const needsLookup = problems.includes(LOOKUP_REQUIRED);
  const hint = needsLookup ? 'GET /receiver/uma/{receiverUmaAddress} gives a lookupId.' : undefined;
  if (problems.length > 0) throw new InvalidFields(problems, hint);
}

/** The same of a request that need not be whole. */
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

/** What the request says about these parties that does not fit them: every field of it at once. */
export function requireSense({ payer, payee, request }: Asked, ways: readonly Way[]): void {
  const immediate = immediateProblems(payer, request);
  const unknown = payerDataProblems(payee, request);
  const problems = [
    ...payer.problems,
    ...payee.problems,
    ...immediate.problems,
    ...overrideProblems(payer, request),
    ...purposeProblems(payee, request, ways),
  ];
  if (problems.length > 0) throw new InvalidFields([...problems, ...unknown], immediate.hint);
  if (unknown.length === 0) return;
  throw new ApiError('MISSING_MANDATORY_USER_INFO', 'The receiver requires more about the sender.', {
    errors: unknown,
  });
}

/** Who may pay whom at all. */
export function requireParties({ payer, payee, settings }: Asked): void {
  if (payer.customer) requireReady(payer.customer, settings);
  refuseSelfPayment(payer, payee);
}

function refuseSelfPayment(payer: Payer, payee: Payee): void {
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
    const message = `${field} needs a source that can be debited: an internal account, or an external one with direct pull.`;
    return { problems: [{ field, message }] };
  }
  if (!immediatelyExecute || payer.kind !== 'INTERNAL' || payer.account.type !== 'EMBEDDED_WALLET') {
    return { problems: [] };
  }
  const hint = 'Create the quote without it, then execute it with the stamp over payloadToSign.';
  return { problems: [{ field, message: `${field} is not supported for an embedded wallet.` }], hint };
}

/** A fee of the platform's choice is for payments in US dollars, and counted in them. */
function overrideProblems({ currency }: Payer, { platformFeeOverride }: QuoteRequest): FieldError[] {
  if (!platformFeeOverride) return [];
  const field = 'platformFeeOverride';
  const problems: FieldError[] = [];
  if (currency !== 'USD') problems.push({ field, message: `${field} is for payments in USD, not in ${currency}.` });
  if (platformFeeOverride.platformFixedFee.currency !== currency) {
    const at = `${field}.platformFixedFee.currency`;
    problems.push({ field: at, message: `${at} must be the sending currency, ${currency}.` });
  }
  return problems;
}

function purposeProblems({ currency }: Payee, { purposeOfPayment }: QuoteRequest, ways: readonly Way[]): FieldError[] {
  if (purposeOfPayment !== undefined || !ways.some(({ terms }) => terms.requiresPurpose)) return [];
  return [{ field: 'purposeOfPayment', message: `purposeOfPayment is required for payments in ${currency}.` }];
}

/** What the receiving side asked for in the lookup. */
function payerDataProblems({ lookup }: Payee, { senderCustomerInfo = {} }: QuoteRequest): FieldError[] {
  const asked = (lookup?.requiredPayerDataFields ?? []).filter(({ mandatory }) => mandatory);
  const missing = asked.filter(({ name }) => isBlank(senderCustomerInfo[name]));
  return missing.map(({ name }) => ({
    field: `senderCustomerInfo.${name}`,
    message: `senderCustomerInfo.${name} is required by the receiver.`,
  }));
}

const isBlank = (value: unknown): boolean => value === undefined || value === null || value === '';

/** Whether an account outside may be paid at all, and so much. */
export async function requirePayable(needs: QuoteNeeds, { platform, payee, now }: Asked, offer: Offer): Promise<void> {
  if (!payee.external) return;
  const payout = { mode: platform.mode, account: payee.external, amount: offer.received, now };
  await requirePayableAccount(needs.rates, payout);
}
