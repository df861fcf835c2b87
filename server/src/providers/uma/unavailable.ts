import { ApiError } from '../../kernel/errors.ts';
import { domainOf, type Uma } from './port.ts';

/** Nobody beyond our own customers can be asked. */
export const unavailableUma: Uma = {
  lookup: async ({ umaAddress }) => {
    throw new ApiError('LNURLP_REQUEST_FAILED', `${domainOf(umaAddress)} cannot be asked.`, {
      hint: 'This service is not connected to other UMA providers: pay customers of your own platform, or an external account.',
    });
  },
};
