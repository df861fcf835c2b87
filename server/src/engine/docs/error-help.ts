import type { ErrorCode } from '../../foundation/kernel/errors.ts';

export interface ErrorHelp {
  /** One sentence. */
  meaning: string;
  causes: readonly string[];
  fix: string;
}

/** Help page of every error code: meaning, causes and fixes. */
export const errorHelp: Record<ErrorCode, ErrorHelp> = {
  // Requests
  INVALID_INPUT: {
    meaning: 'The request has the wrong shape, or a rule between its fields does not hold.',
    causes: [
      'A required field is missing, or a field has the wrong type or form.',
      'An amount was sent as a text or with a decimal point: amounts are integers in the smallest unit.',
      'A rule between fields is broken, for example a payment method that the receiver does not have.',
    ],
    fix: 'Read details.errors: it names every invalid field once, with its rule. Correct all of them and send the request again.',
  },
  INVALID_REQUEST_FORMAT: {
    meaning: 'The server cannot read the request as HTTP with a JSON or multipart body.',
    causes: [
      'The content type is not the one of the operation.',
      'The connection was closed before the body was complete.',
      'The headers are too large, or the request took too long.',
    ],
    fix: 'Send Content-Type: application/json with a JSON body, or multipart/form-data where the operation takes a file.',
  },
  INVALID_AMOUNT: {
    meaning: 'The amount cannot be taken from this account or purchase.',
    causes: [
      'The balance of the source account is not sufficient (reason INSUFFICIENT_BALANCE).',
      'A refund or a clearing is larger than the rest of the purchase.',
      'The amount has more decimals than the network can carry.',
    ],
    fix: 'Compare the amount with the balance in details.hint. Amounts are in the smallest unit: 100 is one US dollar.',
  },
  AMOUNT_OUT_OF_RANGE: {
    meaning: 'The amount is below the minimum or above the maximum of this payment.',
    causes: [
      'The amount was meant in dollars but is read in cents, or the other way round.',
      'The fees are larger than the amount, so nothing would arrive.',
      'The corridor, the network or the receiver has other limits.',
    ],
    fix: 'Choose an amount from details.minAmount to details.maxAmount, in the smallest unit of details.currency.',
  },
  TOTAL_OUT_OF_RANGE: {
    meaning: 'A figure of a ledger report is larger than the largest exact JSON number, 9007199254740991.',
    causes: ['Balances or flows of many accounts add up to more than every JSON client can represent.'],
    fix: 'Export the report as CSV, which contains exact integers of any size, or read a shorter period.',
  },
  TRANSACTION_SIZE_LIMIT_EXCEEDED: {
    meaning: 'A single payment of this size is not allowed.',
    causes: ['The amount exceeds maxAmount of the currency in the configuration of the platform.'],
    fix: 'Split the payment, or raise the limit of the currency with PATCH /config.',
  },
  INVALID_CURRENCY: {
    meaning: 'The currency is unknown here, or not the one of this account, quote or receiver.',
    causes: [
      'The currency code does not exist or is not offered.',
      'A transfer has two currencies; only a quote converts.',
      'A quote is funded in another currency than it sends.',
    ],
    fix: 'GET /exchange-rates lists the currencies that can be sent and received; POST /quotes converts between them.',
  },
  INVALID_TIMESTAMP: {
    meaning: 'The signature of another provider is too old, or from the future.',
    causes: ['The clock of one of the two providers is wrong.', 'The message was kept and sent later.'],
    fix: 'Repeat the lookup or the payment. If it happens again, the clocks of both providers need a check.',
  },
  INVALID_NONCE: {
    meaning: 'The nonce of a signed message was used before, or is too long.',
    causes: ['A message of another provider was sent twice.'],
    fix: 'Repeat the lookup or the payment, which makes a new message.',
  },
  METHOD_NOT_ALLOWED: {
    meaning: 'The path exists, but not with this HTTP method.',
    causes: ['A change was sent as PUT; changes use PATCH.', 'An action was sent as GET; actions use POST.'],
    fix: 'Use one of the methods in details.allowed and in the Allow header.',
  },
  NOT_IMPLEMENTED: {
    meaning: 'This service cannot do it: the part that it needs is not connected.',
    causes: [
      'No bank is connected for the currency or the rail.',
      'The rail has no cancellation.',
      'Cards or liveness checks are not enabled by the operator.',
    ],
    fix: 'Choose another rail or method, or ask the operator to connect the part that details.hint names.',
  },
  CONFLICT: {
    meaning: 'The request is right, but the resource is in a state that does not allow it.',
    causes: [
      'ALREADY_EXECUTED: the quote was executed before.',
      'QUOTE_EXPIRED: the quote is too old.',
      'IDEMPOTENCY_KEY_REUSED: the key was used for a different request.',
      'SCA_REQUIRED or PENDING_AUTHORIZATION: the customer has to confirm first.',
      'ACCOUNT_NOT_ACTIVE: the account is frozen or closed.',
    ],
    fix: 'Read details.reason and details.hint, and read the resource again before the next step.',
  },
  INVALID_STATE_TRANSITION: {
    meaning: 'The resource cannot change from its state to the requested one.',
    causes: ['Another request changed it first.', 'The state can only be reached from another state.'],
    fix: 'Read the resource again; details.from and details.hint say which changes are possible.',
  },

  // Credentials
  UNAUTHORIZED: {
    meaning: 'The credentials are missing, wrong or no longer valid.',
    causes: [
      'The Authorization header is missing or is not HTTP Basic.',
      'The client secret is wrong or was cut off when it was copied.',
      'The token was revoked, or belongs to another server.',
      'A one-time code, a passkey or an ID token was rejected.',
    ],
    fix: 'Send HTTP Basic with clientId and clientSecret of an API token of this server. details.reason names the failed check.',
  },
  FORBIDDEN: {
    meaning: 'The credentials are valid, but do not allow this operation.',
    causes: [
      'The API token lacks the permission (details.required).',
      'A sandbox operation was called for a production platform, or the other way round.',
      'The policy of the agent does not allow it.',
    ],
    fix: 'Use a token with one of the permissions in details.required, or change the policy of the agent.',
  },
  INVALID_SIGNATURE: {
    meaning: 'A signature does not belong to the message and the expected key.',
    causes: [
      'The message was changed on the way.',
      'Another key signed it.',
      'The bytes were serialized again before the check.',
    ],
    fix: 'Sign the exact bytes that are sent, with the registered key.',
  },
  WALLET_SIGNATURE_MISSING: {
    meaning: 'The operation moves money of an embedded wallet and needs a stamp of its key.',
    causes: ['The quote was executed without the signature header.', 'Request-Id was sent without the signature.'],
    fix: 'Sign payloadToSign with the session key of the wallet and repeat the request with both headers.',
  },
  WALLET_SIGNATURE_MALFORMED: {
    meaning: 'The wallet signature is not a stamp.',
    causes: ['The header holds the bare signature.', 'The stamp is padded or is not base64url.'],
    fix: 'Send unpadded base64url of the JSON with publicKey, scheme and signature. @causeway/wallet makes it.',
  },
  WALLET_SIGNATURE_BODY_MISMATCH: {
    meaning: 'The signed challenge was issued for another request.',
    causes: ['Method, path or body of the repeat differ from the first request.'],
    fix: 'Repeat the first request byte for byte, with the signature headers added.',
  },
  WALLET_SIGNATURE_INVALID: {
    meaning: 'The stamp was not made over this payload with a key of an active session.',
    causes: ['payloadToSign was parsed and serialized again.', 'The session of the key has expired or was revoked.'],
    fix: 'Sign payloadToSign exactly as it was received, with the key of an active session of the account.',
  },
  REQUEST_ID_MISSING: {
    meaning: 'A wallet signature was sent without the challenge that it answers.',
    causes: ['The Request-Id header is missing from the repeated request.'],
    fix: 'Send the requestId of the 202 response in Request-Id, together with the signature.',
  },
  ACCOUNT_LOCKED: {
    meaning: 'The customer is locked after failed logins.',
    causes: ['Too many wrong codes or passkeys were sent within a short time.'],
    fix: 'Wait until details.lockedUntil, or let the operator unlock the customer.',
  },
  RATE_LIMITED: {
    meaning: 'Too many requests were sent within a short time.',
    causes: ['The token sent more requests than its limit.', 'Too many codes or guesses were sent.'],
    fix: 'Wait for the seconds in Retry-After, then go on more slowly.',
  },

  // Not found
  REFERENCE_NOT_FOUND: {
    meaning: 'There is no such resource on this platform, or no such path.',
    causes: [
      'The id belongs to another platform or another server.',
      'The resource was deleted.',
      'The path is misspelt.',
    ],
    fix: 'List the resources of this kind to find the right id. Paths begin with the version, /api/2025-10-13.',
  },
  TRANSACTION_NOT_FOUND: {
    meaning: 'There is no such transaction on this platform.',
    causes: ['The id belongs to another platform.', 'The id of a quote was sent with the wrong type.'],
    fix: 'GET /transactions lists the transactions. A quote has its own in transactionId.',
  },
  QUOTE_NOT_FOUND: {
    meaning: 'There is no such quote on this platform.',
    causes: ['The id belongs to another platform.', 'An agent asked for a quote that it did not create.'],
    fix: 'Use the id that POST /quotes returned.',
  },
  USER_NOT_FOUND: {
    meaning: 'There is no such customer on this platform.',
    causes: ['The id belongs to another platform.', 'platformCustomerId was sent in place of id.'],
    fix: 'GET /customers lists the customers; it also searches by platformCustomerId and umaAddress.',
  },
  CUSTOMER_DELETED: {
    meaning: 'The customer was deleted.',
    causes: ['DELETE /customers/{customerId} was called before.'],
    fix: 'Create a new customer. The transactions of the deleted one stay readable.',
  },
  TOKEN_NOT_FOUND: {
    meaning: 'There is no such API token on this platform.',
    causes: ['The token was revoked.', 'The id belongs to another platform.'],
    fix: 'GET /tokens lists the tokens.',
  },
  INVITATION_NOT_FOUND: {
    meaning: 'There is no invitation with this code.',
    causes: ['The code is misspelt.', 'It belongs to another platform.'],
    fix: 'Copy the code again from the link of the invitation.',
  },
  LOOKUP_REQUEST_NOT_FOUND: {
    meaning: 'There is no such lookup, or it is older than ten minutes.',
    causes: ['The quote was created too long after the lookup.'],
    fix: 'Repeat the lookup of the receiver and send its new lookupId.',
  },
  BULK_UPLOAD_JOB_NOT_FOUND: {
    meaning: 'There is no such bulk upload on this platform.',
    causes: ['The id belongs to another platform.'],
    fix: 'Use the jobId that POST /customers/bulk/csv returned.',
  },
  STABLECOIN_PROVIDER_ACCOUNT_NOT_FOUND: {
    meaning: 'There is no such linked account of a stablecoin provider.',
    causes: ['The account was unlinked.', 'The id belongs to another platform.'],
    fix: 'GET /stablecoin-provider-accounts lists the linked accounts; POST links one.',
  },

  // Customers
  USER_NOT_READY: {
    meaning: 'The customer cannot send or receive money yet.',
    causes: ['The verification is not approved.', 'The customer has no account in the currency.'],
    fix: 'Verify the customer with POST /verifications or a KYC link, or add the currency to the customer.',
  },
  END_USER_TERMS_NOT_ACCEPTED: {
    meaning: 'The customer has not accepted the end-user terms.',
    causes: ['endUserTermsConsent was never sent for this customer.'],
    fix: 'Show the terms, then send endUserTermsConsent with PATCH /customers/{customerId}.',
  },
  END_USER_TERMS_VERSION_NOT_FOUND: {
    meaning: 'There are no end-user terms of this version.',
    causes: ['The version was typed by hand or comes from another service.'],
    fix: 'GET /customers/end-user-terms returns the current version.',
  },
  MISSING_MANDATORY_USER_INFO: {
    meaning: 'The other side requires data about a person that is missing.',
    causes: [
      'The receiver requires more about the sender.',
      'The sending institution requires more about the receiver.',
    ],
    fix: 'Send every field of details.errors in senderCustomerInfo or receiverCustomerInfo. The lookup lists them before.',
  },
  LOW_QUALITY: {
    meaning: 'The document cannot be read: the image is too small or too blurred.',
    causes: ['The picture is a thumbnail.', 'The scan is out of focus.'],
    fix: 'Upload a sharp picture of the whole document, at least 100 pixels on each side.',
  },
  DATA_MISMATCH: {
    meaning: 'The document does not show the data of the customer.',
    causes: ['The name or the date of birth differs.', 'The document belongs to another person.'],
    fix: 'Correct the data of the customer, or upload the right document.',
  },
  EXPIRED: {
    meaning: 'The document has expired.',
    causes: ['Its date of expiry is in the past.'],
    fix: 'Upload a document that is valid.',
  },
  SUSPECTED_FRAUD: {
    meaning: 'The document shows signs of forgery.',
    causes: ['The check of the document failed.'],
    fix: 'Contact the customer. The operator of the service can review the case.',
  },
  UNSUITABLE_DOCUMENT: {
    meaning: 'The file is not a document of this kind.',
    causes: [
      'The file is neither a PDF nor a JPEG or PNG image.',
      'The document type is not accepted for this purpose.',
    ],
    fix: 'Upload a PDF, JPEG or PNG of a document that the verification accepts.',
  },
  INCOMPLETE: {
    meaning: 'The file is cut off, or a side of the document is missing.',
    causes: ['The upload was interrupted.', 'Only one side was uploaded.'],
    fix: 'Upload the complete file again.',
  },
  INVITATION_ALREADY_CLAIMED: {
    meaning: 'The invitation was claimed before.',
    causes: ['Another customer claimed it.', 'The claim was sent twice.'],
    fix: 'Ask the inviter for a new invitation.',
  },
  INVITATION_CANCELLED: {
    meaning: 'The invitation was cancelled.',
    causes: ['The inviter cancelled it.'],
    fix: 'Ask the inviter for a new invitation.',
  },
  INVITATIONS_NOT_CONFIGURED: {
    meaning: 'Invitations are switched off on this service.',
    causes: ['The operator has set INVITATION_URL to off.'],
    fix: 'Ask the operator to set INVITATION_URL.',
  },

  // Accounts and payments
  INVALID_BANK_ACCOUNT: {
    meaning: 'The account does not exist at its bank or network.',
    causes: ['A digit of the account number is wrong.', 'The account was closed.'],
    fix: 'Check the account number with the receiver.',
  },
  EXTERNAL_ACCOUNT_VERIFICATION_REQUIRED: {
    meaning: 'The external account cannot be paid before its ownership is proved.',
    causes: ['The wallet is unhosted and unproved.', 'The verification of the account is pending.'],
    fix: 'Prove the ownership with POST /customers/external-accounts/{externalAccountId}/challenge and then /verify.',
  },
  BENEFICIARY_TRUSTED: {
    meaning: 'A trusted beneficiary cannot be deleted.',
    causes: ['The customer marked the account as trusted.'],
    fix: 'Remove the trust first; then delete the account.',
  },
  SELF_PAYMENT: {
    meaning: 'Sender and receiver are the same.',
    causes: ['Source and destination are one account or one UMA address.'],
    fix: 'Choose another destination.',
  },
  INVALID_RECEIVER: {
    meaning: 'The receiver cannot be paid.',
    causes: [
      'The external account is not ACTIVE.',
      'The receiver has no account in the currency.',
      'The other provider answered for somebody else.',
    ],
    fix: 'Look the receiver up again and choose an account and a currency that it lists.',
  },
  QUOTE_REQUEST_FAILED: {
    meaning: 'No price can be given now.',
    causes: ['There are no current exchange rates.', "The receiver's rate has changed since the lookup."],
    fix: 'Repeat the lookup and the quote in a moment.',
  },
  LOOKUP_REQUEST_FAILED: {
    meaning: 'No amount can be paid from this sender to this receiver.',
    causes: [
      'There is no corridor between the currencies.',
      'The daily limit is used up.',
      'The other provider requires data that this service does not have.',
    ],
    fix: 'GET /exchange-rates lists the corridors; compare the limits of the platform and of the customer.',
  },
  VELOCITY_LIMIT_EXCEEDED: {
    meaning: 'Too many payments were made within a short time.',
    causes: ['The limit of the other provider or of the rail is used up.'],
    fix: 'Wait, then try again with a new quote.',
  },
  DAILY_VOLUME_LIMIT_EXCEEDED: {
    meaning: 'The daily limit of this currency is used up.',
    causes: ['The payments of the day exceed the daily limit of the sender.'],
    fix: 'Retry after midnight UTC; Retry-After has the seconds.',
  },
  TRANSACTION_NOT_CANCELLABLE: {
    meaning: 'The transaction has gone too far to be cancelled.',
    causes: ['The rail has settled it.', 'It waits for an approval and can be rejected instead.'],
    fix: 'Ask the receiver for a refund, or reject a payment that waits for an approval.',
  },
  TRANSACTION_NOT_PENDING_PLATFORM_APPROVAL: {
    meaning: 'The transaction awaits no approval.',
    causes: ['It was approved or rejected before.', 'The time for the approval is over.'],
    fix: 'Read the transaction: its status shows the decision.',
  },
  SERVICE_SWITCH_ERROR: {
    meaning: 'The payment could not be handed to its rail.',
    causes: ['The rail was not available for a moment.'],
    fix: 'Nothing has changed. Send the request again.',
  },

  // Cards
  CARDHOLDER_KYC_NOT_APPROVED: {
    meaning: 'The cardholder is not verified.',
    causes: ['The verification is pending, was rejected or never began.'],
    fix: 'Verify the customer with POST /verifications or a KYC link, then create the card.',
  },
  FUNDING_SOURCE_INELIGIBLE: {
    meaning: 'An account cannot fund this card.',
    causes: [
      'The account belongs to another customer.',
      'Its currency is not the one of the card.',
      'It is not ACTIVE.',
    ],
    fix: 'GET /customers/internal-accounts lists the accounts of the cardholder; details.errors names the wrong ones.',
  },
  CARD_ALREADY_CLOSED: {
    meaning: 'The card is closed already.',
    causes: ['It was closed by an earlier request.'],
    fix: 'Nothing has to be done. POST /cards issues a new card.',
  },
  CARD_NOT_MUTABLE: {
    meaning: 'A closed card cannot be changed.',
    causes: ['The card was closed.'],
    fix: 'POST /cards issues a new card.',
  },

  // Wallets and strong customer authentication
  EMAIL_OTP_CREDENTIAL_ALREADY_EXISTS: {
    meaning: 'The wallet has an email credential already.',
    causes: ['The credential was added before.'],
    fix: 'GET /auth/credentials lists the credentials; use the existing one.',
  },
  SMS_OTP_CREDENTIAL_ALREADY_EXISTS: {
    meaning: 'The wallet has a text-message credential already.',
    causes: ['The credential was added before.'],
    fix: 'GET /auth/credentials lists the credentials; use the existing one.',
  },
  PASSKEY_CREDENTIAL_ALREADY_EXISTS: {
    meaning: 'The wallet has this passkey already.',
    causes: ['The same authenticator was registered twice.'],
    fix: 'Log in with the existing passkey.',
  },
  EMAIL_OTP_EMAIL_ALREADY_EXISTS: {
    meaning: 'Another wallet credential uses this email.',
    causes: ['The new email belongs to another credential.'],
    fix: 'Use another email.',
  },
  EMAIL_OTP_CREDENTIAL_SET_CHANGED: {
    meaning: 'The credentials of the customer have changed since the challenge.',
    causes: ['A credential was added or removed between the two requests.'],
    fix: 'Send the request again without the signature headers, and sign the new challenge.',
  },
  EMAIL_OTP_CREDENTIAL_SYNC_FAILED: {
    meaning: 'The key vault of the wallet has rejected the new contact.',
    causes: ['The vault is not available, or does not accept the address.'],
    fix: 'Nothing was changed. Send the signed request again later, or use another contact.',
  },
  PASSKEY_ALREADY_ENROLLED: {
    meaning: 'The customer has a passkey for confirmations already.',
    causes: ['A customer has at most one passkey.'],
    fix: 'Delete the passkey first, or reset the factor.',
  },
  SCA_SESSION_REQUIRED: {
    meaning: 'The customer has to log in with a second factor first.',
    causes: ['There is no session of the customer. This service asks for a proof of the payment itself in its place.'],
    fix: 'Send the proof with POST /quotes/{quoteId}/authorize.',
  },

  // Webhooks
  WEBHOOK_ENDPOINT_NOT_SET: {
    meaning: 'The platform has no webhook endpoint.',
    causes: ['webhookEndpoint was never set, or was removed.'],
    fix: 'Set webhookEndpoint with PATCH /config.',
  },
  WEBHOOK_DELIVERY_ERROR: {
    meaning: 'The webhook endpoint cannot be reached, or is disabled.',
    causes: [
      'The address is wrong or not public.',
      'The receiver takes longer than 10 seconds.',
      'It was disabled after failures.',
    ],
    fix: 'Check the receiver, then set webhookEndpoint again with PATCH /config, even to the same address.',
  },

  // Stablecoins
  STABLECOIN_PROVIDER_ACCOUNT_INVALID: {
    meaning: 'The provider does not accept the credentials of the linked account.',
    causes: ['The API key is wrong or belongs to another environment.'],
    fix: 'Link the account again with a valid key.',
  },
  STABLECOIN_PROVIDER_ACCOUNT_REVOKED: {
    meaning: 'The access to the linked account was revoked.',
    causes: ['The key was deleted at the provider.'],
    fix: 'Create a new key at the provider and link the account again.',
  },
  STABLECOIN_PROVIDER_ACCOUNT_SELECTION_REQUIRED: {
    meaning: 'Several provider accounts are linked, and the request names none.',
    causes: ['stablecoinProviderAccountId is missing.'],
    fix: 'Send the id of one; GET /stablecoin-provider-accounts lists them.',
  },

  // UMA
  INVALID_UMA_ADDRESS: {
    meaning: 'The UMA address has the wrong form or the wrong domain.',
    causes: ['The address does not look like $user@domain.', 'It is not at the umaDomain of the platform.'],
    fix: 'Use an address such as $ada@example.com; details.hint names the right domain.',
  },
  UMA_NOT_FOUND: {
    meaning: 'The UMA address does not exist at its provider.',
    causes: ['The address is misspelt.', 'The customer of the other provider is gone.'],
    fix: 'Check the address with the receiver.',
  },
  UMA_ADDRESS_EXISTS: {
    meaning: 'Another customer has this UMA address.',
    causes: ['The address was given to another customer before.'],
    fix: 'Choose another address.',
  },
  COUNTERPARTY_NOT_ALLOWED: {
    meaning: 'This service does not exchange payments with the provider of the receiver.',
    causes: ['The operator has blocked the domain.'],
    fix: 'Pay the receiver another way, or ask the operator.',
  },
  SENDER_NOT_ACCEPTED: {
    meaning: 'The provider of the receiver does not accept the sender.',
    causes: ['The compliance check of the other provider failed.'],
    fix: 'Nothing was paid. Contact the receiver; a repeat has the same result.',
  },
  MISSING_REQUIRED_UMA_PARAMETERS: {
    meaning: 'A message of the other provider lacks parameters that UMA requires.',
    causes: ['The address belongs to a plain Lightning provider.', 'The other provider did not sign its message.'],
    fix: 'Check with the receiver that the address is a UMA address.',
  },
  INVALID_PAYREQ_RESPONSE: {
    meaning: 'The invoice of the other provider does not match the request.',
    causes: ['Its amount, currency or signature is not the agreed one.'],
    fix: 'Nothing was paid. Repeat the lookup and the quote.',
  },
  PARSE_PAYREQ_RESPONSE_ERROR: {
    meaning: 'The invoice of the other provider cannot be read.',
    causes: ['The other provider answered with an invalid message.'],
    fix: 'Nothing was paid. Try again later, or pay the receiver another way.',
  },
  PARSE_LNURLP_RESPONSE_ERROR: {
    meaning: 'The other provider answered the lookup with an invalid message.',
    causes: ['The domain is not a UMA provider.', 'Its callback does not use https.'],
    fix: 'Check the address with the receiver.',
  },
  LNURLP_REQUEST_FAILED: {
    meaning: 'The other provider could not be asked about the receiver.',
    causes: ['Its server did not answer.', 'The platform has no umaDomain.'],
    fix: 'Repeat the lookup in a moment. Set umaDomain with PATCH /config if details.hint says so.',
  },
  PAYREQ_REQUEST_FAILED: {
    meaning: 'The other provider did not give an invoice for the payment.',
    causes: ['Its server did not answer or rejected the request.'],
    fix: 'Nothing was paid. Create the quote again in a moment.',
  },
  COUNTERPARTY_PUBKEY_FETCH_ERROR: {
    meaning: 'The public keys of the other provider could not be read.',
    causes: ['Its server did not answer at /.well-known/lnurlpubkey.'],
    fix: 'Repeat the request in a moment.',
  },
  INVALID_PUBKEY_FORMAT: {
    meaning: 'The public keys of the other provider are not valid.',
    causes: ['They are not points on the curve secp256k1.'],
    fix: 'The other provider has to publish valid keys.',
  },
  CERT_CHAIN_INVALID: {
    meaning: 'The certificate chain of the other provider is not valid.',
    causes: ['A certificate cannot be read or does not belong to the key.'],
    fix: 'The other provider has to publish a valid chain.',
  },
  CERT_CHAIN_EXPIRED: {
    meaning: 'A certificate of the other provider has expired.',
    causes: ['The provider did not renew it.'],
    fix: 'The other provider has to renew its certificate.',
  },
  UNSUPPORTED_UMA_VERSION: {
    meaning: 'The two providers have no common version of UMA.',
    causes: ['The other provider supports other versions only.'],
    fix: 'Pay the receiver another way; details.supportedMajorVersions lists the versions.',
  },
  NO_COMPATIBLE_UMA_VERSION: {
    meaning: 'The other provider answered in a version of UMA that this service does not speak.',
    causes: ['The versions were agreed on wrongly.'],
    fix: 'Pay the receiver another way.',
  },
  UNRECOGNIZED_MANDATORY_PAYEE_DATA_KEY: {
    meaning: 'The sending provider requires data of the receiver that this service does not know.',
    causes: ['The other provider asks for a field outside of the standard.'],
    fix: 'The sender has to use another provider or another way to pay.',
  },

  // The service
  SERVICE_UNAVAILABLE: {
    meaning: 'The service or a part that it needs is not available for a moment.',
    causes: ['The database or a provider cannot be reached.', 'The server is stopping.'],
    fix: 'Repeat the request after Retry-After, with the same Idempotency-Key. details.hint says whether it may have taken effect.',
  },
  INTERNAL_ERROR: {
    meaning: 'Something went wrong on the side of the service.',
    causes: ['A defect of the service.'],
    fix: 'Repeat the request with the same Idempotency-Key. If it fails again, report details.requestId.',
  },
};
