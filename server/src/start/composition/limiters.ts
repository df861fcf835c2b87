import { ALL_GUESSES, GUESSES } from '../../engine/http/admission.ts';
import { type Limiter, type LimiterOf, SharedBudget } from '../../engine/http/rate-limit.ts';
import type { Config } from '../../foundation/config.ts';
import {
  ALL_CODE_GUESSES,
  ALL_PAGE_GUESSES,
  CODE_GUESSES,
  PAGE_GUESSES,
} from '../../parties/invitations/invitations.ts';
import {
  ALL_LOGINS,
  LOGINS_OF_ADDRESS as CONSOLE_LOGINS_OF_ADDRESS,
  LOGINS_OF_TOKEN,
} from '../../surfaces/console/login.ts';
import { LOGINS_OF_ADDRESS, LOGINS_OF_OPERATOR } from '../../surfaces/operator/operators.ts';

/** Limits for requests, for operations without credentials, and for wrong operator credentials. */
export const requestLimiters = ({ rateLimit }: Config, limiterOf: LimiterOf) => ({
  rateLimiter: limiterOf('token', rateLimit),
  guesses: new SharedBudget(limiterOf('guess', GUESSES, 'address'), limiterOf('guess-service', ALL_GUESSES, 'service')),
  operatorLogins: {
    byAddress: limiterOf('operator-address', LOGINS_OF_ADDRESS, 'address'),
    byOperator: limiterOf('operator', LOGINS_OF_OPERATOR, 'operator'),
  },
});

export const invitationGuesses = (limiterOf: LimiterOf): Limiter =>
  new SharedBudget(
    limiterOf('invitation', CODE_GUESSES, 'platform'),
    limiterOf('invitation-service', ALL_CODE_GUESSES, 'service'),
  );

export const invitationPageGuesses = (limiterOf: LimiterOf): Limiter =>
  new SharedBudget(
    limiterOf('invitation-page', PAGE_GUESSES, 'address'),
    limiterOf('invitation-page-service', ALL_PAGE_GUESSES, 'service'),
  );

export const livenessPageGuesses = (limiterOf: LimiterOf): Limiter =>
  new SharedBudget(
    limiterOf('liveness-page', PAGE_GUESSES, 'address'),
    limiterOf('liveness-page-service', ALL_PAGE_GUESSES, 'service'),
  );

/** Limits the messages of an agent to its tools like the requests of a token. */
export const agentMessages = ({ rateLimit }: Config, limiterOf: LimiterOf): Limiter =>
  limiterOf('mcp', rateLimit, 'agent');

/** Limits wrong console logins, and the sessions of a token. */
export const consoleLogins = (limiterOf: LimiterOf) => ({
  byAddress: new SharedBudget(
    limiterOf('console-address', CONSOLE_LOGINS_OF_ADDRESS, 'address'),
    limiterOf('console-service', ALL_LOGINS, 'service'),
  ),
  byToken: limiterOf('console-token', LOGINS_OF_TOKEN),
});
