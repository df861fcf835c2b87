import { ApiError } from '../../kernel/errors.ts';
import { umaReceivers } from '../magic-values.ts';
import { domainOf, type Uma } from './port.ts';

interface Options {
  umaDomain: string;
  /** Which other domains may be asked (UMA_NETWORK), and who asks them. */
  isReachable: (domain: string) => boolean;
  network: Uma;
}

/** The scenarios of the sandbox's own domain. Another domain is asked only where the configuration names it. */
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
    const scenario = Object.hasOwn(umaReceivers, name) ? umaReceivers[name] : undefined;
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
});
