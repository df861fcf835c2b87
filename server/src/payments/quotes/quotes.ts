import { enqueue } from '../../engine/jobs/queue.ts';
import type { Effect } from '../../foundation/db/effects.ts';
import type { Receipt } from '../../foundation/db/idempotency-receipt.ts';
import type { Platform } from '../../foundation/kernel/callers.ts';
import { addMs } from '../../foundation/kernel/clock.ts';
import { type Customer, customerDeleted, requireNotDeleted } from '../../parties/customers/record.ts';
import { getSettings } from '../../parties/platforms/config.ts';
import { getPaymentRoutes } from '../../parties/rates/routing.ts';
import { applyWithChallenge } from '../../parties/sca/challenges.ts';
import { outcomeJob } from '../transactions/legs.ts';
import { begin } from '../transactions/record.ts';
import { writeTransition } from '../transitions/apply.ts';
import { PENDING } from '../transitions/outcomes.ts';
import { firstRailPayment, startTransition } from '../transitions/start.ts';
import type { QuoteDeps } from './deps.ts';
import { type Draft, draft, needsProof } from './draft.ts';
import { makeOffer, type QuoteContext } from './offer.ts';
import { getPayee } from './payee.ts';
import { getPayer } from './payer.ts';
import { quoteText, referenceOf } from './record.ts';
import type { QuoteRequest } from './request.ts';
import { requireConsistent, requireParties, requirePayable, requireShape } from './request-rules.ts';
import { openProofChallenge, PENDING_AUTHORIZATION, pendingAuthorizationText, requiredProofs } from './sca-proof.ts';
import { explainStartFailure } from './start-execution.ts';
import { agreeWithCounterparty } from './uma-agreement.ts';

interface CreateQuote {
  platform: Platform;
  request: QuoteRequest;
  now: Date;
  receipt: Receipt;
  agentId?: string;
}

export interface QuoteResponse {
  status: 201 | 202;
  text: string;
}

/** Creates a quote whose rate holds until it expires, and its transaction. */
export async function createQuote(
  deps: QuoteDeps,
  { platform, request, now, receipt, agentId }: CreateQuote,
): Promise<QuoteResponse> {
  requireShape(request);
  const [settings, payer, payee] = await Promise.all([
    getSettings(deps.db, platform.id),
    getPayer(deps, platform, request),
    getPayee(deps, request, { platform, now }),
    // Runs in parallel with the other reads to save a round trip.
    receipt.requireFirst(),
  ]);
  const context: QuoteContext = { platform, settings, payer, payee, request, now, agentId };
  const routes = await getPaymentRoutes(deps, {
    mode: platform.mode,
    from: payer.currency,
    to: payee.currency,
    rails: payee.rails,
    isRealtimeFunded: payer.kind === 'PUSH',
    now,
  });
  requireConsistent(context, routes);
  requireParties(context);
  const { description, remittanceInformation } = request;
  deps.banking.rails[platform.mode].requireRoute?.({
    counterparty: payee.counterparty,
    description,
    remittanceInformation,
  });
  const offer = await makeOffer(deps, context, routes);
  await requirePayable(deps, context, offer);
  const agreed = await agreeWithCounterparty(deps, context, offer);
  const made = await draft(deps, agreed.context, agreed.offer);
  await deps.ledger.systemAccounts.ensure(platform.id, [payer.currency, payee.currency], now);
  const isProofDue = made.triggeredBy === 'FUNDING' || request.immediatelyExecute;
  if (isProofDue && payer.customer && needsProof(context))
    return writePendingAuthorization(deps, made, { customer: payer.customer, receipt });
  return request.immediatelyExecute && made.triggeredBy === 'EXECUTE'
    ? executeAtOnce(deps, made, receipt)
    : writeQuote(deps, made, receipt);
}

async function writeQuote(deps: QuoteDeps, made: Draft, receipt: Receipt): Promise<QuoteResponse> {
  const text = quoteText(made.transaction, 'PENDING');
  const { changed, effects } = beginning(deps, made);
  await deps.payments.fastPath.additions.add([
    ...effects,
    ...receipt.record({ status: 201, text, rebuiltFrom: referenceOf(made.id, 'PENDING') }),
  ]);
  deps.payments.fastPath.freshQuotes.add({ ...changed, quote: made.transaction.quote });
  return { status: 201, text };
}

