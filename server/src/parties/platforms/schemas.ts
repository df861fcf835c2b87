import { type Static, type TSchema, Type } from '@sinclair/typebox';
import { Described } from '../../engine/http/named-schemas.ts';
import { PageOf } from '../../engine/http/paging.ts';
import { Pattern } from '../../engine/http/pattern-text.ts';
import { Amount, CreatedAt, Email, Enum, IdOf, UpdatedAt } from '../../engine/http/schemas.ts';
import { Secret } from '../../engine/http/sensitivity.ts';
import { customerInfoFields } from '../../engine/providers/protocols/customer-info.ts';
import { permissions } from '../../foundation/kernel/callers.ts';
import { DOMAIN } from '../../foundation/kernel/domains.ts';
import { languages } from '../../foundation/kernel/languages.ts';
import { MAX_LOGO_TEXT } from './logos.ts';

const MAX_CURRENCIES = 100;
const MAX_FEES = 100;
const MAX_LIST = 50;

export const CounterpartyField = Type.Object(
  {
    name: Enum(customerInfoFields, { description: 'Field of customer data.' }),
    mandatory: Type.Boolean({ description: 'Whether a payment is rejected without the field.' }),
  },
  { $id: 'CounterpartyFieldDefinition', description: 'A field of customer data that one party requires of the other.' },
);

const currencyMembers = {
  currencyCode: Type.String({ minLength: 3, maxLength: 10, description: 'Code of the currency.' }),
  minAmount: Amount({ minimum: 0, description: 'Smallest payment in the currency, in its smallest unit.' }),
  maxAmount: Amount({ minimum: 0, description: 'Largest payment in the currency, in its smallest unit.' }),
  requiredCounterpartyFields: Type.Array(CounterpartyField, {
    maxItems: MAX_LIST,
    description: 'Data about the other party that the platform wants to get with each payment.',
  }),
  enabledTransactionTypes: Type.Array(Enum(['INCOMING', 'OUTGOING']), {
    maxItems: MAX_LIST,
    description:
      'Directions of payments in the currency. With INCOMING it is held: the platform and its customers have accounts in it. With OUTGOING alone it can be paid, and nobody has an account in it.',
  }),
};

const CurrencyConfigSchema = Type.Object(currencyMembers);
export type CurrencyConfig = Static<typeof CurrencyConfigSchema>;

const PlatformCurrencyConfig = Type.Object(
  {
    ...currencyMembers,
    providerRequiredCustomerFields: Type.Optional(
      Type.Array(Enum(customerInfoFields), {
        readOnly: true,
        description:
          'Customer data that the providers of the currency require; set by the service, absent for a currency that is only paid.',
      }),
    ),
    providerRequiredCounterpartyCustomerFields: Type.Optional(
      Type.Array(Enum(customerInfoFields), {
        readOnly: true,
        description:
          'Data about the other party that the providers of the currency require; set by the service, absent for a currency that is only paid.',
      }),
    ),
  },
  { $id: 'PlatformCurrencyConfig', description: 'A currency that the platform offers.' },
);

const Text = (maxLength: number, description: string) => Type.String({ maxLength, description });

const RelyingParty = Type.Object({
  id: Type.String({
    minLength: 1,
    maxLength: 253,
    description: 'WebAuthn relying party id: a domain without scheme and port.',
  }),
  origins: Type.Array(Type.String({ maxLength: 512 }), {
    minItems: 1,
    maxItems: MAX_LIST,
    description: 'Origins of web pages (`https://`) and native apps that may use the passkeys.',
  }),
});

const EmbeddedWalletConfig = Type.Partial(
  Type.Object({
    appName: Text(255, 'Name of the app in messages to customers.'),
    otpLength: Type.Integer({
      minimum: 4,
      maximum: 12,
      description: 'Length of one-time codes; at least 6 in production.',
    }),
    alphanumeric: Type.Boolean({ description: 'Whether one-time codes contain letters beside digits.' }),
    expirationSeconds: Type.Integer({
      minimum: 1,
      maximum: 600,
      description: 'Validity of one-time codes in seconds.',
    }),
    sendFromEmailAddress: Described(Email(), 'Sender of codes by email; an operator must have allowed its domain.'),
    sendFromEmailSenderName: Text(255, 'Sender name of codes by email.'),
    replyToEmailAddress: Described(Email(), 'Address for replies to codes by email.'),
    logoUrl: Type.String({ format: 'uri', maxLength: 512, description: 'Logo in codes by email.' }),
    relyingParties: Type.Array(RelyingParty, {
      maxItems: MAX_LIST,
      description: 'Domains and apps on which customers use passkeys.',
    }),
    allowPasskeyPresenceOnly: Type.Boolean({
      description:
        'Whether passkeys open wallets of a production platform without user verification; false by default.',
    }),
  }),
  { $id: 'EmbeddedWalletConfig', description: 'Settings of embedded wallets.' },
);

