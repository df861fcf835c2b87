/**
 * Every value of `details.reason`, with the error codes that it may accompany and its meaning in one sentence.
 * `ApiError` accepts no other reason, and each route lists the reasons that it returns.
 */
export const errorReasons = {
  // Credentials of a request
  CREDENTIALS_MISSING: { codes: ['UNAUTHORIZED'], meaning: 'The request has no Authorization header.' },
  CREDENTIALS_MALFORMED: { codes: ['UNAUTHORIZED'], meaning: 'The Authorization header has another scheme or form.' },
  CREDENTIALS_WRONG: { codes: ['UNAUTHORIZED'], meaning: 'The id is unknown or the secret is wrong.' },
  CREDENTIALS_REVOKED: { codes: ['UNAUTHORIZED'], meaning: 'The credentials of the operator were revoked.' },
  CREDENTIALS_EXPIRED: { codes: ['UNAUTHORIZED'], meaning: 'The credentials of the operator have expired.' },
  ACCESS_TOKEN_UNKNOWN: { codes: ['UNAUTHORIZED'], meaning: 'The access token of the agent is unknown or revoked.' },
  CONSOLE_SESSION_UNKNOWN: { codes: ['UNAUTHORIZED'], meaning: 'The request belongs to no session of the console.' },
  CONSOLE_SESSION_ENDED: { codes: ['UNAUTHORIZED'], meaning: 'The session of the console has expired or was idle.' },
  CONSOLE_SESSION_KIND: { codes: ['UNAUTHORIZED'], meaning: 'The session of the console is of another kind.' },
  LOGIN_LINKS_OFF: { codes: ['UNAUTHORIZED'], meaning: 'This server accepts no login links.' },
  LOGIN_LINK_INVALID: { codes: ['UNAUTHORIZED'], meaning: 'The login link was used before or has expired.' },
  INVITATION_INVALID: { codes: ['UNAUTHORIZED'], meaning: 'The invitation of the person is unknown, used or expired.' },
  PASSKEY_UNKNOWN: { codes: ['UNAUTHORIZED'], meaning: 'No operator has this passkey.' },
  PASSKEY_CHALLENGE_INVALID: {
    codes: ['UNAUTHORIZED'],
    meaning: 'The challenge of the passkey is unknown, used or old.',
  },
  PASSKEY_REJECTED: { codes: ['UNAUTHORIZED'], meaning: 'The response of the passkey is not valid.' },

  // Permissions
  TOKEN_PERMISSION_MISSING: { codes: ['FORBIDDEN'], meaning: 'The API token lacks the permission for the operation.' },
  TOKEN_PERMISSION_NOT_OWNED: { codes: ['FORBIDDEN'], meaning: 'A token cannot grant permissions that it lacks.' },
  PLATFORM_MODE: { codes: ['FORBIDDEN'], meaning: 'The operation is for platforms of the other mode only.' },
  STEP_UP_REQUIRED: { codes: ['FORBIDDEN'], meaning: 'A person must confirm the operation with a passkey first.' },
  ACTOR_UNKNOWN: { codes: ['FORBIDDEN'], meaning: 'The API token of the request was deleted meanwhile.' },
  NOT_OWN_INVITATION: { codes: ['FORBIDDEN'], meaning: 'Another platform created the invitation.' },
  NOT_SAME_ORIGIN: { codes: ['FORBIDDEN'], meaning: 'A page of another origin has sent the request.' },
  NOT_THIS_MACHINE: { codes: ['FORBIDDEN'], meaning: 'The login is for browsers on the machine of the server.' },
  UNKNOWN_HOST: { codes: ['FORBIDDEN'], meaning: 'The Host header names another server.' },
  FORM_OF_OTHER_VISIT: { codes: ['FORBIDDEN'], meaning: 'The form was made for another visit of the page.' },

  // Every operation
  IDEMPOTENCY_KEY_REUSED: { codes: ['CONFLICT'], meaning: 'The Idempotency-Key belongs to another request.' },
  IDEMPOTENCY_KEY_OF_ANOTHER_TOKEN: {
    codes: ['FORBIDDEN'],
    meaning: 'The first response to the key contains a secret of the token that sent the request.',
  },
  CHANGED_MEANWHILE: { codes: ['CONFLICT'], meaning: 'Another request changed the same resource: repeat the request.' },
  SANDBOX_FAULT: {
    codes: ['RATE_LIMITED', 'INTERNAL_ERROR', 'SERVICE_UNAVAILABLE'],
    meaning: 'POST /sandbox/faults caused the error; nothing was changed.',
  },

  // Payments
  INSUFFICIENT_BALANCE: { codes: ['INVALID_AMOUNT'], meaning: 'The balance of the source account is not sufficient.' },
  LIMIT_EXCEEDED: {
    codes: ['TRANSACTION_SIZE_LIMIT_EXCEEDED', 'DAILY_VOLUME_LIMIT_EXCEEDED'],
    meaning: 'A limit of the platform for this currency is exceeded.',
  },
  QUOTE_EXPIRED: { codes: ['CONFLICT'], meaning: 'The quote has expired: create a new one.' },
  ALREADY_EXECUTED: { codes: ['CONFLICT'], meaning: 'The quote was executed, funded or ended before.' },
  PENDING_AUTHORIZATION: { codes: ['CONFLICT'], meaning: 'The quote awaits strong customer authentication.' },
  SCA_REQUIRED: {
    codes: ['CONFLICT'],
    meaning: 'The payment needs strong customer authentication, by way of a quote.',
  },
  FUNDING_REQUIRED: {
    codes: ['INVALID_INPUT'],
    meaning: 'The quote is not executed: its payment starts when it is funded.',
  },
  NOT_REALTIME_FUNDING: {
    codes: ['INVALID_INPUT'],
    meaning: 'The quote debits an account, so that nothing can fund it.',
  },
  ACCOUNT_NOT_ACTIVE: { codes: ['CONFLICT'], meaning: 'An account of the payment is frozen, closed or deleted.' },
  CUSTOMER_NOT_APPROVED: { codes: ['USER_NOT_READY'], meaning: 'The verification of the customer is not APPROVED.' },
  REFUND_ACCOUNT_MISSING: { codes: ['USER_NOT_READY'], meaning: 'The payer has no account that a refund could reach.' },
  PAYMENT_IS_FINAL: { codes: ['INVALID_INPUT'], meaning: 'Payments of this kind can never be cancelled.' },
  RAIL_CANNOT_CANCEL: { codes: ['NOT_IMPLEMENTED'], meaning: 'The rail of the payment supports no cancellation.' },
  BANK_NOT_CONNECTED: {
    codes: ['NOT_IMPLEMENTED'],
    meaning: 'The operator has connected no bank for this currency and rail.',
  },
  UMA_NOT_CONNECTED: {
    codes: ['NOT_IMPLEMENTED'],
    meaning: 'The operator has connected no settlement with UMA providers.',
  },
  WINDOW_NOT_FINAL: {
    codes: ['CONFLICT'],
    meaning: 'The end of the window has not come, or payments before it may still follow.',
  },
  OUTCOME_NOT_POSSIBLE: { codes: ['CONFLICT'], meaning: 'The payment cannot have this outcome now.' },
  INVALID_SIGNATURE: {
    codes: ['LNURLP_REQUEST_FAILED', 'INVALID_PAYREQ_RESPONSE'],
    meaning: 'The response of the other UMA provider is not signed with its key.',
  },

  // Configuration
  UMA_DOMAIN_TAKEN: { codes: ['CONFLICT'], meaning: 'The umaDomain belongs to another platform.' },
  FEE_CURRENCY_NOT_SUPPORTED: { codes: ['NOT_IMPLEMENTED'], meaning: 'Fees are supported in USD only.' },
  MASTER_KEY_NOT_SET: { codes: ['CONFLICT'], meaning: 'A production platform requires MASTER_KEY in the environment.' },
  TOO_MANY_FAULTS: { codes: ['CONFLICT'], meaning: 'The sandbox has the greatest number of faults.' },
  CLOCK_IS_ADVANCING: { codes: ['CONFLICT'], meaning: 'Another advance of the sandbox clock is still running.' },
  CHECKS_RUNNING: { codes: ['CONFLICT'], meaning: 'The checks of the ledger are running already.' },
  SANDBOX_CLIENT_ID_TAKEN: { codes: ['CONFLICT'], meaning: 'SANDBOX_CLIENT_ID is the id of a production token.' },
  NO_SANDBOX_TOKEN: { codes: ['CONFLICT'], meaning: 'No sandbox has an API token with every permission.' },

  // Customers and their verification
  PLATFORM_CUSTOMER_ID_EXISTS: { codes: ['CONFLICT'], meaning: 'The platformCustomerId belongs to another customer.' },
  ACCOUNTS_NOT_EMPTY: { codes: ['CONFLICT'], meaning: 'Accounts of the customer hold money.' },
  PAYMENTS_NOT_FINISHED: { codes: ['CONFLICT'], meaning: 'Payments of the customer have not ended.' },
  CUSTOMER_DECIDED: { codes: ['CONFLICT'], meaning: 'The verification of the customer was decided or is in review.' },
  TOO_MANY_OWNERS: { codes: ['CONFLICT'], meaning: 'The business has the greatest number of beneficial owners.' },
  TOO_MANY_DOCUMENTS: { codes: ['CONFLICT'], meaning: 'The application has the greatest number of documents.' },
  DOCUMENT_SUBMITTED: { codes: ['CONFLICT'], meaning: 'The document was submitted for verification.' },
  ALREADY_VERIFIED: { codes: ['CONFLICT'], meaning: 'The contact of the customer is verified.' },
  NOT_REQUIRED: { codes: ['CONFLICT'], meaning: 'The contact of the customer needs no verification.' },
  CONTACT_NOT_VERIFIED: { codes: ['CONFLICT'], meaning: 'The contacts of the customer must be verified first.' },
  LINK_USED: { codes: ['CONFLICT'], meaning: 'The link to the hosted page was used before.' },
  LINK_EXPIRED: { codes: ['CONFLICT'], meaning: 'The link to the hosted page has expired.' },

  // External accounts
  EXTERNAL_ACCOUNT_EXISTS: { codes: ['CONFLICT'], meaning: 'The owner has this external account already.' },
  OWNERSHIP_NOT_PENDING: { codes: ['CONFLICT'], meaning: 'The account has no ownership to prove.' },
  NO_OUTSTANDING_CHALLENGE: { codes: ['CONFLICT'], meaning: 'No challenge of method WALLET_SIGNATURE is outstanding.' },
  CHALLENGE_EXPIRED: { codes: ['INVALID_INPUT'], meaning: 'The challenge has expired: request a new one.' },
  SIGNATURE_INVALID: { codes: ['INVALID_INPUT'], meaning: 'The signature is not by the key of the wallet.' },
  LIVENESS_NOT_AVAILABLE: { codes: ['NOT_IMPLEMENTED'], meaning: 'The operator has connected no liveness checks.' },

  // Strong customer authentication
  SCA_NOT_REQUIRED: { codes: ['CONFLICT'], meaning: 'The customer needs no strong customer authentication.' },
  NO_PENDING_CHALLENGE: { codes: ['CONFLICT'], meaning: 'No challenge is pending.' },
  NOT_A_TEXTED_CODE: {
    codes: ['CONFLICT'],
    meaning: 'The factor of the challenge sends no code that could be repeated.',
  },
  PROOF_ALREADY_USED: { codes: ['CONFLICT'], meaning: 'Another request has used the proof.' },
  PHONE_NOT_VERIFIED: { codes: ['CONFLICT'], meaning: 'The customer has no verified phone number.' },
  FACTOR_NOT_ENROLLED: { codes: ['CONFLICT'], meaning: 'The customer has not enrolled the factor.' },
  TOTP_ALREADY_ENROLLED: { codes: ['CONFLICT'], meaning: 'The customer has an authenticator app.' },
  RELYING_PARTY_MISSING: { codes: ['CONFLICT'], meaning: 'The platform has configured no relying party for passkeys.' },
  CREDENTIAL_KNOWN: { codes: ['CONFLICT'], meaning: 'The passkey belongs to another customer.' },
  ALREADY_COMPLETED: { codes: ['CONFLICT'], meaning: 'The reset of the factor is completed.' },
  INITIATED: { codes: ['INVALID_INPUT'], meaning: 'The liveness check of the reset has not begun.' },
  PENDING_REVIEW: { codes: ['INVALID_INPUT'], meaning: 'The liveness check of the reset is in review.' },
  REJECTED: { codes: ['INVALID_INPUT'], meaning: 'The liveness check of the reset has failed.' },
  EXPIRED: { codes: ['INVALID_INPUT'], meaning: 'The reset of the factor has expired.' },

  // Embedded wallets
  INVALID_OTP_CODE: { codes: ['UNAUTHORIZED'], meaning: 'The one-time code is wrong.' },
  NO_PENDING_OTP: { codes: ['UNAUTHORIZED'], meaning: 'No one-time code is pending for the credential.' },
  OTP_BUNDLE_UNREADABLE: { codes: ['UNAUTHORIZED'], meaning: 'The bundle is not encrypted to the newest target.' },
  OIDC_TOKEN_REJECTED: {
    codes: ['UNAUTHORIZED'],
    meaning: 'The issuer or the time of the OIDC token is not accepted.',
  },
  OIDC_SIGNATURE_WRONG: { codes: ['INVALID_SIGNATURE'], meaning: 'The OIDC token is not signed by its issuer.' },
  OIDC_NONCE_WRONG: { codes: ['UNAUTHORIZED'], meaning: 'The nonce of the OIDC token is not that of the session key.' },
  OIDC_IDENTITY_MISMATCH: { codes: ['UNAUTHORIZED'], meaning: 'The OIDC token belongs to another identity.' },
  OIDC_TOKEN_USED: { codes: ['UNAUTHORIZED'], meaning: 'The OIDC token has opened a session before.' },
  ASSERTION_REJECTED: { codes: ['UNAUTHORIZED'], meaning: 'The assertion of the passkey is not valid.' },
  ASSERTION_SIGNATURE_WRONG: { codes: ['INVALID_SIGNATURE'], meaning: 'The signature of the passkey is not valid.' },
  REQUEST_ID_UNKNOWN: { codes: ['UNAUTHORIZED'], meaning: 'The requestId belongs to no challenge of this request.' },
  REQUEST_ID_USED: { codes: ['UNAUTHORIZED'], meaning: 'The requestId was used before.' },
  REQUEST_ID_EXPIRED: { codes: ['UNAUTHORIZED'], meaning: 'The requestId has expired.' },
  REQUEST_ID_MISSING: { codes: ['REQUEST_ID_MISSING'], meaning: 'The signature was sent without Request-Id.' },
  SESSION_ENDED: { codes: ['UNAUTHORIZED'], meaning: 'The session of the wallet has ended.' },
  LOGIN_TOO_OLD: { codes: ['UNAUTHORIZED'], meaning: 'The login of the session is too long ago to refresh it.' },
  WALLET_SIGNATURE_MISSING: {
    codes: ['WALLET_SIGNATURE_MISSING'],
    meaning: 'The operation requires the signature of the wallet.',
  },
  WALLET_SIGNATURE_MALFORMED: { codes: ['WALLET_SIGNATURE_MALFORMED'], meaning: 'The signature is not a stamp.' },
  REQUEST_DIFFERS: {
    codes: ['WALLET_SIGNATURE_BODY_MISMATCH'],
    meaning: 'Method, path or body differ from the request of the challenge.',
  },
  PAYLOAD_NOT_SIGNED: { codes: ['WALLET_SIGNATURE_INVALID'], meaning: 'The signature is not over payloadToSign.' },
  SIGNER_WITHOUT_SESSION: {
    codes: ['WALLET_SIGNATURE_INVALID'],
    meaning: 'The key belongs to no active session of the account.',
  },
  SIGNER_NOT_ALLOWED: {
    codes: ['WALLET_SIGNATURE_INVALID'],
    meaning: 'The operation must be signed with another key.',
  },
  CREDENTIAL_ALREADY_EXISTS: {
    codes: [
      'EMAIL_OTP_CREDENTIAL_ALREADY_EXISTS',
      'SMS_OTP_CREDENTIAL_ALREADY_EXISTS',
      'PASSKEY_CREDENTIAL_ALREADY_EXISTS',
      'INVALID_INPUT',
    ],
    meaning: 'The account has this credential already.',
  },
  LAST_CREDENTIAL: { codes: ['INVALID_INPUT'], meaning: 'The last credential of an account cannot be revoked.' },
  DELEGATED_KEY_ACTIVE: { codes: ['CONFLICT'], meaning: 'The funding source has an active key already.' },
  DELEGATED_KEY_NOT_ACTIVE: { codes: ['INVALID_INPUT'], meaning: 'The delegated key is not ACTIVE.' },

  // Cards
  CARDS_NOT_ENABLED: { codes: ['NOT_IMPLEMENTED'], meaning: 'The operator has connected no card processor.' },
  PLATFORM_CARD_ID_TAKEN: { codes: ['CONFLICT'], meaning: 'Another card has the platformCardId.' },
  CARD_PENDING_KYC: { codes: ['CONFLICT'], meaning: 'The cardholder is not verified yet.' },
  CARD_PROCESSING: { codes: ['CONFLICT'], meaning: 'The card has no number yet.' },
  CARD_CLOSED: { codes: ['CONFLICT'], meaning: 'The card is closed.' },
  CARD_DISPUTE_OPEN: { codes: ['INVALID_INPUT'], meaning: 'The purchase has an open dispute: close it first.' },
  CARD_DISPUTE_STATUS: {
    codes: ['INVALID_INPUT'],
    meaning: 'The status of the dispute or of its credit does not allow the step.',
  },
  CARD_PULL_PENDING: { codes: ['INVALID_INPUT'], meaning: 'Money of the purchase is still being collected.' },
  CARD_NOT_ACTIVE: { codes: ['INVALID_INPUT'], meaning: 'The card cannot be used yet.' },
  CARD_TRANSACTION_STATUS: {
    codes: ['INVALID_INPUT'],
    meaning: 'The status of the purchase does not allow the message.',
  },
  PURCHASE_AMOUNT_EXCEEDED: {
    codes: ['INVALID_AMOUNT'],
    meaning: 'The amount is larger than the rest of the purchase.',
  },
  SIGNATURE_MISSING: { codes: ['INVALID_SIGNATURE'], meaning: 'The message of the processor has no signature.' },
  SIGNATURE_WRONG: { codes: ['INVALID_SIGNATURE'], meaning: 'The message is not signed by the card processor.' },
  TIMESTAMP_OUTSIDE_WINDOW: { codes: ['INVALID_SIGNATURE'], meaning: 'The message of the processor is too old.' },

  // Agents
  PERMISSION_MISSING: { codes: ['FORBIDDEN'], meaning: 'The policy of the agent lacks the permission.' },
  AGENT_PAUSED: { codes: ['FORBIDDEN'], meaning: 'The agent is paused.' },
  AGENT_DELETED: { codes: ['FORBIDDEN'], meaning: 'The agent was deleted.' },
  ACCOUNT_NOT_ALLOWED: { codes: ['FORBIDDEN'], meaning: 'The policy of the agent does not allow the account.' },
  PER_TRANSACTION_LIMIT_EXCEEDED: { codes: ['FORBIDDEN'], meaning: 'The agent may not spend this much at once.' },
  DAILY_LIMIT_EXCEEDED: { codes: ['FORBIDDEN'], meaning: 'The agent may not spend this much in a day.' },
  DAILY_TRANSACTION_LIMIT_EXCEEDED: { codes: ['FORBIDDEN'], meaning: 'The agent has made the transactions of a day.' },
  MONTHLY_LIMIT_EXCEEDED: { codes: ['FORBIDDEN'], meaning: 'The agent may not spend this much in a month.' },
  ALREADY_REQUESTED: { codes: ['CONFLICT'], meaning: 'The agent has requested the execution of the quote before.' },
  NOT_PENDING_APPROVAL: { codes: ['CONFLICT'], meaning: 'The action of the agent waits for no approval.' },
  ALREADY_ENDED: { codes: ['CONFLICT'], meaning: 'The transaction has ended.' },
  AGENT_CONNECTED: { codes: ['CONFLICT'], meaning: 'The agent has redeemed a device code already.' },
  DEVICE_CODE_USED: { codes: ['INVALID_INPUT'], meaning: 'The device code was used before.' },
  DEVICE_CODE_EXPIRED: { codes: ['INVALID_INPUT'], meaning: 'The device code has expired.' },

  // Invitations, stablecoins, webhooks
  INVITATION_EXPIRED: { codes: ['INVALID_INPUT'], meaning: 'The invitation has expired.' },
  STABLECOIN_REGISTERED: { codes: ['CONFLICT'], meaning: 'The token is registered already.' },
  STABLECOIN_NOT_PROVISIONED: { codes: ['CONFLICT'], meaning: 'The issuer has not provisioned the stablecoin.' },
  PROVIDER_ACCOUNT_LINKED: { codes: ['CONFLICT'], meaning: 'The account at the issuer is linked already.' },
  ENDPOINT_DISABLED: { codes: ['WEBHOOK_DELIVERY_ERROR'], meaning: 'The webhook endpoint is disabled.' },
  ENDPOINT_NOT_REACHED: { codes: ['WEBHOOK_DELIVERY_ERROR'], meaning: 'The webhook endpoint did not answer.' },
  ADDRESS_NOT_ALLOWED: {
    codes: ['WEBHOOK_DELIVERY_ERROR'],
    meaning: 'Webhooks are not sent to the address of the endpoint.',
  },

  // Operators
  NOT_WAITING: { codes: ['CONFLICT'], meaning: 'The verification waits for no decision.' },
  SUBMITTED_AGAIN: { codes: ['CONFLICT'], meaning: 'The verification was submitted again since it was read.' },
  CHANGED_SINCE_SUBMISSION: { codes: ['CONFLICT'], meaning: 'The customer was changed after the submission.' },
  CLAIMED_BY_ANOTHER: { codes: ['CONFLICT'], meaning: 'Another operator is working on the review.' },
  PAYER_UNKNOWN: { codes: ['CONFLICT'], meaning: 'The bank did not name the account of the payer.' },
  NOT_INVITABLE: { codes: ['CONFLICT'], meaning: 'Only people who are not revoked can be invited again.' },
  OPERATOR_REVOKED: { codes: ['CONFLICT'], meaning: 'The operator was revoked.' },
  HOST_NAME_REQUIRED: { codes: ['CONFLICT'], meaning: 'Browsers keep no passkeys for the address of a machine.' },
} as const satisfies Readonly<Record<string, ReasonRow>>;

interface ReasonRow {
  readonly codes: readonly string[];
  readonly meaning: string;
}

export type ErrorReason = keyof typeof errorReasons;

/** Reasons that may accompany an error code. */
export type ReasonOf<Code extends string> = {
  [Reason in ErrorReason]: Code & (typeof errorReasons)[Reason]['codes'][number] extends never ? never : Reason;
}[ErrorReason];
