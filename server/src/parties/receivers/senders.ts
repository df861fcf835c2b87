import type { Static } from '@sinclair/typebox';
import type { Database } from '../../foundation/db/database.ts';
import { ApiError, InvalidFields } from '../../foundation/kernel/errors.ts';
import { type Customer, findCustomerByUmaAddress, getCustomer } from '../customers/record.ts';
import { parseUmaAddress } from '../customers/uma-address.ts';
import type { SenderFilter } from './schemas.ts';

export type SenderQuery = Static<typeof SenderFilter>;

export interface Sender {
  id: string;
  umaAddress: string;
  /** Currencies in the order of preference. */
  currencies: readonly [string, ...string[]];
}

const DEFAULT_CURRENCY = 'USD';

export async function getSender(db: Database, platformId: string, query: SenderQuery): Promise<Sender> {
  const customer = await findCustomer(db, platformId, query);
  if (!customer || customer.isDeleted) {
    throw new ApiError('USER_NOT_FOUND', 'The sender is not a customer of this platform.', {
      hint: 'GET /customers lists the customers and their UMA addresses.',
    });
  }
  const { id, umaAddress, currencies } = customer;
  const [first = DEFAULT_CURRENCY, ...others] = currencies ?? [];
  return { id, umaAddress, currencies: [first, ...others] };
}

async function findCustomer(
  db: Database,
  platformId: string,
  { senderUmaAddress, customerId }: SenderQuery,
): Promise<Customer | undefined> {
  if (senderUmaAddress === undefined && customerId === undefined)
    throw invalidSender('at least one must identify the payer');
  const umaAddress = senderUmaAddress === undefined ? undefined : parseUmaAddress(senderUmaAddress, undefined);
  if (customerId === undefined) return findCustomerByUmaAddress(db, platformId, umaAddress ?? '');
  const customer = await getCustomer(db, platformId, customerId);
  if (umaAddress === undefined || umaAddress === customer.umaAddress) return customer;
  throw invalidSender('both must identify the same customer');
}

const invalidSender = (rule: string): InvalidFields =>
  new InvalidFields(
    ['senderUmaAddress', 'customerId'].map((field) => ({
      field,
      message: `${field} is invalid: of senderUmaAddress and customerId, ${rule}.`,
    })),
  );