const CardTokenizationConfig = Type.Partial(
  Type.Object({
    displayName: Text(255, 'Name of the card program in messages to cardholders.'),
    logoUrl: Pattern('^https://', 'an address that begins with https://', {
      format: 'uri',
      maxLength: 512,
      description: 'Logo in messages to cardholders; begins with `https://`.',
    }),
    email: Type.Partial(
      Type.Object({
        fromAddress: Described(Email(), 'Sender of the codes.'),
        fromName: Text(255, 'Sender name of the codes.'),
        replyToAddress: Described(Email(), 'Address for replies.'),
        subject: Text(255, 'Subject of the email.'),
        bodyText: Text(2000, 'Text of the email.'),
      }),
      { description: 'Codes by email when a card is added to a mobile wallet.' },
    ),
    sms: Type.Partial(
      Type.Object({
        templateSid: Text(64, 'Id of the message template at the provider.'),
        bodyText: Text(480, 'Text of the message.'),
      }),
      { description: 'Codes by text message when a card is added to a mobile wallet.' },
    ),
  }),
  { $id: 'CardTokenization2FAConfig', description: 'Messages with codes for cards that are added to mobile wallets.' },
);

const RevealOrigins = Type.Array(Type.String({ maxLength: 512 }), {
  maxItems: MAX_LIST,
  description: 'Origins whose pages may frame the page that shows a card number (`panEmbedUrl`).',
});

/** `null` restores the default. */
const Resettable = <T extends TSchema>(schema: T, description: string) =>
  Type.Union([schema, Type.Null()], { description });

const pageMembers = {
  name: Resettable(
    Type.String({ minLength: 1, maxLength: 80 }),
    'Name of the platform on the pages; `null` shows the name of the platform.',
  ),
  accentColor: Resettable(
    Pattern('^#[0-9a-fA-F]{6}$', 'a colour of the form #rrggbb, like #0b5d66'),
    'Colour of buttons and links as `#rrggbb`; the pages derive readable variants for light and dark. `null` uses that of the service.',
  ),
  language: Resettable(
    Enum(languages),
    'Language of the pages for every visitor; `null` selects it by the `Accept-Language` of the browser.',
  ),
};

const HostedPagesUpdate = Type.Partial(
  Type.Object({
    ...pageMembers,
    logo: Resettable(
      Type.String({ maxLength: MAX_LOGO_TEXT }),
      'Logo as a data URL in base64 (`data:image/png;base64,...`): a PNG, JPEG or WebP image of at most 64 KB. `null` removes it.',
    ),
  }),
  { $id: 'HostedPagesUpdate', description: 'Appearance and language of the pages that end users see, to be changed.' },
);

const HostedPages = Type.Object(
  {
    ...pageMembers,
    logoUrl: Type.Union([Type.String(), Type.Null()], {
      readOnly: true,
      description: 'URL of the logo, which changes with the image; `null` where none is set.',
    }),
  },
  { $id: 'HostedPages', description: 'Appearance and language of the pages that end users see.' },
);

const FeeConfigSchema = Type.Object(
  {
    feeType: Enum(['CROSS_CURRENCY_TRANSACTION'], { description: 'Payments to which the fee applies.' }),
    sourceCurrency: Type.String({
      minLength: 3,
      maxLength: 10,
      description: 'Sending currency to which the fee applies, by its code.',
    }),
    variableFeeBps: Type.Integer({
      minimum: 0,
      maximum: 10_000,
      description: 'Variable fee in basis points of the sent amount: 50 is 0.5 %.',
    }),
    fixedFee: Type.Object(
      {
        amount: Amount({ minimum: 0, description: 'Fee in the smallest unit of `currency`.' }),
        currency: Type.String({
          minLength: 3,
          maxLength: 10,
          description: 'Currency of the fee by its code; it must be `sourceCurrency`.',
        }),
      },
      { description: 'Fixed fee per payment.' },
    ),
  },
  { $id: 'FeeConfig', description: 'A fee that the platform adds to payments of its customers.' },
);
export type FeeConfig = Static<typeof FeeConfigSchema>;

