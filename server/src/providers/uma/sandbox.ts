import { ApiError } from '../../kernel/errors.ts';
import { umaReceivers } from '../magic-values.ts';
import { domainOf, type Uma } from './port.ts';

/** The scenarios of the sandbox's own domain. No other domain can be reached from here. */
export const sandboxUma = (umaDomain: string): Uma => ({
  lookup: async ({ umaAddress }) => {
    if (domainOf(umaAddress) !== umaDomain) {
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
