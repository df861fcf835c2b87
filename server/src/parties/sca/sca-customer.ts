import type { Database } from '../../foundation/db/database.ts';
import { ApiError } from '../../foundation/kernel/errors.ts';
import { type Customer, getActiveCustomer } from '../customers/record.ts';
import { needsSca } from '../customers/sca-region.ts';

/** Returns a customer who is subject to strong customer authentication; throws 409 CONFLICT for others. */
export async function getScaCustomer(db: Database, platformId: string, id: string): Promise<Customer> {
  const customer = await getActiveCustomer(db, platformId, id);
  if (needsSca(customer)) return customer;
  throw new ApiError('CONFLICT', 'This customer needs no strong customer authentication.', {
    reason: 'SCA_NOT_REQUIRED',
    hint: "It is for customers in the European Economic Area and the United Kingdom, by region, else by their address's country, else by nationality.",
  });
}

export interface CustomerKey {
  platformId: string;
  customerId: string;
}

export const keyOf = ({ platformId, id }: Customer): CustomerKey => ({ platformId, customerId: id });

export const keyRow = ({ platformId, customerId }: CustomerKey) => ({
  platform_id: platformId,
  customer_id: customerId,
});
