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

/** Who is calling: an API token of a platform, or an agent. */
export interface Caller {
  /** The agent's own id where it is one. */
  tokenId: string;
  permissions: readonly Permission[];
  platform: Platform;
  /** Of an agent: its policy, read with every request, stands in place of permissions. */
  agent?: { id: string; customerId: string };
}

/** Who runs the service: credentials made by the command line, never by a platform. */
export interface OperatorCaller {
  operatorId: string;
}

export interface BasicCredentials {
  username: string;
  password: string;
}
