import { ApiError, type ErrorCode } from '../../kernel/errors.ts';
import { lightningFailures, umaLookupFailures, umaReceiverAt } from '../magic-values.ts';
import { domainOf, type Uma } from './port.ts';

interface Options {
  umaDomain: string;
  /** Whether UMA_NETWORK allows calls to a domain. */
  isReachable: (domain: string) => boolean;
  /** Calls other domains. */
  network: Uma;
}

/** Scenarios at the sandbox's own domain. Other domains are called only where the configuration names them. */
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
  requireLightning: (lightningAddress) => {
    const [name = '', domain] = lightningAddress.toLowerCase().split('@');
    if (domain === umaDomain) throwScenarioFailure(lightningFailures, name, umaDomain);
  },
});

function throwScenarioFailure(failures: Readonly<Record<string, ErrorCode>>, name: string, domain: string): void {
  const code = Object.hasOwn(failures, name) ? failures[name] : undefined;
  if (code) throw new ApiError(code, `${domain} fails with ${code} for ${name}.`);
}
