/** VIEW reads, TRANSACT moves money, MANAGE changes everything else. TRANSACT and MANAGE include VIEW. */
export const permissions = ['VIEW', 'TRANSACT', 'MANAGE'] as const;
export type Permission = (typeof permissions)[number];

export type PlatformMode = 'SANDBOX' | 'PRODUCTION';

export interface Platform {
  id: string;
  name: string;
  mode: PlatformMode;
  /** Milliseconds by which the clock of a sandbox platform is ahead of real time. */
  clockOffsetMs: number;
  /** True if the sandbox platform has configured faults. */
  hasFaults?: boolean;
}

/** Authenticated sender of a request: an API token of a platform, or an agent. */
export interface Caller {
  /** Id of the API token, or of the agent. */
  tokenId: string;
  permissions: readonly Permission[];
  platform: Platform;
  /** Set if the caller is an operator who reads the data of the platform. */
  isOperator?: true;
  /** Set for an agent. Its policy replaces permissions and is read with every request. */
  agent?: { id: string; customerId: string };
}

/** Authenticated operator of the service: API credentials, or a person with a console session. */
export interface OperatorCaller {
  operatorId: string;
  /** Latest use of a passkey in the session; absent for API credentials. */
  provedAt?: Date;
}

/** Header with one half of the secret of a console session; the other half is a cookie. */
export const CONSOLE_SESSION_HEADER = 'x-console-session';

/** Header with the platform whose data an operator session reads. */
export const CONSOLE_PLATFORM_HEADER = 'x-console-platform';
/** Marks requests that a page sends without user action, which do not count as use of an idle session. */
export const CONSOLE_BACKGROUND_HEADER = 'x-console-background';

export interface BasicCredentials {
  username: string;
  password: string;
}
