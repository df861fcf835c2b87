import { requireReady } from '../customers/readiness.ts';
import { type Customer, findCustomerByUmaAddress } from '../customers/record.ts';
import type { Platform } from '../kernel/callers.ts';
import { addMs } from '../kernel/clock.ts';
import { ApiError } from '../kernel/errors.ts';
import { UmaRefusal } from '../kernel/uma-codes.ts';
import { readSettings } from '../platforms/config.ts';
import { platformAt } from '../platforms/uma-domains.ts';
import type { UmaAnnouncement, UmaHost, UmaProfile } from '../providers/uma/port.ts';
import { umaAnnounced } from '../transactions/arrivals-network.ts';
import { knownOf } from '../transactions/arrivals-uma.ts';
import { awaitedUntil } from '../transactions/awaited.ts';
import type { Transaction } from '../transactions/record.ts';
import { payUrl, settledUrl } from './addresses.ts';
import { timeOf, type UmaNeeds } from './needs.ts';
import { currenciesOf } from './profile.ts';
import { keepRequest } from './requests.ts';

/** The platform that answers for a domain, or a refusal. */
export async function hostAt(needs: UmaNeeds, domain: string): Promise<{ platform: Platform; host: UmaHost }> {
  const platform = await platformAt(needs.db, domain);
  if (!platform) throw new UmaRefusal('USER_NOT_FOUND', `Nobody has an address at ${domain} here.`);
  return { platform, host: { platformId: platform.id, domain: domain.toLowerCase() } };
}

interface Lookup {
  domain: string;
  user: string;
  query: Readonly<Record<string, string>>;
}

/** Another provider asks what a customer of ours takes. */
export async function answerLookup(needs: UmaNeeds, { domain, user, query }: Lookup): Promise<string> {
  const { platform, host } = await hostAt(needs, domain);
  const network = needs.umaNetwork[platform.mode];
  const inquiry = await network.readLookup(host, { user, query });
  requireSettlement(needs, platform);
  const { umaAddress, settings } = await receiverAt(needs, platform, { user, host });
  const now = timeOf(needs, platform);
  const offered = await currenciesOf(needs, platform, { umaAddress, now });
  if (!offered) throw new UmaRefusal('USER_NOT_READY', 'The receiver has no account that could receive.');
  const profile: UmaProfile = {
    ...offered,
    umaAddress,
    callback: payUrl(needs.publicUrl(), { domain: host.domain, user: user.toLowerCase() }),
    isSubjectToTravelRule: settings.isRegulatedFinancialInstitution,
  };
  return network.answerLookup(host, inquiry, profile);
}

function requireSettlement({ settlement }: UmaNeeds, { mode }: Platform): void {
  if (settlement[mode].isConnected) return;
  throw new ApiError('NOT_IMPLEMENTED', 'No settlement between providers is connected here.');
}

async function receiverAt(needs: UmaNeeds, platform: Platform, { user, host }: { user: string; host: UmaHost }) {
  const umaAddress = `${user}@${host.domain}`.toLowerCase();
  const [customer, settings] = await Promise.all([
    findCustomerByUmaAddress(needs.db, platform.id, umaAddress),
    readSettings(needs.db, platform.id),
  ]);
  if (!customer) throw new UmaRefusal('USER_NOT_FOUND', `Nobody has the address ${umaAddress}.`);
  requireReady(customer, settings);
  return { customer, settings, umaAddress };
}

interface PayRequest {
  domain: string;
  user: string;
  body: unknown;
}

