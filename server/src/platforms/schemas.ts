import { type Static, Type } from '@sinclair/typebox';
import { PageOf } from '../http/paging.ts';
import { Pattern } from '../http/pattern-text.ts';
import { Amount, CreatedAt, Email, Enum, IdOf, Timestamp, UpdatedAt, Warnings } from '../http/schemas.ts';
import { Secret } from '../http/sensitivity.ts';
import { permissions } from '../kernel/callers.ts';
import { customerInfoFields } from '../kernel/customer-info.ts';
import { DOMAIN } from '../kernel/domains.ts';

const MAX_CURRENCIES = 100;
const MAX_FEES = 100;
const MAX_LIST = 50;

export const CounterpartyField = Type.Object(
  { name: Enum(customerInfoFields), mandatory: Type.Boolean() },
  { $id: 'CounterpartyFieldDefinition' },
);

const currencyMembers = {
  currencyCode: Type.String({ minLength: 3, maxLength: 10 }),
  minAmount: Amount({ minimum: 0 }),
  maxAmount: Amount({ minimum: 0 }),
  requiredCounterpartyFields: Type.Array(CounterpartyField, { maxItems: MAX_LIST }),
  enabledTransactionTypes: Type.Array(Enum(['INCOMING', 'OUTGOING']), { maxItems: MAX_LIST }),
};

const CurrencyConfigSchema = Type.Object(currencyMembers);
export type CurrencyConfig = Static<typeof CurrencyConfigSchema>;

const PlatformCurrencyConfig = Type.Object(
  {
    ...currencyMembers,
    providerRequiredCustomerFields: Type.Array(Enum(customerInfoFields), { readOnly: true }),
    providerRequiredCounterpartyCustomerFields: Type.Array(Enum(customerInfoFields), { readOnly: true }),
  },
  { $id: 'PlatformCurrencyConfig' },
);

const Text = (maxLength: number) => Type.String({ maxLength });

const RelyingParty = Type.Object({
  id: Type.String({ minLength: 1, maxLength: 253, description: 'WebAuthn relying party id: a domain' }),
  origins: Type.Array(Text(512), {
    minItems: 1,
    maxItems: MAX_LIST,
    description: 'https origins and native app origins',
  }),
});

const EmbeddedWalletConfig = Type.Partial(
  Type.Object({
    appName: Text(255),
    otpLength: Type.Integer({ minimum: 6, maximum: 12 }),
    alphanumeric: Type.Boolean(),
    expirationSeconds: Type.Integer({ minimum: 1, maximum: 600 }),
    sendFromEmailAddress: Email(),
    sendFromEmailSenderName: Text(255),
    replyToEmailAddress: Email(),
    logoUrl: Type.String({ format: 'uri', maxLength: 512 }),
    relyingParties: Type.Array(RelyingParty, { maxItems: MAX_LIST }),
    allowPasskeyPresenceOnly: Type.Boolean({
      description: 'whether passkeys open wallets of a production platform without user verification; false by default',
    }),
  }),
  { $id: 'EmbeddedWalletConfig' },
);

const CardTokenizationConfig = Type.Partial(
  Type.Object({
    displayName: Text(255),
    logoUrl: Pattern('^https://', 'an address that begins with https://', { format: 'uri', maxLength: 512 }),
    email: Type.Partial(
      Type.Object({
        fromAddress: Email(),
        fromName: Text(255),
        replyToAddress: Email(),
        subject: Text(255),
        bodyText: Text(2000),
      }),
    ),
    sms: Type.Partial(Type.Object({ templateSid: Text(64), bodyText: Text(480) })),
  }),
  { $id: 'CardTokenization2FAConfig' },
);

const RevealOrigins = Type.Array(Type.String({ maxLength: 512 }), {
  maxItems: MAX_LIST,
  description: 'origins whose pages may frame the page that shows a card number (panEmbedUrl)',
});

