import { ApiError, type ErrorCode } from '../../../foundation/kernel/errors.ts';
import { lightningFailures, umaLookupFailures, umaReceiverAt } from '../magic-values.ts';
import type { customerInfoFields } from '../protocols/customer-info.ts';
import { domainOf, type Uma } from './port.ts';

interface Options {
  umaDomain: string;
  /** True if UMA_NETWORK allows calls to a domain. */
  isReachable: (domain: string) => boolean;
  /** Adapter for calls to other domains. */
  network: Uma;
}

/** Simulates the sandbox's own domain. Calls other domains only if the configuration lists them. */
export const sandboxUma = ({ umaDomain, isReachable, network }: Options): Uma => ({
  lookup: async (query) => {
    const { umaAddress } = query;
    if (domainOf(umaAddress) !== umaDomain) {
      if (isReachable(domainOf(umaAddress))) return network.lookup(query);
      throw new ApiError('LNURLP_REQUEST_FAILED', `${domainOf(umaAddress)} did not answer.`, {
        hint: `The sandbox reaches addresses at ${umaDomain}: GET /sandbox/magic-values lists them.`,
      });
    }
    const name = umaAddress.slice(1, umaAddress.indexOf('@'));
    throwScenarioFailure(umaLookupFailures, name, umaDomain);
    const scenario = umaReceiverAt(name);
    return (
      scenario && {
        rail: 'UMA',
        currencies: [{ code: scenario.currency }],
        requiredPayerDataFields: Object.entries(scenario.payerData ?? {}).map(([name, mandatory]) => ({
          name,
          mandatory,
        })),
      }
    );
  },
  payeeData: (umaAddress) =>
    domainOf(umaAddress) === umaDomain
      ? { ...payee, IDENTIFIER: umaAddress, ACCOUNT_IDENTIFIER: umaAddress }
      : undefined,
  requireLightning: (lightningAddress) => {
    const [name = '', domain] = lightningAddress.toLowerCase().split('@');
    if (domain === umaDomain) throwScenarioFailure(lightningFailures, name, umaDomain);
  },
});

function throwScenarioFailure(failures: Readonly<Record<string, ErrorCode>>, name: string, domain: string): void {
  const code = Object.hasOwn(failures, name) ? failures[name] : undefined;
  if (code) throw new ApiError(code, `${domain} fails with ${code} for ${name}.`);
}

const address = { line1: '1 Sandbox Street', city: 'Springfield', state: 'IL', postalCode: '62701', country: 'US' };

/** Details of every receiver at the sandbox domain. */
const payee: Readonly<Partial<Record<(typeof customerInfoFields)[number], unknown>>> = {
  FULL_NAME: 'Sandbox Receiver',
  BIRTH_DATE: '1990-01-15',
  NATIONALITY: 'US',
  PHONE_NUMBER: '+12025550199',
  EMAIL: 'receiver@example.com',
  POSTAL_ADDRESS: address,
  TAX_ID: '900-70-0001',
  REGISTRATION_NUMBER: 'SANDBOX-1',
  USER_TYPE: 'INDIVIDUAL',
  COUNTRY_OF_RESIDENCE: 'US',
  FI_LEGAL_ENTITY_NAME: 'Causeway Sandbox Bank',
  FI_ADDRESS: address,
  PURPOSE_OF_PAYMENT: 'FAMILY_SUPPORT',
  ULTIMATE_INSTITUTION_COUNTRY: 'US',
  BUSINESS_TYPE: 'SOLE_PROPRIETORSHIP',
  COMPANY_LEGAL_NAME: 'Sandbox Receiver Inc',
  ID_TYPE: 'PASSPORT',
  ID_NUMBER: 'S12345678',
};
