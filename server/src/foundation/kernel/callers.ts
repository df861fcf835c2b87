/** VIEW reads. TRANSACT moves money, MANAGE changes everything else; each includes VIEW. */
export const permissions = ['VIEW', 'TRANSACT', 'MANAGE'] as const;
export type Permission = (typeof permissions)[number];

export type PlatformMode = 'SANDBOX' | 'PRODUCTION';

export interface Platform {
  id: string;
  name: string;
  mode: PlatformMode;
  /** Milliseconds by which the clock of a sandbox platform is ahead of real time. */
  clockOffsetMs: number;
  /** True while requests of the platform are disturbed by faults that it has set. */
  hasFaults?: boolean;
}

/** Authenticated sender of a request: an API token of a platform, or an agent. */
export interface Caller {
  /** Id of the API token, or of the agent. */
  tokenId: string;
  permissions: readonly Permission[];
  platform: Platform;
  /** A person who operates the service reads the platform. */
  isOperator?: true;
  /** Set for an agent, whose policy is read with every request and replaces permissions. */
  agent?: { id: string; customerId: string };
}

/** Authenticated operator of the service: API credentials, or a person in a session of the console. */
export interface OperatorCaller {
  operatorId: string;
  /** Latest use of a passkey in the session; absent for API credentials. */
  provedAt?: Date;
}

/** Header half of the secret of a console session; the other half is a cookie. */
export const CONSOLE_SESSION_HEADER = 'x-console-session';

/** Platform whose data the session of an operator reads. */
export const CONSOLE_PLATFORM_HEADER = 'x-console-platform';
/** Marks requests that a page sends by itself, which do not keep a session from being idle. */
export const CONSOLE_BACKGROUND_HEADER = 'x-console-background';

export interface BasicCredentials {
  username: string;
  password: string;
}
