import { enqueue } from '../../engine/jobs/queue.ts';
import { UmaRejection } from '../../engine/providers/protocols/uma-codes.ts';
import type { InvoicePaidNotice } from '../../engine/providers/settlement/port.ts';
import type { Effect } from '../../foundation/db/effects.ts';
import { findPlatform } from '../../parties/platforms/uma-domains.ts';
import { creditAnnouncedPayment } from '../arrivals/announced.ts';
import { platformTime, type UmaEndpointDeps } from './deps.ts';
import { findRequest, markSettled, type UmaRequest, updateUtxos } from './pay-request-record.ts';
import { getHost } from './receiver.ts';
import { settledCallbackJob } from './settled-callbacks.ts';

/** Settles a sandbox invoice once, before it expires. `id`: the id of the transaction, without its type. */
export async function handleSandboxPayment(deps: UmaEndpointDeps, payment: InvoicePaidNotice): Promise<void> {
  const { platformId, id } = payment;
  const request = await findRequest(deps.db, platformId, id);
  const { amountMsats, expiresAt } = request ?? {};
  if (!request || !amountMsats || !expiresAt) throw noSuchInvoice();
  const notice = { ...payment, id: `Transaction:${id}` };
  if (!(await deps.banking.uma.simulated.isGenuine(notice, { amountMsats, expiresAt }))) throw noSuchInvoice();
  await creditInvoice(deps, payment, request);
}

const noSuchInvoice = (): UmaRejection => new UmaRejection('REQUEST_NOT_FOUND', 'There is no such invoice.');

/** Credits the payment of an invoice once, even if its settlement is reported repeatedly. */
async function creditInvoice(deps: UmaEndpointDeps, payment: InvoicePaidNotice, request: UmaRequest): Promise<void> {
  const { platformId, id, paymentId } = payment;
  const platform = await findPlatform(deps.db, platformId);
  if (!platform) throw noSuchInvoice();
  const { mode, clockOffsetMs } = platform;
  const context = { platformId, mode, clockOffsetMs, at: platformTime(deps, platform) };
  const transactionId = `Transaction:${id}`;
  const effects = [
    markSettled({ platformId, id }, paymentId),
    ...notifySender({ platformId, clockOffsetMs, runAt: context.at, createdAt: context.at, transactionId }, request),
  ];
  if (await creditAnnouncedPayment(deps, context, { transactionId, effects })) return;
  const settled = await findRequest(deps.db, platformId, id);
  if (settled?.settledBy !== paymentId) throw new UmaRejection('CONFLICT', 'This invoice is not payable.');
}

type CallbackJob = Omit<Parameters<typeof settledCallbackJob>[0], 'callback'>;

const notifySender = (job: CallbackJob, { callback: url, domain }: UmaRequest): Effect[] =>
  url ? [enqueue([settledCallbackJob({ ...job, callback: { url, domain } })])] : [];

interface Callback {
  domain: string;
  id: string;
  body: unknown;
}

/** Handles the callback in which the other provider reports the outputs that settled a payment. */
export async function handleSettlementCallback(deps: UmaEndpointDeps, { domain, id, body }: Callback): Promise<void> {
  const { platform, host } = await getHost(deps, domain);
  const callback = await deps.banking.uma.network[platform.mode].verifyCallback(host, body);
  const request = await findRequest(deps.db, platform.id, id);
  if (request?.domain !== callback.domain) {
    throw new UmaRejection('REQUEST_NOT_FOUND', 'There is no such pay request.');
  }
  await updateUtxos(deps.db, { platformId: platform.id, id }, callback.utxos);
}
