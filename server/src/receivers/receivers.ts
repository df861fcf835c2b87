import { carriersTo } from '../accounts/deliveries.ts';
import { findExternalAccount } from '../accounts/external-record.ts';
import { parseUmaAddress } from '../customers/uma-address.ts';
import type { Database } from '../db/database.ts';
import type { Platform } from '../kernel/callers.ts';
import { addMs } from '../kernel/clock.ts';
import { ApiError } from '../kernel/errors.ts';
import { newId } from '../kernel/ids.ts';
import { readSettings } from '../platforms/config.ts';
import type { Uma, UmaCounterparty, UmaReceiver } from '../providers/uma/port.ts';
import { currencies } from '../rates/currencies.ts';
import { keepLookup, LOOKUP_MS, type LookupReceiver } from './lookups.ts';
import { type PayerDataField, payerDataFor } from './payer-data.ts';
import { type PreferenceNeeds, preferencesOf, type Receivable } from './preferences.ts';
import { findSender, type SenderQuery } from './senders.ts';

export interface ReceiverNeeds extends PreferenceNeeds {
  db: Database;
  /** The adapter of each mode. */
  uma: Record<Platform['mode'], Uma>;
}

interface Asking {
  platform: Platform;
  sender: SenderQuery;
  now: Date;
}

/** What an account outside can be paid, and what its bank wants to know. */
export async function lookUpExternalAccount(needs: ReceiverNeeds, asking: Asking & { accountId: string }) {
  const { platform, accountId } = asking;
  const sender = await findSender(needs.db, platform.id, asking.sender);
  const { currency, accountInfo } = await findExternalAccount(needs.db, { platformId: platform.id, id: accountId });
  const rails = carriersTo(accountInfo);
  const found = await answer(needs, asking, {
    receiver: { type: 'EXTERNAL', accountId },
    sender,
    receivable: [{ code: currency, rails }],
    requiredPayerDataFields: payerDataFor(currency, rails),
  });
  return { ...found, accountId };
}

/** The same of whoever has a UMA address: a customer of ours, or of another institution that is asked. */
export async function lookUpUmaAddress(needs: ReceiverNeeds, asking: Asking & { receiverUmaAddress: string }) {
  const { platform, receiverUmaAddress } = asking;
  const umaAddress = parseUmaAddress(receiverUmaAddress, undefined);
  const sender = await findSender(needs.db, platform.id, asking.sender);
  const { umaDomain } = await readSettings(needs.db, platform.id);
  const query = { platformId: platform.id, umaAddress, umaDomain, sender: { umaAddress: sender.umaAddress } };
  const found = await needs.uma[platform.mode].lookup(query);
  if (!found) {
    throw new ApiError('UMA_NOT_FOUND', `Nobody has the address ${umaAddress}.`, {
      hint: 'Ask the receiver for the address once more.',
    });
  }
  const looked = await answer(needs, asking, {
    receiver: { type: 'UMA', umaAddress },
    sender,
    receivable: found.currencies.filter(isCountedAlike).map((one) => ({ ...one, rails: [found.rail] })),
    requiredPayerDataFields: [...found.requiredPayerDataFields],
    counterparty: found.counterparty,
  });
  return { ...looked, receiverUmaAddress: umaAddress };
}

interface Found {
  receiver: LookupReceiver;
  sender: { id: string; currency: string };
  receivable: readonly Receivable[];
  requiredPayerDataFields: PayerDataField[];
  counterparty?: UmaCounterparty | undefined;
}

/** A currency whose smallest unit is another one there cannot be spoken of. */
const isCountedAlike = ({ code, decimals }: UmaReceiver['currencies'][number]): boolean =>
  decimals === undefined || currencies.get(code)?.decimals === decimals;

/** Kept, so that the quote can be held against it. */
async function answer(needs: ReceiverNeeds, { platform, now }: Asking, found: Found) {
  const { receiver, sender, receivable, requiredPayerDataFields, counterparty } = found;
  const from = sender.currency;
  const supportedCurrencies = await preferencesOf(needs, { mode: platform.mode, from, receivable, now });
  if (supportedCurrencies.length === 0) {
    throw new ApiError('LOOKUP_REQUEST_FAILED', `There is no way from ${from} to this receiver.`, {
      hint: 'GET /exchange-rates lists the ways there are.',
    });
  }
  const lookupId = newId('Lookup');
  await keepLookup(needs.db, platform.id, {
    id: lookupId,
    receiver,
    customerId: sender.id,
    currencies: supportedCurrencies.map(({ currency }) => currency.code),
    requiredPayerDataFields,
    counterparty,
    expiresAt: addMs(now, LOOKUP_MS),
  });
  return { supportedCurrencies, requiredPayerDataFields, lookupId };
}
