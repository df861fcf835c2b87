import { type Customer, findCustomer, findCustomerByUmaAddress } from '../customers/record.ts';
import { parseUmaAddress } from '../customers/uma-address.ts';
import type { Database } from '../db/database.ts';
import { ApiError, InvalidFields } from '../kernel/errors.ts';

/** One of the two tells who would pay. */
export interface SenderQuery {
  senderUmaAddress?: string | undefined;
  customerId?: string | undefined;
}

export interface Sender {
  id: string;
  umaAddress: string;
  /** What estimates are made in. */
  currency: string;
}

const DEFAULT_CURRENCY = 'USD';

export async function findSender(db: Database, platformId: string, query: SenderQuery): Promise<Sender> {
  const customer = await customerOf(db, platformId, query);
  if (!customer || customer.isDeleted) {
    throw new ApiError('USER_NOT_FOUND', 'The sender is no customer of this platform.', {
      hint: 'GET /customers lists the customers and their UMA addresses.',
    });
  }
  const { id, umaAddress, currencies } = customer;
  return { id, umaAddress, currency: currencies?.[0] ?? DEFAULT_CURRENCY };
}

function customerOf(
  db: Database,
  platformId: string,
  { senderUmaAddress, customerId }: SenderQuery,
): Promise<Customer | undefined> {
  if (customerId !== undefined && senderUmaAddress === undefined) return findCustomer(db, platformId, customerId);
  if (senderUmaAddress !== undefined && customerId === undefined) {
    return findCustomerByUmaAddress(db, platformId, parseUmaAddress(senderUmaAddress, undefined));
  }
  const message = 'exactly one of senderUmaAddress and customerId must tell who pays.';
  throw new InvalidFields(
    ['senderUmaAddress', 'customerId'].map((field) => ({ field, message: `${field}: ${message}` })),
  );
}
