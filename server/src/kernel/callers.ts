/** VIEW reads. TRANSACT moves money, MANAGE changes everything else; each includes VIEW. */
export const permissions = ['VIEW', 'TRANSACT', 'MANAGE'] as const;
export type Permission = (typeof permissions)[number];

export type PlatformMode = 'SANDBOX' | 'PRODUCTION';

export interface Platform {
  id: string;
  name: string;
  mode: PlatformMode;
  /** How far a sandbox platform's clock was advanced beyond the real one. */
  clockOffsetMs: number;
}

/** Who is calling: an API token of a platform. */
export interface Caller {
  tokenId: string;
  permissions: readonly Permission[];
  platform: Platform;
}

/** Who runs the service: credentials made by the command line, never by a platform. */
export interface OperatorCaller {
  operatorId: string;
}

export interface BasicCredentials {
  username: string;
  password: string;
}
