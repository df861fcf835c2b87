import type { Database } from '../../foundation/db/database.ts';
import type { Receipt } from '../../foundation/db/idempotency-receipt.ts';
import type { Platform } from '../../foundation/kernel/callers.ts';
import { ApiError, InvalidFields } from '../../foundation/kernel/errors.ts';
import { type Customer, findCustomerByUmaAddress, getActiveCustomer } from '../../parties/customers/record.ts';
import { parseUmaAddress } from '../../parties/customers/uma-address.ts';
import { currencyInfo } from '../../parties/rates/currencies.ts';
import { readOwnCustomer } from '../../parties/receivers/own-customers.ts';
import { receiveUmaPayment, type UmaArrivalDeps } from '../../payments/arrivals/uma.ts';

interface Receive {
  platform: Platform;
  senderUmaAddress: string;
  receiverUmaAddress?: string | undefined;
  customerId?: string | undefined;
  receivingCurrencyCode: string;
  receivingCurrencyAmount: number;
  now: Date;
  receipt: Receipt;
}

/** Simulates a UMA payment from another provider to a customer of the platform. */
export async function receive(deps: UmaArrivalDeps, request: Receive): Promise<string> {
  const { platform, receivingCurrencyCode: currency, receivingCurrencyAmount, now, receipt } = request;
  const umaAddress = parseUmaAddress(request.senderUmaAddress, undefined);
  currencyInfo(currency);
  const receiver = await readOwnCustomer(deps, await getReceiver(deps.db, request));
  const { text } = await receiveUmaPayment(deps, {
    platform,
    sender: { umaAddress, information: SENDER },
    receiver,
    requestedFields: REQUESTED_FIELDS,
    money: { amount: BigInt(receivingCurrencyAmount), currency },
    now,
    receipt,
  });
  return text;
}

async function getReceiver(db: Database, { platform, receiverUmaAddress, customerId }: Receive): Promise<Customer> {
  if (receiverUmaAddress === undefined && customerId === undefined) {
    const message = 'receiverUmaAddress or customerId is required.';
    throw new InvalidFields(['receiverUmaAddress', 'customerId'].map((field) => ({ field, message })));
  }
  const byId = customerId === undefined ? undefined : await getActiveCustomer(db, platform.id, customerId);
  if (receiverUmaAddress === undefined && byId) return byId;
  const umaAddress = parseUmaAddress(receiverUmaAddress ?? '', undefined);
  const byAddress = await findCustomerByUmaAddress(db, platform.id, umaAddress);
  if (!byAddress) {
    throw new ApiError('UMA_NOT_FOUND', `No customer of this platform has the address ${umaAddress}.`, {
      hint: 'GET /customers lists the customers and their UMA addresses.',
    });
  }
  if (byId === undefined || byId.id === byAddress.id) return byAddress;
  const message = 'receiverUmaAddress is the address of another customer than customerId.';
  throw new InvalidFields([{ field: 'receiverUmaAddress', message }]);
}

/** Receiver information that the simulated sending provider requests. */
const REQUESTED_FIELDS = [
  { name: 'FULL_NAME', mandatory: true },
  { name: 'NATIONALITY', mandatory: false },
];

/** The simulated sender. */
const SENDER: Readonly<Record<string, unknown>> = {
  FULL_NAME: 'Grace Hopper',
  BIRTH_DATE: '1906-12-09',
  NATIONALITY: 'US',
  PHONE_NUMBER: '+12025550123',
  EMAIL: 'grace@example.com',
  POSTAL_ADDRESS: { line1: '1 Sandbox Street', city: 'Arlington', state: 'VA', postalCode: '22201', country: 'US' },
  TAX_ID: '000-00-0000',
  USER_TYPE: 'INDIVIDUAL',
  COUNTRY_OF_RESIDENCE: 'US',
  ACCOUNT_IDENTIFIER: '****0123',
  FI_LEGAL_ENTITY_NAME: 'Causeway Sandbox Bank',
  FI_ADDRESS: { line1: '2 Sandbox Street', city: 'Arlington', state: 'VA', postalCode: '22201', country: 'US' },
  PURPOSE_OF_PAYMENT: 'GIFT',
  ULTIMATE_INSTITUTION_COUNTRY: 'US',
  ID_TYPE: 'PASSPORT',
  ID_NUMBER: 'X0000000',
};
