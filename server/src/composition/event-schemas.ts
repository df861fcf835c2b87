import { ExternalAccount } from '../accounts/external-schemas.ts';
import { InternalAccount } from '../accounts/schemas.ts';
import { AgentAction } from '../agents/schemas.ts';
import { CardDispute } from '../cards/dispute-schemas.ts';
import { Card } from '../cards/schemas.ts';
import { BulkImport, Customer } from '../customers/schemas.ts';
import { Invitation } from '../invitations/schemas.ts';
import { Verification } from '../onboarding/schemas.ts';
import { CardTransaction } from '../transactions/card-schemas.ts';
import { IncomingPaymentEvent, OutgoingPaymentEvent } from '../transactions/schemas.ts';
import { CompletedWalletOperation, FailedWalletOperation } from '../wallets/schemas.ts';

/** Schemas of the resources in events. */
export const eventSchemas = {
  InternalAccount,
  ExternalAccount,
  IncomingTransaction: IncomingPaymentEvent,
  OutgoingTransaction: OutgoingPaymentEvent,
  CardTransaction,
  CardDispute,
  Customer,
  BulkCustomerImportJob: BulkImport,
  Verification,
  Card,
  AgentAction,
  UmaInvitation: Invitation,
  CompletedWalletOperation,
  FailedWalletOperation,
};