export const PlatformConfigUpdate = Type.Partial(
  Type.Object({
    umaDomain: Pattern(DOMAIN, 'a domain name, like example.com', {
      minLength: 1,
      maxLength: 253,
      description: "Domain of the customers' UMA addresses.",
    }),
    webhookEndpoint: Type.String({
      minLength: 1,
      maxLength: 2_048,
      description: 'URL that receives webhooks; a test event is sent when it is set.',
    }),
    supportedCurrencies: Type.Array(CurrencyConfigSchema, {
      minItems: 1,
      maxItems: MAX_CURRENCIES,
      description: 'Currencies that the platform offers; the list replaces the one before.',
    }),
    embeddedWalletConfig: Described(EmbeddedWalletConfig, 'Settings of embedded wallets to be changed.'),
    cardTokenization2faConfig: Described(CardTokenizationConfig, 'Messages for cards in mobile wallets to be changed.'),
    cardRevealOrigins: RevealOrigins,
    hostedPages: Described(HostedPagesUpdate, 'Settings of the pages that end users see, to be changed.'),
    feeConfigs: Type.Array(FeeConfigSchema, {
      maxItems: MAX_FEES,
      description: 'Fees to be added or changed, by type and currency; a fee of zero ends it.',
    }),
  }),
  {
    $id: 'PlatformConfigUpdateRequest',
    description: 'Change of the configuration; members that are absent keep their values.',
  },
);
export type SettingsUpdate = Static<typeof PlatformConfigUpdate>;

export const PlatformConfig = Type.Object(
  {
    id: IdOf('PlatformConfig', { readOnly: true }),
    umaDomain: Type.Optional(
      Type.String({ description: "Domain of the customers' UMA addresses; absent where it is not set." }),
    ),
    proxyUmaSubdomain: Type.Optional(
      Type.String({
        description: 'Subdomain of the service for UMA addresses; absent where the platform has a domain of its own.',
      }),
    ),
    webhookEndpoint: Type.Optional(
      Type.String({ description: 'URL that receives webhooks; absent where it is not set.' }),
    ),
    supportedCurrencies: Type.Array(PlatformCurrencyConfig, { description: 'Currencies that the platform offers.' }),
    isRegulatedFinancialInstitution: Type.Boolean({
      description: 'Whether the platform verifies its customers itself, so that they start APPROVED.',
    }),
    embeddedWalletConfig: Described(EmbeddedWalletConfig, 'Settings of embedded wallets.'),
    cardTokenization2faConfig: Described(CardTokenizationConfig, 'Messages for cards in mobile wallets.'),
    cardRevealOrigins: Type.Optional(RevealOrigins),
    hostedPages: Described(HostedPages, 'Settings of the pages that end users see.'),
    feeConfigs: Type.Array(FeeConfigSchema, { description: 'Fees that the platform adds to payments.' }),
    createdAt: CreatedAt,
    updatedAt: UpdatedAt,
  },
  { $id: 'PlatformConfig', description: 'Configuration of the platform.' },
);

const PermissionName = Enum(permissions, {
  $id: 'Permission',
  description:
    'Permission of an API token: VIEW reads; TRANSACT moves money and MANAGE changes everything else, and each includes VIEW.',
});

export const TokenCreate = Type.Object(
  {
    name: Type.String({ minLength: 1, maxLength: 255, description: 'Name for display of the token.' }),
    permissions: Type.Array(PermissionName, {
      minItems: 1,
      maxItems: 10,
      description: 'Operations that the token may call.',
    }),
  },
  { $id: 'ApiTokenCreateRequest', description: 'An API token to be created.' },
);

export const ApiToken = Type.Object(
  {
    id: IdOf('Token'),
    name: Type.String({ description: 'Name for display of the token.' }),
    permissions: Type.Array(PermissionName, { description: 'Operations that the token may call.' }),
    clientId: Type.String({ description: 'Username of HTTP Basic authentication.' }),
    clientSecret: Type.Optional(
      Secret(
        Type.String({
          description: 'Password of HTTP Basic authentication; only in the response that creates the token.',
        }),
      ),
    ),
    createdAt: CreatedAt,
    updatedAt: UpdatedAt,
  },
  { $id: 'ApiToken', description: 'Credentials of the platform.' },
);

export const TokenList = PageOf(ApiToken, 'TokenListResponse');
