import { accountPath, type BraleHttp, BraleRejection, type Json } from './brale-http.ts';
import type { ProviderAccess, ProviderOrder } from './port.ts';

const transferTypes: Readonly<Record<string, string>> = {
  WIRE: 'wire',
  ACH_DEBIT: 'ach_debit',
  SAME_DAY_ACH_DEBIT: 'same_day_ach_debit',
  ACH_CREDIT: 'ach_credit',
  SAME_DAY_ACH_CREDIT: 'same_day_ach_credit',
  RTP_CREDIT: 'rtp_credit',
};

interface Transfer {
  body: object;
  /** Address to which the coins to burn are sent. */
  fundingInstructions?: Json;
}

/** Converts an order to a transfer between two addresses. Creates external addresses at the provider. */
export async function toBraleTransfer(
  http: BraleHttp,
  access: ProviderAccess,
  order: ProviderOrder,
): Promise<Transfer> {
  const { token, value } = order;
  const amount = { value: decimal(value), currency: value.currency };
  const coin = { value_type: token.symbol, transfer_type: token.network.toLowerCase() };
  if (order.type === 'MINT') {
    const destination = { ...coin, address_id: await walletOf(http, access, order) };
    return { body: { amount, source: await mintSourceOf(http, access, order), destination } };
  }
  const own = await ownAddress(http, access, token.network);
  const bank = { address_id: await bankOf(http, access, order, order.to) };
  const destination = { value_type: value.currency, transfer_type: transferTypes[order.rail ?? ''], ...bank };
  const body = { amount, source: { ...coin, address_id: own.id }, destination };
  if (order.source !== 'EXTERNAL_ACCOUNT') return { body };
  return { body, fundingInstructions: { network: token.network, address: own.address, valueType: token.symbol } };
}

async function mintSourceOf(http: BraleHttp, access: ProviderAccess, order: ProviderOrder): Promise<object> {
  const { source, value, from } = order;
  const fiat = { value_type: value.currency, transfer_type: transferTypes[source] };
  if (source === 'WIRE') return fiat;
  if (source !== 'PROVIDER_INTERNAL_BALANCE') return { ...fiat, address_id: await bankOf(http, access, order, from) };
  const network = String(from.cryptoNetwork);
  const { id } = await ownAddress(http, access, network);
  return { value_type: from.sourceTokenIdentifier, transfer_type: network.toLowerCase(), address_id: id };
}

/** Formats an amount: 1234 with two decimals is "12.34". */
function decimal({ amount, decimals }: ProviderOrder['value']): string {
  const digits = `${amount}`.padStart(decimals + 1, '0');
  return decimals === 0 ? digits : `${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`;
}

/** Address of the account itself on a network. */
async function ownAddress(http: BraleHttp, access: ProviderAccess, network: string): Promise<Json> {
  const path = `${accountPath(access)}/addresses`;
  const { addresses } = await http.call(access.credentials, { method: 'GET', path });
  const all: Json[] = Array.isArray(addresses) ? addresses : [];
  const isOurs = ({ type, transfer_types: types }: Json): boolean =>
    type === 'internal' && Array.isArray(types) && types.includes(network.toLowerCase());
  const own = all.find(isOurs);
  if (!own) throw new BraleRejection(422, `the account has no address on ${network}`);
  return own;
}

const walletOf = (http: BraleHttp, access: ProviderAccess, { id, to, token }: ProviderOrder): Promise<unknown> =>
  externalAddress(http, access, {
    key: `${id}/wallet`,
    body: { name: 'Wallet', address: to.address, transfer_types: [token.network.toLowerCase()] },
  });

function bankOf(http: BraleHttp, access: ProviderAccess, { id, rail, source }: ProviderOrder, account: Json) {
  const beneficiary = (account.beneficiary ?? {}) as Json;
  const owner = beneficiary.fullName ?? beneficiary.legalName;
  return externalAddress(http, access, {
    key: `${id}/bank`,
    body: {
      name: owner ?? 'Bank account',
      owner,
      account_number: account.accountNumber,
      routing_number: account.routingNumber,
      account_type: String(account.bankAccountType ?? 'CHECKING').toLowerCase(),
      bank_name: account.bankName,
      transfer_types: [transferTypes[rail ?? source]],
    },
  });
}

async function externalAddress(http: BraleHttp, access: ProviderAccess, { key, body }: { key: string; body: object }) {
  const path = `${accountPath(access)}/addresses/external`;
  return (await http.call(access.credentials, { method: 'POST', path, body, idempotencyKey: key })).id;
}
