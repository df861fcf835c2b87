/** Column with sealed values. Its keys, names and values are text. */
export interface SealedColumn {
  readonly table: string;
  readonly column: string;
  /** Member of a jsonb column that is sealed. */
  readonly member?: string;
  /** Columns that identify the row. */
  readonly keys: readonly string[];
  /** Columns whose values are the associated data of the seal. They are known before the write and never change. */
  readonly names: readonly string[];
  /** SQL condition for rows with a sealed value. */
  readonly condition: string;
}

/** All sealed values. A key rotation re-seals each of them. */
export const sealedColumns = {
  keptResponse: {
    table: 'idempotency_records',
    column: 'body',
    keys: ['platform_id', 'key'],
    names: ['platform_id', 'key'],
    condition: 'is_sealed',
  },
  customerIdentifier: {
    table: 'customers',
    column: 'identifier_sealed',
    keys: ['platform_id', 'id'],
    names: ['platform_id', 'id'],
    condition: 'identifier_sealed IS NOT NULL',
  },
  ownerIdentifier: {
    table: 'beneficial_owners',
    column: 'identifier_sealed',
    keys: ['platform_id', 'id'],
    names: ['platform_id', 'id'],
    condition: 'true',
  },
  personDraft: {
    table: 'kyc_links',
    column: 'person_draft_sealed',
    keys: ['platform_id', 'id'],
    names: ['platform_id', 'id'],
    condition: 'person_draft_sealed IS NOT NULL',
  },
  totpSecret: {
    table: 'sca_totp',
    column: 'secret_sealed',
    keys: ['platform_id', 'customer_id'],
    names: ['platform_id', 'customer_id'],
    condition: 'true',
  },
  waitingMessage: {
    table: 'jobs',
    column: 'payload',
    member: 'sealed',
    keys: ['platform_id', 'id'],
    names: ['platform_id', 'resource_id'],
    condition: `payload ? 'sealed'`,
  },
  walletSeed: {
    table: 'wallet_seeds',
    column: 'mnemonic_sealed',
    keys: ['platform_id', 'account_id'],
    names: ['platform_id', 'account_id'],
    condition: 'true',
  },
  walletVaultKey: {
    table: 'wallet_vault_keys',
    column: 'secret_sealed',
    keys: ['platform_id'],
    names: ['platform_id'],
    condition: 'true',
  },
  walletCodeTarget: {
    table: 'wallet_codes',
    column: 'secret_sealed',
    keys: ['platform_id', 'credential_id'],
    names: ['platform_id', 'credential_id'],
    condition: 'true',
  },
  umaSigningKey: {
    table: 'uma_keys',
    column: 'signing_sealed',
    keys: ['platform_id'],
    names: ['platform_id'],
    condition: 'true',
  },
  umaEncryptionKey: {
    table: 'uma_keys',
    column: 'encryption_sealed',
    keys: ['platform_id'],
    names: ['platform_id'],
    condition: 'true',
  },
  umaTravelRule: {
    table: 'uma_requests',
    column: 'travel_rule_sealed',
    keys: ['platform_id', 'id'],
    names: ['platform_id', 'id'],
    condition: 'travel_rule_sealed IS NOT NULL',
  },
  delegatedKey: {
    table: 'delegated_keys',
    column: 'secret_sealed',
    keys: ['platform_id', 'id'],
    names: ['platform_id', 'id'],
    condition: 'true',
  },
  cardDetails: {
    table: 'cards',
    column: 'details_sealed',
    keys: ['platform_id', 'id'],
    names: ['platform_id', 'id'],
    condition: 'details_sealed IS NOT NULL',
  },
  stablecoinCredentials: {
    table: 'stablecoin_provider_accounts',
    column: 'credentials_sealed',
    keys: ['platform_id', 'id'],
    names: ['platform_id', 'id'],
    condition: 'true',
  },
  webhookKey: {
    table: 'webhook_keys',
    column: 'secret_sealed',
    keys: ['platform_id', 'id'],
    names: ['platform_id', 'id'],
    condition: 'true',
  },
  archiveKey: {
    table: 'archive_keys',
    column: 'secret_sealed',
    keys: ['id'],
    names: ['id'],
    condition: 'true',
  },
} as const satisfies Record<string, SealedColumn>;

declare const brand: unique symbol;
/** Associated data of a seal: the value opens only in this row and column. */
export type SealContext = string & { readonly [brand]: true };

/** The only function that creates a context, so that rotation covers every column with sealed values. */
export function sealContext<C extends SealedColumn>(
  { table, column, names }: C,
  row: Readonly<Record<C['names'][number], string>>,
): SealContext {
  const values = names.map((name) => row[name as C['names'][number]]);
  // JSON, because joining the values would be ambiguous if one contains the separator.
  return JSON.stringify([table, column, ...values]) as SealContext;
}
