import { timingSafeEqual } from 'node:crypto';
import { SECOND_MS } from '../../kernel/clock.ts';
import type { InvoiceTerms, InvoiceWish, PaidNotice, SimulatedSettlement } from './port.ts';

/** In place of a Lightning invoice's `lnbc`: no wallet takes it for one. */
const PREFIX = 'lnsandbox1';
const TIMEOUT_MS = 5 * SECOND_MS;
const MAX_ANSWER_BYTES = 4_096;
/** Certainly not paid: unknown, expired, or paid by somebody else. */
const REFUSALS = new Set([400, 404, 409]);

interface Options {
  /** Where an invoice of this transaction is paid. */
  urlOf: (wish: { platformId: string; id: string }) => string;
  hash: (text: string) => Buffer;
  post: (request: {
    url: string;
    headers: Record<string, string>;
    body: string;
    timeoutMs: number;
    maxAnswerBytes: number;
  }) => Promise<{ status: number }>;
}

/** What an invoice of the sandbox says, in the order of its letters. */
interface Written {
  url: string;
  amountMsats: string;
  expiresAt: string;
  proof: string;
}

/** Invoices that tell where they are paid; paying one is a call with the proof that it holds. */
export function sandboxSettlement({ urlOf, hash, post }: Options): SimulatedSettlement {
  const proofOf = ({ platformId, id, amountMsats, expiresAt }: InvoiceWish): Buffer =>
    hash(JSON.stringify(['sandbox settlement', platformId, id, amountMsats.toString(), expiresAt.toISOString()]));
  return {
    isConnected: true,
    invoice: async (wish) => write({ ...wish, url: urlOf(wish), proof: proofOf(wish).toString('hex') }),
    // An invoice is paid where it comes from: nobody lets us call somebody else.
    read: (invoice, origin) => {
      const written = readWritten(invoice);
      if (!written || new URL(written.url).origin !== origin) return undefined;
      return { amountMsats: BigInt(written.amountMsats), expiresAt: new Date(written.expiresAt) };
    },
    pay: async ({ id, invoice }) => {
      const written = readWritten(invoice);
      if (!written) return 'REFUSED';
      const { status } = await post({
        url: written.url,
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ paymentId: id, proof: written.proof }),
        timeoutMs: TIMEOUT_MS,
        maxAnswerBytes: MAX_ANSWER_BYTES,
      });
      if (status >= 200 && status < 300) return 'PAID';
      if (REFUSALS.has(status)) return 'REFUSED';
      throw new Error(`${new URL(written.url).host} answered ${status}`);
    },
    isGenuine: ({ platformId, id, proof }: PaidNotice, terms: InvoiceTerms) => {
      const [told, right] = [Buffer.from(proof, 'hex'), proofOf({ platformId, id, ...terms })];
      return told.length === right.length && timingSafeEqual(told, right);
    },
  };
}

function write({ url, amountMsats, expiresAt, proof }: InvoiceWish & { url: string; proof: string }): string {
  const written: Written = { url, amountMsats: amountMsats.toString(), expiresAt: expiresAt.toISOString(), proof };
  return PREFIX + Buffer.from(JSON.stringify(written)).toString('base64url');
}

function readWritten(invoice: string): Written | undefined {
  if (!invoice.startsWith(PREFIX)) return undefined;
  try {
    const written: Written = JSON.parse(Buffer.from(invoice.slice(PREFIX.length), 'base64url').toString());
    const { url, amountMsats, expiresAt, proof } = written;
    const isWhole = URL.canParse(url) && /^\d{1,18}$/.test(amountMsats) && !Number.isNaN(Date.parse(expiresAt));
    return isWhole && typeof proof === 'string' ? written : undefined;
  } catch {
    return undefined;
  }
}
