import { userInfo } from 'node:os';

/** User name for the audit trail, or the uid if the system has no name for it. */
export function systemUser(): string {
  try {
    return userInfo().username;
  } catch {
    return `uid ${process.getuid?.() ?? 'unknown'}`;
  }
}
