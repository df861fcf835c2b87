import { UmaRefusal } from '../kernel/uma-codes.ts';
import { readSettings } from '../platforms/config.ts';
import { platformById } from '../platforms/uma-domains.ts';
import { umaSettled } from '../transactions/arrivals-network.ts';
import { timeOf, type UmaNeeds } from './needs.ts';
import { hostAt } from './receive.ts';
import { findRequest, keepUtxos, settledBy } from './requests.ts';

/** What somebody tells who has paid an invoice of the sandbox: the id of the payment, and the invoice's proof. */
export interface SandboxPayment {
  platformId: string;
  /** Of the transaction, without its type. */
  id: string;
  paymentId: string;
  proof: string;
}

/** An invoice of the sandbox is paid: once, and while it is good. */
export async function sandboxInvoicePaid(needs: UmaNeeds, payment: SandboxPayment): Promise<void> {
  const { platformId, id, paymentId, proof } = payment;
  const request = await findRequest(needs.db, platformId, id);
  const { amountMsats, expiresAt } = request ?? {};
  if (!amountMsats || !expiresAt) throw unknown();
  const notice = { platformId, id: `Transaction:${id}`, paymentId, proof };
  if (!needs.simulated.isGenuine(notice, { amountMsats, expiresAt })) throw unknown();
  await invoicePaid(needs, { platformId, id, paymentId });
}

const unknown = (): UmaRefusal => new UmaRefusal('REQUEST_NOT_FOUND', 'There is no such invoice.');

/** A settlement reports that an invoice of ours was paid: as often as it likes, the money is credited once. */
export async function invoicePaid(
  needs: UmaNeeds,
  { platformId, id, paymentId }: Omit<SandboxPayment, 'proof'>,
): Promise<void> {
  const platform = await platformById(needs.db, platformId);
  if (!platform) throw unknown();
  const { mode, clockOffsetMs } = platform;
  const place = { platformId, mode, clockOffsetMs, at: timeOf(needs, platform) };
  const settled = { transactionId: `Transaction:${id}`, effects: [settledBy({ platformId, id }, paymentId)] };
  const isCredited = await umaSettled(needs, place, settled);
  const request = await findRequest(needs.db, platformId, id);
  if (!isCredited && request?.settledBy !== paymentId) throw new UmaRefusal('CONFLICT', 'This invoice is not payable.');
  if (isCredited && request?.callback)
    void tell(needs, platformId, { ...request, url: request.callback }).catch(() => {});
}

/** The sending side hears of it; whether it listens changes nothing. */
async function tell(needs: UmaNeeds, platformId: string, { url, domain }: { url: string; domain: string }) {
  const platform = await platformById(needs.db, platformId);
  const { umaDomain } = await readSettings(needs.db, platformId);
  if (!platform || !umaDomain) return;
  const host = { platformId, domain: umaDomain };
  await needs.umaNetwork[platform.mode].tellSettled(host, { url, domain });
}

interface Callback {
  domain: string;
  id: string;
  body: unknown;
}

/** The other side tells over which outputs a payment was settled. */
export async function takeCallback(needs: UmaNeeds, { domain, id, body }: Callback): Promise<void> {
  const { platform, host } = await hostAt(needs, domain);
  const told = await needs.umaNetwork[platform.mode].readCallback(host, body);
  const request = await findRequest(needs.db, platform.id, id);
  if (request?.domain !== told.domain) throw new UmaRefusal('REQUEST_NOT_FOUND', 'There is no such pay request.');
  await keepUtxos(needs.db, { platformId: platform.id, id }, told.utxos);
}
