import type { Transporter } from 'nodemailer';
import { sealContext, sealedColumns } from '../../db/sealed-columns.ts';
import type { Vault } from '../../db/vault.ts';
import { enqueue, type Job } from '../../jobs/queue.ts';
import { type JobHandler, OUTSIDE_AT_ONCE } from '../../jobs/worker.ts';
import { newId, randomDigits } from '../../kernel/ids.ts';
import type { Channel, Messaging, OutgoingMessage } from './port.ts';

export const DELIVERY_JOB = 'message.deliver';
const MAX_ATTEMPTS = 12;
const TIMEOUT_MS = 10_000;

interface Gateways {
  mail: { url: string; from: { name: string; address: string } } | undefined;
  sms: { url: string; token: string | undefined } | undefined;
}

/** A message waits as a job, sealed because of the code inside it, until a gateway has taken it. */
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

/** Hands waiting messages to the gateways. A gateway that fails is tried again, later and later. */
export function messageDelivery(vault: Vault, gateways: Gateways): JobHandler {
  const deliver: Record<Channel, (message: WaitingMessage) => Promise<void>> = {
    EMAIL: mailer(gateways.mail),
    SMS: (message) => text(message, gateways.sms),
  };
  return {
    maxAttempts: MAX_ATTEMPTS,
    atOnce: OUTSIDE_AT_ONCE,
    run: async (job: Job) => {
      const message: WaitingMessage = JSON.parse(
        await vault.open(String(job.payload.sealed), contextOf(job.platformId, job.resourceId)),
      );
      await deliver[message.channel](message);
    },
  };
}

type WaitingMessage = OutgoingMessage & { id: string };

const contextOf = (platformId: string, messageId: string) =>
  sealContext(sealedColumns.waitingMessage, { platform_id: platformId, resource_id: messageId });

function mailer(mail: Gateways['mail']): (message: WaitingMessage) => Promise<void> {
  let transport: Promise<Transporter> | undefined;
  return async ({ id, to, from, subject, text, html }) => {
    if (!mail) throw new Error('no mail gateway: set SMTP_URL and MAIL_FROM');
    transport ??= openTransport(mail.url);
    const address = from?.address ?? mail.from.address;
    await (await transport).sendMail({
      // The same message keeps its id when it is tried again, so that readers see it once.
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

/** Loaded with the first mail: a server that sends none starts without it. */
async function openTransport(url: string): Promise<Transporter> {
  const { createTransport } = await import('nodemailer');
  return createTransport(url, {});
}

/** POST {to, text, reference} as JSON, with a bearer token where one is set; any 2xx means taken. */
async function text({ id, to, text }: WaitingMessage, sms: Gateways['sms']): Promise<void> {
  if (!sms) throw new Error('no text message gateway: set SMS_URL');
  const response = await fetch(sms.url, {
    method: 'POST',
    redirect: 'error',
    signal: AbortSignal.timeout(TIMEOUT_MS),
    headers: { 'content-type': 'application/json', ...(sms.token && { authorization: `Bearer ${sms.token}` }) },
    body: JSON.stringify({ to, text, reference: id }),
  });
  if (!response.ok) throw new Error(`the text message gateway answered ${response.status}`);
}
