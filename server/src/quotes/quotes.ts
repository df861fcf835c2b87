import type { Customer } from '../customers/record.ts';
import { apply, type Effect } from '../db/effects.ts';
import type { Receipt } from '../db/receipt.ts';
import { enqueue } from '../jobs/queue.ts';
import type { Platform } from '../kernel/callers.ts';
import { readSettings } from '../platforms/config.ts';
import { expiryJobId, startOf } from '../transactions/execution.ts';
import { carryOut } from '../transactions/lifecycle.ts';
import { begin, type Step } from '../transactions/record.ts';
import { waysTo } from '../transactions/ways.ts';
import { agree } from './agreement.ts';
import { AWAITING, askForProof, awaitingText, proofsFor } from './authorization.ts';
import { type Draft, draft, needsProof } from './draft.ts';
import { explained } from './execution.ts';
import { EXPIRY_JOB } from './expiry.ts';
import type { QuoteNeeds } from './needs.ts';
import { type Asked, makeOffer } from './offer.ts';
import { findPayee } from './payee.ts';
import { findPayer } from './payer.ts';
import { insertQuote, quoteText } from './record.ts';
import type { QuoteRequest } from './request.ts';
import { requireParties, requirePayable, requireSense, requireShape } from './rules.ts';

export interface QuoteAsked {
  platform: Platform;
  request: QuoteRequest;
  now: Date;
  receipt: Receipt;
  agentId?: string;
}

export interface QuoteAnswer {
  status: 201 | 202;
  text: string;
}

/** An offer with a rate that holds until it expires; its transaction exists from this moment on. */
export async function createQuote(
  needs: QuoteNeeds,
  { platform, request, now, receipt, agentId }: QuoteAsked,
): Promise<QuoteAnswer> {
  requireShape(request);
  const [settings, payer, payee] = await Promise.all([
    readSettings(needs.db, platform.id),
    findPayer(needs, platform, request),
    findPayee(needs, request, { platform, now }),
    // Looked for beside what is read anyway, not before: that would be one more wait for the database.
    receipt.requireFirst(),
  ]);
  const asked: Asked = { platform, settings, payer, payee, request, now, agentId };
  const ways = await waysTo(needs, {
    mode: platform.mode,
    from: payer.currency,
    to: payee.currency,
    rails: payee.rails,
    isRealtimeFunded: payer.kind === 'PUSH',
    now,
  });
  requireSense(asked, ways);
  requireParties(asked);
  const offer = await makeOffer(needs, asked, ways);
  await requirePayable(needs, asked, offer);
  const agreed = await agree(needs, asked, offer);
  const made = await draft(needs, agreed.asked, agreed.offer);
  await needs.systemAccounts.ensure(platform.id, [payer.currency, payee.currency], now);
  const isProofDue = made.setOffBy === 'FUNDING' || request.immediatelyExecute;
  if (isProofDue && payer.customer && needsProof(asked)) return ask(needs, made, { customer: payer.customer, receipt });
  return request.immediatelyExecute && made.setOffBy === 'EXECUTE'
    ? executeAtOnce(needs, made, receipt)
    : offered(needs, made, receipt);
}

const PENDING: Step = { event: 'OUTGOING_PAYMENT.PENDING', changes: { status: 'PENDING' } };

async function offered(needs: QuoteNeeds, made: Draft, receipt: Receipt): Promise<QuoteAnswer> {
  const text = quoteText({ body: made.body, status: 'PENDING' });
  const { changed: transaction, effects } = begin(made.transaction, [PENDING]);
  await needs.additions.add([...effects, insertion(made), expiry(made), ...receipt.remember({ status: 201, text })]);
  const { id, setOffBy, body, expiresAt, handedOver, offer } = made;
  needs.freshQuotes.add({ id, setOffBy, body, expiresAt, handedOver, dailyMax: offer.dailyMax, transaction });
  return { status: 201, text };
}

const expiry = ({ platform, id, now, expiresAt }: Draft): Effect =>
  enqueue([
    {
      id: expiryJobId(id),
      platformId: platform.id,
      kind: EXPIRY_JOB,
      resourceId: id,
      runAt: expiresAt,
      createdAt: now,
      clockOffsetMs: platform.clockOffsetMs,
    },
  ]);

/** Made, and waiting for the customer's proof: how it is paid is told after that. */
async function ask(
  needs: QuoteNeeds,
  made: Draft,
  { customer, receipt }: { customer: Customer; receipt: Receipt },
): Promise<QuoteAnswer> {
  const { platform, transaction, request, now } = made;
  const [purpose = 'PAYOUT'] = proofsFor(transaction, made);
  const { scaFactor: factor } = request;
  const asked = await askForProof(needs, { platform, customer, transaction, quote: made, purpose, factor, now });
  const text = awaitingText(made, asked.challenge);
  const { paymentInstructions, ...details } = transaction.details;
  await apply(needs.db, {
    effects: [
      ...begin({ ...transaction, details }, [AWAITING]).effects,
      insertion(made),
      expiry(made),
      ...asked.effects,
      ...receipt.remember({ status: 202, text }),
    ],
  });
  return { status: 202, text };
}

/** Made and executed in one statement: there is no moment in between. */
async function executeAtOnce(needs: QuoteNeeds, made: Draft, receipt: Receipt): Promise<QuoteAnswer> {
  const { platform, transaction, now } = made;
  const text = quoteText({ body: made.body, status: 'PROCESSING' });
  const place = { platformId: platform.id, mode: platform.mode, at: now };
  const { clockOffsetMs } = platform;
  const { turn, effects } = startOf({ ...made, dailyMax: made.offer.dailyMax }, { at: now, clockOffsetMs });
  const begun = begin(transaction, [PENDING, ...turn.steps]).effects;
  const all = [...begun, insertion(made), ...effects, ...receipt.remember({ status: 201, text })];
  const handedOver = needs.handover.claim(all, platform.mode);
  try {
    await carryOut(needs, place, { transaction, turn, change: { effects: handedOver.effects } });
  } catch (error) {
    throw await explained(needs, error, { platformId: platform.id, customerId: made.payer.customer?.id, at: now });
  }
  handedOver.begin();
  return { status: 201, text };
}

const insertion = (made: Draft): Effect =>
  insertQuote({
    platformId: made.platform.id,
    id: made.id,
    transactionId: made.transaction.id,
    customerId: made.payer.customer?.id ?? null,
    setOffBy: made.setOffBy,
    body: made.body,
    handedOver: made.handedOver,
    dailyMax: made.offer.dailyMax,
    expiresAt: made.expiresAt,
    createdAt: made.now,
  });
