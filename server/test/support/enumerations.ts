type Json = Record<string, any>;

/** Values by the name of their enumeration: a named schema, or the schema and the member that lists them. */
export type Enumerations = Map<string, Set<unknown>>;

/** Placeholder for an unknown value: matches every value that the schema allows. */
const ANY = Symbol('any value');

/** Name of every schema that is inlined in an operation. */
export const INLINE = 'inline';

/** Webhook schemas that use the schema of the resource. */
const sameAs: Readonly<Record<string, string>> = {
  OutgoingPaymentWebhookData: 'OutgoingTransaction',
  IncomingPaymentWebhookData: 'IncomingTransaction',
};

/** Collects the values of enumerations along a schema of a document. */
export class EnumerationWalk {
  readonly found: Enumerations = new Map();
  readonly #schemas: Json;
  readonly #entered = new Set<string>();

  constructor(document: Json) {
    this.#schemas = document['components'].schemas;
  }

  /** Records the values that `value` has at the places where the schema lists values. */
  visit(schema: Json | undefined, name: string, value: unknown): void {
    if (!schema || value === undefined) return;
    if (schema['$ref']) this.#follow(schema['$ref'].split('/').at(-1), value);
    if (schema['enum']) this.#keep(name, value === ANY ? schema['enum'] : [value]);
    for (const part of schema['allOf'] ?? []) this.visit(part, name, value);
    for (const variant of [...(schema['oneOf'] ?? []), ...(schema['anyOf'] ?? [])]) {
      if (this.#fits(variant, value)) this.visit(variant, name, value);
    }
    for (const item of value === ANY ? [ANY] : Array.isArray(value) ? value : []) {
      this.visit(schema['items'], name, item);
    }
    if (value !== ANY && (typeof value !== 'object' || value === null)) return;
    for (const [member, inner] of Object.entries<Json>(schema['properties'] ?? {})) {
      this.visit(inner, `${name}.${member}`, value === ANY ? ANY : (value as Json)[member]);
    }
  }

  #follow(name: string, value: unknown): void {
    if (value === ANY) {
      if (this.#entered.has(name)) return;
      this.#entered.add(name);
    }
    this.visit(this.#schemas[name], sameAs[name] ?? name, value);
  }

  #keep(name: string, values: readonly unknown[]): void {
    this.found.set(name, new Set([...(this.found.get(name) ?? []), ...values]));
  }

  /** Variants differ in members with one fixed value. */
  #fits(variant: Json, value: unknown): boolean {
    if (variant['$ref']) return this.#fits(this.#schemas[variant['$ref'].split('/').at(-1)], value);
    if (value === ANY) return true;
    if (variant['type'] === 'null' || value === null) return variant['type'] === 'null' && value === null;
    if ((variant['allOf'] ?? []).some((part: Json) => !this.#fits(part, value))) return false;
    return Object.entries<Json>(variant['properties'] ?? {}).every(
      ([member, inner]) => inner['const'] === undefined || inner['const'] === (value as Json)[member],
    );
  }
}

/** Every enumeration in responses to platforms and agents, and in webhooks. */
export function documentedEnumerations(document: Json): Enumerations {
  const walk = new EnumerationWalk(document);
  for (const methods of Object.values<Json>(document['paths'])) {
    for (const { responses, security } of Object.values<Json>(methods)) {
      if (security?.some((scheme: Json) => 'OperatorAuth' in scheme)) continue;
      for (const [status, { content }] of Object.entries<Json>(responses)) {
        if (Number(status) < 400) walk.visit(content?.['application/json']?.schema, INLINE, ANY);
      }
    }
  }
  for (const { post } of Object.values<Json>(document['webhooks'])) {
    walk.visit(post.requestBody.content['application/json'].schema, INLINE, ANY);
  }
  return walk.found;
}

/** Members that repeat a choice of the request or a setting: the caller can produce every value. */
const chosenByCaller = new Set([
  'SandboxFault.drop',
  'SandboxFault.method',
  'SandboxFault.status',
  'acceptanceMethod',
  'accountType',
  'annualIncomeRange',
  'bankAccountType',
  'businessType',
  'cryptoNetwork',
  'defaultExecutionMode',
  'destinationNetwork',
  'destinationPaymentRail',
  'documentType',
  'enabledTransactionTypes',
  'entityType',
  'eventType',
  'executionMode',
  'expectedMonthlyTransactionCount',
  'expectedMonthlyTransactionVolume',
  'feeType',
  'idType',
  'name',
  'netWorthRange',
  'network',
  'ownershipType',
  'paymentRails',
  'pepStatus',
  'permissions',
  'pixKeyType',
  'provider',
  'providerRequiredCounterpartyCustomerFields',
  'providerRequiredCustomerFields',
  'purposeOfAccount',
  'rail',
  'region',
  'roles',
  'side',
  'sourceOfFundsCategories',
  'sourceOfWealthCategories',
  // Named schemas of the same kind.
  'PaymentRail',
  'PaymentAccountType',
  'CryptoNetwork',
  'DocumentType',
  'StablecoinOperationSource.type',
  'VerificationError.acceptedDocumentTypes',
  // The id in the query selects the kind: search.test.ts finds each.
  'SearchResult.type',
  // Timelines repeat the values of WebhookType, of failureReason and of the channels of messages.
  'TimelineEvent.detail.type',
  'TimelineRailReport.detail.reason',
  'TimelineMessage.detail.channel',
  // Set by the caller: hosted-page-languages.test.ts shows every language.
  'HostedPages.language',
]);

export const isChosenByCaller = (name: string): boolean =>
  chosenByCaller.has(name) || chosenByCaller.has(name.split('.').at(-1) ?? '');

/** Values that no sandbox scenario produces, with the reason. */
export const neverProduced: Readonly<Record<string, string>> = {
  'BulkCustomerImportJobAccepted.status PROCESSING': 'an import is accepted before it begins',
  'CardState PENDING_KYC': 'a card is issued to approved cardholders only, so none waits for their verification',
  'ExternalAccount.status INACTIVE': 'reserved: an account that is no longer used is deleted',
  'ExternalAccount.status PENDING': 'reserved: accounts are checked while they are added',
  'IncomingTransaction.failureReason COMPLIANCE_REJECTED': 'the platform rejects an incoming payment: REJECTED',
  'IncomingTransaction.failureReason QUOTE_EXECUTION_FAILED': 'no quote is executed for an incoming payment',
  'IncomingTransaction.failureReason QUOTE_EXPIRED': 'another provider pays an invoice too late: uma-receiving.test.ts',
  'IncomingTransaction.status CREATED': 'an incoming payment is known once it was accepted',
  'IncomingTransaction.status EXPIRED': 'an incoming payment that is not decided in time is FAILED',
  'IncomingTransaction.status PENDING_AUTHORIZATION': 'receivers do not prove incoming payments',
  'IncomingTransaction.status PROCESSING': 'an incoming payment is PENDING until it is credited',
  'InternalAccount.status FAILED': 'reserved: accounts are opened in the ledger, which does not fail',
  'InternalAccount.status FROZEN': 'set by an operator: operator.test.ts',
  'InternalAccount.status PENDING': 'reserved: accounts are opened at once',
  'LedgerChecks.data.result FAILED': 'only broken books fail a check: ledger-api.test.ts breaks some',
  'OutgoingTransaction.direction CREDIT': 'outgoing payments debit',
  'OutgoingTransaction.failureReason COUNTERPARTY_POST_TX_FAILED': 'deprecated: only in old data of this API family',
  'OutgoingTransaction.failureReason LIGHTNING_PAYMENT_FAILED': 'deprecated: only in old data of this API family',
  'OutgoingTransaction.failureReason QUOTE_RATE_UNAVAILABLE': 'a rate is locked with the quote',
  'Refund.reason TIMEOUT': 'money that a bank brings after the quote has expired: realtime-funding-bank.test.ts',
  'StablecoinProviderEnvironment PRODUCTION': 'production platforms only',
  'TimelineRailReport.detail.outcome ADVISED': 'sent by a card processor: card-processor.test.ts',
  'TimelineRailReport.detail.outcome CREDIT_REVERSED': 'sent by a card processor: card-processor.test.ts',
  'TimelineRailReport.detail.outcome INQUIRED': 'sent by a card processor: card-processor.test.ts',
  'TimelineRailReport.detail.outcome PULL_CONFIRMED':
    'reported by a funding source that decides later: card-pulls.test.ts',
  'TimelineRailReport.detail.outcome PULL_FAILED':
    'reported by a funding source that decides later: card-pulls.test.ts',
  'TimelineRailReport.detail.outcome RETURN_REVERSED': 'sent by a card processor: card-processor.test.ts',
  'VerificationError.type MISSING_GOOD_STANDING_DOCUMENT': 'asked for by a reviewer: reviews.test.ts',
  'WebhookEndpoint.disabledReason FAILING': 'an endpoint that has failed for days: webhooks-delivery.test.ts',
  'WebhookType CARD.FUNDING_SOURCE_CHANGE': 'a customer has one account in each currency: cards.test.ts adds a second',
  'WebhookType INCOMING_PAYMENT.REFUND_FAILED':
    'reserved: a collection is returned from the ledger, which does not fail',
};
