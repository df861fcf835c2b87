import { ApiError } from '../../kernel/errors.ts';
import type { Liveness } from './port.ts';

/** No provider of liveness checks is connected. */
export const unavailableLiveness: Liveness = {
  start: () => {
    throw new ApiError('NOT_IMPLEMENTED', 'Liveness checks are not available on this service.', {
      hint: 'The ownership of a wallet can be proved with method WALLET_SIGNATURE.',
    });
  },
};
