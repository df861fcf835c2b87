import { Type } from '@sinclair/typebox';
import { CurrencyAmount, Enum, IdOf, Timestamp } from '../http/schemas.ts';

export const transactionStatuses = [
  'CREATED',
  'PENDING',
  'PENDING_AUTHORIZATION',
  'PROCESSING',
  'COMPLETED',
  'REJECTED',
  'FAILED',
  'REFUNDED',
  'EXPIRED',
] as const;

export const IncomingTransaction = Type.Object(
  {
    id: IdOf('Transaction'),
    status: Enum(transactionStatuses),
    type: Enum(['INCOMING']),
    direction: Enum(['CREDIT', 'DEBIT']),
    source: Type.Optional(Type.Object({ sourceType: Type.String(), currency: Type.Optional(Type.String()) })),
    destination: Type.Object({
      destinationType: Type.String(),
      accountId: Type.Optional(Type.String()),
      currency: Type.Optional(Type.String()),
    }),
    customerId: Type.String({ description: "a customer, or the platform for the platform's own accounts" }),
    platformCustomerId: Type.String(),
    receivedAmount: CurrencyAmount,
    reconciliationInstructions: Type.Optional(Type.Object({ reference: Type.Optional(Type.String()) })),
    settledAt: Type.Optional(Timestamp),
    createdAt: Type.Optional(Timestamp),
    updatedAt: Type.Optional(Timestamp),
  },
  { $id: 'IncomingTransaction' },
);
