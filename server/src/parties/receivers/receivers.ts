import type { Banking, UmaProviders } from '../../engine/providers/services.ts';
import type { RequestedField, UmaCounterparty, UmaReceiver } from '../../engine/providers/uma/port.ts';
import type { Database } from '../../foundation/db/database.ts';
import type { Platform } from '../../foundation/kernel/callers.ts';
import { addMs } from '../../foundation/kernel/clock.ts';
import { ApiError } from '../../foundation/kernel/errors.ts';
import { newId } from '../../foundation/kernel/ids.ts';
import { carriersTo } from '../accounts/delivery-rails.ts';
import { getExternalAccount } from '../accounts/external-record.ts';
import { maxPayable } from '../accounts/payable-amount.ts';
import { parseUmaAddress } from '../customers/uma-address.ts';
import { getSettings } from '../platforms/config.ts';
import type { Settings } from '../platforms/settings.ts';
import { currencies } from '../rates/currencies.ts';
import type { Pricing } from '../rates/service.ts';
import { insertLookup, LOOKUP_MS, type LookupReceiver } from './lookups.ts';
import { payerDataFor } from './payer-data.ts';
import { preferencesOf, type Receivable } from './receivable-currencies.ts';
import { getSender, type Sender, type SenderQuery } from './senders.ts';
import { currencyOf, sendingRange } from './sending-range.ts';

export interface ReceiverDeps {
  db: Database;
  payments: Pricing;
  banking: Banking & { uma: Pick<UmaProviders, 'lookups'> };
}

interface LookupRequest {
  platform: Platform;
  sender: SenderQuery;
  now: Date;
}

/** Looks up the currencies, limits and required payer data of an external account. */
export async function lookUpExternalAccount(deps: ReceiverDeps, request: LookupRequest & { accountId: string }) {
  const { platform, accountId } = request;
  const sender = await getSender(deps.db, platform.id, request.sender);
  const [account, settings] = await Promise.all([
    getExternalAccount(deps.db, { platformId: platform.id, id: accountId }),
    getSettings(deps.db, platform.id),
  ]);
  const { currency, accountInfo } = account;
  const { lightningAddress } = accountInfo;
  if (typeof lightningAddress === 'string')
    deps.banking.uma.lookups[platform.mode].requireLightning?.(lightningAddress);
  const rails = carriersTo(accountInfo);
  const max = await maxPayable(deps.payments.rates, { mode: platform.mode, account, now: request.now });
  const lookup = await storeLookup(deps, request, {
    receiver: { type: 'EXTERNAL', accountId },
    sender,
    settings,
    receivable: [{ code: currency, rails, max }],
    requiredPayerDataFields: payerDataFor(currency, rails),
  });
  return { ...lookup, accountId };
}

/** Looks up a UMA address of a customer of the platform, or of another provider, to which it sends a request. */
export async function lookUpUmaAddress(deps: ReceiverDeps, request: LookupRequest & { receiverUmaAddress: string }) {
  const { platform, receiverUmaAddress } = request;
  const umaAddress = parseUmaAddress(receiverUmaAddress, undefined);
  const sender = await getSender(deps.db, platform.id, request.sender);
  const settings = await getSettings(deps.db, platform.id);
  const { umaDomain } = settings;
  const query = { platformId: platform.id, umaAddress, umaDomain, sender: { umaAddress: sender.umaAddress } };
  const found = await deps.banking.uma.lookups[platform.mode].lookup(query);
  if (!found) {
    throw new ApiError('UMA_NOT_FOUND', `The UMA address ${umaAddress} does not exist.`, {
      hint: 'Check the address with the receiver.',
    });
  }
  const lookup = await storeLookup(deps, request, {
    receiver: { type: 'UMA', umaAddress },
    sender,
    settings,
    receivable: found.currencies.filter(hasSameUnit).map((one) => ({ ...one, rails: [found.rail] })),
    requiredPayerDataFields: [...found.requiredPayerDataFields],
    counterparty: found.counterparty,
  });
  return { ...lookup, receiverUmaAddress: umaAddress };
}

interface LookedUp {
  receiver: LookupReceiver;
  sender: Sender;
  settings: Settings;
  receivable: readonly Receivable[];
  requiredPayerDataFields: RequestedField[];
  counterparty?: UmaCounterparty | undefined;
}

/** Amounts can only be exchanged if both providers use the same smallest unit. */
const hasSameUnit = ({ code, decimals }: UmaReceiver['currencies'][number]): boolean =>
  decimals === undefined || currencies.get(code)?.decimals === decimals;

/** Stores the lookup, against which the quote is validated, and returns the response. */
async function storeLookup(deps: ReceiverDeps, { platform, now }: LookupRequest, lookedUp: LookedUp) {
  const { receiver, sender, settings, receivable, requiredPayerDataFields, counterparty } = lookedUp;
  const from = currencyOf(sender, settings);
  const sending = await sendingRange(deps, { platform, sender, settings, now }, from);
  const spending = sending && { mode: platform.mode, from, sending, settings, counterparty, now };
  const supportedCurrencies = spending ? await preferencesOf(deps, spending, receivable) : [];
  if (supportedCurrencies.length === 0) {
    throw new ApiError('LOOKUP_REQUEST_FAILED', `No amount can be paid from ${from} to this receiver now.`, {
      hint: "GET /exchange-rates lists the corridors. The platform's limits, the sender's daily limit and the limits of unverified wallets apply as well.",
    });
  }
  const lookupId = newId('Lookup');
  await insertLookup(deps.db, {
    platformId: platform.id,
    id: lookupId,
    receiver,
    customerId: sender.id,
    currencies: supportedCurrencies.map(({ currency }) => currency.code),
    requiredFields: requiredPayerDataFields,
    counterparty: counterparty ?? null,
    expiresAt: addMs(now, LOOKUP_MS),
  });
  return { supportedCurrencies, requiredPayerDataFields, lookupId };
}
