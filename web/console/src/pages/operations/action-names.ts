import type { OperatorAction } from '../../api/client.ts';

/** Kinds of actions. A record, so that a missing kind of the API is a type error. */
const names: Readonly<Record<OperatorAction['action'], true>> = {
  OPERATOR_CREATED: true,
  OPERATOR_REVOKED: true,
  OPERATOR_INVITED: true,
  PASSKEY_ENROLLED: true,
  OPERATOR_LOGGED_IN: true,
  SESSION_ENDED: true,
  PLATFORM_READ: true,
  KEYS_ROTATED: true,
  PLATFORM_CREATED: true,
  TOKEN_CREATED: true,
  JOB_RETRIED: true,
  LEDGER_AUDITED: true,
  ARCHIVE_RESTORED: true,
  INTERNAL_ACCOUNT_FROZEN: true,
  INTERNAL_ACCOUNT_UNFROZEN: true,
  CUSTOMER_UNLOCKED: true,
  CUSTOMER_SCA_REGION_CHANGED: true,
  UMA_KEYS_GIVEN: true,
  SENDER_DOMAIN_ALLOWED: true,
  SENDER_DOMAIN_REMOVED: true,
  CARD_CLOSED: true,
  PAYMENT_REFUNDED: true,
  CREDIT_ASSIGNED: true,
  CREDIT_RETURNED: true,
  REVIEW_READ: true,
  DOCUMENT_READ: true,
  REVIEW_APPROVED: true,
  REVIEW_REJECTED: true,
  REVIEW_CHANGES_REQUESTED: true,
};

export const actionNames = Object.keys(names).sort() as OperatorAction['action'][];
