import { createContext, useContext } from 'react';
import type { Permission } from './client.ts';
import type { ConsoleSession, SessionPlatform } from './session.ts';

export interface OpenSession extends ConsoleSession {
  /** Platform of the session, or the one that the operator has chosen. */
  current: SessionPlatform | null;
  logOut: () => void;
  /** Lets an operator look at another platform. */
  choosePlatform: (platform: SessionPlatform | null) => void;
}

export const SessionContext = createContext<OpenSession | undefined>(undefined);

export function useSession(): OpenSession {
  const session = useContext(SessionContext);
  if (!session) throw new Error('useSession is only available after login');
  return session;
}

/** Permissions that allow an operation, as in the API: any of them suffices. */
const GRANTS: Readonly<Record<Permission, readonly Permission[]>> = {
  VIEW: ['VIEW', 'TRANSACT', 'MANAGE'],
  TRANSACT: ['TRANSACT'],
  MANAGE: ['MANAGE'],
};

/** True if the session may use operations with this permission. The server decides; this hides what it would reject. */
export function useCan(permission: Permission): boolean {
  const { permissions } = useSession();
  return permissions.some((granted) => GRANTS[permission].includes(granted));
}
