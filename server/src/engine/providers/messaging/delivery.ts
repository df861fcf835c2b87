import type { Transporter } from 'nodemailer';
import { sealContext, sealedColumns } from '../../../foundation/db/sealed-columns.ts';
import type { Vault } from '../../../foundation/db/vault.ts';
import { newId, randomDigits } from '../../../foundation/kernel/ids.ts';
import { enqueue, type Job } from '../../jobs/queue.ts';
import { type JobHandler, OUTSIDE_AT_ONCE } from '../../jobs/worker.ts';
import type { MessageChannel, Messaging, OutgoingMessage } from './port.ts';

export const DELIVERY_JOB = 'message.deliver';
const MAX_ATTEMPTS = 12;
const TIMEOUT_MS = 10_000;

interface Gateways {
  mail: { url: string; from: { name: string; address: string } } | undefined;
  sms: { url: string; token: string | undefined } | undefined;
  /** True if the platform may send mail from this address; checked per message. */
  isAllowedSender: (platformId: string, address: string) => Promise<boolean>;
}

/** Queues each message as a job. The payload is sealed, because it contains a one-time code. */
export function deliveredMessaging(vault: Vault): Messaging {
  return {
    newCode: randomDigits,
    send: (message) => {
      const id = newId('Message');
      const { platformId, at, clockOffsetMs } = message;
      const sealed = vault.seal(JSON.stringify({ id, ...message }), contextOf(platformId, id));
      return enqueue([
        {
          platformId,
          kind: DELIVERY_JOB,
          resourceId: id,
          payload: { sealed },
          runAt: at,
          createdAt: at,
          clockOffsetMs,
        },
      ]);
    },
  };
}

/** Sends queued messages through the gateways, with increasing pauses after failures. */
export function messageDelivery(vault: Vault, gateways: Gateways): JobHandler {
  const deliver: Record<MessageChannel, (message: QueuedMessage) => Promise<void>> = {
    EMAIL: mailer(gateways),
    SMS: (message) => sendSms(message, gateways.sms),
  };
  return {
    maxAttempts: MAX_ATTEMPTS,
    atOnce: OUTSIDE_AT_ONCE,
    run: async (job: Job) => {
      const message: QueuedMessage = JSON.parse(
        await vault.open(String(job.payload.sealed), contextOf(job.platformId, job.resourceId)),
      );
      await deliver[message.channel](message);
    },
  };
}

type QueuedMessage = OutgoingMessage & { id: string };

const contextOf = (platformId: string, messageId: string) =>
  sealContext(sealedColumns.waitingMessage, { platform_id: platformId, resource_id: messageId });

function mailer({ mail, isAllowedSender }: Gateways): (message: QueuedMessage) => Promise<void> {
  let transport: Promise<Transporter> | undefined;
  return async ({ id, platformId, to, from, subject, text, html }) => {
    if (!mail) throw new Error('no mail gateway: set SMTP_URL and MAIL_FROM');
    transport ??= openTransport(mail.url);
    const chosen = from?.address;
    const address = chosen && (await isAllowedSender(platformId, chosen)) ? chosen : mail.from.address;
    await (await transport).sendMail({
      // Repeated deliveries have the same id, so that mail clients show the message once.
      messageId: `<${id.replace(':', '.')}@${address.split('@')[1] ?? 'localhost'}>`,
      from: { name: from?.name ?? mail.from.name, address },
      to,
      ...(from?.replyTo && { replyTo: from.replyTo }),
      subject,
      text,
      ...(html && { html }),
    });
  };
}

/** Loads the mail library on first use, to keep the start of the server short. */
async function openTransport(url: string): Promise<Transporter> {
  const { createTransport } = await import('nodemailer');
  return createTransport(url, {});
}

/** Posts {to, text, reference} as JSON, with a bearer token if one is configured. Any 2xx means accepted. */
async function sendSms({ id, to, text }: QueuedMessage, sms: Gateways['sms']): Promise<void> {
  if (!sms) throw new Error('no text message gateway: set SMS_URL');
  const response = await fetch(sms.url, {
    method: 'POST',
    redirect: 'error',
    signal: AbortSignal.timeout(TIMEOUT_MS),
    headers: { 'content-type': 'application/json', ...(sms.token && { authorization: `Bearer ${sms.token}` }) },
    body: JSON.stringify({ to, text, reference: id }),
  });
  if (!response.ok) throw new Error(`the text message gateway returned ${response.status}`);
}
