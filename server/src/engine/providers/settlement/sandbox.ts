import { SECOND_MS } from '../../../foundation/kernel/clock.ts';
import type { InvoicePaidNotice, InvoiceRequest, InvoiceTerms, SimulatedSettlement } from './port.ts';

/** Replaces `lnbc`, so that no wallet takes the text for a Lightning invoice. */
const PREFIX = 'lnsandbox1';
const TIMEOUT_MS = 5 * SECOND_MS;
const MAX_ANSWER_BYTES = 4_096;
/** Status codes for an invoice that is unknown, expired, or paid under another id. */
const REJECTIONS = new Set([400, 404, 409]);

interface Options {
  /** URL that pays the invoice of a transaction. */
  urlOf: (invoice: { platformId: string; id: string }) => string;
  hash: (text: string) => Buffer;
  verify: (text: string, hash: Buffer) => Promise<boolean>;
  post: (request: {
    url: string;
    headers: Record<string, string>;
    body: string;
    timeoutMs: number;
    maxResponseBytes: number;
  }) => Promise<{ status: number }>;
}

/** Content of a sandbox invoice. */
interface InvoiceContent {
  url: string;
  amountMsats: string;
  expiresAt: string;
  proof: string;
}

/** Each invoice contains its payment URL and a proof. It is paid by a call to the URL with the proof. */
export function sandboxSettlement({ urlOf, hash, verify, post }: Options): SimulatedSettlement {
  const termsOf = ({ platformId, id, amountMsats, expiresAt }: InvoiceRequest): string =>
    JSON.stringify(['sandbox settlement', platformId, id, amountMsats.toString(), expiresAt.toISOString()]);
  return {
    isConnected: true,
    invoice: async (request) =>
      encode({ ...request, url: urlOf(request), proof: hash(termsOf(request)).toString('hex') }),
    // Accepts URLs of the issuer only, because an invoice must not make this service call third parties.
    read: (invoice, origin) => {
      const content = decode(invoice);
      if (!content || new URL(content.url).origin !== origin) return undefined;
      return { amountMsats: BigInt(content.amountMsats), expiresAt: new Date(content.expiresAt) };
    },
    pay: async ({ id, invoice }) => {
      const content = decode(invoice);
      if (!content) return 'REJECTED';
      const { status } = await post({
        url: content.url,
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ paymentId: id, proof: content.proof }),
        timeoutMs: TIMEOUT_MS,
        maxResponseBytes: MAX_ANSWER_BYTES,
      });
      if (status >= 200 && status < 300) return 'PAID';
      if (REJECTIONS.has(status)) return 'REJECTED';
      throw new Error(`${new URL(content.url).host} answered ${status}`);
    },
    isGenuine: ({ platformId, id, proof }: InvoicePaidNotice, terms: InvoiceTerms) =>
      verify(termsOf({ platformId, id, ...terms }), Buffer.from(proof, 'hex')),
  };
}

function encode({ url, amountMsats, expiresAt, proof }: InvoiceRequest & { url: string; proof: string }): string {
  const content: InvoiceContent = {
    url,
    amountMsats: amountMsats.toString(),
    expiresAt: expiresAt.toISOString(),
    proof,
  };
  return PREFIX + Buffer.from(JSON.stringify(content)).toString('base64url');
}

/** Returns undefined if the text is not an invoice of this settlement. */
function decode(invoice: string): InvoiceContent | undefined {
  if (!invoice.startsWith(PREFIX)) return undefined;
  try {
    const content: InvoiceContent = JSON.parse(Buffer.from(invoice.slice(PREFIX.length), 'base64url').toString());
    const { url, amountMsats, expiresAt, proof } = content;
    const isComplete = URL.canParse(url) && /^\d{1,18}$/.test(amountMsats) && !Number.isNaN(Date.parse(expiresAt));
    return isComplete && typeof proof === 'string' ? content : undefined;
  } catch {
    return undefined;
  }
}
