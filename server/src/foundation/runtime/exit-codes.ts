/** Exit codes of every command; scripts rely on these numbers. */
export const exitCodes = {
  OK: { code: 0, meaning: 'done' },
  FINDINGS: { code: 1, meaning: 'the check has findings, or there is nothing to show' },
  USAGE: { code: 2, meaning: 'wrong usage or setting' },
  UNAVAILABLE: { code: 3, meaning: 'the server, the database or the data directory cannot be used' },
  CREDENTIALS: { code: 4, meaning: 'the server rejected the credentials' },
  REJECTED: { code: 5, meaning: 'the server rejected the request' },
  INTERNAL: { code: 70, meaning: 'internal error' },
  TIMED_OUT: { code: 124, meaning: 'timed out' },
} as const;
export type Exit = keyof typeof exitCodes;

/** Reason why a command or server ends, with a hint for the user. */
export interface Failure {
  exit: Exit;
  code: string;
  message: string;
  hint: string;
}
