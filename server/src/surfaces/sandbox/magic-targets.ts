import type { MagicValue } from '../../engine/providers/magic-values.ts';
import { accountTypes } from '../../parties/accounts/account-types.ts';

export const matches = ['SUFFIX', 'LOCAL_PART_SUFFIX', 'EXACT', 'OTHER'] as const;
type Match = (typeof matches)[number];

/** Members and operations of the API that accept a magic value. */
interface Target {
  match: Exclude<Match, 'OTHER'>;
  /** Members of the body, as dotted paths. */
  members: readonly string[];
  operationIds: readonly string[];
}

const suffix = (members: readonly string[], operationIds: readonly string[]): Target => ({
  match: 'SUFFIX',
  members,
  operationIds,
});
const exact = (members: readonly string[], operationIds: readonly string[]): Target => ({
  ...suffix(members, operationIds),
  match: 'EXACT',
});

const identifiers = new Set(Object.values(accountTypes).flatMap(({ identifiedBy }) => identifiedBy));
const externalAccount = suffix(
  [...identifiers].map((name) => `accountInfo.${name}`),
  ['createCustomerExternalAccount', 'createPlatformExternalAccount', 'agentCreateExternalAccount'],
);

const customers = ['createCustomer'];
const purchases = [
  'sandboxSimulateCardAuthorization',
  'sandboxSimulateCardCreditAuthorization',
  'sandboxSimulateCardFinancialAuthorization',
  'sandboxSimulateCardFinancialCreditAuthorization',
];

/** Targets by area; in an area with several fields, by the first word of the field. */
const targets: Readonly<Record<string, Target | Readonly<Record<string, Target>>>> = {
  'individual verification': suffix(['fullName'], customers),
  'business verification': suffix(['businessInfo.registrationNumber'], customers),
  'beneficial owner': suffix(['personalInfo.lastName'], ['createBeneficialOwner']),
  document: suffix(['documentNumber'], ['uploadDocument', 'replaceDocument']),
  'beneficiary name check': externalAccount,
  'transfer in': externalAccount,
  'transfer out': externalAccount,
  'quote to an external account': externalAccount,
  'ownership proof by liveness': suffix(['platformAccountId'], ['createCustomerExternalAccount']),
  'factor reset by liveness': suffix(['platformCustomerId'], customers),
  'UMA destination': exact(['destination.umaAddress'], ['createQuote', 'agentCreateQuote']),
  'Lightning address': exact(
    ['accountInfo.lightningAddress'],
    ['createCustomerExternalAccount', 'createPlatformExternalAccount'],
  ),
  'any quote': suffix(['description', 'remittanceInformation'], ['createQuote', 'agentCreateQuote']),
  'contact verification and strong customer authentication': exact(
    ['code'],
    ['confirmCustomerEmailVerification', 'confirmCustomerPhoneVerification', 'confirmScaFactorEnrollment'],
  ),
  'embedded wallet': {
    otp_code: exact([], []),
    'assertion.signature': exact(['assertion.signature'], ['verifyAuthCredential']),
    'Service-Wallet-Signature': exact([], []),
    "customer's": { match: 'LOCAL_PART_SUFFIX', members: ['email'], operationIds: ['createCustomer'] },
  },
  'card issuing': suffix(['platformCardId', 'cardholderId'], ['createCard']),
  'card authorization': {
    'merchant.descriptor': suffix(['merchant.descriptor'], purchases),
    'merchant.mcc': exact(['merchant.mcc'], purchases),
  },
  'card clearing above its authorization': suffix(['cardTransactionId'], ['sandboxSimulateCardClearing']),
  'card funding': suffix(['fundingSources'], ['createCard']),
  'stablecoin provider account': suffix(['apiClientId'], ['linkStablecoinProviderAccount']),
  stablecoin: suffix(['providerTokenIdentifier'], ['registerStablecoin']),
  'stablecoin mint and burn': suffix(['amount'], ['createStablecoinMint', 'createStablecoinBurn']),
};

const nowhere = exact([], []);

function targetOf({ area, field }: MagicValue): Target {
  const found = targets[area] ?? nowhere;
  return 'match' in found ? (found as Target) : (found[field.split(/[ ,]/)[0] ?? ''] ?? nowhere);
}

/** Default values are described in words instead of a text to enter. */
const isOther = (value: string): boolean => value === 'other' || value.startsWith('any other');

/** Adds the members of the API that accept each magic value. */
export const withTargets = (values: readonly MagicValue[]) =>
  values.map((value) => {
    const { match, ...target } = targetOf(value);
    return { ...value, match: isOther(value.value) ? ('OTHER' as const) : match, ...target };
  });
