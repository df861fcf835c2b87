import { ApiError } from '../../foundation/kernel/errors.ts';
import { getExternalAccount } from '../../parties/accounts/external-record.ts';
import { getInternalAccount } from '../../parties/accounts/internal-accounts.ts';
import { isInternal } from '../../payments/quotes/payer.ts';
import { beginningChecks, readingChecks, rejectionOf } from './checks.ts';
import type { Acting, AgentDeps } from './deps.ts';
import type { AgentPermission } from './policy-names.ts';
import { type Agent, callingAgent } from './record.ts';

/** Permissions for each operation of an agent: any one of them is sufficient. */
const needed = {
  // The agent itself, its quotes and its actions.
  readOwn: [],
  readTransactions: ['VIEW_TRANSACTIONS'],
  readBalances: ['VIEW_TRANSACTIONS'],
  // An agent that can pay can also read the payees.
  readPayees: ['MANAGE_EXTERNAL_ACCOUNTS', 'VIEW_TRANSACTIONS', 'CREATE_QUOTES', 'CREATE_TRANSFERS'],
  changePayees: ['MANAGE_EXTERNAL_ACCOUNTS'],
  createQuote: ['CREATE_QUOTES'],
  executeQuote: ['EXECUTE_QUOTES'],
  transfer: ['CREATE_TRANSFERS'],
} as const satisfies Record<string, readonly AgentPermission[]>;
export type Doing = keyof typeof needed;

export const permissionsFor = (doing: Doing): readonly AgentPermission[] => needed[doing];

const reading: readonly Doing[] = ['readOwn', 'readTransactions', 'readBalances', 'readPayees'];

/** Returns the agent if its policy allows the operation on these accounts; a paused agent may only read. */
export async function admitted(
  { db }: Pick<AgentDeps, 'db'>,
  { platform, agentId }: Acting,
  doing: Doing,
  accounts: readonly string[] = [],
): Promise<Agent> {
  const agent = await callingAgent(db, platform.id, agentId);
  const checks = reading.includes(doing) ? readingChecks : beginningChecks;
  const rejection = rejectionOf({ ...agent, permissions: needed[doing], accounts }, checks);
  if (rejection) throw rejection;
  return agent;
}

/** Returns an internal account of the agent's customer; throws a not-found error for any other account. */
export async function ownInternalAccount(deps: AgentDeps, { platform, customerId }: Acting, id: string) {
  const account = await getInternalAccount(deps, platform.id, id);
  if (account.ownerId === customerId) return account;
  throw new ApiError('REFERENCE_NOT_FOUND', 'There is no such internal account.', {
    hint: 'GET /agents/me/internal-accounts lists the accounts.',
  });
}

export async function ownExternalAccount(deps: AgentDeps, { platform, customerId }: Acting, id: string) {
  const account = await getExternalAccount(deps.db, { platformId: platform.id, id, owner: 'CUSTOMER' });
  if (account.customerId === customerId) return account;
  throw new ApiError('REFERENCE_NOT_FOUND', 'There is no such external account.', {
    hint: 'GET /agents/me/external-accounts lists the accounts.',
  });
}

/** An internal or external account of the agent's customer. */
export const ownAccount = (deps: AgentDeps, acting: Acting, id: string) =>
  isInternal(id) ? ownInternalAccount(deps, acting, id) : ownExternalAccount(deps, acting, id);

/** Accounts that the policy must allow: the source, and the internal destination of money from outside. */
export const judgedAccounts = (source: string, destination: string | null): string[] =>
  !isInternal(source) && destination !== null && isInternal(destination) ? [source, destination] : [source];
