import { userInfo } from 'node:os';

/** User name for the audit log, or the uid if the system has no name for the user. */
export function systemUser(): string {
  try {
    return userInfo().username;
  } catch {
    return `uid ${process.getuid?.() ?? 'unknown'}`;
  }
}
