import type { FundingProvider } from '../../src/engine/providers/funding/port.ts';
import { sandboxRail } from '../../src/engine/providers/rails/sandbox.ts';
import type { Banking } from '../../src/engine/providers/services.ts';

/** Funding instructions of one provider, and the rail of the sandbox, in both modes. */
export const bankingWith = (funding: FundingProvider): Banking => ({
  funding: { SANDBOX: funding, PRODUCTION: funding },
  rails: { SANDBOX: sandboxRail, PRODUCTION: sandboxRail },
});
