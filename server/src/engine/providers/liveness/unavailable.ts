import { ApiError } from '../../../foundation/kernel/errors.ts';
import type { Liveness } from './port.ts';

/** Used if no provider of liveness checks is configured. */
export const unavailableLiveness: Liveness = {
  start: () => {
    throw new ApiError('NOT_IMPLEMENTED', 'Liveness checks are not available on this service.', {
      reason: 'LIVENESS_NOT_AVAILABLE',
      hint: 'Prove the ownership of a wallet with method WALLET_SIGNATURE.',
    });
  },
};
