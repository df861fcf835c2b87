import { randomInt } from 'node:crypto';
import { ApiError } from '../../../foundation/kernel/errors.ts';
import { signedHeaders } from '../protocols/processor-signature.ts';
import { drawNumber } from './numbers.ts';
import type { CardBrand, Issuer, NewCard, Registration } from './port.ts';

const TIMEOUT_MS = 10_000;
const MAX_REF = 255;
/** Status of a permanent rejection. Other error statuses may be temporary, so the registration is retried. */
const REJECTED = 422;

export interface Processor {
  url: string;
  secret: string;
  bins: Readonly<Partial<Record<CardBrand, readonly string[]>>>;
}

/** Draws numbers from our own ranges, and registers each card with the processor before its first use. */
export const processorIssuing = (processor: Processor): Issuer => ({
  requireEnabled: () => {},
  objectionTo: () => undefined,
  registersAt: (_reference, now) => now,
  draw: () => {
    const brands = Object.entries(processor.bins) as [CardBrand, readonly string[]][];
    const ranges = brands.flatMap(([brand, bins]) => bins.map((bin) => ({ brand, bin })));
    const range = ranges[randomInt(ranges.length)];
    if (!range) throw new Error('no range of card numbers');
    return { brand: range.brand, number: drawNumber({ bins: [range.bin] }) };
  },
  revealOrigins: [],
  register: (card) => register(processor, card),
});

/** All attempts for a card have the same Idempotency-Key. */
async function register({ url, secret }: Processor, card: NewCard): Promise<Registration> {
  const { cardId, cardholderName, currency, details, at } = card;
  const body = JSON.stringify({ cardId, cardholderName, currency, form: 'VIRTUAL', ...details });
  const response = await fetch(`${url}/cards`, {
    method: 'POST',
    redirect: 'error',
    signal: AbortSignal.timeout(TIMEOUT_MS),
    headers: {
      'content-type': 'application/json',
      'idempotency-key': cardId,
      ...signedHeaders({ secret, at, body }),
    },
    body,
  });
  if (response.status === REJECTED) return { isAccepted: false };
  if (!response.ok) throw new Error(`the card processor answered ${response.status}`);
  return acceptanceOf(await response.json());
}

function acceptanceOf(answer: unknown): Registration {
  const { processorRef, issuerRef = processorRef } = answer as { processorRef?: unknown; issuerRef?: unknown };
  const isRef = (value: unknown): value is string =>
    typeof value === 'string' && value.length > 0 && value.length <= MAX_REF;
  if (isRef(processorRef) && isRef(issuerRef)) return { isAccepted: true, processorRef, issuerRef };
  throw new Error('the card processor returned no processorRef');
}

/** Issuer for a service without a card processor. */
export const unavailableIssuer: Issuer = {
  requireEnabled: () => {
    throw notEnabled();
  },
  objectionTo: () => undefined,
  registersAt: () => undefined,
  draw: () => {
    throw notEnabled();
  },
  revealOrigins: [],
  register: async () => {
    throw notEnabled();
  },
};

const notEnabled = (): ApiError =>
  new ApiError('NOT_IMPLEMENTED', 'Cards are not enabled on this service.', {
    reason: 'CARDS_NOT_ENABLED',
    hint: 'The operator enables them with CARD_PROCESSOR_URL, CARD_PROCESSOR_SECRET and CARD_BINS.',
  });