/** Another provider announces a payment: the platform is asked, and its money may come for as long as the invoice is good. */
export async function answerPayRequest(needs: UmaNeeds, { domain, user, body }: PayRequest): Promise<string> {
  const { platform, host } = await hostAt(needs, domain);
  const network = needs.umaNetwork[platform.mode];
  const announcement = await network.readPayRequest(host, body);
  requireSettlement(needs, platform);
  const { customer, settings, umaAddress } = await receiverAt(needs, platform, { user, host });
  const now = timeOf(needs, platform);
  const offered = await currenciesOf(needs, platform, { umaAddress, now });
  const currency = offered?.currencies.find(({ code }) => code === announcement.currency);
  if (!currency) throw new UmaRefusal('INVALID_CURRENCY', `The receiver does not take ${announcement.currency}.`);
  const travels = settings.isRegulatedFinancialInstitution ? ['encryptedTravelRuleInfo'] : [];
  requireTold(announcement, offered?.asked ?? [], travels);
  const { code, decimals, multiplier } = currency;
  const { received, msats } = amountsOf(announcement, multiplier);
  const { transaction, information } = await umaAnnounced(needs, {
    platform,
    sender: { umaAddress: announcement.payer, information: announcement.information },
    receiver: customer,
    asked: announcement.asked,
    money: { amount: received, currency: code },
    now,
    effectsOf: (made) => [keptOf(needs, { platform, announcement, made, msats })],
  });
  requireApproved(transaction);
  const id = transaction.id;
  const invoice = await needs.settlement[platform.mode].invoice({
    platformId: platform.id,
    id,
    amountMsats: msats,
    expiresAt: expiryOf(platform, transaction),
  });
  return network.answerPayRequest(announcement, {
    platformId: platform.id,
    umaAddress,
    currency: code,
    decimals,
    multiplier,
    invoice,
    callback: settledUrl(needs.publicUrl(), { domain: host.domain, id }),
    information: toldOf(customer, announcement, information),
  });
}

/** What we insist on knowing of whoever pays. */
function requireTold(announced: UmaAnnouncement, asked: UmaProfile['asked'], travels: readonly string[]): void {
  const { information, travelRule } = announced;
  const missing = asked.filter(({ name, mandatory }) => mandatory && information[name] === undefined);
  const names = [...missing.map(({ name }) => name), ...(travelRule === undefined ? travels : [])];
  if (names.length === 0) return;
  throw new UmaRefusal('MISSING_MANDATORY_PAYER_DATA', `Required of the payer: ${names.join(', ')}.`);
}

/** As the other side computes them, with numbers of the same kind. */
function amountsOf({ lock }: UmaAnnouncement, multiplier: number): { received: bigint; msats: bigint } {
  const amounts =
    lock.side === 'SENDING'
      ? { received: BigInt(Math.round(Number(lock.msats) / multiplier)), msats: lock.msats }
      : { received: lock.amount, msats: BigInt(Math.round(Number(lock.amount) * multiplier)) };
  const isCountable = (amount: bigint): boolean => amount > 0n && amount <= BigInt(Number.MAX_SAFE_INTEGER);
  if (isCountable(amounts.received) && isCountable(amounts.msats)) return amounts;
  throw new UmaRefusal('AMOUNT_OUT_OF_RANGE', 'Nothing of it would arrive, or more than can be counted.');
}

interface Kept {
  platform: Platform;
  announcement: UmaAnnouncement;
  made: Transaction;
  msats: bigint;
}

const keptOf = ({ vault, clock }: UmaNeeds, { platform, announcement, made, msats }: Kept) =>
  keepRequest(vault, {
    platformId: platform.id,
    id: made.id.slice('Transaction:'.length),
    domain: announcement.domain,
    amountMsats: msats,
    expiresAt: expiryOf(platform, made),
    callback: announcement.callback,
    travelRule: announcement.travelRule,
    at: clock.now(),
  });

/** On the wall. */
const expiryOf = ({ clockOffsetMs }: Platform, transaction: Transaction): Date =>
  addMs(awaitedUntil(transaction), -clockOffsetMs);

/** How the sending side is told what became of its request. */
const refusals: Readonly<Record<string, UmaRefusal>> = {
  MISSING_MANDATORY_PAYEE_DATA: new UmaRefusal(
    'MISSING_MANDATORY_PAYER_DATA',
    'The receiving platform wants to know more.',
  ),
};

function requireApproved({ status, pull, details }: Transaction): void {
  if (status === 'PENDING' && pull === 'PENDING') return;
  if (status === 'REJECTED') throw new UmaRefusal('SENDER_NOT_ACCEPTED', 'The receiving platform does not take it.');
  const known = refusals[details.failureReason ?? ''];
  throw known ?? new UmaRefusal('INTERNAL_ERROR', 'The receiving platform has not decided.');
}

/** Of what was asked, what we know ourselves and what the platform has told. */
function toldOf(customer: Customer, { asked }: UmaAnnouncement, information: Readonly<Record<string, unknown>>) {
  const known: Record<string, unknown> = { ...knownOf(customer), ...information };
  const told = asked.filter(({ name }) => known[name] !== undefined && known[name] !== null);
  return Object.fromEntries(told.map(({ name }) => [name, known[name]]));
}
