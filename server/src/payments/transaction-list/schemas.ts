import { Type } from '@sinclair/typebox';
import { Described } from '../../engine/http/named-schemas.ts';
import { PageOf, PageQuery } from '../../engine/http/paging.ts';
import { AccountOwnerId, DateTime, Enum, OneOf } from '../../engine/http/schemas.ts';
import { MAX_SCANNED } from '../../foundation/db/page.ts';
import { CardTransaction } from '../card-transactions/schemas.ts';
import { type CardTransactionStatus, cardTransactionStatuses } from '../card-transactions/status.ts';
import { IncomingTransaction, OutgoingTransaction } from '../transactions/schemas.ts';
import { type TransactionStatus, type TransactionType, transactionStatuses } from '../transactions/status.ts';

export const Transaction = OneOf('type', [IncomingTransaction, OutgoingTransaction, CardTransaction], {
  $id: 'TransactionOneOf',
  description: 'A payment; `type` selects the members.',
});

export const TransactionPage = PageOf(Transaction, 'TransactionListResponse');

type ListedType = TransactionType | 'CARD';

/** Listed types and their statuses. */
export const statusesByType: Readonly<Record<ListedType, readonly (TransactionStatus | CardTransactionStatus)[]>> = {
  INCOMING: transactionStatuses,
  OUTGOING: transactionStatuses,
  CARD: cardTransactionStatuses,
};
export const listedTypes = Object.keys(statusesByType) as ListedType[];

const AccountIdentifier = (description: string) =>
  Type.Optional(Type.String({ minLength: 1, maxLength: 320, description }));

export const TransactionQuery = Type.Object({
  ...PageQuery,
  customerId: Type.Optional(
    Described(AccountOwnerId, 'Only transactions of this customer, or of the platform itself by its own id.'),
  ),
  platformCustomerId: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 255,
      description: 'Only transactions of the customer with this id of the platform.',
    }),
  ),
  accountIdentifier: AccountIdentifier(
    'Only transactions with this source or destination: an account id or UMA address.',
  ),
  senderAccountIdentifier: AccountIdentifier('Only transactions from this account id or UMA address.'),
  receiverAccountIdentifier: AccountIdentifier('Only transactions to this account id or UMA address.'),
  status: Type.Optional(
    Enum([...new Set(Object.values(statusesByType).flat())], {
      description: 'Only transactions in this state; card transactions have states of their own.',
    }),
  ),
  type: Type.Optional(Enum(listedTypes, { description: 'Only transactions of this type.' })),
  currency: Type.Optional(
    Type.String({
      minLength: 3,
      maxLength: 10,
      examples: ['EUR'],
      description:
        `Only transactions that send or receive this currency, by its code. A page reads ${MAX_SCANNED} ` +
        'transactions at most: it may hold fewer than `limit`, or none, while `hasMore` is true.',
    }),
  ),
  reference: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 255,
      description: 'Only the transaction with this `reconciliationInstructions.reference`.',
    }),
  ),
  startDate: Type.Optional(DateTime({ description: 'Only transactions created at this time or later.' })),
  endDate: Type.Optional(DateTime({ description: 'Only transactions created at this time or earlier.' })),
  settlementStartDate: Type.Optional(DateTime({ description: 'Only transactions settled at this time or later.' })),
  settlementEndDate: Type.Optional(DateTime({ description: 'Only transactions settled at this time or earlier.' })),
  sortOrder: Type.Optional(
    Enum(['asc', 'desc'], {
      default: 'desc',
      description: 'Order by time of creation: `desc` lists the newest first.',
    }),
  ),
});
