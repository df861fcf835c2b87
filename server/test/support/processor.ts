import { createHmac, randomUUID } from 'node:crypto';
import { readConfig } from '../../src/foundation/config.ts';
import type { TestApp } from './app.ts';
import { merchant } from './purchases.ts';

export const SECRET = 'a secret that only the processor knows';

/** The settings that enable a processor. */
export const processorEnvironment = {
  CARD_PROCESSOR_URL: 'http://localhost:1',
  CARD_PROCESSOR_SECRET: SECRET,
  CARD_BINS: 'VISA=400000',
};
export const cardProcessor = readConfig(processorEnvironment).cardProcessor;

export interface ProcessorAnswer {
  status: number;
  body: any;
}

export const signatureOf = (body: string, timestamp: string, secret = SECRET): string =>
  createHmac('sha256', secret).update(`${timestamp}.${body}`).digest('hex');

/** Client that calls the service as the issuer-processor does. */
export class Processor {
  readonly #url: string;
  readonly #processorRef: string;

  constructor({ url }: Pick<TestApp, 'url'>, processorRef: string) {
    this.#url = url;
    this.#processorRef = processorRef;
  }

  message(kind: string, amount: number, more: object = {}) {
    return {
      messageId: randomUUID(),
      processorRef: this.#processorRef,
      transactionToken: randomUUID(),
      kind,
      amount,
      currency: 'USD',
      merchant: merchant(),
      ...more,
    };
  }

  async send(
    path: 'authorizations' | 'events',
    message: object,
    headers: Record<string, string> = {},
  ): Promise<ProcessorAnswer> {
    const body = JSON.stringify(message);
    const timestamp = Math.floor(Date.now() / 1_000).toString();
    const response = await fetch(`${this.#url}/processor/${path}`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'x-processor-timestamp': timestamp,
        'x-processor-signature': signatureOf(body, timestamp),
        ...headers,
      },
      body,
    });
    return { status: response.status, body: await response.json() };
  }

  authorize(amount: number, more: object = {}): Promise<ProcessorAnswer> {
    return this.send('authorizations', this.message('AUTHORIZATION', amount, more));
  }

  notify(kind: string, amount: number, more: object = {}): Promise<ProcessorAnswer> {
    return this.send('events', this.message(kind, amount, more));
  }
}
