import type { EventType } from '../../engine/webhooks/events.ts';
import { randomHex } from '../../foundation/kernel/ids.ts';
import { agentWaits } from './agent-steps.ts';
import {
  authorized,
  card,
  cleared,
  disputeClosed,
  disputeCredited,
  disputed,
  disputeReversed,
  exceeded,
  fundedElsewhere,
  refunded,
} from './card-steps.ts';
import {
  claimedInvitation,
  imported,
  provedWallet,
  removedCustomer,
  verified,
  verifiedBusiness,
} from './customer-steps.ts';
import {
  account,
  collected,
  collectedAndReturned,
  customer,
  funds,
  paid,
  quoted,
  time,
  unproved,
} from './payment-steps.ts';
import type { Step } from './scene.ts';
import { failedWalletOperation, walletOperation } from './wallet-steps.ts';

const testEvent: Step = async ({ api }) => {
  await api.post('/webhooks/test');
};

const CSV = 'umaAddress,platformCustomerId,customerType,fullName,birthDate';
const row = (): string => {
  const name = `p${randomHex(48)}`;
  return `$${name}@bulk.test,${name},INDIVIDUAL,Ada Lovelace,1985-12-10`;
};

/** Events that the sandbox cannot cause, with the reason. */
export const untriggered: Readonly<Partial<Record<EventType, string>>> = {
  'INCOMING_PAYMENT.REFUND_FAILED': 'reserved: a collection is returned from the ledger, which does not fail',
};

/** Steps that cause each event. Endings of names and numbers are magic values of the sandbox. */
export const triggers: Readonly<Partial<Record<EventType, readonly Step[]>>> = {
  'OUTGOING_PAYMENT.PENDING': quoted(),
  'OUTGOING_PAYMENT.PENDING_AUTHORIZATION': unproved,
  'OUTGOING_PAYMENT.PROCESSING': paid('003'),
  'OUTGOING_PAYMENT.COMPLETED': paid(),
  'OUTGOING_PAYMENT.FAILED': paid('004'),
  'OUTGOING_PAYMENT.EXPIRED': [...quoted(), time(3_600)],
  'OUTGOING_PAYMENT.REFUND_PENDING': paid('004'),
  'OUTGOING_PAYMENT.REFUND_COMPLETED': paid('004'),
  'OUTGOING_PAYMENT.REFUND_FAILED': paid('007'),
  'INCOMING_PAYMENT.PENDING': collected(),
  'INCOMING_PAYMENT.COMPLETED': collected(),
  'INCOMING_PAYMENT.FAILED': collected('004'),
  'INCOMING_PAYMENT.REFUND_PENDING': collectedAndReturned,
  'INCOMING_PAYMENT.REFUND_COMPLETED': collectedAndReturned,
  'INTERNAL_ACCOUNT.BALANCE_UPDATED': [customer(), account, funds],
  'INTERNAL_ACCOUNT.STATUS_UPDATED': [customer(), removedCustomer],
  'INTERNAL_ACCOUNT.FUNDING_INSTRUCTIONS_UPDATED': [customer()],
  'BULK_UPLOAD.COMPLETED': [(scene) => imported(`${CSV}\n${row()}`)(scene)],
  'BULK_UPLOAD.FAILED': [imported('shoeSize\n44')],
  'EXTERNAL_ACCOUNT.STATUS_UPDATED': [provedWallet],
  'CUSTOMER.KYC_APPROVED': [customer()],
  'CUSTOMER.KYC_REJECTED': [customer('002')],
  'CUSTOMER.KYC_PENDING': [customer('001')],
  'CUSTOMER.KYB_APPROVED': verifiedBusiness('9'),
  'CUSTOMER.KYB_REJECTED': verifiedBusiness('002'),
  'CUSTOMER.KYB_PENDING': verifiedBusiness('003'),
  'VERIFICATION.APPROVED': verifiedBusiness('9'),
  'VERIFICATION.REJECTED': verified('221'),
  'VERIFICATION.RESOLVE_ERRORS': verified('211'),
  'VERIFICATION.IN_PROGRESS': verified('231'),
  'VERIFICATION.PENDING_MANUAL_REVIEW': verified('001'),
  'VERIFICATION.READY_FOR_VERIFICATION': verified('232'),
  'CARD.STATE_CHANGE': card,
  'CARD.FUNDING_SOURCE_CHANGE': fundedElsewhere,
  'CARD_TRANSACTION.AUTHORIZED': authorized(),
  'CARD_TRANSACTION.PARTIALLY_SETTLED': cleared(0.4),
  'CARD_TRANSACTION.SETTLED': cleared(1),
  'CARD_TRANSACTION.REFUNDED': refunded,
  'CARD_TRANSACTION.EXCEPTION': exceeded,
  'CARD_TRANSACTION.DECLINED': authorized('002'),
  'CARD_TRANSACTION.EXPIRED': cleared(0),
  'CARD_DISPUTE.OPENED': disputed,
  'CARD_DISPUTE.PROVISIONALLY_CREDITED': disputeCredited,
  'CARD_DISPUTE.PROVISIONAL_CREDIT_REVERSED': disputeReversed,
  'CARD_DISPUTE.WON': disputeClosed('WON'),
  'CARD_DISPUTE.LOST': disputeClosed('LOST'),
  'INVITATION.CLAIMED': [customer(), claimedInvitation],
  'AGENT_ACTION.PENDING_APPROVAL': agentWaits,
  'WALLET_OPERATION.COMPLETED': walletOperation,
  'WALLET_OPERATION.FAILED': failedWalletOperation,
  TEST: [testEvent],
};
