import { ExternalAccount } from '../../parties/accounts/external-schemas.ts';
import { InternalAccount } from '../../parties/accounts/schemas.ts';
import { BulkImport, Customer } from '../../parties/customers/schemas.ts';
import { Invitation } from '../../parties/invitations/schemas.ts';
import { Verification } from '../../parties/onboarding/schemas.ts';
import { CompletedWalletOperation, FailedWalletOperation } from '../../parties/wallets/schemas.ts';
import { CardTransaction } from '../../payments/card-transactions/schemas.ts';
import { CardDispute } from '../../payments/cards/dispute-schemas.ts';
import { Card } from '../../payments/cards/schemas.ts';
import { IncomingPaymentEvent, OutgoingPaymentEvent } from '../../payments/transactions/schemas.ts';
import { AgentAction } from '../../surfaces/agents/schemas.ts';

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