/** First status: PENDING, or CREATED when the rail accepts payments asynchronously. */
function beginning(deps: QuoteDeps, made: Draft) {
  const { platform, transaction, now } = made;
  const expiry = { dueAt: dueAtOf(made) };
  const acceptanceMs = deps.banking.rails[platform.mode].acceptanceMs?.(firstRailPayment(transaction));
  if (acceptanceMs === undefined) return begin(transaction, [PENDING], expiry);
  const { changed, effects } = begin({ ...transaction, status: 'CREATED' }, [], expiry);
  const job = outcomeJob(
    { outcome: { type: 'ACCEPTED' }, leg: 'PAYOUT' },
    {
      platformId: platform.id,
      resourceId: transaction.id,
      runAt: addMs(now, acceptanceMs),
      createdAt: now,
      clockOffsetMs: platform.clockOffsetMs,
    },
  );
  return { changed, effects: [...effects, enqueue([job])] };
}

/** Expiry in real time. */
const dueAtOf = ({ platform, expiresAt }: Draft): Date => addMs(expiresAt, -platform.clockOffsetMs);

/** Writes the quote in PENDING_AUTHORIZATION, and omits payment instructions until the proof. */
async function writePendingAuthorization(
  deps: QuoteDeps,
  made: Draft,
  { customer, receipt }: { customer: Customer; receipt: Receipt },
): Promise<QuoteResponse> {
  const { platform, transaction, request, now } = made;
  const [purpose = 'PAYOUT'] = requiredProofs(transaction, made);
  const { scaFactor: factor } = request;
  const opened = await openProofChallenge(deps, { platform, customer, transaction, quote: made, purpose, factor, now });
  const text = pendingAuthorizationText(made, opened.challenge);
  const { paymentInstructions, ...details } = transaction.details;
  const effects = [
    ...begin({ ...transaction, details }, [PENDING_AUTHORIZATION], { dueAt: dueAtOf(made) }).effects,
    ...opened.effects,
    ...receipt.record({ status: 202, text }),
  ];
  await applyWithChallenge(deps.db, { effects }, { customer, now });
  return { status: 202, text };
}

/** Creates and executes the quote in one statement. */
async function executeAtOnce(deps: QuoteDeps, made: Draft, receipt: Receipt): Promise<QuoteResponse> {
  const { platform, transaction, now } = made;
  const text = quoteText(made.transaction, 'PROCESSING');
  const rebuiltFrom = referenceOf(made.id, 'PROCESSING');
  const context = { platformId: platform.id, mode: platform.mode, at: now };
  const { clockOffsetMs } = platform;
  const { transition, effects } = startTransition(transaction, { at: now, clockOffsetMs });
  const begun = begin(transaction, [PENDING, ...transition.steps]).effects;
  const all = [...begun, ...effects, ...receipt.record({ status: 201, text, rebuiltFrom })];
  const handedOff = deps.payments.fastPath.handoff.claim(all, platform.mode);
  try {
    const guard = customerGuard(made);
    const isDone = await writeTransition(deps, context, {
      transaction,
      transition,
      change: { guard, effects: handedOff.effects },
    });
    if (!isDone) throw customerDeleted();
  } catch (error) {
    throw await explainStartFailure(deps, error, {
      platformId: platform.id,
      customerId: made.payer.customer?.id,
      at: now,
    });
  }
  handedOff.begin();
  return { status: 201, text };
}

/** Guard for money from outside. A customer's own account is closed with its customer and needs no guard. */
function customerGuard({ platform, payer }: Draft): Effect | undefined {
  const isOwnAccount = payer.kind === 'INTERNAL' && payer.account.ownerId !== null;
  return payer.customer && !isOwnAccount
    ? requireNotDeleted({ platformId: platform.id, id: payer.customer.id })
    : undefined;
}
