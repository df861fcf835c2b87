import type { Exchange } from './wire.ts';

const SIGNATURE = 'service-wallet-signature';
const REQUEST_ID = 'request-id';

/** Position of an exchange in a signed retry. */
interface Leg {
  /** Description of the leg; undefined for other exchanges. */
  leg: string | undefined;
  stamp: string | undefined;
  /** Text that the stamp signs. */
  payload: string | undefined;
}

/** The two legs of signed retries: a challenge with a payload, and the same request with its signature. */
export class Legs {
  /** By requestId. */
  readonly #first = new Map<string, { exchange: Exchange; payloadToSign: string }>();

  add(exchange: Exchange): Leg {
    const first = this.#first.get(headerOf(exchange, REQUEST_ID) ?? '');
    const signed = { stamp: headerOf(exchange, SIGNATURE), payload: first?.payloadToSign };
    const challenge = exchange.status === 202 ? JSON.parse(exchange.responseBody) : {};
    if (challenge.requestId && challenge.payloadToSign) {
      this.#first.set(challenge.requestId, { exchange, payloadToSign: challenge.payloadToSign });
      return { leg: 'Leg 1: the service answers with the payload to sign', ...signed };
    }
    return { leg: first && secondLeg(first.exchange, exchange), ...signed };
  }
}

function secondLeg(first: Exchange, exchange: Exchange): string {
  const isSame = first.method === exchange.method && first.path === exchange.path;
  const hasSameBody = first.requestBody === exchange.requestBody;
  const bytes = new TextEncoder().encode(exchange.requestBody ?? '').length;
  const repeated = isSame && hasSameBody ? `the same request, the same ${bytes} bytes of body` : 'ANOTHER request';
  return `Leg 2: ${repeated}, signed`;
}

function headerOf({ requestHeaders }: Exchange, header: string): string | undefined {
  return Object.entries(requestHeaders).find(([name]) => name.toLowerCase() === header)?.[1];
}