const FeeConfigSchema = Type.Object(
  {
    feeType: Enum(['CROSS_CURRENCY_TRANSACTION']),
    sourceCurrency: Type.String({ minLength: 3, maxLength: 10 }),
    variableFeeBps: Type.Integer({ minimum: 0, maximum: 10_000 }),
    fixedFee: Type.Object({ amount: Amount({ minimum: 0 }), currency: Type.String({ minLength: 3, maxLength: 10 }) }),
  },
  { $id: 'FeeConfig' },
);
export type FeeConfig = Static<typeof FeeConfigSchema>;

export const PlatformConfigUpdate = Type.Partial(
  Type.Object({
    umaDomain: Pattern(DOMAIN, 'a domain name, like example.com', { minLength: 1, maxLength: 253 }),
    webhookEndpoint: Type.String({ minLength: 1, maxLength: 2_048 }),
    supportedCurrencies: Type.Array(CurrencyConfigSchema, { minItems: 1, maxItems: MAX_CURRENCIES }),
    embeddedWalletConfig: EmbeddedWalletConfig,
    cardTokenization2faConfig: CardTokenizationConfig,
    cardRevealOrigins: RevealOrigins,
    feeConfigs: Type.Array(FeeConfigSchema, { maxItems: MAX_FEES }),
  }),
  { $id: 'PlatformConfigUpdateRequest' },
);
export type SettingsUpdate = Static<typeof PlatformConfigUpdate>;

export const PlatformConfig = Type.Object(
  {
    id: IdOf('PlatformConfig', { readOnly: true }),
    umaDomain: Type.Optional(Type.String()),
    proxyUmaSubdomain: Type.Optional(Type.String()),
    webhookEndpoint: Type.Optional(Type.String()),
    supportedCurrencies: Type.Array(PlatformCurrencyConfig),
    isRegulatedFinancialInstitution: Type.Boolean(),
    embeddedWalletConfig: EmbeddedWalletConfig,
    cardTokenization2faConfig: CardTokenizationConfig,
    cardRevealOrigins: Type.Optional(RevealOrigins),
    feeConfigs: Type.Array(FeeConfigSchema),
    createdAt: CreatedAt,
    updatedAt: UpdatedAt,
  },
  { $id: 'PlatformConfig' },
);

const PermissionName = Enum(permissions, { $id: 'Permission' });

export const TokenCreate = Type.Object(
  {
    name: Type.String({ minLength: 1, maxLength: 255 }),
    permissions: Type.Array(PermissionName, { minItems: 1, maxItems: 10 }),
  },
  { $id: 'ApiTokenCreateRequest' },
);

export const ApiToken = Type.Object(
  {
    id: IdOf('Token'),
    name: Type.String(),
    permissions: Type.Array(PermissionName),
    clientId: Type.String(),
    clientSecret: Type.Optional(Secret(Type.String({ description: 'only in the answer that creates the token' }))),
    createdAt: CreatedAt,
    updatedAt: UpdatedAt,
  },
  { $id: 'ApiToken' },
);

export const TokenList = PageOf(ApiToken, 'TokenListResponse');

export const LoggedRequest = Type.Object(
  {
    id: Type.String({ description: 'the X-Request-Id of the answer' }),
    at: Timestamp,
    method: Type.String(),
    path: Type.String(),
    route: Type.String(),
    status: Type.Integer(),
    code: Type.Optional(Type.String()),
    durationMs: Type.Number(),
    tokenId: Type.String(),
    idempotencyKey: Type.Optional(Type.String()),
    isReplay: Type.Boolean(),
    warnings: Type.Optional(Warnings),
    requestBody: Type.Optional(Type.Unknown()),
    responseBody: Type.Optional(Type.Unknown()),
  },
  { $id: 'LoggedRequest' },
);

export const LoggedRequestList = PageOf(LoggedRequest, 'LoggedRequestListResponse');
