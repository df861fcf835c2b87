/** Location of the account id in a call. */
type Subject =
  /** A member of the query or of the body is the account. */
  | { in: 'query'; name: string }
  | { in: 'body'; name: string }
  /** The id in the path is the account. */
  | { in: 'path' }
  /** The id in the path is in this list of the account. */
  | { in: 'list'; path: string }
  /** The id in the path is a quote whose source is the account. */
  | { in: 'quote' };

export interface WalletCall {
  subject: Subject;
  /** The id in the path. */
  id: string | undefined;
}

interface AllowedCall {
  method: string;
  path: string;
  subject: Subject;
}

const credentialsOf: Subject = { in: 'list', path: '/auth/credentials' };
const sessionsOf: Subject = { in: 'list', path: '/auth/sessions' };
const byQuery: Subject = { in: 'query', name: 'accountId' };

/** The only calls that are forwarded. */
const allowedCalls: readonly AllowedCall[] = [
  { method: 'GET', path: '/auth/credentials', subject: byQuery },
  { method: 'POST', path: '/auth/credentials', subject: { in: 'body', name: 'accountId' } },
  { method: 'DELETE', path: '/auth/credentials/{AuthMethod}', subject: credentialsOf },
  { method: 'POST', path: '/auth/credentials/{AuthMethod}/challenge', subject: credentialsOf },
  { method: 'POST', path: '/auth/credentials/{AuthMethod}/verify', subject: credentialsOf },
  { method: 'GET', path: '/auth/sessions', subject: byQuery },
  { method: 'DELETE', path: '/auth/sessions/{Session}', subject: sessionsOf },
  { method: 'POST', path: '/auth/sessions/{Session}/refresh', subject: sessionsOf },
  { method: 'GET', path: '/auth/delegated-keys', subject: byQuery },
  { method: 'POST', path: '/auth/delegated-keys', subject: { in: 'body', name: 'internalAccountId' } },
  { method: 'PATCH', path: '/internal-accounts/{InternalAccount}', subject: { in: 'path' } },
  { method: 'POST', path: '/internal-accounts/{InternalAccount}/export', subject: { in: 'path' } },
  { method: 'POST', path: '/quotes/{Quote}/execute', subject: { in: 'quote' } },
];

const UUID = '[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}';

const patterns = allowedCalls.map(({ path, ...call }) => ({
  ...call,
  pattern: new RegExp(`^${path.replace(/\{(\w+)\}/, `($1(?::|%3[aA])${UUID})`)}$`),
}));

/** Undefined if it is not a wallet call. The path is matched as sent: only the colon of an id may be encoded. */
export function findWalletCall(method: string, path: string): WalletCall | undefined {
  for (const { method: expected, pattern, subject } of patterns) {
    const match = expected === method ? pattern.exec(path) : null;
    if (match) return { subject, id: match[1]?.replace(/%3a/i, ':') };
  }
  return undefined;
}
